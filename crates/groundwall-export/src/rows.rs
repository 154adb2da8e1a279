//! Claims as CSV, one a row.

use crate::outline::{claims, proof};
use groundwall_core::{JudgedClaim, Report};

const HEAD: [&str; 15] = [
    "number",
    "claim",
    "verdict",
    "taken_out",
    "reason",
    "evidence",
    "place",
    "probability",
    "similarity",
    "entailment",
    "contradiction",
    "findings",
    "question",
    "state",
    "created_at",
];

/// A cell that a spreadsheet takes for text. One that begins like a formula gets an apostrophe, as OWASP advises against CSV injection.
pub(crate) fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

fn score(value: Option<f32>) -> String {
    value.map_or_else(String::new, |value| format!("{value:.3}"))
}

fn row(report: &Report, claim: &JudgedClaim, removed: bool) -> Vec<String> {
    let (evidence, place) =
        proof(claim).map_or_else(Default::default, |proof| (proof.text, proof.place));
    let best = claim.evidence.first();
    let nli = best.and_then(|evidence| evidence.read.or(evidence.nli));
    let findings: Vec<String> = claim
        .findings
        .iter()
        .map(|finding| format!("{}: {}", finding.kind.name(), finding.description))
        .collect();
    let texts = |text: &str| harmless(text);
    vec![
        claim.claim.id.to_string(),
        texts(&claim.claim.text),
        claim.verdict.to_string(),
        if removed { "yes" } else { "no" }.to_owned(),
        texts(&claim.why),
        texts(&evidence),
        texts(&place),
        score(Some(claim.probability)),
        // A negative cosine is a number, and read as one.
        score(best.and_then(|evidence| evidence.similarity)),
        score(nli.map(|nli| nli.entailment)),
        score(nli.map(|nli| nli.contradiction)),
        texts(&findings.join("; ")),
        texts(report.question.as_deref().unwrap_or_default()),
        report.state.name().to_owned(),
        report.created_at.clone(),
    ]
}

pub(crate) fn write(report: &Report) -> Result<Vec<u8>, csv::Error> {
    // In quotes: where a spreadsheet parts cells at semicolons, half a text would be a cell of its own and could begin like a formula.
    let mut writer = csv::WriterBuilder::new()
        .quote_style(csv::QuoteStyle::NonNumeric)
        .from_writer(Vec::new());
    writer.write_record(HEAD)?;
    for (claim, removed) in claims(report) {
        writer.write_record(row(report, claim, removed))?;
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}
