//! `GET /v1/models`: the names that a request may ask for, as clients of `OpenAI` list them.

use super::openai::OpenAiError;
use crate::api::Shared;
use crate::context::Context;
use actix_web::{HttpResponse, web};
use groundwall_core::{Problem, ProblemCode};
use serde::Serialize;

/// A model that a request may name.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = ChatModel)]
struct Model {
    id: String,
    object: &'static str,
    /// 0: nobody says when it was made.
    created: i64,
    owned_by: &'static str,
}

/// The models that requests may name; none where no chat endpoint is configured.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = ChatModels)]
pub(crate) struct Models {
    object: &'static str,
    data: Vec<Model>,
}

impl Models {
    /// The configured model, then the names of `proxy.models`.
    fn of(context: &Context) -> Self {
        let mut names: Vec<&str> = Vec::new();
        if context.relay.is_some() {
            names.push(&context.config.generator.model);
            let further = context.config.proxy.models.keys().map(String::as_str);
            names.extend(further.filter(|name| *name != context.config.generator.model));
        }
        let model = |name: &str| Model {
            id: name.to_owned(),
            object: "model",
            created: 0,
            owned_by: "groundwall",
        };
        Self {
            object: "list",
            data: names.into_iter().map(model).collect(),
        }
    }
}

pub(super) async fn list(context: Shared) -> HttpResponse {
    HttpResponse::Ok().json(Models::of(&context))
}

pub(super) async fn one(
    id: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, OpenAiError> {
    let id = id.into_inner();
    let all = Models::of(&context).data;
    let Some(found) = all.into_iter().find(|model| model.id == id) else {
        let name: String = id.chars().take(100).collect();
        return Err(Problem::new(
            ProblemCode::NotFound,
            format!("There is no model {name:?} here. GET /v1/models lists those that there are."),
        )
        .into());
    };
    Ok(HttpResponse::Ok().json(found))
}
