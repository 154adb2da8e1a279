//! Streamable HTTP: a POST brings one message, and its answer is one JSON body, as the protocol allows. There are no sessions and no streams of the server's own: each
//! message is served by itself, so nothing has to be kept for a client that does not come again.

use super::{Desk, Tools, unread};
use crate::api::{LIMIT, Shared, json_bytes};
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{Problem, ProblemCode};
use groundwall_ports::PortError;
use rmcp::ServerHandler as _;
use rmcp::model::{
    ClientJsonRpcMessage, ErrorCode, ErrorData, ProtocolVersion, ServerJsonRpcMessage,
};
use rmcp::service::serve_directly;
use rmcp::transport::OneshotTransport;

/// The version that a client speaks, said with every message after the first.
const VERSION: &str = "mcp-protocol-version";

pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/mcp")
            .route(web::post().to(message))
            .default_service(web::to(wrong_method)),
    );
}

async fn wrong_method() -> Result<HttpResponse, HttpError> {
    Err(Problem::new(
        ProblemCode::MethodNotAllowed,
        "The MCP server takes POST: it has no sessions to end and no stream of its own to listen to.",
    )
    .into())
}

fn refused(error: ErrorData) -> HttpResponse {
    HttpResponse::BadRequest().json(ServerJsonRpcMessage::error(error, None))
}

/// A version that is none of ours; without the header any is meant.
fn unknown_version(request: &HttpRequest, tools: &Tools) -> Option<String> {
    let named = request.headers().get(VERSION)?;
    let named = named.to_str().unwrap_or_default();
    let known = tools.supported_protocol_versions();
    let all: Vec<&str> = known.iter().map(ProtocolVersion::as_str).collect();
    (!all.contains(&named))
        .then(|| format!("MCP-Protocol-Version must be one of {}.", all.join(", ")))
}

async fn message(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let body = json_bytes(&request, payload, LIMIT as u64, &context).await?;
    let tools = Tools::here(Desk::Server(context));
    if let Some(problem) = unknown_version(&request, &tools) {
        let problem = ErrorData::new(ErrorCode::INVALID_REQUEST, problem, None);
        return Ok(refused(problem));
    }
    let message = match serde_json::from_slice::<ClientJsonRpcMessage>(&body.bytes) {
        Ok(message) => message,
        Err(error) => return Ok(refused(unread("body", &error))),
    };
    drop(body);
    if !matches!(message, ClientJsonRpcMessage::Request(_)) {
        return Ok(HttpResponse::Accepted().finish());
    }
    let (transport, mut answers) = OneshotTransport::new(message);
    // Dropped with this request when its client hangs up, which ends the tool.
    let _serving = serve_directly(tools, transport, None);
    while let Some(answer) = answers.recv().await {
        if matches!(
            answer,
            ServerJsonRpcMessage::Response(_) | ServerJsonRpcMessage::Error(_)
        ) {
            return Ok(HttpResponse::Ok().json(answer));
        }
    }
    Err(PortError::internal("a tool ended without an answer").into())
}
