//! Workbooks through calamine. XLSX is streamed cell by cell: a `Range` over one far cell would allocate 549 GB.

use super::rows::{self, Cell};
use super::{archive::Archive, unreadable};
use crate::Limits;
use calamine::{Data, DataRef, Dimensions, Ods, Reader, SheetVisible, Sheets, Xls, Xlsx};
use groundwall_core::{ExtractedDocument, Format, Locator, Problem};
use std::io::Cursor;

pub(super) fn extract(format: Format, bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    let damaged = |error: String| {
        if error.to_lowercase().contains("password") {
            return unreadable("The workbook is protected with a password. Remove the password and upload it again.");
        }
        unreadable(&format!("The workbook is damaged or of an unknown kind ({error}). Save it again and upload it."))
    };
    let mut notes = Vec::new();
    let mut blocks = Vec::new();
    let mut budget = limits.cells;
    if format != Format::Xls {
        Archive::open(bytes, limits)?;
    }
    let mut book: Sheets<Cursor<&[u8]>> = match format {
        Format::Xlsx => Sheets::Xlsx(Xlsx::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?),
        Format::Xls => Sheets::Xls(Xls::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?),
        Format::Ods | Format::Pdf | Format::Docx | Format::Csv | Format::Tsv | Format::Text | Format::Markdown | Format::Html => {
            Sheets::Ods(Ods::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?)
        }
    };
    for sheet in book.sheets_metadata().to_owned() {
        let cells = match &mut book {
            Sheets::Xlsx(book) => xlsx_cells(book, &sheet.name, &mut budget, &mut notes),
            other => range_cells(other, &sheet.name, &mut budget),
        }
        .map_err(|error| match error {
            Failure::Cells => Limits::over("cells", limits.cells),
            Failure::Span(cell) => unreadable(&format!(
                "Sheet {} reaches from its first cell to row {}, column {}: far more than a table holds. Delete the stray cell, save the workbook and upload it again.",
                sheet.name,
                cell.0 + 1,
                cell.1 + 1
            )),
            Failure::Damaged(why) => damaged(why),
        })?;
        if sheet.visible != SheetVisible::Visible {
            notes.push(format!("Sheet {} is hidden in the workbook; it was read all the same.", sheet.name));
        }
        if cells.is_empty() {
            notes.push(format!("Sheet {} is empty.", sheet.name));
        }
        blocks.extend(rows::blocks(&cells, &Locator { sheet: Some(sheet.name), ..Locator::default() }));
    }
    Ok(ExtractedDocument { format, blocks, pages: None, notes })
}

/// Rows times columns of a sheet, at most. A full sheet of 2,048 columns is within it, one cell in the last corner is not: every reader that keeps a
/// grid dies of it, and what follows from so wide a table cannot be shown.
const SPAN: u64 = 1 << 31;

enum Failure {
    Cells,
    /// Row and column that lie too far out, from 0.
    Span((u32, u32)),
    Damaged(String),
}

fn xlsx_cells(book: &mut Xlsx<Cursor<&[u8]>>, sheet: &str, budget: &mut u64, notes: &mut Vec<String>) -> Result<Vec<Cell>, Failure> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut far = (0, 0);
    {
        let mut reader = match book.worksheet_cells_reader(sheet) {
            Ok(reader) => reader,
            // A chart sheet has no cells.
            Err(calamine::XlsxError::WorksheetNotFound(_) | calamine::XlsxError::NotAWorksheet(_)) => return Ok(cells),
            Err(error) => return Err(Failure::Damaged(error.to_string())),
        };
        while let Some(cell) = reader.next_cell().map_err(|error| Failure::Damaged(error.to_string()))? {
            let (row, column) = cell.get_position();
            if let Some((text, typed)) = value(&Data::from(DataRef::clone(cell.get_value()))) {
                *budget = budget.checked_sub(1).ok_or(Failure::Cells)?;
                far = (far.0.max(row), far.1.max(column));
                if (u64::from(far.0) + 1) * (u64::from(far.1) + 1) > SPAN {
                    return Err(Failure::Span(far));
                }
                cells.push(Cell { row, column, text, typed });
            }
        }
    }
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let known: std::collections::HashSet<(u32, u32)> = cells.iter().map(|cell| (cell.row, cell.column)).collect();
    let mut without_value = 0u32;
    let mut reader = book.worksheet_cells_reader(sheet).map_err(|error| Failure::Damaged(error.to_string()))?;
    while let Some(formula) = reader.next_formula().map_err(|error| Failure::Damaged(error.to_string()))? {
        without_value += u32::from(!formula.get_value().is_empty() && !known.contains(&formula.get_position()));
    }
    if without_value > 0 {
        notes.push(format!(
            "{without_value} formulas in sheet {sheet} have no stored value and were left out. Open the workbook, save it and upload it again."
        ));
    }
    Ok(cells)
}

fn range_cells(book: &mut Sheets<Cursor<&[u8]>>, sheet: &str, budget: &mut u64) -> Result<Vec<Cell>, Failure> {
    let range = book.worksheet_range(sheet).map_err(|error| Failure::Damaged(error.to_string()))?;
    let Dimensions { start: (first_row, first_column), .. } =
        Dimensions { start: range.start().unwrap_or_default(), end: range.end().unwrap_or_default() };
    let mut cells = Vec::new();
    for (row, column, data) in range.used_cells() {
        if let Some((text, typed)) = value(data) {
            *budget = budget.checked_sub(1).ok_or(Failure::Cells)?;
            cells.push(Cell { row: first_row + row as u32, column: first_column + column as u32, text, typed });
        }
    }
    Ok(cells)
}

/// A cell as text, and whether it is typed; none when it is empty.
fn value(data: &Data) -> Option<(String, bool)> {
    match data {
        Data::Int(number) => Some((number.to_string(), true)),
        Data::Float(number) => Some((float(*number), true)),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => (!text.trim().is_empty()).then(|| (text.clone(), false)),
        Data::Bool(truth) => Some((if *truth { "TRUE" } else { "FALSE" }.to_owned(), true)),
        Data::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            let time = if (hour, minute, second) == (0, 0, 0) { String::new() } else { format!(" {hour:02}:{minute:02}:{second:02}") };
            Some((date + &time, true))
        }
        Data::DateTime(moment) => {
            let minutes = (moment.as_f64() * 1440.0).round() as i64;
            Some((format!("{}:{:02}", minutes / 60, minutes % 60), true))
        }
        Data::Error(error) => Some((format!("{error:?}"), true)),
        Data::Empty => None,
    }
}

/// Integers without a fraction, other numbers without the noise of binary arithmetic.
fn float(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    let text = format!("{number:.12}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
