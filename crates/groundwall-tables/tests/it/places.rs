//! What a table is of by the name of its file, months that are columns, and amounts in words.

use crate::material::made;
use groundwall_tables::{Routed, ask};

const GENERATION: &str = "YEAR,NUCLEAR SHARE,COAL SHARE\n\
    1990,19.1,52.5\n\
    1991,21.7,51.2\n\
    1992,22.2,50.9\n";

const TRAFFIC: &str = "Community,Functional Class,Accidents\n\
    abington,Arterial,60\n\
    agawam,Freeway,12\n\
    avon,Freeway,4\n";

const TREES: &str = "Name,Rank,Income\n\
    East New York,5,31000\n\
    Flatlands,5,78000\n\
    New Lots,4,92000\n";

const RAIN: &str = "Year,January,February,March,April,May,June,July\n\
    2010,58.0,71.2,44.6,20.3,33.1,30.9,40.2\n\
    2011,61.4,50.1,12.2,8.9,40.4,81.7,51.6\n\
    2012,58.2,24.7,34.6,168.6,52.6,166.5,128.4\n";

const ARRIVALS: &str = "Harbour,2016,2017\n\
    Norvik,960000,1240000\n\
    Helmond,310000,298000\n\
    Ark,1100000,1462000\n\
    Total,2370000,3000000\n";

/// What a question gets; nothing where no table answers it.
fn answered(name: &str, csv: &str, question: &str) -> Option<String> {
    let views = made(name, csv);
    let views: Vec<_> = views.iter().collect();
    match ask(&views, question) {
        Routed::Answer(answer) => Some(answer.text),
        Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text => None,
    }
}

#[test]
fn a_place_that_the_file_is_called_after_is_where_all_rows_are() {
    for (name, csv, question, said) in [
        (
            "us-nuclear.csv",
            GENERATION,
            "In how many years was the nuclear share in the United States above 20 percent?",
            Some("2"),
        ),
        (
            "mass-traffic.csv",
            TRAFFIC,
            "How many accidents did agawam in Massachusetts have?",
            Some("12"),
        ),
        (
            "nyc-trees.csv",
            TREES,
            "What is the income of Flatlands in New York?",
            Some("78"),
        ),
        (
            "generation.csv",
            GENERATION,
            "In how many years was the nuclear share in the United States above 20 percent?",
            None,
        ),
        (
            "mass-traffic.csv",
            TRAFFIC,
            "How many accidents did agawam in Minnesota have?",
            None,
        ),
        (
            "us-nuclear.csv",
            GENERATION,
            "In how many years was the nuclear share in the Upper Sund above 20 percent?",
            None,
        ),
    ] {
        let got = answered(name, csv, question);
        match said {
            Some(said) => assert!(
                got.as_ref().is_some_and(|got| got.contains(said)),
                "{question}: {got:?}"
            ),
            None => assert_eq!(got, None, "{name}: {question}"),
        }
    }
}

#[test]
fn a_month_of_a_year_is_a_cell_where_months_are_columns() {
    for (question, said) in [
        ("What was June in 2012?", "166.5"),
        ("What was June 2012?", "166.5"),
        ("What was the rain in June 2012?", "166.5"),
        ("How much rain fell in Feb 2011?", "50.1"),
    ] {
        let got = answered("rain.csv", RAIN, question);
        assert!(
            got.as_ref().is_some_and(|got| got.contains(said)),
            "{question}: {got:?}"
        );
    }
    assert_eq!(
        answered("rain.csv", RAIN, "What was the rain in June 2013?"),
        None
    );
}

#[test]
fn one_million_is_a_number_and_a_share_is_not_told_as_the_whole() {
    let got = answered(
        "arrivals.csv",
        ARRIVALS,
        "How many harbours had more than one million arrivals in 2017?",
    );
    assert!(
        got.as_ref().is_some_and(|got| got.starts_with("2 ")),
        "{got:?}"
    );
    let got = answered(
        "arrivals.csv",
        ARRIVALS,
        "What share of all arrivals in 2017 did Ark have?",
    );
    assert!(
        got.as_ref().is_none_or(|got| got.contains("48.7")),
        "{got:?}"
    );
}
