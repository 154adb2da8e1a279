//! Two hundred questions to forty tables: how many are answered right, wrong, or declined.

use crate::material::{data, tables};
use groundwall_tables::{Routed, View, ask};
use serde_json::Value;
use std::collections::BTreeMap;

/// Numbers of a text, thousands joined.
fn numbers(text: &str) -> Vec<f64> {
    let text = text.replace(',', "");
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    parts.filter_map(|part| part.trim_matches('.').parse().ok()).collect()
}

fn is_right(row: &Value, text: &str) -> bool {
    let found = numbers(text);
    let number = |wanted: &Value| found.iter().any(|found| (found - wanted.as_f64().unwrap()).abs() < 0.0051);
    row["numbers"].as_array().unwrap().iter().all(number)
        && row["names"].as_array().unwrap().iter().all(|name| text.contains(name.as_str().unwrap()))
}

/// Share right and wrong of one set; prints what was not right.
fn shares(set: &str) -> (f64, f64) {
    let rows = std::fs::read_to_string(data("tables/breadth.jsonl")).unwrap();
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).unwrap()).filter(|row: &Value| row["set"] == set).collect();
    let mut known: BTreeMap<String, Vec<View>> = BTreeMap::new();
    let (mut right, mut wrong) = (0, 0);
    for row in &rows {
        let file = row["table"].as_str().unwrap();
        let views = known.entry(file.to_owned()).or_insert_with(|| tables(&format!("tables/breadth/{file}")));
        let question = row["text"].as_str().unwrap();
        match ask(&views.iter().collect::<Vec<_>>(), question) {
            Routed::Answer(answer) | Routed::Missing { answer, .. } if is_right(row, &answer.text) => right += 1,
            Routed::Answer(answer) | Routed::Missing { answer, .. } => {
                wrong += 1;
                println!(
                    "wrong, {file}: {question}\n    {}\n    {}\n    wanted {} {}",
                    answer.text, answer.query, row["numbers"], row["names"]
                );
            }
            Routed::Unclear(why) => println!("unclear, {file}: {question}\n    {why}"),
            Routed::Text { why } => println!("declined, {file}: {question}\n    {why:?}"),
        }
    }
    let all = rows.len();
    println!("set {set}: {all} questions, {right} right, {wrong} wrong, {} declined", all - right - wrong);
    (right as f64 / all as f64, wrong as f64 / all as f64)
}

#[test]
fn questions_written_while_the_parser_was_built() {
    let (right, wrong) = shares("A");
    assert!(right >= 0.85 && wrong <= 0.02, "right {right:.3}, wrong {wrong:.3}");
}

#[test]
fn questions_written_after_the_parser_was_frozen() {
    let (right, wrong) = shares("B");
    assert!(right >= 0.6 && wrong <= 0.05, "right {right:.3}, wrong {wrong:.3}");
}
