//! `groundwall eval --tables`: the figures of docs/tables.md, each question and claim through the whole product.

use super::super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::Subject;
use groundwall_core::{Question, Report, Verdict, Verification};
use groundwall_engine::Firewall;
use groundwall_eval::tables::TableQuestion;
use groundwall_ports::{FirewallService as _, Upload};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

/// The attendance workbook, in the terms of the row that was published for an older tool.
#[derive(Serialize)]
struct Attendance {
    queries: u32,
    passed: u32,
    failed: u32,
    claims: u32,
    verified: u32,
    /// True claims and right answers that did not count as verified.
    false_negatives: u32,
    /// False claims that counted as verified.
    false_accepts: u32,
    mean_seconds: f64,
}

#[derive(Default, Serialize)]
struct Breadth {
    questions: u32,
    right: u32,
    wrong: u32,
    declined: u32,
}

#[derive(Serialize)]
struct Figures {
    attendance: Attendance,
    breadth: BTreeMap<String, Breadth>,
}

fn questions(path: &Path) -> anyhow::Result<Vec<TableQuestion>> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    TableQuestion::parse(&text).map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))
}

async fn load(firewall: &Firewall, path: &Path) -> anyhow::Result<()> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    firewall.clear().await?;
    for outcome in firewall.upload(vec![Upload { name, bytes }]).await? {
        outcome
            .result
            .map_err(|problem| anyhow::anyhow!("{}: {problem}", path.display()))?;
    }
    Ok(())
}

async fn ask(firewall: &Firewall, text: &str) -> anyhow::Result<Report> {
    let question = Question::parse(text, PolicyOverride::default())
        .map_err(|problem| anyhow::anyhow!("{problem}"))?;
    Ok(firewall.ask(question).await?)
}

async fn attendance(firewall: &Firewall, rows: &[TableQuestion]) -> anyhow::Result<Attendance> {
    let mut figures = Attendance {
        queries: 0,
        passed: 0,
        failed: 0,
        claims: 0,
        verified: 0,
        false_negatives: 0,
        false_accepts: 0,
        mean_seconds: 0.0,
    };
    let mut seconds = 0.0;
    for row in rows {
        let started = Instant::now();
        let (report, right) = if row.is_claim() {
            let report = firewall
                .verify(Verification::of(Subject::Claims(vec![row.text.clone()])))
                .await?;
            let supported = report
                .claims
                .iter()
                .all(|claim| claim.verdict == Verdict::Supported);
            figures.false_accepts += u32::from(supported && row.holds == Some(false));
            figures.false_negatives += u32::from(!supported && row.holds == Some(true));
            (report, Some(supported) == row.holds)
        } else {
            let report = ask(firewall, &row.text).await?;
            let right = report
                .table
                .as_ref()
                .is_some_and(|answer| row.is_right(answer));
            figures.false_negatives += u32::from(
                right
                    && report
                        .claims
                        .iter()
                        .any(|claim| claim.verdict != Verdict::Supported),
            );
            (report, right)
        };
        seconds += started.elapsed().as_secs_f64();
        figures.queries += 1;
        figures.passed += u32::from(right);
        figures.failed += u32::from(!right);
        figures.claims += report.claims.len() as u32;
        figures.verified += report
            .claims
            .iter()
            .filter(|claim| claim.verdict == Verdict::Supported)
            .count() as u32;
    }
    figures.mean_seconds = seconds / rows.len().max(1) as f64;
    Ok(figures)
}

async fn breadth(
    firewall: &Firewall,
    dir: &Path,
    rows: &[TableQuestion],
) -> anyhow::Result<BTreeMap<String, Breadth>> {
    let mut sets: BTreeMap<String, Breadth> = BTreeMap::new();
    for of_table in rows.chunk_by(|a, b| a.table == b.table) {
        load(firewall, &dir.join(&of_table[0].table)).await?;
        for row in of_table {
            let report = ask(firewall, &row.text).await?;
            let figures = sets.entry(row.set.clone()).or_default();
            figures.questions += 1;
            match &report.table {
                None => figures.declined += 1,
                Some(answer) if row.is_right(answer) => figures.right += 1,
                Some(_) => figures.wrong += 1,
            }
        }
    }
    Ok(sets)
}

pub(super) async fn run(config: &Config, dir: &Path, format: Format) -> anyhow::Result<Done> {
    let mut wide = questions(&dir.join("breadth.jsonl"))?;
    wide.sort_by(|a, b| a.table.cmp(&b.table));
    let narrow = questions(&dir.join("attendance.jsonl"))?;
    let models = compose::models(config, &say).await?;
    let temporary = tempfile::tempdir().context("cannot create a temporary directory")?;
    let firewall = compose::throwaway(config, models, temporary.path()).await?;
    load(&firewall, &dir.join("attendance.xlsx")).await?;
    let attendance = attendance(&firewall, &narrow).await?;
    let breadth = breadth(&firewall, &dir.join("breadth"), &wide).await?;
    let figures = Figures {
        attendance,
        breadth,
    };
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&figures)?),
        Format::Text => print(&figures),
    }
    Ok(Done::Passed)
}

fn print(figures: &Figures) {
    let Attendance {
        queries,
        passed,
        failed,
        claims,
        verified,
        false_negatives,
        false_accepts,
        mean_seconds,
    } = &figures.attendance;
    println!(
        "| attendance workbook | queries | claims | verified | pass | fail | false negatives | false accepts | mean latency |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    println!("| published for an older tool | 12 | 62 | 49 | 7 | 5 | – | – | 2.4 s |");
    println!(
        "| Groundwall | {queries} | {claims} | {verified} | {passed} | {failed} | {false_negatives} | {false_accepts} | {:.1} ms |",
        mean_seconds * 1000.0
    );
    println!(
        "\n| 40 tables in ten fields | questions | right | wrong | declined |\n|---|---|---|---|---|"
    );
    for (
        set,
        Breadth {
            questions,
            right,
            wrong,
            declined,
        },
    ) in &figures.breadth
    {
        println!("| set {set} | {questions} | {right} | {wrong} | {declined} |");
    }
}
