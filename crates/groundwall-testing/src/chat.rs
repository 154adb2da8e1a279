//! An OpenAI-compatible chat endpoint on loopback that answers from a script.

use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// One scripted answer.
#[derive(Debug, Clone)]
pub enum Reply {
    /// A streamed answer with this text, in two chunks.
    Text(String),
    /// A bare status.
    Status(u16),
    /// A refusal with a body and what stands in `Retry-After`.
    Refused {
        status: u16,
        wait: Option<String>,
        body: Value,
    },
    /// Status 200 and bytes that are no chat answer.
    Garbage,
    /// The connection is closed without a byte.
    Nothing,
    /// The connection stays open without a byte.
    Silence,
    /// A whole answer in one piece.
    Json(Value),
    /// A streamed answer of these events, and what comes behind them.
    Events(Vec<Value>, Then),
}

/// What comes behind the events of a streamed answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Done,
    /// The connection is closed.
    Cut,
    /// The connection stays open without a further byte until the client goes.
    Hang,
}

/// The endpoint. It stops when it is dropped.
///
/// ```
/// use groundwall_testing::{Reply, ScriptedChat};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let chat = ScriptedChat::start([Reply::Text("Yes.".to_owned())]).await;
/// assert!(chat.url().starts_with("http://127.0.0.1:"));
/// assert!(chat.requests().is_empty());
/// # }
/// ```
pub struct ScriptedChat {
    url: String,
    script: Arc<Mutex<VecDeque<Reply>>>,
    requests: Arc<Mutex<Vec<Value>>>,
    gone: Arc<AtomicUsize>,
    task: JoinHandle<()>,
}

impl ScriptedChat {
    /// Listens on a free port. When the script has come to its end, every request is answered 500.
    pub async fn start(script: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("loopback can be bound");
        let url = format!(
            "http://{}/v1",
            listener
                .local_addr()
                .expect("a bound socket has an address")
        );
        let script: Arc<Mutex<VecDeque<Reply>>> =
            Arc::new(Mutex::new(script.into_iter().collect()));
        let requests: Arc<Mutex<Vec<Value>>> = Arc::default();
        let gone = Arc::<AtomicUsize>::default();
        let (replies, seen, left) = (
            Arc::clone(&script),
            Arc::clone(&requests),
            Arc::clone(&gone),
        );
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (replies, seen, left) =
                    (Arc::clone(&replies), Arc::clone(&seen), Arc::clone(&left));
                tokio::spawn(async move {
                    // A client that goes away early is part of some tests.
                    let _ = serve(stream, &replies, &seen, &left).await;
                });
            }
        });
        Self {
            url,
            script,
            requests,
            gone,
            task,
        }
    }

    /// The `base_url` of the endpoint.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Bodies of the requests so far, with the bearer token under `authorization`.
    pub fn requests(&self) -> Vec<Value> {
        self.requests
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The text that the user message of request `number` (from 0) held.
    pub fn prompt(&self, number: usize) -> String {
        self.requests()[number]["messages"][1]["content"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    }

    /// Clients that went away while an answer hung.
    pub fn gone(&self) -> usize {
        self.gone.load(Ordering::SeqCst)
    }

    /// Replies that nobody asked for.
    pub fn left(&self) -> usize {
        self.script
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .len()
    }
}

impl Drop for ScriptedChat {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    script: &Mutex<VecDeque<Reply>>,
    requests: &Mutex<Vec<Value>>,
    gone: &AtomicUsize,
) -> std::io::Result<()> {
    let (head, body) = read(&mut stream).await?;
    let right_place = head.starts_with("POST /v1/chat/completions ");
    let mut request: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let authorization = head.lines().find_map(|line| {
        line.to_lowercase()
            .starts_with("authorization:")
            .then(|| line[14..].trim().to_owned())
    });
    if let Some(fields) = request.as_object_mut() {
        fields.insert("authorization".to_owned(), json!(authorization));
    }
    requests
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(request);
    let reply = script
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .pop_front();
    let answer = match reply.filter(|_| right_place) {
        Some(Reply::Text(text)) => {
            let middle = text
                .char_indices()
                .nth(text.chars().count() / 2)
                .map_or(0, |(at, _)| at);
            let mut events = String::new();
            for part in [&text[..middle], &text[middle..]] {
                let chunk =
                    json!({"model": "scripted-1", "choices": [{"delta": {"content": part}}]});
                events.push_str(&format!("data: {chunk}\n\n"));
            }
            format!(
                "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n{events}data: [DONE]\n\n"
            )
        }
        Some(Reply::Status(status)) => {
            format!("HTTP/1.1 {status} Scripted\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
        }
        Some(Reply::Refused { status, wait, body }) => {
            let wait = wait.map_or_else(String::new, |wait| format!("retry-after: {wait}\r\n"));
            let body = body.to_string();
            format!(
                "HTTP/1.1 {status} Scripted\r\ncontent-type: application/json\r\n{wait}content-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            )
        }
        Some(Reply::Garbage) => {
            "HTTP/1.1 200 OK\r\ncontent-length: 9\r\nconnection: close\r\n\r\n<<<html>>".to_owned()
        }
        Some(Reply::Nothing) => return Ok(()),
        Some(Reply::Silence) => {
            tokio::time::sleep(std::time::Duration::from_mins(1)).await;
            return Ok(());
        }
        Some(Reply::Json(answer)) => {
            let answer = answer.to_string();
            format!(
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{answer}",
                answer.len()
            )
        }
        Some(Reply::Events(events, then)) => {
            return stream_events(stream, &events, then, gone).await;
        }
        None => {
            "HTTP/1.1 500 Script ended\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_owned()
        }
    };
    stream.write_all(answer.as_bytes()).await?;
    stream.shutdown().await
}

async fn stream_events(
    mut stream: TcpStream,
    events: &[Value],
    then: Then,
    gone: &AtomicUsize,
) -> std::io::Result<()> {
    stream
        .write_all(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
        )
        .await?;
    for event in events {
        stream
            .write_all(format!("data: {event}\n\n").as_bytes())
            .await?;
    }
    match then {
        Then::Done => stream.write_all(b"data: [DONE]\n\n").await?,
        Then::Cut => {}
        Then::Hang => {
            // A client that goes closes its side, or the whole connection.
            let mut buffer = [0u8; 64];
            let wait = std::time::Duration::from_mins(1);
            if let Ok(Ok(0) | Err(_)) = tokio::time::timeout(wait, stream.read(&mut buffer)).await {
                gone.fetch_add(1, Ordering::SeqCst);
            }
            return Ok(());
        }
    }
    stream.shutdown().await
}

pub(crate) async fn read(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    let mut buffer = [0u8; 8192];
    loop {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        if let Some(end) = end {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let length: usize = head
                .lines()
                .find_map(|line| {
                    line.to_lowercase()
                        .strip_prefix("content-length:")
                        .and_then(|value| value.trim().parse().ok())
                })
                .unwrap_or(0);
            if bytes.len() >= end + 4 + length {
                return Ok((head, bytes[end + 4..end + 4 + length].to_vec()));
            }
        }
        let count = stream.read(&mut buffer).await?;
        if count == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&buffer[..count]);
    }
}
