//! One small prompt to a chat endpoint, to see whether it answers.

use crate::ChatConfig;
use crate::stream::Collector;
use futures::StreamExt as _;
use groundwall_core::{Problem, ProblemCode};
use serde::Deserialize;
use std::error::Error;
use std::time::{Duration, Instant};

/// Longest wait for the whole answer.
const WAIT: Duration = Duration::from_secs(20);
const PROMPT: &str = "Answer with one word: ready";
/// Room for a model that thinks before it answers.
const MAX_TOKENS: u32 = 64;
/// Characters of the answer, or of the endpoint's own words, that are shown.
const SHOWN: usize = 200;
/// Most bytes of a refusal that are read.
const LARGEST: usize = 64 * 1024;

/// What came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// The beginning of the answer.
    pub text: String,
    /// The model, as the endpoint names it.
    pub model: String,
    /// From the request to the end of the answer.
    pub milliseconds: u64,
}

#[derive(Deserialize)]
struct Refusal {
    error: ErrorBody,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ErrorBody {
    Text(String),
    Object { message: String },
}

fn failed(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Unavailable, message)
}

/// Sends one small prompt; an error says in words what is wrong. Redirects are not followed.
///
/// # Errors
/// Fails when the endpoint cannot be reached, does not answer within 20 seconds, refuses the request, or answers with something that is no chat completion.
pub async fn try_out(config: &ChatConfig) -> Result<Trial, Problem> {
    let begun = Instant::now();
    let asked = tokio::time::timeout(WAIT, ask(config)).await;
    let (text, model) = asked.map_err(|_| too_slow())??;
    Ok(Trial {
        text: shown(&text, config),
        model: shown(&model.unwrap_or_else(|| config.model.clone()), config),
        milliseconds: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}

fn too_slow() -> Problem {
    failed(format!(
        "There was no answer within {} s. Look whether the address is right and whether the model is loaded there, then try again.",
        WAIT.as_secs()
    ))
}

async fn ask(config: &ChatConfig) -> Result<(String, Option<String>), Problem> {
    let base = config.base_url.as_deref().unwrap_or_default();
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(|_| failed("The HTTP client cannot be started."))?;
    let mut request = client
        .post(format!("{}/chat/completions", base.trim_end_matches('/')))
        .json(&serde_json::json!({
            "model": config.model,
            "temperature": 0.0,
            "max_tokens": MAX_TOKENS,
            "stream": true,
            "messages": [{"role": "user", "content": PROMPT}],
        }));
    if let Some(key) = &config.api_key {
        request = request.bearer_auth(key.expose());
    }
    let response = request.send().await.map_err(|error| unreachable(&error))?;
    let status = response.status().as_u16();
    let mut body = response.bytes_stream();
    if !(200..300).contains(&status) {
        let mut bytes = Vec::new();
        while let Some(Ok(part)) = body.next().await {
            bytes.extend_from_slice(&part);
            if bytes.len() > LARGEST {
                break;
            }
        }
        return Err(refused(status, &bytes, config));
    }
    let mut collector = Collector::default();
    while let Some(part) = body.next().await {
        let part = part.map_err(|_| failed("The endpoint broke its answer off. Try again."))?;
        collector
            .push(&part)
            .map_err(|why| failed(format!("The endpoint cannot be used: {why}.")))?;
        if collector.done {
            break;
        }
    }
    let answer = collector.finish().map_err(|why| {
        failed(format!(
            "Something answers at this address, but {why}. Look whether the address is that of an OpenAI-compatible API; it usually ends in /v1."
        ))
    })?;
    Ok((answer.text, answer.model))
}

/// Why there was no response at all.
fn unreachable(error: &reqwest::Error) -> Problem {
    if error.is_timeout() {
        return too_slow();
    }
    let mut causes = String::new();
    let mut cause: Option<&dyn Error> = error.source();
    while let Some(known) = cause {
        causes.push_str(&known.to_string().to_lowercase());
        cause = known.source();
    }
    failed(if causes.contains("dns") || causes.contains("lookup") {
        "The host of this address is not known. Look for a slip in its name."
    } else if causes.contains("refused") {
        "Nothing listens at this address: the connection was refused. Look whether the endpoint runs, and at its port."
    } else if causes.contains("certificate") {
        "The certificate of this address is not trusted."
    } else {
        "This address cannot be reached. Look at host, port and http or https."
    })
}

/// What a status other than success means, with the endpoint's own words.
fn refused(status: u16, body: &[u8], config: &ChatConfig) -> Problem {
    let said = serde_json::from_slice::<Refusal>(body).ok();
    let words = said.map(|refusal| match refusal.error {
        ErrorBody::Text(text) | ErrorBody::Object { message: text } => shown(&text, config),
    });
    let why = match (status, &config.api_key) {
        (300..=399, _) => "The address leads elsewhere (a redirect), which is not followed. Write the address that it leads to.".to_owned(),
        (401 | 403, Some(_)) => "The endpoint refuses the key.".to_owned(),
        (401 | 403, None) => "The endpoint wants a key.".to_owned(),
        (404, _) => "The endpoint knows no such address or no such model. The address usually ends in /v1.".to_owned(),
        (429, _) => "The endpoint takes no more requests for now, or the account has none left.".to_owned(),
        (500..=599, _) => format!("The endpoint is broken or busy (status {status})."),
        _ => format!("The endpoint refuses the request (status {status})."),
    };
    failed(match words.filter(|words| !words.is_empty()) {
        Some(words) => format!("{why} It says: “{words}”"),
        None => why,
    })
}

/// The beginning of a text, in one line and without the key.
fn shown(text: &str, config: &ChatConfig) -> String {
    let key = config.api_key.as_ref().map_or("", |key| key.expose());
    let text = if key.is_empty() {
        text.to_owned()
    } else {
        text.replace(key, "(key)")
    };
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars()
        .filter(|sign| !sign.is_control())
        .take(SHOWN)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::try_out;
    use crate::{ChatConfig, Secret};
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    /// The address of a server that answers one request with this.
    async fn answering(status: &'static str, body: &'static str) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 8_192];
            let _ = socket.read(&mut request).await;
            let reply = format!(
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nlocation: http://127.0.0.1:1/\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            let _ = socket.write_all(reply.as_bytes()).await;
        });
        format!("http://{address}/v1/")
    }

    fn config(base_url: String, key: Option<&str>) -> ChatConfig {
        ChatConfig {
            base_url: Some(base_url),
            model: "m".to_owned(),
            api_key: key.map(Secret::new),
            ..ChatConfig::default()
        }
    }

    #[tokio::test]
    async fn what_comes_back_is_told() {
        let body = r#"{"model": "m-2", "choices": [{"message": {"content": " Ready.\n"}}]}"#;
        let address = answering("200 OK", body).await;
        let trial = try_out(&config(address, Some("sk-1"))).await.unwrap();
        assert_eq!(
            (trial.text.as_str(), trial.model.as_str()),
            ("Ready.", "m-2")
        );
    }

    #[tokio::test]
    async fn what_is_wrong_is_said_and_the_key_is_not() {
        let key = Some("sk-secret-123");
        for (status, body, key, said) in [
            (
                "401 Unauthorized",
                r#"{"error": {"message": "Incorrect key sk-secret-123 given"}}"#,
                key,
                "Incorrect key (key) given",
            ),
            ("401 Unauthorized", "", None, "wants a key"),
            (
                "404 Not Found",
                r#"{"error": "model \"m\" not found"}"#,
                None,
                "model \"m\" not found",
            ),
            ("302 Found", "", key, "redirect"),
            ("429 Too Many Requests", "", key, "no more requests"),
            ("500 Internal Server Error", "<html>", key, "status 500"),
            ("200 OK", "<html>", key, "OpenAI-compatible"),
        ] {
            let address = answering(status, body).await;
            let problem = try_out(&config(address, key)).await.unwrap_err();
            assert!(problem.message.contains(said), "{status}: {problem}");
            assert!(!problem.message.contains("sk-secret"), "{problem}");
        }
        let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}/v1", closed.local_addr().unwrap());
        drop(closed);
        let problem = try_out(&config(address, key)).await.unwrap_err();
        assert!(problem.message.contains("refused"), "{problem}");
    }
}
