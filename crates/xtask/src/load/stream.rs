//! One answer as a client receives it: what came, and when.

use super::answers::Answer;
use crate::running::server::{Server, with_key};
use anyhow::{Context as _, bail, ensure};
use serde_json::Value;
use std::io::{self, BufRead, BufReader, Read};
use std::net::TcpStream;
use std::time::Instant;

/// What became of a sentence.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Fate {
    Released(Instant),
    /// Its verdict came and it did not.
    Dropped(Instant),
}

/// An answer that was received.
pub(super) struct Received {
    /// When it was asked for.
    pub(super) asked: Instant,
    /// What became of each sentence; none where nothing was said of it.
    pub(super) fates: Vec<Option<Fate>>,
}

/// What the server says to who asks for a stream.
pub(super) enum Reply {
    Answer(Received),
    /// Come again after so many seconds.
    Later(u64),
}

/// Asks for an answer and receives it.
pub(super) fn receive(server: &Server, body: &Value, answer: &Answer) -> anyhow::Result<Reply> {
    let body = serde_json::to_vec(body)?;
    let asked = Instant::now();
    let headers = with_key("application/json");
    let target = "POST /v1/chat/completions";
    let mut stream = BufReader::new(server.begin(target, &headers, body.len(), &body)?);
    let (status, wait, chunked) = head(&mut stream)?;
    match (status, wait) {
        (200, _) => {}
        (429 | 503, Some(wait)) => return Ok(Reply::Later(wait)),
        (status, wait) => bail!("it is answered {status}, Retry-After {wait:?}"),
    }
    ensure!(chunked, "the stream is not sent in chunks");
    let lines = BufReader::new(Chunks { stream, left: 0 }).lines();
    let fates = fates(lines, answer)?;
    Ok(Reply::Answer(Received { asked, fates }))
}

/// Reads the head of an answer: its status, when to come again, and whether its body comes in chunks.
fn head(stream: &mut BufReader<TcpStream>) -> anyhow::Result<(u16, Option<u64>, bool)> {
    let mut line = String::new();
    stream.read_line(&mut line)?;
    let status = line.split(' ').nth(1).context("no answer")?.parse()?;
    let (mut wait, mut chunked) = (None, false);
    loop {
        line.clear();
        stream.read_line(&mut line)?;
        let header = line.trim().to_ascii_lowercase();
        match header.split_once(':') {
            None => return Ok((status, wait, chunked)),
            Some(("retry-after", value)) => wait = value.trim().parse().ok(),
            Some(("transfer-encoding", value)) => chunked = value.trim() == "chunked",
            Some(_) => {}
        }
    }
}

/// Reads the events of an answer to their end.
fn fates(
    lines: impl Iterator<Item = io::Result<String>>,
    answer: &Answer,
) -> anyhow::Result<Vec<Option<Fate>>> {
    let mut fates = vec![None; answer.sentences.len()];
    for line in lines {
        let line = line.context("the stream breaks off")?;
        let now = Instant::now();
        let Some(data) = line.strip_prefix("data: ") else {
            continue;
        };
        if data == "[DONE]" {
            return Ok(fates);
        }
        let event: Value = serde_json::from_str(data).context("an event is no JSON")?;
        if let Some(error) = event.get("error") {
            bail!("the stream ends in {error}");
        }
        let ended = !event["choices"][0]["finish_reason"].is_null();
        if let Some(place) = place(&event, answer).filter(|_| !ended) {
            let content = event["choices"][0]["delta"]["content"].as_str();
            let released = content.is_some_and(|content| !content.trim().is_empty());
            fates[place].get_or_insert(if released {
                Fate::Released(now)
            } else {
                Fate::Dropped(now)
            });
        }
    }
    bail!("the stream ends without [DONE]")
}

/// The sentence of the answer that an event is about: the one that it brings, or else the one whose claims it judges.
fn place(event: &Value, answer: &Answer) -> Option<usize> {
    let content = event["choices"][0]["delta"]["content"].as_str();
    let told = &event["groundwall"];
    let claims = ["claims", "removed"]
        .into_iter()
        .filter_map(|name| told[name].as_array())
        .flatten()
        .filter_map(|claim| claim["text"].as_str());
    content.into_iter().chain(claims).find_map(|said| {
        let said = said.trim();
        let same = |text: &str| said.starts_with(text.trim_end_matches('.'));
        answer.sentences.iter().position(|s| same(&s.text))
    })
}

/// The body of an answer that is sent in chunks (RFC 9112, 7.1).
struct Chunks<R> {
    stream: R,
    /// Bytes of the present chunk that have not been read.
    left: u64,
}

impl<R: BufRead> Chunks<R> {
    fn line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        self.stream.read_line(&mut line)?;
        Ok(line)
    }
}

impl<R: BufRead> Read for Chunks<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            let line = self.line()?;
            self.left = u64::from_str_radix(line.trim(), 16)
                .map_err(|_| io::Error::from(io::ErrorKind::UnexpectedEof))?;
            if self.left == 0 {
                return Ok(0);
            }
        }
        let count = (&mut self.stream).take(self.left).read(buffer)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= count as u64;
        if self.left == 0 {
            self.line()?;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::super::answers::{Sentence, answers};
    use super::*;
    use serde_json::json;

    fn answer() -> Answer {
        let sentence = |text: &str| Sentence {
            text: text.to_owned(),
            supported: true,
        };
        Answer {
            place: "Norvik".to_owned(),
            document: String::new(),
            sentences: ["The quay is old.", "The crane is red.", "The dock is dry."]
                .map(sentence)
                .to_vec(),
        }
    }

    fn event(content: &str, claim: &str) -> Value {
        let delta = if content.is_empty() {
            json!({})
        } else {
            json!({"content": content})
        };
        json!({"choices": [{"delta": delta, "finish_reason": null}], "groundwall": {"claims": [], "removed": [{"text": claim}]}})
    }

    #[test]
    fn chunks_are_put_together() {
        let said = b"5\r\ndata:\r\n3\r\n a\n\r\n0\r\n\r\n";
        let mut text = String::new();
        let mut chunks = Chunks {
            stream: &said[..],
            left: 0,
        };
        chunks.read_to_string(&mut text).unwrap();
        assert_eq!(text, "data: a\n");
        for cut in [&said[..4], &said[..18], b""] {
            let mut chunks = Chunks {
                stream: cut,
                left: 0,
            };
            assert!(chunks.read_to_string(&mut String::new()).is_err());
        }
    }

    #[test]
    fn events_are_about_the_sentence_that_they_bring_or_judge() {
        let answer = answer();
        assert_eq!(place(&event(" The crane is red.", ""), &answer), Some(1));
        assert_eq!(place(&event("", "The dock is dry."), &answer), Some(2));
        assert_eq!(
            place(&event("The dock is dry. [Not verified: no]", ""), &answer),
            Some(2)
        );
        assert_eq!(
            place(&event("Something else.", "Of nobody."), &answer),
            None
        );
        assert_eq!(
            place(
                &json!({"choices": [{"delta": {"role": "assistant"}}]}),
                &answer
            ),
            None
        );
        let made = answers(20, 3).unwrap();
        for (at, sentence) in made[7].sentences.iter().enumerate() {
            assert_eq!(place(&event(&sentence.text, ""), &made[7]), Some(at));
        }
    }

    #[test]
    fn a_stream_is_read_to_its_end_or_fails() {
        let lines = |events: &[Value], end: &str| -> Vec<io::Result<String>> {
            let events = events.iter().map(|event| Ok(format!("data: {event}")));
            events
                .chain([Ok(String::new()), Ok(end.to_owned())])
                .collect()
        };
        let events = [
            event("The quay is old.", ""),
            event("", "The crane is red."),
        ];
        let fates = fates(lines(&events, "data: [DONE]").into_iter(), &answer()).unwrap();
        assert!(matches!(
            fates[..],
            [Some(Fate::Released(_)), Some(Fate::Dropped(_)), None]
        ));
        let failed = [json!({"error": {"message": "no"}})];
        for wrong in [
            lines(&events, ""),
            lines(&failed, "data: [DONE]"),
            lines(&[], "data: {"),
        ] {
            assert!(super::fates(wrong.into_iter(), &answer()).is_err());
        }
    }
}
