//! Settings, keys and collections.

use super::documents::{document, status, table_line};
use super::{collection, notice, problem};
use groundwall_core::Policy;
use serde_json::{Value, json};

pub(super) fn settings(from: &str, told: bool) -> Value {
    let preview = json!({
        "report": "r1", "title": "When was it built?", "asked": true, "now": "verified", "then": "not_verified", "told": ["Version 1: no text leaves."],
        "untold": ["What another prompt leads to."],
    });
    json!({
        "page": "settings", "notice": {"text": "Saved.", "refused": []},
        "problem": {"error": {"code": "unprocessable", "message": "This did not work."}, "detail": ""},
        "policy": Policy::default(), "fixed": ["support_threshold", "tolerances.currency"], "saved": 2,
        "form": {"support_threshold": "60", "max_regenerations": "2", "checks.numbers": "on", "tolerances.ratio": "5", "tolerances.ratio.unit": "share"},
        "preview": if told { preview } else { Value::Null },
        "model": {"from": from, "base_url": "https://api.example.com/v1", "model": "llama3.1", "has_key": true, "in_use": "llama3.1"},
        "further": [
            {"base_url": "https://other.example.com/v1", "model": "qwen3", "fixed": true},
            {"base_url": "https://third.example.com/v1", "model": "gemma3", "fixed": false},
        ],
        "tried": if told { json!({"worked": false, "text": "The endpoint refuses the key."}) } else { Value::Null },
    })
}

/// Keys of programs: one that was just made, and none yet.
pub(super) fn keys() -> Vec<Value> {
    let key = |revoked: Value| {
        json!({
            "id": "0a1b2c3d", "name": "bot", "scopes": ["read", "ask"], "collections": ["c1", "gone"], "per_minute": 60, "created_at": "2026-01-02T03:04:05Z",
            "revoked_at": revoked,
        })
    };
    let keys = |new: Value, required: bool, notice: Value, problem: Value| {
        json!({
            "page": "keys", "notice": notice, "problem": problem,
            "keys": if required { json!([]) } else { json!([key(Value::Null), key(json!("2026-01-03T03:04:05Z"))]) },
            "collections": [collection("default", "Default"), collection("c1", "Board papers")], "required": required, "new": new,
            "typed": {"name": "clerk", "scopes": ["ask"], "collections": ["c1"], "per_minute": "30"},
        })
    };
    let new = json!({"about": key(Value::Null), "key": "gw_0a1b2c3d_secret", "address": "http://127.0.0.1:8080"});
    vec![
        keys(new, false, notice(), problem()),
        keys(Value::Null, true, Value::Null, Value::Null),
    ]
}

/// The list of collections, one with a policy of its own, and the empty one that every server has.
pub(super) fn collections() -> Vec<Value> {
    let holding = |id: &str, name: &str| {
        let mut one = collection(id, name);
        for (what, count) in [
            ("documents", 2),
            ("passages", 9),
            ("reports", 1),
            ("version", 4),
        ] {
            one[what] = json!(count);
        }
        one
    };
    let (two, empty) = (
        status(json!([document("pdf"), document("text")])),
        status(json!([])),
    );
    let policy = json!({"support_threshold": "72.5", "final_action": "notes", "packs": "core"});
    vec![
        json!({"page": "collections", "held": [holding("default", "Default"), holding("c1", "Board papers")], "name": "Tides", "notice": notice(), "problem": problem()}),
        json!({"page": "collection", "held": holding("c1", "Board papers"), "status": two, "tables": [table_line()], "name": "Papers", "policy": policy, "notice": notice(), "problem": problem()}),
        json!({"page": "collection", "held": holding("default", "Default"), "status": empty, "tables": [], "name": "Default", "policy": {}, "notice": null, "problem": null}),
    ]
}
