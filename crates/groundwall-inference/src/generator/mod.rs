//! A language model that drafts in process.

mod chat;
mod choose;
mod files;
mod weights;
mod write;

use crate::LoadError;
use async_trait::async_trait;
use chat::Chat;
pub use files::{GeneratorFiles, PulledGenerator, pin_generator, pulled_generators};
use groundwall_core::{Draft, Prompt};
use groundwall_ports::{ChatModel, Generator, PortError};
use std::fs::File;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::time::Duration;
use tokenizers::Tokenizer;
use tokio::sync::{oneshot, watch};
use tracing::Span;
use weights::{Header, Weights};
use write::{Bounds, Written, write};

/// Drafts that wait while one is written.
const QUEUE: usize = 4;

/// How long a request waits for a model that is being loaded.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a draft may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GeneratorLimits {
    /// Tokens that prompt and draft have together.
    pub context: usize,
    /// Tokens of a draft; never more than a quarter of the context.
    pub max_tokens: usize,
    /// Threads of the attention's products. Those of the quantised ones are candle's: `CANDLE_NUM_THREADS`, read once a process.
    pub threads: Option<NonZeroUsize>,
}

struct Job {
    prompt: Prompt,
    reply: oneshot::Sender<Result<Written, PortError>>,
    span: Span,
}

/// A language model on a thread of its own: one draft at a time, the likeliest token at each step unless the prompt has a temperature, and the same draft for the same prompt. A draft whose
/// caller has gone ends at its next token; the thread ends when the generator is dropped.
pub struct LocalGenerator {
    name: String,
    queue: SyncSender<Job>,
    loaded: watch::Receiver<Option<Result<(), Arc<str>>>>,
    patience: Duration,
}

/// A model that was read, with its tokenizer.
struct Model {
    weights: Weights,
    chat: Chat,
    bounds: Bounds,
}

impl Model {
    fn load(files: &GeneratorFiles, limits: GeneratorLimits) -> Result<Self, LoadError> {
        let path = &files.gguf;
        let file = File::open(path).map_err(|source| LoadError::Read {
            path: path.clone(),
            source,
        })?;
        let tokenizer = files.open_checked(&file)?;
        let header = Header::read(&file, path, limits.context)?;
        let tokenizer = match (&files.tokenizer, tokenizer) {
            (Some(path), Some(bytes)) => {
                Tokenizer::from_bytes(bytes).map_err(|error| LoadError::Format {
                    path: path.clone(),
                    why: error.to_string(),
                })?
            }
            (Some(_) | None, None | Some(_)) => header.tokenizer(path)?,
        };
        let chat = Chat::new(tokenizer)?;
        let draft = limits.max_tokens.min(header.context / 4);
        let bounds = Bounds {
            prompt: header.context - draft,
            draft,
        };
        Ok(Self {
            weights: header.weights(&file)?,
            chat,
            bounds,
        })
    }
}

impl LocalGenerator {
    /// Loads the model in the background; a request that comes before waits for a while. `told` hears once how it ended. Errors at once where the file is missing,
    /// is no GGUF file, or has an architecture without code.
    ///
    /// # Errors
    /// Fails when the file cannot be opened, is no GGUF file, or has an architecture without code, or when the thread cannot be started.
    pub fn start(
        files: GeneratorFiles,
        limits: GeneratorLimits,
        told: impl FnOnce(Result<(), &LoadError>) + Send + 'static,
    ) -> Result<Self, LoadError> {
        let file = File::open(&files.gguf).map_err(|source| LoadError::Read {
            path: files.gguf.clone(),
            source,
        })?;
        Header::read(&file, &files.gguf, limits.context)?;
        let (queue, jobs) = sync_channel(QUEUE);
        let (tell, loaded) = watch::channel(None);
        let name = format!("{} (local)", files.name);
        let thread = move || {
            let model = Model::load(&files, limits);
            told(model.as_ref().map(drop));
            let result = model
                .as_ref()
                .map(drop)
                .map_err(|error| error.to_string().into());
            // Nobody may be left to hear it.
            let _ = tell.send(Some(result));
            if let Ok(model) = model {
                within(limits.threads, move || serve(jobs, model));
            }
        };
        std::thread::Builder::new()
            .name("draft".to_owned())
            .spawn(thread)
            .map_err(|source| LoadError::Read {
                path: "(thread)".into(),
                source,
            })?;
        Ok(Self {
            name,
            queue,
            loaded,
            patience: PATIENCE,
        })
    }

    async fn ready(&self) -> Result<(), PortError> {
        let mut loaded = self.loaded.clone();
        let waited = tokio::time::timeout(self.patience, loaded.wait_for(Option::is_some)).await;
        let name = &self.name;
        let Ok(heard) = waited else {
            return Err(PortError::unavailable(format!(
                "{name} is still being loaded. Try again in a few seconds."
            )));
        };
        match heard.as_ref().map(|value| value.as_ref()) {
            Ok(Some(Ok(()))) => Ok(()),
            Ok(Some(Err(why))) => Err(PortError::degraded(format!(
                "{name} could not be loaded: {why}"
            ))),
            Ok(None) | Err(_) => Err(ended()),
        }
    }
}

fn ended() -> PortError {
    PortError::degraded("The local model's thread has ended. Restart the server.")
}

/// Runs `work` in a pool of so many threads; without a number in the usual one.
fn within(threads: Option<NonZeroUsize>, work: impl FnOnce() + Send) {
    let pool = threads.map(|count| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(count.get())
            .thread_name(|_| "draft".to_owned())
            .build()
    });
    match pool {
        Some(Ok(pool)) => pool.install(work),
        Some(Err(error)) => {
            tracing::warn!(%error, "the local model has no threads of its own");
            work();
        }
        None => work(),
    }
}

fn serve(jobs: Receiver<Job>, mut model: Model) {
    while let Ok(job) = jobs.recv() {
        let gone = || job.reply.is_closed();
        if gone() {
            continue;
        }
        let draft = {
            let _entered = job.span.enter();
            write(
                &mut model.weights,
                &model.chat,
                &job.prompt,
                model.bounds,
                &gone,
            )
        };
        // A caller that has gone is not an error.
        let _ = job.reply.send(draft);
    }
}

#[async_trait]
impl Generator for LocalGenerator {
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
        self.ready().await?;
        let (reply, answer) = oneshot::channel();
        let job = Job {
            prompt: prompt.clone(),
            reply,
            span: Span::current(),
        };
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => PortError::overloaded(
                "The local model's queue is full. Try again in a few seconds.",
            ),
            TrySendError::Disconnected(_) => ended(),
        })?;
        let written = answer.await.map_err(|_| ended())??;
        Ok(Draft {
            text: written.text,
            model: self.name.clone(),
            token_entropy: written.token_entropy,
        })
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn chat(&self) -> Option<&dyn ChatModel> {
        Some(self)
    }
}

impl ChatModel for LocalGenerator {}
