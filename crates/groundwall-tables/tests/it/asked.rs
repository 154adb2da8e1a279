//! Questions to tables whose answer is another figure than a first look at their words gives.

use crate::everyday::says;
use crate::material::made;
use groundwall_tables::View;

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
