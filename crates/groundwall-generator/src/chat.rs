//! The OpenAI-compatible client.

use crate::Secret;
use crate::stream::Collector;
use async_trait::async_trait;
use futures::StreamExt as _;
use groundwall_core::{Draft, Prompt};
use groundwall_ports::{ChatModel, ErrorClass, Generator, PortError};
use serde::{Deserialize, Serialize};
use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Pauses before the second and third try of a request that failed for a passing reason.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(1)];

/// How long an endpoint that did not answer in time is not asked again, so that a question which asks several times waits once.
const RESTS: Duration = Duration::from_secs(5);

/// Room for seven passages, the question and a draft.
const LOCAL_CONTEXT: NonZeroU32 = NonZeroU32::new(4_096).unwrap();

/// Choices for a token whose probabilities are asked for; more makes answers longer and tells little.
const LIKELIEST: u32 = 5;

/// The ports that Ollama and llama.cpp's server listen on unless told otherwise.
const OLLAMA: u16 = 11_434;
const LLAMA_CPP: u16 = 8_080;

/// Why a request came to nothing.
struct Failure {
    error: PortError,
    /// The endpoint did not answer in time.
    hangs: bool,
    /// It does not take what the request asks for.
    misshapen: bool,
}

impl From<PortError> for Failure {
    fn from(error: PortError) -> Self {
        Self {
            error,
            hangs: false,
            misshapen: false,
        }
    }
}

/// What drafts: an endpoint and how it is asked, or a local model. With neither it is the built-in extractive generator.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ChatConfig {
    /// Such as `https://api.groq.com/openai/v1` or `http://127.0.0.1:11434/v1`.
    pub base_url: Option<String>,
    pub model: String,
    pub api_key: Option<Secret>,
    /// Sampling temperature; 0 always takes the likeliest token.
    pub temperature: f32,
    /// Most tokens of a draft.
    pub max_tokens: u32,
    /// Whether the endpoint is asked for the probabilities of its tokens, a signal of uncertainty. One that refuses them is asked without.
    pub token_probabilities: bool,
    /// Longest wait for the first byte and between two, in seconds.
    pub timeout_seconds: u64,
    /// A language model that drafts in this process instead: a GGUF file, a directory with one, or the id of one that was pulled.
    pub local: Option<String>,
    /// Tokens that its prompt and its draft have together.
    pub local_context: NonZeroU32,
    /// Threads of its own; none means one a core.
    pub local_threads: Option<NonZeroUsize>,
    /// Addresses on this machine at which `groundwall models` looks for an endpoint to offer.
    pub look_at: Vec<SocketAddr>,
}

impl Default for ChatConfig {
    fn default() -> Self {
        Self {
            base_url: None,
            model: "llama-3.3-70b-versatile".to_owned(),
            api_key: None,
            temperature: 0.3,
            max_tokens: 1024,
            token_probabilities: true,
            timeout_seconds: 60,
            local: None,
            local_context: LOCAL_CONTEXT,
            local_threads: None,
            look_at: [OLLAMA, LLAMA_CPP]
                .map(|port| SocketAddr::from((Ipv4Addr::LOCALHOST, port)))
                .to_vec(),
        }
    }
}

/// A chat endpoint as a generator.
pub struct ChatGenerator {
    client: reqwest::Client,
    url: String,
    config: ChatConfig,
    /// When a request last waited in vain.
    hung: Mutex<Option<Instant>>,
    refuses_probabilities: AtomicBool,
}

/// A client for an endpoint, and the address that it posts to.
pub(crate) fn client(config: &ChatConfig) -> Result<(reqwest::Client, String), PortError> {
    let base = config
        .base_url
        .as_deref()
        .unwrap_or_default()
        .trim_end_matches('/');
    if !(base.starts_with("http://") || base.starts_with("https://")) {
        return Err(PortError::rejected(
            "generator.base_url must begin with http:// or https://.",
        ));
    }
    let wait = Duration::from_secs(config.timeout_seconds);
    let client = reqwest::Client::builder()
        .connect_timeout(wait.min(Duration::from_secs(10)))
        .read_timeout(wait)
        .timeout(wait * 4)
        .redirect(reqwest::redirect::Policy::none())
        .build()
        .map_err(|error| PortError::internal(format!("HTTP client: {error}")))?;
    Ok((client, format!("{base}/chat/completions")))
}

/// An endpoint that says nothing, or nothing more.
pub(crate) fn silence(error: reqwest::Error) -> PortError {
    let what = if error.is_timeout() {
        "did not answer in time"
    } else {
        "cannot be reached"
    };
    tracing::warn!(error = %error.without_url(), "chat endpoint");
    PortError::unavailable(format!(
        "The chat endpoint {what}. Check generator.base_url and that the endpoint runs, and ask again."
    ))
}

impl ChatGenerator {
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
            hung: Mutex::new(None),
            refuses_probabilities: AtomicBool::new(false),
        })
    }

    fn body(&self, prompt: &Prompt, probabilities: bool) -> serde_json::Value {
        let mut body = serde_json::json!({
            "model": self.config.model,
            "temperature": prompt.temperature.unwrap_or(self.config.temperature),
            "max_tokens": self.config.max_tokens,
            "stream": true,
            "messages": [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}],
        });
        if probabilities {
            body["logprobs"] = true.into();
            body["top_logprobs"] = LIKELIEST.into();
        }
        body
    }

    /// Asks, with the probabilities of tokens as long as the endpoint is not known to refuse them.
    async fn once(&self, prompt: &Prompt) -> Result<Draft, Failure> {
        if !self.config.token_probabilities || self.refuses_probabilities.load(Ordering::Relaxed) {
            return self.request(prompt, false).await;
        }
        let with = self.request(prompt, true).await;
        let Err(failure) = &with else {
            return with;
        };
        if !failure.misshapen {
            return with;
        }
        let without = self.request(prompt, false).await;
        if without.is_ok() {
            tracing::info!("the chat endpoint gives no probabilities of its tokens");
            self.refuses_probabilities.store(true, Ordering::Relaxed);
        }
        without
    }

    async fn request(&self, prompt: &Prompt, probabilities: bool) -> Result<Draft, Failure> {
        let silent = |error: reqwest::Error| Failure {
            hangs: error.is_timeout(),
            misshapen: false,
            error: silence(error),
        };
        let body = self.body(prompt, probabilities);
        let mut request = self.client.post(&self.url).json(&body);
        if let Some(key) = &self.config.api_key {
            request = request.bearer_auth(key.expose());
        }
        let response = request.send().await.map_err(silent)?;
        let status = response.status();
        if !status.is_success() {
            return Err(Failure {
                misshapen: matches!(status.as_u16(), 400 | 422 | 501),
                ..refusal(status.as_u16()).into()
            });
        }
        let mut collector = Collector::default();
        let mut body = response.bytes_stream();
        while let Some(bytes) = body.next().await {
            collector
                .push(&bytes.map_err(silent)?)
                .map_err(|why| unusable(&why.to_string()))?;
            if collector.done {
                break;
            }
        }
        let answer = collector
            .finish()
            .map_err(|why| unusable(&why.to_string()))?;
        Ok(Draft {
            text: answer.text,
            model: answer.model.unwrap_or_else(|| self.config.model.clone()),
            token_entropy: answer.token_entropy,
        })
    }
}

pub(crate) fn unusable(why: &str) -> PortError {
    PortError::unavailable(format!(
        "The chat endpoint cannot be used: {why}. Check generator.base_url and generator.model."
    ))
}

/// The class of a refusal by its status. The endpoint's own words stay out: they may repeat the prompt.
pub(crate) fn refusal(status: u16) -> PortError {
    match status {
        401 | 403 => {
            PortError::refused("The chat endpoint refuses the key. Check generator.api_key.")
        }
        404 => PortError::refused(
            "The chat endpoint knows no such address or model. Check generator.base_url and generator.model.",
        ),
        408 | 429 | 500..=599 => PortError::unavailable(format!(
            "The chat endpoint is busy or broken (status {status}). Try again in a while."
        )),
        _ => PortError::refused(format!(
            "The chat endpoint refuses the request (status {status}). Check generator.model and its limits."
        )),
    }
}

#[async_trait]
impl Generator for ChatGenerator {
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
        let hung = *self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        if hung.is_some_and(|at| at.elapsed() < RESTS) {
            return Err(PortError::unavailable(
                "The chat endpoint did not answer in time a moment ago. Check generator.base_url and that the endpoint runs, and ask again.",
            ));
        }
        let mut last = self.once(prompt).await;
        for pause in PAUSES {
            match &last {
                // What hangs would hang again.
                Err(failure) if failure.error.class == ErrorClass::Transient && !failure.hangs => {
                    tokio::time::sleep(pause).await;
                    last = self.once(prompt).await;
                }
                Ok(_) | Err(_) => break,
            }
        }
        let hangs = last.as_ref().is_err_and(|failure| failure.hangs);
        *self.hung.lock().unwrap_or_else(PoisonError::into_inner) = hangs.then(Instant::now);
        last.map_err(|failure| failure.error)
    }

    fn name(&self) -> String {
        self.config.model.clone()
    }

    fn chat(&self) -> Option<&dyn ChatModel> {
        Some(self)
    }
}

impl ChatModel for ChatGenerator {}
