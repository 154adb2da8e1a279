//! A table of a hundred thousand rows is read as fast as a small one: values are found by their words, not by trying each.

use groundwall_core::{
    CellKind, CellRange, DocumentId, DocumentName, Locator, StoredTable, Table, TableCell,
    TableColumn, TableRow,
};
use groundwall_tables::{Routed, TablePack, View, ask, check, proposal};
use std::time::Instant;

fn table(rows: u32) -> StoredTable {
    let column = |name: &str, column, kind| TableColumn {
        name: name.to_owned(),
        column,
        kind,
        unit: None,
        role: None,
    };
    let cell = |text: String, kind| {
        Some(TableCell {
            kind,
            text,
            value: None,
        })
    };
    let row = |number: u32| TableRow {
        row: number + 1,
        cells: vec![
            cell(
                format!("Name{number} Family{}", number % 977),
                CellKind::Text,
            ),
            cell((number % 1_000).to_string(), CellKind::Number),
        ],
        hidden: false,
    };
    let table = Table {
        title: Vec::new(),
        place: Locator::default(),
        header_row: 0,
        records: false,
        by_hand: false,
        columns: vec![
            column("Name", 0, CellKind::Text),
            column("Points", 1, CellKind::Number),
        ],
        rows: (0..rows).map(row).collect(),
        totals: Vec::new(),
    };
    StoredTable {
        document: DocumentId("d".to_owned()),
        document_name: DocumentName::parse("points.csv").unwrap(),
        index: 0,
        table,
    }
}

#[test]
fn questions_to_a_hundred_thousand_rows() {
    let pack = TablePack::parse(
        &std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../data/packs/core.toml"
        ))
        .unwrap(),
    )
    .unwrap();
    let view = View::new(table(100_000), &[pack]);
    let started = Instant::now();
    for number in [7, 5_000, 99_999] {
        let question = format!(
            "How many points does Name{number} Family{} have?",
            number % 977
        );
        match ask(&[&view], &question) {
            Routed::Answer(answer) => assert!(
                answer.text.ends_with(&format!(" is {}.", number % 1_000)),
                "{}",
                answer.text
            ),
            other @ (Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text) => {
                panic!("{question}: {other:?}")
            }
        }
    }
    assert!(matches!(
        ask(
            &[&view],
            "Tell me about the Renaissance and the harbour of Venice"
        ),
        Routed::Text
    ));
    assert!(started.elapsed().as_secs() < 5, "{:?}", started.elapsed());
}

#[test]
fn a_question_of_any_length_is_read_or_refused_at_once() {
    let pack = TablePack::parse(
        &std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../data/packs/core.toml"
        ))
        .unwrap(),
    )
    .unwrap();
    let view = View::new(table(1_000), &[pack]);
    // Machines differ by a factor of four.
    let floor = std::time::Duration::from_millis(200);
    groundwall_testing::scaling::assert_linear("a question", 400, floor, &mut |text| {
        drop(std::hint::black_box(ask(&[&view], text)));
    });
    groundwall_testing::scaling::assert_linear("a claim", 400, floor, &mut |text| {
        drop(std::hint::black_box(check(&[&view], text)));
    });
    groundwall_testing::scaling::assert_linear("a reply", 1_500, floor, &mut |text| {
        let reply = format!("{{\"table\": 0, \"select\": \"{text}\"}}");
        drop(std::hint::black_box((
            proposal::answer(&[&view], text, "m"),
            proposal::answer(&[&view], &reply, "m"),
        )));
    });
    groundwall_testing::scaling::assert_linear("cells", 1_500, floor, &mut |text| {
        drop(std::hint::black_box(CellRange::parse(text)));
    });
}
