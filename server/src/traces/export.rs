//! The queue and who empties it.

use super::Counts;
use super::config::Target;
use super::told::Told;
use super::wire;
use reqwest::header::CONTENT_TYPE;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Spans and events that wait or are under way, at most.
pub(super) const MOST: usize = 8_192;
/// Spans and events of one request to the collector, where a single report has no more.
const BATCH: usize = 512;
/// So long is waited for company.
const GATHERING: Duration = Duration::from_millis(500);
/// Time for one request to the collector.
const DELIVERY: Duration = Duration::from_secs(5);
/// At the end of the program.
const CLOSING: Duration = Duration::from_secs(1);
/// Between two complaints.
const QUIET: Duration = Duration::from_mins(1);

/// What waits, in records; nothing waits beyond [`MOST`].
pub(super) struct Export {
    queue: UnboundedSender<Told>,
    waiting: Arc<AtomicUsize>,
    closing: Arc<Notify>,
    counts: Counts,
    texts: bool,
}

impl Export {
    /// Begins to send on the runtime of who calls; none where there is no client.
    pub(super) fn start(target: Target, counts: Counts) -> Option<Self> {
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(DELIVERY)
            .build()
            .inspect_err(|error| tracing::error!(%error, "no traces are sent"))
            .ok()?;
        let (queue, heard) = unbounded_channel();
        let texts = target.texts;
        let export = Self {
            queue,
            waiting: Arc::default(),
            closing: Arc::default(),
            counts: counts.clone(),
            texts,
        };
        let sender = Sender {
            client,
            target,
            counts,
            waiting: Arc::clone(&export.waiting),
            closing: Arc::clone(&export.closing),
            complained: None,
        };
        tokio::spawn(sender.run(heard));
        Some(export)
    }

    pub(super) fn texts(&self) -> bool {
        self.texts
    }

    /// Takes what is told, as a whole, or drops it as a whole. Never waits.
    pub(super) fn tell(&self, told: Told) {
        let records = told.records();
        let room = |waiting: usize| {
            let then = waiting.saturating_add(records);
            (then <= MOST).then_some(then)
        };
        let taken = self
            .waiting
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, room);
        if taken.is_err() || self.queue.send(told).is_err() {
            self.counts.dropped.inc_by(records as u64);
        }
    }

    /// Waits until nothing waits any more, at most [`CLOSING`].
    pub(super) async fn close(&self) {
        let empty = async {
            while self.waiting.load(Ordering::Relaxed) > 0 {
                self.closing.notify_one();
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        // What is left is lost with the program.
        let _ = tokio::time::timeout(CLOSING, empty).await;
    }
}

struct Sender {
    client: reqwest::Client,
    target: Target,
    counts: Counts,
    waiting: Arc<AtomicUsize>,
    closing: Arc<Notify>,
    complained: Option<Instant>,
}

impl Sender {
    async fn run(mut self, mut heard: UnboundedReceiver<Told>) {
        while let Some(mut batch) = heard.recv().await {
            tokio::select! {
                () = tokio::time::sleep(GATHERING) => {}
                () = self.closing.notified() => {}
            }
            while batch.records() < BATCH
                && let Ok(Told { spans, events }) = heard.try_recv()
            {
                batch.spans.extend(spans);
                batch.events.extend(events);
            }
            self.send(&batch).await;
            self.waiting.fetch_sub(batch.records(), Ordering::Relaxed);
        }
    }

    async fn send(&mut self, batch: &Told) {
        let service = self.target.service.clone();
        let spans = wire::spans(&service, &batch.spans);
        let url = self.target.traces.clone();
        self.post(url, spans, batch.spans.len()).await;
        if !batch.events.is_empty() {
            let events = wire::events(&service, &batch.events);
            let url = self.target.logs.clone();
            self.post(url, events, batch.events.len()).await;
        }
    }

    async fn post(&mut self, url: reqwest::Url, body: String, records: usize) {
        let request = self
            .client
            .post(url)
            .headers(self.target.headers.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(body);
        let answer = request.send().await;
        match answer.and_then(reqwest::Response::error_for_status) {
            Ok(_) => {
                self.counts.sent.inc_by(records as u64);
            }
            Err(error) => {
                self.counts.failed.inc_by(records as u64);
                self.complain(&error.without_url());
            }
        }
    }

    fn complain(&mut self, error: &reqwest::Error) {
        let quiet = |at: Instant| at.elapsed() < QUIET;
        if self.complained.is_some_and(quiet) {
            return;
        }
        self.complained = Some(Instant::now());
        tracing::warn!(%error, "the collector of telemetry.endpoint does not take traces; they are counted in /metrics and lost");
    }
}
