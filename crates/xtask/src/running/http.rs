//! Requests as bytes and answers as text: what is sent here is often no request that a client library would send.

use anyhow::Context as _;
use std::io::Read as _;
use std::net::TcpStream;

pub(crate) const JSON: &str = "application/json";
pub(crate) const TEXT: &str = "text/plain";
pub(crate) const FORM: &str = "multipart/form-data; boundary=edge";
/// So much of a form of one file is less than its whole, and more than its head.
pub(crate) const PART: usize = 85;
/// Longest answer that is kept.
const ANSWER: u64 = 4 * 1024 * 1024;

/// A form with one file.
pub(crate) fn form(name: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
    );
    [head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat()
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    /// Seconds after which to come again.
    pub(crate) wait: Option<u64>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> anyhow::Result<serde_json::Value> {
        serde_json::from_str(&self.body)
            .with_context(|| format!("an answer of {} is no JSON", self.status))
    }
}

/// Reads an answer to its end.
pub(crate) fn answer(stream: TcpStream) -> anyhow::Result<Answer> {
    let mut said = Vec::new();
    let read = stream.take(ANSWER).read_to_end(&mut said);
    let said = String::from_utf8_lossy(&said);
    // A connection that is reset after its answer has given it.
    if said.is_empty() {
        read.context("no answer")?;
    }
    parse(&said)
}

fn parse(said: &str) -> anyhow::Result<Answer> {
    let (head, body) = said.split_once("\r\n\r\n").unwrap_or((said, ""));
    let mut lines = head.lines();
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1)?.parse().ok())
        .context("no answer")?;
    let mut answer = Answer {
        status,
        wait: None,
        body: body.to_owned(),
    };
    let mut length = None;
    for (name, value) in lines.filter_map(|line| line.split_once(':')) {
        match name.to_ascii_lowercase().as_str() {
            "retry-after" => answer.wait = value.trim().parse().ok(),
            "content-length" => length = value.trim().parse::<usize>().ok(),
            _ => {}
        }
    }
    // What was cut off on its way acknowledges nothing.
    anyhow::ensure!(
        length.is_none_or(|length| body.len() >= length),
        "the answer is cut off"
    );
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let said = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 2\r\nx: y\r\n\r\n{}";
        let answer = parse(said).unwrap();
        assert_eq!(
            (answer.status, answer.wait, answer.body.as_str()),
            (429, Some(2), "{}")
        );
        assert!(parse("").is_err() && parse("nonsense").is_err());
        assert_eq!(parse("HTTP/1.1 200 OK\r\n\r\n").unwrap().wait, None);
        assert!(parse("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}").is_err());
    }
}
