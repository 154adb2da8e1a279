//! What lists say of their lines, and of whom.

use crate::samples::page_of;
use serde_json::{Value, json};

fn shown(page: Value) -> String {
    app::render(&serde_json::from_value(page).unwrap(), "1", true).replace("<!>", "")
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
