//! A message a line, for a program that starts this one. A line that is no message is answered, as one over HTTP is: who sent it would wait for ever.

use super::unread;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ErrorCode, ErrorData, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncBufRead, AsyncBufReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

/// Bytes of a line, at most: who never ends one would have this program hold all that it sends.
const LONGEST: usize = 16 * 1024 * 1024;

/// Messages that come in and go out, each on a line of its own.
pub(crate) struct Lines<R, W> {
    read: R,
    /// What was read of the line on its way: reading may be broken off and goes on from there.
    line: Vec<u8>,
    /// The line on its way is too long, and the rest of it is dropped.
    too_long: bool,
    write: Arc<Mutex<W>>,
    /// The answer to a line that was no message, on its way.
    refusal: Option<JoinHandle<()>>,
}

async fn written(
    write: Arc<Mutex<impl AsyncWrite + Unpin>>,
    message: ServerJsonRpcMessage,
) -> io::Result<()> {
    let mut line = serde_json::to_vec(&message)?;
    line.push(b'\n');
    let mut write = write.lock().await;
    write.write_all(&line).await?;
    write.flush().await
}

impl<R, W> Lines<R, W>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(crate) fn new(read: R, write: W) -> Self {
        Self {
            read,
            line: Vec::new(),
            too_long: false,
            write: Arc::new(Mutex::new(write)),
            refusal: None,
        }
    }

    /// The next line, or what is wrong with it; none at the end.
    async fn next(&mut self) -> io::Result<Option<Result<Vec<u8>, ErrorData>>> {
        loop {
            let there = self.read.fill_buf().await?;
            let ended = there.is_empty();
            let end = there.iter().position(|byte| *byte == b'\n');
            let part = there.get(..end.unwrap_or(there.len())).unwrap_or_default();
            let taken = part.len().saturating_add(usize::from(end.is_some()));
            self.too_long |= self.line.len().saturating_add(part.len()) > LONGEST;
            if self.too_long {
                self.line.clear();
            } else {
                self.line.extend_from_slice(part);
            }
            self.read.consume(taken);
            if end.is_none() && !ended {
                continue;
            }
            let line = std::mem::take(&mut self.line);
            if std::mem::take(&mut self.too_long) {
                let problem = format!("A message has at most {LONGEST} bytes.");
                let problem = ErrorData::new(ErrorCode::INVALID_REQUEST, problem, None);
                return Ok(Some(Err(problem)));
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(Ok(line)));
            }
            if ended {
                return Ok(None);
            }
        }
    }
}

impl<R, W> Transport<RoleServer> for Lines<R, W>
where
    R: AsyncBufRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: ServerJsonRpcMessage,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        written(Arc::clone(&self.write), item)
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            // One at a time: who sends nothing but nonsense and reads no answers is not read further.
            if let Some(refusal) = &mut self.refusal {
                let _ = refusal.await;
                self.refusal = None;
            }
            let line = match self.next().await {
                Ok(line) => line?,
                Err(error) => {
                    tracing::error!(%error, "standard input cannot be read");
                    return None;
                }
            };
            let problem = match line.map(|line| serde_json::from_slice(&line)) {
                Ok(Ok(message)) => return Some(message),
                Ok(Err(error)) => unread("line", &error),
                Err(problem) => problem,
            };
            let answer = written(
                Arc::clone(&self.write),
                ServerJsonRpcMessage::error(problem, None),
            );
            // In a task of its own, since receiving may be broken off in the middle of a line.
            self.refusal = Some(tokio::spawn(async move {
                if let Err(error) = answer.await {
                    tracing::warn!(%error, "standard output cannot be written");
                }
            }));
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.write.lock().await.flush().await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[tokio::test]
    async fn what_is_no_message_is_answered_and_the_next_one_is_read() {
        let ping = r#"{"jsonrpc": "2.0", "id": 7, "method": "ping"}"#;
        let long = "x".repeat(LONGEST + 1);
        let input = format!("not json\n\n{{\"jsonrpc\": \"2.0\", \n7\n{long}\n{ping}\r\n{ping}");
        let mut output = tokio::io::duplex(1 << 16);
        let mut lines = Lines::new(io::Cursor::new(input.into_bytes()), output.0);
        for _ in 0..2 {
            let message = lines.receive().await.unwrap();
            assert!(
                matches!(message, ClientJsonRpcMessage::Request(_)),
                "{message:?}"
            );
        }
        assert!(lines.receive().await.is_none());
        drop(lines);
        let mut told = String::new();
        let read = tokio::io::AsyncReadExt::read_to_string(&mut output.1, &mut told);
        read.await.unwrap();
        let told: Vec<Value> = told
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let codes: Vec<&Value> = told.iter().map(|one| &one["error"]["code"]).collect();
        assert_eq!(codes, [-32700, -32700, -32600, -32600], "{told:?}");
        assert!(told.iter().all(|one| one["jsonrpc"] == json!("2.0")));
        let first = told[0]["error"]["message"].as_str().unwrap();
        assert!(first.starts_with("The line is no single JSON-RPC 2.0 message"));
    }
}
