//! A place on loopback that other programs post to: it keeps what came.

use crate::chat::read;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// How requests are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answering {
    /// With this status and nothing else.
    Status(u16),
    /// Never, while the connection stays open.
    Never,
}

/// One request.
#[derive(Debug, Clone)]
pub struct Received {
    /// Its first line and its headers.
    pub head: String,
    pub body: String,
}

/// The place. It stops when it is dropped.
pub struct Receiver {
    url: String,
    received: Arc<Mutex<Vec<Received>>>,
    task: JoinHandle<()>,
}

impl Receiver {
    /// Listens on a free port.
    pub async fn start(answering: Answering) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("loopback can be bound");
        let address = listener
            .local_addr()
            .expect("a bound socket has an address");
        let received: Arc<Mutex<Vec<Received>>> = Arc::default();
        let keep = Arc::clone(&received);
        let task = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let keep = Arc::clone(&keep);
                tokio::spawn(async move {
                    // A client that goes away early is part of some tests.
                    let _ = serve(stream, answering, &keep).await;
                });
            }
        });
        Self {
            url: format!("http://{address}"),
            received,
            task,
        }
    }

    /// Its address, without a path.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What came so far.
    pub fn received(&self) -> Vec<Received> {
        self.received
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What came when `enough` of it did, or after some time.
    pub async fn until(&self, enough: impl Fn(&[Received]) -> bool) -> Vec<Received> {
        for _ in 0..400 {
            let received = self.received();
            if enough(&received) {
                return received;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.received()
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(
    mut stream: TcpStream,
    answering: Answering,
    keep: &Mutex<Vec<Received>>,
) -> std::io::Result<()> {
    let (head, body) = read(&mut stream).await?;
    let body = String::from_utf8_lossy(&body).into_owned();
    keep.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(Received { head, body });
    match answering {
        Answering::Status(status) => {
            let answer = format!(
                "HTTP/1.1 {status} Received\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).await?;
            stream.shutdown().await
        }
        Answering::Never => {
            tokio::time::sleep(Duration::from_mins(2)).await;
            Ok(())
        }
    }
}
