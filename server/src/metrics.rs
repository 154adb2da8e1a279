//! Figures for Prometheus.

use crate::traces::Counts;
use groundwall_core::report::{Report, Stage};
use groundwall_governance::structured::Outcome;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;

/// Methods that are counted under their own names.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
/// Label of every other method, and of what has no route.
const OTHER: &str = "other";

type Labels = [(&'static str, String); 1];

/// Counters and histograms, and the registry that prints them.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<[(&'static str, String); 3], Counter>,
    verdicts: Family<Labels, Counter>,
    states: Family<Labels, Counter>,
    findings: Family<Labels, Counter>,
    structured: Family<Labels, Counter>,
    stages: Family<Labels, Histogram, fn() -> Histogram>,
    telemetry: Family<Labels, Counter>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("groundwall");
        let requests = Family::default();
        let verdicts = Family::default();
        let states = Family::default();
        let findings = Family::default();
        let structured = Family::default();
        let stages = Family::new_with_constructor(
            (|| Histogram::new(exponential_buckets(0.001, 2.0, 16))) as fn() -> Histogram,
        );
        let telemetry = Family::default();
        registry.register(
            "http_requests",
            "Requests by method, route and status",
            Family::clone(&requests),
        );
        registry.register("claims", "Claims by verdict", Family::clone(&verdicts));
        registry.register("reports", "Reports by state", Family::clone(&states));
        registry.register("findings", "Findings by type", Family::clone(&findings));
        registry.register(
            "structured_answers",
            "Structured answers by what became of them",
            Family::clone(&structured),
        );
        registry.register(
            "stage_seconds",
            "Time of a pipeline stage",
            Family::clone(&stages),
        );
        registry.register(
            "telemetry_records",
            "Spans and events for the collector by what became of them",
            Family::clone(&telemetry),
        );
        Self {
            registry,
            requests,
            verdicts,
            states,
            findings,
            structured,
            stages,
            telemetry,
        }
    }
}

impl Metrics {
    /// Counts a request. Only words of ours become labels: whoever asks cannot add any.
    pub(crate) fn request(&self, method: &str, route: Option<String>, status: u16) {
        let method = METHODS.iter().find(|known| **known == method);
        self.requests
            .get_or_create(&[
                ("method", method.copied().unwrap_or(OTHER).to_owned()),
                ("route", route.unwrap_or_else(|| OTHER.to_owned())),
                ("status", status.to_string()),
            ])
            .inc();
    }

    pub(crate) fn report(&self, report: &Report) {
        let state = serde_json::to_value(report.state)
            .ok()
            .and_then(|value| value.as_str().map(str::to_owned))
            .unwrap_or_default();
        self.states.get_or_create(&[("state", state)]).inc();
        for claim in report.claims.iter().chain(&report.removed) {
            self.verdicts
                .get_or_create(&[("verdict", claim.verdict.word().to_owned())])
                .inc();
            for finding in &claim.findings {
                self.findings
                    .get_or_create(&[("type", finding.kind.name().to_owned())])
                    .inc();
            }
        }
        for Stage {
            name, milliseconds, ..
        } in &report.stages
        {
            self.stages
                .get_or_create(&[("stage", name.to_lowercase())])
                .observe(*milliseconds as f64 / 1_000.0);
        }
    }

    /// Counts a structured answer and its findings. Their types are those of a pack that the program carries.
    pub(crate) fn structured(&self, outcome: &Outcome) {
        self.structured
            .get_or_create(&[("status", outcome.status.name().to_owned())])
            .inc();
        for (kind, count) in &outcome.type_counts {
            self.findings
                .get_or_create(&[("type", kind.clone())])
                .inc_by(*count as u64);
        }
    }

    /// Counters of what goes to a collector.
    pub(crate) fn telemetry(&self) -> Counts {
        let count = |outcome: &str| {
            let labels = [("outcome", outcome.to_owned())];
            self.telemetry.get_or_create(&labels).clone()
        };
        Counts {
            sent: count("sent"),
            dropped: count("dropped"),
            failed: count("failed"),
        }
    }

    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Metrics;

    #[test]
    fn what_somebody_made_up_is_counted_as_other() {
        let metrics = Metrics::default();
        metrics.request("GET", Some("/reports/{id}".to_owned()), 200);
        for n in 0..100 {
            metrics.request(&format!("BREW{n}"), None, 404);
        }
        let text = metrics.text();
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("groundwall_http_requests_total"))
            .collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(text.contains(r#"method="GET",route="/reports/{id}",status="200""#));
        assert!(text.contains(r#"method="other",route="other",status="404"} 100"#));
    }
}
