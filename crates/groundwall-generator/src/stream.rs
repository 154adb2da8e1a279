//! The answer of a chat endpoint, streamed or whole.

use groundwall_core::TokenEntropy;
use serde::Deserialize;
use serde_json::Value;

/// Longest answer that is read, in bytes.
pub(crate) const MAX_ANSWER: usize = 1_000_000;

/// Why what an endpoint sends is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AnswerError {
    #[error("the answer is over {} bytes", MAX_ANSWER)]
    TooLong,
    #[error("it answered with something that is no chat completion")]
    Garbage,
    #[error("it answered nothing")]
    Nothing,
}

#[derive(Deserialize)]
struct Chunk {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    model: Option<String>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Option<Part>,
    #[serde(default)]
    message: Option<Part>,
    /// Of whatever shape: an answer without usable probabilities is an answer.
    #[serde(default)]
    logprobs: Value,
}

impl Choice {
    /// For each token, the probabilities of the likeliest choices; of one alone where only that one is given.
    fn tokens(&self) -> impl Iterator<Item = Vec<f64>> {
        let probability = |of: &Value| of.get("logprob")?.as_f64().map(f64::exp);
        let all = self.logprobs.get("content").and_then(Value::as_array);
        all.into_iter().flatten().map(move |token| {
            let likeliest = token.get("top_logprobs").and_then(Value::as_array);
            let likeliest: Vec<f64> = likeliest
                .into_iter()
                .flatten()
                .filter_map(probability)
                .collect();
            if likeliest.is_empty() {
                probability(token).into_iter().collect()
            } else {
                likeliest
            }
        })
    }
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    content: Option<String>,
}

/// An answer that is whole.
#[derive(Debug, PartialEq)]
pub(crate) struct Collected {
    pub(crate) text: String,
    /// As the endpoint names it.
    pub(crate) model: Option<String>,
    pub(crate) token_entropy: Option<f64>,
}

/// Collects an answer from the bytes of a response as they arrive.
#[derive(Default)]
pub(crate) struct Collector {
    buffer: Vec<u8>,
    pub(crate) text: String,
    pub(crate) model: Option<String>,
    entropy: TokenEntropy,
    pub(crate) done: bool,
    garbage: bool,
}

impl Collector {
    /// Takes more bytes. Errors when the answer is over the limit.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), AnswerError> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() + self.text.len() > MAX_ANSWER {
            return Err(AnswerError::TooLong);
        }
        while let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.buffer.drain(..=end).collect();
            self.line(&line);
        }
        Ok(())
    }

    fn line(&mut self, line: &[u8]) {
        let line = String::from_utf8_lossy(line);
        let line = line.trim();
        let data = line.strip_prefix("data:").map_or(line, str::trim);
        if data == "[DONE]" {
            self.done = true;
        } else if !data.is_empty()
            && !line.starts_with(':')
            && !line.starts_with("event:")
            && !line.starts_with("id:")
        {
            match serde_json::from_str::<Chunk>(data) {
                Ok(chunk) => self.chunk(chunk),
                Err(_) => self.garbage = true,
            }
        }
    }

    fn chunk(&mut self, chunk: Chunk) {
        self.model = chunk.model.or_else(|| self.model.take());
        for choice in chunk.choices {
            for likeliest in choice.tokens() {
                self.entropy.take(&likeliest);
            }
            let part = choice
                .delta
                .or(choice.message)
                .and_then(|part| part.content);
            self.text.push_str(&part.unwrap_or_default());
        }
    }

    /// The whole answer, or why there is none.
    pub(crate) fn finish(mut self) -> Result<Collected, AnswerError> {
        let rest = std::mem::take(&mut self.buffer);
        self.line(&rest);
        match (self.text.trim(), self.garbage) {
            ("", true) => Err(AnswerError::Garbage),
            ("", false) => Err(AnswerError::Nothing),
            (text, _) => Ok(Collected {
                text: text.to_owned(),
                model: self.model,
                token_entropy: self.entropy.mean(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerError, Collected, Collector};

    fn collect(parts: &[&str]) -> Result<Collected, AnswerError> {
        let mut collector = Collector::default();
        for part in parts {
            collector.push(part.as_bytes())?;
        }
        collector.finish()
    }

    #[test]
    fn streams_cut_anywhere_and_whole_answers() {
        let stream = [
            "data: {\"model\":\"m\",\"choices\":[{\"delta\":{\"con",
            "tent\":\"Hel\"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"lo\"}}]}\n",
            "\ndata: [DONE]\n",
        ];
        assert_eq!(
            collect(&stream).unwrap(),
            Collected {
                text: "Hello".to_owned(),
                model: Some("m".to_owned()),
                token_entropy: None,
            }
        );
        assert_eq!(
            collect(&["{\"choices\":[{\"message\":{\"content\":\"Hi\"}}]}"])
                .unwrap()
                .text,
            "Hi"
        );
    }

    #[test]
    fn probabilities_of_tokens_are_read_in_whatever_shape_they_come() {
        let even = f64::ln(0.5);
        let entropy = |logprobs: serde_json::Value| {
            let answer = serde_json::json!({"choices": [{"message": {"content": "Hi"}, "logprobs": logprobs}]});
            collect(&[&answer.to_string()]).unwrap().token_entropy
        };
        let alone = serde_json::json!({"content": [{"token": "Hi", "logprob": even}]});
        assert!((entropy(alone).unwrap() - 1.0).abs() < 1e-9);
        let two = serde_json::json!({"content": [{"token": "Hi", "logprob": 0.0, "top_logprobs": [{"token": "Hi", "logprob": 0.0}, {"token": "Ho", "logprob": -9999.0}]}]});
        assert_eq!(entropy(two), Some(0.0));
        for odd in [
            serde_json::json!(null),
            serde_json::json!({"content": null}),
            serde_json::json!({"content": [{"token": "Hi", "logprob": null}]}),
            serde_json::json!({"token_logprobs": [-0.1]}),
            serde_json::json!([1, 2]),
        ] {
            assert_eq!(entropy(odd.clone()), None, "{odd}");
        }
    }

    #[test]
    fn garbage_and_nothing_are_told_apart() {
        assert!(
            collect(&["<html>502</html>"])
                .unwrap_err()
                .to_string()
                .contains("no chat completion")
        );
        assert!(
            collect(&["data: {\"choices\":[]}\n", "data: [DONE]\n"])
                .unwrap_err()
                .to_string()
                .contains("nothing")
        );
        assert!(
            collect(&[&"x".repeat(1_000_001)])
                .unwrap_err()
                .to_string()
                .contains("over")
        );
    }
}
