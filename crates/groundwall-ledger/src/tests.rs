//! The ledger on files: what its tests share.

mod audit;
mod counted;
mod deleted;
mod files;
mod found;
mod reviews;

use crate::SqliteLedger;
use groundwall_core::{Report, ReportFilter};
use groundwall_ports::Ledger as _;
use serde_json::{Value, json};

pub(crate) fn report(id: &str, question: &str) -> Report {
    report_of("2026-01-01T00:00:00Z", id, question)
}

fn report_of(created_at: &str, id: &str, question: &str) -> Report {
    made(created_at, id, question, "d", "verified")
}

fn claim(text: &str, document: &str) -> Value {
    json!({
        "claim": {
            "id": 1, "kind": "date", "text": text, "sentence": text, "span": {"start": 0, "end": 5}, "specificity": "medium", "checkability": "checkable",
            "hedge": null, "vague": false,
        },
        "verdict": "refuted", "why": "The documents say otherwise.", "probability": 0.1, "checks": [], "findings": [],
        "evidence": [{
            "window": {"document": document, "document_name": document, "first_sentence": 0, "last_sentence": 0, "text": "It was 1987.", "locator": {}},
            "similarity": 0.7, "coverage": 0.8, "nli": null, "stance": "refutes",
        }],
    })
}

fn value(created_at: &str, id: &str, question: &str, answer: &str, state: &str) -> Value {
    let counts = json!({"supported": 1, "refuted": 0, "unsupported": 0, "unverifiable": 0});
    json!({
        "id": id, "collection": "default", "created_at": created_at, "question": question, "state": state, "banner": "b", "delivered": answer,
        "segments": [], "citations": [], "claims": [], "removed": [], "attempts": [], "candidates": [], "stages": [],
        "summary": {
            "counts": counts, "support_ratio": 1.0, "findings_by_severity": {}, "findings_by_type": {}, "findings_by_certainty": {},
            "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null, "mean_entailment": null, "confidence": null, "adjusted_confidence": null
        },
        "degraded": [],
        "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": null, "policy": {}, "collection_version": 1},
        "elapsed_seconds": 0.1
    })
}

fn made(created_at: &str, id: &str, question: &str, answer: &str, state: &str) -> Report {
    serde_json::from_value(value(created_at, id, question, answer, state)).unwrap()
}

/// A report with a claim that a document refutes.
fn refuted(created_at: &str, id: &str, text: &str, document: &str) -> Report {
    let mut report = value(created_at, id, "When?", "Then.", "not_verified");
    report["claims"] = json!([claim(text, document)]);
    report["summary"]["counts"] =
        json!({"supported": 1, "refuted": 1, "unsupported": 1, "unverifiable": 5});
    report["summary"]["findings_by_type"] = json!({"date_mismatch": 2, "no_evidence": 1});
    report["elapsed_seconds"] = json!(2.0);
    serde_json::from_value(report).unwrap()
}

/// A report on a text of a source, with three findings.
fn by(created_at: &str, id: &str, origin: &str) -> Report {
    let mut report = refuted(created_at, id, "It opened in 1978.", "harbour.txt");
    report.provenance.origin = Some(origin.to_owned());
    report
}

fn searching(search: &str) -> ReportFilter {
    ReportFilter {
        search: search.to_owned(),
        ..ReportFilter::default()
    }
}

async fn titles(ledger: &SqliteLedger, filter: ReportFilter) -> Vec<String> {
    let page = ledger.reports(&filter.checked().unwrap()).await.unwrap();
    page.reports.into_iter().map(|line| line.title).collect()
}
