//! Values that stand in another column than the one that a text speaks of.

use crate::material::made;
use groundwall_tables::supposed::{exchanged_in_row, unsure_of_claim};
use groundwall_tables::{Routed, View, ask, check};

const SALES: &str = "Work,Artist,Year of Painting,Price,Date of Sale,Seller,Buyer\n\
Low Tide,Ada Holm,1889,$4100000,1987-11-11,Jon Berg,Alan Birch\n\
The Weir,Ada Holm,1895,$119900000,2012-05-02,Petra Olsen,Leon Black\n\
Red Barn,Per Lund,1954,$110000000,2010-06-01,Jean Moe,Sven Cole\n";

const RACES: &str = "Race,City,Year,Winner (Male),Time (Male),Winner (Female),Time (Female),Record? (Female)\n\
Oslo 2013,Oslo,2013,Dan Kip,2:03:45,Rita Jep,2:19:57,No\n\
Oslo 2014,Oslo,2014,Tor Ness,2:04:11,Rita Jep,2:18:57,Yes\n\
Bergen 2014,Bergen,2014,Dan Kip,2:05:10,Eva Wick,2:22:00,No\n";

const WARDS: &str = "ward,candidate,party,votes\n\
Hale,BIRCH Mary,Labour,2039\n\
Hale,JOHN Lia,Green Party,485\n\
Moss,COLE Ann,Conservatives,1604\n\
Moss,DALE Tom,Labour,900\n\
Elm,ROWE Sue,Conservative,2100\n\
Elm,FINN Ray,Green Party,2600\n";

const HOMES: &str = "State,Homeless,Change from last year (%),Total fines,Average fine\n\
Ohio,12325,-12.04,96000000,3000000\n\
Texas,29615,11.3,83000000,2600000\n\
Utah,3277,-41.83,50000000,1800000\n";

fn view_of(name: &str, text: &str) -> View {
    made(name, text).remove(0)
}

/// Whether a claim is told to hold by any reading, where each word is as much like each column as words of one trade are.
fn holds(view: &View, claim: &str) -> bool {
    let direct = check(&[view], claim).is_some_and(|answer| answer.holds == Some(true));
    let mut supposed = unsure_of_claim(&[view], claim).into_iter();
    direct || supposed.any(|one| !one.held(|_, _| 0.45).is_empty())
}

#[test]
fn who_does_what_stands_in_the_column_of_those_who_do_it() {
    let sales = view_of("sales.csv", SALES);
    for (claim, expected) in [
        ("Alan Birch bought Low Tide from Jon Berg.", true),
        ("Jon Berg bought Low Tide from Alan Birch.", false),
        ("Leon Black sold The Weir to Petra Olsen.", false),
        ("The Weir was painted by Ada Holm.", true),
        ("The Weir was painted by Petra Olsen.", false),
        ("The seller of Low Tide was Alan Birch.", false),
        ("The seller of Low Tide was Jon Berg.", true),
        ("Ada Holm painted The Weir in 2012.", false),
        ("The Weir was sold in 1895.", false),
    ] {
        assert_eq!(holds(&sales, claim), expected, "{claim}");
    }
}

#[test]
fn men_and_women_have_their_own_columns() {
    let races = view_of("races.csv", RACES);
    for claim in [
        "The men's time in Oslo in 2013 was 2:19:57.",
        "Rita Jep won in Oslo in 2014 with a time of 2:04:11.",
        "Dan Kip won the women's race in Oslo in 2013.",
        "Eva Wick set a record in Bergen in 2014.",
    ] {
        assert!(!holds(&races, claim), "{claim}");
    }
}

#[test]
fn who_won_is_told_where_a_column_says_it() {
    let wards = view_of("election.csv", WARDS);
    for claim in [
        "Lia John was elected in Hale.",
        "Tom Dale won Moss for Labour.",
    ] {
        assert!(!holds(&wards, claim), "{claim}");
    }
    assert!(!matches!(
        ask(&[&wards], "Who was elected in Hale?"),
        Routed::Answer(_)
    ));
}

#[test]
fn a_list_answers_neither_how_fast_nor_who_is_the_most() {
    let races = view_of("races.csv", RACES);
    let sales = view_of("most-expensive-works.csv", SALES);
    for (view, question) in [
        (&races, "How fast was Dan Kip in Oslo in 2013?"),
        (&sales, "Who bought the most expensive work?"),
    ] {
        let routed = ask(&[view], question);
        let text = match &routed {
            Routed::Answer(answer) => answer.text.as_str(),
            Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text => "",
        };
        let right = text.contains("2:03:45") || text.contains("Leon Black");
        assert!(text.is_empty() || right, "{question}: {text}");
    }
}

#[test]
fn when_and_by_whom_something_was_done_stands_in_the_column_of_that() {
    let sales = view_of("sales.csv", SALES);
    for (question, expected) in [
        ("When was The Weir painted?", "1895"),
        ("When was The Weir sold?", "2012"),
        ("Who painted Red Barn?", "Per Lund"),
        ("Who sold Red Barn?", "Jean Moe"),
    ] {
        let routed = ask(&[&sales], question);
        let Routed::Answer(answer) = routed else {
            panic!("{question}: {routed:?}");
        };
        assert!(
            answer.text.contains(expected),
            "{question}: {}",
            answer.text
        );
    }
}

#[test]
fn a_value_is_meant_in_all_its_spellings() {
    let wards = view_of("election.csv", WARDS);
    let more = check(
        &[&wards],
        "The Conservatives received more votes than the Greens.",
    );
    assert_ne!(more.and_then(|answer| answer.holds), Some(false));
    assert!(!holds(
        &wards,
        "The Greens received more votes than the Conservatives."
    ));
    assert!(!holds(&wards, "The Conservatives had only one candidate."));
}

#[test]
fn a_claim_of_all_is_not_made_one_of_a_few() {
    let wards = view_of("election.csv", WARDS);
    for claim in [
        "Mary Birch in Hale received the most votes of all candidates.",
        "Labour received the most votes in Moss.",
        "Ann Cole is the only one with more than 1,000 votes.",
        "The highest number of votes was 2,039 in Hale.",
        "Most votes in Hale were for Labour.",
    ] {
        assert!(!holds(&wards, claim), "{claim}");
    }
}

#[test]
fn what_fell_has_a_figure_below_zero() {
    let homes = view_of("homelessness.csv", HOMES);
    for claim in [
        "Homelessness in Texas fell by 11.3% from last year.",
        "Fines in Ohio averaged 96000000.",
        "Ohio paid 3 million more in fines than Texas.",
    ] {
        assert!(!holds(&homes, claim), "{claim}");
    }
}

#[test]
fn a_row_is_no_evidence_for_what_it_has_in_another_column() {
    let sales = view_of("sales.csv", SALES);
    let races = view_of("races.csv", RACES);
    let wards = view_of("election.csv", WARDS);
    let homes = view_of("homelessness.csv", HOMES);
    for (view, row, claim, expected) in [
        (
            &sales,
            1,
            "Alan Birch bought Low Tide from Jon Berg.",
            false,
        ),
        (&sales, 1, "Jon Berg bought Low Tide from Alan Birch.", true),
        (&sales, 2, "Ada Holm painted The Weir in 1895.", false),
        (&sales, 2, "Ada Holm painted The Weir in 2012.", true),
        (&sales, 2, "The Weir was sold in 1895.", true),
        (
            &sales,
            2,
            "The Weir was sold in 2012 for $119,900,000.",
            false,
        ),
        (&races, 2, "Rita Jep won in Oslo in 2014 in 2:18:57.", false),
        (&races, 2, "Rita Jep won in Oslo in 2014 in 2:04:11.", true),
        (&races, 2, "Rita Jep set a record in Oslo in 2014.", false),
        (&races, 1, "Rita Jep set a record in Oslo in 2013.", true),
        (&wards, 2, "Lia John was elected in Hale.", true),
        (&wards, 2, "Lia John got 485 votes in Hale.", false),
        (
            &homes,
            3,
            "Homelessness in Utah fell by 41.83% from last year.",
            false,
        ),
        (
            &homes,
            2,
            "Homelessness in Texas fell by 11.3% from last year.",
            true,
        ),
    ] {
        let exchanged = exchanged_in_row(view, row, claim);
        assert_eq!(exchanged.is_some(), expected, "{claim}: {exchanged:?}");
    }
}
