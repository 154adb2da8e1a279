//! Claims as CSV, one a row.

use crate::outline::{claims, proof};
use groundwall_core::{Evidence, JudgedClaim, NliScores, Report};

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

/// A claim with what its row needs besides it.
struct Row<'a> {
    report: &'a Report,
    claim: &'a JudgedClaim,
    removed: bool,
    /// What decided it or came nearest, and where that stands.
    evidence: String,
    place: String,
}

/// The name of a column, and its cell in a row.
type Column = (&'static str, fn(&Row<'_>) -> String);

const COLUMNS: [Column; 15] = [
    ("number", |row| row.claim.claim.id.to_string()),
    ("claim", |row| harmless(&row.claim.claim.text)),
    ("verdict", |row| row.claim.verdict.to_string()),
    ("taken_out", |row| {
        if row.removed { "yes" } else { "no" }.to_owned()
    }),
    ("reason", |row| harmless(&row.claim.why)),
    ("evidence", |row| harmless(&row.evidence)),
    ("place", |row| harmless(&row.place)),
    ("probability", |row| score(Some(row.claim.probability))),
    // A negative cosine is a number, and read as one.
    ("similarity", |row| {
        score(row.best().and_then(|evidence| evidence.similarity))
    }),
    ("entailment", |row| {
        score(row.scores().map(|nli| nli.entailment))
    }),
    ("contradiction", |row| {
        score(row.scores().map(|nli| nli.contradiction))
    }),
    ("findings", |row| harmless(&row.findings())),
    ("question", |row| {
        harmless(row.report.question.as_deref().unwrap_or_default())
    }),
    ("state", |row| row.report.state.name().to_owned()),
    ("created_at", |row| row.report.created_at.clone()),
];

impl<'a> Row<'a> {
    fn of(report: &'a Report, claim: &'a JudgedClaim, removed: bool) -> Self {
        let (evidence, place) =
            proof(claim).map_or_else(Default::default, |proof| (proof.text, proof.place));
        Self {
            report,
            claim,
            removed,
            evidence,
            place,
        }
    }

    fn best(&self) -> Option<&Evidence> {
        self.claim.evidence.first()
    }

    fn scores(&self) -> Option<NliScores> {
        self.best()
            .and_then(|evidence| evidence.read.or(evidence.nli))
    }

    fn findings(&self) -> String {
        let findings: Vec<String> = self
            .claim
            .findings
            .iter()
            .map(|finding| format!("{}: {}", finding.kind.name(), finding.description))
            .collect();
        findings.join("; ")
    }
}

/// The claims of reports, in their order.
pub(crate) fn write(reports: &[Report]) -> Result<Vec<u8>, csv::Error> {
    // In quotes: where a spreadsheet parts cells at semicolons, half a text would be a cell of its own and could begin like a formula.
    let mut writer = csv::WriterBuilder::new()
        .quote_style(csv::QuoteStyle::NonNumeric)
        .from_writer(Vec::new());
    writer.write_record(COLUMNS.map(|(name, _)| name))?;
    for report in reports {
        for (claim, removed) in claims(report) {
            let row = Row::of(report, claim, removed);
            writer.write_record(COLUMNS.map(|(_, cell)| cell(&row)))?;
        }
    }
    writer
        .into_inner()
        .map_err(|error| csv::Error::from(error.into_error()))
}
