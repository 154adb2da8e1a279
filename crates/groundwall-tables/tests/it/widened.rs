//! What the parser was widened with, on made-up tables: each kind of sentence once, and what has to stay declined.

use crate::material::made;
use groundwall_tables::{Mood, Routed, View, ask, check, why_not};

const POWER: &str = "year,source,net_generation
2001-01-01,Coal,300
2005-01-01,Coal,250
2009-01-01,Coal,200
2001-01-01,Wind,10
2005-01-01,Wind,40
2009-01-01,Wind,90
";
const PRICES: &str = "Country Name,Indicator Name,2019,2020,2021
Albonia,Price index of bread,100,104,109
Borland,Price index of bread,98,97,110
Corvia,Price index of bread,90,91,92
";
const PUPILS: &str = "first_name,last_name,sex,marks,absences
Ada A.,Berg,Female,81,0
Ben,Coll,Male,75,3
Cleo,Dahl,Female,64,1
Dov,Eide,Male,90,0
";
const HOMES: &str = "address,price,bath,year_built
\"4 Alder Pl, Bayport\",610000,5,1990
\"12 Alder Pl, Bayport\",480000,2,2004
\"7 Birch St, Bayport\",350000,1,2000
";
const TURBINES: &str = "Quarter,Onshore wind,Hydro
2019 Q4,700,310
2020 Q1,742,402
2020 Q2,510,220
";
const NEEDS: &str = "Council,201718,201819
Ash,120,131
Bay,90,88
";
const STATIONS: &str = "name,zone,lines
London Bridge,1,2
Crossharbour & London Arena,2,1
King Street,1,6
";
const DRIVERS: &str = "make_model,overall,exposure
Aster Minor,8,310
Birch Coupe,17,120
";
const SUPPRESSED: &str = "sector,2014,2015,2016
Wind,5.5,5.25,6
Waste,0.37,c,0.29
Tidal,c,c,0.03
";
const BAKERS: &str = "series,baker,age,zone
8,Ada Berg,31,\"1,2\"
9,Ben Coll,60,10
9,Cleo Dahl,28,10
";
const TOOLS: &str = "name,ring,quadrant
Elixir,hold,languages
Unleash,adopt,tools
Hanger,hold,tools
";
const TOWNS: &str = "Municipality,Founded,Population (2010),Area
Alderton,1772,20811,115
Bayport,1971,11317,39
";
const CRASHES: &str = "Type,Fatal Crash Number,Killed
Pedestrian,1,1
Motorcycle,2,2
Pedestrian,3,1
";
const WEATHER: &str = "date,rainfall,temp_max,temp_min
2012-01-05,10,31,12
2012-07-09,2,25,9
2013-01-05,1,33,14
2013-07-05,4,20,5
";

#[test]
fn questions() {
    let table = [
        (
            "power.csv",
            POWER,
            "By how much did wind grow between 2001 and 2009?",
            "80",
        ),
        (
            "power.csv",
            POWER,
            "By how much did coal go down between 2001 and 2009?",
            "-100",
        ),
        (
            "homes.csv",
            HOMES,
            "What is the price of 4 Alder Pl?",
            "610000",
        ),
        (
            "homes.csv",
            HOMES,
            "How many homes were built in 2000 or later?",
            "2 of 3",
        ),
        (
            "turbines.csv",
            TURBINES,
            "What was the hydro in the first quarter of 2020?",
            "402",
        ),
        (
            "needs.csv",
            NEEDS,
            "Which council had the most in 2018/19?",
            "Ash",
        ),
        (
            "london-stations.csv",
            STATIONS,
            "Which London station has the most lines?",
            "King Street",
        ),
        (
            "drivers.csv",
            DRIVERS,
            "What was the overall of the Aster Minor?",
            "8",
        ),
        (
            "turnover.csv",
            SUPPRESSED,
            "By how much did turnover of wind drop between 2014 and 2015?",
            "-0.25",
        ),
        (
            "turnover.csv",
            SUPPRESSED,
            "What was the average yearly turnover of wind over 2014 to 2016?",
            "5.58",
        ),
        (
            "bakers.csv",
            BAKERS,
            "Oldest baker in series 9?",
            "Ben Coll",
        ),
        (
            "bakers.csv",
            BAKERS,
            "Which bakers are in zone 10?",
            "Ben Coll, Cleo Dahl",
        ),
        ("tools.csv", TOOLS, "How many tools are on hold?", "1 of 3"),
        (
            "towns.csv",
            TOWNS,
            "What was the population of Bayport in 2010?",
            "11317",
        ),
        (
            "death-rates.csv",
            DRIVERS,
            "Which model had the worst overall death rate?",
            "Birch Coupe",
        ),
        (
            "drivers.csv",
            DRIVERS,
            "Which make model had the worst overall?",
            "Aster Minor",
        ),
        (
            "power.csv",
            POWER,
            "By what percentage did coal change from 2001 to 2009?",
            "-33.33%",
        ),
        (
            "power.csv",
            POWER,
            "What was the total net generation from 2001 to 2005?",
            "600",
        ),
        (
            "prices.csv",
            PRICES,
            "In which year was the price index of Borland highest?",
            "2021",
        ),
        (
            "prices.csv",
            PRICES,
            "How much higher was the price index in Albonia than in Corvia in 2020?",
            "13",
        ),
        (
            "pupils.csv",
            PUPILS,
            "What are the marks of Ada Berg?",
            "81",
        ),
        (
            "pupils.csv",
            PUPILS,
            "How many women have no absences?",
            "1 of 4",
        ),
        (
            "pupils.csv",
            PUPILS,
            "Who has the second highest marks?",
            "Ada A. Berg",
        ),
        (
            "pupils.csv",
            PUPILS,
            "How many people had any absences?",
            "2 of 4",
        ),
        (
            "weather.csv",
            WEATHER,
            "Which year had the most rainfall?",
            "2012",
        ),
        (
            "weather.csv",
            WEATHER,
            "On how many days did the temperature go above 30 degrees?",
            "2 of 4",
        ),
        (
            "weather.csv",
            WEATHER,
            "How much rain fell in the whole of 2013?",
            "5",
        ),
    ];
    let mut wrong = Vec::new();
    for (name, csv, question, expected) in table {
        let views = made(name, csv);
        let routed = ask(&views.iter().collect::<Vec<_>>(), question);
        if !matches!(&routed, Routed::Answer(answer) if answer.text.contains(expected)) {
            wrong.push(format!("{question} {expected}: {routed:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn claims() {
    let table = [
        (
            "power.csv",
            POWER,
            "Wind rose between 2001 and 2009.",
            Some(true),
        ),
        (
            "power.csv",
            POWER,
            "Coal rose between 2001 and 2009.",
            Some(false),
        ),
        (
            "power.csv",
            POWER,
            "Wind was nine times as high in 2009 as in 2001.",
            Some(true),
        ),
        (
            "power.csv",
            POWER,
            "Wind more than doubled between 2005 and 2009.",
            Some(true),
        ),
        (
            "power.csv",
            POWER,
            "Coal fell by 50 between 2001 and 2005.",
            Some(true),
        ),
        (
            "power.csv",
            POWER,
            "Coal fell by 60 between 2001 and 2005.",
            Some(false),
        ),
        // No figures of 2003: nothing can be said.
        ("power.csv", POWER, "Wind rose between 2003 and 2009.", None),
        (
            "power.csv",
            POWER,
            "Imports of wind rose between 2001 and 2009.",
            None,
        ),
        (
            "prices.csv",
            PRICES,
            "The price index of Borland fell between 2019 and 2021.",
            Some(false),
        ),
        (
            "pupils.csv",
            PUPILS,
            "Ben Coll is among the top three people by marks.",
            Some(true),
        ),
        (
            "pupils.csv",
            PUPILS,
            "More than half of the people are women.",
            Some(false),
        ),
        (
            "pupils.csv",
            PUPILS,
            "Fewer than three people are female.",
            Some(true),
        ),
        (
            "weather.csv",
            WEATHER,
            "2013 was a drier year than 2012.",
            Some(true),
        ),
        // Prices and temperatures are not added up.
        (
            "weather.csv",
            WEATHER,
            "The temp_max was higher in 2013 than in 2012.",
            None,
        ),
    ];
    let mut wrong = Vec::new();
    for (name, csv, claim, holds) in table {
        let views = made(name, csv);
        let answer = check(&views.iter().collect::<Vec<_>>(), claim);
        if answer.as_ref().and_then(|answer| answer.holds) != holds {
            let said = answer.map(|answer| (answer.text, answer.query));
            wrong.push(format!("{claim} {holds:?}: {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_measure_that_no_column_holds_is_not_answered_by_the_whole_record() {
    let views = made("towns.csv", TOWNS);
    let views: Vec<&View> = views.iter().collect();
    let routed = ask(&views, "How long is Bayport?");
    assert!(!matches!(routed, Routed::Answer(_)), "{routed:?}");
}

#[test]
fn a_number_that_a_column_is_called_by_is_no_value_of_it() {
    let rates = "state,burglaries per 100000\nAsh,201.7\nBay,180.5\n";
    let views = made("rates.csv", rates);
    let views: Vec<&View> = views.iter().collect();
    let routed = ask(&views, "Ash: burglaries per 100,000 people?");
    let other = matches!(&routed, Routed::Answer(answer) if !answer.text.contains("201.7"));
    assert!(!other, "{routed:?}");
}

#[test]
fn what_numbers_the_rows_is_not_added_up() {
    let views = made("crashes.csv", CRASHES);
    let views: Vec<&View> = views.iter().collect();
    let question = "How many more pedestrian crashes were there than motorcycle crashes?";
    if let Routed::Answer(answer) = ask(&views, question) {
        assert!(!answer.text.contains("Crash Number"), "{}", answer.text);
        assert!(answer.text.contains("a difference of 1"), "{}", answer.text);
    }
}

#[test]
fn a_declined_claim_says_which_word_was_not_understood() {
    let views = made("pupils.csv", PUPILS);
    let views: Vec<&View> = views.iter().collect();
    let why = why_not(
        &views,
        "The trombone marks of Ben Coll are 75.",
        Mood::Claim,
    )
    .unwrap();
    assert!(why.contains("trombone"), "{why}");
    assert_eq!(
        why_not(&views, "The Danube flows into the Black Sea.", Mood::Claim),
        None
    );
}

#[test]
fn cells_of_a_table_that_was_turned_are_those_of_the_sheet() {
    let views = made("prices.csv", PRICES);
    let routed = ask(
        &views.iter().collect::<Vec<_>>(),
        "In which year was the price index of Borland highest?",
    );
    let Routed::Answer(answer) = routed else {
        panic!("{routed:?}");
    };
    assert_eq!(answer.cells, ["E3"]);
}
