//! A request of the Responses form as a chat completion.

use groundwall_core::{Problem, ProblemCode};
use serde_json::{Map, Value, json};

/// What a response repeats of its request.
#[derive(Clone)]
pub(super) struct Echo(Map<String, Value>);

impl Echo {
    pub(super) fn fields(&self) -> &Map<String, Value> {
        &self.0
    }
}

/// What needs something that this server does not keep or do.
const REFUSED: [(&str, &str); 4] = [
    (
        "previous_response_id",
        "No response is kept: send the earlier turns in input.",
    ),
    (
        "conversation",
        "No conversation is kept: send the earlier turns in input.",
    ),
    ("prompt", "There are no stored prompts: send input."),
    (
        "background",
        "Nothing is answered in the background: wait, or use stream.",
    ),
];

/// What concerns that API alone and no chat endpoint.
const DROPPED: [&str; 11] = [
    "store",
    "include",
    "truncation",
    "service_tier",
    "prompt_cache_key",
    "prompt_cache_retention",
    "safety_identifier",
    "metadata",
    "top_logprobs",
    "stream_options",
    "max_tool_calls",
];

/// What a response repeats, and as what where the request did not say it.
fn echo(fields: &Map<String, Value>) -> Echo {
    let defaults = json!({
        "instructions": null, "model": "", "temperature": null, "top_p": null, "max_output_tokens": null, "parallel_tool_calls": true, "tool_choice": "auto",
        "tools": [], "text": {"format": {"type": "text"}}, "truncation": "disabled", "metadata": {}, "user": null, "reasoning": null,
    });
    let mut told = Map::new();
    if let Value::Object(defaults) = defaults {
        for (name, default) in defaults {
            let said = fields.get(&name).filter(|value| !value.is_null()).cloned();
            told.insert(name, said.unwrap_or(default));
        }
    }
    Echo(told)
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// The fields of a chat completion, and what the response repeats of the request.
pub(super) fn chat_fields(
    mut fields: Map<String, Value>,
) -> Result<(Map<String, Value>, Echo), Problem> {
    let echo = echo(&fields);
    for (name, why) in REFUSED {
        let given = fields.remove(name).unwrap_or_default();
        if !matches!(given, Value::Null | Value::Bool(false)) {
            return Err(wrong(format!("This server does not take {name}. {why}")));
        }
    }
    for name in DROPPED {
        fields.remove(name);
    }
    let mut messages = Vec::new();
    if let Some(Value::String(instructions)) = fields.remove("instructions") {
        messages.push(json!({"role": "system", "content": instructions}));
    }
    match fields.remove("input") {
        Some(Value::String(text)) => messages.push(json!({"role": "user", "content": text})),
        Some(Value::Array(items)) => {
            for item in &items {
                take(item, &mut messages)?;
            }
        }
        Some(_) | None => return Err(wrong("The request needs input, a text or a list.")),
    }
    fields.insert("messages".to_owned(), Value::Array(messages));
    renamed(&mut fields)?;
    // Without it a stream is not counted.
    if fields.get("stream") == Some(&Value::Bool(true)) {
        fields.insert("stream_options".to_owned(), json!({"include_usage": true}));
    }
    Ok((fields, echo))
}

/// What a field of a chat completion is called in this form.
pub(super) fn name_of(field: String) -> String {
    let first = field.split(['.', '[']).next().unwrap_or_default();
    match first {
        "max_tokens" | "max_completion_tokens" => "max_output_tokens".to_owned(),
        "messages" => "input".to_owned(),
        "response_format" => "text.format".to_owned(),
        "reasoning_effort" => "reasoning.effort".to_owned(),
        _ => field,
    }
}

/// Brings what has another name or form there into that of a chat completion.
fn renamed(fields: &mut Map<String, Value>) -> Result<(), Problem> {
    if let Some(most) = fields
        .remove("max_output_tokens")
        .filter(|most| !most.is_null())
    {
        fields.insert("max_tokens".to_owned(), most);
    }
    if let Some(effort) = fields
        .remove("reasoning")
        .and_then(|reasoning| reasoning.get("effort").cloned())
        .filter(|effort| !effort.is_null())
    {
        fields.insert("reasoning_effort".to_owned(), effort);
    }
    if let Some(Value::Array(tools)) = fields.remove("tools")
        && !tools.is_empty()
    {
        let tools: Vec<Value> = tools.iter().map(tool).collect::<Result<_, _>>()?;
        fields.insert("tools".to_owned(), Value::Array(tools));
    }
    if let Some(choice) = fields.remove("tool_choice") {
        let choice = match choice.get("type").and_then(Value::as_str) {
            Some("function") => {
                json!({"type": "function", "function": {"name": choice.get("name")}})
            }
            Some(_) => return Err(wrong("tool_choice can name a function, or be a word.")),
            None => choice,
        };
        fields.insert("tool_choice".to_owned(), choice);
    }
    let format = fields
        .remove("text")
        .and_then(|text| text.get("format").cloned());
    match format
        .as_ref()
        .and_then(|format| format.get("type")?.as_str())
    {
        Some("json_schema") => {
            let mut schema = format.unwrap_or_default();
            if let Some(schema) = schema.as_object_mut() {
                schema.remove("type");
            }
            let format = json!({"type": "json_schema", "json_schema": schema});
            fields.insert("response_format".to_owned(), format);
        }
        Some("json_object") => {
            fields.insert("response_format".to_owned(), json!({"type": "json_object"}));
        }
        Some(_) | None => {}
    }
    Ok(())
}

fn tool(tool: &Value) -> Result<Value, Problem> {
    let kind = tool.get("type").and_then(Value::as_str).unwrap_or_default();
    let Some(fields) = tool.as_object().filter(|_| kind == "function") else {
        return Err(wrong(format!(
            "The tool {kind:?} runs at a provider, and what it says could not be verified here. Tools of type function are passed on."
        )));
    };
    let mut function = fields.clone();
    function.remove("type");
    Ok(json!({"type": "function", "function": function}))
}

/// Adds an item of the input to the messages.
fn take(item: &Value, messages: &mut Vec<Value>) -> Result<(), Problem> {
    let text = |name: &str| item.get(name).and_then(Value::as_str).unwrap_or_default();
    match item.get("type").and_then(Value::as_str) {
        None | Some("message") => {
            let role = match text("role") {
                // Not every chat endpoint knows that word.
                "developer" => "system",
                role @ ("user" | "assistant" | "system") => role,
                role => return Err(wrong(format!("An item of input has the role {role:?}."))),
            };
            let content = content(item.get("content").unwrap_or(&Value::Null))?;
            messages.push(json!({"role": role, "content": content}));
        }
        Some("function_call") => {
            let call = json!({
                "id": text("call_id"), "type": "function",
                "function": {"name": text("name"), "arguments": text("arguments")},
            });
            // Calls that were made together stand in one message.
            let last = messages
                .last_mut()
                .and_then(|last| last.get_mut("tool_calls")?.as_array_mut());
            match last {
                Some(calls) => calls.push(call),
                None => messages
                    .push(json!({"role": "assistant", "content": null, "tool_calls": [call]})),
            }
        }
        Some("function_call_output") => {
            let output = content(item.get("output").unwrap_or(&Value::Null))?;
            messages
                .push(json!({"role": "tool", "tool_call_id": text("call_id"), "content": output}));
        }
        // What a model thought goes back to nobody.
        Some("reasoning") => {}
        Some(other) => {
            return Err(wrong(format!(
                "This server does not take an item of type {other:?} in input. It takes messages, function_call and function_call_output."
            )));
        }
    }
    Ok(())
}

/// A content as chat messages have it: a text, or parts.
fn content(given: &Value) -> Result<Value, Problem> {
    let Value::Array(parts) = given else {
        return if given.is_string() {
            Ok(given.clone())
        } else {
            Err(wrong(
                "The content of an item is a text or a list of parts.",
            ))
        };
    };
    let parts = parts.iter().map(|part| {
        let field = |name: &str| part.get(name).cloned().unwrap_or_default();
        match part.get("type").and_then(Value::as_str) {
            Some("input_text" | "output_text" | "text") => {
                Ok(json!({"type": "text", "text": field("text")}))
            }
            Some("refusal") => Ok(json!({"type": "text", "text": field("refusal")})),
            Some("input_image") if part.get("image_url").is_some_and(Value::is_string) => {
                Ok(json!({"type": "image_url", "image_url": {"url": field("image_url")}}))
            }
            other => Err(wrong(format!(
                "This server does not take a part of type {:?}. It takes input_text, output_text and input_image with an address.",
                other.unwrap_or_default()
            ))),
        }
    });
    let parts: Vec<Value> = parts.collect::<Result<_, _>>()?;
    // Texts alone are one text: not every endpoint reads parts.
    let texts: Option<Vec<&str>> = parts
        .iter()
        .map(|part| part.get("text").and_then(Value::as_str))
        .collect();
    Ok(match texts {
        Some(texts) => Value::String(texts.join("\n")),
        None => Value::Array(parts),
    })
}

#[cfg(test)]
mod tests {
    use super::chat_fields;
    use groundwall_core::Problem;
    use serde_json::{Value, json};

    fn read(request: Value) -> Result<Value, Problem> {
        let Value::Object(fields) = request else {
            panic!("a request is an object");
        };
        chat_fields(fields).map(|(fields, _)| Value::Object(fields))
    }

    #[test]
    fn a_request_becomes_a_chat_completion() {
        let request = json!({
            "model": "m", "instructions": "Be brief.", "max_output_tokens": 50, "store": true, "metadata": {"a": "b"}, "temperature": 0.2,
            "reasoning": {"effort": "low"}, "text": {"format": {"type": "json_schema", "name": "n", "schema": {}, "strict": true}},
            "tools": [{"type": "function", "name": "look", "parameters": {"type": "object"}}], "tool_choice": {"type": "function", "name": "look"},
            "input": [
                {"role": "developer", "content": "Be kind."},
                {"role": "user", "content": [{"type": "input_text", "text": "What of"}, {"type": "input_text", "text": "the quay?"}]},
                {"type": "reasoning", "summary": []},
                {"type": "function_call", "call_id": "1", "name": "look", "arguments": "{}"},
                {"type": "function_call", "call_id": "2", "name": "look", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "1", "output": "It is long."},
                {"type": "message", "role": "user", "content": [{"type": "input_image", "image_url": "data:,x"}, {"type": "input_text", "text": "this"}]},
            ],
        });
        let call = |id: &str| json!({"id": id, "type": "function", "function": {"name": "look", "arguments": "{}"}});
        assert_eq!(
            read(request).unwrap(),
            json!({
                "model": "m", "max_tokens": 50, "temperature": 0.2, "reasoning_effort": "low",
                "response_format": {"type": "json_schema", "json_schema": {"name": "n", "schema": {}, "strict": true}},
                "tools": [{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}],
                "tool_choice": {"type": "function", "function": {"name": "look"}},
                "messages": [
                    {"role": "system", "content": "Be brief."},
                    {"role": "system", "content": "Be kind."},
                    {"role": "user", "content": "What of\nthe quay?"},
                    {"role": "assistant", "content": null, "tool_calls": [call("1"), call("2")]},
                    {"role": "tool", "tool_call_id": "1", "content": "It is long."},
                    {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,x"}}, {"type": "text", "text": "this"}]},
                ],
            })
        );
        let streamed = read(json!({"input": "Hello", "stream": true})).unwrap();
        assert_eq!(streamed["stream_options"]["include_usage"], true);
    }

    #[test]
    fn what_cannot_be_done_is_refused_by_name() {
        for (request, named) in [
            (json!({"model": "m"}), "input"),
            (json!({"input": 3}), "input"),
            (
                json!({"input": "x", "previous_response_id": "resp_1"}),
                "previous_response_id",
            ),
            (json!({"input": "x", "background": true}), "background"),
            (
                json!({"input": "x", "tools": [{"type": "web_search"}]}),
                "web_search",
            ),
            (
                json!({"input": [{"type": "item_reference", "id": "1"}]}),
                "item_reference",
            ),
            (json!({"input": [{"role": "king", "content": "x"}]}), "king"),
            (
                json!({"input": [{"role": "user", "content": [{"type": "input_file"}]}]}),
                "input_file",
            ),
        ] {
            let said = read(request).unwrap_err().message;
            assert!(said.contains(named), "{said}");
        }
    }
}
