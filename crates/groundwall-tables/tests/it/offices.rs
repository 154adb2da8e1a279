//! Tables of offices and field stations, and questions that name less, or more, than their columns do. The rows are made up.

use crate::material::{made, sheets};
use crate::supposed::readings;
use groundwall_tables::{Routed, View, ask};

const VOTES: &str = "town,district,candidate,votes,delegates
Alder,1,Ada Holm,47,3
Alder,2,Ada Holm,17,0
Birch,3,Ada Holm,10,0
Alder,1,Ben Sand,180,13
Alder,2,Ben Sand,60,4
Birch,3,Ben Sand,33,2
Birch,3,Undecided,1,0
";
const BIRDS: &str = "study,Species,Individual ID,Island,Body Mass (g),Scanner Serial Number
K1,Reed Gull (Larus arundo),N1A1,Hella,1750,35343
K1,Reed Gull (Larus arundo),N1A2,Hella,1800,35426
K2,Rock Tern (Sterna petra),N2A1,Skarv,3250,35426
K2,Rock Tern (Sterna petra),N2A2,Skarv,3950,35343
K3,Rock Tern (Sterna petra),N3A1,Tange,3450,35426
K4,Reed Gull (Larus arundo),N1A1,Hella,1700,35343
K4,Rock Tern (Sterna petra),N2A1,Tange,3550,35343
";
const FEES: &str = "year_paid,authority,method,number,amount_paid
2020/2021,Norbridge,CASH,10,200
2020/2021,Norbridge,ONLINE,30,500
2020/2021,Oster,ONLINE,20,300
2021/2022,Norbridge,CASH,10,100
2021/2022,Norbridge,ONLINE,10,150
2021/2022,Oster,ONLINE,30,250
";

/// What the tables answer.
fn answer(views: &[View], question: &str) -> String {
    let views: Vec<&View> = views.iter().collect();
    match ask(&views, question) {
        Routed::Answer(answer) => answer.text,
        other @ (Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text) => {
            panic!("{question}: {other:?}")
        }
    }
}

/// What the reading of a question that comes first says, as a reader reads it.
fn first(views: &[View], question: &str) -> String {
    let found = readings(views, question, &[]);
    found
        .first()
        .map(|one| one.read.clone())
        .unwrap_or_default()
}

#[test]
fn names_within_values_are_values() {
    let votes = made("votes.csv", VOTES);
    let text = answer(&votes, "How many votes did Sand get in Birch?");
    assert!(text.contains("33"), "{text}");
    let birds = made("birds.csv", BIRDS);
    let text = answer(&birds, "What is the mean body mass of the Terns?");
    assert!(text.contains("3,550"), "{text}");
    // `Holm Street` is another name.
    let views: Vec<&View> = votes.iter().collect();
    let routed = ask(&views, "How many votes did Holm Street get in Birch?");
    assert!(!matches!(routed, Routed::Answer(_)), "{routed:?}");
}

#[test]
fn what_is_asked_is_computed_and_told_as_a_person_tells_it() {
    for (name, table, question, said) in [
        (
            "votes.csv",
            VOTES,
            "What percentage of all the votes cast, undecided included, went to Ben Sand?",
            "78.45% of all votes went to Ben Sand: 273 of 348.",
        ),
        (
            "votes.csv",
            VOTES,
            "In how many districts did Ada Holm leave without a single delegate?",
            "2 different districts for Ada Holm with no delegates.",
        ),
        (
            "birds.csv",
            BIRDS,
            "How many individuals were scanned on the machine with scanner serial number 35426?",
            "3 different Individual IDs with Scanner Serial Number 35426.",
        ),
        (
            "fieldwork.csv",
            BIRDS,
            "Which individual bird was the heaviest?",
            "K2 has the highest Body Mass (g): 3950, Individual ID N2A2.",
        ),
        (
            "fees.csv",
            FEES,
            "By what percentage did the amount paid online drop between 2020/21 and 2021/22?",
            "total amount paid fell by 50% (400) from 2020/2021 to 2021/2022: from 800 to 400.",
        ),
        (
            "birds.csv",
            BIRDS,
            "On how many different islands were Rock Terns spotted?",
            "2 different Islands for Rock Tern (Sterna petra).",
        ),
    ] {
        assert_eq!(first(&made(name, table), question), said, "{question}");
    }
}

#[test]
fn rows_are_called_as_the_question_calls_them() {
    let cases =
        "Case #,Month,Place\n1001,July,Home\n1002,July,Street\n1003,June,Home\n1004,July,Home\n";
    let question = "How many cases seen in July were picked up at Home?";
    let said = first(&made("list.csv", cases), question);
    assert!(said.starts_with("2 of 4 cases "), "{said}");
}

#[test]
fn one_who_beats_another_is_ahead_by_the_difference() {
    let views = made(
        "votes.csv",
        "name,ward,votes\nJo Ellis,Walm Min Ward,90\nDan Cook,Walm Min Ward,40\nSu Tree,Oak Ward,30\nAl Birk,Oak Ward,20\n",
    );
    let text = answer(&views, "By how many votes did Jo Ellis beat Dan Cook?");
    assert!(text.contains("50"), "{text}");
}

#[test]
fn how_many_times_is_no_difference() {
    let prices = "Year,Cocoa,Tea\n2019,3,9\n2020,2,8\n2025,7,4\n";
    let views = made("prices.csv", prices);
    let question = "How many times dearer was cocoa in 2025 than in 2020 in plain terms?";
    let found = readings(&views, question, &[]);
    assert!(!found.is_empty());
    for one in &found {
        assert!(one.read.contains("times as much"), "{}", one.read);
    }
    assert!(
        found[0].read.contains("3.5 times as much"),
        "{}",
        found[0].read
    );
}

#[test]
fn of_two_sheets_the_one_whose_word_is_said() {
    let views = sheets(
        "prices.xlsx",
        &[
            ("Prices (Nominal)", "Year,Cocoa,Tea\n2010,2,8\n2011,3,9\n"),
            ("Prices (Real)", "Year,Cocoa,Tea\n2010,4,16\n2011,5,15\n"),
        ],
    );
    for (question, value) in [
        ("What was the nominal price of tea in 2010?", "8"),
        ("What was the real price of tea in 2010?", "16"),
    ] {
        let text = answer(&views, question);
        assert!(text.contains(value), "{question} {text}");
    }
}
