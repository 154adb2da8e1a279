//! A table as a reader meets it: what is marked in it, and what is said while it is read again.

use crate::samples::page_of;
use serde_json::{Value, json};

fn shown(page: Value) -> String {
    app::render(&serde_json::from_value(page).unwrap(), "1", true).replace("<!>", "")
}

#[test]
fn a_table_that_is_read_again_says_that_it_is() {
    let page = page_of("table");
    let html = shown(page);
    let forms = html.split("class=\"header-row\"").nth(1).unwrap();
    let forms = forms.split("role=\"search\"").next().unwrap();
    assert_eq!(forms.matches("<form").count(), 2, "{forms}");
    assert_eq!(forms.matches("class=\"waiting\"").count(), 2, "{forms}");
}
