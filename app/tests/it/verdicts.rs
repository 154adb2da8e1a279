//! What a report shows and gives away of its verdicts: what may be put right, what is copied, what its banner says.

use crate::samples::page_of;
use serde_json::{Value, json};

fn shown(page: Value) -> String {
    app::render(&serde_json::from_value(page).unwrap(), "1", true).replace("<!>", "")
}

/// The page of a text of one sentence that its document contradicts.
fn of_a_text() -> Value {
    let mut page = page_of("report");
    let report = &mut page["report"];
    report["question"] = Value::Null;
    report["table"] = Value::Null;
    report["removed"] = json!([]);
    report["segments"] = json!([{"text": "The quay was built in 1931.", "claims": [1], "citations": [], "note": null}]);
    report["claims"][0]["computed"] = Value::Null;
    report["citations"] = json!([]);
    page
}

#[test]
fn a_value_is_offered_only_where_it_is_sure_to_put_the_sentence_right() {
    let page = of_a_text();
    let offered = "Write “1932” instead and verify again";
    assert!(shown(page.clone()).contains(offered));
    let mut range = page;
    let claim = &mut range["report"]["claims"][0];
    claim["claim"]["text"] = json!("The quay was built from 1931 to 1935.");
    claim["claim"]["sentence"] = claim["claim"]["text"].clone();
    let html = shown(range);
    assert!(!html.contains(offered), "{html}");
    assert!(html.contains("Write 1932."), "what to do is said: {html}");
}

#[test]
fn a_comparison_of_a_table_shows_both_figures_and_offers_none() {
    let mut page = of_a_text();
    let claim = &mut page["report"]["claims"][0];
    let text = json!("Japan's GDP in 2011 was higher than China's.");
    claim["claim"]["text"] = text.clone();
    claim["claim"]["sentence"] = text;
    claim["findings"] = json!([]);
    claim["computed"] = json!({
        "document": "6ba7b810", "document_name": "economies.csv", "index": 0, "table": "economies.csv", "query": "SELECT \"GDP\" WHERE \"year\" = 2011",
        "formula": "6.23 − 7.55 = -1.32", "cells": ["C1", "C2"], "text": "No. GDP: Japan 6.23, China 7.55.", "holds": false,
        "result": {"kind": "comparison", "left": "Japan", "right": "China", "fields": [{"name": "GDP", "left": "6.23", "right": "7.55", "greater": "right"}]},
    });
    let html = shown(page);
    let versus = html.split("class=\"versus\"").nth(1).unwrap();
    let versus = versus.split("</div>").next().unwrap();
    for part in ["Japan", "<b>6.23</b>", "China", "<b>7.55</b>"] {
        assert!(versus.contains(part), "{part}: {versus}");
    }
    assert!(!html.contains("instead and verify again"), "{html}");
}

#[test]
fn what_is_copied_carries_the_verdict_of_each_sentence_that_is_not_supported() {
    let copied = |page: Value| {
        let html = shown(page);
        let text = html.split("data-copy=\"").nth(1).unwrap();
        text.split('"').next().unwrap().to_owned()
    };
    let mut page = of_a_text();
    assert_eq!(
        copied(page.clone()),
        "The quay was built in 1931. [Contradicted]"
    );
    page["report"]["claims"][0]["verdict"] = json!("supported");
    assert_eq!(copied(page), "The quay was built in 1931.");
}

#[test]
fn of_two_statements_both_are_named() {
    let mut page = of_a_text();
    page["report"]["state"] = json!("verified");
    let mut claim = page["report"]["claims"][0].clone();
    claim["verdict"] = json!("supported");
    let mut other = claim.clone();
    other["claim"]["id"] = json!(2);
    page["report"]["claims"] = json!([claim, other]);
    let html = shown(page);
    assert!(
        html.contains("Both statements are in your documents."),
        "{html}"
    );
}

#[test]
fn a_review_does_not_say_twice_that_a_statement_is_contradicted() {
    let mut page = page_of("review");
    let claim = &mut page["found"]["reviews"][0]["claims"][0];
    claim["verdict"] = json!("refuted");
    claim["findings"] = json!(["contradiction"]);
    let html = shown(page);
    assert!(html.contains("Contradicted"), "{html}");
    assert!(!html.contains("(contradicted)"), "{html}");
}

#[test]
fn a_sentence_in_several_lines_of_a_page_is_one_mark() {
    let mut page = page_of("document_page");
    let area = json!({"left": 0.1, "top": 0.1, "width": 0.5, "height": 0.02});
    page["view"]["marks"] = json!([{"areas": [area, area, area], "whole": true}]);
    let html = shown(page);
    assert_eq!(html.matches("class=\"sentence\"").count(), 1, "{html}");
    assert_eq!(html.matches("<rect").count(), 3, "{html}");
}
