//! What rule packs and the guard say, and the page of the packs.

use serde_json::{Value, json};

/// What a rule of a pack found.
pub(super) fn ruled(claim: u32) -> Value {
    json!({
        "id": "finance-kr-promise-1", "type": "return_guarantee", "description": "The text promises.", "severity": "high", "certainty": "likely", "confidence": 0.8,
        "claim": claim, "location": null, "detected": "built", "expected": "made", "evidence": null, "source": "finance-kr/1 promise", "recommendation": "Say what is known.",
    })
}

pub(super) fn answer(state: &str) -> Value {
    json!({
        "pack": "finance-kr", "version": "1", "rule": "CG-002", "state": state, "note": "A promise was found.", "actions": ["flag", "escalate"],
        "escalation": {"priority": "high", "within": 30},
    })
}

fn guard(state: &str) -> Value {
    json!({
        "state": state, "layers": ["patterns"], "probability": 0.9,
        "findings": [{"kind": "instruction_override", "layer": "patterns", "severity": "high", "words": "ignore the rules", "decoded": "Base64"}],
    })
}

fn intent() -> Value {
    json!({"source": "finance-kr/1", "code": "credit", "name": "Credit", "risk": "high", "disclaimer": "No advice."})
}

pub(super) fn governance(state: &str) -> Value {
    let signal = |value: Value| json!({"name": "claim_verification", "weight": 0.3, "value": value, "note": "from the verdicts"});
    json!({
        "guard": guard(state), "intents": [intent()],
        "uncertainty": {"value": 0.7, "band": "escalate", "priority": "high", "signals": [signal(json!(0.7)), signal(Value::Null)]},
        "consensus": {
            "outcome": "majority", "score": 0.67, "added_milliseconds": 120, "note": "The models do not read this language.",
            "answers": [
                {"model": "llama3.1", "stand": "agrees", "text": "It was built in 1904."}, {"model": "qwen3", "stand": "dissents", "text": "It was built in 1905."},
                {"model": "gemma3", "stand": "late"},
            ],
        },
        "stale": [{"document": "6ba7b810", "name": "harbour.txt", "tier": "Regulatory", "days": 200, "review_days": 91}],
    })
}

/// The page of rule packs, with a trial and without.
pub(super) fn packs(tried: bool) -> Value {
    let rule = json!({"sort": "pattern", "id": "promise", "text": "The text promises.", "actions": ["flag", "remove"], "examples": [0]});
    let example = json!({"name": "A promise", "input": "We promise.", "question": "Will it?", "findings": ["return_guarantee"], "text": "No."});
    let pack = json!({
        "name": "finance-kr", "version": "1", "sha256": "00", "description": "Finance.", "shipped": tried, "on": tried, "always": !tried, "tables": true,
        "structured": true, "rules": [rule], "examples": [example],
    });
    let trial = json!({
        "findings": [ruled(0)], "rules": [answer("broken")], "intents": [intent()], "actions": ["flag"], "left": "It was made.",
        "blocked": if tried { Value::Null } else { json!("a rule") }, "warnings": ["Read the sources."], "guard": guard("passed"),
    });
    json!({
        "page": "packs", "packs": [pack], "fixed": tried, "saved": !tried, "trial": trial,
        "tried": {"text": "It was built.", "question": "When?", "evidence": "It was made.", "with": "finance-kr"},
        "notice": null, "problem": null,
    })
}
