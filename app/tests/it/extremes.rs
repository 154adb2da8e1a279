//! Numbers of an address, however large, break no page.

use crate::samples::{page_of, pages};
use app::Page;
use serde_json::{Value, json};

/// Paths of all whole numbers in a value.
fn numbers(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Number(number) if !number.is_f64() => found.push(path.to_owned()),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(place, item)| numbers(item, &format!("{path}/{place}"), found)),
        Value::Object(fields) => fields
            .iter()
            .for_each(|(name, field)| numbers(field, &format!("{path}/{name}"), found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn extreme_numbers_in_every_field_of_every_page() {
    let mut replaced = 0;
    for page in pages() {
        let mut paths = Vec::new();
        numbers(&page, "", &mut paths);
        for path in paths {
            for extreme in [
                json!(0),
                json!(u32::MAX),
                json!(u64::MAX),
                json!(u64::MAX - 199),
            ] {
                let mut page = page.clone();
                *page.pointer_mut(&path).unwrap() = extreme;
                if let Ok(filled) = serde_json::from_value::<Page>(page) {
                    assert!(app::render(&filled, "1", true).contains("</html>"));
                    replaced += 1;
                }
            }
        }
    }
    assert!(replaced > 300, "{replaced} fields were replaced");
}

#[test]
fn pages_end_where_the_document_and_the_table_end() {
    let shows = |kind: &str, from: u64| {
        let mut page = page_of(kind);
        page["from"] = json!(from);
        app::render(&serde_json::from_value(page).unwrap(), "1", true)
    };
    assert!(shows("table", 0).contains("Rows 1 to 2 of 2"));
    for from in [2, 3, u64::MAX] {
        assert!(shows("table", from).contains("No rows."), "{from}");
        assert!(!shows("document", from).contains("It was built."), "{from}");
    }
}
