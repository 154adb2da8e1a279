//! The service of points.

use super::Loopback;
use super::search::{found, id_of, passes, selected, stored};
use crate::unused::{unused, unused_points};
use qdrant_client::qdrant::points_server::Points;
use qdrant_client::qdrant::{
    BatchResult, CountPoints, CountResponse, CountResult, CreateFieldIndexCollection, DeletePoints,
    PointsOperationResponse, QueryBatchPoints, QueryBatchResponse, RetrievedPoint, ScrollPoints,
    ScrollResponse, SetPayloadPoints, UpdateResult, UpsertPoints,
};
use tonic::{Request, Response, Status, async_trait};

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
        let state = self.read();
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
        let state = self.read();
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
        let state = self.read();
        let table = state
            .tables
            .get(&collection_name)
            .ok_or_else(|| missing(&collection_name))?;
        let result = query_points
            .iter()
            .map(|request| BatchResult {
                result: found(table, request),
            })
            .collect();
        Ok(Response::new(QueryBatchResponse {
            result,
            ..QueryBatchResponse::default()
        }))
    }

    unused_points!();
}
