//! Records in JSON: a list of objects, an object with `records` (and the fields `entity` and `period` name), or one object a line.

use super::grid::{self, Cell, Read, Records, Typed};
use super::{squeeze, text, unreadable};
use crate::Limits;
use groundwall_core::{CellKind, ColumnRole, ExtractedDocument, Format, Problem};
use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt;

/// Objects within objects that become fields of their own, as `address.city`; what lies deeper stays as it is written.
const DEPTH: usize = 8;

/// Bytes of a field's name with the names that it lies in, at most.
const NAME: usize = 1_000;

/// Reads a JSON file; one that holds no records is read as text.
pub(super) fn extract(
    lines: bool,
    bytes: &[u8],
    limits: &Limits,
) -> Result<ExtractedDocument, Problem> {
    let (content, _) = text::decode(bytes);
    let Some(Envelope {
        entity,
        period,
        records,
    }) = envelope(lines, &content)?
    else {
        return text::extract(bytes, limits);
    };
    let mut fields = Fields::default();
    for (row, record) in (0..).zip(&records) {
        let Ok(Object(own)) = serde_json::from_str(record.get()) else {
            return Err(unreadable(&format!(
                "Record {} is no object with fields.",
                row + 1
            )));
        };
        fields.add(row, "", own, 0)?;
        if fields.cells.len() as u64 > limits.cells {
            return Err(Limits::over("cells", limits.cells));
        }
    }
    let mut roles = Vec::new();
    for (name, role) in [(entity, ColumnRole::Entity), (period, ColumnRole::Period)] {
        let Some(name) = name else { continue };
        let Some(column) = fields.places.get(&name) else {
            return Err(unreadable(&format!(
                "No record has the field “{name}”, which is declared. Send it in the records or leave it out."
            )));
        };
        roles.push((*column, role));
    }
    fields.cells.sort_by_key(|cell| (cell.row, cell.column));
    if let Some((period, _)) = roles.iter().find(|(_, role)| *role == ColumnRole::Period) {
        as_months(&mut fields.cells, *period);
    }
    let Read {
        blocks,
        tables,
        notes,
    } = grid::records(Records {
        names: fields.names,
        cells: fields.cells,
        roles,
    });
    Ok(ExtractedDocument {
        format: Format::Json,
        blocks,
        tables,
        hidden: Vec::new(),
        pages: None,
        notes,
    })
}

struct Envelope<'a> {
    entity: Option<String>,
    period: Option<String>,
    records: Vec<&'a RawValue>,
}

/// The records of a file; none where it holds something else.
fn envelope(lines: bool, content: &str) -> Result<Option<Envelope<'_>>, Problem> {
    let bare = |records| Envelope {
        entity: None,
        period: None,
        records,
    };
    if lines {
        let mut records: Vec<&RawValue> = Vec::new();
        for (number, line) in content
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
        {
            let record = serde_json::from_str(line);
            records.push(record.map_err(|error| {
                unreadable(&format!(
                    "Line {} is no JSON: {error}. Send one object a line.",
                    number + 1
                ))
            })?);
        }
        return Ok(Some(bare(records)));
    }
    if let Ok(records) = serde_json::from_str::<Vec<&RawValue>>(content) {
        let all_objects =
            !records.is_empty() && records.iter().all(|record| record.get().starts_with('{'));
        return Ok(all_objects.then(|| bare(records)));
    }
    let Ok(Object(members)) = serde_json::from_str(content) else {
        return Ok(None);
    };
    let member = |name: &str| {
        members
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.get())
    };
    let Some(Ok(records)) = member("records").map(serde_json::from_str::<Vec<&RawValue>>) else {
        return Ok(None);
    };
    let name = |name: &str| member(name).and_then(|value| serde_json::from_str(value).ok());
    Ok(Some(Envelope {
        entity: name("entity"),
        period: name("period"),
        records,
    }))
}

/// The members of an object in their order, with values as they are written.
struct Object<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;
        impl<'de> Visitor<'de> for Members {
            type Value = Object<'de>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Object(members))
            }
        }
        deserializer.deserialize_map(Members)
    }
}

#[derive(Default)]
struct Fields {
    /// In the order in which the records first have them.
    names: Vec<String>,
    places: HashMap<String, u32>,
    /// Of each field, the last record that has a value in it.
    filled: Vec<Option<u32>>,
    cells: Vec<Cell>,
}

impl Fields {
    fn add(
        &mut self,
        row: u32,
        before: &str,
        members: Vec<(String, &RawValue)>,
        depth: usize,
    ) -> Result<(), Problem> {
        for (name, value) in members {
            let name = if before.is_empty() {
                squeeze(&name)
            } else {
                format!("{before}.{}", squeeze(&name))
            };
            if name.len() > NAME {
                return Err(unreadable(&format!(
                    "Record {} has a field whose name is over {NAME} bytes. Shorten it.",
                    row + 1
                )));
            }
            if depth < DEPTH
                && let Ok(Object(inner)) = serde_json::from_str(value.get())
            {
                self.add(row, &name, inner, depth + 1)?;
                continue;
            }
            let place = match self.places.get(&name) {
                Some(place) => *place,
                None => {
                    let place = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
                    self.names.push(name.clone());
                    self.filled.push(None);
                    *self.places.entry(name.clone()).or_insert(place)
                }
            };
            let filled = &mut self.filled[place as usize];
            if *filled == Some(row) {
                return Err(unreadable(&format!(
                    "Record {} has the field “{name}” twice. Send each field once.",
                    row + 1
                )));
            }
            if let Some(cell) = cell(row, place, value.get()) {
                *filled = Some(row);
                self.cells.push(cell);
            }
        }
        Ok(())
    }
}

/// A value as a cell; none for null and empty texts.
fn cell(row: u32, column: u32, value: &str) -> Option<Cell> {
    let typed = |kind, value: String| {
        Some(Typed {
            kind,
            value,
            unit: None,
        })
    };
    let (text, typed) = match value.as_bytes().first()? {
        b'n' => return None,
        b't' | b'f' => (value.to_owned(), typed(CellKind::Truth, value.to_owned())),
        b'"' => (serde_json::from_str(value).ok()?, None),
        b'[' => (list(value), None),
        b'{' => (value.to_owned(), None),
        // A plain decimal is kept digit by digit; with an exponent it is what a double makes of it.
        _ if !value.contains(['e', 'E']) => {
            (value.to_owned(), typed(CellKind::Number, value.to_owned()))
        }
        _ => {
            let number = value.parse::<f64>().ok()?.to_string();
            (value.to_owned(), typed(CellKind::Number, number))
        }
    };
    let cell = Cell {
        typed,
        ..Cell::text(row, column, text)
    };
    (!cell.text.trim().is_empty()).then_some(cell)
}

/// `a, b, c` of a list of plain values; a list of anything else as it is written.
fn list(value: &str) -> String {
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(value) else {
        return value.to_owned();
    };
    let plain = |item: &&RawValue| match item.get().as_bytes().first()? {
        b'"' => serde_json::from_str(item.get()).ok(),
        b'{' | b'[' => None,
        _ => Some(item.get().to_owned()),
    };
    let texts: Option<Vec<String>> = items.iter().map(plain).collect();
    texts.map_or_else(|| value.to_owned(), |texts| texts.join(", "))
}

/// Months of a period as dates, where all of its column are written as `2024-03`.
fn as_months(cells: &mut [Cell], column: u32) {
    let month = |cell: &Cell| {
        format!("{}-01", cell.text.trim())
            .parse::<jiff::civil::Date>()
            .ok()
    };
    let mut own: Vec<&mut Cell> = cells
        .iter_mut()
        .filter(|cell| cell.column == column)
        .collect();
    let months: Option<Vec<_>> = own.iter().map(|cell| month(cell)).collect();
    for (cell, first) in own.iter_mut().zip(months.into_iter().flatten()) {
        cell.typed = Some(Typed {
            kind: CellKind::Date,
            value: first.to_string(),
            unit: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::Table;

    fn read(lines: bool, json: &str) -> Result<ExtractedDocument, Problem> {
        extract(lines, json.as_bytes(), &Limits::default())
    }

    fn columns(table: &Table) -> Vec<(&str, CellKind)> {
        table
            .columns
            .iter()
            .map(|column| (column.name.as_str(), column.kind))
            .collect()
    }

    #[test]
    fn records_keep_their_order_their_digits_and_their_places() {
        let json = r#"{"entity": "account", "period": "month", "records": [
            {"month": "2024-01", "account": "A-17", "balance": 12345678901234567890, "open": true, "owner": {"name": "Ida", "tags": ["a", "b"]}},
            {"month": "2024-02", "account": "A-17", "balance": -0.10, "open": false, "owner": {"name": null}, "rate": 1e-3}]}"#;
        let document = read(false, json).unwrap();
        let table = &document.tables[0];
        assert_eq!(
            columns(table),
            [
                ("month", CellKind::Date),
                ("account", CellKind::Text),
                ("balance", CellKind::Number),
                ("open", CellKind::Truth),
                ("owner.name", CellKind::Text),
                ("owner.tags", CellKind::Text),
                ("rate", CellKind::Number)
            ]
        );
        let cell = |row: usize, column: usize| {
            table.rows[row].cells[column]
                .as_ref()
                .map(|cell| (cell.text.as_str(), cell.value()))
        };
        assert_eq!(cell(0, 0), Some(("2024-01", "2024-01-01")));
        assert_eq!(
            cell(0, 2),
            Some(("12345678901234567890", "12345678901234567890"))
        );
        assert_eq!(
            (cell(0, 5), cell(1, 4), cell(1, 6)),
            (Some(("a, b", "a, b")), None, Some(("1e-3", "0.001")))
        );
        assert_eq!(table.address(&table.rows[1], 2), "record 2 balance");
        assert_eq!(
            (table.columns[1].role, table.columns[0].role),
            (Some(ColumnRole::Entity), Some(ColumnRole::Period))
        );
        assert_eq!(
            document.blocks[1].text,
            "month: 2024-02. account: A-17. balance: -0.10. open: false. rate: 1e-3."
        );
        assert_eq!(document.blocks[1].locator.to_string(), "record 2");
    }

    #[test]
    fn lists_and_lines_are_records_and_other_json_is_text() {
        for (lines, json) in [
            (false, r#"[{"a": 1, "b": "x"}, {"a": 2}]"#),
            (true, "{\"a\": 1, \"b\": \"x\"}\n\n{\"a\": 2}\n"),
        ] {
            let document = read(lines, json).unwrap();
            assert_eq!(
                (document.format, document.tables[0].rows.len()),
                (Format::Json, 2),
                "{json}"
            );
        }
        for json in [
            r#"{"name": "tower", "height": 27}"#,
            "[1, 2]",
            "[]",
            "{\"records\": 3}",
            "not json at all",
        ] {
            assert_eq!(read(false, json).unwrap().format, Format::Text, "{json}");
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (lines, json, says) in [
            (
                false,
                r#"[{"a": 1, "a": 2}]"#,
                "Record 1 has the field “a” twice",
            ),
            (
                false,
                r#"{"entity": "who", "records": [{"a": 1}]}"#,
                "No record has the field “who”",
            ),
            (
                false,
                r#"{"records": [{"a": 1}, 7]}"#,
                "Record 2 is no object",
            ),
            (true, "{\"a\": 1}\n{\"a\": }\n", "Line 2 is no JSON"),
        ] {
            let error = read(lines, json).unwrap_err();
            assert!(error.to_string().contains(says), "{error}");
        }
    }
}
