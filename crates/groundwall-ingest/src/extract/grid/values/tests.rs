use super::*;

fn read(texts: &[&str]) -> (CellKind, Option<String>, Vec<String>) {
    let cells: Vec<Cell> = texts
        .iter()
        .enumerate()
        .map(|(row, text)| Cell::text(row as u32, 0, *text))
        .collect();
    let column = column(&cells.iter().collect::<Vec<_>>());
    let values = column
        .typed
        .iter()
        .map(|typed| {
            typed
                .as_ref()
                .map_or("-".to_owned(), |typed| typed.value.clone())
        })
        .collect();
    (column.kind, column.unit, values)
}

fn values(texts: &[&str]) -> (CellKind, Vec<String>) {
    let (kind, _, values) = read(texts);
    (kind, values)
}

#[test]
fn marks_are_read_by_column() {
    use CellKind::{Money, Number, Percent, Text};
    let table: &[(&[&str], CellKind, &[&str])] = &[
        (&["1,234", "2,500.75"], Number, &["1234", "2500.75"]),
        (&["1.234", "2.500,75"], Number, &["1234", "2500.75"]),
        (&["12,5", "1.200"], Number, &["12.5", "1200"]),
        (&["1,234", "5,678"], Number, &["1234", "5678"]),
        (&["1.5", "2.125"], Number, &["1.5", "2.125"]),
        (&["1,20,000", "95,000"], Number, &["120000", "95000"]),
        (&["1 200", "12 345 678"], Number, &["1200", "12345678"]),
        (&["(120)", "-3", "−4.50"], Number, &["-120", "-3", "-4.50"]),
        (&["81.5 %", "9%"], Percent, &["81.5", "9"]),
        (
            &["$1,200.50", "-$3", "$ (4)"],
            Money,
            &["1200.50", "-3", "-4"],
        ),
        (
            &["12345678901234567890", "1"],
            Number,
            &["12345678901234567890", "1"],
        ),
        (&["007", "012"], Text, &["-", "-"]),
        (&["1,23,4", "x"], Text, &["-", "-"]),
        (
            &["5", "6", "7", "8", "absent"],
            Number,
            &["5", "6", "7", "8", "-"],
        ),
        (&["5 m", "6 km"], Text, &["-", "-"]),
    ];
    for (texts, kind, expected) in table {
        let expected: Vec<String> = expected.iter().map(|value| (*value).to_owned()).collect();
        if texts[0].starts_with('$') {
            assert_eq!(
                values(&texts[..2]),
                (*kind, expected[..2].to_vec()),
                "{texts:?}"
            );
        } else {
            assert_eq!(values(texts), (*kind, expected), "{texts:?}");
        }
    }
    assert_eq!(
        read(&["9 m", "12.5 m"]),
        (
            Number,
            Some("m".to_owned()),
            vec!["9".to_owned(), "12.5".to_owned()]
        )
    );
    assert_eq!(read(&["€ 5", "7"]).1.as_deref(), Some("€"));
}

#[test]
fn dates_are_read_where_there_is_one_way_to_read_them() {
    let day_first = values(&["25/12/2024", "01/02/2024"]);
    assert_eq!(
        day_first,
        (
            CellKind::Date,
            vec!["2024-12-25".to_owned(), "2024-02-01".to_owned()]
        )
    );
    let cells = [
        Cell::text(0, 0, "03/04/2024"),
        Cell::text(1, 0, "01/02/2024"),
    ];
    let read = column(&cells.iter().collect::<Vec<_>>());
    assert!(read.ambiguous_dates && read.kind == CellKind::Text);
    assert_eq!(
        values(&["1 Dec 2024", "2024-01-05", "March 3, 2024"]).1,
        ["2024-12-01", "2024-01-05", "2024-03-03"]
    );
}

#[test]
fn days_are_read_whatever_hour_stands_behind_them() {
    for texts in [
        ["2019/02/14 00:00:00+00", "2019/02/13 01:00:00+00"],
        ["2019-02-14T14:45:54.180Z", "2019-02-13T09:00:00+01:00"],
        ["2019-02-14 14:45", "2019-02-13 09:00:00"],
    ] {
        let days = ["2019-02-14", "2019-02-13"].map(str::to_owned).to_vec();
        assert_eq!(values(&texts), (CellKind::Date, days), "{texts:?}");
    }
    for text in ["2019-02-14 or later", "2019-02-14 14h", "2019-02-14 1:45"] {
        assert_eq!(values(&[text, text]).0, CellKind::Text, "{text}");
    }
}
