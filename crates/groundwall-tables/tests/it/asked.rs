//! Questions to tables whose answer is another figure than a first look at their words gives.

use crate::everyday::says;
use crate::material::made;
use groundwall_tables::View;

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
