//! What a workbook says beside the values of its cells and the reader of workbooks leaves out: rows that are hidden, and which numbers of an ODS sheet are
//! percentages or amounts. Streamed; a part that cannot be read says nothing, because the values are read by another way that reports what is damaged.

use crate::extract::attribute;
use crate::extract::grid::currency_of_format;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::{HashMap, HashSet};
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

/// Hidden rows of each sheet of an XLSX workbook, from 0.
pub(super) fn hidden_rows(bytes: &[u8]) -> HashMap<String, HashSet<u32>> {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else { return HashMap::new() };
    let mut targets: HashMap<String, String> = HashMap::new();
    walk(&mut zip, "xl/_rels/workbook.xml.rels", |element, _| {
        if let (Some(id), Some(target)) = (attribute(element, "Id"), attribute(element, "Target")) {
            let path = target.strip_prefix('/').map_or_else(|| format!("xl/{target}"), str::to_owned);
            targets.insert(id, path);
        }
    });
    let mut sheets: Vec<(String, String)> = Vec::new();
    walk(&mut zip, "xl/workbook.xml", |element, _| {
        if element.local_name().as_ref() == "sheet"
            && let (Some(name), Some(path)) =
                (attribute(element, "name"), attribute(element, "id").and_then(|id| targets.get(&id).cloned()))
        {
            sheets.push((name, path));
        }
    });
    let mut hidden = HashMap::new();
    for (name, path) in sheets {
        let mut rows = HashSet::new();
        walk(&mut zip, &path, |element, _| {
            if element.local_name().as_ref() == "row"
                && matches!(attribute(element, "hidden").as_deref(), Some("1" | "true"))
                && let Some(row) = attribute(element, "r").and_then(|row| row.parse::<u32>().ok()?.checked_sub(1))
            {
                rows.insert(row);
            }
        });
        if !rows.is_empty() {
            hidden.insert(name, rows);
        }
    }
    hidden
}

/// Percentages and amounts of each sheet of an ODS workbook, by row and column from 0.
pub(super) fn meant(bytes: &[u8]) -> HashMap<String, HashMap<(u32, u32), Meant>> {
    let Ok(mut zip) = ZipArchive::new(Cursor::new(bytes)) else { return HashMap::new() };
    let mut sheets: HashMap<String, HashMap<(u32, u32), Meant>> = HashMap::new();
    let (mut sheet, mut row, mut next_row, mut column) = (String::new(), 0u32, 0u32, 0u32);
    walk(&mut zip, "content.xml", |element, _| {
        let repeated = |name: &str| attribute(element, name).and_then(|count| count.parse::<u32>().ok()).unwrap_or(1).max(1);
        match element.local_name().as_ref() {
            "table" => (sheet, row, next_row) = (attribute(element, "name").unwrap_or_default(), 0, 0),
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
                    cells.extend(
                        (0..rows).flat_map(|down| (0..columns).map(move |across| ((row + down, column.saturating_add(across)), kind))),
                    );
                }
                column = column.saturating_add(count);
            }
            _ => {}
        }
    });
    sheets
}
