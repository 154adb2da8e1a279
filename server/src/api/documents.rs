//! Documents of a collection: the list, and files that come in.

use super::compat::{multipart_only, none_taken, receive};
use super::{Shared, body, collections, events, on};
use crate::admission::Kind;
use crate::context::{Context, in_time};
use crate::http_error::HttpError;
use crate::multipart::Form;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{CollectionId, Document, DocumentId, HeaderRow, Problem};
use groundwall_ports::{FirewallService, PortError, ProgressSink};
use serde::{Deserialize, Serialize};

async fn list(request: HttpRequest, context: Shared) -> Result<HttpResponse, HttpError> {
    let collection = collections::of_query(&request, &context).await?;
    Ok(HttpResponse::Ok().json(listed(&*context.service, &collection).await?))
}

/// The documents of a collection, as programs read them.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = Documents)]
pub(crate) struct Listing {
    collection: CollectionId,
    documents: Vec<Document>,
    passages: u32,
}

/// Lists the documents of a collection.
pub(crate) async fn listed(
    service: &dyn FirewallService,
    collection: &CollectionId,
) -> Result<Listing, PortError> {
    let status = service.status_of(collection).await?;
    Ok(Listing {
        collection: collection.clone(),
        documents: status.documents,
        passages: status.passages,
    })
}

#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Refused {
    pub(super) filename: String,
    pub(super) error: String,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = UploadedDocuments)]
pub(super) struct Taken {
    collection: CollectionId,
    documents: Vec<Document>,
    refused: Vec<Refused>,
}

/// Takes in every file of the field `file`; the collection stands in the query string or in the field `collection`.
async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let collections::Of { collection } = super::reports::query(&request, "collection")?;
    multipart_only(&request)?;
    let form = Form::new(request.headers(), context.arriving(payload));
    let work =
        async move |watch: ProgressSink<'_>| taken_in(&context, form, collection, watch).await;
    events::answered(&request, "uploaded", work, |taken| {
        HttpResponse::Created().json(taken)
    })
    .await
}

async fn taken_in(
    context: &Shared,
    form: Form,
    collection: Option<String>,
    watch: ProgressSink<'_>,
) -> Result<Taken, HttpError> {
    let (collection, outcomes) = receive(context, form, collection, watch).await?;
    let (mut documents, mut problems) = (Vec::new(), Vec::new());
    for outcome in outcomes {
        match outcome.result {
            Ok(document) => documents.push(document),
            Err(problem) => problems.push((outcome.name, problem)),
        }
    }
    if documents.is_empty() {
        let problems: Vec<(&str, &Problem)> = problems
            .iter()
            .map(|(name, problem)| (name.as_str(), problem))
            .collect();
        return Err(none_taken(&problems).into());
    }
    Ok(Taken {
        collection,
        documents,
        refused: problems
            .into_iter()
            .map(|(filename, problem)| Refused {
                filename,
                error: problem.message,
            })
            .collect(),
    })
}

/// Rows of sheets that name the columns, at most.
const HEADERS: usize = 1_000;

/// Has a document read again in its turn, with these rows as those that name the columns.
pub(crate) async fn with_headers(
    context: &Context,
    id: &DocumentId,
    headers: Vec<HeaderRow>,
) -> Result<Document, Problem> {
    let _turn = context.admission.turn(Kind::Upload).await?;
    let work = context.service.set_headers(id, headers);
    in_time(context.config.server.upload_seconds, work).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HeaderRows)]
pub(super) struct Headers {
    headers: Vec<HeaderRow>,
}

/// Says which rows of a document's sheets name the columns; none has them found again.
async fn headers(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Headers { mut headers } = body::json(&request, payload, &context).await?;
    headers.truncate(HEADERS);
    let id = DocumentId(id.into_inner());
    Ok(HttpResponse::Ok().json(with_headers(&context, &id, headers).await?))
}

/// Notes that a person went through a document now and that it holds as it is.
async fn review(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let id = DocumentId(id.into_inner());
    Ok(HttpResponse::Ok().json(context.service.review_document(&id).await?))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/v1/documents", web::get().to(list)).route(web::post().to(upload)))
        .service(on("/api/v1/documents/{id}/headers", web::put().to(headers)))
        .service(on("/api/v1/documents/{id}/review", web::post().to(review)));
}
