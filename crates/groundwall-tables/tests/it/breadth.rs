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

#[test]
fn of_a_row_a_year_the_cells_of_each_year_are_told() {
    let views = crate::material::made(
        "sales.csv",
        "year,region,revenue\n2018,North,120\n2019,North,135\n2020,South,90\n2021,South,140\n",
    );
    let views: Vec<&groundwall_tables::View> = views.iter().collect();
    let said = |question: &str| match groundwall_tables::ask(&views, question) {
        groundwall_tables::Routed::Answer(answer) => answer.text,
        groundwall_tables::Routed::Missing { .. }
        | groundwall_tables::Routed::Unclear(_)
        | groundwall_tables::Routed::Text => String::new(),
    };
    for question in [
        "Revenue by year",
        "Total revenue by year",
        "Average revenue by year",
        "Show the revenue of each year",
        "What was the revenue per year?",
        "Show the revenue for each of the years.",
    ] {
        let text = said(question);
        let all = ["2018", "120", "2021", "140"];
        assert!(
            all.iter().all(|part| text.contains(part)),
            "{question}: {text}"
        );
    }
    for question in [
        "What was the revenue of North by year?",
        "Revenue of North by year",
    ] {
        let text = said(question);
        assert!(
            text.contains("120") && text.contains("135") && !text.contains("140"),
            "{question}: {text}"
        );
    }
    for (question, starts) in [
        ("Which year had the highest revenue?", "2021 "),
        ("Average revenue by region", "Average revenue by region"),
    ] {
        let text = said(question);
        assert!(
            !text.is_empty() && text.contains(starts.trim()),
            "{question}: {text}"
        );
    }
}

#[test]
fn a_title_may_be_written_otherwise() {
    let rows = "year,brand,funny,animals\n2018,Aster,True,False\n2019,Aster,True,True\n2020,Birch,False,True\n2020,Aster,True,True\n";
    for (file, questions) in [
        (
            "superbowl-ads.csv",
            [
                "How many of all the Super Bowl ads have animals?",
                "How many ads with animals ran in the Super Bowl?",
            ],
        ),
        (
            "super-bowl-ads.csv",
            [
                "How many of all the Superbowl ads have animals?",
                "How many Superbowl ads with animals aired?",
            ],
        ),
    ] {
        let views = crate::material::made(file, rows);
        let views: Vec<&groundwall_tables::View> = views.iter().collect();
        for question in questions {
            let routed = groundwall_tables::ask(&views, question);
            let groundwall_tables::Routed::Answer(answer) = routed else {
                panic!("{file}: {question}");
            };
            assert!(answer.text.contains('3'), "{question}: {}", answer.text);
        }
    }
}
