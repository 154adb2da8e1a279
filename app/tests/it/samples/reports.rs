//! Reports with something in every field, and the pages of them.

use super::documents::locator;
use super::governed::{answer, governance, ruled};
use super::{notice, problem, review};
use groundwall_core::Policy;
use serde_json::{Value, json};

fn model() -> Value {
    json!({"name": "a model", "revision": "main", "license": "MIT", "sha256": "0123456789abcdef", "kernel": "int8"})
}

pub(super) fn provenance() -> Value {
    json!({
        "groundwall": "0.1.0", "embedder": model(), "verifier": model(), "judge": model(), "calibrated": true, "generator": "extractive",
        "origin": "a model of theirs", "policy": Policy::default(), "collection_version": 1,
    })
}

fn table_answer(result: &Value) -> Value {
    json!({
        "document": "6ba7b810", "document_name": "dues.xlsx", "index": 0, "table": "dues.xlsx, sheet Q3", "query": "SELECT average(dues)",
        "formula": "AVERAGE(F5:F7) = 3", "cells": ["F5:F7"], "text": "The average is 3.", "holds": true, "result": result, "missing": "Orm",
        "compiled_by": "a model",
    })
}

pub(super) fn results() -> Vec<Value> {
    let group = |name: &str| json!({"name": name, "shown": "4", "value": 4.0});
    vec![
        json!({"kind": "figure", "label": "average", "value": "3"}),
        json!({"kind": "record", "title": "Rope Works", "fields": [{"name": "dues", "value": "3", "cell": "F5"}, {"name": "berth", "value": "4", "cell": "G5"}]}),
        json!({"kind": "record", "title": "Rope Works", "fields": [{"name": "dues", "value": "3", "cell": "F5"}]}),
        json!({"kind": "comparison", "left": "Rope Works", "right": "Net Loft", "fields": [{"name": "dues", "left": "3", "right": "4", "greater": "right"}]}),
        json!({"kind": "list", "columns": ["name"], "rows": [["Rope Works"]], "all": 2}),
        json!({"kind": "groups", "by": "quay", "what": "dues", "groups": [group("north"), group("south"), group("east"), group("west")]}),
        json!({"kind": "missing", "mention": "Orm", "closest": ["Norm"]}),
        json!({"kind": "groups", "by": "year", "what": "dues", "groups": [group("2020"), group("2021"), group("2022"), group("2023")]}),
    ]
}

fn judged(id: u32, verdict: &str, opinion: &Value) -> Value {
    json!({
        "claim": {
            "id": id, "kind": "date", "text": "The quay was built in 1931.", "sentence": "The quay was built in 1931.", "span": {"start": 0, "end": 5},
            "specificity": "medium", "checkability": "checkable", "hedge": "probably", "vague": true,
        },
        "verdict": verdict, "why": "The evidence says 1932.", "probability": 0.4,
        "evidence": [{
            "window": {"document": "6ba7b810", "document_name": "harbour.txt", "first_sentence": 1, "last_sentence": 2, "text": "It was built in 1932.", "locator": locator()},
            "similarity": 0.7, "coverage": 0.8, "nli": {"entailment": 0.1, "neutral": 0.2, "contradiction": 0.7}, "stance": "refutes",
        }],
        "checks": [{"check": "date", "outcome": "clash", "note": "the claim says 1931"}],
        "findings": [{
            "id": "c1-date_mismatch-1", "type": "date_mismatch", "description": "1931 is not 1932", "severity": "high", "certainty": "confirmed", "confidence": 0.9,
            "claim": id, "location": null, "detected": "1931", "expected": "1932", "evidence": 0, "source": "date/1", "recommendation": "Write 1932.",
        }],
        "why_not": {"sentence": "It was built in 1932.", "place": "line 3", "only_claim": ["1931"], "only_sentence": ["1932"], "needed": "The year 1931."},
        "second_opinion": {"state": "asked", "model": "a model", "stance": opinion, "words": "built in 1932"},
        "read_as": "The quay was built in 1931.", "computed": table_answer(&results()[0]),
    })
}

pub(super) fn report(question: &Value, state: &str, result: &Value) -> Value {
    let counts = json!({"supported": 1, "refuted": 1, "unsupported": 0, "unverifiable": 0});
    let attempt = |number: u32, draft: &str| {
        json!({
            "number": number, "generator": "extractive", "draft": draft, "claims": [], "counts": counts, "support_ratio": 0.5, "faults": ["1931 is wrong"],
            "refined_prompt": "Say it again.",
        })
    };
    let passage = json!({
        "id": "p1", "document": "6ba7b810", "document_name": "harbour.txt", "index": 0, "span": {"start": 0, "end": 5}, "locator": locator(),
        "text": "It was built in 1932.", "sentences": [],
    });
    json!({"page": "report", "report": {
        "id": "r1", "collection": "default", "created_at": "2026-01-02T03:04:05Z", "conversation": "v1", "question": question, "asked_as": "When was the quay built?",
        "asked": [
            {"text": "When was the quay built?", "found": true, "probability": 0.9},
            {"text": "Who paid for it?", "found": false, "probability": 0.2, "read": {"text": "The town paid its keeper.", "best": 0.3, "other": 0.2, "stretch": 0.1}, "unsaid": "Blackpool"},
        ],
        "state": state, "banner": "One claim is refuted.",
        "table": table_answer(result), "delivered": "The quay was built in 1931.",
        "segments": [
            {"text": "The quay was built in 1931.", "claims": [1], "citations": [1], "note": "the evidence says 1932"},
            {"text": " and so on ", "claims": [], "citations": [], "note": null},
        ],
        "citations": [{"number": 1, "place": "harbour.txt, line 3", "quote": "It was built in 1932.", "document": "6ba7b810", "sentences": [1, 2]}],
        "claims": [judged(1, "refuted", &json!("refutes"))], "removed": [judged(2, "unsupported", &Value::Null)],
        "attempts": [attempt(1, "The quay was built in 1931."), attempt(2, "The quay was built in 1932.")],
        "candidates": [{"passage": passage, "rank": 1, "score": 0.1, "similarity": 0.7}],
        "stages": [{"name": "Retrieve", "count": 1, "unit": "passages found", "milliseconds": 3}],
        "summary": {
            "counts": counts, "support_ratio": 0.5, "findings_by_severity": {}, "findings_by_type": {}, "findings_by_certainty": {}, "rejection_recommended": false,
            "overall_risk": "high", "mean_similarity": 0.7, "mean_entailment": 0.1, "confidence": 0.4, "adjusted_confidence": 0.2,
        },
        "findings": [ruled(0), ruled(1)], "rules": [answer("broken"), answer("holds"), answer("no_data")], "governance": governance("refused"),
        "degraded": ["the embedder does not run"], "provenance": provenance(), "elapsed_seconds": 0.5,
    }})
}

/// A report as the history lists it.
pub(super) fn line() -> Value {
    json!({
        "id": "r1", "created_at": "2026-01-02T03:04:05Z", "title": "When was it built?", "state": "verified",
        "counts": {"supported": 1, "refuted": 0, "unsupported": 0, "unverifiable": 0}, "tags": ["board"],
    })
}

fn insights() -> Value {
    let period = |start: &str| json!({"start": start, "reports": 4, "states": [1, 1, 1, 1, 0], "supported": 3, "checkable": 5, "p50": 900, "p95": 12_000});
    json!({
        "stretch": "day", "periods": [period("2026-01-02"), period("2026-01-03")], "reports": 8, "p50": 900, "p95": 12_000,
        "refuting": [{"name": "harbour.txt", "count": 2}],
        "refuted": [{"claim": "The quay was built in 1931.", "document": "harbour.txt", "count": 2, "report": "r1"}],
        "findings": [{"type": "date_mismatch", "count": 3}],
        "reviewed": [{"type": "date_mismatch", "true_finds": 3, "false_alarms": 1, "missed": 2}],
    })
}

/// The history and its figures.
pub(super) fn history() -> Vec<Value> {
    let filter = json!({
        "search": "quay", "state": "verified", "document": "harbour.txt", "from": "2026-01-01", "to": "2026-02-01", "tag": "board", "limit": 50, "after": 9,
    });
    vec![
        json!({"page": "reports", "found": {"reports": [line()], "total": 7, "next": 3}, "filter": filter, "documents": ["harbour.txt"], "notice": notice(), "problem": problem()}),
        json!({"page": "reports", "found": {"reports": [], "total": 0, "next": null}, "filter": filter, "documents": [], "notice": null, "problem": null}),
        json!({"page": "report_edit", "line": line(), "title": "The quay", "tags": "a, b", "problem": problem()}),
        json!({"page": "insights", "insights": insights(), "days": 30}),
        json!({"page": "insights", "insights": {"stretch": "month", "periods": [], "reports": 0, "p50": 0, "p95": 0, "refuting": [], "refuted": [], "findings": []}, "days": null}),
    ]
}

/// A report of a text, one that somebody has to look at, and one for each result of a table.
pub(super) fn pages() -> Vec<Value> {
    let question = json!("When was it built?");
    let mut flagged = report(&question, "not_verified", &results()[0]);
    flagged["review"] = review::review("pending")["found"]["reviews"][0].clone();
    let mut pages = vec![report(&Value::Null, "not_covered", &results()[0]), flagged];
    pages.extend(
        results()
            .iter()
            .map(|result| report(&question, "partly_verified", result)),
    );
    pages
}
