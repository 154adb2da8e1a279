//! Names that a table writes in another way than the claim: by first letters, with something in brackets behind them, in thousands.

use crate::material::made;
use groundwall_tables::{View, check};

fn holds(views: &[View], claim: &str) -> Option<bool> {
    let views: Vec<&View> = views.iter().collect();
    check(&views, claim)?.holds
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
    for (claim, expected) in table {
        assert_eq!(holds(&views, claim), expected, "{claim}");
    }
}

#[test]
fn what_stands_in_brackets_behind_a_name_may_be_left_out() {
    let views = made(
        "stages.csv",
        "stage,start,winner\n1,Ash,Ada Holm (Team North)\n2,Bay,Bea Lind (Team South)\n3,Cove,Cleo Moor (Team East)\n",
    );
    assert_eq!(
        holds(&views, "Ada Holm is the winner of stage 1."),
        Some(true)
    );
    assert_eq!(
        holds(&views, "Bea Lind is the winner of stage 1."),
        Some(false)
    );
}

#[test]
fn the_name_of_a_file_says_in_what_its_numbers_are() {
    let text = "state,2010,2011\nAsh,1432683,1424507\nBay,1555000,1518818\n";
    let views = made("spending-by-state-thousand-dollars.csv", text);
    for (claim, expected) in [
        ("In 2011 Bay spent about $1.5 billion.", Some(true)),
        ("In 2010 Ash spent about $1.4 million.", Some(false)),
    ] {
        assert_eq!(
            holds(&views, &claim.replace("spent", "had a spending of")),
            expected,
            "{claim}"
        );
    }
    let bare = made("spending-by-state.csv", text);
    assert_eq!(
        holds(&bare, "In 2010 Ash had a spending of about $1.4 million."),
        Some(true)
    );
}

#[test]
fn several_of_a_model_and_the_number_of_a_telephone() {
    let views = made(
        "planes.csv",
        "plane,hours,telephone\nB-1,22204,1201\nB-52,21297,1202\nC-17,175466,1203\n",
    );
    assert_eq!(
        holds(&views, "The hours of the B-52s were 21,297."),
        Some(true)
    );
    assert_eq!(
        holds(&views, "The hours of the B-52s were 22,204."),
        Some(false)
    );
    assert_eq!(
        holds(&views, "The telephone number of the C-17 is 1203."),
        Some(true)
    );
}

#[test]
fn a_place_behind_a_name_may_be_written_in_full() {
    let views = made(
        "areas.csv",
        "area,population,delay\nAustin TX,1250000,39\n\"El Centro, CA\",170000,12\nAkron OH,610000,20\n",
    );
    for (claim, expected) in [
        ("The delay of Austin, Texas, is 39.", Some(true)),
        ("The delay of Austin, Texas, is 12.", Some(false)),
        ("The delay of El Centro, California, is 12.", Some(true)),
    ] {
        assert_eq!(holds(&views, claim), expected, "{claim}");
    }
}
