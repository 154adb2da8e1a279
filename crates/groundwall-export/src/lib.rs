#![doc = include_str!("../README.md")]

mod batch;
mod docx;
mod governed;
mod markdown;
mod outline;
mod rows;

#[cfg(test)]
mod tests;

pub use batch::{Table, table, table_name};

use groundwall_core::{Problem, ProblemCode, Report};

/// Characters of the title in a file's name.
const NAME: usize = 60;

/// The form of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For word processors; claims are footnotes.
    Docx,
    /// Citations are footnotes, claims a table.
    Markdown,
    /// One claim a row.
    Csv,
    /// The report as the API has it.
    Json,
}

impl Format {
    /// Every form.
    pub const ALL: [Self; 4] = [Self::Docx, Self::Markdown, Self::Csv, Self::Json];

    /// The name in an address.
    pub fn name(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// The form of a name in an address.
    ///
    /// # Errors
    /// Fails when the name is that of no form.
    pub fn parse(name: &str) -> Result<Self, Problem> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| {
                Problem::new(
                    ProblemCode::Unprocessable,
                    "format must be docx, markdown, csv or json.",
                )
            })
    }

    /// What the file is served as.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Docx => "docx",
            Self::Markdown => "md",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

/// A report as a file. An error means a fault of this program.
///
/// ```
/// use groundwall_core::Report;
/// use groundwall_export::{Format, export, file_name};
///
/// fn save(report: &Report) -> Result<(), Box<dyn std::error::Error>> {
///     let bytes = export(report, Format::Markdown)?;
///     std::fs::write(file_name(report, Format::Markdown), bytes)?;
///     Ok(())
/// }
/// ```
///
/// # Errors
/// Fails when the file cannot be put together, which is a fault of this program.
pub fn export(report: &Report, format: Format) -> Result<Vec<u8>, Problem> {
    match format {
        Format::Docx => docx::write(report).map_err(|error| failed(&error)),
        Format::Markdown => Ok(markdown::write(report).into_bytes()),
        Format::Csv => rows::write(std::slice::from_ref(report)).map_err(|error| failed(&error)),
        Format::Json => serde_json::to_vec_pretty(report).map_err(|error| failed(&error)),
    }
}

/// A conversation as a file: its questions in turn, each with its answer. As CSV a claim a row, beside its question; as JSON the reports.
///
/// # Errors
/// Fails when the file cannot be put together, which is a fault of this program.
pub fn conversation(reports: &[Report], format: Format) -> Result<Vec<u8>, Problem> {
    match format {
        Format::Docx => docx::conversation(reports).map_err(|error| failed(&error)),
        Format::Markdown => Ok(markdown::conversation(reports).into_bytes()),
        Format::Csv => rows::write(reports).map_err(|error| failed(&error)),
        Format::Json => serde_json::to_vec_pretty(reports).map_err(|error| failed(&error)),
    }
}

/// A name for the file of a conversation: the day of its last question and the words of its first.
pub fn conversation_name(reports: &[Report], format: Format) -> String {
    let first = reports.first().and_then(|one| one.question.as_deref());
    let day = reports.last().and_then(|one| one.created_at.get(..10));
    let (day, words) = (
        day.unwrap_or("conversation"),
        slug(first.unwrap_or("conversation")),
    );
    let name = format!("{day}-{words}");
    format!("{}.{}", name.trim_end_matches('-'), format.extension())
}

fn failed(error: &dyn std::fmt::Display) -> Problem {
    Problem::new(ProblemCode::Internal, format!("export: {error}"))
}

/// A title as a part of a file's name: its words in small letters.
fn slug(title: &str) -> String {
    let mut words = String::new();
    for sign in title.chars().take(NAME).flat_map(char::to_lowercase) {
        if sign.is_alphanumeric() {
            words.push(sign);
        } else if !words.is_empty() && !words.ends_with('-') {
            words.push('-');
        }
    }
    words.trim_end_matches('-').to_owned()
}

/// A name for the file that says what is in it, such as `2026-11-23-when-was-the-quay-built.docx`.
pub fn file_name(report: &Report, format: Format) -> String {
    let words = slug(report.question.as_deref().unwrap_or("verification"));
    let day = report.created_at.get(..10).unwrap_or("report");
    let name = format!("{day}-{words}");
    format!("{}.{}", name.trim_end_matches('-'), format.extension())
}
