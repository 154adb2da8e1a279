//! Questions to a collection of tables and texts: each goes where it belongs, and none about a text is told that something does not exist.

use crate::bench::{Bench, root};
use groundwall_core::request::Subject;
use groundwall_core::{ReportState, TableResult, Verdict};
use serde_json::Value;

async fn port() -> Bench {
    let bench = Bench::start().await;
    for entry in std::fs::read_dir(root().join("data/samples")).unwrap() {
        bench
            .upload(&format!(
                "samples/{}",
                entry.unwrap().file_name().to_str().unwrap()
            ))
            .await;
    }
    bench.upload("tables/attendance.xlsx").await;
    bench
}

#[tokio::test]
async fn questions_go_to_tables_or_texts() {
    let bench = port().await;
    let rows = std::fs::read_to_string(root().join("data/tables/routing.jsonl")).unwrap();
    let rows: Vec<Value> = rows
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (mut missed, mut strayed) = (Vec::new(), Vec::new());
    for row in &rows {
        let (text, report) = (
            row["text"].as_str().unwrap(),
            bench.ask(row["text"].as_str().unwrap()).await,
        );
        match (row["to"].as_str().unwrap(), report.table) {
            ("table", Some(answer)) if answer.text.contains(row["says"].as_str().unwrap()) => {}
            ("table", None) => missed.push(format!("{text}: {}", report.banner)),
            (_, Some(answer)) => strayed.push(format!("{text}: {}", answer.text)),
            (_, None) => {}
        }
    }
    println!(
        "{} questions, {} to a table left to the texts, {} astray\n{}",
        rows.len(),
        missed.len(),
        strayed.len(),
        missed.join("\n")
    );
    assert!(strayed.is_empty(), "{}", strayed.join("\n"));
    assert!(
        rows.len() >= 60 && missed.len() <= 6,
        "{}",
        missed.join("\n")
    );
}

#[tokio::test]
async fn a_record_that_no_table_holds_is_looked_for_in_the_texts() {
    let bench = port().await;
    let known = bench.ask("What is the role of Marta Nilsen?").await;
    assert!(
        known.table.is_none(),
        "a text speaks of her: {}",
        known.banner
    );
    let unknown = bench.ask("What is the role of Zubin Mehta?").await;
    assert!(matches!(
        unknown.table.map(|answer| answer.result),
        Some(TableResult::Missing { .. })
    ));
    assert_eq!(unknown.state, ReportState::NotCovered);
}

#[tokio::test]
async fn claims_about_tables_are_recomputed_and_others_are_not() {
    let bench = port().await;
    let claims = [
        (
            "The average length of the berths is 99.25 m.",
            Verdict::Supported,
            true,
        ),
        (
            "The average length of the berths is 88 m.",
            Verdict::Refuted,
            true,
        ),
        ("The Oil Jetty has a depth of 9 m.", Verdict::Refuted, true),
        (
            "The last keeper left on 30 June 1987.",
            Verdict::Supported,
            false,
        ),
    ];
    let report = bench
        .verify(Subject::Claims(
            claims.iter().map(|(text, ..)| (*text).to_owned()).collect(),
        ))
        .await;
    for (judged, (text, verdict, computed)) in report.claims.iter().zip(claims) {
        assert_eq!(
            (judged.verdict, judged.computed.is_some()),
            (verdict, computed),
            "{text}: {}",
            judged.why
        );
    }
}
