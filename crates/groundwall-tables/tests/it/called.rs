//! Names that a table writes in another way than the claim: by first letters, with something in brackets behind them, in thousands.

use crate::material::made;
use groundwall_tables::{View, check};

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
