//! Endpoints on this machine that somebody could want to use.

use futures::StreamExt as _;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::net::SocketAddr;
use std::time::Duration;

/// Longest wait for one address, its requests together.
const WAIT: Duration = Duration::from_millis(500);

/// Most bytes of an answer that are read.
const LARGEST: usize = 256 * 1024;

/// An endpoint that answers on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nearby {
    /// What `generator.base_url` would be.
    pub base_url: String,
    /// Whose protocol it speaks: `Ollama` or `an OpenAI-compatible server`.
    pub kind: &'static str,
    /// The first model that it names.
    pub model: Option<String>,
}

#[derive(Deserialize)]
struct Version {
    #[serde(rename = "version")]
    _version: String,
}

#[derive(Deserialize)]
struct Tags {
    models: Vec<Tag>,
}

#[derive(Deserialize)]
struct Tag {
    name: String,
}

#[derive(Deserialize)]
struct Models {
    data: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    id: String,
}

/// Asks each address, all at once, whether an endpoint answers there. An address that is not on loopback is not asked; no prompt and no key is sent.
pub async fn nearby(addresses: &[SocketAddr]) -> Vec<Nearby> {
    let client = reqwest::Client::builder()
        .no_proxy()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(WAIT)
        .build();
    let Ok(client) = client else {
        return Vec::new();
    };
    let own = addresses
        .iter()
        .filter(|address| address.ip().is_loopback());
    let asked = own.map(|address| tokio::time::timeout(WAIT, at(&client, *address)));
    let found = futures::future::join_all(asked).await;
    found.into_iter().filter_map(|found| found.ok()?).collect()
}

async fn at(client: &reqwest::Client, address: SocketAddr) -> Option<Nearby> {
    let found = |kind, model: Option<String>| Nearby {
        base_url: format!("http://{address}/v1"),
        kind,
        model: model
            .map(|name| shown(&name))
            .filter(|name| !name.is_empty()),
    };
    let ask = format!("http://{address}");
    if get::<Version>(client, format!("{ask}/api/version"))
        .await
        .is_some()
    {
        let tags: Option<Tags> = get(client, format!("{ask}/api/tags")).await;
        let first = tags.and_then(|tags| tags.models.into_iter().next());
        return Some(found("Ollama", first.map(|tag| tag.name)));
    }
    let models: Models = get(client, format!("{ask}/v1/models")).await?;
    let first = models.data.into_iter().next();
    Some(found(
        "an OpenAI-compatible server",
        first.map(|model| model.id),
    ))
}

async fn get<T: DeserializeOwned>(client: &reqwest::Client, url: String) -> Option<T> {
    let response = client.get(url).send().await.ok()?.error_for_status().ok()?;
    let (mut body, mut stream) = (Vec::new(), response.bytes_stream());
    while let Some(bytes) = stream.next().await {
        body.extend_from_slice(&bytes.ok()?);
        if body.len() > LARGEST {
            return None;
        }
    }
    serde_json::from_slice(&body).ok()
}

/// A name as a terminal may show it.
fn shown(name: &str) -> String {
    let harmless = |sign: &char| sign.is_alphanumeric() || "-_.:/@+ ".contains(*sign);
    name.chars().filter(harmless).take(100).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    /// A server that answers paths with bodies, and everything else with 404.
    async fn serving(answers: &'static [(&'static str, &'static str)]) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                let mut request = vec![0; 4_096];
                let read = socket.read(&mut request).await.unwrap_or(0);
                let request = String::from_utf8_lossy(&request[..read]).into_owned();
                let path = request.split(' ').nth(1).unwrap_or_default();
                let found = answers.iter().find(|(known, _)| *known == path);
                let (status, body) =
                    found.map_or(("404 Not Found", ""), |(_, body)| ("200 OK", body));
                let reply = format!(
                    "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                    body.len()
                );
                let _ = socket.write_all(reply.as_bytes()).await;
            }
        });
        address
    }

    #[tokio::test]
    async fn what_answers_on_loopback_is_found_by_its_protocol() {
        let ollama = serving(&[
            ("/api/version", r#"{"version":"0.9.0"}"#),
            (
                "/api/tags",
                r#"{"models":[{"name":"qwen2.5:3b"},{"name":"x"}]}"#,
            ),
        ])
        .await;
        let llama = serving(&[("/v1/models", "{\"data\":[{\"id\":\"m\\u001b[31m\"}]}")]).await;
        let pages = serving(&[("/", "<html>")]).await;
        let found = nearby(&[ollama, llama, pages]).await;
        let expected = [
            (ollama, "Ollama", "qwen2.5:3b"),
            (llama, "an OpenAI-compatible server", "m31m"),
        ]
        .map(|(address, kind, model)| Nearby {
            base_url: format!("http://{address}/v1"),
            kind,
            model: Some(model.to_owned()),
        });
        assert_eq!(found, expected);
    }

    #[tokio::test]
    async fn what_hangs_costs_little_and_what_is_elsewhere_is_not_asked() {
        let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let begun = std::time::Instant::now();
        let addresses = [
            silent.local_addr().unwrap(),
            "192.0.2.1:11434".parse().unwrap(),
        ];
        assert_eq!(nearby(&addresses).await, []);
        assert!(begun.elapsed() < Duration::from_secs(5));
    }
}
