//! `groundwall verify --json`: a gate for structured answers. 0 accepted, with warnings or without, 1 rejected, 2 wrong use or an unreadable document.

use super::{Done, Format, ingest};
use crate::child::ChildExtractor;
use crate::compose;
use crate::config::Config;
use crate::structured::{Attempt, Checked, Loaded, checked, extracted, from_file, named, record};
use anyhow::Context as _;
use groundwall_core::ExtractedDocument;
use groundwall_governance::structured::{Source, Status};
use groundwall_ports::Extractor as _;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// A pack by its name, or from a file.
fn pack(config: &Config, name: &str) -> anyhow::Result<Arc<Loaded>> {
    let is_file = Path::new(name)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    if is_file {
        return from_file(Path::new(name));
    }
    let packs = compose::packs(config)?;
    named(name, &packs, config.packs.dir.as_deref()).map_err(|problem| {
        anyhow::anyhow!("{problem} A pack of your own is given as a file that ends in .toml, or lies in packs.dir.")
    })
}

async fn documents(config: &Config, docs: &Path) -> anyhow::Result<Vec<ExtractedDocument>> {
    anyhow::ensure!(docs.exists(), "{} does not exist", docs.display());
    let extractor = ChildExtractor::new(config.limits);
    let mut documents = Vec::new();
    for (path, name) in ingest::files(docs)? {
        let bytes =
            std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let read = extractor.extract(&name, bytes).await;
        documents.push(read.with_context(|| format!("cannot verify: {name} is unreadable"))?);
    }
    anyhow::ensure!(
        !documents.is_empty(),
        "there is no document in {}",
        docs.display()
    );
    Ok(documents)
}

fn text(checked: &Checked) -> String {
    let outcome = &checked.outcome;
    let counts = outcome.severity_counts;
    let mut out = format!(
        "{}: {} items; findings: {} critical, {} high, {} medium, {} low\n",
        outcome.status.name().replace('_', " "),
        outcome.items,
        counts.critical,
        counts.high,
        counts.medium,
        counts.low
    );
    for finding in &outcome.findings {
        let path = if finding.path.is_empty() {
            "the answer"
        } else {
            &finding.path
        };
        let severity = format!("{:?}", finding.severity).to_lowercase();
        // Writing to a String cannot fail.
        let _ = writeln!(
            out,
            "  {severity:<8} {} at {path}: {}",
            finding.kind, finding.description
        );
        let _ = writeln!(out, "           {}", finding.recommendation);
    }
    if outcome.findings_left_out > 0 {
        let _ = writeln!(out, "  and {} more", outcome.findings_left_out);
    }
    for repair in &outcome.repairs {
        let kind = serde_json::to_value(repair.kind).unwrap_or_default();
        let kind = kind.as_str().unwrap_or_default().replace('_', " ");
        let _ = writeln!(
            out,
            "repaired: {kind}, {} times, first in line {}, column {}",
            repair.count, repair.line, repair.column
        );
    }
    for part in &outcome.not_run {
        let _ = writeln!(out, "not run: {part}");
    }
    out
}

/// What is checked, and against what.
pub(super) struct Asked<'a> {
    pub(super) answer: String,
    pub(super) docs: Option<&'a Path>,
    /// A pack by its name, or its file.
    pub(super) pack: &'a str,
    pub(super) total_pages: Option<u32>,
    pub(super) page_range: Option<(u32, u32)>,
}

/// The document, of which only some pages may be asked about.
async fn source(config: &Config, asked: &Asked<'_>) -> anyhow::Result<Source> {
    let docs = asked
        .docs
        .context("--json needs --docs: the document that the answer was taken from")?;
    let documents = documents(config, docs).await?;
    let paged = asked.total_pages.is_some() || asked.page_range.is_some();
    anyhow::ensure!(
        !paged || documents.len() == 1,
        "--total-pages and --page-range need one document: {} holds {}",
        docs.display(),
        documents.len()
    );
    let source = extracted(&documents).of_pages(asked.total_pages);
    let source = source.context("--total-pages")?;
    match asked.page_range {
        Some((first, last)) => source.within(first, last).context("--page-range"),
        None => Ok(source),
    }
}

pub(super) async fn run(config: &Config, asked: Asked<'_>, format: Format) -> anyhow::Result<Done> {
    let pack = pack(config, asked.pack)?;
    let source = source(config, &asked).await?;
    let outcome = checked(&pack, Value::String(asked.answer), &source);
    let attempts = vec![Attempt::of(&outcome, None)];
    let checked = record(&pack, &source, outcome, attempts, None);
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&checked)?),
        Format::Text => print!("{}", text(&checked)),
    }
    Ok(match checked.outcome.status {
        Status::Accepted | Status::AcceptedWithWarnings => Done::Passed,
        Status::Rejected => Done::Below,
    })
}
