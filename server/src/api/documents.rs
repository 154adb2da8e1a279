//! Documents of a collection: the list, and files that come in.

use super::compat::{multipart_only, none_taken, receive};
use super::{Shared, collections, events};
use crate::http_error::HttpError;
use crate::multipart::Form;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{CollectionId, Document, Problem};
use groundwall_ports::Watch;
use serde::Serialize;
use serde_json::json;

pub(crate) async fn list(request: HttpRequest, context: Shared) -> Result<HttpResponse, HttpError> {
    let collection = collections::of_query(&request, &context).await?;
    let status = context.service.status_of(&collection).await?;
    Ok(HttpResponse::Ok().json(json!({
        "collection": collection, "documents": status.documents, "passages": status.passages
    })))
}

#[derive(Serialize)]
struct Refused {
    filename: String,
    error: String,
}

#[derive(Serialize)]
struct Taken {
    collection: CollectionId,
    documents: Vec<Document>,
    refused: Vec<Refused>,
}

/// Takes in every file of the field `file`; the collection stands in the query string or in the field `collection`.
pub(crate) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let collections::Of { collection } = super::reports::query(&request, "collection")?;
    multipart_only(&request)?;
    let form = Form::new(request.headers(), context.arriving(payload));
    let work = async move |watch: Watch<'_>| taken_in(&context, form, collection, watch).await;
    events::answered(&request, "uploaded", work, |taken| {
        HttpResponse::Created().json(taken)
    })
    .await
}

async fn taken_in(
    context: &Shared,
    form: Form,
    collection: Option<String>,
    watch: Watch<'_>,
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
