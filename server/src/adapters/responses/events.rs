//! A streamed response: the events of the Responses form, made of what the gate lets through.

use super::asked::Echo;
use super::whole::{call, message, refusal_part, text_part};
use super::{id, incomplete, skeleton, usage};
use crate::adapters::writer::{Chunk, Writer};
use groundwall_core::Problem;
use serde_json::{Map, Value, json};

/// The message that is under way.
struct Message {
    id: String,
    place: usize,
    text: String,
}

/// A call of a tool that is under way, in the form of a chat completion.
struct Call {
    /// Its number in the chat completion.
    number: u64,
    id: String,
    place: usize,
    of_chat: Value,
}

/// Writes a stream in this form.
pub(super) struct Events {
    response: Map<String, Value>,
    sequence: u64,
    /// Items of the output, by their place; those under way stand as they begin.
    output: Vec<Value>,
    message: Option<Message>,
    refusal: String,
    calls: Vec<Call>,
    reason: Option<&'static str>,
}

impl Events {
    pub(super) fn new(echo: Echo) -> Self {
        let now = jiff::Timestamp::now().as_second();
        Self {
            response: skeleton(&echo, &id("resp"), now),
            sequence: 0,
            output: Vec::new(),
            message: None,
            refusal: String::new(),
            calls: Vec::new(),
            reason: None,
        }
    }

    fn event(&mut self, kind: &str, mut fields: Value) -> String {
        if let Some(fields) = fields.as_object_mut() {
            fields.insert("type".to_owned(), kind.into());
            fields.insert("sequence_number".to_owned(), self.sequence.into());
        }
        self.sequence = self.sequence.saturating_add(1);
        format!("event: {kind}\ndata: {fields}\n\n")
    }

    /// An event that carries the whole response as it is then.
    fn state(&mut self, kind: &str) -> String {
        let response = Value::Object(self.response.clone());
        self.event(kind, json!({"response": response}))
    }

    /// Begins an item of the output.
    fn begin_item(&mut self, item: Value) -> (usize, String) {
        let place = self.output.len();
        self.output.push(item.clone());
        let added = json!({"output_index": place, "item": item});
        (place, self.event("response.output_item.added", added))
    }

    fn end_item(&mut self, place: usize, item: Value) -> String {
        if let Some(known) = self.output.get_mut(place) {
            *known = item.clone();
        }
        let done = json!({"output_index": place, "item": item});
        self.event("response.output_item.done", done)
    }

    /// A piece of the text, with its verdicts.
    fn text(&mut self, more: &str, told: Option<Value>) -> String {
        let mut said = String::new();
        let (id, place) = if let Some(message) = &mut self.message {
            message.text.push_str(more);
            (message.id.clone(), message.place)
        } else {
            let id = id("msg");
            let (place, begun) = self.begin_item(message(&id, "in_progress", Vec::new()));
            said += &begun;
            let part = json!({"item_id": id, "output_index": place, "content_index": 0, "part": text_part("")});
            said += &self.event("response.content_part.added", part);
            self.message = Some(Message {
                id: id.clone(),
                place,
                text: more.to_owned(),
            });
            (id, place)
        };
        let mut delta = json!({"item_id": id, "output_index": place, "content_index": 0, "delta": more, "logprobs": []});
        if let (Some(fields), Some(told)) = (delta.as_object_mut(), told) {
            fields.insert("groundwall".to_owned(), told);
        }
        said + &self.event("response.output_text.delta", delta)
    }

    /// A part of a call of a tool.
    fn call(&mut self, part: &Value) -> String {
        let number = part.get("index").and_then(Value::as_u64).unwrap_or(0);
        let more = part
            .pointer("/function/arguments")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        let mut said = String::new();
        let known = self.calls.iter_mut().find(|call| call.number == number);
        let (id, place) = if let Some(known) = known {
            if let Some(Value::String(arguments)) = known.of_chat.pointer_mut("/function/arguments")
            {
                arguments.push_str(&more);
            }
            (known.id.clone(), known.place)
        } else {
            let id = id("fc");
            let mut of_chat = json!({"id": part.get("id"), "function": {"name": part.pointer("/function/name"), "arguments": ""}});
            let (place, begun) = self.begin_item(call(&id, "in_progress", &of_chat));
            said += &begun;
            if let Some(arguments) = of_chat.pointer_mut("/function/arguments") {
                *arguments = more.clone().into();
            }
            self.calls.push(Call {
                number,
                id: id.clone(),
                place,
                of_chat,
            });
            (id, place)
        };
        if !more.is_empty() {
            let delta = json!({"item_id": id, "output_index": place, "delta": more});
            said += &self.event("response.function_call_arguments.delta", delta);
        }
        said
    }

    /// Ends what is under way.
    fn close(&mut self) -> String {
        let mut said = String::new();
        let status = if self.reason.is_some() {
            "incomplete"
        } else {
            "completed"
        };
        let refusal = std::mem::take(&mut self.refusal);
        if self.message.is_none() && !refusal.is_empty() {
            let id = id("msg");
            let (place, begun) = self.begin_item(message(&id, "in_progress", Vec::new()));
            said += &begun;
            said += &self.refused(&id, place, 0, &refusal);
            let item = message(&id, status, vec![refusal_part(&refusal)]);
            said += &self.end_item(place, item);
        }
        if let Some(Message { id, place, text }) = self.message.take() {
            let at = |part: Value| {
                let mut fields = json!({"item_id": id, "output_index": place, "content_index": 0});
                if let (Some(fields), Value::Object(part)) = (fields.as_object_mut(), part) {
                    fields.extend(part);
                }
                fields
            };
            let done = at(json!({"text": text, "logprobs": []}));
            said += &self.event("response.output_text.done", done);
            let part = at(json!({"part": text_part(&text)}));
            said += &self.event("response.content_part.done", part);
            let mut parts = vec![text_part(&text)];
            if !refusal.is_empty() {
                said += &self.refused(&id, place, 1, &refusal);
                parts.push(refusal_part(&refusal));
            }
            said += &self.end_item(place, message(&id, status, parts));
        }
        for Call {
            id, place, of_chat, ..
        } in std::mem::take(&mut self.calls)
        {
            let item = call(&id, "completed", &of_chat);
            let done = json!({"item_id": id, "output_index": place, "name": item.get("name"), "arguments": item.get("arguments")});
            said += &self.event("response.function_call_arguments.done", done);
            said += &self.end_item(place, item);
        }
        said
    }

    /// A refusal as a part of a message.
    fn refused(&mut self, id: &str, place: usize, number: usize, text: &str) -> String {
        let at = |name: &str, value: Value| {
            let mut fields = json!({"item_id": id, "output_index": place, "content_index": number});
            if let Some(fields) = fields.as_object_mut() {
                fields.insert(name.to_owned(), value);
            }
            fields
        };
        let added = at("part", refusal_part(""));
        let delta = at("delta", text.into());
        let done = at("refusal", text.into());
        let part = at("part", refusal_part(text));
        [
            ("response.content_part.added", added),
            ("response.refusal.delta", delta),
            ("response.refusal.done", done),
            ("response.content_part.done", part),
        ]
        .into_iter()
        .map(|(kind, fields)| self.event(kind, fields))
        .collect()
    }

    fn is_said(&self) -> bool {
        self.message.is_some() || !self.output.is_empty()
    }
}

impl Writer for Events {
    fn begin(&mut self) -> String {
        self.state("response.created") + &self.state("response.in_progress")
    }

    fn around(&mut self, fields: Map<String, Value>) {
        if let Some(model) = fields.get("model") {
            self.response.insert("model".to_owned(), model.clone());
        }
    }

    fn chunk(&mut self, chunk: Chunk) -> String {
        let Chunk {
            index,
            delta,
            finish,
            told,
        } = chunk;
        // There is one choice in this form.
        if index != 0 {
            return String::new();
        }
        let mut said = String::new();
        if let Some(more) = delta.get("refusal").and_then(Value::as_str) {
            self.refusal.push_str(more);
        }
        for part in delta
            .get("tool_calls")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            said += &self.call(part);
        }
        let text = delta.get("content").and_then(Value::as_str);
        let Some(finish) = finish.as_str() else {
            if text.is_some() || told.is_some() {
                said += &self.text(text.unwrap_or_default(), told);
            }
            return said;
        };
        self.reason = incomplete(finish);
        if let Some(verdicts) = told {
            let banner = verdicts.get("banner").and_then(Value::as_str);
            let told = self.is_said() || !self.refusal.is_empty();
            if let (Some("content_filter"), Some(banner), false) = (self.reason, banner, told) {
                self.refusal.push_str(banner);
            }
            self.response.insert("groundwall".to_owned(), verdicts);
        }
        said + &self.close()
    }

    fn usage(&mut self, fields: Map<String, Value>) -> String {
        let counted = fields.get("usage").unwrap_or(&Value::Null);
        self.response.insert("usage".to_owned(), usage(counted));
        String::new()
    }

    fn done(&mut self) -> String {
        let mut said = self.close();
        let output = Value::Array(std::mem::take(&mut self.output));
        self.response.insert("output".to_owned(), output);
        let kind = if let Some(reason) = self.reason {
            let details = json!({"reason": reason});
            self.response
                .insert("incomplete_details".to_owned(), details);
            "incomplete"
        } else {
            "completed"
        };
        self.response.insert("status".to_owned(), kind.into());
        said += &self.state(&format!("response.{kind}"));
        said
    }

    fn failed(&mut self, problem: Problem) -> String {
        let error = json!({"code": "server_error", "message": problem.message});
        self.response.insert("error".to_owned(), error);
        self.response.insert("status".to_owned(), "failed".into());
        // What had left stays with the client; the response itself keeps nothing.
        self.state("response.failed")
    }
}
