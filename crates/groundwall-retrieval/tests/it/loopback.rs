//! A Qdrant on loopback: as much of the two gRPC services as the store uses, in memory, on the traits that qdrant-client exports.

use super::unused::{unused, unused_collections, unused_points};
use qdrant_client::qdrant::collections_server::{Collections, CollectionsServer};
use qdrant_client::qdrant::condition::ConditionOneOf;
use qdrant_client::qdrant::r#match::MatchValue;
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::points_selector::PointsSelectorOneOf;
use qdrant_client::qdrant::points_server::{Points, PointsServer};
use qdrant_client::qdrant::value::Kind;
use qdrant_client::qdrant::{
    BatchResult, CollectionExists, CollectionExistsRequest, CollectionExistsResponse,
    CollectionOperationResponse, Condition, CountPoints, CountResponse, CountResult,
    CreateCollection, CreateFieldIndexCollection, DeleteCollection, DeletePoints, DenseVector,
    Filter, NamedVectorsOutput, PointId, PointStruct, PointsOperationResponse, PointsSelector,
    QueryBatchPoints, QueryBatchResponse, QueryPoints, RetrievedPoint, ScoredPoint, ScrollPoints,
    ScrollResponse, SetPayloadPoints, SparseVector, UpdateResult, UpsertPoints, Value,
    VectorOutput, VectorsOutput, query, vector, vector_input, vector_output, vectors,
    vectors_output,
};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tonic::{Request, Response, Status, async_trait};

struct Stored {
    payload: HashMap<String, Value>,
    dense: Vec<f32>,
    sparse: SparseVector,
}

#[derive(Default)]
struct State {
    /// Points by collection and id; ids in order, as Qdrant scrolls.
    tables: BTreeMap<String, BTreeMap<String, Stored>>,
    /// Requests that may still succeed; none means no limit.
    fuse: Option<u32>,
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

fn id_of(id: Option<PointId>) -> String {
    match id.and_then(|id| id.point_id_options) {
        Some(PointIdOptions::Uuid(uuid)) => uuid,
        Some(PointIdOptions::Num(number)) => number.to_string(),
        None => String::new(),
    }
}

fn holds(value: Option<&Value>, wanted: &MatchValue) -> bool {
    match (value.and_then(|value| value.kind.as_ref()), wanted) {
        (Some(Kind::StringValue(text)), MatchValue::Keyword(word)) => text == word,
        (Some(Kind::StringValue(text)), MatchValue::Keywords(words)) => {
            words.strings.contains(text)
        }
        (Some(Kind::BoolValue(value)), MatchValue::Boolean(wanted)) => value == wanted,
        (Some(Kind::ListValue(list)), wanted) => {
            list.values.iter().any(|value| holds(Some(value), wanted))
        }
        _ => false,
    }
}

fn passes(point: &Stored, filter: Option<&Filter>) -> bool {
    let Some(filter) = filter else { return true };
    assert!(
        filter.should.is_empty() && filter.must_not.is_empty(),
        "only must is played here"
    );
    filter
        .must
        .iter()
        .all(|Condition { condition_one_of }| match condition_one_of {
            Some(ConditionOneOf::Field(field)) => field
                .r#match
                .as_ref()
                .and_then(|wanted| wanted.match_value.as_ref())
                .is_some_and(|wanted| holds(point.payload.get(&field.key), wanted)),
            _ => panic!("this condition is not played here"),
        })
}

fn selected(selector: Option<PointsSelector>) -> Filter {
    match selector.and_then(|selector| selector.points_selector_one_of) {
        Some(PointsSelectorOneOf::Filter(filter)) => filter,
        _ => panic!("points are only selected by filter"),
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Qdrant's IDF modifier: ln(1 + (N − n + 0.5) / (n + 0.5)).
fn sparse_scores<'a>(
    table: &'a BTreeMap<String, Stored>,
    query: &SparseVector,
) -> impl Fn(&Stored) -> f32 + use<'a> {
    let weights: HashMap<u32, f32> = query
        .indices
        .iter()
        .zip(&query.values)
        .map(|(index, value)| {
            let with = table
                .values()
                .filter(|point| point.sparse.indices.contains(index))
                .count() as f32;
            (
                *index,
                value * (1.0 + (table.len() as f32 - with + 0.5) / (with + 0.5)).ln(),
            )
        })
        .collect();
    move |point| {
        point
            .sparse
            .indices
            .iter()
            .zip(&point.sparse.values)
            .map(|(index, value)| weights.get(index).copied().unwrap_or(0.0) * value)
            .sum()
    }
}

fn nearest(table: &BTreeMap<String, Stored>, request: &QueryPoints) -> Vec<ScoredPoint> {
    let Some(query::Variant::Nearest(input)) = request
        .query
        .as_ref()
        .and_then(|query| query.variant.as_ref())
    else {
        panic!("only nearest is played here")
    };
    let mut scored: Vec<(f32, &String, &Stored)> =
        match (request.using.as_deref(), input.variant.as_ref()) {
            (Some("dense"), Some(vector_input::Variant::Dense(DenseVector { data }))) => table
                .iter()
                .map(|(id, point)| (dot(&point.dense, data), id, point))
                .collect(),
            (Some("bm25"), Some(vector_input::Variant::Sparse(query))) => {
                let score = sparse_scores(table, query);
                table
                    .iter()
                    .map(|(id, point)| (score(point), id, point))
                    .filter(|(score, ..)| *score > 0.0)
                    .collect()
            }
            other => panic!("no such vector: {:?}", other.0),
        };
    scored.retain(|(_, _, point)| passes(point, request.filter.as_ref()));
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(request.limit.unwrap_or(10) as usize);
    scored
        .into_iter()
        .map(|(score, id, point)| ScoredPoint {
            id: Some(id.as_str().into()),
            payload: point.payload.clone(),
            score,
            vectors: Some(VectorsOutput {
                vectors_options: Some(vectors_output::VectorsOptions::Vectors(
                    NamedVectorsOutput {
                        vectors: HashMap::from([(
                            "dense".to_owned(),
                            VectorOutput {
                                vector: Some(vector_output::Vector::Dense(DenseVector {
                                    data: point.dense.clone(),
                                })),
                                ..VectorOutput::default()
                            },
                        )]),
                    },
                )),
            }),
            ..ScoredPoint::default()
        })
        .collect()
}

fn stored(point: PointStruct) -> (String, Stored) {
    let Some(vectors::VectorsOptions::Vectors(named)) =
        point.vectors.and_then(|vectors| vectors.vectors_options)
    else {
        panic!("vectors are named")
    };
    let mut dense = None;
    let mut sparse = None;
    for (name, value) in named.vectors {
        match (name.as_str(), value.vector) {
            ("dense", Some(vector::Vector::Dense(found))) => dense = Some(found.data),
            ("bm25", Some(vector::Vector::Sparse(found))) => sparse = Some(found),
            (name, _) => panic!("no such vector: {name}"),
        }
    }
    (
        id_of(point.id),
        Stored {
            payload: point.payload,
            dense: dense.unwrap_or_default(),
            sparse: sparse.unwrap_or_default(),
        },
    )
}

fn done() -> Result<Response<PointsOperationResponse>, Status> {
    Ok(Response::new(PointsOperationResponse {
        result: Some(UpdateResult {
            operation_id: None,
            status: 2,
        }),
        ..PointsOperationResponse::default()
    }))
}

fn missing(name: &str) -> Status {
    Status::not_found(format!("collection {name} does not exist"))
}

#[async_trait]
impl Points for Loopback {
    async fn upsert(
        &self,
        request: Request<UpsertPoints>,
    ) -> Result<Response<PointsOperationResponse>, Status> {
        let UpsertPoints {
            collection_name,
            points,
            ..
        } = request.into_inner();
        let mut state = self.write()?;
        let table = state
            .tables
            .get_mut(&collection_name)
            .ok_or_else(|| missing(&collection_name))?;
        table.extend(points.into_iter().map(stored));
        done()
    }

    async fn delete(
        &self,
        request: Request<DeletePoints>,
    ) -> Result<Response<PointsOperationResponse>, Status> {
        let DeletePoints {
            collection_name,
            points,
            ..
        } = request.into_inner();
        let filter = selected(points);
        let mut state = self.write()?;
        state
            .tables
            .get_mut(&collection_name)
            .ok_or_else(|| missing(&collection_name))?
            .retain(|_, point| !passes(point, Some(&filter)));
        done()
    }

    async fn set_payload(
        &self,
        request: Request<SetPayloadPoints>,
    ) -> Result<Response<PointsOperationResponse>, Status> {
        let SetPayloadPoints {
            collection_name,
            payload,
            points_selector,
            ..
        } = request.into_inner();
        let filter = selected(points_selector);
        let mut state = self.write()?;
        for point in state
            .tables
            .get_mut(&collection_name)
            .ok_or_else(|| missing(&collection_name))?
            .values_mut()
            .filter(|point| passes(point, Some(&filter)))
        {
            point.payload.extend(payload.clone());
        }
        done()
    }

    async fn create_field_index(
        &self,
        request: Request<CreateFieldIndexCollection>,
    ) -> Result<Response<PointsOperationResponse>, Status> {
        let name = request.into_inner().collection_name;
        if self.write()?.tables.contains_key(&name) {
            done()
        } else {
            Err(missing(&name))
        }
    }

    async fn scroll(
        &self,
        request: Request<ScrollPoints>,
    ) -> Result<Response<ScrollResponse>, Status> {
        let ScrollPoints {
            collection_name,
            filter,
            offset,
            limit,
            ..
        } = request.into_inner();
        let state = self.lock();
        let table = state
            .tables
            .get(&collection_name)
            .ok_or_else(|| missing(&collection_name))?;
        let from = id_of(offset);
        let mut found = table
            .range(from..)
            .filter(|(_, point)| passes(point, filter.as_ref()));
        let result = found
            .by_ref()
            .take(limit.unwrap_or(10) as usize)
            .map(|(id, point)| RetrievedPoint {
                id: Some(id.as_str().into()),
                payload: point.payload.clone(),
                ..RetrievedPoint::default()
            })
            .collect();
        let next_page_offset = found.next().map(|(id, _)| id.as_str().into());
        Ok(Response::new(ScrollResponse {
            result,
            next_page_offset,
            ..ScrollResponse::default()
        }))
    }

    async fn count(
        &self,
        request: Request<CountPoints>,
    ) -> Result<Response<CountResponse>, Status> {
        let CountPoints {
            collection_name,
            filter,
            ..
        } = request.into_inner();
        let state = self.lock();
        let table = state
            .tables
            .get(&collection_name)
            .ok_or_else(|| missing(&collection_name))?;
        let count = table
            .values()
            .filter(|point| passes(point, filter.as_ref()))
            .count() as u64;
        Ok(Response::new(CountResponse {
            result: Some(CountResult { count }),
            ..CountResponse::default()
        }))
    }

    async fn query_batch(
        &self,
        request: Request<QueryBatchPoints>,
    ) -> Result<Response<QueryBatchResponse>, Status> {
        let QueryBatchPoints {
            collection_name,
            query_points,
            ..
        } = request.into_inner();
        let state = self.lock();
        let table = state
            .tables
            .get(&collection_name)
            .ok_or_else(|| missing(&collection_name))?;
        let result = query_points
            .iter()
            .map(|request| BatchResult {
                result: nearest(table, request),
            })
            .collect();
        Ok(Response::new(QueryBatchResponse {
            result,
            ..QueryBatchResponse::default()
        }))
    }

    unused_points!();
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
