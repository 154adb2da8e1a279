//! Tables as programs and people write them: which row names the columns, and to which column a value belongs.

use groundwall_core::{BlockKind, CellKind, ExtractedDocument, Table, TableCell};
use groundwall_ingest::{Limits, extract};

fn read(name: &str, text: &str) -> ExtractedDocument {
    extract(name, text.as_bytes(), &Limits::default()).unwrap()
}

fn names(table: &Table) -> Vec<&str> {
    let columns = table.columns.iter();
    columns.map(|column| column.name.as_str()).collect()
}

/// The values of a row as they are computed with.
fn values(table: &Table, row: usize) -> Vec<Option<&str>> {
    let cells = table.rows[row].cells.iter();
    cells
        .map(|cell| cell.as_ref().map(TableCell::value))
        .collect()
}

fn texts(document: &ExtractedDocument, kind: BlockKind) -> Vec<&str> {
    let blocks = document.blocks.iter().filter(|block| block.kind == kind);
    blocks.map(|block| block.text.as_str()).collect()
}

/// Rows of a filing: a name, and of each year a sign, a number, what closes its bracket and a gap.
fn filing(rows: &[[&str; 7]]) -> String {
    let mut html = String::new();
    for [name, sign, first, close, other, second, end] in rows {
        html += &format!("<tr><td><p>{name}</p></td>");
        for cell in ["", sign, first, close, "", other, second, end] {
            html += &format!("<td><p>{cell} </p></td>");
        }
        html += "</tr>";
    }
    html
}

#[test]
fn signs_of_a_filing_belong_to_their_numbers_and_the_years_above_name_the_columns() {
    let years = "<tr><td></td><td></td><td colspan=2><p>2021</p></td><td></td><td></td><td colspan=2><p>2020</p></td><td></td></tr>";
    let rows = filing(&[
        ["Sales:", "", "", "", "", "", ""],
        ["Fees", "$", "19,984", "", "$", "10,230", ""],
        ["Total sales", "", "19,984", "", "", "10,230", ""],
        ["Interest", "", "(2,048", ")", "", "25,702", ""],
        ["Loan forgiven", "", "—", "", "", "(840", ")"],
        ["Net income (loss)", "$", "2,111", "", "$", "(2,208", ")"],
        ["Tax rate", "", "21.5", "%", "", "(3.5", ")%"],
    ]);
    let document = read("filing.html", &format!("<table>{years}{rows}</table>"));
    let table = &document.tables[0];
    assert_eq!(names(table)[1..], ["2021", "2020"]);
    assert_eq!(table.header_row, 0);
    assert_eq!(values(table, 1)[1..], [Some("19984"), Some("10230")]);
    assert_eq!(values(table, 3)[1..], [Some("-2048"), Some("25702")]);
    assert_eq!(values(table, 4)[1..], [Some("—"), Some("-840")]);
    assert_eq!(values(table, 5)[1..], [Some("2111"), Some("-2208")]);
    assert_eq!(table.columns[1].unit.as_deref(), Some("$"));
    assert!(
        texts(&document, BlockKind::Row)
            .contains(&"Net income (loss). 2021: $2,111. 2020: $(2,208).")
    );
}

#[test]
fn a_value_over_the_column_of_a_sign_is_of_the_same_column() {
    let html = "<table><tr><td></td><td colspan=2>Granted in 2021</td><td colspan=2>Granted in 2020</td></tr>\
        <tr><td>Yield</td><td colspan=2>0%</td><td colspan=2>0%</td></tr>\
        <tr><td>Volatility</td><td colspan=2>61.12% - 68.74%</td><td colspan=2>70.98% - 76.97%</td></tr>\
        <tr><td>Life in years</td><td></td><td>5.00</td><td></td><td>6.00</td></tr></table>";
    let table = &read("options.html", html).tables[0];
    assert_eq!(names(table)[1..], ["Granted in 2021", "Granted in 2020"]);
    assert_eq!(table.rows.len(), 3);
    assert_eq!(values(table, 2)[1..], [Some("5.00"), Some("6.00")]);
}

#[test]
fn the_same_years_above_a_second_part_begin_a_second_table() {
    let years = "<tr><td></td><td colspan=2>2021</td><td colspan=2>2020</td></tr>";
    let row = |name: &str, first: &str, second: &str| {
        format!("<tr><td>{name}</td><td>$</td><td>{first}</td><td>$</td><td>{second}</td></tr>")
    };
    let gap = "<tr><td></td><td></td><td></td></tr>";
    let html = format!(
        "<table>{years}{}{}{gap}{years}<tr><td>Current:</td></tr>{}{}</table>",
        row("Home", "5", "6"),
        row("Abroad", "7", "8"),
        row("Federal", "1", "2"),
        row("State", "3", "4")
    );
    let document = read("tax.html", &html);
    let sizes: Vec<_> = document
        .tables
        .iter()
        .map(|table| (names(table)[1..].to_vec(), table.rows.len()))
        .collect();
    assert_eq!(
        sizes,
        [(vec!["2021", "2020"], 2), (vec!["2021", "2020"], 3)]
    );
}

#[test]
fn a_column_of_currencies_keeps_its_signs() {
    let table = &read(
        "fees.csv",
        "Port,Currency,Fee\nOslo,€,12\nBath,£,9\nVejle,€,7\n",
    )
    .tables[0];
    assert_eq!(names(table), ["Port", "Currency", "Fee"]);
    assert_eq!(values(table, 1), [Some("Bath"), Some("£"), Some("9")]);
    assert_eq!(table.columns[2].kind, CellKind::Number);
}

#[test]
fn a_table_of_names_and_values_has_no_header() {
    let html = "<h1>Brig Aurora</h1><table><caption>Aurora</caption><tr><th colspan=2>Hull</th></tr>\
        <tr><th>Length</th><td>31 m</td></tr><tr><th>Built</th><td>1871</td></tr>\
        <tr><td colspan=2>Rig</td></tr><tr><td><b>Ma</b>sts:</td><td><p>2</p><p>poles</p></td></tr></table>";
    let document = read("aurora.html", html);
    assert!(document.tables.is_empty());
    assert_eq!(
        texts(&document, BlockKind::Row),
        ["Length: 31 m.", "Built: 1871.", "Masts: 2 poles."]
    );
    assert_eq!(
        texts(&document, BlockKind::Paragraph),
        ["Aurora", "Hull", "Rig"]
    );
}

#[test]
fn the_caption_of_a_table_stands_above_it() {
    let html = "<table><caption>Depths of <b>berths</b></caption><tr><th>Berth</th><th>Depth</th></tr><tr><td>4</td><td>9</td></tr></table>";
    let document = read("berths.html", html);
    assert_eq!(document.tables[0].title, ["Depths of berths"]);
    assert_eq!(document.blocks[0].text, "Depths of berths");
}

#[test]
fn numbers_name_columns_where_a_line_under_them_names_the_rows() {
    let mut years = String::new();
    for year in 1852..1880 {
        years += &format!("{year},27.6,13.5,16.9\n");
    }
    let csv = format!(
        "Wheat of the home farm.,,\"Hill Farm, Rye\",\nYearly yields in bushels an acre,,,\n,,,\nPLOT,2b,5,6\nYEAR,,,\n{years}"
    );
    let document = read("wheat.csv", &csv);
    let table = &document.tables[0];
    assert_eq!(names(table), ["PLOT YEAR", "2b", "5", "6"]);
    assert_eq!((table.header_row, table.rows.len()), (3, 28));
    assert_eq!(table.columns[0].kind, CellKind::Number);
    assert_eq!(table.title.len(), 2);
}

#[test]
fn a_row_of_words_among_the_values_is_no_header() {
    let csv = ",2023,2024\nFees,12,14\nRents,3,4\nLease,as agreed,see note\nWages,5,6\n";
    let document = read("accounts.csv", csv);
    assert_eq!(names(&document.tables[0])[1..], ["2023", "2024"]);
    assert_eq!(document.tables[0].rows.len(), 4);
}
