//! A verified chat completion as a response.

use super::asked::Echo;
use super::{id, incomplete, skeleton, usage};
use serde_json::{Map, Value, json};

/// The part of a message with a text.
pub(super) fn text_part(text: &str) -> Value {
    json!({"type": "output_text", "text": text, "annotations": [], "logprobs": []})
}

pub(super) fn refusal_part(text: &str) -> Value {
    json!({"type": "refusal", "refusal": text})
}

pub(super) fn message(id: &str, status: &str, content: Vec<Value>) -> Value {
    json!({"type": "message", "id": id, "status": status, "role": "assistant", "content": content})
}

/// A call of a tool, of what the chat completion says of it.
pub(super) fn call(id: &str, status: &str, of_chat: &Value) -> Value {
    let text = |at: &str| {
        of_chat
            .pointer(at)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    json!({
        "type": "function_call", "id": id, "status": status, "call_id": text("/id"), "name": text("/function/name"), "arguments": text("/function/arguments"),
    })
}

/// The response to a request that is not streamed.
pub(super) fn response(completion: &Value, echo: &Echo) -> Value {
    let choice = completion.pointer("/choices/0").unwrap_or(&Value::Null);
    let said = choice.get("message").unwrap_or(&Value::Null);
    let finish = choice.get("finish_reason").and_then(Value::as_str);
    let reason = incomplete(finish.unwrap_or_default());
    let status = if reason.is_some() {
        "incomplete"
    } else {
        "completed"
    };
    let mut parts = Vec::new();
    if let Some(text) = said.get("content").and_then(Value::as_str) {
        parts.push(text_part(text));
    }
    if let Some(text) = said.get("refusal").and_then(Value::as_str) {
        parts.push(refusal_part(text));
    }
    let mut output = Vec::new();
    if !parts.is_empty() {
        output.push(message(&id("msg"), status, parts));
    }
    let calls = said.get("tool_calls").and_then(Value::as_array);
    for of_chat in calls.into_iter().flatten() {
        output.push(call(&id("fc"), "completed", of_chat));
    }
    let created = completion.get("created").and_then(Value::as_i64);
    let mut response: Map<String, Value> = skeleton(echo, &id("resp"), created.unwrap_or_default());
    response.insert("status".to_owned(), status.into());
    if let Some(reason) = reason {
        response.insert("incomplete_details".to_owned(), json!({"reason": reason}));
    }
    if let Some(model) = completion.get("model") {
        response.insert("model".to_owned(), model.clone());
    }
    response.insert("output".to_owned(), Value::Array(output));
    let counted = completion.get("usage").unwrap_or(&Value::Null);
    response.insert("usage".to_owned(), usage(counted));
    let told = completion.get("groundwall").cloned();
    response.insert("groundwall".to_owned(), told.unwrap_or_default());
    Value::Object(response)
}
