//! What the log says of a report.

use crate::chain::sha256;
use groundwall_core::review::severity_name;
use groundwall_core::{AuditKind, Happening, ModelIdentity, Report, ReportState};
use std::collections::BTreeMap;

/// The text that binds an entry to the report as it is stored: the hash of its bytes.
pub const RECORD: &str = "record";

fn outcome(report: &Report) -> &'static str {
    match report.state {
        ReportState::NotCovered => "not_covered",
        ReportState::NothingToCheck => "nothing_to_check",
        ReportState::Verified | ReportState::PartlyVerified | ReportState::NotVerified => {
            if report.delivered.is_some() {
                "delivered"
            } else {
                "withheld"
            }
        }
    }
}

fn models(report: &Report) -> impl Iterator<Item = (&'static str, String)> {
    let made = &report.provenance;
    let said = |model: &ModelIdentity| format!("{} {}", model.name, model.sha256);
    let known = [
        ("model.embedder", made.embedder.as_ref()),
        ("model.verifier", made.verifier.as_ref()),
        ("model.reader", made.reader.as_ref()),
        ("model.judge", made.judge.as_ref()),
    ];
    let local = known
        .into_iter()
        .filter_map(move |(name, model)| Some((name, said(model?))));
    local.chain(made.generator.clone().map(|name| ("model.generator", name)))
}

/// What the log says of a report whose stored bytes are `body`.
///
/// # Errors
/// A policy that cannot be written as JSON.
pub fn of_report(report: &Report, body: &str) -> Result<Happening, serde_json::Error> {
    let kind = match report.question {
        Some(_) => AuditKind::Question,
        None => AuditKind::Verification,
    };
    let counts = report.summary.counts;
    let policy = serde_json::to_vec(&report.provenance.policy)?;
    let mut facts: BTreeMap<String, String> = [
        ("state", report.state.name().to_owned()),
        ("collection", report.collection.0.clone()),
        (
            "collection_version",
            report.provenance.collection_version.to_string(),
        ),
        ("supported", counts.supported.to_string()),
        ("refuted", counts.refuted.to_string()),
        ("unsupported", counts.unsupported.to_string()),
        ("unverifiable", counts.unverifiable.to_string()),
        ("attempts", report.attempts.len().to_string()),
        ("policy", sha256(&policy)),
        ("groundwall", report.provenance.groundwall.clone()),
    ]
    .into_iter()
    .chain(models(report))
    .map(|(name, value)| (name.to_owned(), value))
    .collect();
    if let Some(language) = &report.provenance.language {
        facts.insert("language".to_owned(), language.clone());
    }
    for pack in &report.provenance.packs {
        facts.insert(
            format!("pack.{}", pack.name),
            format!("{} {}", pack.version, pack.sha256),
        );
    }
    for (severity, count) in &report.summary.findings_by_severity {
        facts.insert(
            format!("findings.{}", severity_name(*severity)),
            count.to_string(),
        );
    }
    let mut personal = BTreeMap::from([(RECORD.to_owned(), sha256(body.as_bytes()))]);
    if let Some(question) = &report.question {
        personal.insert("question".to_owned(), question.clone());
    }
    if let Some(text) = &report.delivered {
        personal.insert("delivered".to_owned(), sha256(text.as_bytes()));
    }
    if let Some(origin) = &report.provenance.origin {
        personal.insert("origin".to_owned(), origin.clone());
    }
    Ok(Happening {
        kind,
        report: Some(report.id.clone()),
        outcome: outcome(report).to_owned(),
        facts,
        personal,
    })
}
