//! `groundwall eval --answers`: questions and claims about a folder of documents, each through the whole product.

use super::super::{Done, Format, ingest, say};
use super::EvalArgs;
use super::rows::Rows;
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::Subject;
use groundwall_core::{Question, Report, Verification};
use groundwall_engine::Firewall;
use groundwall_eval::Label;
use groundwall_eval::answers::{Counts, End, Figures, Trial};
use groundwall_ports::{FirewallService as _, Upload};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What claims about documents are called in the training of the judge.
const SET: &str = "answers";

/// Every file of the folder, but those of questions.
async fn load(firewall: &Firewall, dir: &Path) -> anyhow::Result<()> {
    for (path, name) in ingest::files(dir)? {
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            continue;
        }
        let bytes =
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        for outcome in firewall.upload(vec![Upload { name, bytes }]).await? {
            match outcome.result {
                Ok(document) => say(&format!("{}: {} passages", outcome.name, document.passages)),
                Err(problem) => say(&format!("{}: refused: {problem}", outcome.name)),
            }
        }
    }
    Ok(())
}

/// Rows with what came of them, one a line.
struct Record(Option<BufWriter<File>>);

impl Record {
    fn create(path: Option<&Path>) -> anyhow::Result<Self> {
        let create = |path: &Path| {
            let file = File::create(path);
            file.with_context(|| format!("cannot write {}", path.display()))
        };
        Ok(Self(path.map(create).transpose()?.map(BufWriter::new)))
    }

    fn write(&mut self, row: &serde_json::Value) -> anyhow::Result<()> {
        let Some(out) = &mut self.0 else {
            return Ok(());
        };
        serde_json::to_writer(&mut *out, row)?;
        writeln!(out)?;
        Ok(out.flush()?)
    }
}

/// The rows of the files, or of the folder's own where none is named.
fn trials(dir: &Path, files: &[PathBuf]) -> anyhow::Result<Vec<Trial>> {
    let own = [dir.join("questions.jsonl")];
    let files = if files.is_empty() { &own[..] } else { files };
    let mut trials: Vec<Trial> = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        trials.extend(
            Trial::parse(&text).map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))?,
        );
    }
    Ok(trials)
}

/// Asks or verifies a row and counts it; what came of it, with the report.
async fn tried(
    firewall: &Firewall,
    trial: &Trial,
    figures: &mut Figures,
) -> anyhow::Result<(End, Report)> {
    match trial {
        Trial::Question {
            question,
            answers,
            kind,
        } => {
            let asked = Question::parse(question, PolicyOverride::default())
                .map_err(|problem| anyhow::anyhow!("{question}: {problem}"))?;
            let started = Instant::now();
            let report = firewall.ask(asked).await?;
            let end = figures.add_question(kind, answers, &report, started.elapsed());
            Ok((end, report))
        }
        Trial::Claim { claim, label, kind } => {
            let report = firewall
                .verify(Verification::of(Subject::Claims(vec![claim.clone()])))
                .await?;
            Ok((figures.add_claim(kind, *label, &report), report))
        }
    }
}

/// A row with what came of it, as it is written.
fn told(trial: &Trial, end: End, report: &Report) -> serde_json::Value {
    let (Trial::Question { question: text, .. } | Trial::Claim { claim: text, .. }) = trial;
    let claims: Vec<_> = report
        .claims
        .iter()
        .map(|claim| {
            let window = claim.evidence.first().map(|evidence| &evidence.window.text);
            serde_json::json!({"claim": claim.claim.text, "verdict": claim.verdict, "why": claim.why, "probability": claim.probability, "window": window})
        })
        .collect();
    serde_json::json!({
        "text": text, "end": end, "state": report.state, "asked": report.asked, "delivered": report.delivered,
        "banner": report.banner, "claims": claims,
    })
}

/// The columns of a claim for the training of the judge; all claims about one folder share its text.
fn learn(rows: &mut Rows, dir: &Path, trial: &Trial, report: &Report) -> anyhow::Result<()> {
    let Trial::Claim { label, .. } = trial else {
        return Ok(());
    };
    let folder = dir.file_name().unwrap_or_default().to_string_lossy();
    let text = &groundwall_audit::sha256(folder.as_bytes())[..16];
    let label = if *label {
        Label::Supported
    } else {
        Label::Unsupported
    };
    Ok(rows.write(SET, text, label, report)?)
}

pub(super) async fn run(
    config: &Config,
    dir: &Path,
    args: &EvalArgs,
    format: Format,
) -> anyhow::Result<Done> {
    let trials = trials(dir, &args.sets)?;
    let mut record = Record::create(args.misses.as_deref())?;
    let columns = args.features.as_deref();
    let mut rows = columns.map(|path| Rows::create(config, path)).transpose()?;
    let models = compose::models(config, &say).await?;
    let temporary = tempfile::tempdir().context("cannot create a temporary directory")?;
    let firewall = compose::throwaway(config, models, temporary.path()).await?;
    load(&firewall, dir).await?;
    let mut figures = Figures::default();
    for (number, trial) in trials.iter().enumerate() {
        if number > 0 && number.is_multiple_of(20) {
            say(&format!("{number} of {}", trials.len()));
        }
        let (end, report) = tried(&firewall, trial, &mut figures).await?;
        record.write(&told(trial, end, &report))?;
        if let Some(rows) = &mut rows {
            learn(rows, dir, trial, &report)?;
        }
    }
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&figures)?),
        Format::Text => print(&figures),
    }
    Ok(Done::Passed)
}

fn print(figures: &Figures) {
    println!(
        "| kind | answered | in part | not covered: refused | Verified without an answer | true claims accepted | false claims accepted |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (kind, counts) in figures
        .by_kind
        .iter()
        .map(|(kind, counts)| (kind.as_str(), counts))
        .chain([("all", &figures.all)])
    {
        let Counts {
            covered,
            answered,
            answered_in_part,
            uncovered,
            refused,
            verified_without_answer,
            true_claims,
            true_accepted,
            false_claims,
            false_accepted,
        } = counts;
        println!(
            "| {kind} | {answered} of {covered} | {answered_in_part} | {refused} of {uncovered} | {verified_without_answer} | {true_accepted} of {true_claims} | {false_accepted} of {false_claims} |"
        );
    }
    if let (Some(median), Some(high)) = (figures.p50_ms, figures.p95_ms) {
        println!("A question: p50 {median:.0} ms, p95 {high:.0} ms");
    }
}
