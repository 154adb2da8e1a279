use super::proposed::{NEEDED, Proposed, proposed};
use super::*;
use groundwall_core::Report;
use groundwall_core::calibration::Toleranced;
use serde_json::{Value, json};

/// A claim with a verdict and a probability; `more` goes over it.
fn claim(id: u32, verdict: &str, probability: f64, more: Value) -> Value {
    let mut claim = json!({
        "claim": {
            "id": id, "kind": "other", "text": format!("Statement {id}."), "sentence": "It is.", "span": {"start": 0, "end": 5}, "specificity": "low",
            "checkability": "checkable", "hedge": null, "vague": false,
        },
        "verdict": verdict, "why": "", "probability": probability, "evidence": [], "checks": [], "findings": [],
    });
    let fields = claim.as_object_mut().unwrap();
    if let Value::Object(more) = more {
        fields.extend(more);
    }
    claim
}

fn finding(kind: &str, source: &str, detected: &str, expected: &str) -> Value {
    json!({
        "id": "f", "type": kind, "description": "", "severity": "high", "certainty": "confirmed", "confidence": 0.95, "claim": 1, "location": null,
        "detected": detected, "expected": expected, "evidence": null, "source": source, "recommendation": "",
    })
}

/// A question whose one draft has these claims.
fn report(id: &str, claims: &[Value], findings: Value) -> Report {
    let of = |verdict: &str| {
        claims
            .iter()
            .filter(|claim| claim["verdict"] == verdict)
            .count()
    };
    let counts = json!({
        "supported": of("supported"), "refuted": of("refuted"), "unsupported": of("unsupported"), "unverifiable": 0,
    });
    let ratio = of("supported") as f64 / claims.len() as f64;
    serde_json::from_value(json!({
        "id": id, "collection": "default", "created_at": "2026-01-01T00:00:00Z", "question": "What is it?", "state": "partly_verified", "banner": "",
        "delivered": "d", "segments": [], "citations": [], "claims": claims, "removed": [], "candidates": [], "stages": [], "degraded": [],
        "findings": findings, "elapsed_seconds": 0.1,
        "attempts": [{
            "number": 1, "generator": "m", "draft": "d", "claims": claims, "counts": counts, "support_ratio": ratio, "faults": [], "refined_prompt": null,
        }],
        "summary": {
            "counts": counts, "support_ratio": ratio, "findings_by_severity": {}, "findings_by_type": {}, "findings_by_certainty": {},
            "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null, "mean_entailment": null, "confidence": null,
            "adjusted_confidence": null,
        },
        "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": null, "policy": {}, "collection_version": 1},
    }))
    .unwrap()
}

fn decided(report: Report, fine: bool) -> Decided {
    let review = serde_json::from_value(json!({
        "report": report.id, "title": "t", "question": null, "report_state": "partly_verified", "state": if fine { "approved" } else { "rejected" },
        "priority": "high", "flagged_at": "2026-01-01T00:00:00Z", "due_at": null, "overdue": false, "assignee": null,
        "decided_at": "2026-01-02T00:00:00Z", "decided_by": null, "note": null, "reasons": [], "claims": [],
        "counts": {"supported": 0, "refuted": 0, "unsupported": 0, "unverifiable": 0}, "confidence": null, "adjusted_confidence": null,
    }));
    let review = review.unwrap();
    Decided { report, review }
}

/// So many decided reports of one claim each.
fn many(count: usize, fine: bool, of: impl Fn(usize) -> Value) -> Vec<Decided> {
    (0..count)
        .map(|number| {
            decided(
                report(&format!("{fine}{number}"), &[of(number)], json!([])),
                fine,
            )
        })
        .collect()
}

fn of(all: &[Decided]) -> (Vec<Proposed>, Vec<String>) {
    let found = proposed(all, &labelled(all), &Policy::default());
    (found.proposed, found.notes)
}

#[test]
fn a_decision_is_about_the_statements_that_it_can_be_about() {
    let good = || claim(1, "supported", 0.9, json!({}));
    let bad = |id| claim(id, "unsupported", 0.4, json!({}));
    let mut all = vec![
        decided(report("a", &[good(), bad(2)], json!([])), true),
        decided(report("b", &[good(), bad(2)], json!([])), false),
        decided(report("c", &[bad(1), bad(2)], json!([])), false),
        decided(report("d", &[good()], json!([])), false),
    ];
    let said = |all: &[Decided]| -> Vec<(u32, bool)> {
        let found = labelled(all);
        found
            .iter()
            .map(|one| (one.claim.claim.id, one.fine))
            .collect()
    };
    assert_eq!(said(&all), [(1, true), (2, true), (2, false)]);
    // A disputed verdict "supported" that was a true find.
    let disputed = json!([{"claim": 1, "kind": "other", "value": null, "text": "t", "verdict": "supported", "findings": [], "dispute": "No."}]);
    all[3].review.claims = serde_json::from_value(disputed).unwrap();
    assert_eq!(said(&all), [(1, true), (2, true), (2, false), (1, false)]);
}

#[test]
fn too_few_decisions_are_said_and_nothing_is_proposed() {
    let (proposals, notes) = of(&many(NEEDED - 1, true, |_| {
        claim(1, "unsupported", 0.5, json!({}))
    }));
    assert!(proposals.is_empty());
    let note = notes
        .iter()
        .find(|note| note.starts_with("How probable support must be"))
        .unwrap();
    assert!(
        note.contains("19 decisions") && note.contains("20 are needed, 5 of each"),
        "{note}"
    );
    // Enough, and all of one kind.
    let (proposals, _) = of(&many(40, true, |_| claim(1, "unsupported", 0.5, json!({}))));
    assert!(proposals.is_empty(), "nobody said what is wrong");
}

#[test]
fn a_threshold_is_proposed_that_agrees_with_more_decisions() {
    let mut all = many(20, true, |_| claim(1, "unsupported", 0.47, json!({})));
    all.extend(many(10, false, |_| {
        claim(1, "unsupported", 0.21, json!({}))
    }));
    let (proposals, _) = of(&all);
    let change = |one: &Proposed| one.change.clone();
    let Some(Change::SupportProbability { from: None, to }) = proposals
        .iter()
        .map(change)
        .find(|one| one.name() == "support_probability")
    else {
        panic!("no threshold is proposed");
    };
    assert!(
        (f64::from(to) - 0.47).abs() < 1e-6,
        "the most careful of equal ones: {to}"
    );
    let one = proposals
        .iter()
        .find(|one| one.change.name() == "support_probability")
        .unwrap();
    assert_eq!(
        (
            one.agreement.decisions,
            one.agreement.now,
            one.agreement.then
        ),
        (30, 10, 30)
    );
    // What a check decided says nothing about the judge.
    let absent = json!({"checks": [{"check": "numbers", "outcome": "absent", "note": ""}]});
    let mut checked = many(20, true, |_| claim(1, "unsupported", 0.47, absent.clone()));
    checked.extend(many(10, false, |_| {
        claim(1, "unsupported", 0.21, absent.clone())
    }));
    assert!(
        of(&checked)
            .0
            .iter()
            .all(|one| one.change.name() != "support_probability")
    );
}

#[test]
fn the_share_that_must_be_supported_follows_the_decisions() {
    let half = |id: &str, fine: bool, supported: usize, of: usize| {
        let claims: Vec<Value> = (0..of)
            .map(|place| {
                let verdict = if place < supported {
                    "supported"
                } else {
                    "unsupported"
                };
                claim(place as u32 + 1, verdict, 0.5, json!({}))
            })
            .collect();
        decided(report(id, &claims, json!([])), fine)
    };
    let mut all: Vec<Decided> = (0..15)
        .map(|n| half(&format!("f{n}"), true, 1, 2))
        .collect();
    all.extend((0..6).map(|n| half(&format!("w{n}"), false, 1, 4)));
    let (proposals, _) = of(&all);
    let one = proposals
        .iter()
        .find(|one| one.change.name() == "support_threshold")
        .unwrap();
    assert_eq!((one.agreement.now, one.agreement.then), (6, 21));
    assert!(matches!(one.change, Change::SupportThreshold { to, .. } if (to - 0.5).abs() < 1e-9));
    let policy = Policy::default();
    let mut looking = Looking::start(&one.change, &policy, false).unwrap();
    for decided in &all {
        looking.at(&decided.report);
    }
    let effect = looking.end();
    assert_eq!(effect.reports, 21);
    // Without another draft both are repaired: the outcome is the same.
    assert_eq!(effect.outcomes, 0, "{effect:?}");
    let mut asked = Looking::start(&one.change, &policy, true).unwrap();
    asked.at(&all[0].report);
    let effect = asked.end();
    assert_eq!(effect.outcomes, 1);
    assert_eq!(
        (
            effect.examples[0].was.as_str(),
            effect.examples[0].would_be.as_str()
        ),
        ("drafted again", "repaired, partly verified")
    );
}

#[test]
fn a_tolerance_is_as_wide_as_what_people_let_through() {
    let off = |detected: &str| {
        let clash = finding("numeric_mismatch", "numbers/1", detected, "$100");
        claim(1, "refuted", 0.1, json!({"findings": [clash]}))
    };
    let mut all = many(16, true, |_| off("$102"));
    all.extend(many(8, false, |_| off("$140")));
    let (proposals, _) = of(&all);
    let one = proposals
        .iter()
        .find(|one| one.change.name() == "tolerances.currency")
        .unwrap();
    let Change::Tolerance {
        of: Toleranced::Currency,
        from,
        to,
    } = one.change
    else {
        panic!("{:?}", one.change);
    };
    assert!(from == 0.0 && (to - 0.02).abs() < 1e-9, "{to}");
    assert_eq!((one.agreement.now, one.agreement.then), (8, 24));
    let policy = Policy::default();
    let mut looking = Looking::start(&one.change, &policy, false).unwrap();
    for decided in &all {
        looking.at(&decided.report);
    }
    let effect = looking.end();
    assert_eq!((effect.statements, effect.examples.len()), (16, 16));
    assert_eq!(effect.examples[0].would_be, "within the tolerance");
    assert_eq!(effect.untold.len(), 1);
}

#[test]
fn a_pack_and_a_check_that_are_overruled_are_proposed_to_be_switched_off() {
    // Two rules speak together each time, so that nobody knows which of them was overruled.
    let of_pack = |n: usize, fine: bool| {
        let by = |rule: &str| {
            let source = format!("student-records/1 {rule}");
            finding("vague_attribution", &source, "x", "")
        };
        let found = json!([by("SR-001"), by("SR-002")]);
        let fine_claim = claim(1, "supported", 0.9, json!({}));
        decided(report(&format!("p{n}"), &[fine_claim], found), fine)
    };
    let noted = |_| {
        let found = finding("vague_attribution", "patterns/1", "studies", "");
        claim(1, "supported", 0.9, json!({"findings": [found]}))
    };
    let mut all: Vec<Decided> = (0..20).map(|n| of_pack(n, n != 0)).collect();
    all.extend(many(20, true, noted));
    let (proposals, _) = of(&all);
    let names: Vec<&str> = proposals.iter().map(|one| one.change.name()).collect();
    assert_eq!(names, ["checks.patterns", "packs"]);
    assert!(
        matches!(&proposals[1].change, Change::PackOff { pack } if pack == "student-records")
            && proposals[1].why.contains("19 of 20"),
        "{}",
        proposals[1].why
    );
    let policy = Policy::default();
    let mut looking = Looking::start(&proposals[1].change, &policy, false).unwrap();
    for decided in &all {
        looking.at(&decided.report);
    }
    assert_eq!(looking.end().statements, 40);
    let mut less: Vec<Decided> = (0..20).map(|n| of_pack(n, n > 4)).collect();
    less.extend(many(10, true, noted));
    let (proposals, notes) = of(&less);
    assert!(proposals.is_empty(), "three of four is not enough");
    assert!(
        notes
            .iter()
            .any(|note| note.contains("signs of invention: 10 decisions")),
        "{notes:?}"
    );
}

#[test]
fn of_a_pack_the_rule_that_is_overruled_is_proposed_alone() {
    let of_rule = |n: usize, rule: &str, fine: bool| {
        let source = format!("student-records/1 {rule}");
        let found = json!([finding("vague_attribution", &source, "x", "")]);
        let fine_claim = claim(1, "supported", 0.9, json!({}));
        decided(report(&format!("{rule}-{n}"), &[fine_claim], found), fine)
    };
    let mut all: Vec<Decided> = (0..20).map(|n| of_rule(n, "SR-001", n != 0)).collect();
    all.extend((0..20).map(|n| of_rule(n, "SR-002", n > 15)));
    let (proposals, _) = of(&all);
    let changes: Vec<&Change> = proposals.iter().map(|one| &one.change).collect();
    let wanted = Change::RuleOff {
        pack: "student-records".to_owned(),
        rule: "SR-001".to_owned(),
    };
    assert_eq!(changes, [&wanted]);
    // Where it alone ever spoke, the others of the pack stay on, too.
    let (proposals, _) = of(&all[..20]);
    let changes: Vec<&Change> = proposals.iter().map(|one| &one.change).collect();
    assert_eq!(changes, [&wanted]);
    let policy = Policy::default();
    let mut looking = Looking::start(&wanted, &policy, false).unwrap();
    for decided in &all {
        looking.at(&decided.report);
    }
    assert_eq!(looking.end().statements, 20);
}

#[test]
fn another_threshold_turns_verdicts_that_no_check_decided() {
    let denied = json!({"checks": [{"check": "numbers", "outcome": "clash", "note": ""}]});
    let of = report(
        "r",
        &[
            claim(1, "supported", 0.8, json!({})),
            claim(2, "unsupported", 0.5, json!({})),
            claim(3, "refuted", 0.5, denied),
        ],
        json!([]),
    );
    let change = Change::SupportProbability {
        from: None,
        to: 0.4,
    };
    let policy = Policy::default();
    let mut looking = Looking::start(&change, &policy, false).unwrap();
    looking.at(&of);
    let effect = looking.end();
    assert_eq!(effect.statements, 1);
    assert_eq!(
        (
            effect.examples[0].was.as_str(),
            effect.examples[0].would_be.as_str()
        ),
        ("unsupported", "supported")
    );
    let gone = Change::SupportProbability {
        from: Some(0.3),
        to: 0.4,
    };
    assert!(
        Looking::start(&gone, &policy, false).is_none(),
        "another policy is in force"
    );
}
