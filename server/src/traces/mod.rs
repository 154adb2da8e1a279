//! OpenTelemetry: traces of questions and verifications and `gen_ai.evaluation.result` events, as JSON over HTTP to a collector. Off where no address is configured.
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
use prometheus_client::metrics::counter::Counter;
use std::future::Future;
use std::time::SystemTime;
use told::Done;

/// Records by what became of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Counts {
    pub(crate) sent: Counter,
    /// The queue had no room.
    pub(crate) dropped: Counter,
    /// The collector did not take them.
    pub(crate) failed: Counter,
}

/// Where traces go; nowhere without an address.
pub(crate) struct Traces(Option<Export>);

impl Traces {
    /// Says whether the configuration can be used.
    pub(crate) fn check(config: &TelemetryConfig) -> anyhow::Result<()> {
        Target::of(config).map(drop)
    }

    /// Begins to send. An address that is none has stopped the start before.
    pub(crate) fn start(config: &TelemetryConfig, counts: Counts) -> Self {
        let export = match Target::of(config) {
            Ok(target) => target.and_then(|target| Export::start(target, counts)),
            Err(error) => {
                tracing::error!(%error, "no traces are sent");
                None
            }
        };
        Self(export)
    }

    /// Does work and tells of it. Work that somebody else traces and does not record is not told.
    pub(crate) async fn of(
        &self,
        work: Work,
        doing: impl Future<Output = Result<Report, Problem>>,
    ) -> Result<Report, Problem> {
        let parent = parent::current();
        let wanted = parent.as_ref().is_none_or(|parent| parent.sampled);
        let Some(export) = self.0.as_ref().filter(|_| wanted) else {
            return doing.await;
        };
        let began = SystemTime::now();
        let done = doing.await;
        export.tell(told::told(&Done {
            work,
            began,
            ended: SystemTime::now(),
            parent,
            outcome: done.as_ref(),
            texts: export.texts(),
        }));
        done
    }

    /// Waits a moment for what is still to be sent.
    pub(crate) async fn close(&self) {
        if let Some(export) = &self.0 {
            export.close().await;
        }
    }
}

#[cfg(test)]
mod tests;
