//! Files of many answers.

use super::documents::{document, status};
use serde_json::{Value, json};

/// A file of many answers, on its way and through, and the page that it is sent from.
pub(super) fn batches() -> Vec<Value> {
    let counts = json!({"supported": 1, "refuted": 1, "unsupported": 1, "unverifiable": 0});
    let row = |number: u32, state: &str, outcome: Value| {
        json!({
            "number": number, "name": "When was it built?", "beginning": "The quay was built in 1931.", "state": state, "report": "r1", "outcome": outcome,
            "counts": counts, "reason": (state == "failed").then_some("The answer is empty."),
        })
    };
    let line = |waiting: u32, paused: bool| {
        json!({
            "id": "b1", "name": "answers.csv", "collection": "default", "added_at": "2026-01-02T03:04:05Z", "read_as": "answer", "paused": paused, "rows": 3,
            "waiting": waiting, "failed": 1, "outcomes": [1, 0, 1, 0, 0], "seconds_left": (waiting > 0).then_some(130),
        })
    };
    let page = |waiting: u32, paused: bool, look: bool| {
        let mut batch = line(waiting, paused);
        batch["answers"] = json!([
            row(1, "done", json!("not_verified")),
            row(2, "failed", Value::Null),
            row(3, "waiting", Value::Null)
        ]);
        json!({"page": "batch", "batch": batch, "from": 0, "look": look})
    };
    vec![
        page(1, false, false),
        page(1, true, true),
        page(0, false, false),
        json!({"page": "verify", "status": status(json!([document("pdf")])), "text": "", "whole_answer": true, "problem": null, "batches": [line(1, false), line(0, false)],
            "notice": {"text": "It was deleted.", "refused": [], "undo": null}}),
    ]
}
