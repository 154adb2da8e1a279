//! The examples that a pack carries, and whether it does on them what they say.

use super::check_text;
use super::pack::StructuredPack;
use super::section;
use super::source::Source;
use groundwall_core::Severity;

/// An answer with what should come of it.
pub(super) struct Example {
    name: String,
    answer: String,
    document: String,
    total_pages: Option<u32>,
    status: String,
    findings: Vec<String>,
}

impl From<section::Example> for Example {
    fn from(written: section::Example) -> Self {
        let section::Example {
            name,
            answer,
            document,
            total_pages,
            status,
            findings,
        } = written;
        Self {
            name,
            answer,
            document,
            total_pages,
            status,
            findings,
        }
    }
}

/// An example that came out otherwise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("example {name:?}: expected {expected}; found {found}")]
pub struct ExampleError {
    pub name: String,
    pub expected: String,
    pub found: String,
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Low => "low",
        Severity::Medium => "medium",
        Severity::High => "high",
        Severity::Critical => "critical",
    }
}

fn said(status: &str, mut findings: Vec<String>) -> String {
    findings.sort();
    format!("{status} [{}]", findings.join(", "))
}

impl StructuredPack {
    /// How many examples the pack carries.
    pub fn example_count(&self) -> usize {
        self.examples.len()
    }

    /// What the pack's examples are called, in their order.
    pub fn example_names(&self) -> impl Iterator<Item = &str> {
        self.examples.iter().map(|example| example.name.as_str())
    }

    /// Runs the pack's own examples; those that came out otherwise.
    pub fn failed_examples(&self, year: i32) -> Vec<ExampleError> {
        let one = |example: &Example| {
            let source = Source::of_text(&example.document, example.total_pages);
            let outcome = check_text(self, &example.answer, &source, year);
            let findings = outcome.findings.iter();
            let findings =
                findings.map(|finding| format!("{} {}", word(finding.severity), finding.kind));
            let found = said(outcome.status.name(), findings.collect());
            let expected = said(&example.status, example.findings.clone());
            (found != expected).then(|| ExampleError {
                name: example.name.clone(),
                expected,
                found,
            })
        };
        self.examples.iter().filter_map(one).collect()
    }
}
