//! Where other programs plug in: the chat form of `OpenAI`, and the guardrail forms of gateways.

mod agentgateway;
pub(crate) mod chat;
mod collection;
mod gate;
mod halugate;
pub(crate) mod litellm;
mod masked;
pub(crate) mod models;
mod openai;
mod orders;
mod responses;
mod streamed;
pub(crate) mod verdicts;
mod writer;

pub(crate) use openai::{refused, speaks_openai};

use actix_web::{Resource, Route, web};

fn on(path: &str, route: Route) -> Resource {
    web::resource(path)
        .route(route)
        .default_service(web::to(openai::wrong_method))
}

/// Every endpoint that another project's form names.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on(
            "/v1/chat/completions",
            web::post().to(chat::completions),
        ))
        .service(on("/v1/responses", web::post().to(responses::create)))
        .service(on("/v1/models", web::get().to(models::list)))
        // Names of models have slashes.
        .service(on("/v1/models/{id:.+}", web::get().to(models::one)))
        .service(on(
            "/halugate/v1/chat/completions",
            web::post().to(halugate::detect),
        ))
        .service(on(
            "/beta/litellm_basic_guardrail_api",
            web::post().to(litellm::guardrail),
        ))
        .service(on("/request", web::post().to(agentgateway::request)))
        .service(on("/response", web::post().to(agentgateway::response)))
        .service(web::scope("/v1").default_service(web::to(openai::missing)));
}
