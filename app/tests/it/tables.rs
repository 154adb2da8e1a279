//! A table as a reader meets it: what is marked in it, and what is said while it is read again.

use crate::samples::page_of;
use serde_json::{Value, json};

fn shown(page: Value) -> String {
    app::render(&serde_json::from_value(page).unwrap(), "1", true).replace("<!>", "")
}

#[test]
fn a_marked_cell_is_shown_with_its_column_and_what_its_row_is_called() {
    let mut page = page_of("table");
    page["marked"] = json!([{"first_row": 1, "last_row": 1, "columns": {"between": [1, 1]}}]);
    let html = shown(page);
    let said = html.split("class=\"marked-cells\"").nth(1).unwrap();
    let said = said.split("class=\"header-row\"").next().unwrap();
    assert!(said.contains("Marked: B2, Dues"), "{said}");
    assert!(said.contains("<dt>Name</dt><dd>Rope Works</dd>"), "{said}");
    let cell = "class=\"asked\"><dt>Dues</dt><dd>3</dd>";
    assert!(said.contains(cell), "{said}");
}

#[test]
fn cells_of_several_rows_are_named_by_their_column_alone() {
    let mut page = page_of("table");
    page["marked"] = json!([{"first_row": 1, "last_row": 2, "columns": {"between": [1, 1]}}]);
    let html = shown(page);
    assert!(html.contains("Marked: B2:B3, Dues"), "{html}");
    assert!(!html.contains("class=\"row-table\""), "{html}");
}

#[test]
fn a_table_that_is_read_again_says_that_it_is() {
    let page = page_of("table");
    let html = shown(page);
    let forms = html.split("class=\"header-row\"").nth(1).unwrap();
    let forms = forms.split("role=\"search\"").next().unwrap();
    let sent = "<form method=\"post\"";
    assert_eq!(forms.matches(sent).count(), 2, "{forms}");
    assert_eq!(forms.matches("class=\"waiting\"").count(), 2, "{forms}");
}
