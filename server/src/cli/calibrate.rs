//! `groundwall calibrate`: which probability of support to ask for, measured on a user's own documents. No labels and no endpoint are needed.

use super::{Done, Format, ingest, say};
use crate::child::ChildExtractor;
use crate::config::Config;
use crate::{calibration, compose, settings};
use anyhow::Context as _;
use clap::Args;
use groundwall_core::calibration::Calibration;
use groundwall_core::request::{InlineSource, Subject};
use groundwall_core::{BlockKind, Checkability, JudgedClaim, Verification};
use groundwall_engine::Firewall;
use groundwall_engine::claims::decompose;
use groundwall_eval::twins::{Fault, corrupt, shortened};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Extractor as _, FirewallService as _, PortError};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Claims of one request; more would only wait.
const AT_ONCE: usize = 50;
/// Rates that are printed beside the chosen one.
const RATES: [f64; 5] = [0.01, 0.02, 0.05, 0.1, 0.2];

#[derive(Args)]
pub(super) struct CalibrateArgs {
    /// Documents to calibrate on: a folder or a file.
    #[arg(long, value_name = "PATH", required_unless_present = "reviews")]
    docs: Option<PathBuf>,
    /// Print what decided reviews say about the policy, as /review/calibration does. Nothing is kept and nothing changed.
    #[arg(long, conflicts_with = "docs")]
    reviews: bool,
    /// Share of true claims that may be turned away.
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    false_alarms: f64,
    /// Sentences that are taken, at most.
    #[arg(long, value_name = "N", default_value_t = 400)]
    sentences: usize,
}

/// A claim that was judged: true or a twin with one fault.
struct Judged {
    fault: Option<Fault>,
    /// None where a check decided.
    probability: Option<f32>,
}

#[derive(Serialize)]
struct AtRate {
    false_alarms_allowed: f64,
    support_probability: f32,
    true_claims_turned_away: f64,
    twins_let_through: f64,
}

/// The highest threshold that turns away at most `rate` of the true claims, and what it lets through.
fn at_rate(judged: &[Judged], rate: f64) -> AtRate {
    let truths: Vec<&Judged> = judged
        .iter()
        .filter(|judged| judged.fault.is_none())
        .collect();
    let twins: Vec<&Judged> = judged
        .iter()
        .filter(|judged| judged.fault.is_some())
        .collect();
    let share = |of: &[&Judged], test: &dyn Fn(&Judged) -> bool| {
        of.iter().filter(|judged| test(judged)).count() as f64 / of.len().max(1) as f64
    };
    let passes = |judged: &Judged, least: f32| {
        judged
            .probability
            .is_some_and(|probability| probability >= least)
    };
    let turned_away = |least: f32| share(&truths, &|judged| !passes(judged, least));
    let least = (0..100u8)
        .rev()
        .map(|percent| f32::from(percent) / 100.0)
        .find(|least| turned_away(*least) <= rate)
        .unwrap_or(0.0);
    AtRate {
        false_alarms_allowed: rate,
        support_probability: least,
        true_claims_turned_away: turned_away(least),
        twins_let_through: share(&twins, &|judged| passes(judged, least)),
    }
}

fn judged(claim: &JudgedClaim, fault: Option<Fault>) -> Judged {
    Judged {
        fault,
        probability: (!claim.decided_by_check()).then_some(claim.probability),
    }
}

pub(super) async fn run(
    config: &Config,
    args: CalibrateArgs,
    format: Format,
) -> anyhow::Result<Done> {
    let Some(docs) = &args.docs else {
        return of_reviews(config, format).await;
    };
    anyhow::ensure!(
        (0.0..1.0).contains(&args.false_alarms),
        "--false-alarms must lie between 0 and 1"
    );
    let models = compose::models(config, &say).await?;
    let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
    let firewall = compose::throwaway(config, models, dir.path()).await?;
    let extractor = ChildExtractor::new(config.limits);
    let (mut all, mut taken) = (Vec::new(), 0);
    for (path, name) in ingest::files(docs)? {
        let blocks = running(&extractor, &path, &name).await?;
        let text = blocks.join("\n\n");
        let claims = made_of(&blocks, &text, args.sentences, &mut taken);
        all.extend(judge(&firewall, &name, &text, &claims).await?);
        say(&format!("{name}: {} claims judged so far", all.len()));
    }
    let truths = all.iter().filter(|judged| judged.fault.is_none()).count();
    let more = if taken == args.sentences {
        "take more sentences (--sentences)"
    } else {
        "name documents with more running text"
    };
    anyhow::ensure!(
        truths >= 20 && all.len() - truths >= 20,
        "too little text: {truths} true claims and {} twins could be made of {taken} sentences, and 20 of each are needed; {more}",
        all.len() - truths
    );
    say_rates(&all, truths, taken, args.false_alarms, format)?;
    Ok(Done::Passed)
}

/// The running text of a document, block by block.
async fn running(
    extractor: &ChildExtractor,
    path: &Path,
    name: &str,
) -> anyhow::Result<Vec<String>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let document = extractor
        .extract(name, bytes)
        .await
        .with_context(|| name.to_owned())?;
    let running = |kind: &BlockKind| matches!(kind, BlockKind::Paragraph | BlockKind::ListItem);
    Ok(document
        .blocks
        .into_iter()
        .filter(|block| running(&block.kind))
        .map(|block| block.text)
        .collect())
}

/// What the usual rates and the chosen one come to, from the lowest to the highest.
fn table(all: &[Judged], chosen: f64) -> Vec<AtRate> {
    let mut rates = RATES.to_vec();
    if !rates.contains(&chosen) {
        rates.push(chosen);
        rates.sort_by(f64::total_cmp);
    }
    rates.iter().map(|rate| at_rate(all, *rate)).collect()
}

/// Prints the rates, and the threshold for the one that was asked for.
fn say_rates(
    all: &[Judged],
    truths: usize,
    taken: usize,
    false_alarms: f64,
    format: Format,
) -> anyhow::Result<()> {
    let chosen = at_rate(all, false_alarms);
    let table = table(all, false_alarms);
    match format {
        Format::Json => {
            println!(
                "{}",
                serde_json::to_string_pretty(
                    &serde_json::json!({"true_claims": truths, "twins": all.len() - truths, "chosen": chosen, "rates": table})
                )?
            );
        }
        Format::Text => {
            println!(
                "{truths} true claims and {} twins (one number, date, name, negation or pair of roles changed) of {taken} sentences",
                all.len() - truths
            );
            print(&table, &chosen);
        }
    }
    Ok(())
}

/// What decisions of reviewers say about the policy in force.
async fn of_reviews(config: &Config, format: Format) -> anyhow::Result<Done> {
    let path = config.data_dir.join("ledger.sqlite");
    anyhow::ensure!(
        path.is_file(),
        "there is no {}: no report was reviewed in this data directory",
        path.display()
    );
    let plain = |error: PortError| anyhow::anyhow!("{error}");
    let ledger = SqliteLedger::open(&path).await.map_err(plain)?;
    let policy = settings::kept_policy(&ledger, config)
        .await
        .map_err(plain)?;
    let more = settings::generator(config, Some(&config.data_dir))?
        .chat()
        .is_some();
    let found = calibration::propose(&ledger, &policy, more)
        .await
        .map_err(plain)?;
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&found)?),
        Format::Text => say_found(&found),
    }
    Ok(Done::Passed)
}

fn say_found(found: &Calibration) {
    println!(
        "{} decided reviews, clear about {} statements",
        found.decided, found.statements
    );
    match found.error {
        Some(error) => println!("expected calibration error {error:.3}"),
        None => println!(
            "expected calibration error: {} statements are needed",
            found.needed
        ),
    }
    for one in &found.proposals {
        let (agreement, effect) = (one.agreement, &one.effect);
        let outcomes = if one.change.tells_outcomes() {
            format!(" and {} outcomes", effect.outcomes)
        } else {
            String::new()
        };
        println!(
            "\n{}: {}\n  {} of {} decisions agree now, {} then; in the last {} reports {} statements{outcomes} would be otherwise",
            one.change.name(),
            one.why,
            agreement.now,
            agreement.decisions,
            agreement.then,
            effect.reports,
            effect.statements,
        );
        for example in &effect.examples {
            let claim = example.claim.as_deref().unwrap_or(&example.title);
            println!(
                "  {} “{claim}”: {} → {}",
                example.report, example.was, example.would_be
            );
        }
        for untold in &effect.untold {
            println!("  the records do not tell: {untold}");
        }
    }
    for note in &found.notes {
        println!("{note}");
    }
    if !found.proposals.is_empty() {
        println!("\nA person accepts or rejects a change on the page /review/calibration.");
    }
}

/// Claims that are true by how they were made, and twins with one fault, of the sentences of a document until `most` are taken of all.
fn made_of(
    blocks: &[String],
    text: &str,
    most: usize,
    taken: &mut usize,
) -> Vec<(String, Option<Fault>)> {
    let mut claims: Vec<(String, Option<Fault>)> = Vec::new();
    for sentence in blocks.iter().flat_map(|block| decompose(block)) {
        let Some(claim) = sentence
            .claims
            .first()
            .filter(|claim| claim.checkability == Checkability::Checkable)
        else {
            continue;
        };
        if *taken == most {
            break;
        }
        *taken += 1;
        claims.extend(shortened(&sentence.text).map(|truth| (truth, None)));
        // Halves of compound sentences and sentences whose pronoun was resolved are true and not word for word in the text.
        claims.extend(
            sentence
                .claims
                .iter()
                .filter(|claim| !text.contains(claim.text.trim_end_matches('.')))
                .map(|claim| (claim.text.clone(), None)),
        );
        let twins = Fault::ALL.into_iter().filter_map(|fault| {
            Some((
                corrupt(&claim.text, text, fault, *taken as u64)?,
                Some(fault),
            ))
        });
        claims.extend(twins);
    }
    claims
}

/// What the firewall says of claims about a document.
async fn judge(
    firewall: &Firewall,
    name: &str,
    text: &str,
    claims: &[(String, Option<Fault>)],
) -> anyhow::Result<Vec<Judged>> {
    let mut judged_claims = Vec::new();
    for part in claims.chunks(AT_ONCE) {
        let subject = Subject::Claims(part.iter().map(|(claim, _)| claim.clone()).collect());
        let source = InlineSource {
            id: name.to_owned(),
            text: text.to_owned(),
            title: None,
        };
        let request = Verification {
            sources: vec![source],
            beside_collection: false,
            ..Verification::of(subject)
        };
        let report = firewall.verify(request).await?;
        judged_claims.extend(
            report
                .claims
                .iter()
                .zip(part)
                .map(|(claim, (_, fault))| judged(claim, *fault)),
        );
    }
    Ok(judged_claims)
}

fn print(table: &[AtRate], chosen: &AtRate) {
    println!(
        "{:>14} {:>12} {:>20} {:>18}",
        "false alarms", "support at", "truths turned away", "twins let through"
    );
    for row in table {
        let AtRate {
            false_alarms_allowed,
            support_probability,
            true_claims_turned_away,
            twins_let_through,
        } = row;
        println!(
            "{false_alarms_allowed:>14.2} {support_probability:>12.2} {true_claims_turned_away:>20.3} {twins_let_through:>18.3}"
        );
    }
    println!(
        "For your configuration:\n[policy]\nsupport_probability = {:.2}",
        chosen.support_probability
    );
    println!(
        "The true claims are parts of your own sentences; claims in other words are harder, so that more of them will be turned away."
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_threshold_that_keeps_the_rate() {
        let truth = |probability| Judged {
            fault: None,
            probability: Some(probability),
        };
        let twin = |probability| Judged {
            fault: Some(Fault::Number),
            probability,
        };
        let mut all: Vec<Judged> = (1..=10u8)
            .map(|tenth| truth(f32::from(tenth) / 10.0))
            .collect();
        all.extend([
            twin(Some(0.15)),
            twin(Some(0.95)),
            twin(None),
            twin(Some(0.05)),
        ]);
        let at = at_rate(&all, 0.1);
        assert!(
            (at.support_probability - 0.2).abs() < 1e-6,
            "{}",
            at.support_probability
        );
        assert!(
            (at.true_claims_turned_away - 0.1).abs() < 1e-9
                && (at.twins_let_through - 0.25).abs() < 1e-9
        );
        assert!(at_rate(&all, 0.0).support_probability <= 0.1);
        let rates = |chosen: f64| -> Vec<f64> {
            let rows = table(&all, chosen);
            rows.iter().map(|row| row.false_alarms_allowed).collect()
        };
        assert_eq!(rates(0.05), RATES, "a usual rate is printed once");
        assert_eq!(rates(0.07), [0.01, 0.02, 0.05, 0.07, 0.1, 0.2]);
    }
}
