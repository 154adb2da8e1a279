//! The second of two questions, which asks more of what the first one found.

use crate::material::made;
use groundwall_tables::{View, found, further};

const GIFTS: &str = "donor,donation,day,city\n\
    Ann Ash,\"$400.00\",3,Bath\nBo Birch,\"$9,500.00\",5,York\nCy Cedar,\"$9,100.00\",6,York\nDi Dale,$20.00,3,Bath\n";

const BIRDS: &str = "Bird,Sex,Body Mass (g),Wing (mm)\n\
    A1,male,3900,181\nA2,female,3500,190\nA3,male,6300,221\nA4,female,4100,205\n";

const FUNERALS: &str = "Year,Date,Cost,Type\n\
    2019/20,2019-05-02,700,Burial\n2019/20,2019-06-11,650,Cremation\n2020/21,2020-04-03,710,Burial\n\
    2020/21,2020-07-09,390,Cremation\n2020/21,2020-09-30,400,Cremation\n";

/// What the second question finds; none where it is another question.
fn asked(name: &str, table: &str, first: &str, part: &str) -> Option<String> {
    let views = made(name, table);
    let views: Vec<&View> = views.iter().collect();
    let found = found(&views, first).unwrap_or_else(|| panic!("{first}: not computed"));
    further(&views, &found, first, part).map(|answer| answer.text)
}

#[test]
fn the_figure_of_what_was_found_is_said_already() {
    let biggest = "Which donor made the highest donation?";
    let heaviest = "Which bird was the heaviest?";
    for (name, table, first, part, figure) in [
        ("gifts.csv", GIFTS, biggest, "How much was it?", "9,500"),
        (
            "gifts.csv",
            GIFTS,
            biggest,
            "How much was the highest?",
            "9,500",
        ),
        (
            "gifts.csv",
            GIFTS,
            biggest,
            "What was it in dollars?",
            "9,500",
        ),
        (
            "birds.csv",
            BIRDS,
            heaviest,
            "What did it weigh in grams?",
            "6300",
        ),
        (
            "birds.csv",
            BIRDS,
            heaviest,
            "What was its body mass?",
            "6300",
        ),
    ] {
        let said = asked(name, table, first, part).unwrap_or_default();
        assert!(said.contains(figure), "{part}: {said}");
    }
    let year = "In which year were the most funerals?";
    for part in [
        "How many were there?",
        "How many funerals were there that year?",
    ] {
        let said = asked("funerals.csv", FUNERALS, year, part).unwrap_or_default();
        assert!(
            said.contains("2020/21") && said.contains('3'),
            "{part}: {said}"
        );
    }
}

#[test]
fn another_column_of_what_was_found_is_computed() {
    let year = "In which year were the most funerals?";
    let said = asked(
        "funerals.csv",
        FUNERALS,
        year,
        "What did they come to in total that year?",
    );
    assert!(
        said.as_deref().unwrap_or_default().contains("1,500"),
        "{said:?}"
    );
    let heaviest = "Which bird was the heaviest?";
    let said = asked("birds.csv", BIRDS, heaviest, "What was its wing?").unwrap_or_default();
    assert!(said.contains("221") && said.contains("A3"), "{said}");
}

#[test]
fn what_asks_anything_else_is_none_of_it() {
    let biggest = "Which donor made the highest donation?";
    for part in [
        "How much was the lowest?",
        "How many donors were there?",
        "Why was it so much?",
        "How much was it in 2015?",
        "How much did it cost the state?",
        "What was the average?",
        "How much did they give in total?",
        "How old was it?",
    ] {
        assert_eq!(asked("gifts.csv", GIFTS, biggest, part), None, "{part}");
    }
}
