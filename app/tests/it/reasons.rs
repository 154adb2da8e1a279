//! What a card says of a claim that was not found hangs on the code of its reason, not on how the reason is worded.

use crate::samples::page_of;
use serde_json::{Value, json};

/// The page of a report whose claim was not found for a reason.
fn page(reason: Value, why: &str) -> String {
    let mut page = page_of("report");
    let claim = &mut page["report"]["claims"][0];
    claim["verdict"] = json!("unsupported");
    claim["reason"] = reason;
    claim["why"] = json!(why);
    claim["findings"] = json!([]);
    claim["checks"] = json!([]);
    claim["computed"] = Value::Null;
    app::render(&serde_json::from_value(page).unwrap(), "1", true)
}

#[test]
fn a_rumour_is_told_and_otherwise_the_words_that_its_passage_lacks_are() {
    let missing = "Not in this passage: “1931”";
    let rumour =
        json!({"code": "withheld", "place": "line 3", "says": "asks it", "words": "Was it 1931?"});
    let html = page(rumour, "Line 3 asks it.");
    assert!(html.contains("Line 3 asks it.") && !html.contains(missing));
    let near = json!({"code": "near", "place": "line 3 of “The quay”"});
    assert!(page(near, "Line 3 of “The quay” comes close.").contains(missing));
}

#[test]
fn words_are_missing_in_the_passage_that_is_quoted_and_not_in_all_documents() {
    let near = json!({"code": "near", "place": "line 3 of “The quay”"});
    let html = page(near, "Line 3 of “The quay” comes close.");
    assert!(!html.contains("Not in your documents"), "{html}");
    let (passage, missing) = ("<blockquote>", "Not in this passage");
    let card = html.split("id=\"c1\"").nth(1).unwrap();
    assert!(card.find(passage) < card.find(missing), "{card}");
}

#[test]
fn a_report_from_before_there_were_codes_is_read_by_its_words() {
    let missing = "Not in this passage: “1931”";
    assert!(!page(Value::Null, "Line 3 asks it (“Was it 1931?”).").contains(missing));
    assert!(page(Value::Null, "Line 3 comes close.").contains(missing));
}

#[test]
fn what_comes_nearest_to_a_part_says_which_name_its_document_lacks() {
    let html = app::render(
        &serde_json::from_value(page_of("report")).unwrap(),
        "1",
        true,
    );
    let said = "The town paid its keeper.</q> (a document that nowhere says “Blackpool”)";
    assert!(html.contains(said), "{html}");
}

#[test]
fn a_claim_that_was_computed_says_how_it_was_and_not_that_its_words_stand_there() {
    let mut page = page_of("report");
    let claim = &mut page["report"]["claims"][0];
    claim["verdict"] = json!("supported");
    claim["reason"] = json!({"code": "computed", "table": "adverts.csv", "said": "3 of 6 rows."});
    claim["why"] = json!("Computed from adverts.csv: 3 of 6 rows.");
    claim["read_as"] = json!("how many adverts show someone famous?");
    claim["findings"] = json!([]);
    claim["computed"] = json!({
        "document": "1", "document_name": "adverts.csv", "index": 0, "table": "adverts.csv",
        "query": "SELECT COUNT(*) FROM \"adverts.csv\"", "formula": "COUNT(B2:B4) = 3",
        "cells": ["B2:B4"], "text": "Yes. 3 of 6 rows.", "holds": true,
        "result": {"kind": "figure", "label": "Number of rows", "value": "3"},
    });
    claim["evidence"][0]["stance"] = json!("supports");
    let html = app::render(&serde_json::from_value(page).unwrap(), "1", true);
    let line = html.split("id=\"c1\"").nth(1).unwrap_or(&html);
    assert!(
        line.contains("Computed from adverts.csv: 3 of 6 rows."),
        "{line}"
    );
    assert!(
        line.contains("how many adverts show someone famous?"),
        "{line}"
    );
    let proof = line.split("</details>").next().unwrap();
    assert!(!proof.contains("Word for word"), "{proof}");
}
