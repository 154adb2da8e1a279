//! A Qdrant on loopback: as much of the two gRPC services as the store uses, in memory, on the traits that qdrant-client exports.

mod points;
mod search;

use super::unused::{unused, unused_collections};
use qdrant_client::qdrant::collections_server::{Collections, CollectionsServer};
use qdrant_client::qdrant::points_server::PointsServer;
use qdrant_client::qdrant::{
    CollectionExists, CollectionExistsRequest, CollectionExistsResponse,
    CollectionOperationResponse, CreateCollection, DeleteCollection,
};
use search::Stored;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tonic::{Request, Response, Status, async_trait};

#[derive(Default)]
struct State {
    /// Points by collection and id; ids in order, as Qdrant scrolls.
    tables: BTreeMap<String, BTreeMap<String, Stored>>,
    /// Requests that may still succeed; none means no limit.
    fuse: Option<u32>,
    /// Requests that read points.
    reads: u32,
}

/// The server's state; clones share it.
#[derive(Clone, Default)]
pub(crate) struct Loopback {
    state: Arc<Mutex<State>>,
}

impl Loopback {
    /// Serves on a free port until the process ends; the URL.
    pub(crate) async fn start(&self) -> String {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let incoming = tonic::transport::server::TcpIncoming::from(listener);
        let server = tonic::transport::Server::builder()
            .add_service(PointsServer::new(self.clone()))
            .add_service(CollectionsServer::new(self.clone()));
        tokio::spawn(server.serve_with_incoming(incoming));
        url
    }

    /// Lets `writes` more writing requests through and refuses the ones after, as when the connection breaks.
    pub(crate) fn break_after(&self, writes: Option<u32>) {
        self.lock().fuse = writes;
    }

    /// Requests that have read points so far.
    pub(crate) fn reads(&self) -> u32 {
        self.lock().reads
    }

    fn read(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        state.reads += 1;
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> Result<MutexGuard<'_, State>, Status> {
        let mut state = self.lock();
        match &mut state.fuse {
            Some(0) => return Err(Status::unavailable("broken by the test")),
            Some(left) => *left -= 1,
            None => {}
        }
        Ok(state)
    }
}

#[async_trait]
impl Collections for Loopback {
    async fn create(
        &self,
        request: Request<CreateCollection>,
    ) -> Result<Response<CollectionOperationResponse>, Status> {
        let name = request.into_inner().collection_name;
        self.write()?.tables.insert(name, BTreeMap::new());
        Ok(Response::new(CollectionOperationResponse {
            result: true,
            time: 0.0,
        }))
    }

    async fn delete(
        &self,
        request: Request<DeleteCollection>,
    ) -> Result<Response<CollectionOperationResponse>, Status> {
        let removed = self
            .write()?
            .tables
            .remove(&request.into_inner().collection_name);
        Ok(Response::new(CollectionOperationResponse {
            result: removed.is_some(),
            time: 0.0,
        }))
    }

    async fn collection_exists(
        &self,
        request: Request<CollectionExistsRequest>,
    ) -> Result<Response<CollectionExistsResponse>, Status> {
        let exists = self
            .lock()
            .tables
            .contains_key(&request.into_inner().collection_name);
        Ok(Response::new(CollectionExistsResponse {
            result: Some(CollectionExists { exists }),
            ..CollectionExistsResponse::default()
        }))
    }

    unused_collections!();
}
