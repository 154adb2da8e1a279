//! The stages of one run, with their times, as they are told and reported.

use groundwall_core::Progress;
use groundwall_core::report::Stage;
use groundwall_ports::ProgressSink;
use std::time::Instant;

/// A count as reports have it.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Collects the stages of one run with their times, and tells them.
pub(crate) struct Stages<'a> {
    watch: ProgressSink<'a>,
    done: Vec<Stage>,
    started: Instant,
    last: Instant,
}

impl<'a> Stages<'a> {
    pub(crate) fn start(watch: ProgressSink<'a>) -> Self {
        let now = Instant::now();
        Self {
            watch,
            done: Vec::new(),
            started: now,
            last: now,
        }
    }

    pub(crate) fn begin(&self, name: &str) {
        (self.watch)(Progress::Begun {
            name: name.to_owned(),
        });
    }

    pub(crate) fn reached(&self, name: &str, count: usize, of: usize, unit: &str) {
        (self.watch)(Progress::Reached {
            name: name.to_owned(),
            count: number(count),
            of: number(of),
            unit: unit.to_owned(),
        });
    }

    pub(crate) fn end(&mut self, name: &str, count: usize, unit: &str) {
        let now = Instant::now();
        let milliseconds =
            u64::try_from(now.duration_since(self.last).as_millis()).unwrap_or(u64::MAX);
        self.last = now;
        tracing::debug!(stage = name, count, unit, milliseconds, "stage");
        let stage = Stage {
            name: name.to_owned(),
            count: number(count),
            unit: unit.to_owned(),
            milliseconds,
        };
        (self.watch)(Progress::Ended(stage.clone()));
        self.done.push(stage);
    }

    /// A step that is over as soon as it begins.
    pub(crate) fn at_once(&mut self, name: &str, count: usize, unit: &str) {
        self.begin(name);
        self.end(name, count, unit);
    }

    pub(crate) fn finish(self) -> (Vec<Stage>, f64) {
        (self.done, self.started.elapsed().as_secs_f64())
    }
}
