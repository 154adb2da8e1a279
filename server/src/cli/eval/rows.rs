//! Rows for further work: what the learned judge reads of each one, and those that were judged wrongly.

use crate::config::Config;
use anyhow::Context as _;
use groundwall_core::{Evidence, NliScores, Report, Verdict};
use groundwall_eval::{Label, Seen};
use groundwall_judge::{Lexicon, features};
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// A file of rows: first the names of the columns, then `{"set","text","label","claims":[{"settled","verdict","row"}]}` a line.
pub(super) struct Rows {
    lexicon: Lexicon,
    out: BufWriter<File>,
}

/// A file of misses, one a line: the row's label, and for each claim its verdict with the reason, the deciding window and what the checks said.
pub(super) struct Misses {
    out: BufWriter<File>,
}

impl Misses {
    pub(super) fn create(path: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            out: BufWriter::new(
                File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
            ),
        })
    }

    pub(super) fn write(&mut self, set: &str, seen: &Seen) -> std::io::Result<()> {
        let Some(report) = seen
            .report
            .as_ref()
            .filter(|_| (seen.verdict == Verdict::Supported) != (seen.label == Label::Supported))
        else {
            return Ok(());
        };
        let claims: Vec<serde_json::Value> = report
            .claims
            .iter()
            .map(|claim| {
                let checks: Vec<String> =
                    claim.checks.iter().map(|check| format!("{}: {:?}: {}", check.check, check.outcome, check.note)).collect();
                let (window, nli) = claim.evidence.first().map(|evidence| (evidence.window.text.as_str(), evidence.nli)).unzip();
                serde_json::json!({
                    "claim": claim.claim.text, "verdict": claim.verdict, "why": claim.why, "probability": claim.probability,
                    "window": window, "nli": nli, "checks": checks,
                })
            })
            .collect();
        serde_json::to_writer(
            &mut self.out,
            &serde_json::json!({"set": set, "row": seen.number, "label": seen.label, "claims": claims}),
        )?;
        writeln!(self.out)?;
        self.out.flush()
    }
}

impl Rows {
    pub(super) fn create(config: &Config, path: &Path) -> anyhow::Result<Self> {
        let lexicon = config.models_dir().join("judge/lexicon.txt");
        let text = std::fs::read_to_string(&lexicon)
            .with_context(|| format!("cannot read {}", lexicon.display()))?;
        let mut out = BufWriter::new(
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
        );
        serde_json::to_writer(&mut out, &groundwall_judge::names())?;
        writeln!(out)?;
        Ok(Self {
            lexicon: Lexicon::parse(&text)?,
            out,
        })
    }

    /// A row that went through the product's path. `text` is the same for rows about one text.
    pub(super) fn write(
        &mut self,
        set: &str,
        text: &str,
        label: Label,
        report: &Report,
    ) -> std::io::Result<()> {
        let claims: Vec<serde_json::Value> = report
            .claims
            .iter()
            .map(|claim| {
                let judged: Vec<&Evidence> = claim.evidence.iter().collect();
                let joined: Vec<NliScores> = claim.joined.iter().map(|joined| joined.nli).collect();
                let row = features(claim.read_as.as_deref().unwrap_or(&claim.claim.text), &judged, &joined, &self.lexicon);
                serde_json::json!({"settled": claim.decided_by_check(), "verdict": claim.verdict, "probability": claim.probability, "row": row})
            })
            .collect();
        serde_json::to_writer(
            &mut self.out,
            &serde_json::json!({"set": set, "text": text, "label": label, "claims": claims}),
        )?;
        writeln!(self.out)?;
        self.out.flush()
    }
}
