//! `groundwall eval --suite`: every figure of docs/accuracy.md beside its bar.

mod bars;
mod labelled;
mod others;
mod plan;

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
use plan::Plan;
use std::collections::BTreeMap;
use std::io::{BufReader, Cursor};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

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

/// What the labelled sets are run with.
struct Run<'a> {
    firewall: &'a Arc<Firewall>,
    plan: &'a Plan,
    /// Where the sets lie.
    sets: &'a Path,
    /// Of each set, at most.
    rows: usize,
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
    let plan = Plan::read(dir)?;
    let models = compose::models(config, &say).await?;
    let scratch = tempfile::tempdir().context("cannot create a temporary directory")?;
    let firewall = Arc::new(compose::throwaway(config, models, scratch.path()).await?);
    let mut bars = Bars::default();
    let mut out = String::new();
    hand_written(&firewall, &suite, &plan, &mut bars, &mut out).await?;
    let run = Run {
        firewall: &firewall,
        plan: &plan,
        sets,
        rows: rows.unwrap_or(usize::MAX),
    };
    let measured = labelled(&run, &mut bars, &mut out).await?;
    answers(&run, &mut bars, &mut out).await?;
    twin_figures(&run, &mut bars, &mut out).await?;
    bars.hold(&plan.bars.extraction_milliseconds, Some(extraction(&suite)));
    summary(&bars, &mut out);
    match format {
        Format::Text => println!("{out}"),
        Format::Json => println!("{}", serde_json::to_string_pretty(&measured)?),
    }
    Ok(if bars.are_met() {
        Done::Passed
    } else {
        Done::Below
    })
}

async fn hand_written(
    firewall: &Arc<Firewall>,
    suite: &Suite,
    plan: &Plan,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    out.push_str(&format!(
        "### Hand-written claims ({} about {} documents)\n\n",
        suite.claims.len(),
        suite.documents.len()
    ));
    out.push_str("| rule | balanced accuracy | AUC | false accepts | true claims turned away |\n|---|---|---|---|---|\n");
    by_rule(firewall, suite, plan, bars, out).await?;
    let accepted = accepted_by_kind(firewall, suite).await?;
    out.push_str(&format!("\nAccepted by kind: {accepted}.\n\n"));
    let answers = mixed(firewall.as_ref(), suite).await?;
    out.push_str(&format!(
        "Mixed into {} answers of three sentences: {} of {} false sentences leave unmarked, {} of {} true ones are marked.\n\n",
        answers.answers, answers.unmarked, answers.false_sentences, answers.marked_truths, answers.true_sentences
    ));
    bars.hold(&plan.bars.mixed_unmarked, Some(answers.unmarked as f64));
    Ok(())
}

/// The rows of the suite under each rule.
async fn by_rule(
    firewall: &Arc<Firewall>,
    suite: &Suite,
    plan: &Plan,
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
            bars.hold(&plan.bars.suite_accuracy, figures.balanced_accuracy);
            let accepted = figures.false_accepts as f64;
            bars.hold(&plan.bars.suite_false_accepts, Some(accepted));
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
