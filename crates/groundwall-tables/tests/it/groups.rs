//! Questions about groups of rows, and words that are true of all rows.

use crate::everyday::{answer, says};
use crate::material::{made, sheets};
use crate::supposed::readings;

const CATCHES: &str = "Year,Division,Species,Landings (kt)
1960,2J,Cod,30
1960,3K,Cod,50
1960,2J,Haddock,20
1961,2J,Cod,4
1961,3K,Cod,90
1961,3K,Haddock,6
1962,2J,Cod,10
1962,3K,Cod,15
1962,2J,Haddock,25
";

/// Where a reading of a question says this.
fn told(name: &str, text: &str, question: &str) -> Vec<String> {
    let found = readings(&made(name, text), question, &[]);
    found.into_iter().map(|one| one.answer.text).collect()
}

#[test]
fn of_a_time_with_several_rows_the_sum_is_the_most() {
    says(
        "catches.csv",
        CATCHES,
        &[
            ("In which year were cod landings at their lowest?", "1962"),
            ("In which year were cod landings at their highest?", "1961"),
            ("Which year had the highest landings in 3K?", "1961"),
        ],
    );
    let question = "In which year were the landings of the fleet at their lowest?";
    let told = told("catches.csv", CATCHES, question);
    assert!(
        told.iter().any(|text| text.starts_with("1962")),
        "{question}: {told:?}"
    );
    assert!(
        !told.iter().any(|text| text.contains(": 4")),
        "{question}: {told:?}"
    );
}

#[test]
fn the_share_of_a_sum_is_computed() {
    for (question, share) in [
        ("What share of all the landings in 1960 was cod?", "80%"),
        (
            "What share of all the landings since 1961 was haddock?",
            "20.67%",
        ),
    ] {
        let mut told = told("catches.csv", CATCHES, question);
        told.extend(answer(&made("catches.csv", CATCHES), question));
        assert!(
            told.iter().any(|text| text.contains(share)),
            "{question}: {told:?}"
        );
    }
}

/// Prices of some days.
fn prices() -> String {
    let mut text = "Date,Spot price of gas (dollars per therm)\n".to_owned();
    for year in 2001..2004 {
        for month in 1..5 {
            text.push_str(&format!("{year}-0{month}-15,{}\n", year - 2000 + month));
        }
    }
    text
}

#[test]
fn over_a_year_is_within_it() {
    says(
        "gas.csv",
        &prices(),
        &[
            ("What was the average gas price over 2002?", "4.5"),
            ("What was the average gas price after 2002?", "5.5"),
        ],
    );
}

/// Artists, each with the address of its page.
fn artists() -> String {
    let mut text = "name,born,page\n".to_owned();
    for at in 0..24 {
        text.push_str(&format!(
            "Artist {},{},https://www.tate.example.org/art/artist-{at}\n",
            char::from(b'A' + at),
            1900 + u32::from(at)
        ));
    }
    text
}

#[test]
fn what_every_row_says_is_true_of_all_of_them() {
    says(
        "artists.csv",
        &artists(),
        &[
            ("How many Tate artists were born after 1920?", "3 of 24"),
            ("How many Prado artists were born after 1920?", ""),
        ],
    );
}

#[test]
fn a_file_is_called_after_the_first_letters_of_a_name() {
    let incidents = "Ward,Kind,Minutes\nAlder,Fire,3\nBirch,Flood,5\nCedar,Fire,9\n";
    says(
        "afrs_incidents.csv",
        incidents,
        &[
            ("How many fires did Avon Fire and Rescue have?", "2 of 3"),
            ("How many fires did Berg Fire and Rescue have?", ""),
        ],
    );
}

const KILLED: &str = "Name,Died,Race,Sex,Age
Ann Ash,2018-01-02,Black,Female,41
Ben Birk,2018-05-02,White,Male,30
Cid Carr,2019-01-09,Latino,Male,22
Dan Dahl,2019-03-02,Black,Male,57
Eve Eide,2019-07-12,Latino,Female,19
Fin Falk,2019-08-30,Latino,Male,33
";

#[test]
fn the_place_that_the_file_is_called_after_is_said_in_short_and_with_its_kind() {
    says(
        "los-angeles-police-killings.csv",
        KILLED,
        &[
            (
                "How many of the people killed by police in Los Angeles County were Latino?",
                "3 of 6",
            ),
            (
                "What per cent of the people killed by LA police were women?",
                "33.33%",
            ),
            (
                "How many of the people killed by police in Orange County were Latino?",
                "",
            ),
        ],
    );
    says(
        "league-matches-2018-to-2019.csv",
        "Home,Away,Crowd\nAlder,Birch,300\nBirch,Cedar,500\nCedar,Alder,100\n",
        &[
            ("What was the average crowd in 2018-19?", "300"),
            ("What was the average crowd in 2016-17?", ""),
        ],
    );
}

#[test]
fn what_a_word_names_is_not_supposed_to_be_another_column() {
    let flights = "airline,fatal_accidents_00_14,fatalities_00_14\nAlder Air,2,537\nBirch Air,0,0\nCedar Air,1,88\n";
    let pairs = [("people were killed", "fatal accidents 00 14")];
    let found = readings(
        &made("airline-safety.csv", flights),
        "How many people were killed on Alder Air flights between 2000 and 2014?",
        &pairs,
    );
    let texts: Vec<&str> = found.iter().map(|one| one.answer.text.as_str()).collect();
    assert!(texts.iter().any(|text| text.contains("537")), "{texts:?}");
    assert!(
        !texts.iter().any(|text| text.contains("is 2.")),
        "{texts:?}"
    );
}

#[test]
fn a_count_that_no_column_holds_is_not_told_by_the_record() {
    says(
        "artists.csv",
        &artists(),
        &[
            ("When was Artist B born?", "1901"),
            ("How many works by Artist B does the Tate own?", ""),
        ],
    );
}

#[test]
fn the_name_of_a_sheet_is_no_record_of_another() {
    let views = sheets(
        "turnout.xlsx",
        &[
            (
                "Kentucky",
                "County,Votes\nAdair County,900\nOhio County,6318\nPike County,700\n",
            ),
            (
                "Ohio",
                "County,Votes\nAdams County,1000\nPike County,2000\nWood County,3000\n",
            ),
        ],
    );
    for (question, expected) in [
        ("What is the total of the votes in Ohio?", "6,000"),
        ("How many votes did Adair County have?", "900"),
        ("How many votes did Pike County in Kentucky have?", "700"),
    ] {
        let said = answer(&views, question).unwrap_or_default();
        assert!(said.contains(expected), "{question}: {said}");
    }
    let question = "How many votes did Ohio have altogether?";
    let said = answer(&views, question).unwrap_or_default();
    assert!(!said.contains("6318") && !said.contains("6,318"), "{said}");
}

#[test]
fn what_is_counted_twice_is_counted_apart() {
    says(
        "catches.csv",
        CATCHES,
        &[
            (
                "How many rows are cod and how many are haddock?",
                "Cod 6, Haddock 3",
            ),
            (
                "In 1961, how many rows were cod and how many haddock?",
                "Cod 2, Haddock 1",
            ),
            // Not one column's values.
            ("How many rows are cod and how many were in 1961?", ""),
        ],
    );
    let question = "Of the hauls, how many were cod and how many haddock?";
    let told = told("catches.csv", CATCHES, question);
    assert!(
        !told.is_empty() && told.iter().all(|text| text.contains("Cod 6, Haddock 3")),
        "{question}: {told:?}"
    );
}
