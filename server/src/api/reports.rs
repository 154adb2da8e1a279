//! Reports: the history, what a person calls them, files of them, and what they tell together.

use super::{Shared, body, on};
use crate::context::Context;
use crate::http_error::HttpError;
use crate::sending;
use crate::time::rfc3339;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{
    ConversationId, Insights, Problem, ProblemCode, ReportFilter, ReportId, ReportLabel, Stretch,
};
use groundwall_export::Format;
use groundwall_ports::PortError;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Days that figures may go back; more means all.
const MOST_DAYS: u32 = 36_500;

/// What the query string holds.
pub(super) fn query<T: DeserializeOwned>(request: &HttpRequest, takes: &str) -> Result<T, Problem> {
    web::Query::<T>::from_query(request.query_string())
        .map(web::Query::into_inner)
        .map_err(|error| {
            Problem::new(
                ProblemCode::Unprocessable,
                format!("The query string does not fit: {error}. It takes {takes}."),
            )
        })
}

async fn list(request: HttpRequest, context: Shared) -> Result<HttpResponse, HttpError> {
    let mut filter: ReportFilter = query(
        &request,
        "search, state, document, from, to, tag, collection, limit and after",
    )?;
    if !filter.collection.trim().is_empty() {
        filter.collection = context.service.collection(&filter.collection).await?.id.0;
    }
    Ok(HttpResponse::Ok().json(context.service.reports(filter).await?))
}

async fn report(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let report = context.service.report(&ReportId(id.into_inner())).await?;
    Ok(sending::json(report).await?)
}

async fn label(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let label: ReportLabel = body::json(&request, payload, &context).await?;
    let id = ReportId(id.into_inner());
    Ok(HttpResponse::Ok().json(context.service.label_report(&id, label).await?))
}

async fn delete(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let id = ReportId(id.into_inner());
    context.service.delete_report(&id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The query of an export, in words.
const EXPORT: &str = "format, which is docx, markdown, csv or json";

/// What the query of an export holds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Export {
    pub(super) format: String,
}

/// A report as a file to keep.
async fn export(
    request: HttpRequest,
    id: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Export { format } = query(&request, EXPORT)?;
    let format = Format::parse(&format)?;
    let report = context.service.report(&ReportId(id.into_inner())).await?;
    let name = groundwall_export::file_name(&report, format);
    // A long report takes a while: not on a thread that serves others.
    let bytes = web::block(move || groundwall_export::export(&report, format))
        .await
        .map_err(|error| PortError::internal(format!("export: {error}")))??;
    Ok(file(&context, name, format, bytes).await?)
}

/// A conversation as a file to keep.
async fn export_conversation(
    request: HttpRequest,
    id: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Export { format } = query(&request, EXPORT)?;
    let format = Format::parse(&format)?;
    let id = ConversationId(id.into_inner());
    let turns = context.service.conversation(&id).await?.turns;
    let name = groundwall_export::conversation_name(&turns, format);
    let bytes = web::block(move || groundwall_export::conversation(&turns, format))
        .await
        .map_err(|error| PortError::internal(format!("export: {error}")))??;
    Ok(file(&context, name, format, bytes).await?)
}

/// Bytes as a download with a name.
async fn file(
    context: &Shared,
    name: String,
    format: Format,
    bytes: Vec<u8>,
) -> Result<HttpResponse, PortError> {
    let parameter = if name.is_ascii() {
        header::DispositionParam::Filename(name)
    } else {
        header::DispositionParam::FilenameExt(header::ExtendedValue {
            charset: header::Charset::Ext("UTF-8".to_owned()),
            language_tag: None,
            value: name.into_bytes(),
        })
    };
    let disposition = header::ContentDisposition {
        disposition: header::DispositionType::Attachment,
        parameters: vec![parameter],
    };
    let mut response = HttpResponse::Ok();
    response
        .content_type(format.media_type())
        .insert_header(disposition);
    sending::answer(context, response, bytes).await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Days {
    days: Option<u32>,
}

/// What the reports of the last so many days tell together; none means of all.
pub(crate) async fn counted(context: &Context, days: Option<u32>) -> Result<Insights, PortError> {
    let stretch = match days {
        Some(..=31) => Stretch::Day,
        Some(..=182) => Stretch::Week,
        Some(_) | None => Stretch::Month,
    };
    let from = match days {
        Some(days @ 1..=MOST_DAYS) => {
            let back = jiff::SignedDuration::from_hours(i64::from(days).saturating_mul(24));
            let from = jiff::Timestamp::now()
                .checked_sub(back)
                .map_err(|error| PortError::internal(format!("days: {error}")))?;
            rfc3339(from)
        }
        Some(_) => {
            return Err(Problem::new(
                ProblemCode::Unprocessable,
                format!("days must lie between 1 and {MOST_DAYS}; without it all reports count."),
            )
            .into());
        }
        None => String::new(),
    };
    context.service.insights(&from, stretch).await
}

async fn insights(request: HttpRequest, context: Shared) -> Result<HttpResponse, HttpError> {
    let Days { days } = query(&request, "days")?;
    Ok(HttpResponse::Ok().json(counted(&context, days).await?))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on(
            "/api/v1/conversations/{id}/export",
            web::get().to(export_conversation),
        ))
        .service(on("/api/v1/reports", web::get().to(list)))
        .service(
            on("/api/v1/reports/{id}", web::get().to(report))
                .route(web::patch().to(label))
                .route(web::delete().to(delete)),
        )
        .service(on("/api/v1/reports/{id}/export", web::get().to(export)))
        .service(on("/api/v1/insights", web::get().to(insights)));
}
