//! Grids to blocks: header row, preamble, totals, and each row as `Header: value. Header: value.`

use super::squeeze;
use groundwall_core::{Block, BlockKind, Locator};

/// A cell that holds something. Rows and columns count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) text: String,
    /// Whether it is a number, date or truth value and so cannot be a header.
    pub(super) typed: bool,
}

/// `A1`, `XFD1048576`.
pub(super) fn address(row: u32, column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &(row + 1).to_string()
}

/// Turns the cells of one sheet, in row order, into blocks. `place` is the locator that all of them share.
pub(super) fn blocks(cells: &[Cell], place: &Locator) -> Vec<Block> {
    let rows: Vec<&[Cell]> = cells.chunk_by(|a, b| a.row == b.row).collect();
    let header = header_row(&rows);
    let mut blocks = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let (kind, text) = match header {
            Some(header) if number > header => (BlockKind::Row, with_headers(rows[header], row)),
            Some(header) if number == header => continue,
            _ => (BlockKind::Paragraph, row.iter().map(|cell| squeeze(&cell.text)).collect::<Vec<_>>().join(" ")),
        };
        let (first, last) = (&row[0], &row[row.len() - 1]);
        let range = if row.len() == 1 {
            address(first.row, first.column)
        } else {
            format!("{}:{}", address(first.row, first.column), address(last.row, last.column))
        };
        blocks.push(Block { kind, text, locator: Locator { cells: Some(range), ..place.clone() } });
    }
    if blocks.is_empty()
        && let Some(header) = header
    {
        let text = rows[header].iter().map(|cell| squeeze(&cell.text)).collect::<Vec<_>>().join(", ");
        blocks.push(Block { kind: BlockKind::Row, text, locator: place.clone() });
    }
    blocks
}

/// The header among the first 20 rows: most cells that are text and differ from each other, at least two, followed by a
/// row at least as typed as itself. The earliest of equals wins.
fn header_row(rows: &[&[Cell]]) -> Option<usize> {
    let score = |row: &[Cell]| {
        let mut texts: Vec<String> = row.iter().filter(|cell| !cell.typed).map(|cell| cell.text.trim().to_lowercase()).collect();
        texts.sort_unstable();
        texts.dedup();
        let typed = row.iter().filter(|cell| cell.typed).count();
        let long = row.iter().filter(|cell| cell.text.chars().count() > 60).count();
        texts.len() as i64 - 2 * typed as i64 - 2 * long as i64
    };
    let mut best: Option<(usize, i64)> = None;
    for (number, row) in rows.iter().take(20).enumerate() {
        let score = score(row);
        if row.len() >= 2 && score >= 2 && best.is_none_or(|(_, other)| score > other) {
            best = Some((number, score));
        }
    }
    best.map(|(number, _)| number)
}

fn with_headers(header: &[Cell], row: &[Cell]) -> String {
    let mut text = String::new();
    if is_total(row) {
        text.push_str("Totals row. ");
    }
    for cell in row {
        let value = squeeze(&cell.text);
        let name = header.iter().find(|head| head.column == cell.column).map(|head| squeeze(&head.text));
        match name {
            Some(name) => text.push_str(&format!("{}: {value}", name.trim_end_matches(':'))),
            None => text.push_str(&value),
        }
        text.push_str(if value.ends_with(['.', '!', '?']) { " " } else { ". " });
    }
    text.trim_end().to_owned()
}

/// Whether a row sums up others: its first text is a total, an average or the maximum marks.
fn is_total(row: &[Cell]) -> bool {
    let first = row.iter().find(|cell| !cell.typed).map(|cell| cell.text.trim().to_lowercase()).unwrap_or_default();
    ["total", "totals", "grand total", "sum", "average", "subtotal", "max marks", "maximum marks", "max. marks"]
        .contains(&first.trim_end_matches(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u32, values: &[&str]) -> Vec<Cell> {
        let cell = |(column, text): (usize, &&str)| Cell {
            row: number,
            column: column as u32,
            text: (*text).to_owned(),
            typed: text.parse::<f64>().is_ok(),
        };
        values.iter().enumerate().filter(|(_, text)| !text.is_empty()).map(cell).collect()
    }

    #[test]
    fn addresses() {
        assert_eq!(address(0, 0), "A1");
        assert_eq!(address(9, 26), "AA10");
        assert_eq!(address(1_048_575, 16_383), "XFD1048576");
    }

    #[test]
    fn title_rows_are_a_preamble_and_totals_are_marked() {
        let cells = [
            row(0, &["Vessel calls 2024"]),
            row(2, &["Vessel", "Calls", "Tonnes"]),
            row(3, &["Aurora", "12", "300"]),
            row(4, &["Total", "12", "300"]),
        ]
        .concat();
        let blocks = blocks(&cells, &Locator { sheet: Some("Q1".into()), ..Locator::default() });
        let got: Vec<_> = blocks.iter().map(|block| (block.kind, block.text.as_str(), block.locator.cells.as_deref().unwrap())).collect();
        assert_eq!(
            got,
            [
                (BlockKind::Paragraph, "Vessel calls 2024", "A1"),
                (BlockKind::Row, "Vessel: Aurora. Calls: 12. Tonnes: 300.", "A4:C4"),
                (BlockKind::Row, "Totals row. Vessel: Total. Calls: 12. Tonnes: 300.", "A5:C5"),
            ]
        );
    }

    #[test]
    fn a_grid_of_numbers_has_no_header() {
        let cells = [row(0, &["1", "2"]), row(1, &["3", "4"])].concat();
        assert_eq!(blocks(&cells, &Locator::default())[0].text, "1 2");
    }
}
