//! `PUT /api/v1/tables/{name}`: records of an application, kept as a document `{name}.json` with one table.

use super::body::{self, Body};
use super::{Shared, collections, on};
use crate::admission::Kind;
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use app::TableLine;
use groundwall_core::{DocumentName, Problem, ProblemCode};
use groundwall_ports::{PortError, Upload, unwatched};
use serde::Deserialize;

/// What the body has to be. The records themselves are read from its bytes, as those of an uploaded file are.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PushedRecords)]
pub(super) struct Push {
    /// Field that names what a record is about.
    #[serde(rename = "entity")]
    _entity: Option<String>,
    /// Field with the time that a record is about: a date, 2024-03, or a year.
    #[serde(rename = "period")]
    _period: Option<String>,
    /// One object a record; objects within become fields such as `address.city`.
    #[schema(value_type = Vec<Object>)]
    records: Vec<Record>,
}

/// An object with any fields.
#[derive(Deserialize)]
struct Record {}

async fn records(
    request: HttpRequest,
    payload: web::Payload,
    name: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let collection = collections::of_query(&request, &context).await?;
    let limit = context.config.limits.file_bytes;
    let Body { bytes, held } = body::json_bytes(&request, payload, limit, &context).await?;
    // Reading megabytes of JSON takes a while: not on a thread that serves others.
    let (bytes, records) = web::block(move || {
        let count = body::parse(&bytes).map(|Push { records, .. }| records.len());
        (bytes, count.map_err(|HttpError(problem)| problem))
    })
    .await
    .map_err(|error| PortError::internal(format!("reading records: {error}")))?;
    if records? == 0 {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            "There are no records. Send at least one, or POST /api/delete-file to remove the table.",
        )
        .into());
    }
    let name = DocumentName::parse(&format!("{}.json", name.trim_end_matches(".json")))?;
    let replaced = context
        .service
        .status_of(&collection)
        .await?
        .documents
        .iter()
        .any(|document| document.names.contains(&name));
    let outcomes = context
        .upload_into(
            Kind::Push,
            &collection,
            vec![Upload {
                name: name.to_string(),
                bytes,
            }],
            &unwatched,
        )
        .await?;
    drop(held);
    let Some(outcome) = outcomes.into_iter().next() else {
        return Err(Problem::new(ProblemCode::Internal, "The records were not taken in.").into());
    };
    let document = outcome.result?;
    let stored = context.service.table(&document.id, 0).await.map_err(|_| {
        Problem::new(
            ProblemCode::Unprocessable,
            "The records were kept, but they make no table: every one is a total. Send the records that it sums up.",
        )
    })?;
    let mut response = if replaced {
        HttpResponse::Ok()
    } else {
        HttpResponse::Created()
    };
    response.insert_header(("Location", format!("/api/v1/tables/{}/0", document.id)));
    Ok(response.json(TableLine::from(&stored)))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.service(on("/api/v1/tables/{name}", web::put().to(records)));
}
