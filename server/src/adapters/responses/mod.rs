//! `POST /v1/responses`: the Responses form of `OpenAI` over the gate of chat completions.
//!
//! A request becomes a chat completion, which every chat endpoint serves; what comes back goes through the same verification and is written in this form.

mod asked;
mod events;
mod whole;

use super::chat::{self, endpoint};
use super::collection;
use super::openai::OpenAiError;
use super::streamed;
use crate::admission::Kind;
use crate::api::{Shared, json_body};
use crate::context::in_time;
use actix_web::{HttpRequest, HttpResponse, web};
use asked::Echo;
use events::Events;
use serde_json::{Map, Value};

pub(super) async fn create(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, OpenAiError> {
    let fields: Map<String, Value> = json_body(&request, payload, &context).await?;
    let turn = context.admission.turn(Kind::Judge).await?;
    let streams = fields.get("stream") == Some(&Value::Bool(true));
    let (fields, echo) = asked::chat_fields(fields)?;
    let named = collection::named(request.headers())?;
    let asked = chat::asked(fields, named, &context).await?;
    endpoint(&context)?;
    let as_here = |error: OpenAiError| error.named(asked::name_of);
    if streams {
        let writer = Box::new(Events::new(echo));
        let response = streamed::respond(asked, context, turn, writer).await;
        return response.map_err(as_here);
    }
    let _turn = turn;
    let seconds = context.config.server.deadline_seconds;
    let work = async { Ok(chat::whole(asked, &context).await) };
    let completion = in_time(seconds, work).await?.map_err(as_here)?;
    Ok(HttpResponse::Ok().json(whole::response(&completion, &echo)))
}

/// A new id of something, as that API writes them.
fn id(prefix: &str) -> String {
    format!("{prefix}_{}", uuid::Uuid::new_v4().simple())
}

/// The response without what it says: status, output and usage stand as they are at its beginning.
fn skeleton(echo: &Echo, id: &str, created_at: i64) -> Map<String, Value> {
    let mut response = Map::new();
    response.insert("id".to_owned(), id.into());
    response.insert("object".to_owned(), "response".into());
    response.insert("created_at".to_owned(), created_at.into());
    response.insert("status".to_owned(), "in_progress".into());
    for name in ["error", "incomplete_details", "previous_response_id"] {
        response.insert(name.to_owned(), Value::Null);
    }
    response.insert("output".to_owned(), Value::Array(Vec::new()));
    response.insert("usage".to_owned(), Value::Null);
    // Nothing is kept under this id: the report is kept under its own.
    response.insert("store".to_owned(), false.into());
    for (name, value) in echo.fields() {
        response.insert(name.clone(), value.clone());
    }
    response
}

/// The count of tokens in this form; none where the endpoint counted none.
fn usage(of_chat: &Value) -> Value {
    let count = |at: &str| of_chat.pointer(at).and_then(Value::as_u64);
    let (Some(input), Some(output)) = (count("/prompt_tokens"), count("/completion_tokens")) else {
        return Value::Null;
    };
    let total = count("/total_tokens").unwrap_or(input.saturating_add(output));
    let cached = count("/prompt_tokens_details/cached_tokens").unwrap_or(0);
    let reasoning = count("/completion_tokens_details/reasoning_tokens").unwrap_or(0);
    serde_json::json!({
        "input_tokens": input, "input_tokens_details": {"cached_tokens": cached},
        "output_tokens": output, "output_tokens_details": {"reasoning_tokens": reasoning},
        "total_tokens": total,
    })
}

/// Why a response is not complete, by the reason for which the chat completion ended.
fn incomplete(finish: &str) -> Option<&'static str> {
    match finish {
        "content_filter" => Some("content_filter"),
        "length" => Some("max_output_tokens"),
        _ => None,
    }
}
