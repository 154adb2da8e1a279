//! Files of the repository as tables, with the packs that ship.

use groundwall_core::{DocumentId, DocumentName, StoredTable};
use groundwall_eval::tables::TableQuestion;
use groundwall_ingest::{Limits, extract};
use groundwall_tables::{TablePack, View};
use std::path::PathBuf;

fn data(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../data")
        .join(path)
}

fn packs() -> Vec<TablePack> {
    let read = |name: &str| std::fs::read_to_string(data("packs").join(name)).unwrap();
    ["core.toml", "student-records.toml"]
        .iter()
        .map(|name| TablePack::parse(&read(name)).unwrap())
        .collect()
}

/// All tables of a file.
pub(crate) fn tables(path: &str) -> Vec<View> {
    read(path, &std::fs::read(data(path)).unwrap())
}

/// The tables of a text of that name.
pub(crate) fn made(name: &str, text: &str) -> Vec<View> {
    read(name, text.as_bytes())
}

/// The tables of a workbook of that name: of each sheet its name and its rows as text.
pub(crate) fn sheets(name: &str, sheets: &[(&str, &str)]) -> Vec<View> {
    let packs = packs();
    let view = |(index, (sheet, text)): (usize, &(&str, &str))| {
        let mut table = extract("sheet.csv", text.as_bytes(), &Limits::default())
            .unwrap()
            .tables
            .remove(0);
        table.place.sheet = Some((*sheet).to_owned());
        let stored = StoredTable {
            document: DocumentId(name.to_owned()),
            document_name: DocumentName::parse(name).unwrap(),
            index: index as u32,
            table,
        };
        View::new(stored, &packs)
    };
    sheets.iter().enumerate().map(view).collect()
}

fn read(path: &str, bytes: &[u8]) -> Vec<View> {
    let packs = packs();
    let name = path.rsplit('/').next().unwrap();
    let document = extract(name, bytes, &Limits::default()).unwrap();
    let view = |(index, table)| {
        let stored = StoredTable {
            document: DocumentId(path.to_owned()),
            document_name: DocumentName::parse(name).unwrap(),
            index: index as u32,
            table,
        };
        View::new(stored, &packs)
    };
    document.tables.into_iter().enumerate().map(view).collect()
}

/// Questions with their answers.
pub(crate) fn questions(path: &str) -> Vec<TableQuestion> {
    TableQuestion::parse(&std::fs::read_to_string(data(path)).unwrap()).unwrap()
}
