//! What a language model proposes, as any text that it may reply.

use crate::material::tables;
use groundwall_core::TableResult;
use groundwall_tables::View;
use groundwall_tables::proposal::{answer, described, meant};

fn berths() -> Vec<View> {
    tables("samples/berths.csv")
}

#[test]
fn a_proposal_that_fits_is_computed_with_its_cells_and_named() {
    let views = berths();
    let views: Vec<&View> = views.iter().collect();
    for (reply, text, cells) in [
        (
            r#"```json
{"table": 0, "select": "max", "columns": ["Depth (m)"], "where": [{"column": "Use", "op": "=", "value": "fishing vessels"}]}
```"#,
            "5.8",
            vec!["D3:D4"],
        ),
        (
            r#"{"table": 0, "select": "count", "where": [{"column": "Shore power (kW)", "op": ">", "value": "300"}]}"#,
            "2 of",
            vec!["B2", "B8"],
        ),
        (
            r#"{"table": 0, "select": "record", "records": ["Oil Jetty"], "columns": ["Use"]}"#,
            "Fuel only",
            vec!["F6"],
        ),
        (
            r#"{"table": 0, "select": "top", "columns": ["Length (m)"], "limit": 2, "group_by": null}"#,
            "Outer Pier West",
            vec!["C8:C9"],
        ),
    ] {
        let found = answer(&views, reply, "scripted-1").unwrap();
        assert!(found.text.contains(text), "{reply}: {}", found.text);
        assert_eq!(found.compiled_by.as_deref(), Some("scripted-1"));
        assert!(
            cells
                .iter()
                .all(|cell| found.cells.iter().any(|own| own == cell)),
            "{reply}: {:?}",
            found.cells
        );
        assert!(!matches!(found.result, TableResult::Missing { .. }));
    }
}

#[test]
fn a_proposal_that_does_not_fit_is_dropped() {
    let views = berths();
    let views: Vec<&View> = views.iter().collect();
    for (reply, why) in [
        ("none", "no query"),
        ("The deepest is 8.5 m.", "no query"),
        ("}{", "no query"),
        (
            r#"{"table": 0, "select": "max", "columns": ["Depth (m)"], "answer": 9}"#,
            "another form",
        ),
        (
            r#"{"table": 3, "select": "count"}"#,
            "a table that there is not",
        ),
        (
            r#"{"table": 0, "select": "max", "columns": ["Draught"]}"#,
            "no column “Draught”",
        ),
        (
            r#"{"table": 0, "select": "sum", "columns": ["Use"]}"#,
            "says nothing",
        ),
        (
            r#"{"table": 0, "select": "count", "where": [{"column": "Use", "op": "=", "value": "Yachts"}]}"#,
            "stands in no cell",
        ),
        (
            r#"{"table": 0, "select": "count", "where": [{"column": "Depth (m)", "op": ">", "value": "deep"}]}"#,
            "is no number",
        ),
        (
            r#"{"table": 0, "select": "count", "where": [{"column": "Use", "op": ">", "value": "Fuel only"}]}"#,
            "cannot be compared",
        ),
        (
            r#"{"table": 0, "select": "record", "records": ["North Wall"]}"#,
            "no record “North Wall”",
        ),
        (r#"{"table": 0, "select": "record"}"#, "names no record"),
        (
            r#"{"table": 0, "select": "list", "records": ["Oil Jetty"]}"#,
            "does not use",
        ),
        (
            r#"{"table": 0, "select": "top", "columns": ["Use"]}"#,
            "no order",
        ),
        (
            r#"{"table": 0, "select": "list", "group_by": "Use"}"#,
            "groups can be",
        ),
        (
            r#"{"table": 0, "select": "average", "columns": ["Depth (m)"], "where": [{"column": "Depth (m)", "op": ">", "value": 50}]}"#,
            "No row",
        ),
    ] {
        let error = answer(&views, reply, "scripted-1").unwrap_err();
        assert!(error.to_string().contains(why), "{reply}: {error}");
    }
}

#[test]
fn a_model_is_shown_the_tables_that_a_question_speaks_of() {
    let mut views = berths();
    views.extend(tables("tables/attendance.xlsx"));
    let views: Vec<&View> = views.iter().collect();
    let shown = meant(
        &views,
        "Which quay would suit a hull that needs shore power and a length over 90 m best?",
    );
    let text = described(&shown);
    assert!(
        shown.len() == 1 && text.contains("- \"Depth (m)\": number, all values: 5.2 | 5.8"),
        "{text}"
    );
    assert!(meant(&views, "Who wrote the storm plan?").is_empty());
}
