//! What a merged cell is: a name of the columns that it covers, or a value of its first one.

use super::*;

/// Names over two years with an estimate and an error each, where the later estimates take two columns.
fn measures() -> Vec<Vec<Cell>> {
    vec![
        row(0, &["Measure", "2014", "", "Change", "", ""]),
        row(1, &["", "Estimate", "Error", "Estimate", "", "Error"]),
        row(2, &["Shares of income by rank of the household"]),
        row(3, &["Lowest fifth", "3.1", "0.1", "1.8", "", "2.3"]),
        row(4, &["Second fifth", "8.2", "0.2", "0.3", "", "1.4"]),
        row(5, &["Summary Measures"]),
        row(6, &["Gini index", "0.48", "0.01", "-0.3", "", "1.0"]),
        row(7, &["Theil index", "0.41", "0.01", "0.2", "", "2.9"]),
        row(8, &["A note on all of it, merged over the whole width."]),
    ]
}

const MERGED: &[[u32; 4]] = &[
    [0, 0, 1, 0],
    [0, 1, 0, 2],
    [0, 3, 0, 5],
    [1, 3, 1, 4],
    [2, 0, 2, 5],
    [3, 3, 3, 4],
    [4, 3, 4, 4],
    [5, 0, 5, 5],
    [6, 3, 6, 4],
    [7, 3, 7, 4],
    [8, 0, 8, 5],
];

#[test]
fn a_line_over_all_columns_names_the_rows_below_it_and_no_column() {
    let read = sheet(&measures(), MERGED);
    let table = &read.tables[0];
    assert_eq!(
        names(table),
        [
            "Measure",
            "2014 Estimate",
            "2014 Error",
            "Change Estimate",
            "Change Error"
        ]
    );
    assert_eq!(table.address(&table.rows[1], 4), "F4");
    let lines: Vec<_> = table
        .rows
        .iter()
        .map(|row| row.cells.iter().flatten().count())
        .collect();
    assert_eq!(lines, [1, 5, 5, 1, 5, 5]);
    assert_eq!(read.blocks.last().unwrap().kind, BlockKind::Paragraph);
}

#[test]
fn a_value_over_several_columns_is_that_of_the_first() {
    let rows = [
        row(0, &["Cost centre", "Gross", "Income", "Net"]),
        row(1, &["Parks", "3000", "", "2000"]),
        row(2, &["Roads", "500", "20", "480"]),
    ];
    let read = sheet(&rows, &[[1, 1, 1, 2]]);
    assert_eq!(
        read.blocks[0].text,
        "Cost centre: Parks. Gross: 3000. Net: 2000."
    );
    assert_eq!(names(&read.tables[0])[2], "Income");
    assert!(read.tables[0].rows[0].cells[2].is_none());
}

#[test]
fn a_value_over_several_rows_and_columns_comes_down_its_first_column() {
    let rows = [
        row(0, &["Office", "Desk", "Name"]),
        row(1, &["Pilots", "", "Ada"]),
        row(2, &["", "", "Ben"]),
    ];
    let read = sheet(&rows, &[[1, 0, 2, 1]]);
    assert_eq!(read.blocks[1].text, "Office: Pilots. Name: Ben.");
}

#[test]
fn a_sheet_of_notes_is_text_and_says_each_once() {
    let note = "The method of this index has changed over time and is told in the booklet, which everybody can have. ".repeat(2);
    let rows = [
        row(0, &["", "Prices of boats since 1952"]),
        row(1, &["", "Notes"]),
        row(2, &["", &note]),
        row(5, &["●", "1952 to 1959: the simple average of all prices"]),
        row(6, &["●", "1960 to 1973: the average weighted by length"]),
        row(7, &["●", "1974 on: the average weighted by length and age"]),
    ];
    let read = sheet(&rows, &[[2, 1, 4, 9], [7, 1, 8, 9]]);
    assert!(read.tables.is_empty());
    let texts: Vec<_> = read.blocks.iter().map(|block| block.text.trim()).collect();
    assert_eq!(texts.len(), 6, "{texts:?}");
    assert_eq!(texts.iter().filter(|text| **text == note.trim()).count(), 1);
    assert_eq!(texts[3], "● 1952 to 1959: the simple average of all prices");
}

#[test]
fn names_behind_a_merged_cell_begin_a_table_of_their_own() {
    let rows = [
        row(0, &["Centre", "Gross", "Net"]),
        row(1, &["Parks", "300", "200"]),
        row(3, &["Boxes", "Income", "", "Costs"]),
        row(6, &["", "Fees", "Rents", "Staff"]),
        row(7, &["Direct services"]),
        row(8, &["Parks", "5", "7", "200"]),
    ];
    let read = sheet(&rows, &[[3, 0, 6, 0], [3, 1, 3, 2]]);
    assert!(read.blocks.last().unwrap().text.contains("Rents: 7."));
    assert!(!read.blocks.last().unwrap().text.contains("Net"));
}
