//! What lists say of their lines, and of whom.

use crate::samples::page_of;
use serde_json::{Value, json};

fn shown(page: Value) -> String {
    app::render(&serde_json::from_value(page).unwrap(), "1", true).replace("<!>", "")
}

#[test]
fn a_row_without_a_text_is_not_counted_as_one_that_failed_and_is_not_tried_again() {
    let mut page = page_of("batch");
    let again = "Try again what could not be verified";
    let failed = shown(page.clone());
    assert!(
        failed.contains("<b>1</b> could not be verified"),
        "{failed}"
    );
    assert!(failed.contains(again), "{failed}");
    page["batch"]["answers"][1]["beginning"] = json!("");
    let empty = shown(page);
    assert!(empty.contains("<b>1</b> without a text"), "{empty}");
    assert!(!empty.contains("ould not be verified"), "{empty}");
    let state = "<td class=\"state\">No text</td>";
    assert!(empty.contains(state), "{empty}");
}

#[test]
fn a_row_that_failed_is_not_called_what_an_answer_is_that_does_not_hold() {
    let html = shown(page_of("batch"));
    let rows: Vec<&str> = html.split("<td class=\"state\">").skip(1).collect();
    assert!(rows[0].contains("Not verified"), "{html}");
    assert!(rows[1].starts_with("Could not be verified"), "{html}");
}

#[test]
fn a_review_says_where_it_came_from() {
    let mut page = page_of("review");
    page["found"]["reviews"][0]["asked_by"] = json!("at 127.0.0.1");
    let html = shown(page);
    assert!(html.contains("Sent from 127.0.0.1."), "{html}");
    assert!(!html.contains("by at"), "{html}");
}

#[test]
fn what_a_page_says_of_its_documents_can_be_renewed_while_files_come_in() {
    for (kind, parts) in [
        ("upload", &["documents"][..]),
        ("collection", &["facts", "documents"]),
    ] {
        let html = shown(page_of(kind));
        for part in parts {
            let marked = format!("data-held=\"{part}\"");
            assert_eq!(html.matches(&marked).count(), 1, "{kind}: {html}");
        }
    }
}

#[test]
fn the_box_for_a_question_says_how_it_is_sent() {
    for kind in ["ask", "conversation", "collection"] {
        let html = shown(page_of(kind));
        assert!(html.contains("Enter sends the question"), "{kind}");
    }
    assert!(!shown(page_of("verify")).contains("Enter sends"));
}
