//! Questions that say more than the table: what all its rows are of, in what it counts, another spelling.

use crate::everyday::says;
use crate::material::{made, sheets};
use groundwall_tables::supposed::{Supposed, unsure};
use groundwall_tables::{Routed, View, ask};
use std::collections::HashSet;

/// The readings of a question, where the text around the tables says some names.
fn readings(views: &[View], question: &str, around: &[&str]) -> Vec<Supposed> {
    let views: Vec<&View> = views.iter().collect();
    let mut unsure = unsure(&views, question);
    let names: HashSet<String> = around.iter().map(|name| (*name).to_owned()).collect();
    for one in &mut unsure {
        one.say_around(names.clone());
    }
    unsure
        .iter()
        .flat_map(|one| one.readings(|_, _| 0.1))
        .collect()
}

/// The one of them that says what is expected.
fn found(views: &[View], question: &str, expected: &str) -> Supposed {
    let all = readings(views, question, &[]);
    let texts: Vec<String> = all.iter().map(|one| one.answer.text.clone()).collect();
    let one = all
        .into_iter()
        .find(|one| one.answer.text.contains(expected));
    one.unwrap_or_else(|| panic!("{question}: {texts:?}"))
}

const FUEL: &str = "country,super95,diesel,date\n\
    Arden,1.82,1.73,2024-07-01\n\
    Borland,2.07,1.79,2024-07-01\n\
    Cerne,1.62,1.66,2024-07-01\n\
    Dunmore,1.62,1.66,2024-07-01\n";

#[test]
fn a_name_and_its_number_are_one_column_and_are_read_apart() {
    let fuel = made("fuel.csv", FUEL);
    let question = "What did a litre of Super 95 cost in Arden on 1 July 2024?";
    let one = found(&fuel, question, "super95 of Arden");
    assert_eq!(
        one.read,
        "The super 95 of Arden (date 1 July 2024) is 1.82."
    );
    assert!(
        one.told.contains(&"“litre” was passed over".to_owned()),
        "{:?}",
        one.told
    );
    let question = "How much cheaper was diesel than Super 95 in Borland on 1 July 2024?";
    let one = found(&fuel, question, "a difference of");
    assert_eq!(
        one.read,
        "Borland: diesel 1.79, super 95 2.07: diesel is 0.28 less than super 95."
    );
    assert!(one.told.is_empty(), "{:?}", one.told);
}

#[test]
fn a_short_form_in_front_of_what_a_row_is_may_be_a_condition() {
    let fuel = made("fuel.csv", FUEL);
    let question = "In which EU country was Super 95 petrol the highest?";
    let one = found(&fuel, question, "Borland has the highest super95");
    assert!(one.leaves_a_condition, "{:?}", one.told);
    // A name that may be another row is not left out.
    for question in [
        "What was the diesel of Norway like?",
        "What did diesel cost in Dale Norway?",
    ] {
        let all = readings(&fuel, question, &[]);
        assert!(all.iter().all(|one| !one.sketched), "{question}: {all:?}");
    }
}

const LIFTERS: &str = "Name,BodyweightKg,WeightClassKg,TotalKg\n\
    Ann Ash,61.5,63,300\nBo Birch,120.4,120+,500\nCy Cedar,157.5,120+,640\nDi Dale,81,83,410\n";

#[test]
fn the_heaviest_is_who_weighs_most() {
    let lifters = made("harbour-open-2013.csv", LIFTERS);
    let question = "Who was the heaviest competitor at the 2013 Harbour Open?";
    let one = found(&lifters, question, "Cy Cedar has the highest BodyweightKg");
    assert!(!one.leaves_a_condition, "{:?}", one.told);
}

const BIRDS: &str = "code,name,taxa\n1,wren,Bird\n2,newt,Amphibian\n3,heron,Bird\n";

#[test]
fn a_verb_at_the_end_bounds_nothing() {
    let birds = made("species.csv", BIRDS);
    let views: Vec<&View> = birds.iter().collect();
    let routed = ask(
        &views,
        "How many bird entries does the species list contain?",
    );
    let Routed::Answer(answer) = routed else {
        panic!("{routed:?}");
    };
    assert!(answer.text.starts_with("2 of 3"), "{}", answer.text);
}

const NAMES: &str = "RANK,1904,1914,1924\n\
    1,MARY,MARY,EDITH\n2,FLORENCE,ANNIE,MARY\n3,DORIS,EDITH,JOAN\n";

#[test]
fn a_grid_of_names_is_asked_by_place_and_by_name() {
    let names = made("top-names.csv", NAMES);
    for (question, expected) in [
        (
            "Which name ranked second in England and Wales in 1914?",
            "ANNIE",
        ),
        (
            "What position did Edith hold in England and Wales in 1914?",
            "RANK of EDITH (Year 1914) is 3",
        ),
    ] {
        // No text says England: it may be a condition.
        assert!(readings(&names, question, &[]).is_empty(), "{question}");
        let all = readings(&names, question, &["england", "wales"]);
        let texts: Vec<&String> = all.iter().map(|one| &one.answer.text).collect();
        let one = all.iter().find(|one| one.answer.text.contains(expected));
        let one = one.unwrap_or_else(|| panic!("{question}: {texts:?}"));
        assert!(!one.leaves_a_condition, "{question}: {:?}", one.told);
        assert!(
            one.told.contains(&"“England” was passed over".to_owned()),
            "{:?}",
            one.told
        );
    }
}

const SPENDING: &str = "Location,2005__Health Spending,2010__Health Spending\n\
    Maine,9233,11338\nOhio,64000,81000\n";

#[test]
fn what_rose_between_two_years_is_their_difference() {
    let spending = made("spending.csv", SPENDING);
    let question =
        "By how many million dollars did health spending in Maine rise from 2005 to 2010?";
    let one = found(&spending, question, "a difference of 2,105");
    assert!(
        one.read.contains("2010 is 2,105 more than 2005"),
        "{}",
        one.read
    );
    assert!(!one.leaves_a_condition, "{:?}", one.told);
}

const SCHOOLS: &str = "state,year,pupils\n\
    Ohio,2016-17,31\nOhio,2017-18,36\nOhio,2018-19,33\nOhio,2019-20,39\n\
    Utah,2016-17,8\nUtah,2017-18,9\nUtah,2018-19,7\nUtah,2019-20,6\n";

#[test]
fn years_that_run_over_two_lie_between_years() {
    let schools = made("home-schools.csv", SCHOOLS);
    let question =
        "In which school year between 2017 and 2020 was home teaching at its lowest in Ohio?";
    let one = found(&schools, question, "33");
    assert!(one.answer.text.contains("2018-19"), "{}", one.answer.text);
}

const CITIES: &str = "City,Aid,Growth per head\n\
    Harbour City,300,12\nHarbour Falls,800,40\nMill,500,95\n";

#[test]
fn what_stands_in_front_of_what_is_asked_is_no_row() {
    let cities = made("aid.csv", CITIES);
    let question = "Which Harbour city got the most of the aid that was shared out?";
    let one = found(&cities, question, "Harbour Falls has the highest Aid: 800");
    assert!(one.leaves_a_condition, "{:?}", one.told);
}

const MINES: &str = "Mine,Company,Production (Short tons)\n\
    Kettle Mine,Acme Coal,4460896\nAntler Mine,Globex,2100000\nBell Mine,Globex,1200000\n";

#[test]
fn two_cells_of_a_row_are_one_answer() {
    let mines = made("mines.csv", MINES);
    let question = "Which company runs the Kettle mine and how many short tons did it dig?";
    found(
        &mines,
        question,
        "Kettle Mine: Company Acme Coal, Production (Short tons) 4460896",
    );
}

const RANKS: &str =
    "Area,2009 Delay,2009 Rank,1999 Delay,1999 Rank\nAsh,50,5,41,18\nBay,30,40,33,22\n";

#[test]
fn a_year_alone_asks_what_was_asked_of_another() {
    let ranks = made("delays.csv", RANKS);
    let views: Vec<&View> = ranks.iter().collect();
    let routed = ask(&views, "Where did Ash rank in 1999 and where in 2009?");
    let Routed::Answer(answer) = routed else {
        panic!("{routed:?}");
    };
    assert_eq!(answer.text, "Ash: 1999 Rank 18, 2009 Rank 5.");
}

#[test]
fn sheets_of_another_year_are_not_read() {
    let meters = sheets(
        "meters.xlsx",
        &[
            ("2015", "Town,Mean use\nAsh,9907\nBay,8800\n"),
            ("2021", "Town,Mean use\nAsh,8723\nBay,8100\n"),
        ],
    );
    let question = "What was the mean gas use of a home in Ash in 2021?";
    let all = readings(&meters, question, &[]);
    assert!(!all.is_empty());
    for one in all {
        let said = one.answer.text.replace(',', "");
        assert!(said.contains("8723"), "{said}");
    }
}

#[test]
fn the_rows_of_a_value_are_counted_whatever_they_are_called() {
    let codes = "eco,name,moves\nE00,Catalan,c4\nE01,Catalan Open,d5\nE01,Catalan Closed,c5\nE02,Catalan Late,a4\n";
    let lots = "owner,lot,weight\nAcme,L1,3\nGlobex,L2,4\nGlobex,L3,5\n";
    for (name, table, question, expected) in [
        (
            "openings.csv",
            codes,
            "Which eco has the most lines listed under it?",
            "E01 has the highest number of moves: 2",
        ),
        (
            "openings.csv",
            codes,
            "Which eco has the most entries?",
            "E01",
        ),
        (
            "coffee.csv",
            lots,
            "Which owner has the most records?",
            "Globex",
        ),
    ] {
        says(name, table, &[(question, expected)]);
    }
}

#[test]
fn the_time_that_a_whole_table_is_about_is_no_condition() {
    let trees = "region,trees\nEast,30\nWest,50\nNorth,20\n";
    for (name, question, says) in [
        (
            "trees-april-2010-to-september-2018.csv",
            "Which region had the most trees between April 2010 and September 2018?",
            true,
        ),
        (
            "trees-2010-2018.csv",
            "Which region had the most trees between 2010 and 2018?",
            true,
        ),
        (
            "trees-2010-2018.csv",
            "Which region had the most trees between 2012 and 2018?",
            false,
        ),
    ] {
        let views = made(name, trees);
        let views: Vec<&View> = views.iter().collect();
        let routed = ask(&views, question);
        let west = matches!(&routed, Routed::Answer(answer) if answer.text.contains("West"));
        assert_eq!(west, says, "{question}: {routed:?}");
    }
}

#[test]
fn what_was_paid_is_the_one_column_that_is_called_by_a_word_for_money() {
    let funerals =
        "Date,Cost,Type\n2019-05-02,700,Burial\n2019-06-11,650,Cremation\n2020-04-03,710,Burial\n";
    let grants = "town,Amount,year\nBath,90,2019\nYork,40,2020\n";
    let loads = "town,Amount (kg),year\nBath,90,2019\nYork,40,2020\n";
    for (name, table, question, expected) in [
        (
            "funerals.csv",
            funerals,
            "How much was paid for burials in total?",
            Some("1,410"),
        ),
        (
            "grants.csv",
            grants,
            "How much was spent in total?",
            Some("130"),
        ),
        ("loads.csv", loads, "How much was spent in total?", None),
    ] {
        let views = made(name, table);
        let views: Vec<&View> = views.iter().collect();
        let routed = ask(&views, question);
        let said = match &routed {
            Routed::Answer(answer) => Some(answer.text.as_str()),
            Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text => None,
        };
        let fits = match expected {
            Some(expected) => said.is_some_and(|said| said.contains(expected)),
            None => said.is_none(),
        };
        assert!(fits, "{question}: {routed:?}");
    }
}

#[test]
fn words_behind_the_number_of_just_the_rows_that_pass_are_no_condition() {
    let routes = "Start,Finish,price\nYork,Leeds,2000\nHull,Leeds,1000\nBath,London,5000\n";
    let routes = made("rail.csv", routes);
    let ten = "What was the average price across the two Leeds commuter routes?";
    let one = found(&routes, ten, "1,500");
    assert!(!one.leaves_a_condition, "{:?}", one.told);
}

#[test]
fn a_bound_is_on_the_column_that_reaches_it() {
    let scores =
        "Farm,Cupper.Points,Total.Cup.Points\nAlder,7.5,81\nBirch,8,79\nCedar,7,83\nDune,9,70\n";
    says(
        "coffee.csv",
        scores,
        &[
            ("How many farms had 80 points or better?", "2 of 4"),
            ("How many farms had 8 points or more?", "2 of 4"),
        ],
    );
}

#[test]
fn nobody_knows_a_record_by_an_identifier_that_a_program_made() {
    let leases = "OBJECTID,holder,kind,GlobalID\n\
        1,Acme,Standard,{3DDA125A-BE01-48AA-B9BB-4F19E25E1ACA}\n2,Acme,Limited,{783265C4-BE01-48AA-B9BB-4F19E25E1ACB}\n\
        3,Globex,Standard,{883265C4-BE01-48AA-B9BB-4F19E25E1ACC}\n";
    let hashes = "sha,author,lines\n\
        9fceb02d0ae598e95dc970b74767f19372d61af8,Ann,3\n1fceb02d0ae598e95dc970b74767f19372d61af9,Ann,4\n\
        2fceb02d0ae598e95dc970b74767f19372d61afa,Bo,9\n";
    for (name, table, question, expected) in [
        (
            "leases.csv",
            leases,
            "What is the kind of Globex?",
            "Globex",
        ),
        ("commits.csv", hashes, "What are the lines of Bo?", "Bo"),
    ] {
        let views = made(name, table);
        let views: Vec<&View> = views.iter().collect();
        let routed = ask(&views, question);
        let Routed::Answer(answer) = routed else {
            panic!("{question}: {routed:?}");
        };
        assert!(
            answer.text.contains(expected)
                && !answer.text.contains("4F19")
                && !answer.text.contains("fceb"),
            "{question}: {}",
            answer.text
        );
    }
}
