//! Ten times as much on a page takes about ten times the time, and an address that names many cells keeps nobody waiting.

use crate::samples::{page_of, pages};
use app::{Marked, Page, TableLook, TableView};
use groundwall_core::Table;
use groundwall_testing::scaling::{UNOPTIMISED, assert_linear, spent};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Duration;

/// What takes less is not compared: machines differ by a factor of four.
const FLOOR: Duration = Duration::from_millis(40);

/// A page whose lists at these paths hold their first entry so many times; claims and what leads to them are numbered.
fn long(page: &Value, lists: &[&str], times: usize) -> Page {
    let mut page = page.clone();
    for path in lists {
        let list = page.pointer_mut(path).unwrap().as_array_mut().unwrap();
        let first = list[0].clone();
        *list = (0..times)
            .map(|number| {
                let mut one = first.clone();
                for id in ["/claim/id", "/claims/0", "/row", "/index"] {
                    if let Some(own) = one.pointer_mut(id).filter(|own| own.is_number()) {
                        *own = json!(number);
                    }
                }
                one
            })
            .collect();
    }
    serde_json::from_value(page).unwrap()
}

#[test]
fn pages_are_written_in_linear_time() {
    let all = pages();
    let report = [
        "/report/claims",
        "/report/segments",
        "/report/citations",
        "/report/candidates",
    ];
    for (kind, lists) in [
        ("report", report.as_slice()),
        ("reports", &["/found/reports"]),
        ("document", &["/text/sentences", "/text/hidden"]),
        ("table", &["/stored/table/rows", "/stored/table/totals"]),
        ("tables", &["/lines"]),
        (
            "ask",
            &["/status/documents", "/notice/refused", "/conversations"],
        ),
        (
            "conversation",
            &[
                "/conversation/lines",
                "/conversation/turns",
                "/conversations",
            ],
        ),
        ("upload", &["/status/documents", "/tables"]),
        ("document_page", &["/view/marks"]),
    ] {
        let page = all.iter().find(|page| page["page"] == kind).unwrap();
        let time = |times: usize| {
            let page = long(page, lists, times);
            spent(&mut || drop(black_box(app::render(&page, "1", true))))
        };
        let (few, many) = (30, 300);
        let _ = time(few);
        let tries = (0..3).map(|_| (time(few), time(many)));
        let ratio =
            |(short, long): (Duration, Duration)| long <= FLOOR * UNOPTIMISED || long <= short * 15;
        assert!(tries.into_iter().any(ratio), "{kind}");
    }
}

#[test]
fn texts_on_pages_are_written_in_linear_time() {
    let page = |kind: &str, path: &str, text: &str| {
        let mut page = page_of(kind);
        *page.pointer_mut(path).unwrap() = json!(text);
        serde_json::from_value::<Page>(page).unwrap()
    };
    for (kind, path) in [
        ("ask", "/question"),
        ("verify", "/text"),
        ("reports", "/filter/search"),
        ("report", "/report/segments/0/text"),
        ("report", "/report/claims/0/evidence/0/window/text"),
        ("report", "/report/attempts/0/draft"),
    ] {
        assert_linear(path, 1_500, FLOOR, &mut |text| {
            drop(black_box(app::render(&page(kind, path, text), "1", true)));
        });
    }
    assert_linear("Marked", 1_500, FLOOR, &mut |text| {
        drop(black_box(Marked::parse(text)));
    });
}

#[test]
fn an_address_that_names_many_cells_of_a_long_table_is_answered_at_once() {
    let page = pages()
        .into_iter()
        .find(|page| page["page"] == "table")
        .unwrap();
    let Page::Table(view) = long(&page, &["/stored/table/rows"], 50_000) else {
        panic!("no table");
    };
    let table: &Table = &view.stored.table;
    // Marked are cells that are not there, so that nothing ends the search.
    let marked = Marked::parse(&"ZZ1:ZZ99999,A99998:B99999,".repeat(5_000));
    let time = spent(&mut || {
        assert_eq!(black_box(&marked).first_row(table), None);
    });
    assert!(time < Duration::from_millis(20) * UNOPTIMISED, "{time:?}");
    let page = Page::Table(Box::new(TableView {
        stored: view.stored,
        marked,
        from: 0,
        look: TableLook::default(),
    }));
    let time = spent(&mut || drop(black_box(app::render(&page, "1", true))));
    assert!(time < Duration::from_secs(1) * UNOPTIMISED, "{time:?}");
    let Page::Table(view) = &page else {
        panic!("no table");
    };
    assert_eq!(
        Marked::parse("F9:F10,A3").first_row(&view.stored.table),
        Some(2)
    );
}
