//! Collections: which there are, their names and policies, and their end; and which one a request means.

use super::uploads::on_disk;
use super::{Shared, body, on};
use crate::access;
use crate::context::Context;
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{Collection, CollectionChange, CollectionId, HeldCollection, NewCollection};
use groundwall_ports::{FirewallService, PortError};
use serde::{Deserialize, Serialize};

/// The collection that a request names by id or name; without one the home of whoever asks.
pub(crate) async fn named(
    context: &Context,
    given: Option<&str>,
) -> Result<CollectionId, PortError> {
    meant(&*context.service, given).await
}

/// As [`named`], of a service.
pub(crate) async fn meant(
    service: &dyn FirewallService,
    given: Option<&str>,
) -> Result<CollectionId, PortError> {
    match given.filter(|given| !given.trim().is_empty()) {
        Some(given) => Ok(service.collection(given).await?.id),
        None => Ok(access::current().home()),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Of {
    pub(super) collection: Option<String>,
}

/// The collection of the query string, where that takes nothing else.
pub(crate) async fn of_query(
    request: &HttpRequest,
    context: &Context,
) -> Result<CollectionId, PortError> {
    let Of { collection } = super::reports::query(request, "collection")?;
    named(context, collection.as_deref()).await
}

/// A collection with how much it holds.
pub(crate) async fn held(
    context: &Context,
    collection: Collection,
) -> Result<HeldCollection, PortError> {
    let holdings = context.service.holdings(&collection.id).await?;
    Ok(HeldCollection {
        collection,
        holdings,
    })
}

/// All collections with how much they hold. One that is deleted meanwhile is left out.
pub(crate) async fn all_held(context: &Context) -> Result<Vec<HeldCollection>, PortError> {
    let mut all = Vec::new();
    for collection in context.service.collections().await? {
        match held(context, collection).await {
            Ok(one) => all.push(one),
            Err(error) if error.problem.code == groundwall_core::ProblemCode::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(all)
}

/// Every collection, `default` first.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Collections {
    collections: Vec<HeldCollection>,
}

/// What was deleted, with how much it held.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Deleted {
    deleted: HeldCollection,
}

async fn list(context: Shared) -> Result<HttpResponse, HttpError> {
    let collections = all_held(&context).await?;
    Ok(HttpResponse::Ok().json(Collections { collections }))
}

async fn create(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let new: NewCollection = body::json(&request, payload, &context).await?;
    let made = context.service.create_collection(new).await?;
    let address = format!("/api/v1/collections/{}", made.id);
    Ok(HttpResponse::Created()
        .insert_header(("Location", address))
        .json(held(&context, made).await?))
}

async fn show(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let one = context.service.collection(&id.into_inner()).await?;
    Ok(HttpResponse::Ok().json(held(&context, one).await?))
}

async fn change(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let change: CollectionChange = body::json(&request, payload, &context).await?;
    let id = context.service.collection(&id.into_inner()).await?.id;
    let changed = context.service.change_collection(&id, change).await?;
    Ok(HttpResponse::Ok().json(held(&context, changed).await?))
}

/// Says what was deleted with it.
async fn delete(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let id = context.service.collection(&id.into_inner()).await?.id;
    let (collection, holdings) = context.service.delete_collection(&id).await?;
    context.forget_deleted_of(&id);
    let shared = context.clone();
    on_disk(move || {
        shared.batches.forget_of(&id)?;
        shared.uploads.forget_of(&id)
    })
    .await?;
    let deleted = HeldCollection {
        collection,
        holdings,
    };
    Ok(HttpResponse::Ok().json(Deleted { deleted }))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/v1/collections", web::get().to(list)).route(web::post().to(create)))
        .service(
            on("/api/v1/collections/{id}", web::get().to(show))
                .route(web::patch().to(change))
                .route(web::delete().to(delete)),
        );
}
