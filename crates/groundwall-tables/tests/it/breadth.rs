//! Two hundred questions to forty tables: how many are answered right, wrong, or declined.

use crate::material::{questions, tables};
use groundwall_eval::tables::TableQuestion;
use groundwall_tables::{Mood, Routed, View, ask, parse};
use std::collections::BTreeMap;

/// Share right and wrong of one set; prints what was not right.
fn shares(set: &str) -> (f64, f64) {
    let rows: Vec<TableQuestion> = questions("tables/breadth.jsonl")
        .into_iter()
        .filter(|row| row.set == set)
        .collect();
    let mut known: BTreeMap<String, Vec<View>> = BTreeMap::new();
    let (mut right, mut wrong) = (0usize, 0usize);
    for row in &rows {
        let views = known
            .entry(row.table.clone())
            .or_insert_with(|| tables(&format!("tables/breadth/{}", row.table)));
        match ask(&views.iter().collect::<Vec<_>>(), &row.text) {
            Routed::Answer(answer) | Routed::Missing { answer, .. } if row.is_right(&answer) => {
                right += 1;
            }
            Routed::Answer(answer) | Routed::Missing { answer, .. } => {
                wrong += 1;
                println!(
                    "wrong, {}: {}\n    {}\n    {}\n    wanted {:?} {:?}",
                    row.table, row.text, answer.text, answer.query, row.numbers, row.names
                );
            }
            Routed::Unclear(why) => println!("unclear, {}: {}\n    {why}", row.table, row.text),
            Routed::Text => println!(
                "declined, {}: {}\n    {:?}",
                row.table,
                row.text,
                parse(&views[0], &row.text, Mood::Question).parsed
            ),
        }
    }
    let all = rows.len();
    println!(
        "set {set}: {all} questions, {right} right, {wrong} wrong, {} declined",
        all - right - wrong
    );
    (right as f64 / all as f64, wrong as f64 / all as f64)
}

#[test]
fn questions_written_while_the_parser_was_built() {
    let (right, wrong) = shares("A");
    assert!(
        right >= 0.85 && wrong <= 0.02,
        "right {right:.3}, wrong {wrong:.3}"
    );
}

#[test]
fn questions_written_after_the_parser_was_frozen() {
    let (right, wrong) = shares("B");
    assert!(
        right >= 0.6 && wrong <= 0.05,
        "right {right:.3}, wrong {wrong:.3}"
    );
}

#[test]
fn questions_written_after_the_parser_had_learned_from_those() {
    let (right, wrong) = shares("C");
    assert!(
        right >= 0.6 && wrong <= 0.05,
        "right {right:.3}, wrong {wrong:.3}"
    );
}

#[test]
fn questions_written_after_the_parser_had_learned_from_all_of_those() {
    let (right, wrong) = shares("D");
    assert!(
        right >= 0.6 && wrong <= 0.05,
        "right {right:.3}, wrong {wrong:.3}"
    );
}
