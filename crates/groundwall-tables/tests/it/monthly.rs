//! Tables with a row a record and month.

use crate::everyday::says;
use crate::material::made;
use groundwall_tables::supposed::unsure;
use groundwall_tables::{Routed, View, ask};

/// The months after which a year follows have it in their name.
const PRISONS: &str = "name,month,as_of_date,pop\n\
    Arden,march,03/11/2020,900\nArden,dec,12/31/2020,700\nArden,may_2021,06/02/2021,650\n\
    Borland,march,03/31/2020,500\nBorland,dec,12/31/2020,450\nBorland,may_2021,05/25/2021,455\n\
    Cerne,march,03/31/2020,80\nCerne,dec,12/31/2020,60\nCerne,may_2021,05/31/2021,61\n";

const WARDS: &str = "ward,day,beds\n\
    East,2021-01-31,20\nEast,2021-02-28,25\nEast,2021-03-31,31\nWest,2021-01-31,9\nWest,2021-02-28,8\nWest,2021-03-31,12\n";

const ORDERS: &str = "client,day,boxes\n\
    Acme,2021-01-05,20\nAcme,2021-02-20,25\nGlobex,2021-01-07,3\nAcme,2021-01-30,12\n";

#[test]
fn a_day_that_stands_twice_by_a_slip_changes_nothing() {
    let names = ["Arden", "Borland", "Cerne"];
    let mut table = "name,as_of_date,pop\n".to_owned();
    for (place, name) in names.iter().enumerate() {
        for month in 1..=12 {
            // Arden's November has the day of its December.
            let day = if place == 0 && month == 11 { 12 } else { month };
            table.push_str(&format!(
                "{name},2020-{day:02}-28,{}\n",
                100 * place + month
            ));
        }
    }
    let views = made("us-state-prison-populations.csv", &table);
    let views: Vec<&View> = views.iter().collect();
    let asked = "How many people did Borland's prisons hold at the end of October 2020?";
    let routed = ask(&views, asked);
    let Routed::Answer(answer) = routed else {
        panic!("{routed:?}");
    };
    assert!(answer.text.contains("110"), "{}", answer.text);
}

#[test]
fn a_change_between_two_months_of_a_record_is_that_of_its_figure() {
    for (name, table, question, expected) in [
        (
            "us-state-prison-populations.csv",
            PRISONS,
            "By how much did Arden's prison population drop between March 2020 and May 2021?",
            "250",
        ),
        (
            "wards.csv",
            WARDS,
            "By how much did the beds of East rise between January 2021 and March 2021?",
            "11",
        ),
    ] {
        says(name, table, &[(question, expected)]);
    }
}

#[test]
fn how_many_at_the_end_of_a_month_asks_for_the_figure_of_its_row() {
    for (name, table, question, expected) in [
        (
            "us-state-prison-populations.csv",
            PRISONS,
            "How many people did Arden's prisons hold at the end of December 2020?",
            "700",
        ),
        (
            "wards.csv",
            WARDS,
            "How many beds did East have at the end of February 2021?",
            "25",
        ),
        (
            "wards.csv",
            WARDS,
            "How many patients did East take at the start of February 2021?",
            "25",
        ),
    ] {
        let views = made(name, table);
        let views: Vec<&View> = views.iter().collect();
        let mut texts = Vec::new();
        match ask(&views, question) {
            Routed::Answer(answer) => texts.push(answer.text),
            Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text => {
                let read = unsure(&views, question);
                let read = read.iter().flat_map(|one| one.readings(|_, _| 0.1));
                texts.extend(read.map(|one| one.answer.text));
            }
        }
        assert!(
            texts.iter().any(|text| text.contains(expected)),
            "{question}: {texts:?}"
        );
        assert!(
            texts.iter().all(|text| !text.contains("1 of ")),
            "{question}: {texts:?}"
        );
    }
}

#[test]
fn what_else_there_may_be_of_a_record_is_not_its_figure() {
    let prisons = made("us-state-prison-populations.csv", PRISONS);
    let views: Vec<&View> = prisons.iter().collect();
    for question in [
        "How many prisons did Arden have in December 2020?",
        "By how much did Arden's staff drop between March 2020 and December 2020?",
    ] {
        let routed = ask(&views, question);
        assert!(
            !matches!(routed, Routed::Answer(_)),
            "{question}: {routed:?}"
        );
    }
}

#[test]
fn of_a_list_of_events_rows_are_counted_and_the_end_of_a_month_is_not_the_month() {
    let orders = made("orders.csv", ORDERS);
    let views: Vec<&View> = orders.iter().collect();
    let end = "How many boxes did Acme order at the end of January 2021?";
    let routed = ask(&views, end);
    assert!(!matches!(routed, Routed::Answer(_)), "{routed:?}");
    let change = "By how much did Acme's clients drop between January 2021 and February 2021?";
    if let Routed::Answer(answer) = ask(&views, change) {
        assert!(!answer.text.contains("boxes"), "{}", answer.text);
    }
}
