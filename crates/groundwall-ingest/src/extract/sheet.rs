//! Workbooks through calamine. XLSX is streamed cell by cell: a `Range` over one far cell would allocate 549 GB.

mod apart;
mod beside;
mod biff;
mod look;
mod shown;

use super::grid::{self, Cell, Grid, Read};
use super::hidden::Collected;
use super::{archive::Archive, rows_of, unreadable};
use crate::Limits;
use apart::Hidden;
use beside::{Doubt, Meant};
use calamine::{Data, DataRef, Dimensions, Ods, Reader, Sheet, SheetVisible, Sheets, Xls, Xlsx};
use groundwall_core::{ExtractedDocument, Format, HeaderRow, HiddenBy, Locator, Problem};
use look::Look;
use shown::{Shown, value};
use std::collections::{HashMap, HashSet};
use std::io::Cursor;

pub(super) fn extract(
    format: Format,
    bytes: &[u8],
    limits: &Limits,
    headers: &[HeaderRow],
) -> Result<ExtractedDocument, Problem> {
    if format != Format::Xls {
        Archive::open(bytes, limits)?;
    }
    let mut book = open(format, bytes)?;
    let mut hides = hides(format, bytes, &book);
    let meant = if format == Format::Ods {
        beside::meant(bytes)
    } else {
        HashMap::new()
    };
    let (mut all, mut hidden) = (Read::default(), Collected::default());
    let mut budget = limits.cells;
    for sheet in book.sheets_metadata().to_owned() {
        let hides = hides.remove(&sheet.name).unwrap_or_default();
        let looks = (!limits.hidden_text_counts).then_some(&hides.doubt);
        let cells = match &mut book {
            Sheets::Xlsx(book) => xlsx_grid(book, &sheet.name, looks, &mut budget, &mut all.notes),
            other @ (Sheets::Xls(_) | Sheets::Xlsb(_) | Sheets::Ods(_)) => {
                range_cells(other, &sheet.name, &mut budget, meant.get(&sheet.name)).map(|cells| {
                    let grid = Grid {
                        cells,
                        merged: merged_of_xls(other, &sheet.name),
                        ..Grid::default()
                    };
                    (grid, Vec::new())
                })
            }
        };
        let mut cells = cells.map_err(|error| error.told(&sheet.name, limits))?;
        cells.0.headers = rows_of(headers, Some(&sheet.name));
        read_sheet(&sheet, cells, hides, limits, &mut hidden, &mut all);
    }
    Ok(ExtractedDocument {
        format,
        blocks: all.blocks,
        tables: all.tables,
        hidden: hidden.into_texts(),
        pages: None,
        notes: all.notes,
    })
}

/// Reads the cells of a sheet; what it hides goes apart, unless that counts.
fn read_sheet(
    sheet: &Sheet,
    (mut grid, unseen): (Grid, Unseen),
    hides: Hidden,
    limits: &Limits,
    hidden: &mut Collected,
    all: &mut Read,
) {
    let place = Locator {
        sheet: Some(sheet.name.clone()),
        ..Locator::default()
    };
    if grid.cells.is_empty() && unseen.is_empty() {
        all.notes.push(format!("Sheet {} is empty.", sheet.name));
    }
    (grid.hidden_rows, grid.hidden_columns) = (hides.rows, hides.columns);
    if !limits.hidden_text_counts {
        apart::list_cells(&unseen, &place, hidden);
        let whole = sheet.visible != SheetVisible::Visible;
        apart::list(&grid, whole, &place, hidden);
        if whole {
            return;
        }
        grid.apart = true;
    }
    let read = grid::read(grid, &place);
    all.blocks.extend(read.blocks);
    all.tables.extend(read.tables);
    all.notes.extend(read.notes);
}

fn open(format: Format, bytes: &[u8]) -> Result<Sheets<Cursor<&[u8]>>, Problem> {
    let bytes = Cursor::new(bytes);
    Ok(match format {
        Format::Xlsx => {
            Sheets::Xlsx(Xlsx::new(bytes).map_err(|error| damaged(&error.to_string()))?)
        }
        Format::Xls => Sheets::Xls(Xls::new(bytes).map_err(|error| damaged(&error.to_string()))?),
        Format::Ods
        | Format::Pdf
        | Format::Docx
        | Format::Csv
        | Format::Tsv
        | Format::Json
        | Format::Text
        | Format::Markdown
        | Format::Html => {
            Sheets::Ods(Ods::new(bytes).map_err(|error| damaged(&error.to_string()))?)
        }
    })
}

fn damaged(error: &str) -> Problem {
    if error.to_lowercase().contains("password") {
        return unreadable(
            "The workbook is protected with a password. Remove the password and upload it again.",
        );
    }
    unreadable(&format!(
        "The workbook is damaged or of an unknown kind ({error}). Save it again and upload it."
    ))
}

/// What each sheet hides, by its name.
fn hides(format: Format, bytes: &[u8], book: &Sheets<Cursor<&[u8]>>) -> HashMap<String, Hidden> {
    match format {
        Format::Xlsx => beside::hidden(bytes),
        Format::Ods => beside::hidden_of_ods(bytes),
        Format::Xls => book
            .sheets_metadata()
            .iter()
            .map(|sheet| sheet.name.clone())
            .zip(biff::hidden(bytes))
            .collect(),
        Format::Pdf
        | Format::Docx
        | Format::Csv
        | Format::Tsv
        | Format::Json
        | Format::Text
        | Format::Markdown
        | Format::Html => HashMap::new(),
    }
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

impl Failure {
    /// What the reader of the workbook is told.
    fn told(self, sheet: &str, limits: &Limits) -> Problem {
        match self {
            Self::Cells => Limits::over("cells", limits.cells),
            Self::Span(cell) => unreadable(&format!(
                "Sheet {sheet} reaches from its first cell to row {}, column {}: far more than a table holds. Delete the stray cell, save the workbook and upload it again.",
                cell.0 + 1,
                cell.1 + 1
            )),
            Self::Damaged(why) => damaged(&why),
        }
    }
}

impl From<calamine::XlsxError> for Failure {
    fn from(error: calamine::XlsxError) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// Cells that nobody sees for how they look, each with the reason.
type Unseen = Vec<(HiddenBy, Cell)>;

/// The cells of a sheet, and with `looks` those apart that nobody sees.
fn xlsx_grid(
    book: &mut Xlsx<Cursor<&[u8]>>,
    sheet: &str,
    looks: Option<&Doubt>,
    budget: &mut u64,
    notes: &mut Vec<String>,
) -> Result<(Grid, Unseen), Failure> {
    let Some((mut cells, unseen)) = xlsx_cells(book, sheet, looks, budget)? else {
        return Ok((Grid::default(), Vec::new()));
    };
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let all = cells.iter().chain(unseen.iter().map(|(_, cell)| cell));
    let known: HashSet<(u32, u32)> = all.map(|cell| (cell.row, cell.column)).collect();
    let without_value = formulas_without_value(book, sheet, &known)?;
    if without_value > 0 {
        notes.push(format!(
            "{without_value} formulas in sheet {sheet} have no stored value and were left out. Open the workbook, save it and upload it again."
        ));
    }
    let merged = book
        .merge_cells_by_sheet_name(sheet)?
        .into_iter()
        .map(corners)
        .collect();
    let grid = Grid {
        cells,
        merged,
        ..Grid::default()
    };
    Ok((grid, unseen))
}

/// The cells that are seen, and those that are not; none of a chart sheet, which has no cells.
fn xlsx_cells(
    book: &mut Xlsx<Cursor<&[u8]>>,
    sheet: &str,
    looks: Option<&Doubt>,
    budget: &mut u64,
) -> Result<Option<(Vec<Cell>, Unseen)>, Failure> {
    let (mut cells, mut unseen): (Vec<Cell>, Unseen) = (Vec::new(), Vec::new());
    let mut far = (0, 0);
    let mut reader = match book.worksheet_cells_reader(sheet) {
        Ok(reader) => reader,
        Err(calamine::XlsxError::WorksheetNotFound(_) | calamine::XlsxError::NotAWorksheet(_)) => {
            return Ok(None);
        }
        Err(error) => return Err(error.into()),
    };
    let formats: Vec<Shown> = reader
        .styles()
        .iter()
        .map(|style| Shown::of(style.number_format.as_ref()))
        .collect();
    let of_styles: Vec<Look> = looks.map_or_else(Vec::new, |doubt| {
        let styles = reader.styles().iter();
        styles.map(|style| Look::of(style, doubt.grounds)).collect()
    });
    while let Some((cell, style)) = reader.next_cell_with_style_id()? {
        let (row, column) = cell.get_position();
        let shown = formats.get(style).copied().unwrap_or_default();
        let data = Data::from(DataRef::clone(cell.get_value()));
        let Some((text, typed)) = value(&data, shown) else {
            continue;
        };
        *budget = budget.checked_sub(1).ok_or(Failure::Cells)?;
        far = (far.0.max(row), far.1.max(column));
        if (u64::from(far.0) + 1) * (u64::from(far.1) + 1) > SPAN {
            return Err(Failure::Span(far));
        }
        let cell = Cell {
            typed,
            ..Cell::text(row, column, text)
        };
        let look = of_styles.get(style).copied().unwrap_or_default();
        match look.hides(&data) {
            Some(by) if looks.is_some_and(|doubt| doubt.is_hidden(by, row, column)) => {
                unseen.push((by, cell));
            }
            _ => cells.push(cell),
        }
    }
    Ok(Some((cells, unseen)))
}

/// First row and column, last row and column.
fn corners(Dimensions { start, end }: Dimensions) -> [u32; 4] {
    [start.0, start.1, end.0, end.1]
}

/// The merged cells of a sheet of an old workbook; those of the other kinds are read with their cells, or not known.
fn merged_of_xls(book: &Sheets<Cursor<&[u8]>>, sheet: &str) -> Vec<[u32; 4]> {
    match book {
        Sheets::Xls(book) => book
            .merge_cells_by_sheet_name(sheet)
            .unwrap_or_default()
            .into_iter()
            .map(corners)
            .collect(),
        Sheets::Xlsx(_) | Sheets::Xlsb(_) | Sheets::Ods(_) => Vec::new(),
    }
}

/// How many formulas have no value in the file.
fn formulas_without_value(
    book: &mut Xlsx<Cursor<&[u8]>>,
    sheet: &str,
    known: &HashSet<(u32, u32)>,
) -> Result<u32, Failure> {
    let mut without_value = 0;
    let mut reader = book.worksheet_cells_reader(sheet)?;
    while let Some(formula) = reader.next_formula()? {
        without_value +=
            u32::from(!formula.get_value().is_empty() && !known.contains(&formula.get_position()));
    }
    Ok(without_value)
}

fn range_cells(
    book: &mut Sheets<Cursor<&[u8]>>,
    sheet: &str,
    budget: &mut u64,
    meant: Option<&HashMap<(u32, u32), Meant>>,
) -> Result<Vec<Cell>, Failure> {
    let range = book
        .worksheet_range(sheet)
        .map_err(|error| Failure::Damaged(error.to_string()))?;
    let Dimensions {
        start: (first_row, first_column),
        ..
    } = Dimensions {
        start: range.start().unwrap_or_default(),
        end: range.end().unwrap_or_default(),
    };
    let mut cells = Vec::new();
    for (row, column, data) in range.used_cells() {
        let (row, column) = (first_row + row as u32, first_column + column as u32);
        let shown = match meant.and_then(|meant| meant.get(&(row, column))) {
            Some(Meant::Percent) => Shown::Percent(None),
            Some(Meant::Money(sign)) => Shown::Money(sign),
            None => Shown::Plain,
        };
        if let Some((text, typed)) = value(data, shown) {
            *budget = budget.checked_sub(1).ok_or(Failure::Cells)?;
            cells.push(Cell {
                typed,
                ..Cell::text(row, column, text)
            });
        }
    }
    Ok(cells)
}

#[cfg(test)]
mod tests;
