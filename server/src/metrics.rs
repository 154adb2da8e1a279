//! Figures for Prometheus.

use groundwall_core::report::{Report, Stage};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

type Labels = [(&'static str, String); 1];

/// Counters and histograms, and the registry that prints them.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<[(&'static str, String); 2], Counter>,
    verdicts: Family<Labels, Counter>,
    states: Family<Labels, Counter>,
    findings: Family<Labels, Counter>,
    stages: Family<Labels, Histogram, fn() -> Histogram>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("groundwall");
        let requests = Family::default();
        let verdicts = Family::default();
        let states = Family::default();
        let findings = Family::default();
        let stages = Family::new_with_constructor((|| Histogram::new(exponential_buckets(0.001, 2.0, 16))) as fn() -> Histogram);
        registry.register("http_requests", "Requests by method and status", Family::clone(&requests));
        registry.register("claims", "Claims by verdict", Family::clone(&verdicts));
        registry.register("reports", "Reports by state", Family::clone(&states));
        registry.register("findings", "Findings by type", Family::clone(&findings));
        registry.register("stage_seconds", "Time of a pipeline stage", Family::clone(&stages));
        Self { registry, requests, verdicts, states, findings, stages }
    }
}

impl Metrics {
    pub(crate) fn request(&self, method: &str, status: u16) {
        self.requests.get_or_create(&[("method", method.to_owned()), ("status", status.to_string())]).inc();
    }

    pub(crate) fn report(&self, report: &Report) {
        let state = serde_json::to_value(report.state).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default();
        self.states.get_or_create(&[("state", state)]).inc();
        for claim in report.claims.iter().chain(&report.removed) {
            self.verdicts.get_or_create(&[("verdict", claim.verdict.word().to_owned())]).inc();
            for finding in &claim.findings {
                self.findings.get_or_create(&[("type", finding.kind.name().to_owned())]).inc();
            }
        }
        for Stage { name, milliseconds, .. } in &report.stages {
            self.stages.get_or_create(&[("stage", name.to_lowercase())]).observe(*milliseconds as f64 / 1_000.0);
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
