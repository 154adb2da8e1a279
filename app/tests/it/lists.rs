//! What lists say of their lines, and of whom.

use crate::samples::page_of;
use serde_json::{Value, json};

fn shown(page: Value) -> String {
    app::render(&serde_json::from_value(page).unwrap(), "1", true).replace("<!>", "")
}

#[test]
fn the_box_for_a_question_says_how_it_is_sent() {
    for kind in ["ask", "conversation", "collection"] {
        let html = shown(page_of(kind));
        assert!(html.contains("Enter sends the question"), "{kind}");
    }
    assert!(!shown(page_of("verify")).contains("Enter sends"));
}
