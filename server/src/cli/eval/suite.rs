//! `groundwall eval --suite`: every figure of docs/accuracy.md beside its bar.

mod bars;
mod labelled;
mod others;

use super::super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use bars::{Bars, share, summary};
use groundwall_core::Verdict;
use groundwall_core::policy::{Closeness, PolicyOverride, Preset};
use groundwall_core::report::{JudgedClaim, Outcome};
use groundwall_engine::Firewall;
use groundwall_eval::suite::{Suite, mixed};
use groundwall_eval::{Figures, Half, Label, Route, Seen, Tally, evaluate};
use labelled::labelled;
use others::{answers, extraction, twin_figures};
use std::collections::BTreeMap;
use std::io::{BufReader, Cursor};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// The document sets whose mean balanced accuracy has a bar.
const DOCUMENT_SETS: [&str; 6] = [
    "begin",
    "lfqa_verification",
    "q2_wow",
    "expertqa",
    "qags",
    "factcheck_gpt_stance",
];
/// Sets on which three-way accuracy must not be below the verifier's.
const THREE_WAY: [&str; 3] = ["mnli_dev_matched", "snli", "infotabs"];
const OTHERS: [&str; 5] = [
    "negation_nli",
    "breaking_nli",
    "glue_diagnostic",
    "dialfact_small",
    FILINGS,
];
/// Figures of company filings, derived more often than stated: the set has its own figure of clashes and no twins.
const FILINGS: &str = "financebench";
/// Rows whose twins are verified, at most.
const TWINS: usize = 2_000;
/// Answers of language models with annotated spans.
const ANSWERS: &str = "ragtruth";
/// How rows are judged: as shipped first, then what it is measured against.
const RULES: [(&str, Preset, Closeness); 5] = [
    ("Groundwall", Preset::Firewall, Closeness::Precise),
    ("fast", Preset::Firewall, Closeness::Fast),
    ("screen alone", Preset::Nli, Closeness::Fast),
    ("similarity-nli", Preset::SimilarityNli, Closeness::Fast),
    ("cosine ≥ 0.6", Preset::Cosine, Closeness::Fast),
];
fn rule(preset: Preset, verifier: Closeness) -> PolicyOverride {
    PolicyOverride {
        preset: Some(preset),
        verifier: Some(verifier),
        ..PolicyOverride::default()
    }
}

/// What a preset makes of a set.
struct Measured {
    figures: Figures,
    /// What its checks alone would come to: everything accepted that none of them refutes or misses something of.
    checks: Figures,
    /// Supported rows in which a check claims a clash.
    clashes: u64,
}

async fn figures(
    firewall: &Arc<Firewall>,
    set: &str,
    text: &str,
    policy: PolicyOverride,
) -> anyhow::Result<Measured> {
    let service: Arc<dyn groundwall_ports::FirewallService> = Arc::<Firewall>::clone(firewall);
    let (mut checks, mut clashes) = (Tally::default(), 0);
    let observe = |seen: &Seen| {
        let claims = || seen.report.iter().flat_map(|report| &report.claims);
        let settled = claims().any(JudgedClaim::decided_by_check);
        let clash = claims()
            .flat_map(|claim| &claim.checks)
            .any(|check| check.outcome == Outcome::Clash);
        clashes += u64::from(clash && seen.label == Label::Supported);
        let (verdict, score) = if settled {
            (Verdict::Unsupported, 0.0)
        } else {
            (Verdict::Supported, 1.0)
        };
        checks.add(seen.label, verdict, score, Duration::ZERO);
        Ok(())
    };
    let figures = evaluate(
        set,
        BufReader::new(Cursor::new(text)),
        Half::Both,
        &Route::Product(service, policy),
        observe,
    )
    .await?;
    Ok(Measured {
        figures,
        checks: checks.figures(set, Duration::ZERO),
        clashes,
    })
}

/// `rows` of each labelled set, at most.
pub(super) async fn run(
    config: &Config,
    dir: &Path,
    sets: &Path,
    rows: Option<usize>,
    format: Format,
) -> anyhow::Result<Done> {
    let suite =
        Suite::read(dir).with_context(|| format!("cannot read the suite in {}", dir.display()))?;
    let models = compose::models(config, &say).await?;
    let scratch = tempfile::tempdir().context("cannot create a temporary directory")?;
    let firewall = Arc::new(compose::throwaway(config, models, scratch.path()).await?);
    let mut bars = Bars(Vec::new());
    let mut out = String::new();
    hand_written(&firewall, &suite, &mut bars, &mut out).await?;
    let rows = rows.unwrap_or(usize::MAX);
    let measured = labelled(&firewall, sets, rows, &mut bars, &mut out).await?;
    answers(&firewall, sets, rows, &mut bars, &mut out).await?;
    twin_figures(&firewall, sets, rows.min(TWINS), &mut bars, &mut out).await?;
    bars.at_most(
        "claims extracted from an answer of 2,000 characters, p95 ms",
        Some(extraction(&suite)),
        "≤ 10",
        10.0,
    );
    summary(&bars, &mut out);
    match format {
        Format::Text => println!("{out}"),
        Format::Json => println!("{}", serde_json::to_string_pretty(&measured)?),
    }
    Ok(if bars.0.iter().all(|bar| bar.met == Some(true)) {
        Done::Passed
    } else {
        Done::Below
    })
}

async fn hand_written(
    firewall: &Arc<Firewall>,
    suite: &Suite,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    out.push_str(&format!(
        "### Hand-written claims ({} about {} documents)\n\n",
        suite.claims.len(),
        suite.documents.len()
    ));
    out.push_str("| rule | balanced accuracy | AUC | false accepts | true claims turned away |\n|---|---|---|---|---|\n");
    by_rule(firewall, suite, bars, out).await?;
    let accepted = accepted_by_kind(firewall, suite).await?;
    out.push_str(&format!("\nAccepted by kind: {accepted}.\n\n"));
    let answers = mixed(firewall.as_ref(), suite).await?;
    out.push_str(&format!(
        "Mixed into {} answers of three sentences: {} of {} false sentences leave unmarked, {} of {} true ones are marked.\n\n",
        answers.answers, answers.unmarked, answers.false_sentences, answers.marked_truths, answers.true_sentences
    ));
    bars.at_most(
        "false sentences of mixed answers that leave unmarked",
        Some(answers.unmarked as f64),
        "≤ 20",
        20.0,
    );
    Ok(())
}

/// The rows of the suite under each rule.
async fn by_rule(
    firewall: &Arc<Firewall>,
    suite: &Suite,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    let text = suite
        .rows()
        .map(|row| serde_json::to_string(&row))
        .collect::<Result<Vec<_>, _>>()?
        .join("\n");
    let lies = suite
        .claims
        .iter()
        .filter(|claim| claim.label != Label::Supported)
        .count();
    for (name, preset, closeness) in RULES {
        say(&format!("suite: {name}"));
        let Measured {
            figures,
            checks,
            clashes: _,
        } = figures(firewall, "suite", &text, rule(preset, closeness)).await?;
        let shipped = name == RULES[0].0;
        let own = shipped.then_some(("checks alone", &checks));
        for (name, figures) in std::iter::once((name, &figures)).chain(own) {
            out.push_str(&format!(
                "| {name} | {} | {} | {} of {lies} | {} |\n",
                share(figures.balanced_accuracy),
                share(figures.auc),
                figures.false_accepts,
                figures.false_rejects
            ));
        }
        if shipped {
            bars.at_least(
                "suite, balanced accuracy",
                figures.balanced_accuracy,
                "≥ .85",
                0.85,
            );
            bars.at_most(
                "suite, false accepts",
                Some(figures.false_accepts as f64),
                "≤ 10",
                10.0,
            );
        }
    }
    Ok(())
}

/// How many claims of each kind are accepted, in one line.
async fn accepted_by_kind(firewall: &Arc<Firewall>, suite: &Suite) -> anyhow::Result<String> {
    let mut by_kind: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let kinds: std::collections::BTreeSet<&str> = suite
        .claims
        .iter()
        .map(|claim| claim.kind.as_str())
        .collect();
    let (_, preset, closeness) = RULES[0];
    let own = rule(preset, closeness);
    for kind in kinds {
        let rows = suite
            .rows()
            .zip(&suite.claims)
            .filter(|(_, claim)| claim.kind == kind)
            .map(|(row, _)| serde_json::to_string(&row));
        let Measured { figures, .. } = figures(
            firewall,
            kind,
            &rows.collect::<Result<Vec<_>, _>>()?.join("\n"),
            own.clone(),
        )
        .await?;
        by_kind.insert(
            kind,
            (figures.true_accepts + figures.false_accepts, figures.rows),
        );
    }
    Ok(by_kind
        .iter()
        .map(|(kind, (accepted, rows))| format!("{kind} {accepted} of {rows}"))
        .collect::<Vec<_>>()
        .join(", "))
}
