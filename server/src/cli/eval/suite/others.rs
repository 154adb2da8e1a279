//! Answers with annotated spans, corrupted twins, and how long it takes to find claims.

use super::super::super::say;
use super::bars::{Bars, share};
use super::labelled::reported;
use super::plan::{Answers, Sets};
use super::{RULES, Run, figures, rule};
use anyhow::Context as _;
use groundwall_engine::claims;
use groundwall_eval::suite::Suite;
use groundwall_eval::twins::{Fault, TwinFigures, corrupt, twins};
use groundwall_eval::{Detection, Figures, Half, PairRow, Row};
use sha2::{Digest as _, Sha256};
use std::path::Path;
use std::time::Instant;

/// Answers of language models: how well hallucinated ones are found.
pub(super) async fn answers(
    run: &Run<'_>,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    let (planned, Answers { set, title }) = (&run.plan.bars, &run.plan.sets.answers);
    out.push_str(&format!("### Answers of language models ({title})\n\n| rule | answers | precision | recall | F1 | balanced accuracy |\n|---|---|---|---|---|---|\n"));
    let Some(text) = reported(run.sets, set, run.rows)? else {
        out.push_str("| not run |\n\n");
        bars.hold(&planned.answers_f1, None);
        return Ok(());
    };
    let mut line = |name: &str, rows: u64, found: Option<Detection>, balanced: Option<f64>| {
        let [precision, recall, f1] = found
            .map_or([None; 3], |found| [found.precision, found.recall, found.f1])
            .map(share);
        out.push_str(&format!(
            "| {name} | {rows} | {precision} | {recall} | {f1} | {} |\n",
            share(balanced)
        ));
    };
    for (name, preset, closeness) in &RULES[..3] {
        say(&format!("{set}: {name}"));
        let Figures {
            rows,
            balanced_accuracy,
            hallucinated,
            flag_every_answer,
            ..
        } = figures(run.firewall, set, &text, rule(*preset, *closeness))
            .await
            .with_context(|| set.clone())?
            .figures;
        line(name, rows, hallucinated, balanced_accuracy);
        if *name == RULES[0].0 {
            line("flagging every answer", rows, flag_every_answer, Some(0.5));
            let f1 = hallucinated.and_then(|found| found.f1);
            bars.hold(&planned.answers_f1, f1);
            bars.hold(&planned.answers_accuracy, balanced_accuracy);
        }
    }
    out.push('\n');
    Ok(())
}

/// Supported rows of the reported halves, in the order of a hash, so that no set comes first.
fn supported_rows(dir: &Path, sets: &Sets) -> anyhow::Result<Vec<PairRow>> {
    let mut rows = Vec::new();
    for set in sets.labelled().filter(|set| *set != sets.apart) {
        let Ok(text) = std::fs::read_to_string(dir.join(format!("{set}.jsonl"))) else {
            return Ok(Vec::new());
        };
        for (line, content) in text.lines().enumerate() {
            rows.extend(Row::parse(line as u64 + 1, content)?.supported(Half::Reported));
        }
    }
    rows.sort_by_cached_key(|row| {
        Sha256::digest(format!("{}\n{}", row.claim, row.evidence).as_bytes()).to_vec()
    });
    Ok(rows)
}

pub(super) async fn twin_figures(
    run: &Run<'_>,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    let mut rows = supported_rows(run.sets, &run.plan.sets)?;
    rows.retain(|row| {
        Fault::CHECKED
            .iter()
            .any(|fault| corrupt(&row.claim, &row.evidence, *fault, 1).is_some())
    });
    rows.truncate(run.rows.min(run.plan.twins));
    say(&format!("twins: {} rows", rows.len()));
    let TwinFigures {
        twins: count,
        caught,
        by_fault,
        supported_alone,
        turned_away,
        clashes,
        mut decided_by_check,
    } = twins(run.firewall.as_ref(), &rows).await?;
    let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let faults = by_fault
        .iter()
        .map(|(fault, (twins, caught))| format!("{} {caught} of {twins}", fault.name()))
        .collect::<Vec<_>>()
        .join(", ");
    decided_by_check.sort_by(f64::total_cmp);
    let p95 = decided_by_check
        .get(decided_by_check.len() * 95 / 100)
        .map(|seconds| seconds * 1e3);
    out.push_str(&format!(
        "### Corrupted twins\n\nOf {count} twins of supported rows {caught} are not supported ({faults}). Of {supported_alone} originals that the verifier alone supports the checks turn away {turned_away}; \
         a clash is claimed in {clashes} of {count}.\n\n"
    ));
    let planned = &run.plan.bars;
    let turned_away = ratio(turned_away, supported_alone);
    bars.hold(&planned.twins_caught, ratio(caught, count));
    bars.hold(&planned.originals_turned_away, turned_away);
    bars.hold(&planned.check_milliseconds, p95);
    Ok(())
}

/// Milliseconds to take an answer of about 2,000 characters apart, p95 of 100 runs.
pub(super) fn extraction(suite: &Suite) -> f64 {
    let all = suite
        .claims
        .iter()
        .map(|claim| claim.claim.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let text: String = all.chars().take(2_000).collect();
    let mut times: Vec<f64> = (0..100)
        .map(|_| {
            let started = Instant::now();
            std::hint::black_box(claims::decompose(&text));
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[95]
}
