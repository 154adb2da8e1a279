use super::*;

mod merged;

use groundwall_core::CellKind;
use groundwall_core::TableCell;

fn row(number: u32, values: &[&str]) -> Vec<Cell> {
    let filled = values
        .iter()
        .enumerate()
        .filter(|(_, text)| !text.is_empty());
    filled
        .map(|(column, text)| Cell::text(number, column as u32, *text))
        .collect()
}

fn sheet(rows: &[Vec<Cell>], merged: &[[u32; 4]]) -> Read {
    let grid = Grid {
        cells: rows.concat(),
        merged: merged.to_vec(),
        ..Grid::default()
    };
    read(
        grid,
        &Locator {
            sheet: Some("Q1".into()),
            ..Locator::default()
        },
    )
}

fn names(table: &Table) -> Vec<&str> {
    table
        .columns
        .iter()
        .map(|column| column.name.as_str())
        .collect()
}

#[test]
fn title_rows_are_a_preamble_and_totals_are_apart() {
    let read = sheet(
        &[
            row(0, &["Vessel calls 2024"]),
            row(2, &["Vessel", "Calls", "Tonnes"]),
            row(3, &["Aurora", "12", "300"]),
            row(4, &["Total", "12", "300"]),
        ],
        &[],
    );
    let got: Vec<_> = read
        .blocks
        .iter()
        .map(|block| {
            (
                block.kind,
                block.text.as_str(),
                block.locator.cells.as_deref().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        got,
        [
            (BlockKind::Paragraph, "Vessel calls 2024", "A1"),
            (
                BlockKind::Row,
                "Vessel: Aurora. Calls: 12. Tonnes: 300.",
                "A4:C4"
            ),
            (
                BlockKind::Row,
                "Totals row. Vessel: Total. Calls: 12. Tonnes: 300.",
                "A5:C5"
            ),
        ]
    );
    let table = &read.tables[0];
    assert_eq!(
        (table.rows.len(), table.totals.len(), table.title.as_slice()),
        (1, 1, &["Vessel calls 2024".to_owned()][..])
    );
    assert_eq!(table.address(&table.rows[0], 2), "C4");
    assert_eq!(table.columns[1].kind, CellKind::Number);
}

#[test]
fn a_grid_of_numbers_has_no_header() {
    let read = sheet(&[row(0, &["1", "2"]), row(1, &["3", "4"])], &[]);
    assert_eq!(
        (read.blocks[0].text.as_str(), read.tables.len()),
        ("1 2", 0)
    );
}

#[test]
fn two_rows_of_names_join_with_and_without_merged_cells() {
    let rows = [
        row(0, &["Region", "2023", "", "2024", ""]),
        row(1, &["", "Plan", "Real", "Plan", "Real"]),
        row(2, &["North", "1", "2", "3", "4"]),
    ];
    for merged in [&[][..], &[[0, 1, 0, 2], [0, 3, 0, 4]][..]] {
        let read = sheet(&rows, merged);
        assert_eq!(
            names(&read.tables[0]),
            ["Region", "2023 Plan", "2023 Real", "2024 Plan", "2024 Real"]
        );
        assert_eq!(read.tables[0].rows.len(), 1);
    }
}

#[test]
fn a_pivot_table_is_named_by_its_school_years_and_not_by_its_labels() {
    let rows = [
        row(0, &["primary_need", "Speech"]),
        row(1, &["level", "Council"]),
        row(3, &["Sum of pupils", "Column Labels"]),
        row(4, &["Row Labels", "201718", "201819", "Grand Total"]),
        row(5, &["Ash", "120", "131", "251"]),
        row(6, &["Bay", "90", "88", "178"]),
    ];
    let read = sheet(&rows, &[]);
    let table = &read.tables[0];
    assert_eq!(
        names(table),
        ["Sum of pupils", "201718", "201819", "Grand Total"]
    );
    assert_eq!(table.rows.len(), 2);
    assert!(table.title.iter().any(|line| line.contains("Speech")));
}

#[test]
fn merged_cells_repeat_downwards_and_a_merged_title_is_said_once() {
    let rows = [
        row(0, &["Staff of the port"]),
        row(1, &["Office", "Name", "Hours"]),
        row(2, &["Pilots", "Ada", "12"]),
        row(3, &["", "Ben", "9"]),
    ];
    let read = sheet(&rows, &[[0, 0, 0, 2], [2, 0, 3, 0]]);
    assert_eq!(read.blocks[0].text, "Staff of the port");
    assert_eq!(read.blocks[2].text, "Office: Pilots. Name: Ben. Hours: 9.");
}

#[test]
fn years_name_columns_duplicates_are_numbered_and_a_source_is_no_row() {
    let rows = [
        row(0, &["Region", "2022", "2023", "2023"]),
        row(1, &["Region", "2022", "2023", "Note", "Note"]),
        row(2, &["North", "10", "11", "x", "y"]),
        row(3, &["Source: the harbour office, yearly count of 2023."]),
    ];
    let read = sheet(&rows[1..], &[]);
    assert_eq!(
        names(&read.tables[0]),
        ["Region", "2022", "2023", "Note", "Note (2)"]
    );
    assert_eq!(read.tables[0].rows.len(), 1);
    assert_eq!(read.blocks.last().unwrap().kind, BlockKind::Paragraph);
}

#[test]
fn a_second_table_under_a_gap_has_its_own_names() {
    let rows = [
        row(0, &["Berth", "Depth"]),
        row(1, &["A", "9"]),
        row(4, &["Crane", "Load", "Built"]),
        row(5, &["K1", "40", "1999"]),
        row(6, &["K2", "35", "2004"]),
    ];
    let read = sheet(&rows, &[]);
    assert_eq!(
        read.tables
            .iter()
            .map(|table| (table.columns.len(), table.rows.len()))
            .collect::<Vec<_>>(),
        [(2, 1), (3, 2)]
    );
    assert_eq!(read.tables[1].header_row, 4);
}

#[test]
fn names_of_a_hundred_letters_are_names_and_a_row_of_notes_is_none() {
    let speeding = "Percentage of drivers involved in fatal collisions who were speeding";
    let losses = "Losses incurred by insurance companies for collisions per insured driver ($)";
    let read = sheet(
        &[
            row(0, &["State", speeding, losses]),
            row(1, &["Alabama", "39", "145.08"]),
            row(2, &["Alaska", "41", "133.93"]),
        ],
        &[],
    );
    assert_eq!(names(&read.tables[0]), ["State", speeding, losses]);
    let note = "This sheet was made by the harbour office from the books of 2023. ".repeat(3);
    let other =
        "It is read once a year by the council, and whoever finds a fault in it writes to us. "
            .repeat(2);
    let read = sheet(
        &[
            row(0, &[&note, &other]),
            row(1, &["Berth", "Depth"]),
            row(2, &["A", "9"]),
        ],
        &[],
    );
    assert_eq!(names(&read.tables[0]), ["Berth", "Depth"]);
}

#[test]
fn rows_that_lead_to_notes_hold_no_values() {
    let read = sheet(
        &[
            row(0, &["Area code", "Region", "Trees", "Hectares"]),
            row(1, &["Notes", "", "(Note 2)", "(Note 2)"]),
            row(2, &["Units", "", "Thousands", "Hectares"]),
            row(3, &["E12000001", "North East", "1780", "1544"]),
            row(4, &["E12000009", "South West", "2068", "1775"]),
        ],
        &[],
    );
    let table = &read.tables[0];
    assert_eq!(names(table), ["Area code", "Region", "Trees", "Hectares"]);
    assert_eq!(table.rows.len(), 2);
}

#[test]
fn units_under_the_names_belong_to_them() {
    let read = sheet(
        &[
            row(0, &["House prices"]),
            row(1, &["", "All houses", "", "New houses", ""]),
            row(2, &["Quarter", "Price", "Change", "Price", "Change"]),
            row(3, &["", "£", "%", "£", "%"]),
            row(4, &["Q1 2024", "268000", "1.5", "301000", "2.5"]),
            row(5, &["Q2 2024", "269000*", "n/a", "302000", "-"]),
            row(6, &["Q3 2024", "270000", "1.7", "303000", "…"]),
        ],
        &[],
    );
    let table = &read.tables[0];
    assert_eq!(
        names(table)[1..3],
        ["All houses Price (£)", "All houses Change (%)"]
    );
    assert_eq!(table.rows.len(), 3);
    assert!(
        table.columns[1..]
            .iter()
            .all(|column| column.kind == CellKind::Number)
    );
    assert_eq!(
        table.rows[1].cells[1].as_ref().map(TableCell::value),
        Some("269000")
    );
}

#[test]
fn of_two_rows_of_words_over_dates_the_lower_one_names_the_columns() {
    let read = sheet(
        &[
            row(0, &["Back to contents", "Data 1: gas"]),
            row(2, &["Date", "Price of gas"]),
            row(3, &["2024-01-15", "3.1"]),
            row(4, &["2024-02-15", "3.3"]),
        ],
        &[],
    );
    assert_eq!(names(&read.tables[0]), ["Date", "Price of gas"]);
}

#[test]
fn a_first_column_of_years_is_called_so_and_a_sheet_without_names_says_why() {
    let read_years = sheet(
        &[
            row(0, &["", "Gold", "Silver"]),
            row(1, &["2023", "1900", "23"]),
            row(2, &["2024", "2300", "28"]),
        ],
        &[],
    );
    assert_eq!(names(&read_years.tables[0]), ["Year", "Gold", "Silver"]);
    let numbers = sheet(
        &[
            row(0, &["1", "2"]),
            row(1, &["3", "4"]),
            row(2, &["5", "6"]),
            row(3, &["7", "8"]),
        ],
        &[],
    );
    assert!(numbers.tables.is_empty());
    assert!(
        numbers.notes[0].starts_with("Sheet Q1 has rows"),
        "{:?}",
        numbers.notes
    );
}

#[test]
fn names_of_three_rows_are_put_together_and_lines_of_one_name_stay_one() {
    let statistics = [
        row(0, &["Table A-1. Households without a boat, by port"]),
        row(
            2,
            &["Port", "Has a ferry?", "2023 boats", "", "2024 boats", ""],
        ),
        row(4, &["", "", "", "Margin of", "", "Margin of"]),
        row(5, &["", "", "Number", "error", "Percent", "error"]),
        row(7, &["Albhaven........", "Y", "410", "17", "*-13.6", "0.4"]),
        row(8, &["Borhaven…………", "N", "132", "7", "#18.5", "1"]),
    ];
    for merged in [
        &[][..],
        &[[2, 0, 5, 0], [2, 1, 5, 1], [2, 2, 3, 3], [2, 4, 3, 5]][..],
    ] {
        let table = &sheet(&statistics, merged).tables[0];
        assert_eq!(
            names(table),
            [
                "Port",
                "Has a ferry?",
                "2023 boats Number",
                "2023 boats Margin of error",
                "2024 boats Percent",
                "2024 boats Margin of error",
            ]
        );
        assert_eq!((table.rows.len(), table.header_row), (2, 5));
        let of = |row: usize, column: usize| table.rows[row].cells[column].as_ref().unwrap();
        assert_eq!(
            (of(0, 0).text.as_str(), of(1, 0).text.as_str()),
            ("Albhaven", "Borhaven")
        );
        assert_eq!((of(0, 4).value(), of(1, 4).value()), ("-13.6", "18.5"));
    }
}

#[test]
fn a_first_row_of_words_is_no_heading_where_every_column_has_a_name() {
    let table = &sheet(
        &[
            row(0, &["Vessel", "Berth", "Calls"]),
            row(1, &["Aurora", "North", "n/a"]),
            row(2, &["Borea", "South", "12"]),
            row(3, &["Cora", "South", "9"]),
        ],
        &[],
    )
    .tables[0];
    assert_eq!(names(table), ["Vessel", "Berth", "Calls"]);
    assert_eq!(table.rows.len(), 3);
}

#[test]
fn signs_beside_a_title_make_no_names_of_it() {
    let read = sheet(
        &[
            row(0, &["Weekend 11/11 - 13/11", "", "", "#", "#"]),
            row(1, &["Rank", "Film", "Gross"]),
            row(2, &["1", "Ash", "300"]),
            row(3, &["2", "Bay", "200"]),
        ],
        &[],
    );
    assert_eq!(names(&read.tables[0]), ["Rank", "Film", "Gross"]);
}

#[test]
fn a_wider_name_stands_over_as_many_columns_as_those_beside_it() {
    let read = sheet(
        &[
            row(0, &["", "Level 1", "", "Level 2", "", "Level 3", "", ""]),
            row(
                1,
                &[
                    "District", "Count", "%", "Count", "%", "Count", "%", "Average",
                ],
            ),
            row(2, &["Ash", "3", "30", "5", "50", "2", "20", "611"]),
            row(3, &["Bay", "1", "10", "4", "40", "5", "50", "633"]),
        ],
        &[],
    );
    assert_eq!(
        names(&read.tables[0]),
        [
            "District",
            "Level 1 Count",
            "Level 1 %",
            "Level 2 Count",
            "Level 2 %",
            "Level 3 Count",
            "Level 3 %",
            "Average"
        ]
    );
}
