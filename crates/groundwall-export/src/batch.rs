//! What became of the answers of a batch, one a row.

use crate::rows::harmless;
use crate::{failed, slug};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Batch, BatchLine, BatchRow, Problem, ProblemCode, RowState};
use serde_json::json;

/// The form of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    Csv,
    Json,
}

impl Table {
    /// The form of a name in an address.
    ///
    /// # Errors
    /// Fails when the name is neither `csv` nor `json`.
    pub fn parse(name: &str) -> Result<Self, Problem> {
        match name {
            "csv" => Ok(Self::Csv),
            "json" => Ok(Self::Json),
            _ => Err(Problem::new(
                ProblemCode::Unprocessable,
                "format must be csv or json.",
            )),
        }
    }

    /// What the file is served as.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
        }
    }
}

/// The state of a row: that of its report, or how far it is.
fn state(row: &BatchRow) -> &'static str {
    match (row.state, row.outcome) {
        (RowState::Waiting, _) => "waiting",
        (RowState::Failed, _) | (RowState::Done, None) => "failed",
        (RowState::Done, Some(outcome)) => outcome.name(),
    }
}

/// The name of a column, and its cell in a row.
type Column = (&'static str, fn(&BatchRow, &str) -> String);

const COLUMNS: [Column; 11] = [
    ("number", |row, _| row.number.to_string()),
    ("name", |row, _| harmless(&row.name)),
    ("state", |row, _| state(row).to_owned()),
    ("supported", |row, _| count(row, |counts| counts.supported)),
    ("refuted", |row, _| count(row, |counts| counts.refuted)),
    ("unsupported", |row, _| {
        count(row, |counts| counts.unsupported)
    }),
    ("not_counted", |row, _| {
        count(row, |counts| counts.unverifiable)
    }),
    ("support_ratio", |row, _| ratio(row)),
    ("report", |row, _| report(row)),
    ("reason", |row, _| {
        harmless(row.reason.as_deref().unwrap_or_default())
    }),
    ("answer", |_, text| harmless(text)),
];

fn count(row: &BatchRow, of: fn(VerdictCounts) -> u32) -> String {
    row.counts
        .map_or_else(String::new, |counts| of(counts).to_string())
}

fn ratio(row: &BatchRow) -> String {
    row.counts
        .filter(|counts| counts.checkable() > 0)
        .map(|counts| f64::from(counts.supported) / f64::from(counts.checkable()))
        .map_or_else(String::new, |ratio| format!("{ratio:.3}"))
}

fn report(row: &BatchRow) -> String {
    row.report
        .as_ref()
        .map_or_else(String::new, |report| format!("/reports/{report}"))
}

/// The rows with their whole texts, in the order of the file. An error means a fault of this program.
///
/// # Errors
/// Fails when a row cannot be written, which is a fault of this program.
pub fn table(batch: &Batch, texts: &[String], form: Table) -> Result<Vec<u8>, Problem> {
    let text = |place: usize| texts.get(place).map_or("", String::as_str);
    match form {
        Table::Json => {
            let rows: Vec<_> = batch
                .answers
                .iter()
                .enumerate()
                .map(|(place, row)| json!({"row": row, "answer": text(place)}))
                .collect();
            let whole = json!({"batch": batch.line, "answers": rows});
            serde_json::to_vec_pretty(&whole).map_err(|error| failed(&error))
        }
        Table::Csv => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            writer
                .write_record(COLUMNS.map(|(name, _)| name))
                .map_err(|error| failed(&error))?;
            for (place, row) in batch.answers.iter().enumerate() {
                writer
                    .write_record(COLUMNS.map(|(_, cell)| cell(row, text(place))))
                    .map_err(|error| failed(&error))?;
            }
            writer.into_inner().map_err(|error| failed(&error))
        }
    }
}

/// A name for the file: the day and the name of what was verified.
pub fn table_name(line: &BatchLine, form: Table) -> String {
    let end = match form {
        Table::Csv => "csv",
        Table::Json => "json",
    };
    let day = line.added_at.get(..10).unwrap_or("batch");
    let name = format!("{day}-{}", slug(&line.name));
    let ascii: String = name.chars().filter(char::is_ascii).collect();
    format!("{}-verified.{end}", ascii.trim_end_matches('-'))
}
