//! What a workbook says beside the values of its cells and the reader of workbooks leaves out: rows and columns that are hidden, and which numbers of an ODS
//! sheet are percentages or amounts. Streamed; a part that cannot be read says nothing, because the values are read by another way that reports what is damaged.

use super::apart::Hidden;
use super::look::Grounds;
use crate::extract::attribute;
use crate::extract::grid::{Spans, currency_of_format};
use groundwall_core::HiddenBy;
use groundwall_core::cells::{CellRange, RangeColumns};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;
use std::io::{BufReader, Cursor};
use zip::ZipArchive;

type Zip<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// Cells that one repeated cell of an ODS sheet stands for, at most.
const REPEATED: u32 = 1_000;

/// How a number of an ODS sheet is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Meant {
    Percent,
    Money(&'static str),
}

/// Ranges whose look may depend on values, of one sheet, at most; more are taken for the whole sheet.
const RANGES: usize = 200;

/// Where the style of a cell does not tell how it looks.
#[derive(Debug, Clone, Default)]
pub(super) struct Doubt {
    pub(super) grounds: Grounds,
    /// A picture lies under the sheet.
    picture: bool,
    /// Tables have grounds of their own, which their style gives.
    tables: bool,
    /// First row and column, last row and column of conditional formats.
    ranges: Vec<[u32; 4]>,
}

impl Doubt {
    /// Whether a cell that its style hides is hidden.
    pub(super) fn is_hidden(&self, by: HiddenBy, row: u32, column: u32) -> bool {
        let colored = by == HiddenBy::Color && (self.picture || self.tables);
        let inside = |[top, left, bottom, right]: &[u32; 4]| {
            (*top..=*bottom).contains(&row) && (*left..=*right).contains(&column)
        };
        !colored && !self.ranges.iter().any(inside)
    }

    /// Takes over what an element of a sheet says.
    fn read(&mut self, element: &BytesStart) {
        match element.local_name().as_ref() {
            "picture" => self.picture = true,
            "tablePart" => self.tables = true,
            "conditionalFormatting" => {
                let named = attribute(element, "sqref").unwrap_or_default();
                self.ranges
                    .extend(named.split_whitespace().filter_map(range));
                if self.ranges.len() > RANGES {
                    self.ranges = vec![[0, 0, u32::MAX, u32::MAX]];
                }
            }
            _ => {}
        }
    }
}

fn range(named: &str) -> Option<[u32; 4]> {
    let CellRange {
        first_row,
        last_row,
        columns,
    } = CellRange::parse(named)?;
    match columns {
        RangeColumns::Between(left, right) => Some([first_row, left, last_row, right]),
        RangeColumns::Field(_) | RangeColumns::All => None,
    }
}

/// Calls `see` for every start of an element of a part.
fn walk(zip: &mut Zip, part: &str, mut see: impl FnMut(&BytesStart, bool)) {
    let Ok(entry) = zip.by_name(part) else { return };
    let mut reader = Reader::from_reader(BufReader::new(entry));
    let mut buffer = Vec::new();
    loop {
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(element)) => see(&element, false),
            Ok(Event::Empty(element)) => see(&element, true),
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
        buffer.clear();
    }
}

/// The name of a sheet as its reader gives it.
fn name_of(element: &BytesStart) -> Option<String> {
    let raw = attribute(element, "name")?;
    Some(
        quick_xml::escape::unescape(&raw)
            .map_or_else(|_| raw.clone(), std::borrow::Cow::into_owned),
    )
}

fn is_set(element: &BytesStart, name: &str) -> bool {
    matches!(attribute(element, name).as_deref(), Some("1" | "true"))
}

/// A height or width of nothing.
fn is_nothing(element: &BytesStart, name: &str) -> bool {
    attribute(element, name)
        .and_then(|size| size.parse::<f32>().ok())
        .is_some_and(|size| size <= 0.0)
}

/// How many an element stands for.
fn count_of(element: &BytesStart, name: &str) -> u32 {
    attribute(element, name)
        .and_then(|count| count.parse::<u32>().ok())
        .unwrap_or(1)
        .max(1)
}

/// Parts of the sheets of an XLSX workbook with their names.
fn sheets(zip: &mut Zip) -> Vec<(String, String)> {
    let mut targets: HashMap<String, String> = HashMap::new();
    walk(zip, "xl/_rels/workbook.xml.rels", |element, _| {
        if let (Some(id), Some(target)) = (attribute(element, "Id"), attribute(element, "Target")) {
            let path = target
                .strip_prefix('/')
                .map_or_else(|| format!("xl/{target}"), str::to_owned);
            targets.insert(id, path);
        }
    });
    let mut sheets = Vec::new();
    walk(zip, "xl/workbook.xml", |element, _| {
        if element.local_name().as_ref() == "sheet"
            && let (Some(name), Some(path)) = (
                name_of(element),
                attribute(element, "id").and_then(|id| targets.get(&id).cloned()),
            )
        {
            sheets.push((name, path));
        }
    });
    sheets
}

/// What each sheet of an XLSX workbook hides.
pub(super) fn hidden(bytes: &[u8]) -> HashMap<String, Hidden> {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else {
        return HashMap::new();
    };
    let mut hidden = HashMap::new();
    let mut grounds = Grounds::default();
    walk(&mut zip, "xl/styles.xml", |element, _| {
        grounds.gradients |= element.local_name().as_ref() == "gradientFill";
    });
    for (name, path) in sheets(&mut zip) {
        let (mut rows, mut columns, mut row) = (Vec::new(), Vec::new(), 0u32);
        let mut doubt = Doubt {
            grounds,
            ..Doubt::default()
        };
        walk(&mut zip, &path, |element, _| {
            match element.local_name().as_ref() {
                "row" => {
                    // A row without a number follows the one before.
                    row = attribute(element, "r")
                        .and_then(|row| row.parse().ok())
                        .unwrap_or_else(|| row.saturating_add(1));
                    if is_set(element, "hidden") || is_nothing(element, "ht") {
                        rows.extend(row.checked_sub(1).map(|row| [row; 2]));
                    }
                }
                "col" if is_set(element, "hidden") || is_nothing(element, "width") => {
                    let place = |name: &str| {
                        attribute(element, name)
                            .and_then(|place| place.parse::<u32>().ok()?.checked_sub(1))
                    };
                    columns.extend(
                        place("min")
                            .zip(place("max"))
                            .map(|(first, last)| [first, last]),
                    );
                }
                _ => doubt.read(element),
            }
        });
        hidden.insert(
            name,
            Hidden {
                rows: Spans::of(rows),
                columns: Spans::of(columns),
                doubt,
            },
        );
    }
    hidden
}

/// What each sheet of an ODS workbook hides.
pub(super) fn hidden_of_ods(bytes: &[u8]) -> HashMap<String, Hidden> {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else {
        return HashMap::new();
    };
    // Its name, the rows that are hidden, the columns.
    type Sheet = (String, Vec<[u32; 2]>, Vec<[u32; 2]>);
    let mut sheets: Vec<Sheet> = Vec::new();
    let (mut row, mut column) = (0u32, 0u32);
    walk(&mut zip, "content.xml", |element, _| {
        let many = |name: &str| count_of(element, name);
        let is_hidden = || {
            matches!(
                attribute(element, "visibility").as_deref(),
                Some("collapse" | "filter")
            )
        };
        match element.local_name().as_ref() {
            "table" => {
                (row, column) = (0, 0);
                sheets.push((name_of(element).unwrap_or_default(), Vec::new(), Vec::new()));
            }
            "table-row" => {
                let after = row.saturating_add(many("number-rows-repeated"));
                if is_hidden()
                    && let Some((_, rows, _)) = sheets.last_mut()
                {
                    rows.push([row, after - 1]);
                }
                row = after;
            }
            "table-column" => {
                let after = column.saturating_add(many("number-columns-repeated"));
                if is_hidden()
                    && let Some((_, _, columns)) = sheets.last_mut()
                {
                    columns.push([column, after - 1]);
                }
                column = after;
            }
            _ => {}
        }
    });
    sheets
        .into_iter()
        .map(|(name, rows, columns)| {
            (
                name,
                Hidden {
                    rows: Spans::of(rows),
                    columns: Spans::of(columns),
                    doubt: Doubt::default(),
                },
            )
        })
        .collect()
}

/// Percentages and amounts of each sheet of an ODS workbook, by row and column from 0.
pub(super) fn meant(bytes: &[u8]) -> HashMap<String, HashMap<(u32, u32), Meant>> {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else {
        return HashMap::new();
    };
    let mut sheets: HashMap<String, HashMap<(u32, u32), Meant>> = HashMap::new();
    let (mut sheet, mut row, mut next_row, mut column) = (String::new(), 0u32, 0u32, 0u32);
    walk(&mut zip, "content.xml", |element, _| {
        let repeated = |name: &str| count_of(element, name);
        match element.local_name().as_ref() {
            "table" => (sheet, row, next_row) = (name_of(element).unwrap_or_default(), 0, 0),
            "table-row" => {
                (row, column) = (next_row, 0);
                next_row = next_row.saturating_add(repeated("number-rows-repeated"));
            }
            "table-cell" | "covered-table-cell" => {
                let count = repeated("number-columns-repeated");
                let kind = match attribute(element, "value-type").as_deref() {
                    Some("percentage") => Some(Meant::Percent),
                    Some("currency") => {
                        let code = attribute(element, "currency").unwrap_or_default();
                        currency_of_format(&code).map(Meant::Money)
                    }
                    _ => None,
                };
                if let Some(kind) = kind {
                    let cells = sheets.entry(sheet.clone()).or_default();
                    let (rows, columns) = ((next_row - row).min(REPEATED), count.min(REPEATED));
                    cells.extend((0..rows).flat_map(|down| {
                        (0..columns)
                            .map(move |across| ((row + down, column.saturating_add(across)), kind))
                    }));
                }
                column = column.saturating_add(count);
            }
            _ => {}
        }
    });
    sheets
}
