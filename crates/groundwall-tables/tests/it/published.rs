//! Tables in the shape in which offices and newspapers publish them. The rows are made up.

use crate::material::made;
use groundwall_tables::{Routed, ask, check};

const AIRLINES: &str = "airline,seat_km_per_week,fatal_accidents_85_99,fatalities_85_99,fatal_accidents_00_14,fatalities_00_14
Air Borea,320906734,14,128,1,88
Fjord Air,1197672318,0,0,0,0
Korona,385803648,0,329,0,0
Solair,596871813,3,50,2,337
";
const INDEX: &str = "Country Name,Country Code,Indicator Name,2012,2013
Albonia,ALB,Equality index (estimate),29.0,
Borland,BOR,Equality index (estimate),31.1,52.9
Corvia,COR,Equality index (estimate),44.5,47.2
Dunmark,DUN,Equality index (estimate),27.7,28.5
";
const PARKS: &str = "current_name,states,action,year,president,acres_affected
Alder National Monument,Utah,Established,1906,T. Rosewell,1194
Birch Falls National Monument,Utah,Enlarged,1908,T. Rosewell,505
Cedar Rock National Monument,Idaho,Established,1908,T. Rosewell,5000
Dune Coast National Monument,Idaho,Established,1908,F. Rosewell,900
Elm Canyon National Monument,Utah,Established,1936,F. Rosewell,70
Fir Mesa National Monument,Ohio,Established,1938,F. Rosewell,31
Gorse Island National Monument,Ohio,Enlarged,1938,F. Rosewell,44
Hazel Bay National Monument,Utah,Established,1978,J. Carton,870000
";
const PLAYERS: &str = "name,team,games,year
A. Aster,OSL,4,2012
B. Birk,OSL,2,2012
C. Carr,BER,16,2013
D. Dahl,OSL,1,2013
";
const CASES: &str = "Case No,Case Caption,Date Closed,Judgment Paid
A1,Burt v. City of Norbridge,2011-05-03,\"$487,000.00\"
A2,Dean v. City of Norbridge,2013-06-01,\"$100,000.00\"
A3,Fogg v. City of Norbridge,2014-02-11,$0.00
A4,Hale v. City of Norbridge,2016-09-30,\"$12,500.00\"
A5,Ives v. City of Norbridge,2017-01-12,$0.00
A6,Kerr v. City of Norbridge,2018-01-12,$0.00
A7,Lund v. City of Norbridge,2018-03-12,$0.00
A8,Moss v. City of Norbridge,2019-01-12,$0.00
";

#[test]
fn questions_as_people_put_them() {
    let table = [
        (
            "airline-safety.csv",
            AIRLINES,
            "How many fatal accidents did all the listed airlines have together in 1985-1999?",
            "17",
        ),
        (
            "airline-safety.csv",
            AIRLINES,
            "How many people died with Korona between 1985 and 1999?",
            "329",
        ),
        (
            "airline-safety.csv",
            AIRLINES,
            "Which airline had the most deaths in 2000–2014?",
            "Solair",
        ),
        (
            "airline-safety.csv",
            AIRLINES,
            "Which airline had the most deaths in 1985-99?",
            "Korona",
        ),
        (
            "equality.csv",
            INDEX,
            "Which country had the highest equality index in 2013?",
            "Borland",
        ),
        (
            "equality.csv",
            INDEX,
            "What was the equality index of Corvia in 2012?",
            "44.5",
        ),
        (
            "actions_under_the_heritage_act.csv",
            PARKS,
            "In which year were the most actions taken under the Heritage Act?",
            "1908",
        ),
        (
            "actions_under_the_heritage_act.csv",
            PARKS,
            "Which monument established in 1908 covered the most acres?",
            "Cedar Rock",
        ),
        (
            "actions_under_the_heritage_act.csv",
            PARKS,
            "How many monuments did Theodore Rosewell establish according to the list of actions under the Heritage Act?",
            "2",
        ),
        (
            "suspensions-data.csv",
            PLAYERS,
            "Which team has had the most players suspended?",
            "OSL",
        ),
        (
            "suspensions-data.csv",
            PLAYERS,
            "How many suspensions are listed for 2013?",
            "2",
        ),
        (
            "police_cases.csv",
            CASES,
            "Which case cost the city of Norbridge the most?",
            "Burt",
        ),
        (
            "police_cases.csv",
            CASES,
            "In how many of Norbridge's police cases was at least 100,000 dollars paid?",
            "2",
        ),
        (
            "police_cases.csv",
            CASES,
            "How much was paid altogether in the police cases?",
            "599,500",
        ),
    ];
    let mut wrong = Vec::new();
    for (name, csv, question, expected) in table {
        let views = made(name, csv);
        let routed = ask(&views.iter().collect::<Vec<_>>(), question);
        let right = matches!(&routed, Routed::Answer(answer) if answer.text.contains(expected));
        if !right {
            wrong.push(format!("{question} {expected}: {routed:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What a table does not say is not counted from its rows.
#[test]
fn questions_to_no_column_of_the_table() {
    let table = [
        (
            "airline-safety.csv",
            AIRLINES,
            "How many nurses died with Korona between 1985 and 1999?",
        ),
        (
            "airline-safety.csv",
            AIRLINES,
            "Which airline had the most deaths in 2015-2020?",
        ),
        (
            "actions_under_the_heritage_act.csv",
            PARKS,
            "Which monument lost the most acres?",
        ),
        (
            "suspensions-data.csv",
            PLAYERS,
            "Which team has had the most goalkeepers suspended?",
        ),
    ];
    for (name, csv, question) in table {
        let views = made(name, csv);
        let routed = ask(&views.iter().collect::<Vec<_>>(), question);
        assert!(
            !matches!(routed, Routed::Answer(_)),
            "{question}: {routed:?}"
        );
    }
}

const BALLS: &str = "matchup,type_of_hit,exit_velocity,camera_zone
Owls vs Larks,Fly,80.5,1
Owls vs Larks,Fly,90.5,2
Owls vs Larks,Fly,70,2
Jays vs Larks,Ground,60,4
Jays vs Larks,Line,95,7
";
const SCORES: &str = "Country,Openness 2012 Score
Albonia,90
Borland,58
Corvia,42
";

/// One value weighed against another, and a part against the whole.
#[test]
fn statements_that_weigh_are_recomputed() {
    let monuments = ("actions_under_the_heritage_act.csv", PARKS);
    let balls = ("foul-balls.csv", BALLS);
    let scores = ("openness-index-2012.csv", SCORES);
    let table = [
        (monuments, "Utah has more monuments than Idaho.", Some(true)),
        (
            monuments,
            "Idaho has more monuments than Utah.",
            Some(false),
        ),
        (monuments, "Ohio has fewer monuments than Utah.", Some(true)),
        // As many: not more.
        (
            monuments,
            "Idaho has more monuments than Ohio.",
            Some(false),
        ),
        (
            monuments,
            "There are more enlarged monuments than lost ones.",
            None,
        ),
        (
            balls,
            "More than half of the foul balls were fly balls.",
            Some(true),
        ),
        (
            balls,
            "Fewer than half of the foul balls were fly balls.",
            Some(false),
        ),
        (balls, "60% of the foul balls were fly balls.", Some(true)),
        (
            balls,
            "A third of the foul balls were fly balls.",
            Some(false),
        ),
        (
            balls,
            "About a fifth of the foul balls were ground balls.",
            Some(true),
        ),
        (balls, "Half of the supporters were fly balls.", None),
        (
            balls,
            "The average exit velocity of fly balls was lower than that of line balls.",
            Some(true),
        ),
        (
            balls,
            "The average exit velocity of ground balls was higher than that of line balls.",
            Some(false),
        ),
        (
            scores,
            "Albonia scored higher than Borland in the openness index.",
            Some(true),
        ),
        (
            scores,
            "Corvia scored higher than Borland in the openness index.",
            Some(false),
        ),
        (
            scores,
            "Corvia scored higher than Borland in the happiness index.",
            None,
        ),
    ];
    let mut wrong = Vec::new();
    for ((name, csv), claim, holds) in table {
        let views = made(name, csv);
        let answer = check(&views.iter().collect::<Vec<_>>(), claim);
        if answer.as_ref().and_then(|answer| answer.holds) != holds {
            let said = answer.map(|answer| (answer.text, answer.query));
            wrong.push(format!("{claim} {holds:?}: {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
