//! Bytes to blocks: one module a format.

mod archive;
mod csv;
mod docx;
mod grid;
mod html;
mod markdown;
mod pdf;
mod sheet;
mod sniff;
mod text;

use crate::Limits;
use groundwall_core::{ExtractedDocument, Format, Problem, ProblemCode};

/// Reads a document. `name` only helps where the content does not tell (CSV, TSV, Markdown).
///
/// # Errors
/// `Unprocessable` or `UnsupportedMedia`, with a message that says what is wrong with the file and what to do.
pub fn extract(name: &str, bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    if bytes.is_empty() {
        return Err(unreadable("The file is empty. Upload a file with text in it."));
    }
    if bytes.len() as u64 > limits.file_bytes {
        let limit = limits.file_bytes / (1024 * 1024);
        return Err(Problem::new(ProblemCode::TooLarge, format!("The file is over {limit} MiB. Split it and upload the parts.")));
    }
    let document = match sniff::format(name, bytes)? {
        Format::Pdf => pdf::extract(bytes, limits),
        Format::Docx => docx::extract(bytes, limits),
        format @ (Format::Xlsx | Format::Xls | Format::Ods) => sheet::extract(format, bytes, limits),
        Format::Csv => csv::extract(Format::Csv, b',', bytes, limits),
        Format::Tsv => csv::extract(Format::Tsv, b'\t', bytes, limits),
        Format::Text => text::extract(bytes),
        Format::Markdown => markdown::extract(bytes),
        Format::Html => html::extract(bytes),
    }?;
    let characters: usize = document.blocks.iter().map(|block| block.text.chars().count()).sum();
    if characters as u64 > limits.characters {
        return Err(Limits::over("text", format!("{} characters", limits.characters)));
    }
    if document.blocks.iter().all(|block| !block.text.chars().any(char::is_alphanumeric)) {
        return Err(unreadable(&format!(
            "There is no text in this file.{}",
            document.notes.first().map(|note| format!(" {note}")).unwrap_or_default()
        )));
    }
    Ok(document)
}

fn unreadable(message: &str) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// An attribute of an XML element by its local name.
fn attribute(element: &quick_xml::events::BytesStart, name: &str) -> Option<String> {
    let mut all = element.attributes().flatten();
    all.find(|attribute| attribute.key.local_name().as_ref() == name).map(|attribute| attribute.value.into_owned())
}

/// One line: runs of white space become one space, ends are trimmed.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
