//! How what the gate lets through is written: a trait, and the form of a chat completion.

use super::openai::OpenAiError;
use groundwall_core::Problem;
use serde_json::{Map, Value, json};

/// What leaves of a choice at once.
pub(super) struct Chunk {
    pub(super) index: u64,
    pub(super) delta: Value,
    pub(super) finish: Value,
    /// Verdicts.
    pub(super) told: Option<Value>,
}

/// Writes what leaves, in the form that was asked for.
pub(super) trait Writer {
    /// What comes before everything.
    fn begin(&mut self) -> String;
    /// Takes what stands around the choices of a chunk of the endpoint.
    fn around(&mut self, fields: Map<String, Value>);
    fn chunk(&mut self, chunk: Chunk) -> String;
    /// The count of tokens, which comes alone.
    fn usage(&mut self, fields: Map<String, Value>) -> String;
    fn done(&mut self) -> String;
    fn failed(&mut self, problem: Problem) -> String;
}

/// The form of a chat completion.
#[derive(Default)]
pub(super) struct Completion {
    around: Map<String, Value>,
}

fn data(chunk: &Value) -> String {
    format!("data: {chunk}\n\n")
}

impl Writer for Completion {
    fn begin(&mut self) -> String {
        String::new()
    }

    fn around(&mut self, fields: Map<String, Value>) {
        self.around = fields;
    }

    fn chunk(&mut self, chunk: Chunk) -> String {
        let Chunk {
            index,
            delta,
            finish,
            told,
        } = chunk;
        let mut chunk = self.around.clone();
        chunk.insert(
            "choices".to_owned(),
            json!([{"index": index, "delta": delta, "finish_reason": finish}]),
        );
        if let Some(Value::Object(mut told)) = told {
            told.insert("choice".to_owned(), json!(index));
            chunk.insert("groundwall".to_owned(), Value::Object(told));
        }
        data(&Value::Object(chunk))
    }

    fn usage(&mut self, mut fields: Map<String, Value>) -> String {
        fields.insert("choices".to_owned(), json!([]));
        data(&Value::Object(fields))
    }

    fn done(&mut self) -> String {
        "data: [DONE]\n\n".to_owned()
    }

    fn failed(&mut self, problem: Problem) -> String {
        data(&OpenAiError::from(problem).body())
    }
}
