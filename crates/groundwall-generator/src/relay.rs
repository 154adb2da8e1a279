//! Requests of other programs, passed on to the chat endpoint as they are.

use crate::ChatConfig;
use crate::chat::{client, refusal, silence, unusable};
use crate::refused::{READ, Refused};
use crate::stream::MAX_ANSWER;
use groundwall_core::{Problem, ProblemCode};
use groundwall_ports::PortError;
use serde_json::Value;

/// Most bytes of a response: its text, and what stands around each token of it.
const MAX_RESPONSE: usize = 32 * MAX_ANSWER;

/// Longest wait that an endpoint is believed to ask for, in seconds.
const LONGEST_WAIT: u64 = 86_400;

/// A request that came to nothing, with what the endpoint says to whoever sent it.
#[derive(Debug)]
pub struct RelayError {
    pub error: PortError,
    /// Seconds after which it wants to be asked again.
    pub wait: Option<u64>,
    /// The field of the request that it names as wrong.
    pub param: Option<String>,
}

impl From<PortError> for RelayError {
    fn from(error: PortError) -> Self {
        Self {
            error,
            wait: None,
            param: None,
        }
    }
}

/// The chat endpoint as other programs speak to it.
pub struct Relay {
    client: reqwest::Client,
    url: String,
    config: ChatConfig,
}

/// What comes of a streamed response.
#[derive(Debug, Clone, PartialEq)]
pub enum Relayed {
    Event(Value),
    /// The endpoint said that this was all.
    Done,
    /// The response ended without a word.
    Cut,
}

/// A streamed response under way. Dropping it ends the request.
pub struct RelayedStream {
    response: reqwest::Response,
    buffer: Vec<u8>,
    /// Bytes of the buffer that hold no line break.
    searched: usize,
    received: usize,
}

impl Relay {
    /// Builds the client; `base_url` must be set and be an http or https address.
    ///
    /// # Errors
    /// Fails when the address is not set or does not begin with `http://` or `https://`, or when the HTTP client cannot be built.
    pub fn new(config: ChatConfig) -> Result<Self, PortError> {
        let (client, url) = client(&config)?;
        Ok(Self {
            client,
            url,
            config,
        })
    }

    async fn send(&self, body: &Value) -> Result<reqwest::Response, RelayError> {
        let mut request = self.client.post(&self.url).json(body);
        if let Some(key) = &self.config.api_key {
            request = request.bearer_auth(key.expose());
        }
        let response = request.send().await.map_err(silence)?;
        match response.status().as_u16() {
            200..=299 => Ok(response),
            status @ (400 | 413 | 422) => Err(self.refused(response, status).await),
            status => Err(RelayError {
                wait: wait_of(&response),
                ..refusal(status).into()
            }),
        }
    }

    /// A request in which something is wrong. What the endpoint says of it is for whoever sent it, who alone knows what else it may repeat.
    async fn refused(&self, mut response: reqwest::Response, status: u16) -> RelayError {
        let mut bytes = Vec::new();
        // Words that do not come are not waited for twice: the status says enough.
        while let Ok(Some(more)) = response.chunk().await {
            bytes.extend_from_slice(&more);
            if bytes.len() > READ {
                break;
            }
        }
        let Refused { words, param } = Refused::of(&bytes, self.config.api_key.as_ref());
        let what = words.map_or_else(
            || ". Check its messages, its model and its other fields.".to_owned(),
            |words| format!(": “{words}”. Change what it names and send the request again."),
        );
        let message = format!("The chat endpoint refuses this request (status {status}){what}");
        RelayError {
            wait: None,
            param,
            error: Problem::new(ProblemCode::Unprocessable, message).into(),
        }
    }

    /// The response to a request that is not streamed.
    ///
    /// # Errors
    /// Fails when the endpoint cannot be reached, does not answer in time, refuses the request, or sends too much or no JSON.
    pub async fn whole(&self, body: &Value) -> Result<Value, RelayError> {
        let mut response = self.send(body).await?;
        let mut bytes = Vec::new();
        while let Some(more) = response.chunk().await.map_err(silence)? {
            bytes.extend_from_slice(&more);
            if bytes.len() > MAX_RESPONSE {
                return Err(unusable(&format!("its response is over {MAX_RESPONSE} bytes")).into());
            }
        }
        serde_json::from_slice(&bytes)
            .map_err(|_| unusable("it answered with something that is no chat completion").into())
    }

    /// The response to a request that is streamed.
    ///
    /// # Errors
    /// Fails when the endpoint cannot be reached, does not answer in time, or refuses the request.
    pub async fn streamed(&self, body: &Value) -> Result<RelayedStream, RelayError> {
        Ok(RelayedStream {
            response: self.send(body).await?,
            buffer: Vec::new(),
            searched: 0,
            received: 0,
        })
    }
}

/// The seconds after which an endpoint wants to be asked again, where it says them as a number.
fn wait_of(response: &reqwest::Response) -> Option<u64> {
    let said = response.headers().get(reqwest::header::RETRY_AFTER)?;
    let seconds: u64 = said.to_str().ok()?.trim().parse().ok()?;
    Some(seconds.min(LONGEST_WAIT))
}

impl RelayedStream {
    /// What comes next.
    ///
    /// # Errors
    /// Fails when the stream breaks off or stalls, is too long, holds something that is no event, or tells an error of the endpoint.
    pub async fn next(&mut self) -> Result<Relayed, PortError> {
        loop {
            while let Some(line) = self.line() {
                if let Some(relayed) = relayed(&line)? {
                    return Ok(relayed);
                }
            }
            let Some(more) = self.response.chunk().await.map_err(silence)? else {
                let rest = std::mem::take(&mut self.buffer);
                self.searched = 0;
                return Ok(relayed(&rest)?.unwrap_or(Relayed::Cut));
            };
            self.received = self.received.saturating_add(more.len());
            if self.received > MAX_RESPONSE {
                return Err(unusable(&format!(
                    "its response is over {MAX_RESPONSE} bytes"
                )));
            }
            self.buffer.extend_from_slice(&more);
        }
    }

    /// The next whole line.
    fn line(&mut self) -> Option<Vec<u8>> {
        let fresh = self.buffer.get(self.searched..)?;
        let Some(place) = fresh.iter().position(|byte| *byte == b'\n') else {
            self.searched = self.buffer.len();
            return None;
        };
        let end = self.searched.saturating_add(place);
        self.searched = 0;
        Some(self.buffer.drain(..=end).collect())
    }
}

/// What a line says; none where it is empty, a comment, or names an event.
fn relayed(line: &[u8]) -> Result<Option<Relayed>, PortError> {
    let line = String::from_utf8_lossy(line);
    let Some(data) = line.trim().strip_prefix("data:").map(str::trim) else {
        return match line.trim() {
            said if said.starts_with('{') || said.starts_with('<') => Err(unusable(
                "it answered a request for a stream with something that is none",
            )),
            _ => Ok(None),
        };
    };
    if data == "[DONE]" {
        return Ok(Some(Relayed::Done));
    }
    let event: Value =
        serde_json::from_str(data).map_err(|_| unusable("it sent an event that is no JSON"))?;
    if event.get("error").is_some_and(|error| !error.is_null()) {
        // Its own words stay out: they may repeat the prompt.
        return Err(PortError::unavailable(
            "The chat endpoint broke off with an error of its own. Try again in a while.",
        ));
    }
    Ok(Some(Relayed::Event(event)))
}

#[cfg(test)]
mod tests {
    use super::{Relayed, relayed};

    #[test]
    fn lines_are_events_ends_comments_or_faults() {
        assert_eq!(relayed(b"data: [DONE]\r\n").unwrap(), Some(Relayed::Done));
        assert_eq!(
            relayed(b"data: {\"id\":1}\n").unwrap(),
            Some(Relayed::Event(serde_json::json!({"id": 1})))
        );
        for quiet in [&b": wait\n"[..], b"\n", b"event: x\n", b""] {
            assert_eq!(relayed(quiet).unwrap(), None);
        }
        for fault in [
            &b"data: {\"error\":{\"message\":\"the prompt\"}}\n"[..],
            b"data: {\"id\":\n",
            b"{\"choices\":[]}\n",
            b"<html>\n",
        ] {
            let said = relayed(fault).unwrap_err().problem.message;
            assert!(!said.contains("the prompt"), "{said}");
        }
    }
}
