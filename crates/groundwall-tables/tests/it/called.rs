//! Names that a table writes in another way than the claim: by first letters, with something in brackets behind them, in thousands.

use crate::material::made;
use groundwall_tables::{Routed, View, ask, check};

fn holds(views: &[View], claim: &str) -> Option<bool> {
    let views: Vec<&View> = views.iter().collect();
    check(&views, claim)?.holds
}

/// Asserts of each claim whether it holds; none where it is not computed.
fn each_holds(views: &[View], claims: &[(&str, Option<bool>)]) {
    for (claim, expected) in claims {
        assert_eq!(holds(views, claim), *expected, "{claim}");
    }
}

#[test]
fn a_table_and_its_short_forms_are_called_by_first_letters() {
    let views = made(
        "ushf-boats.csv",
        "boat,club,seats\nAlda,NE,12\nBrio,LA,14\nCora,TB,16\nDuna,DC,18\nEbba,CLB,20\n",
    );
    let table = [
        (
            "The boat Alda of the US Harbour Force has 12 seats.",
            Some(true),
        ),
        (
            "The boat Alda of the US Harbour Force has 14 seats.",
            Some(false),
        ),
        ("The boat Alda of the Tall Ships Force has 12 seats.", None),
        ("The boat Brio of Los Angeles has 14 seats.", Some(true)),
        ("New England's boat Alda has 12 seats.", Some(true)),
        ("New England's boat Alda has 16 seats.", Some(false)),
        ("The boat Brio of San Diego has 14 seats.", None),
    ];
    each_holds(&views, &table);
}

#[test]
fn what_stands_in_brackets_behind_a_name_may_be_left_out() {
    let views = made(
        "stages.csv",
        "stage,start,winner\n1,Ash,Ada Holm (Team North)\n2,Bay,Bea Lind (Team South)\n3,Cove,Cleo Moor (Team East)\n",
    );
    let table = [
        ("Ada Holm is the winner of stage 1.", Some(true)),
        ("Bea Lind is the winner of stage 1.", Some(false)),
    ];
    each_holds(&views, &table);
}

#[test]
fn the_name_of_a_file_says_in_what_its_numbers_are() {
    let text = "state,2010,2011\nAsh,1432683,1424507\nBay,1555000,1518818\n";
    let views = made("spending-by-state-thousand-dollars.csv", text);
    let table = [
        (
            "In 2011 Bay had a spending of about $1.5 billion.",
            Some(true),
        ),
        (
            "In 2010 Ash had a spending of about $1.4 million.",
            Some(false),
        ),
    ];
    each_holds(&views, &table);
    let bare = made("spending-by-state.csv", text);
    let claim = "In 2010 Ash had a spending of about $1.4 million.";
    each_holds(&bare, &[(claim, Some(true))]);
}

#[test]
fn several_of_a_model_and_the_number_of_a_telephone() {
    let views = made(
        "planes.csv",
        "plane,hours,telephone\nB-1,22204,1201\nB-52,21297,1202\nC-17,175466,1203\n",
    );
    let table = [
        ("The hours of the B-52s were 21,297.", Some(true)),
        ("The hours of the B-52s were 22,204.", Some(false)),
        ("The telephone number of the C-17 is 1203.", Some(true)),
    ];
    each_holds(&views, &table);
}

#[test]
fn a_place_behind_a_name_may_be_written_in_full() {
    let views = made(
        "areas.csv",
        "area,population,delay\nAustin TX,1250000,39\n\"El Centro, CA\",170000,12\nAkron OH,610000,20\n",
    );
    let table = [
        ("The delay of Austin, Texas, is 39.", Some(true)),
        ("The delay of Austin, Texas, is 12.", Some(false)),
        ("The delay of El Centro, California, is 12.", Some(true)),
    ];
    each_holds(&views, &table);
}

/// What is answered, in words; none where that is not a figure or cells.
fn answered(views: &[View], question: &str) -> Option<String> {
    let views: Vec<&View> = views.iter().collect();
    match ask(&views, question) {
        Routed::Answer(answer) => Some(answer.text),
        Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text => None,
    }
}

/// `Planned` is a budget by itself, and of a duration it says only of what kind that is.
#[test]
fn a_participle_before_a_name_is_called_by_no_other_word() {
    let views = made(
        "grants.csv",
        "grant,Planned duration (months),Amount awarded\nAsh,36,1000\nBay,24,2000\n",
    );
    for question in [
        "What is the total budget?",
        "What is the total budget value?",
    ] {
        assert_eq!(answered(&views, question), None, "{question}");
    }
    let total = answered(&views, "What is the total planned duration?").unwrap();
    assert!(total.contains("60"), "{total}");
    let views = made("plans.csv", "project,Planned,Spent\nAsh,30,28\nBay,20,24\n");
    let total = answered(&views, "What is the total budget?").unwrap();
    assert!(total.contains("50"), "{total}");
}

#[test]
fn a_word_of_several_parts_may_be_the_title_and_a_column_of_dates_is_called_a_date() {
    let views = made(
        "harbour-js-releases.csv",
        "release,status,end-of-life\n14.x,Ended,2023-04-30\n16.x,Ended,2023-09-11\n18.x,Ended,2025-04-30\n",
    );
    for question in [
        "When does Harbour.js 14.x reach its end of life?",
        "What is the end-of-life date of release 14.x?",
    ] {
        let said = answered(&views, question);
        assert!(
            said.as_ref()
                .is_some_and(|said| said.contains("2023-04-30")),
            "{question}: {said:?}"
        );
    }
}
