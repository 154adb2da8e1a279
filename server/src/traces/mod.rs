//! OpenTelemetry: traces of questions, verifications and uploads, and `gen_ai.evaluation.result` events, as JSON over HTTP to a collector. Off where no address is configured.
//!
//! A request never waits for the collector: what it tells goes into a queue with a bound, and what has no room there is dropped and counted.

mod config;
mod export;
mod parent;
mod told;
mod wire;

pub(crate) use config::{TelemetryConfig, from_environment};
pub(crate) use parent::{Parent, carried, continues};
pub(crate) use told::Work;

use config::Target;
use export::Export;
use groundwall_core::{Problem, Report};
use groundwall_ports::UploadOutcome;
use prometheus_client::metrics::counter::Counter;
use std::future::Future;
use std::time::SystemTime;
use told::{Done, Told};
use wire::{INTERNAL, SERVER};

/// Records by what became of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts {
    pub(crate) sent: Counter,
    /// The queue had no room.
    pub(crate) dropped: Counter,
    /// The collector did not take them.
    pub(crate) failed: Counter,
}

/// An upload's span.
const INGEST: &str = "ingest";
/// The variable that has the trace which a command belongs to, in the form of the header (OpenTelemetry, environment variables as carriers of context).
const TRACE_OF_COMMAND: &str = "TRACEPARENT";

/// Where traces go; nowhere without an address.
pub(crate) struct Traces {
    export: Option<Export>,
    /// What a span of the whole is: work for a client, or a command's own.
    kind: u8,
    /// The trace that everything belongs to for which no request says another.
    begun: Option<Parent>,
}

impl Traces {
    /// Says whether the configuration can be used.
    pub(crate) fn check(config: &TelemetryConfig) -> anyhow::Result<()> {
        Target::of(config).map(drop)
    }

    /// Begins to send for a server. An address that is none has stopped the start before.
    pub(crate) fn start(config: &TelemetryConfig, counts: Counts) -> Self {
        let export = match Target::of(config) {
            Ok(target) => target.and_then(|target| Export::start(target, counts)),
            Err(error) => {
                tracing::error!(%error, "no traces are sent");
                None
            }
        };
        Self {
            export,
            kind: SERVER,
            begun: None,
        }
    }

    /// Begins to send for a command, which continues the trace of `TRACEPARENT`.
    pub(crate) fn of_command(config: &TelemetryConfig) -> Self {
        let begun = std::env::var(TRACE_OF_COMMAND).ok();
        Self {
            kind: INTERNAL,
            begun: begun.as_deref().and_then(Parent::read),
            ..Self::start(config, Counts::default())
        }
    }

    /// Does work and tells of it. Work that somebody else traces and does not record is not told.
    pub(crate) async fn of<E: Into<Problem>>(
        &self,
        work: Work,
        doing: impl Future<Output = Result<Report, E>>,
    ) -> Result<Report, Problem> {
        self.told(work.name(), doing, told::judged).await
    }

    /// Takes files in and tells of it.
    pub(crate) async fn of_upload<E: Into<Problem>>(
        &self,
        doing: impl Future<Output = Result<Vec<UploadOutcome>, E>>,
    ) -> Result<Vec<UploadOutcome>, Problem> {
        let tell = |done: &Done, outcomes: &Vec<UploadOutcome>| told::taken_in(done, outcomes);
        self.told(INGEST, doing, tell).await
    }

    async fn told<T, E: Into<Problem>>(
        &self,
        name: &'static str,
        doing: impl Future<Output = Result<T, E>>,
        tell: impl FnOnce(&Done, &T) -> Told,
    ) -> Result<T, Problem> {
        let parent = parent::current().or_else(|| self.begun.clone());
        let wanted = parent.as_ref().is_none_or(|parent| parent.sampled);
        let Some(export) = self.export.as_ref().filter(|_| wanted) else {
            return doing.await.map_err(Into::into);
        };
        let began = SystemTime::now();
        let outcome = doing.await.map_err(Into::into);
        let done = Done {
            name,
            kind: self.kind,
            began,
            ended: SystemTime::now(),
            parent,
            texts: export.texts(),
        };
        export.tell(match &outcome {
            Ok(outcome) => tell(&done, outcome),
            Err(problem) => done.failed(problem),
        });
        outcome
    }

    /// Waits a moment for what is still to be sent.
    pub(crate) async fn close(&self) {
        if let Some(export) = &self.export {
            export.close().await;
        }
    }
}

#[cfg(test)]
mod tests;
