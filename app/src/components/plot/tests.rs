use super::{number, over_time, plot};
use groundwall_core::TableResult;
use groundwall_core::table_answer::{GroupFigure, TableField};

#[test]
fn numbers_are_read_as_tables_show_them() {
    for (shown, value) in [
        ("1,234.5", 1234.5),
        ("-3 %", -3.0),
        ("€1,200", 1200.0),
        ("(45)", -45.0),
        ("12 tonnes", 12.0),
    ] {
        assert_eq!(number(shown), Some(value), "{shown}");
    }
    for shown in ["", "–", "Berth 1", "1 to 3", "3 of 4"] {
        assert_eq!(number(shown), None, "{shown}");
    }
}

fn list(columns: [&str; 2], rows: &[[&str; 2]]) -> TableResult {
    TableResult::List {
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows
            .iter()
            .map(|row| row.map(str::to_owned).to_vec())
            .collect(),
        all: 4,
    }
}

#[test]
fn a_list_of_names_and_numbers_is_drawn_and_one_without_is_not() {
    let rows = [["A", "1"], ["B", "2"], ["C", "3"], ["D", "4"]];
    let drawn = plot(&list(["Berth", "Length"], &rows)).unwrap();
    assert_eq!(
        (drawn.what.as_str(), drawn.by.as_str()),
        ("Length", "Berth")
    );
    assert!(over_time(&drawn.series[0].1).is_none());
    assert!(plot(&list(["Berth", "Length"], &rows[..3])).is_none());
    let words = [["A", "x"], ["B", "2"], ["C", "3"], ["D", "4"]];
    assert!(plot(&list(["Berth", "Length"], &words)).is_none());
}

#[test]
fn periods_make_a_line_in_their_order() {
    let groups = ["2021", "2019", "2020", "2023"].map(|name| GroupFigure {
        name: name.to_owned(),
        shown: "4".to_owned(),
        value: 4.0,
    });
    let drawn = plot(&TableResult::Groups {
        by: "Year".to_owned(),
        what: "catch".to_owned(),
        groups: groups.to_vec(),
    })
    .unwrap();
    let placed = over_time(&drawn.series[0].1).unwrap();
    let names: Vec<&str> = placed
        .iter()
        .map(|(_, point)| point.name.as_str())
        .collect();
    assert_eq!(names, ["2019", "2020", "2021", "2023"]);
    let field = |name: &str| TableField {
        name: name.to_owned(),
        value: "4".to_owned(),
        cell: "A1".to_owned(),
    };
    let record = |names: [&str; 5]| TableResult::Record {
        title: "Cod".to_owned(),
        fields: names.map(field).to_vec(),
    };
    assert_eq!(
        plot(&record(["Unit", "2020", "2021", "2022", "2023"]))
            .unwrap()
            .series[0]
            .1
            .len(),
        4
    );
    assert!(plot(&record(["a", "b", "c", "d", "e"])).is_none());
}
