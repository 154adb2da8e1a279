//! Bytes to blocks: one module a format.

mod answers;
mod archive;
mod csv;
mod docx;
mod grid;
mod hidden;
mod html;
mod json;
mod markdown;
mod pdf;
mod questions;
mod sheet;
mod sniff;
mod text;

pub use answers::answers;

use crate::Limits;
use groundwall_core::{ExtractedDocument, Format, HeaderRow, Problem, ProblemCode};

/// Reads a document. `name` only helps where the content does not tell (CSV, TSV, Markdown).
///
/// # Errors
/// `Unprocessable` or `UnsupportedMedia`, with a message that says what is wrong with the file and what to do.
pub fn extract(name: &str, bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    extract_with(name, bytes, limits, &[])
}

/// [`extract`] with rows of sheets that somebody says name the columns.
///
/// # Errors
/// As [`extract`], and where one of the rows makes no table.
pub fn extract_with(
    name: &str,
    bytes: &[u8],
    limits: &Limits,
    headers: &[HeaderRow],
) -> Result<ExtractedDocument, Problem> {
    if bytes.is_empty() {
        return Err(unreadable(
            "The file is empty. Upload a file with text in it.",
        ));
    }
    if bytes.len() as u64 > limits.file_bytes {
        let limit = limits.file_bytes / (1024 * 1024);
        return Err(Problem::new(
            ProblemCode::TooLarge,
            format!("The file is over {limit} MiB. Split it and upload the parts."),
        ));
    }
    let mut document = match sniff::format(name, bytes)? {
        Format::Pdf => guarded(|| pdf::extract(bytes, limits)),
        Format::Docx => docx::extract(bytes, limits),
        format @ (Format::Xlsx | Format::Xls | Format::Ods) => {
            guarded(|| sheet::extract(format, bytes, limits, headers))
        }
        Format::Csv => csv::extract(Format::Csv, b',', bytes, limits, headers),
        Format::Tsv => csv::extract(Format::Tsv, b'\t', bytes, limits, headers),
        Format::Json => json::extract(sniff::is_lines(name), bytes, limits),
        Format::Text => text::extract(bytes, limits),
        Format::Markdown => markdown::extract(bytes, limits),
        Format::Html => html::extract(bytes, limits),
    }?;
    heeded(&document, headers)?;
    questions::head(&mut document.blocks);
    document.notes.extend(hidden::note(&document.hidden));
    let texts = document
        .blocks
        .iter()
        .map(|block| &block.text)
        .chain(document.hidden.iter().map(|hidden| &hidden.text));
    let characters: usize = texts.map(|text| text.chars().count()).sum();
    if characters as u64 > limits.characters {
        return Err(Limits::over(
            "text",
            format!("{} characters", limits.characters),
        ));
    }
    if document
        .blocks
        .iter()
        .all(|block| !block.text.chars().any(char::is_alphanumeric))
    {
        if document.format == Format::Pdf && pdf::is_cut_off(bytes) {
            return Err(unreadable(
                "The PDF has no end: it is cut off or damaged. Upload the whole file again.",
            ));
        }
        return Err(unreadable(&format!(
            "There is no text in this file.{}",
            document
                .notes
                .first()
                .map(|note| format!(" {note}"))
                .unwrap_or_default()
        )));
    }
    Ok(document)
}

/// The rows of one sheet among those that somebody named, from 0.
fn rows_of(headers: &[HeaderRow], sheet: Option<&str>) -> Vec<u32> {
    headers
        .iter()
        .filter(|header| header.sheet.as_deref() == sheet)
        .filter_map(|header| header.row.checked_sub(1))
        .collect()
}

/// Says which row that somebody named makes no table.
fn heeded(document: &ExtractedDocument, headers: &[HeaderRow]) -> Result<(), Problem> {
    let made = |header: &HeaderRow| {
        document
            .tables
            .iter()
            .any(|table| table.by_hand && HeaderRow::of(table).as_ref() == Some(header))
    };
    match headers.iter().find(|header| !made(header)) {
        None => Ok(()),
        Some(HeaderRow { sheet, row }) => {
            let of = sheet
                .as_ref()
                .map(|sheet| format!(" of sheet {sheet}"))
                .unwrap_or_default();
            Err(unreadable(&format!(
                "Row {row}{of} names no columns: it is empty, or no rows with values stand under it. Choose the row with the names, right above the values."
            )))
        }
    }
}

/// Runs a reader whose library panics on some damaged files; a panic is a damaged file.
fn guarded<T>(read: impl FnOnce() -> Result<T, Problem>) -> Result<T, Problem> {
    let damaged = |_| {
        Err(unreadable(
            "The file is damaged: its reader had to give up. Save it anew and upload it.",
        ))
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)).unwrap_or_else(damaged)
}

pub(crate) fn unreadable(message: &str) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

/// An attribute of an XML element by its local name.
fn attribute(element: &quick_xml::events::BytesStart, name: &str) -> Option<String> {
    let mut all = element.attributes().flatten();
    all.find(|attribute| attribute.key.local_name().as_ref() == name)
        .map(|attribute| attribute.value.into_owned())
}

/// A heading as it stands in the path of what is below it: said again there with every sentence, so a long one is cut.
fn in_path(heading: &str) -> String {
    const LONGEST: usize = 200;
    let end = heading
        .char_indices()
        .nth(LONGEST)
        .map_or(heading.len(), |(end, _)| end);
    heading[..end].to_owned()
}

/// One line: runs of white space become one space, ends are trimmed, letters that a typesetter joined come apart (ﬁ).
fn squeeze(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if !line.contains(|c| matches!(c, '\u{fb00}'..='\u{fb06}')) {
        return line;
    }
    line.chars()
        .fold(String::with_capacity(line.len()), |mut apart, c| {
            match c {
                '\u{fb00}' => apart.push_str("ff"),
                '\u{fb01}' => apart.push_str("fi"),
                '\u{fb02}' => apart.push_str("fl"),
                '\u{fb03}' => apart.push_str("ffi"),
                '\u{fb04}' => apart.push_str("ffl"),
                '\u{fb05}' | '\u{fb06}' => apart.push_str("st"),
                other => apart.push(other),
            }
            apart
        })
}

#[cfg(test)]
mod tests {
    use super::{extract, extract_with};
    use crate::Limits;
    use groundwall_core::HeaderRow;

    #[test]
    fn a_row_that_somebody_names_is_the_header_or_an_error_says_why() {
        let csv =
            b"Port,Berths,Note\nfor,2024,draft\nName,Length,Depth\nNorth,120,6\nSouth,340,9\n";
        let read = |row: u32| {
            let header = HeaderRow { sheet: None, row };
            extract_with("a.csv", csv, &Limits::default(), &[header])
        };
        let table = &read(3).unwrap().tables[0];
        assert!(table.by_hand);
        assert_eq!((table.header_row, table.rows.len()), (2, 2));
        assert!(
            table.columns[1].name.ends_with("Length"),
            "{:?}",
            table.columns
        );
        for wrong in [0, 5, 9] {
            let problem = read(wrong).unwrap_err();
            assert!(
                problem.message.contains(&format!("Row {wrong}")),
                "{problem}"
            );
        }
        let automatic = extract("a.csv", csv, &Limits::default()).unwrap();
        assert!(!automatic.tables[0].by_hand);
    }

    #[test]
    fn a_workbook_that_makes_its_reader_panic_is_a_damaged_file() {
        let error = extract(
            "panics.xls",
            include_bytes!("fixtures/panics.xls"),
            &Limits::default(),
        )
        .unwrap_err();
        assert!(error.to_string().contains("damaged"), "{error}");
    }
}
