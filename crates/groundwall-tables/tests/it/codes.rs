//! Columns of codes, records of several kinds in one column, and notes that a printed table leaves in its names. The rows are made up.

use crate::material::made;
use groundwall_tables::{Routed, ask, check};

const WAGES: &str = "index,2014,2015,2016
OR,9.10,9.25,9.75
NY,8.00,8.75,9.00
WA,9.32,9.47,9.47
TX,7.25,7.25,7.25
UT,7.25,7.25,7.25
DC,9.50,10.50,11.50
";
const CRIME: &str = "Area,Year,Population2,Burglary3 rate,Robbery
\"United States Total6, 7\",2015,1000,31.1,900
\"United States Total6, 7\",2016,1010,32.1,950
\"United States Total6, 7\",Percent change,,3.2,5.6
South6,2015,600,30.0,500
South6,2016,610,31.0,510
South6,Percent change,,3.3,2.0
Texas,2015,200,20.5,90
Texas,2016,210,21.5,110
Texas,Percent change,,4.9,22.2
Ohio8,2015,100,40.0,80
Ohio8,2016,101,39.0,70
Ohio8,Percent change,,-2.5,-12.5
Utah,2015,50,10.0,20
Utah,2016,51,11.0,21
Utah,Percent change,,10.0,5.0
Iowa,2015,60,12.0,30
Iowa,2016,61,12.5,31
Iowa,Percent change,,4.2,3.3
Maine,2015,30,9.0,8
Maine,2016,31,8.0,9
Maine,Percent change,,-11.1,12.5
";
const FUNDS: &str = "Town,Days in reserve FY 2015,Days in reserve FY 2016,Ending balance (in millions) FY 2015,Ending balance (in millions) FY 2016
Aster,12,14,-20,35
Birk,8,9,41,-6
Carr,30,28,-3,-1
Dahl,2,3,17,22
";

const RACERS: &str = "Name,Gender,Party,Age
Ada Berg,F,D,31
Bo Carr,M,R,25
Cy Dahl,M,D,44
Di Esk,F,D,19
Ed Fjeld,M,I,28
";

/// What each question is answered with holds what is expected.
fn answers(name: &str, csv: &str, questions: &[(&str, &str)]) {
    for (question, expected) in questions {
        let text = answered(name, csv, question);
        assert!(text.contains(expected), "{question}: {text}");
    }
}

fn answered(name: &str, csv: &str, question: &str) -> String {
    let views = made(name, csv);
    let routed = ask(&views.iter().collect::<Vec<_>>(), question);
    let Routed::Answer(answer) = routed else {
        panic!("{question}: {routed:?}");
    };
    answer.text
}

#[test]
fn a_code_answers_to_what_it_stands_for() {
    answers(
        "minimum-wage.csv",
        WAGES,
        &[
            ("What was Oregon's minimum wage in 2015?", "9.25"),
            (
                "what was oregons minimum wage in 2015 in the wage file",
                "9.25",
            ),
            (
                "Which state had the highest minimum wage in 2016?",
                "DC has",
            ),
            (
                "How many states had a minimum wage of 7.25 in 2016?",
                "2 of 6 states",
            ),
            ("How many states were at 7.25 in 2016?", "2 of 6 states"),
            (
                "What is the average 2016 minimum wage over all states?",
                "9.04",
            ),
        ],
    );
    let views = made("minimum-wage.csv", WAGES);
    let views: Vec<_> = views.iter().collect();
    for (claim, holds) in [
        ("In 2016 the minimum wage of New York was 9.00.", true),
        ("In 2016 the minimum wage of Washington was 9.00.", false),
    ] {
        let checked = check(&views, claim).and_then(|answer| answer.holds);
        assert_eq!(checked, Some(holds), "{claim}");
    }
}

#[test]
fn a_state_is_no_region_and_no_total() {
    answers(
        "crime-by-state.csv",
        CRIME,
        &[
            ("Which state had the most robberies in 2016?", "Texas has"),
            (
                "Which state had the highest burglary rate in 2015?",
                "Ohio8 has",
            ),
            ("What was the population of Ohio in 2016?", "101"),
            (
                "How many states had more than 25 robberies in 2016?",
                "3 of ",
            ),
        ],
    );
    let text = answered(
        "crime-by-state.csv",
        CRIME,
        "Which state had the most robberies in 2016?",
    );
    assert!(text.contains("one of the states"), "{text}");
    // Where no kind is named, what sums up the others is none of them.
    let text = answered(
        "crime-by-state.csv",
        CRIME,
        "Which area had the most robberies in 2016?",
    );
    assert!(text.contains("South6 has"), "{text}");
}

#[test]
fn a_bound_may_stand_between_a_column_and_its_year() {
    answers(
        "funds.csv",
        FUNDS,
        &[
            (
                "How many towns had an ending balance below 0 in FY 2016?",
                "2 of 4 towns",
            ),
            (
                "How many towns had an ending balance below zero in FY 2015?",
                "2 of 4 towns",
            ),
            (
                "How many towns had a negative ending balance in FY 2015?",
                "2 of 4 towns",
            ),
        ],
    );
}

#[test]
fn a_list_of_countries_is_counted_whole_though_some_are_written_otherwise() {
    let rows = [
        "Denmark,90",
        "Finland,89",
        "Norway,85",
        "Chile,72",
        "Spain,65",
        "Italy,42",
        "Peru,38",
        "Kenya,27",
        "India,36",
        "Japan,74",
        "Cuba,48",
        "Korea (South),56",
    ];
    let csv = format!("Country,Score\n{}\n", rows.join("\n"));
    answers(
        "scores.csv",
        &csv,
        &[("How many countries have a score above 50?", "7 of 12")],
    );
}

#[test]
fn a_hundred_is_a_number() {
    answers(
        "crime.csv",
        CRIME,
        &[(
            "In how many states is the population above a hundred in 2016?",
            "2 of ",
        )],
    );
}

#[test]
fn letters_stand_for_people_where_the_column_says_so() {
    answers(
        "racers.csv",
        RACERS,
        &[
            (
                "How many women are there?",
                "2 of 5 rows with Gender F (female)",
            ),
            ("How many men are there?", "3 of 5"),
            ("How many Democrats are there?", "3 of 5"),
            ("What is the average age of the women?", "25"),
        ],
    );
}
