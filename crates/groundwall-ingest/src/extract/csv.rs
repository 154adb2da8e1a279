//! CSV and TSV.

use super::grid::{self, Cell, Grid, Read};
use super::{rows_of, text, unreadable};
use crate::Limits;
use groundwall_core::{ExtractedDocument, Format, HeaderRow, Locator, Problem};
use std::collections::HashSet;

pub(super) fn extract(
    format: Format,
    delimiter: u8,
    bytes: &[u8],
    limits: &Limits,
    headers: &[HeaderRow],
) -> Result<ExtractedDocument, Problem> {
    let (content, encoding) = text::decode(bytes);
    let delimiter = if format == Format::Csv {
        sniff_delimiter(&content)
    } else {
        delimiter
    };
    let cells = cells(&content, delimiter, limits)?;
    let Read {
        blocks,
        tables,
        mut notes,
    } = grid::read(
        Grid {
            cells,
            headers: rows_of(headers, None),
            ..Grid::default()
        },
        &Locator::default(),
    );
    if encoding != "UTF-8" {
        notes.insert(0, format!("Read as {encoding}."));
    }
    Ok(ExtractedDocument {
        format,
        blocks,
        tables,
        hidden: Vec::new(),
        pages: None,
        notes,
    })
}

/// The cells that hold something.
fn cells(content: &str, delimiter: u8, limits: &Limits) -> Result<Vec<Cell>, Problem> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(content.as_bytes());
    let mut cells = Vec::new();
    let mut record = csv::StringRecord::new();
    let mut row = 0u32;
    let mut fields = Fields::default();
    while reader
        .read_record(&mut record)
        .map_err(|error| unreadable(&format!("This is not a table that can be read: {error}.")))?
    {
        for (column, value) in record
            .iter()
            .enumerate()
            .filter(|(_, value)| !value.trim().is_empty())
        {
            cells.push(Cell::text(
                row,
                u32::try_from(column).unwrap_or(u32::MAX),
                value,
            ));
        }
        fields.take(&record);
        row += 1;
        if cells.len() as u64 > limits.cells {
            return Err(Limits::over("cells", limits.cells));
        }
    }
    if fields.begin_with_names() {
        for cell in cells.iter_mut().take_while(|cell| cell.row == 0) {
            cell.column += 1;
        }
    }
    Ok(cells)
}

/// How many fields the lines of a file have.
#[derive(Default)]
struct Fields {
    first: Option<usize>,
    /// Whether each line behind the first has one field more than it, and the names at their beginning, each another.
    one_more: bool,
    names: HashSet<String>,
    /// Whether a line has something in its last field.
    last_is_used: bool,
}

impl Fields {
    fn take(&mut self, record: &csv::StringRecord) {
        let Some(first) = self.first else {
            self.first = Some(record.len());
            self.one_more = true;
            return;
        };
        let name = record.get(0).unwrap_or_default().trim();
        self.one_more &= record.len() == first + 1 && !name.is_empty();
        if self.one_more {
            self.one_more = self.names.insert(name.to_owned());
            self.last_is_used |= record
                .get(first)
                .is_some_and(|last| !last.trim().is_empty());
        } else {
            self.names.clear();
        }
    }

    /// Whether each row begins with a name for which the first line has none, as statistics programs write tables.
    fn begin_with_names(&self) -> bool {
        self.one_more && self.names.len() > 1 && self.last_is_used
    }
}

/// Comma, semicolon, tab or bar: whichever occurs as often in most of the first lines as in the very first; comma when none does.
pub(super) fn sniff_delimiter(content: &str) -> u8 {
    let lines: Vec<&str> = content
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(20)
        .collect();
    let score = |delimiter: char| {
        let counts: Vec<usize> = lines
            .iter()
            .map(|line| line.matches(delimiter).count())
            .collect();
        let first = counts.first().copied().unwrap_or(0);
        counts
            .iter()
            .filter(|count| **count == first && first > 0)
            .count()
    };
    let best = [',', ';', '\t', '|']
        .into_iter()
        .rev()
        .max_by_key(|delimiter| score(*delimiter))
        .unwrap_or(',');
    if score(best) == score(',') {
        b','
    } else {
        best as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_quotes_and_ragged_rows() {
        let csv = "Name;Ort;Betrag\n\"Meier; Söhne\";Köln;1.200,50\nSchmidt;Bonn\n";
        let document = extract(Format::Csv, b',', csv.as_bytes(), &Limits::default(), &[]).unwrap();
        let texts: Vec<_> = document
            .blocks
            .iter()
            .map(|block| block.text.as_str())
            .collect();
        assert_eq!(
            texts,
            [
                "Name: Meier; Söhne. Ort: Köln. Betrag: 1.200,50.",
                "Name: Schmidt. Ort: Bonn."
            ]
        );
    }

    #[test]
    fn names_of_rows_without_a_name_of_their_own_shift_the_header() {
        let texts = |tsv: &str| {
            let document =
                extract(Format::Tsv, b'\t', tsv.as_bytes(), &Limits::default(), &[]).unwrap();
            let texts = document.blocks.into_iter().map(|block| block.text);
            texts.collect::<Vec<_>>()
        };
        assert_eq!(
            texts("Plane\tHours\nr1\tB-1\t26914\nr2\tB-2\t25219\n"),
            [
                "r1. Plane: B-1. Hours: 26914.",
                "r2. Plane: B-2. Hours: 25219."
            ]
        );
        // A tab at the end of each row names none.
        assert_eq!(
            texts("Plane\tHours\nB-1\t26914\t\nB-2\t25219\t\n"),
            ["Plane: B-1. Hours: 26914.", "Plane: B-2. Hours: 25219."]
        );
        assert_eq!(
            texts("Plane\tHours\nB-1\t26914\tnew\nB-1\t25219\told\n"),
            [
                "Plane: B-1. Hours: 26914. new.",
                "Plane: B-1. Hours: 25219. old."
            ]
        );
    }

    #[test]
    fn a_formula_is_text() {
        let document = extract(
            Format::Csv,
            b',',
            b"a,b\n=cmd|' /C calc'!A0,2\n",
            &Limits::default(),
            &[],
        )
        .unwrap();
        assert_eq!(document.blocks[0].text, "a: =cmd|' /C calc'!A0. b: 2.");
    }
}
