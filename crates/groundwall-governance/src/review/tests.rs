use super::*;
use serde_json::{Value, json};

/// A verified answer of two cited sentences, changed by what a row says.
fn report(change: &Value) -> Report {
    let claim = |id: u32, verdict: &str| {
        json!({
            "claim": {"id": id, "kind": "date", "text": format!("Claim {id}."), "sentence": "S.", "span": {"start": 0, "end": 2}, "specificity": "medium",
                "checkability": "checkable", "hedge": null, "vague": false},
            "verdict": verdict, "why": "w", "probability": 0.9, "checks": [], "findings": [], "evidence": [],
        })
    };
    let segment = |id: u32, citations: &[u32]| json!({"text": "S.", "claims": [id], "citations": citations, "note": null});
    let mut whole = json!({
        "id": "1", "collection": "default", "created_at": "2026-01-01T00:00:00Z", "question": "When?", "state": "verified", "banner": "b", "delivered": "S. S.",
        "segments": [segment(1, &[1]), segment(2, &[2])], "citations": [], "claims": [claim(1, "supported"), claim(2, "supported")], "removed": [],
        "attempts": [], "candidates": [], "stages": [],
        "summary": {
            "counts": {"supported": 2, "refuted": 0, "unsupported": 0, "unverifiable": 0}, "support_ratio": 1.0, "findings_by_severity": {}, "findings_by_type": {},
            "findings_by_certainty": {}, "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null, "mean_entailment": null,
            "confidence": 0.9, "adjusted_confidence": null
        },
        "degraded": [],
        "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": null, "policy": {}, "collection_version": 1},
        "elapsed_seconds": 0.1
    });
    for (pointer, value) in change.as_object().unwrap() {
        match whole.pointer_mut(pointer) {
            Some(place) => *place = value.clone(),
            None => whole[pointer.trim_start_matches('/')] = value.clone(),
        }
    }
    serde_json::from_value(whole).unwrap()
}

fn finding(severity: &str) -> Value {
    json!({"id": "f", "type": "return_guarantee", "description": "d", "severity": severity, "certainty": "likely", "confidence": 0.8, "claim": 0,
        "location": null, "detected": null, "expected": null, "evidence": null, "source": "p/1 r", "recommendation": "r"})
}

fn intent(assumed: bool) -> Value {
    json!({"source": "finance-kr/1", "code": "c", "name": "n", "risk": "low", "assumed": assumed})
}

fn escalation(state: &str) -> Value {
    json!([{"pack": "finance-kr", "version": "1", "rule": "ESC-2", "state": state, "note": "A large sum.", "actions": ["escalate"],
        "escalation": {"priority": "critical", "within": 15}}])
}

/// What is changed, the rules that hold, and the priority with the minutes.
type Row = (
    Value,
    &'static [&'static str],
    Option<(Severity, Option<u32>)>,
);

fn flagged(rows: Vec<Row>) {
    let rules = ReviewRules::bundled().unwrap();
    for (change, names, expected) in rows {
        let flag = rules.triage(&report(&change));
        let found: Vec<String> = flag
            .iter()
            .flat_map(|flag| &flag.reasons)
            .map(|reason| reason.rule.clone())
            .collect();
        assert_eq!(found, names, "{change}");
        let told = flag.map(|flag| (flag.priority(), flag.within()));
        assert_eq!(told, expected, "{change}");
    }
}

#[test]
fn reports_are_flagged_by_what_was_found() {
    flagged(vec![
        (json!({}), &[], None),
        (json!({"/findings": [finding("medium")]}), &[], None),
        (
            json!({"/findings": [finding("high")]}),
            &["guardrail"],
            Some((Severity::Critical, Some(5))),
        ),
        (
            json!({"/summary/overall_risk": "critical"}),
            &["critical", "high-risk"],
            Some((Severity::Critical, Some(15))),
        ),
        (
            json!({"/summary/counts/refuted": 1}),
            &["refuted"],
            Some((Severity::High, Some(30))),
        ),
        (
            json!({"/rules": escalation("broken"), "/summary/counts/refuted": 2}),
            &["finance-kr ESC-2", "refuted"],
            Some((Severity::Critical, Some(15))),
        ),
        (json!({"/rules": escalation("holds")}), &[], None),
    ]);
}

#[test]
fn signs_of_fraud_have_the_time_that_their_pack_gives_them() {
    let of_type = |name: &str| {
        let mut found = finding("high");
        found["type"] = json!(name);
        found
    };
    let within_30 = json!([{"pack": "finance-kr", "version": "1", "rule": "ESC-3", "state": "broken", "note": "Fraud.", "actions": ["escalate"],
        "escalation": {"priority": "high", "within": 30}}]);
    flagged(vec![
        (
            json!({"/findings": [of_type("fraud_signal")], "/rules": within_30}),
            &["finance-kr ESC-3"],
            Some((Severity::High, Some(30))),
        ),
        (
            json!({"/findings": [of_type("aml_signal"), finding("high")]}),
            &["guardrail"],
            Some((Severity::Critical, Some(5))),
        ),
    ]);
}

#[test]
fn reports_are_flagged_by_how_uncertain_they_are() {
    let uncertain = |value: f64| json!({"/governance": {"uncertainty": {"value": value, "band": "escalate", "signals": []}}});
    flagged(vec![
        (uncertain(0.59), &[], None),
        (
            uncertain(0.6),
            &["uncertain"],
            Some((Severity::Medium, Some(60))),
        ),
        (
            uncertain(0.7),
            &["very-uncertain"],
            Some((Severity::High, Some(30))),
        ),
    ]);
}

#[test]
fn reports_are_flagged_by_how_well_they_are_supported() {
    let candidate = json!([{"passage": {"id": "p", "document": "d", "document_name": "a.txt", "index": 0, "text": "T.", "span": {"start": 0, "end": 2},
        "locator": {}, "sentences": []}, "rank": 1, "score": 0.1, "similarity": 0.2}]);
    flagged(vec![
        (
            json!({"/state": "not_verified", "/delivered": null, "/summary/support_ratio": 0.4}),
            &["withheld", "low-support"],
            Some((Severity::Medium, Some(60))),
        ),
        (
            json!({"/segments/0/citations": [], "/segments/1/citations": []}),
            &["low-coverage"],
            Some((Severity::Medium, Some(60))),
        ),
        (
            json!({"/segments/0/citations": []}),
            &["some-coverage"],
            Some((Severity::Low, None)),
        ),
        (
            json!({"/segments/0/citations": [], "/question": null}),
            &[],
            None,
        ),
        (
            json!({"/candidates": candidate}),
            &["far-passages"],
            Some((Severity::Medium, Some(60))),
        ),
        (
            json!({"/candidates": candidate, "/governance": {"intents": [intent(true)]}}),
            &["far-passages"],
            Some((Severity::Medium, Some(60))),
        ),
        (
            json!({"/candidates": candidate, "/governance": {"intents": [intent(true), intent(false)]}}),
            &[],
            None,
        ),
    ]);
}

#[test]
fn failed_claims_go_along() {
    let flag = ReviewRules::bundled()
        .unwrap()
        .triage(&report(
            &json!({"/claims/1/verdict": "refuted", "/summary/counts/refuted": 1, "/claims/1/findings": [
                {"id": "f", "type": "date_mismatch", "description": "d", "severity": "high", "certainty": "confirmed", "confidence": 0.9, "claim": 2,
                 "location": null, "detected": "1978", "expected": "1987", "evidence": null, "source": "date/1", "recommendation": "r"}]}),
        ))
        .unwrap();
    assert_eq!(flag.claims.len(), 1);
    let claim = &flag.claims[0];
    assert_eq!((claim.claim, claim.value.as_deref()), (2, Some("1978")));
    assert_eq!(claim.findings[0].name(), "date_mismatch");
}

#[test]
fn wrong_rules_are_refused() {
    let dispute = "[dispute]\npriority = \"low\"\n";
    for (text, named) in [
        ("[[rule]]\nid = \"a\"\n", "names no condition"),
        ("[[rule]]\nid = \"a\"\nratio_below = 2.0\n", "ratio_below"),
        ("[[rule]]\nid = \"a\"\nratio = 0.1\n", "unknown field"),
        (
            "[[rule]]\nid = \"a\"\nexcept = [\"b\"]\n",
            "names no condition",
        ),
        (
            "[[rule]]\nid = \"a\"\nuncertainty_from = 7\n",
            "uncertainty_from",
        ),
        (
            "[[rule]]\nid = \"a\"\nrefuted = 1\n[[rule]]\nid = \"a\"\nrefuted = 2\n",
            "two rules",
        ),
    ] {
        let said = ReviewRules::parse(&format!("{text}{dispute}"))
            .unwrap_err()
            .to_string();
        assert!(said.contains(named), "{said}");
    }
    let own = ReviewRules::parse(&format!(
        "[[rule]]\nid = \"fraud\"\nwhy = \"w\"\npriority = \"high\"\ntypes = [\"return_guarantee\"]\n{dispute}"
    ))
    .unwrap();
    let flagged = own.triage(&report(&json!({"/findings": [finding("low")]})));
    assert_eq!(flagged.unwrap().reasons[0].rule, "fraud");
    assert_eq!(own.disputed().priority, Severity::Low);
}
