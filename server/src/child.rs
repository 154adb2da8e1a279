//! Untrusted files are parsed in a child process of the same binary: an abort, a bomb or an endless loop ends the child and not the server.

use crate::sandbox;
use async_trait::async_trait;
use groundwall_core::{ExtractedDocument, GivenAnswer, HeaderRow, PageView, Problem, ProblemCode};
use groundwall_ingest::Limits;
use groundwall_ports::{Extractor, PortError};
use rustix::process::{Resource, Rlimit, setrlimit};
use serde::{Deserialize, Serialize};
use std::io::{BufRead as _, Read as _, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::Semaphore;

/// Name of the hidden subcommand.
pub(crate) const COMMAND: &str = "extract-worker";
/// Children at the same time.
const AT_ONCE: usize = 2;

#[derive(Serialize, Deserialize)]
struct Request {
    task: Task,
    limits: Limits,
}

/// What is wanted of a file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Task {
    Extract {
        name: String,
        headers: Vec<HeaderRow>,
    },
    Answers {
        name: String,
        column: Option<String>,
    },
    Page {
        number: u32,
        texts: Vec<String>,
    },
    Picture {
        number: u32,
    },
}

/// What the child says.
#[derive(Serialize, Deserialize)]
struct Reply {
    /// What binds it, and what does not.
    confined: Vec<String>,
    answer: Answer,
}

/// The head of an answer; a picture's bytes follow its line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Answer {
    Document(ExtractedDocument),
    Answers(Vec<GivenAnswer>),
    Page(PageView),
    Picture,
    Problem(Problem),
}

/// Reads files in child processes with limits on memory, CPU time and wall time.
pub(crate) struct ChildExtractor {
    limits: Limits,
    turns: Semaphore,
}

impl ChildExtractor {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            turns: Semaphore::new(AT_ONCE),
        }
    }

    /// A page of a PDF with the places of texts on it.
    pub(crate) async fn page(
        &self,
        bytes: Vec<u8>,
        number: u32,
        texts: Vec<String>,
    ) -> Result<PageView, PortError> {
        match self.answer(Task::Page { number, texts }, bytes).await? {
            (Answer::Page(view), _) => Ok(view),
            other => Err(unexpected(other)),
        }
    }

    /// A page of a PDF as a PNG.
    pub(crate) async fn picture(&self, bytes: Vec<u8>, number: u32) -> Result<Vec<u8>, PortError> {
        match self.answer(Task::Picture { number }, bytes).await? {
            (Answer::Picture, png) => Ok(png),
            other => Err(unexpected(other)),
        }
    }

    /// The answers of a file of many.
    pub(crate) async fn answers(
        &self,
        name: String,
        bytes: Vec<u8>,
        column: Option<String>,
    ) -> Result<Vec<GivenAnswer>, PortError> {
        match self.answer(Task::Answers { name, column }, bytes).await? {
            (Answer::Answers(answers), _) => Ok(answers),
            other => Err(unexpected(other)),
        }
    }

    /// The answer's head and what follows it.
    async fn answer(&self, task: Task, bytes: Vec<u8>) -> Result<(Answer, Vec<u8>), PortError> {
        if bytes.len() as u64 > self.limits.file_bytes {
            let limit = self.limits.file_bytes / (1024 * 1024);
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!("The file is over {limit} MiB. Split it and upload the parts."),
            )
            .into());
        }
        let _turn = self
            .turns
            .acquire()
            .await
            .map_err(|_| PortError::internal("extraction is shut down"))?;
        let wall = Duration::from_secs(self.limits.wall_seconds);
        match tokio::time::timeout(wall, self.run(task, bytes)).await {
            Ok(answer) => answer,
            Err(_) => Err(PortError::rejected(format!(
                "Reading this file took over {} s. Split it and upload the parts.",
                wall.as_secs()
            ))),
        }
    }

    /// What binds the process, and what does not; an error where it cannot read a small text.
    pub(crate) async fn bounds(&self) -> Result<Vec<String>, PortError> {
        let task = Task::Extract {
            name: "a.txt".to_owned(),
            headers: Vec::new(),
        };
        let wall = Duration::from_secs(self.limits.wall_seconds);
        let said = tokio::time::timeout(wall, self.said(task, b"The quay is long.".to_vec()))
            .await
            .map_err(|_| PortError::internal("extraction process: it does not answer"))??;
        match said {
            (
                Reply {
                    confined,
                    answer: Answer::Document(_),
                },
                _,
            ) => Ok(confined),
            (Reply { answer, .. }, follows) => Err(unexpected((answer, follows))),
        }
    }

    async fn run(&self, task: Task, bytes: Vec<u8>) -> Result<(Answer, Vec<u8>), PortError> {
        let (Reply { confined, answer }, follows) = self.said(task, bytes).await?;
        tracing::debug!(?confined, "extraction process");
        Ok((answer, follows))
    }

    /// What a child of its own says to a task, and what follows it.
    async fn said(&self, task: Task, bytes: Vec<u8>) -> Result<(Reply, Vec<u8>), PortError> {
        let failed =
            |error: std::io::Error| PortError::internal(format!("extraction process: {error}"));
        let mut child = tokio::process::Command::new(program().map_err(failed)?)
            .arg(COMMAND)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .map_err(failed)?;
        let mut input = child
            .stdin
            .take()
            .ok_or_else(|| PortError::internal("extraction process: no input"))?;
        let mut output = child
            .stdout
            .take()
            .ok_or_else(|| PortError::internal("extraction process: no output"))?;
        let request = serde_json::to_vec(&Request {
            task,
            limits: self.limits,
        })
        .map_err(|error| PortError::internal(error.to_string()))?;
        let write = async move {
            // A child that died early no longer reads; its status says why.
            let _ = input.write_all(&request).await;
            let _ = input.write_all(b"\n").await;
            let _ = input.write_all(&bytes).await;
            drop(input);
        };
        let mut answer = Vec::new();
        let mut bounded = (&mut output).take(self.limits.characters.saturating_mul(16));
        let read = bounded.read_to_end(&mut answer);
        let ((), read) = tokio::join!(write, read);
        read.map_err(failed)?;
        // A child that says more than is read ends instead of waiting to say the rest.
        drop(output);
        let status = child.wait().await.map_err(failed)?;
        if status.success() {
            let end = answer
                .iter()
                .position(|byte| *byte == b'\n')
                .unwrap_or(answer.len());
            let follows = answer.split_off(end.saturating_add(1).min(answer.len()));
            let reply = serde_json::from_slice(&answer)
                .map_err(|error| PortError::internal(format!("extraction process: {error}")))?;
            return Ok((reply, follows));
        }
        tracing::warn!(
            signal = status.signal(),
            code = status.code(),
            "extraction process ended early"
        );
        Err(PortError::rejected(
            "Reading this file needed more memory or time than is allowed, or crashed its reader. The file is damaged or made to do harm; save it anew or split it.",
        ))
    }
}

/// The running program itself, also where its file was replaced or removed since it was started.
fn program() -> std::io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && running.exists() {
        return Ok(running.to_owned());
    }
    std::env::current_exe()
}

#[async_trait]
impl Extractor for ChildExtractor {
    async fn extract(&self, name: &str, bytes: Vec<u8>) -> Result<ExtractedDocument, PortError> {
        self.extract_with(name, bytes, &[]).await
    }

    async fn extract_with(
        &self,
        name: &str,
        bytes: Vec<u8>,
        headers: &[HeaderRow],
    ) -> Result<ExtractedDocument, PortError> {
        let task = Task::Extract {
            name: name.to_owned(),
            headers: headers.to_vec(),
        };
        match self.answer(task, bytes).await? {
            (Answer::Document(document), _) => Ok(document),
            other => Err(unexpected(other)),
        }
    }
}

/// What a task ends in when it did not do what was asked.
fn unexpected((answer, _): (Answer, Vec<u8>)) -> PortError {
    match answer {
        Answer::Problem(problem) => problem.into(),
        Answer::Document(_) | Answer::Answers(_) | Answer::Page(_) | Answer::Picture => {
            PortError::internal("extraction process: an answer to something else")
        }
    }
}

/// The child's side: binds and limits itself, reads one request, writes one answer.
pub(crate) fn worker() -> ExitCode {
    match work() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn work() -> anyhow::Result<()> {
    // Nothing is opened from here on; threads that readers start are bound with this one.
    let confined = sandbox::confine();
    let mut input = std::io::stdin().lock();
    let mut line = String::new();
    input.read_line(&mut line)?;
    let Request { task, limits } = serde_json::from_str(&line)?;
    let limit = |value: u64| Rlimit {
        current: Some(value),
        maximum: Some(value),
    };
    setrlimit(Resource::As, limit(limits.memory_bytes))?;
    setrlimit(Resource::Cpu, limit(limits.cpu_seconds))?;
    setrlimit(Resource::Core, limit(0))?;
    let mut bytes = Vec::new();
    input
        .take(limits.file_bytes.saturating_add(1))
        .read_to_end(&mut bytes)?;
    let mut png = Vec::new();
    let answer = match task {
        Task::Extract { name, headers } => {
            groundwall_ingest::extract_with(&name, &bytes, &limits, &headers).map(Answer::Document)
        }
        Task::Answers { name, column } => {
            groundwall_ingest::answers(&name, &bytes, column.as_deref(), &limits)
                .map(Answer::Answers)
        }
        Task::Page { number, texts } => {
            groundwall_ingest::page(&bytes, &limits, number, &texts).map(Answer::Page)
        }
        Task::Picture { number } => {
            groundwall_ingest::picture(&bytes, &limits, number).map(|drawn| {
                png = drawn;
                Answer::Picture
            })
        }
    };
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    let reply = Reply {
        confined,
        answer: answer.unwrap_or_else(Answer::Problem),
    };
    serde_json::to_writer(&mut output, &reply)?;
    output.write_all(b"\n")?;
    output.write_all(&png)?;
    output.flush()?;
    Ok(())
}
