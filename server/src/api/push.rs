//! `PUT /api/v1/tables/{name}`: records of an application, kept as a document `{name}.json` with one table.

use super::{Shared, body};
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use app::TableLine;
use groundwall_core::{DocumentName, Problem, ProblemCode};
use groundwall_ports::Upload;
use serde::Deserialize;

/// What the body has to be. The records themselves are read from its bytes, as those of an uploaded file are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Push {
    /// Field that names what a record is about.
    #[serde(rename = "entity")]
    _entity: Option<String>,
    /// Field with the time that a record is about.
    #[serde(rename = "period")]
    _period: Option<String>,
    records: Vec<Record>,
}

/// An object with any fields.
#[derive(Deserialize)]
struct Record {}

pub(crate) async fn records(
    request: HttpRequest,
    payload: web::Payload,
    name: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let bytes = body::json_bytes(&request, payload, context.config.limits.file_bytes).await?;
    let Push { records, .. } = body::parse(&bytes)?;
    if records.is_empty() {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            "There are no records. Send at least one, or POST /api/delete-file to remove the table.",
        )
        .into());
    }
    let name = DocumentName::parse(&format!("{}.json", name.trim_end_matches(".json")))?;
    let replaced = context.service.status().await?.documents.iter().any(|document| document.names.contains(&name));
    let outcomes = context.upload(vec![Upload { name: name.to_string(), bytes }]).await?;
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
    let mut response = if replaced { HttpResponse::Ok() } else { HttpResponse::Created() };
    response.insert_header(("Location", format!("/api/v1/tables/{}/0", document.id)));
    Ok(response.json(TableLine::from(&stored)))
}
