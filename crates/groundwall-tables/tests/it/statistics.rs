//! Tables as offices of statistics publish them: rows over rows of names, shares and errors beside numbers, sections, one sheet a month. The figures are made up.

use crate::material::{made, sheets};
use groundwall_tables::{Routed, View, ask, check};

const BOATS: &str = "Port,2023 boats Number,2023 boats Margin of error,2023 boats Percent,2024 boats Number,2024 boats Margin of error,2024 boats Percent
Albhaven,410,17,13.6,390,16,12.8
Borhaven,132,7,18.5,128,6,17.2
Corhaven,905,30,9.1,921,31,9.4
";
const VOTES: &str = "Column,Yes no.,Yes %,No no.,No %
North Wards,,,,
Alder,300,60.0,200,40.0
Birch(b),100,25.0,300,75.0
Victoria Wards,,,,
Cedar,450,90.0,50,10.0
Dune,280,70.0,120,30.0
Elm,200,50.0,200,50.0
Fir,320,80.0,80,20.0
";

fn answer(views: &[View], question: &str) -> String {
    let views: Vec<&View> = views.iter().collect();
    match ask(&views, question) {
        Routed::Answer(answer) => answer.text,
        other @ (Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text) => {
            panic!("{question}: {other:?}")
        }
    }
}

#[test]
fn of_number_share_and_error_the_one_that_is_asked_for() {
    let boats = made("boats.csv", BOATS);
    for (question, said) in [
        ("How many boats did Borhaven have in 2024?", "128"),
        ("What was the boats percentage of Borhaven in 2024?", "17.2"),
        ("Which port had the highest boats rate in 2023?", "Borhaven"),
        ("Which port had the most boats in 2023?", "Corhaven"),
    ] {
        let text = answer(&boats, question);
        assert!(text.contains(said), "{question}: {text}");
    }
}

#[test]
fn a_row_that_names_a_section_is_a_value_of_the_rows_under_it() {
    let votes = made("votes.csv", VOTES);
    let text = answer(
        &votes,
        "In which Victorian wards was the Yes share above 75 percent?",
    );
    assert!(
        text.contains("Cedar") && text.contains("Fir") && !text.contains("Dune"),
        "{text}"
    );
    assert!(answer(&votes, "What was the Yes share in Birch?").contains("25"));
    let views: Vec<&View> = votes.iter().collect();
    let claim = check(&views, "Alder had more Yes votes than Cedar.");
    assert!(claim.is_none_or(|answer| answer.holds == Some(false)));
}

#[test]
fn a_question_may_end_with_the_word_no() {
    let votes = made("votes.csv", VOTES);
    let views: Vec<&View> = votes.iter().collect();
    let asked = ask(&views, "What percentage of the answers in Birch were No?");
    assert!(
        !matches!(&asked, Routed::Answer(answer) if !answer.text.contains("75")),
        "{asked:?}"
    );
}

#[test]
fn of_sheets_a_month_the_one_that_is_named_else_the_newest() {
    let prices = |gull: &str, tern: &str| format!("Bird,Price\nGull,{gull}\nTern,{tern}\nSkua,3\n");
    let sheets = sheets(
        "birds.xlsx",
        &[
            ("Jan2018", &prices("5", "7")),
            ("Jul2018", &prices("6", "8")),
        ],
    );
    assert!(answer(&sheets, "What was the price of a Gull in January 2018?").contains('5'));
    assert!(answer(&sheets, "What was the price of a Tern in July 2018?").contains('8'));
    assert!(answer(&sheets, "What is the price of a Gull?").contains('6'));
}

#[test]
fn the_year_of_the_least_is_read_from_the_figures_and_not_from_the_years() {
    let rides = made(
        "rides.csv",
        "Media,2005,2006,2007,2008\nTokens,82,75,69,94\nTickets,73,68,65,34\nPasses,10,11,12,13\n",
    );
    assert!(answer(&rides, "In which year were the fewest tokens?").contains("2007"));
}

#[test]
fn numbers_in_thousands_are_meant_so_and_said_so() {
    let riders = made(
        "riders.csv",
        "Riders by line (000's),,\nLine,Riders 2016,Share %\nHarbour,533,40.5\nRidge,212,16.1\nQuay,571,43.4\n",
    );
    let text = answer(&riders, "How many riders did Harbour have in 2016?");
    assert!(
        text.contains("533") && text.ends_with("in thousands."),
        "{text}"
    );
    let share = answer(&riders, "Which line had the highest share?");
    assert!(
        share.contains("Quay") && !share.contains("thousands"),
        "{share}"
    );
    assert!(
        answer(
            &riders,
            "Which lines had more than 500 thousand riders in 2016?"
        )
        .contains("Quay")
    );
    let views: Vec<&View> = riders.iter().collect();
    for (claim, holds) in [
        ("The riders 2016 of Harbour were 533,000.", true),
        ("The riders 2016 of Harbour were 533.", false),
    ] {
        let answer = check(&views, claim);
        assert_eq!(
            answer.and_then(|answer| answer.holds),
            Some(holds),
            "{claim}"
        );
    }
}

#[test]
fn a_claim_in_millions_is_held_to_the_digits_that_it_writes() {
    let cities = made(
        "cities.csv",
        "City,Population\nAlba,1234567\nBora,890123\nCora,45000\n",
    );
    let views: Vec<&View> = cities.iter().collect();
    for (claim, holds) in [
        ("The population of Alba is 1.2 million.", true),
        ("The population of Alba is 1.3 million.", false),
        ("Alba has 1.23 million inhabitants.", true),
        ("Bora has 890 thousand inhabitants.", true),
        ("Bora has 890,000 inhabitants.", false),
        ("Cora has 45k inhabitants.", true),
    ] {
        let answer = check(&views, claim);
        assert_eq!(
            answer.and_then(|answer| answer.holds),
            Some(holds),
            "{claim}"
        );
    }
}
