//! Workbooks through calamine. XLSX is streamed cell by cell: a `Range` over one far cell would allocate 549 GB.

mod apart;
mod beside;
mod biff;
mod look;

use super::grid::{self, Cell, Grid, Typed, currency_of_format};
use super::hidden::Collected;
use super::{archive::Archive, rows_of, unreadable};
use crate::Limits;
use apart::Hidden;
use beside::{Doubt, Meant};
use calamine::{Data, DataRef, Dimensions, Ods, Reader, SheetVisible, Sheets, Xls, Xlsx};
use groundwall_core::{CellKind, ExtractedDocument, Format, HeaderRow, HiddenBy, Locator, Problem};
use look::Look;
use std::collections::HashMap;
use std::io::Cursor;

pub(super) fn extract(
    format: Format,
    bytes: &[u8],
    limits: &Limits,
    headers: &[HeaderRow],
) -> Result<ExtractedDocument, Problem> {
    let damaged = |error: String| {
        if error.to_lowercase().contains("password") {
            return unreadable(
                "The workbook is protected with a password. Remove the password and upload it again.",
            );
        }
        unreadable(&format!(
            "The workbook is damaged or of an unknown kind ({error}). Save it again and upload it."
        ))
    };
    let mut notes = Vec::new();
    let (mut blocks, mut tables) = (Vec::new(), Vec::new());
    let mut budget = limits.cells;
    if format != Format::Xls {
        Archive::open(bytes, limits)?;
    }
    let mut book: Sheets<Cursor<&[u8]>> = match format {
        Format::Xlsx => {
            Sheets::Xlsx(Xlsx::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?)
        }
        Format::Xls => {
            Sheets::Xls(Xls::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?)
        }
        Format::Ods
        | Format::Pdf
        | Format::Docx
        | Format::Csv
        | Format::Tsv
        | Format::Json
        | Format::Text
        | Format::Markdown
        | Format::Html => {
            Sheets::Ods(Ods::new(Cursor::new(bytes)).map_err(|error| damaged(error.to_string()))?)
        }
    };
    let mut hides = hides(format, bytes, &book);
    let mut hidden = Collected::default();
    let meant = if format == Format::Ods {
        beside::meant(bytes)
    } else {
        HashMap::new()
    };
    for sheet in book.sheets_metadata().to_owned() {
        let Hidden {
            rows,
            columns,
            doubt,
        } = hides.remove(&sheet.name).unwrap_or_default();
        let looks = (!limits.hidden_text_counts).then_some(&doubt);
        let (mut grid, unseen) = match &mut book {
            Sheets::Xlsx(book) => xlsx_grid(book, &sheet.name, looks, &mut budget, &mut notes),
            other => range_cells(other, &sheet.name, &mut budget, meant.get(&sheet.name))
                .map(|cells| (Grid { cells, ..Grid::default() }, Vec::new())),
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
        let place = Locator {
            sheet: Some(sheet.name.clone()),
            ..Locator::default()
        };
        if grid.cells.is_empty() && unseen.is_empty() {
            notes.push(format!("Sheet {} is empty.", sheet.name));
        }
        (grid.hidden_rows, grid.hidden_columns) = (rows, columns);
        grid.headers = rows_of(headers, Some(&sheet.name));
        if !limits.hidden_text_counts {
            apart::list_cells(&unseen, &place, &mut hidden);
            let whole = sheet.visible != SheetVisible::Visible;
            apart::list(&grid, whole, &place, &mut hidden);
            if whole {
                continue;
            }
            grid.apart = true;
        }
        let read = grid::read(grid, &place);
        blocks.extend(read.blocks);
        tables.extend(read.tables);
        notes.extend(read.notes);
    }
    Ok(ExtractedDocument {
        format,
        blocks,
        tables,
        hidden: hidden.into_texts(),
        pages: None,
        notes,
    })
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
    let (mut cells, mut unseen): (Vec<Cell>, Unseen) = (Vec::new(), Vec::new());
    let mut far = (0, 0);
    {
        let mut reader = match book.worksheet_cells_reader(sheet) {
            Ok(reader) => reader,
            // A chart sheet has no cells.
            Err(
                calamine::XlsxError::WorksheetNotFound(_) | calamine::XlsxError::NotAWorksheet(_),
            ) => return Ok((Grid::default(), Vec::new())),
            Err(error) => return Err(Failure::Damaged(error.to_string())),
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
        while let Some((cell, style)) = reader
            .next_cell_with_style_id()
            .map_err(|error| Failure::Damaged(error.to_string()))?
        {
            let (row, column) = cell.get_position();
            let shown = formats.get(style).copied().unwrap_or_default();
            let data = Data::from(DataRef::clone(cell.get_value()));
            if let Some((text, typed)) = value(&data, shown) {
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
        }
    }
    cells.sort_by_key(|cell| (cell.row, cell.column));
    let all = cells.iter().chain(unseen.iter().map(|(_, cell)| cell));
    let known: std::collections::HashSet<(u32, u32)> =
        all.map(|cell| (cell.row, cell.column)).collect();
    let mut without_value = 0u32;
    {
        let mut reader = book
            .worksheet_cells_reader(sheet)
            .map_err(|error| Failure::Damaged(error.to_string()))?;
        while let Some(formula) = reader
            .next_formula()
            .map_err(|error| Failure::Damaged(error.to_string()))?
        {
            without_value += u32::from(
                !formula.get_value().is_empty() && !known.contains(&formula.get_position()),
            );
        }
    }
    if without_value > 0 {
        notes.push(format!(
            "{without_value} formulas in sheet {sheet} have no stored value and were left out. Open the workbook, save it and upload it again."
        ));
    }
    let merged = book
        .merge_cells_by_sheet_name(sheet)
        .map_err(|error| Failure::Damaged(error.to_string()))?;
    let merged = merged
        .into_iter()
        .map(|Dimensions { start, end }| [start.0, start.1, end.0, end.1])
        .collect();
    let grid = Grid {
        cells,
        merged,
        ..Grid::default()
    };
    Ok((grid, unseen))
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

/// How a number format shows a number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    Plain,
    /// Times a hundred, with so many decimals where that is told.
    Percent(Option<usize>),
    /// With the sign of a currency.
    Money(&'static str),
}

impl Shown {
    fn of(format: Option<&calamine::NumberFormat>) -> Self {
        let Some(format) = format else {
            return Self::Plain;
        };
        // The part for positive numbers, without quoted text.
        let code = format.format_code.split(';').next().unwrap_or_default();
        if code.contains('%') {
            let decimals = code.split('.').nth(1).map_or(0, |after| {
                after.chars().take_while(|c| matches!(c, '0' | '#')).count()
            });
            return Self::Percent(Some(decimals));
        }
        currency_of_format(code).map_or(Self::Plain, Self::Money)
    }
}

/// A cell as text, and its kind where it is no text; none when it is empty.
fn value(data: &Data, shown: Shown) -> Option<(String, Option<Typed>)> {
    let typed = |kind: CellKind, value: String, unit: Option<&str>| {
        Some(Typed {
            kind,
            value,
            unit: unit.map(str::to_owned),
        })
    };
    let number = |plain: String, hundredfold: f64| match shown {
        Shown::Plain => (plain.clone(), typed(CellKind::Number, plain, None)),
        Shown::Percent(decimals) => {
            let exact = float(hundredfold);
            let text = decimals.map_or_else(
                || exact.clone(),
                |decimals| format!("{hundredfold:.decimals$}"),
            );
            (format!("{text}%"), typed(CellKind::Percent, exact, None))
        }
        Shown::Money(sign) => (
            format!("{sign}{plain}"),
            typed(CellKind::Money, plain, Some(sign)),
        ),
    };
    match data {
        Data::Int(whole) => Some(number(whole.to_string(), *whole as f64 * 100.0)),
        Data::Float(value) => Some(number(float(*value), value * 100.0)),
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => {
            (!text.trim().is_empty()).then(|| (text.clone(), None))
        }
        Data::Bool(truth) => Some((
            if *truth { "TRUE" } else { "FALSE" }.to_owned(),
            typed(CellKind::Truth, truth.to_string(), None),
        )),
        Data::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            let time = if (hour, minute, second) == (0, 0, 0) {
                String::new()
            } else {
                format!(" {hour:02}:{minute:02}:{second:02}")
            };
            Some((date.clone() + &time, typed(CellKind::Date, date, None)))
        }
        Data::DateTime(moment) => {
            let minutes = (moment.as_f64() * 1440.0).round() as i64;
            Some((
                format!("{}:{:02}", minutes / 60, minutes % 60),
                typed(CellKind::Duration, minutes.to_string(), None),
            ))
        }
        Data::Error(error) => Some((format!("{error:?}"), None)),
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

#[cfg(test)]
mod tests;
