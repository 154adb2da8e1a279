//! A model hub on loopback that speaks as much of the protocol as listing and downloading need.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

/// The commit that every revision of every model stands at.
pub const COMMIT: &str = "0123456789012345678901234567890123456789";

/// The hub. It stops when it is dropped.
pub struct Hub {
    url: String,
    task: JoinHandle<()>,
}

impl Hub {
    /// Serves the files under `/{repo}/resolve/{revision}/{file}`, ranges included, and their sizes with the licence `mit` under `/api/models/`.
    pub async fn start(files: HashMap<&'static str, PathBuf>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("loopback can be bound");
        let url = format!(
            "http://{}",
            listener
                .local_addr()
                .expect("a bound socket has an address")
        );
        let task = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(serve(socket, files.clone()));
            }
        });
        Self { url, task }
    }

    /// The hub's address.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut socket: TcpStream, files: HashMap<&'static str, PathBuf>) {
    loop {
        let mut request = Vec::new();
        while !request.ends_with(b"\r\n\r\n") {
            match socket.read_u8().await {
                Ok(byte) => request.push(byte),
                Err(_) => return,
            }
        }
        let request = String::from_utf8_lossy(&request).to_lowercase();
        let path = request.split_whitespace().nth(1).unwrap_or_default();
        let file = path.rsplit('/').next().unwrap_or_default();
        let reply = if path.starts_with("/api/models/") && !path.contains("absent") {
            listing(&files)
        } else if let Some(source) = files.get(file).filter(|_| path.contains("/resolve/")) {
            let range = request
                .lines()
                .find_map(|line| line.strip_prefix("range: bytes="));
            part(file, &std::fs::read(source).unwrap_or_default(), range)
        } else {
            b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n".to_vec()
        };
        if socket.write_all(&reply).await.is_err() {
            return;
        }
    }
}

fn listing(files: &HashMap<&'static str, PathBuf>) -> Vec<u8> {
    let siblings: Vec<_> = files
        .iter()
        .map(|(name, path)| serde_json::json!({"rfilename": name, "size": std::fs::metadata(path).map_or(0, |data| data.len())}))
        .collect();
    let body =
        serde_json::json!({"sha": COMMIT, "cardData": {"license": "mit"}, "siblings": siblings})
            .to_string();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

fn part(file: &str, body: &[u8], range: Option<&str>) -> Vec<u8> {
    let end = body.len() - 1;
    let (first, last) =
        range
            .and_then(|range| range.split_once('-'))
            .map_or((0, end), |(first, last)| {
                (
                    first.parse().unwrap_or(0),
                    last.trim().parse().unwrap_or(end).min(end),
                )
            });
    let mut head = String::from(if range.is_some() {
        "HTTP/1.1 206 Partial Content\r\n"
    } else {
        "HTTP/1.1 200 OK\r\n"
    });
    let _ = write!(
        head,
        "content-length: {}\r\ncontent-range: bytes {first}-{last}/{}\r\naccept-ranges: bytes\r\netag: \"{file}-1\"\r\nx-repo-commit: {COMMIT}\r\n\r\n",
        last + 1 - first,
        body.len()
    );
    [head.as_bytes(), &body[first..=last]].concat()
}
