//! The answer of a chat endpoint, streamed or whole.

use serde::Deserialize;

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
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    content: Option<String>,
}

/// Collects an answer from the bytes of a response as they arrive.
#[derive(Default)]
pub(crate) struct Collector {
    buffer: Vec<u8>,
    pub(crate) text: String,
    pub(crate) model: Option<String>,
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
            let part = choice
                .delta
                .or(choice.message)
                .and_then(|part| part.content);
            self.text.push_str(&part.unwrap_or_default());
        }
    }

    /// The whole answer, or why there is none.
    pub(crate) fn finish(mut self) -> Result<(String, Option<String>), AnswerError> {
        let rest = std::mem::take(&mut self.buffer);
        self.line(&rest);
        match (self.text.trim(), self.garbage) {
            ("", true) => Err(AnswerError::Garbage),
            ("", false) => Err(AnswerError::Nothing),
            (text, _) => Ok((text.to_owned(), self.model)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AnswerError, Collector};

    fn collect(parts: &[&str]) -> Result<(String, Option<String>), AnswerError> {
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
            ("Hello".to_owned(), Some("m".to_owned()))
        );
        assert_eq!(
            collect(&["{\"choices\":[{\"message\":{\"content\":\"Hi\"}}]}"])
                .unwrap()
                .0,
            "Hi"
        );
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
