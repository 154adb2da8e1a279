//! `PUT /api/v1/tables/{name}`: records of an application, kept as a document `{name}.json` with one table.

use super::body::{self, Body};
use super::{Shared, collections, on};
use crate::admission::Kind;
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use app::TableLine;
use groundwall_core::{CollectionId, Document, DocumentName, Problem, ProblemCode, StoredTable};
use groundwall_ports::{FirewallService, PortError, Upload, unwatched};
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
    let stored = table_of(&*context.service, &collection, &document).await?;
    let mut response = if replaced {
        HttpResponse::Ok()
    } else {
        HttpResponse::Created()
    };
    response.insert_header(("Location", format!("/api/v1/tables/{}/0", document.id)));
    Ok(response.json(TableLine::from(&stored)))
}

/// The table of records that were taken in. Others of the same name may have replaced them since: only of a document that is still there, in a collection that did
/// not change meanwhile, is it known that it has none.
async fn table_of(
    service: &dyn FirewallService,
    collection: &CollectionId,
    document: &Document,
) -> Result<StoredTable, PortError> {
    let before = service.holdings(collection).await?.version;
    match service.table(&document.id, 0).await {
        Err(error) if error.problem.code == ProblemCode::NotFound => {}
        told => return told,
    }
    let there = match service.document(&document.id).await {
        Ok(_) => true,
        Err(error) if error.problem.code == ProblemCode::NotFound => false,
        Err(error) => return Err(error),
    };
    let unchanged = service.holdings(collection).await?.version == before;
    Err(if there && unchanged {
        Problem::new(
            ProblemCode::Unprocessable,
            "The records were kept, but they make no table: every one is a total. Send the records that it sums up.",
        )
    } else {
        Problem::new(
            ProblemCode::Conflict,
            "The records were kept, and others that came at the same time have replaced them. GET /api/v1/tables shows what is there now; send these again if they are to replace it.",
        )
    }
    .into())
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.service(on("/api/v1/tables/{name}", web::put().to(records)));
}
