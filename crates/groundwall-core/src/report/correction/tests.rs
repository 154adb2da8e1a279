use crate::JudgedClaim;
use serde_json::{Value, json};

/// A refuted claim with what was found of it, and what the documents say.
fn claim(sentence: &str, found: &[(&str, &str)], says: &str) -> JudgedClaim {
    let findings: Vec<Value> = found
        .iter()
        .map(|(detected, expected)| {
            json!({
                "id": "c1-1", "type": "numeric_mismatch", "description": "", "severity": "high", "certainty": "confirmed", "confidence": 0.9, "claim": 1,
                "location": null, "detected": detected, "expected": expected, "evidence": 0, "source": "number/1", "recommendation": "",
            })
        })
        .collect();
    let window = json!({"document": "d", "document_name": "d.txt", "first_sentence": 0, "last_sentence": 0, "text": says, "locator": {}});
    let claim = json!({
        "claim": {
            "id": 1, "kind": "count", "text": sentence, "sentence": sentence, "span": {"start": 0, "end": 1}, "specificity": "high",
            "checkability": "checkable", "hedge": null, "vague": false,
        },
        "verdict": "refuted", "why": "", "probability": 0.1, "checks": [], "findings": findings,
        "evidence": [{"window": window, "similarity": null, "coverage": 1.0, "nli": null, "stance": "refutes"}],
    });
    serde_json::from_value(claim).unwrap()
}

/// What a sentence says after its correction; none where none is sure.
fn corrected(claim: &JudgedClaim) -> Option<String> {
    let found = claim.correction()?;
    Some(claim.claim.sentence.replace(found.from, found.to))
}

#[test]
fn a_value_that_alone_differs_is_put_right() {
    let table = [
        (
            "The quay opened in 1978.",
            ("1978", "1987"),
            "The quay opened in 1987.",
            "The quay opened in 1987.",
        ),
        (
            "In 1978, 12 boats came.",
            ("1978", "1987"),
            "It was in 1987, with 12 boats.",
            "In 1987, 12 boats came.",
        ),
        (
            "Its range is 61 nautical miles.",
            ("61 nautical miles", "16 nautical miles"),
            "Its range is 16 nautical miles.",
            "Its range is 16 nautical miles.",
        ),
        (
            "It costs $1,200 a year.",
            ("$1,200", "$1,350.50"),
            "It costs $1,350.50.",
            "It costs $1,350.50 a year.",
        ),
        (
            "A share of 31% is paid.",
            ("31%", "3.5%"),
            "A share of 3.5% is paid.",
            "A share of 3.5% is paid.",
        ),
        (
            "Alice keeps the light.",
            ("Alice", "Bea"),
            "Bea keeps the light.",
            "Bea keeps the light.",
        ),
        (
            "It stayed open for 1 day.",
            ("1 day", "3 days"),
            "It stayed open for 3 days.",
            "It stayed open for 3 days.",
        ),
    ];
    for (sentence, found, says, right) in table {
        let found = corrected(&claim(sentence, &[found], says));
        assert_eq!(found.as_deref(), Some(right), "{sentence}");
    }
}

#[test]
fn what_is_not_sure_to_be_right_after_it_is_left() {
    let table = [
        // One end of a range, of the text or of the document.
        (
            "It costs between $3–4M a year.",
            ("$3", "$1"),
            "It costs $1 a year.",
        ),
        (
            "It costs $3 a year.",
            ("$3", "$1"),
            "It costs $1–2M a year.",
        ),
        (
            "It takes 3 to 5 weeks.",
            ("5 weeks", "4 weeks"),
            "It takes 4 weeks.",
        ),
        ("Of them 16 of 20 came.", ("16", "14"), "Of them 14 came."),
        // The documents' value stands there already.
        (
            "It rose by 58 days, and later by 419.",
            ("58 days", "419 days"),
            "It rose by 419 days.",
        ),
        (
            "It went from 58 to 419.",
            ("58", "419 days"),
            "It fell from 419 days to 58 days.",
        ),
        // Another kind.
        ("It took 58.", ("58", "419 days"), "It took 419 days."),
        ("The share was 12.", ("12", "12%"), "The share was 12%."),
        (
            "It had three masts.",
            ("three", "4 masts"),
            "It had 4 masts.",
        ),
        // Not said once.
        (
            "In 1978 the quay of 1978 opened.",
            ("1978", "1987"),
            "It opened in 1987.",
        ),
    ];
    for (sentence, found, says) in table {
        let found = corrected(&claim(sentence, &[found], says));
        assert_eq!(found, None, "{sentence}");
    }
}

#[test]
fn a_claim_with_two_wrong_values_is_left() {
    let found = [("1978", "1987"), ("12 boats", "14 boats")];
    let both = claim(
        "In 1978 there were 12 boats.",
        &found,
        "In 1987 there were 14 boats.",
    );
    assert_eq!(corrected(&both), None);
}

/// A claim that was recomputed from a table.
fn computed(sentence: &str, query: &str, value: &str) -> JudgedClaim {
    let mut claim = claim(sentence, &[], "");
    let answer = json!({
        "document": "d", "document_name": "d.csv", "index": 0, "table": "d.csv", "query": query, "formula": "", "cells": [], "text": "", "holds": false,
        "result": {"kind": "figure", "label": "", "value": value},
    });
    claim.computed = Some(Box::new(serde_json::from_value(answer).unwrap()));
    claim
}

#[test]
fn of_what_was_computed_the_stated_figure_is_put_right_and_no_condition() {
    let query = "SELECT \"length\" FROM \"quays\" WHERE \"name\" = 'Otter Bay'";
    let stated = computed("The quay of Otter Bay is 340 m long.", query, "310");
    assert_eq!(
        corrected(&stated).as_deref(),
        Some("The quay of Otter Bay is 310 m long.")
    );
    assert_eq!(stated.stated(), Some("340"));

    let query = "SELECT \"GDP\" FROM \"economies\" WHERE \"Year\" = 2011";
    let compared = computed(
        "Japan's GDP in 2011 was higher than China's.",
        query,
        "-1.32",
    );
    assert_eq!((compared.stated(), corrected(&compared)), (None, None));

    let thousands = computed("It has 340,000 members.", "SELECT \"members\"", "310");
    assert_eq!(corrected(&thousands), None);
}
