//! The queue of reviews, and what its decisions say.

use serde_json::{Value, json};

/// The queue, with a review in a state.
pub(super) fn review(state: &str) -> Value {
    let decided = (state == "rejected").then_some("2026-01-02T03:04:05Z");
    let one = json!({
        "report": "r1", "title": "When was it built?", "question": "When was it built?", "report_state": "not_verified", "state": state, "priority": "critical",
        "flagged_at": "2026-01-02T03:04:05Z", "due_at": "2026-01-02T03:09:05Z", "overdue": decided.is_none(), "assignee": "Berit", "decided_at": decided,
        "decided_by": "Berit", "note": "Page 4 is right.", "reasons": [{"rule": "refuted", "why": "Your documents contradict a statement.", "priority": "high", "within": 30}],
        "claims": [{"claim": 1, "kind": "date", "value": "1931", "text": "The quay was built in 1931.", "verdict": "refuted", "findings": ["date_mismatch"],
            "dispute": "The plan says 1931."}],
        "counts": {"supported": 1, "refuted": 1, "unsupported": 0, "unverifiable": 0}, "confidence": 0.9, "adjusted_confidence": 0.7,
    });
    json!({
        "page": "review", "found": {"reviews": [one], "total": 2, "open": 1, "overdue": 1, "next": 1}, "filter": {"assignee": "Berit", "state": "all"},
        "notice": {"text": "It is decided.", "refused": [["r2", "It is decided already."]], "undo": null}, "undo": "r1", "problem": null, "on": true,
    })
}

/// What decisions say, with proposals in every state and without any.
pub(super) fn calibrations() -> Vec<Value> {
    let proposal = |state: &str, change: Value| {
        json!({
            "id": "p1", "made_at": "2026-01-02T03:04:05Z", "change": change, "why": "Tolerance of amounts of money: 2 % instead of 0 %.",
            "agreement": {"decisions": 24, "now": 8, "then": 24}, "state": state,
            "decided_at": (state != "open").then_some("2026-01-03T03:04:05Z"),
            "effect": {
                "reports": 40, "statements": 3, "outcomes": 1, "untold": ["Whether the models find it supported."],
                "examples": [
                    {"report": "r1", "title": "What does it cost?", "claim": "It costs $102.", "was": "another value", "would_be": "within the tolerance"},
                    {"report": "r2", "title": "Verification", "claim": null, "was": "withheld", "would_be": "repaired, partly verified"},
                ],
            },
        })
    };
    let wider = json!({"setting": "tolerance", "of": "currency", "from": 0.0, "to": 0.02});
    let less = json!({"setting": "support_threshold", "from": 0.6, "to": 0.5});
    let pack = json!({"setting": "pack_off", "pack": "student-records"});
    let proposals = [
        proposal("open", wider),
        proposal("open", less),
        proposal("rejected", pack.clone()),
        proposal("accepted", pack),
    ];
    let found = |error: Value, proposals: Value| {
        json!({
            "decided": 31, "statements": 31, "needed": 30, "error": error, "proposals": proposals,
            "notes": ["Tolerance of ratios: 3 decisions speak about it. 20 are needed."],
        })
    };
    let notice = json!({"text": "2 changes are proposed.", "refused": [], "undo": null});
    vec![
        json!({"page": "calibration", "found": found(json!(0.125), json!(proposals)), "fixed": ["tolerances.currency"], "notice": notice}),
        json!({"page": "calibration", "found": found(Value::Null, json!([])), "fixed": [], "notice": null}),
    ]
}
