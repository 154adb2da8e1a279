//! Questions to tables whose answer is another figure than a first look at their words gives.

use crate::everyday::{answer, says};
use crate::material::made;
use groundwall_tables::{Routed, View, ask, of_one_column};

#[test]
fn where_the_rows_are_what_was_done_they_are_told() {
    says(
        "executions.csv",
        "name,state,year\nAnn Ash,Arden,2012\nBo Birch,Arden,2013\nCy Cedar,Borland,2013\n",
        &[("Who was executed in Borland?", "Cy Cedar")],
    );
}

/// Several rows a place, and one column of what is counted.
const HOMES: &str = "code,area_name,period,indicator,household_bedrooms,measure,unit,value
A1,Norbridge,2021-03-21,Bedrooms of occupied homes,1 bedroom,Count,Households,120
A1,Norbridge,2021-03-21,Bedrooms of occupied homes,2 bedrooms,Count,Households,340
A1,Norbridge,2021-03-21,Bedrooms of occupied homes,4 or more bedrooms,Count,Households,55
A2,Sundby,2021-03-21,Bedrooms of occupied homes,1 bedroom,Count,Households,70
A2,Sundby,2021-03-21,Bedrooms of occupied homes,2 bedrooms,Count,Households,210
A2,Sundby,2021-03-21,Bedrooms of occupied homes,4 or more bedrooms,Count,Households,31
";

#[test]
fn what_the_values_count_is_added_up_and_no_row_is_counted() {
    says(
        "household_bedrooms.csv",
        HOMES,
        &[
            ("How many households in Sundby have one bedroom?", "70"),
            ("How many households in Norbridge have two bedrooms?", "340"),
            (
                "How many households does Norbridge have with 4 or more bedrooms?",
                "55",
            ),
            (
                "How many households in Sundby have four or more bedrooms?",
                "31",
            ),
            ("How many households are there in Norbridge?", "515"),
        ],
    );
}

/// The same with a row that sums up the others, and with the rows of two years.
#[test]
fn values_of_parts_and_wholes_or_of_several_times_are_not_added_up() {
    let wholes = HOMES.replace("4 or more bedrooms", "All homes");
    let times = HOMES.replace(
        "A2,Sundby,2021-03-21,Bedrooms of occupied homes,4",
        "A2,Sundby,2011-03-21,Bedrooms of occupied homes,4",
    );
    for (name, text) in [("wholes", wholes), ("times", times)] {
        let views = made("household_bedrooms.csv", &text);
        let question = "How many households are there in Sundby?";
        assert_eq!(answer(&views, question), None, "{name}");
    }
}

#[test]
fn the_age_of_what_is_counted_is_not_added_up() {
    let deaths = "city,cause,kind,age
Oster,flood,Death,40
Oster,fire,Death,61
Wester,flood,Death,75
";
    let views = made("deaths-2020.csv", deaths);
    let said = answer(&views, "How many deaths were there in Oster?").unwrap_or_default();
    assert!(!said.contains("101"), "{said}");
}

const CAFES: &str = "County,Number of Cafes,Cafes per million inhabitants,Median Age,Percentage of old population,Number of Cafes (Rank)
Ash County,30,22,47.0,85,1
Birch County,50,108,45.6,74,2
Cedar County,120,73,49.3,87,3
";
const PENALTIES: &str = "State,Total Penalties,Number of Violating Facilities,Average Penalty
Arden,\"$20,000\",6,\"$3,400\"
Borland,\"$78,000\",18,\"$4,300\"
Cerne,\"$350\",1,\"$350\"
Dunmore,\"$5,500\",15,\"$930\"
";

#[test]
fn a_share_of_what_a_column_counts_is_computed() {
    says(
        "cafes.csv",
        CAFES,
        &[
            ("What percentage of the cafes are in Birch County?", "25%"),
            ("What share of the cafes is in Cedar County?", "60%"),
        ],
    );
    says(
        "violations.csv",
        PENALTIES,
        &[
            (
                "What share of the violating facilities is in Borland?",
                "45%",
            ),
            (
                "What share of all the violating facilities is in Dunmore?",
                "37.5%",
            ),
        ],
    );
}

const RANKS: &str =
    "Country,Overall - Rank,Overall - Score,Health and Survival - Rank,Health and Survival - Score
Arden,3,0.72,1,0.98
Borland,1,0.86,4,0.95
Cerne,4,0.61,2,0.97
Dunmore,2,0.81,3,0.96
";

#[test]
fn the_best_of_ranks_is_the_least() {
    says(
        "gap.csv",
        RANKS,
        &[
            ("Which country has the best overall rank?", "Borland"),
            ("Which country has the worst overall rank?", "Cerne"),
            ("Which country has the lowest overall rank?", "Cerne"),
            (
                "Which country has the highest rank in health and survival?",
                "Arden",
            ),
            ("Which country has the highest overall score?", "Borland"),
        ],
    );
    let views = made("gap.csv", RANKS);
    let holds = |claim: &str| {
        let views: Vec<&View> = views.iter().collect();
        groundwall_tables::check(&views, claim)?.holds
    };
    assert_ne!(holds("Cerne has the best overall rank."), Some(true));
    assert_eq!(holds("Borland has the best overall rank."), Some(true));
}

const DEATHS: &str = "year,All causes,Accidents
2009,2675,318
2010,2509,316
2011,2425,339
";

#[test]
fn a_year_that_a_table_of_years_does_not_have_is_missing() {
    let views = made("deaths_by_cause.csv", DEATHS);
    let views: Vec<&View> = views.iter().collect();
    for question in [
        "How many deaths were there in 2008?",
        "How many deaths from all causes were there in 2020?",
    ] {
        let Routed::Missing { answer, .. } = ask(&views, question) else {
            panic!("{question}");
        };
        assert!(answer.text.contains("2009 to 2011"), "{}", answer.text);
    }
    // A year is one row and no death.
    let question = "How many deaths were there in 2010?";
    assert!(!matches!(ask(&views, question), Routed::Answer(_)));
}

const SHOOTOUTS: &str = "date,home_team,away_team,winner
2020-06-01,Borland,Arden,Borland
2021-06-01,Arden,Borland,Borland
2021-06-01,Borland,Cerne,Cerne
2021-07-05,Arden,Dunmore,Arden
2022-07-08,Cerne,Arden,Arden
2022-07-08,Dunmore,Cerne,Cerne
";

#[test]
fn two_names_against_each_other_mean_the_row_that_has_both() {
    says(
        "shootouts.csv",
        SHOOTOUTS,
        &[
            (
                "Who won the shootout between Arden and Borland in 2021?",
                "1 row",
            ),
            (
                "Who won the shootout between Borland and Arden in 2021?",
                "(Borland)",
            ),
            ("Who won the shootout between Cerne and Dunmore?", "(Cerne)"),
        ],
    );
}

#[test]
fn what_somebody_did_is_looked_for_in_the_column_of_who_did_it() {
    says(
        "shootouts.csv",
        SHOOTOUTS,
        &[
            ("How many shootouts did Arden win?", "2 of 6"),
            ("How many shootouts did Cerne win?", "2 of 6"),
            ("How many shootouts did Borland win in 2021?", "1 of 6"),
            ("How many shootouts did Arden win against Cerne?", "1 of 6"),
        ],
    );
    says(
        "paintings.csv",
        "Painting,Artist,Seller,Buyer,Price
Irises,Ann Ash,Bo Birch,Cy Cedar,50
The Scream,Di Dale,Ed Elm,Fay Fir,70
Woman III,Ann Ash,Gus Gum,,90
",
        &[
            ("Who bought Irises?", "Cy Cedar"),
            ("Who sold The Scream?", "Ed Elm"),
            ("Who bought The Scream?", "Fay Fir"),
        ],
    );
}

const WARDS: &str = "wardcode,ward,candidate,party,votes
W1,Village,CAREY Tom,Conservative,1331
W1,Village,FISH Tony,Labour,900
W1,Village,BRINE Ann,Green Party,210
W2,Priory,BAUGH Jane,Labour,1800
W2,Priory,GREER Paul,Conservative,700
";

#[test]
fn who_was_elected_is_not_who_stood() {
    let views = made("local_election_results.csv", WARDS);
    for question in [
        "Who was elected in Village ward?",
        "Who was elected in Priory ward?",
    ] {
        assert_eq!(answer(&views, question), None, "{question}");
    }
    says(
        "local_election_results.csv",
        WARDS,
        &[
            ("Who received the most votes in Village ward?", "CAREY Tom"),
            ("What share of all the votes went to Labour?", "54.64%"),
            (
                "What share of the votes in Village went to Labour?",
                "36.87%",
            ),
        ],
    );
}

#[test]
fn a_multiple_is_no_sum() {
    says(
        "cafes.csv",
        CAFES,
        &[(
            "How many times as many cafes does Cedar County have as Ash County?",
            "4 times",
        )],
    );
}

const RACES: &str = "ID,City,Year,Male Winner,Female Winner,Winning Time (Male),Winning Time (Female),Number of Finishers,Number of Finishers (Male),Number of Finishers (Female),Female Finishers (%)
Oster 2013,Oster,2013,Ann Ash,Bo Birch,2:08:37,2:18:57,500,300,200,40%
Oster 2014,Oster,2014,Cy Cedar,Di Dale,2:06:11,2:21:40,800,480,320,40%
Wester 2014,Wester,2014,Ed Elm,Fay Fir,2:09:10,2:25:02,90,60,30,33%
";

#[test]
fn words_in_brackets_tell_columns_apart() {
    says(
        "races.csv",
        RACES,
        &[
            (
                "What was the women's winning time in Oster in 2014?",
                "2:21:40",
            ),
            (
                "What was the male winning time in Wester in 2014?",
                "2:09:10",
            ),
            ("How many women finished in Oster in 2013?", "200"),
        ],
    );
}

#[test]
fn a_name_is_of_the_column_of_another() {
    let views = made("local_election_results.csv", WARDS);
    let views: Vec<&View> = views.iter().collect();
    let names = ["Labour", "Village"].map(str::to_owned);
    for (name, place) in [
        ("Conservative", Some(0)),
        ("Green Party", Some(0)),
        ("Priory", Some(1)),
        ("Nowhere", None),
    ] {
        assert_eq!(of_one_column(&views, name, &names), place, "{name}");
    }
    // Where both are of one column, neither is the one.
    let parties = ["Labour", "Green Party"].map(str::to_owned);
    assert_eq!(of_one_column(&views, "Conservative", &parties), None);
}
