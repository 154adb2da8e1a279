//! A loopback server that speaks as much of the hub's protocol as a download needs.

use super::reference::models;
use groundwall_inference::{CandleNli, LoadError, LoadedFiles, Precision, fetch};
use groundwall_ports::{NliModel, Pair};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

const COMMIT: &str = "0123456789012345678901234567890123456789";

/// Serves `/{repo}/resolve/{revision}/{file}` with the headers that hf-hub reads, ranges included. Returns its address.
async fn serve(files: HashMap<&'static str, PathBuf>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let files = files.clone();
            tokio::spawn(async move {
                loop {
                    let mut request = Vec::new();
                    while !request.ends_with(b"\r\n\r\n") {
                        match socket.read_u8().await {
                            Ok(byte) => request.push(byte),
                            Err(_) => return,
                        }
                    }
                    let request = String::from_utf8(request).unwrap().to_lowercase();
                    let path = request.split_whitespace().nth(1).unwrap_or_default().to_owned();
                    let range = request.lines().find_map(|line| line.strip_prefix("range: bytes=")).map(str::to_owned);
                    let file = path.rsplit('/').next().unwrap_or_default().to_owned();
                    let Some(source) = files.get(file.as_str()).filter(|_| path.contains("/resolve/")) else {
                        let _ = socket.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await;
                        continue;
                    };
                    let body = std::fs::read(source).unwrap();
                    let whole = body.len();
                    let (first, last) = range.as_deref().and_then(|range| range.split_once('-')).map_or((0, whole - 1), |(first, last)| {
                        (first.parse().unwrap_or(0), last.trim().parse().unwrap_or(whole - 1).min(whole - 1))
                    });
                    let mut head = String::from(if range.is_some() { "HTTP/1.1 206 Partial Content\r\n" } else { "HTTP/1.1 200 OK\r\n" });
                    write!(
                        head,
                        "content-length: {}\r\ncontent-range: bytes {first}-{last}/{whole}\r\naccept-ranges: bytes\r\n",
                        last + 1 - first
                    )
                    .unwrap();
                    write!(head, "etag: \"{file}-1\"\r\nx-repo-commit: {COMMIT}\r\n\r\n").unwrap();
                    let _ = socket.write_all(head.as_bytes()).await;
                    let _ = socket.write_all(&body[first..=last]).await;
                }
            });
        }
    });
    address
}

#[tokio::test]
async fn a_model_by_hub_id_is_downloaded_once_and_judges() {
    let bundled = models().join("verifier");
    let files = HashMap::from(["config.json", "tokenizer.json", "model.safetensors"].map(|name| (name, bundled.join(name))));
    let endpoint = serve(files).await;
    let cache = tempfile::tempdir().unwrap();
    let dir = fetch("team/nli-small", "main", Some(&endpoint), cache.path()).await.unwrap();
    let nli = CandleNli::start(&LoadedFiles::from_dir(&dir, "team/nli-small").unwrap(), Precision::Auto).unwrap();
    let pair = Pair { window: "The lighthouse was built in 1871.".into(), claim: "The lighthouse was built in 1902.".into() };
    let scores = nli.judge(&[pair]).await.unwrap();
    assert!(scores[0].contradiction > scores[0].entailment, "{scores:?}");
    assert_eq!(nli.identity().name, "team/nli-small");
}

#[tokio::test]
async fn a_missing_file_is_named() {
    let endpoint = serve(HashMap::from([("config.json", models().join("verifier/config.json"))])).await;
    let cache = tempfile::tempdir().unwrap();
    let error = fetch("team/absent", "main", Some(&endpoint), cache.path()).await.unwrap_err();
    assert!(matches!(&error, LoadError::Hub { file, .. } if file == "tokenizer.json"), "{error}");
}
