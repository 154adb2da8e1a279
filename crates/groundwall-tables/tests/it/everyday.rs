//! Questions and claims as askers put them, over small tables whose rows are made up.

use crate::material::made;
use groundwall_tables::{Routed, View, ask, check};

const STOCK: &str = "Item,Unit,Price
Bolt,Box,4.10
Paint,Litre,9.50
Primer,Litre,7.25
Sand,Tonne,31
";
const CLINICS: &str = "Clinic,Beds,Nurses,Town,Kind
Alder House,12,30,\"Norbridge, Albonia\",Public
Birch Lodge,20,41,\"Sundby, Albonia\",Private
Cedar Court,7,,\"Norbridge, Albonia\",Public
Dune View,45,90,\"Norbridge, Borland\",Private
Elm Rise,31,66,\"Westing, Borland\",Public
";
const GAS: &str = "Date,Spot price of gas (dollars per therm)
2001-01-15,4
2001-02-15,6
2001-03-15,5
2002-01-15,2
2002-02-15,9
2002-03-15,1
2003-01-15,8
2003-02-15,7
2003-03-15,9
";
const GAMES: &str = "player,team,reason,year
A. Aster,TEN,fighting,2012
B. Birk,TEN,late,2012
C. Carr,BER,fighting,2013
D. Dahl,OSL,fighting,2013
E. Eide,OSL,late,2013
";

pub(crate) fn answer(views: &[View], question: &str) -> Option<String> {
    let views: Vec<&View> = views.iter().collect();
    match ask(&views, question) {
        Routed::Answer(answer) => Some(answer.text),
        Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text => None,
    }
}

fn holds(views: &[View], claim: &str) -> Option<bool> {
    let views: Vec<&View> = views.iter().collect();
    check(&views, claim)?.holds
}

/// Each question with what its answer says; nothing where it must be declined.
pub(crate) fn says(name: &str, text: &str, table: &[(&str, &str)]) {
    let views = made(name, text);
    for (question, expected) in table {
        let said = answer(&views, question).unwrap_or_default();
        let fits = if expected.is_empty() {
            said.is_empty()
        } else {
            said.contains(expected)
        };
        assert!(fits, "{question}: {said}");
    }
}

#[test]
fn a_price_per_what_it_is_sold_in() {
    says(
        "stock.csv",
        STOCK,
        &[
            ("What is the price of paint per litre?", "9.5"),
            ("sand price per tonne", "31"),
            ("What is the average price per litre?", "8.38"),
        ],
    );
    let views = made("stock.csv", STOCK);
    let claims = [
        ("Paint is priced at 9.50 per litre.", Some(true)),
        ("Primer is priced at 9.50 per litre.", Some(false)),
        ("Paint is priced at 9.50 per tonne.", None),
    ];
    for (claim, expected) in claims {
        assert_eq!(holds(&views, claim), expected, "{claim}");
    }
}

#[test]
fn the_first_time_beyond_a_bound() {
    says(
        "gas.csv",
        GAS,
        &[
            ("When did the price of gas first go above 7?", "2002-02-15"),
            ("When was the price of gas last below 5?", "2002-03-15"),
            (
                "On what date did the price of gas first fall below 4?",
                "2002-01-15",
            ),
        ],
    );
}

#[test]
fn a_figure_of_several_records_together() {
    says(
        "clinics.csv",
        CLINICS,
        &[
            (
                "How many beds do Alder House and Dune View have together?",
                "57",
            ),
            (
                "How many beds do Alder House, Birch Lodge and Elm Rise have in total?",
                "63",
            ),
            (
                "What is the average number of beds of Alder House and Birch Lodge?",
                "16",
            ),
            // One of them has no figure.
            (
                "How many nurses do Alder House and Cedar Court have together?",
                "",
            ),
        ],
    );
}

#[test]
fn a_place_that_is_a_part_of_a_cell() {
    says(
        "clinics.csv",
        CLINICS,
        &[
            ("How many clinics are in the town Norbridge?", "3 of 5"),
            (
                "How many public clinics have Norbridge as their town?",
                "2 of 5",
            ),
            ("How many clinics are in the town Bridge?", ""),
        ],
    );
}

#[test]
fn rows_without_a_value_or_another() {
    says(
        "clinics.csv",
        CLINICS,
        &[("How many clinics are not public or private?", "0 of 5")],
    );
    says(
        "games.csv",
        GAMES,
        &[("How many players are not in TEN or OSL?", "1 of 5")],
    );
}

#[test]
fn several_values_of_one_record() {
    let views = made("clinics.csv", CLINICS);
    let claims = [
        (
            "Dune View is a private clinic in Norbridge, Borland.",
            Some(true),
        ),
        (
            "Dune View is a public clinic in Norbridge, Borland.",
            Some(false),
        ),
        (
            "Dune View is a private clinic in Sundby, Albonia.",
            Some(false),
        ),
        ("Dune View is a private clinic in Oslo.", None),
    ];
    for (claim, expected) in claims {
        assert_eq!(holds(&views, claim), expected, "{claim}");
    }
}

#[test]
fn years_of_months() {
    says(
        "gas.csv",
        GAS,
        &[
            ("In which year was gas cheapest on average?", "2002"),
            ("In which year was gas dearest on average?", "2003"),
            (
                "For how many months was gas dearer than 6 dollars?",
                "4 of 9",
            ),
            (
                "Which month had the highest price between 2001 and 2002?",
                "9",
            ),
        ],
    );
}

#[test]
fn a_number_that_is_also_a_value() {
    let views = made("suspensions.csv", GAMES);
    let claims = [
        ("Two suspensions are due to late.", Some(true)),
        ("Ten suspensions are due to late.", Some(false)),
    ];
    for (claim, expected) in claims {
        assert_eq!(holds(&views, claim), expected, "{claim}");
    }
}

#[test]
fn what_says_nothing_is_not_counted() {
    let views = made("clinics.csv", CLINICS);
    for claim in [
        "A larger share of clinics went without beds in Alder House than in Dune View.",
        "Alder House has more clinics than Dune View.",
        "Clinics first show up in the figures for Alder House.",
    ] {
        assert_eq!(holds(&views, claim), None, "{claim}");
    }
}

const DAYS: &str = "day,rain,max temp,min temp,sky
2013-01-01,0,4,-2,cloudy
2013-01-02,3.5,6,1,rainy
2013-01-03,1.5,5,0,rainy
2013-01-04,0,9,-5,sunny
2014-01-01,0,2,-3,cloudy
2014-01-02,7,3,1,rainy
";
const PAINTERS: &str = "id,name,yearOfBirth,placeOfBirth,yearOfDeath,placeOfDeath
1,\"Aster, Anna\",1930,\"Oslo, Norway\",1990,\"Paris, France\"
2,\"Birk, Bo\",1930,\"Paris, France\",1995,\"Oslo, Norway\"
3,\"Carr, Cid\",1911,\"Paris, France\",1930,
4,\"Dahl, Dan\",1950,\"Bergen, Norway\",,
5,\"Eide, Eva\",1951,Norway,,
6,\"Atelier (Lima, Peru)\",1970,\"Lima, Peru\",,
";
const SITES: &str = "site,kind,site kind,home,away
a.example,Federal,open,Leeds,York
b.example,Federal - Courts,closed,York,Hull
c.example,Federal - Army,open,Hull,Leeds
d.example,Local,open,Leeds,Hull
e.example,Federal - Army,open,Hull,York
";

#[test]
fn what_a_record_has_of_something() {
    let posts = "president,name,post
Reed,A. Aster,home
Reed,B. Birk,war
Reed,C. Carr,trade
Stone,D. Dahl,war
Stone,D. Dahl,home
";
    says(
        "posts.csv",
        posts,
        &[
            ("How many names of Reed are listed?", "3"),
            ("How many posts did Reed have?", "3"),
            ("How many posts did Stone have in 1990?", ""),
            ("In how many posts was D. Dahl?", "2"),
        ],
    );
}

#[test]
fn what_comes_most_often() {
    says(
        "games.csv",
        GAMES,
        &[
            ("What is the most common reason?", "fighting"),
            ("Which reason is the least frequent?", "late"),
            (
                "Which team occurs most often in 2012?",
                "TEN has the highest number of players: 2",
            ),
            ("What are the two most common teams?", "OSL 2"),
            ("What is the most common player?", ""),
        ],
    );
    let views = made("games.csv", GAMES);
    assert_eq!(
        holds(&views, "Fighting is the most common reason."),
        Some(true)
    );
    assert_eq!(
        holds(&views, "Late is the most common reason."),
        Some(false)
    );
}

#[test]
fn cells_that_hold_nothing() {
    says(
        "clinics.csv",
        CLINICS,
        &[
            (
                "How many clinics have no nurses?",
                "1 of 5 clinics with Nurses without a value",
            ),
            ("How many clinics have no beds?", "0 of 5"),
            ("For how many clinics are the nurses missing?", "1 of 5"),
        ],
    );
    says(
        "painters.csv",
        PAINTERS,
        &[("How many painters have no place of death?", "4 of 6")],
    );
}

#[test]
fn words_in_place_of_numbers() {
    let areas = "MSA,beds,hospitals
Alder,12,1
Birch,NA,2
Cedar,20,3
Dune,31,1
Elm,44,2
";
    says(
        "areas.csv",
        areas,
        &[
            ("How many metropolitan areas have no beds?", ""),
            ("How many beds do Alder and Birch have together?", ""),
            ("How many beds do Alder and Cedar have together?", "32"),
            (
                "How many metropolitan areas have more than 15 beds?",
                "3 of 5",
            ),
        ],
    );
}

#[test]
fn days_and_what_they_were_like() {
    says(
        "days.csv",
        DAYS,
        &[
            (
                "How many rainy days were there in 2013?",
                "2 of 6 days with sky rainy",
            ),
            ("What was the coldest day?", "2013-01-04"),
            ("What was the highest max temp in 2014?", "2014-01-02"),
            ("Which sky is the most common?", "rainy"),
            ("How many days had rain?", "3 of 6"),
        ],
    );
}

#[test]
fn where_and_when_somebody_was_born() {
    says(
        "painters.csv",
        PAINTERS,
        &[
            ("How many painters were born in 1930?", "2 of 6"),
            ("How many painters were born in Paris?", "2 of 6"),
            ("How many painters were born in Norway?", "3 of 6"),
            ("How many painters were born in Peru?", "1 of 6"),
            ("Where was Anna Aster born?", "Oslo"),
            ("How many painters died between 1990 and 2000?", "2 of 6"),
            ("In which year were the most painters born?", "1930"),
        ],
    );
}

#[test]
fn a_value_that_could_be_meant_otherwise() {
    says(
        "sites.csv",
        SITES,
        &[
            ("How many federal sites are there?", ""),
            ("How many sites have the kind Federal?", "1 of 5"),
            ("How many local sites are there?", "1 of 5"),
            ("How many sites have Leeds?", ""),
            ("How many sites have Leeds as home?", "2 of 5"),
            ("Which kind of site is the most common?", "open"),
        ],
    );
}

#[test]
fn a_day_of_the_month_is_no_missing_year() {
    let views = made(
        "ridership.csv",
        "Year,Trips\n2015,120\n2016,131\n2017,140\n",
    );
    let views: Vec<&View> = views.iter().collect();
    let asked = "I ask for my ticket on the 20th. When does it start?";
    assert!(!matches!(ask(&views, asked), Routed::Missing { .. }));
    says(
        "ridership.csv",
        "Year,Trips\n2015,120\n2016,131\n2017,140\n",
        &[("How many trips were there in 2016?", "131")],
    );
}

#[test]
fn a_school_year_is_no_missing_code() {
    let views = made(
        "homes.csv",
        "URN,Home,Beds\n1027081,Alder House,4\n1228191,Dune View,6\n1240801,Elm Court,3\n",
    );
    let views: Vec<&View> = views.iter().collect();
    let asked = "How many events did the watchers work in the 2018-19 school year?";
    assert!(!matches!(ask(&views, asked), Routed::Missing { .. }));
}
