//! API keys: which there are, a new one, and the end of one.

use super::{Shared, body, on};
use crate::access;
use crate::context::Context;
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{ApiKey, NewKey};
use groundwall_ports::PortError;
use serde::Serialize;

/// A key that was just made, and the only time that the whole of it is said.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = MadeKey)]
pub(crate) struct Made {
    #[serde(flatten)]
    pub(crate) about: ApiKey,
    pub(crate) key: String,
}

/// Makes a key for whoever asks, who can give away no more than they have.
pub(crate) async fn made(context: &Context, new: NewKey) -> Result<Made, PortError> {
    let collections = context.service.collections().await?;
    let by = access::current();
    let (about, key) = context.keys.make(new, &collections, &by).await?;
    Ok(Made { about, key })
}

/// The newest first, without what opens.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Keys {
    keys: Vec<ApiKey>,
}

async fn list(context: Shared) -> Result<HttpResponse, HttpError> {
    let keys = context.keys.all().await?;
    Ok(HttpResponse::Ok().json(Keys { keys }))
}

async fn create(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let new: NewKey = body::json(&request, payload, &context).await?;
    Ok(HttpResponse::Created().json(made(&context, new).await?))
}

async fn revoke(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    Ok(HttpResponse::Ok().json(context.keys.revoke(&id).await?))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/v1/keys", web::get().to(list)).route(web::post().to(create)))
        .service(on("/api/v1/keys/{id}", web::delete().to(revoke)));
}
