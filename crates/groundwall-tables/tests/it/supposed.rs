//! Questions with words that a table does not know.

use crate::material::made;
use groundwall_tables::supposed::{Supposed, unsure};
use groundwall_tables::{Routed, View, ask};

const ADVERTS: &str = "year,brand,funny,patriotic,celebrity,seconds\n\
    2001,Acme,True,False,True,30\n\
    2002,Acme,False,True,True,60\n\
    2003,Acme,False,True,False,30\n\
    2004,Acme,False,False,True,30\n\
    2004,Globex,True,True,False,45\n\
    2005,Globex,False,False,False,30\n";

fn adverts() -> Vec<View> {
    made("adverts.csv", ADVERTS)
}

/// The readings of a question, where each pair of words is as much alike as `pairs` says, and others are not.
pub(crate) fn readings(views: &[View], question: &str, pairs: &[(&str, &str)]) -> Vec<Supposed> {
    let views: Vec<&View> = views.iter().collect();
    let mut readings = Vec::new();
    for one in unsure(&views, question) {
        let names: Vec<String> = one.names().map(str::to_owned).collect();
        let phrases = one.phrases().to_vec();
        let alike = |phrase: usize, name: usize| {
            let pair = (phrases[phrase].as_str(), names[name].as_str());
            if pairs.contains(&pair) { 0.8 } else { 0.1 }
        };
        readings.extend(one.readings(alike));
    }
    readings
}

fn computed(question: &str) -> String {
    let views = adverts();
    let views: Vec<&View> = views.iter().collect();
    let routed = ask(&views, question);
    let Routed::Answer(answer) = routed else {
        panic!("{question}: {routed:?}");
    };
    answer.text
}

#[test]
fn a_word_stands_for_the_column_that_means_the_same() {
    let pairs = [("somebody famous", "celebrity")];
    let found = readings(
        &adverts(),
        "How many Acme adverts show somebody famous?",
        &pairs,
    );
    let first = found.first().expect("a reading");
    assert!(
        first.answer.text.starts_with("3 of "),
        "{}",
        first.answer.text
    );
    assert!(
        first
            .told
            .iter()
            .any(|told| told.contains("the column celebrity")),
        "{:?}",
        first.told
    );
}

#[test]
fn what_the_table_understands_by_itself_is_not_supposed() {
    let question = "How many Acme adverts are patriotic?";
    assert!(readings(&adverts(), question, &[]).is_empty());
    let said = computed(question);
    assert!(said.starts_with("2 of "), "{said}");
}

#[test]
fn a_name_a_number_or_what_turns_a_question_is_never_passed_over() {
    for question in [
        "How many Initech adverts are patriotic?",
        "How many adverts of the brand Acme show no dogs?",
        "How many adverts of version x7 are patriotic?",
        "In which year did the seconds of somebody famous rise fastest?",
        "How many Acme adverts show somebody famous month on month?",
    ] {
        let pairs = [("somebody famous", "celebrity")];
        assert!(
            readings(&adverts(), question, &pairs).is_empty(),
            "{question}"
        );
    }
}

#[test]
fn a_reading_that_finds_nothing_or_tells_all_is_none() {
    let pairs = [("dogs", "seconds")];
    for found in readings(&adverts(), "How many dogs does Globex have?", &pairs) {
        assert!(
            !found.answer.text.contains("brand Globex:"),
            "{}",
            found.answer.text
        );
        assert!(!found.answer.text.starts_with('0'), "{}", found.answer.text);
    }
}

#[test]
fn a_share_of_the_rows_of_a_record_is_one_of_those() {
    let said = computed("What percentage of the Acme adverts are patriotic?");
    assert!(said.starts_with("50%"), "{said}");
    let said = computed("What percentage of the adverts are patriotic?");
    assert!(said.starts_with("50%"), "{said}");
    let said = computed("What percentage of the Acme adverts are funny?");
    assert!(said.starts_with("25%"), "{said}");
}

const JEANS: &str = "style,menWomen,brand,price,maxHeightFront\n\
    Slim Straight,women,Alder,80,20\n\
    High Rise Slim,women,Birch,90,21.5\n\
    Regular Fit,men,Alder,70,25\n\
    Loose Taper,men,Birch,60,28\n";
const MURDERS: &str = "Area,Year,Murders\n\
    Texas,2015,90\nTexas,2016,110\nOhio,2015,80\nOhio,2016,70\nUtah,2015,20\nUtah,2016,21\n";
const DEATHS: &str = "State,drug,deaths_15,deaths_16,rate_15,rate_16\n\
    Ohio,coc,698,1124,5.8,9.5\n\
    Ohio,coc_fen,220,602,1.8,5.1\n\
    Utah,coc,20,31,0.7,1.0\n\
    Utah,coc_fen,2,9,0.1,0.3\n\
    Iowa,coc,14,17,0.4,0.5\n\
    Iowa,coc_fen,3,4,0.1,0.1\n";
const SCORES: &str = "District,Subject,Tested,AverageScore\n\
    Ash,ELA,300,627\nAsh,Math,298,611\nBay,ELA,120,488\nBay,Math,118,633\nCole,ELA,90,366\nCole,Math,91,402\n";

/// The first reading that was put together from what the question names.
fn sketch(table: &str, question: &str) -> Supposed {
    let found = readings(&made("figures.csv", table), question, &[]);
    let sketched = found.into_iter().find(|one| one.sketched);
    sketched.unwrap_or_else(|| panic!("{question}: no sketch"))
}

/// The same, which says what is expected and leaves nothing out that may be a condition.
fn told(table: &str, question: &str, expected: &str) -> Supposed {
    let found = sketch(table, question);
    let text = &found.answer.text;
    assert!(text.contains(expected), "{question}: {text}");
    assert!(!found.leaves_a_condition, "{question}: {:?}", found.told);
    found
}

#[test]
fn what_a_question_names_is_put_together() {
    for (table, question, expected) in [
        (
            JEANS,
            "What was the average price of the women's jeans?",
            "The average price is 85 ",
        ),
        (
            JEANS,
            "How much dearer were men's jeans than women's on average?",
            "a difference of",
        ),
        (
            JEANS,
            "Which women's jeans have the tallest front pockets at the maximum?",
            "High Rise Slim has the highest maxHeightFront",
        ),
        (
            DEATHS,
            "Which state counted the most cocaine deaths in 2016?",
            "Ohio has the highest deaths_16: 1124",
        ),
        (
            DEATHS,
            "How many cocaine deaths did Ohio and Utah have between them in 2016?",
            "1,155",
        ),
        (
            SCORES,
            "Which districts reached 600 or more on average in English?",
            "Ash (627)",
        ),
        (
            SCORES,
            "How many districts averaged 600 or better in math?",
            "2 of 6",
        ),
        (
            SCORES,
            "By how many points is Ash's English average above its math average?",
            "a difference of 16",
        ),
    ] {
        told(table, question, expected);
    }
}

const PRICES: &str = "Quarter,All houses,New houses\n\
    Q3 2006,170,210\n\
    Q4 2006,172,212\n\
    Q1 2007,180,220\n\
    Q2 2007,182,224\n\
    Q3 2007,184,228\n\
    Q4 2007,186,230\n\
    Q1 2008,178,229\n";

const CONTRACTS: &str = "contract,vendor,amount\n\
    C-101,Acme,1200\n\
    C-102,Globex,900\n\
    C-103,Acme,450\n\
    C-104,Initech,7000\n";

#[test]
fn rows_are_counted_by_their_names_and_found_by_the_years_in_them() {
    for (table, question, expected) in [
        (
            ADVERTS,
            "Which brand ran the most of these spots?",
            "Acme has the highest number",
        ),
        (
            PRICES,
            "What was the mean of all houses over the four quarters of 2007?",
            "183",
        ),
    ] {
        let found = readings(&made("figures.csv", table), question, &[]);
        let texts: Vec<&str> = found.iter().map(|one| one.answer.text.as_str()).collect();
        assert!(
            texts.iter().any(|text| text.contains(expected)),
            "{question}: {texts:?}"
        );
    }
    // Another word for the column that is counted.
    let found = readings(
        &made("contracts.csv", CONTRACTS),
        "Which company turns up most often in the list of contracts?",
        &[("company", "vendor")],
    );
    let told = found.iter().any(|one| {
        one.answer.text.starts_with("Acme has the highest number")
            && one
                .told
                .contains(&"“company” was read as the column vendor".to_owned())
    });
    assert!(told, "{found:?}");
    // No row is of that year.
    let found = readings(
        &made("figures.csv", PRICES),
        "What was the mean of all houses over the four quarters of 2001?",
        &[],
    );
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn a_word_that_may_be_a_condition_is_told() {
    for (table, question) in [
        (DEATHS, "How many heroin deaths did Ohio have in 2016?"),
        (JEANS, "How many of the women's jeans were recalled?"),
    ] {
        let found = readings(&made("figures.csv", table), question, &[]);
        let sketches = found.iter().filter(|one| one.sketched);
        for one in sketches {
            assert!(one.leaves_a_condition, "{question}: {}", one.answer.text);
        }
    }
}

#[test]
fn a_name_that_the_table_does_not_know_ends_a_sketch() {
    for question in [
        "What was the average price of the women's jeans of Cedar?",
        "What was the average price of the women's jeans without pockets?",
    ] {
        let found = readings(&made("figures.csv", JEANS), question, &[]);
        assert!(found.iter().all(|one| !one.sketched), "{question}");
    }
}

#[test]
fn the_year_before_is_a_year() {
    let views = made("murders.csv", MURDERS);
    let views: Vec<&View> = views.iter().collect();
    let question = "How many more murders happened in Texas in 2016 than the year before?";
    let routed = ask(&views, question);
    let Routed::Answer(answer) = routed else {
        panic!("{routed:?}");
    };
    assert!(answer.text.contains("20"), "{}", answer.text);
}

const VOTES: &str = "Ward,\"Alder, i\",\"Birch, p\"\n\
    Harbour,210,340\n\
    Mill,120,90\n\
    Hill,44,51\n";

const HOSPITALS: &str = "Area,hospitals,beds\nAsh,4,310\nBay,2,120\nCole,7,900\n";

const MATCHES: &str =
    "match_num,stage,home,home_score\n1,Group,Alder,2\n2,Group,Birch,4\n3,Final,Cedar,1\n";

const HOMES: &str = "address,price,bed,bath,year_built\n\
    \"4 Alder Pl, Bayport\",610000,4,5,1990\n\
    \"12 Alder Pl, Bayport\",480000,3,2,2004\n\
    \"7 Birch St, Bayport\",350000,2,1,2000\n";

#[test]
fn what_a_figure_counts_may_be_left_out_and_is_asked_again_without() {
    for (table, question, expected, plainly) in [
        (
            VOTES,
            "How many votes did Birch get in Harbour?",
            "340",
            "How many did Birch get in Harbour?",
        ),
        (
            VOTES,
            "Which town or district gave Birch the most votes?",
            "Harbour has the highest Birch, p: 340",
            "Which gave Birch the most?",
        ),
    ] {
        let found = told(table, question, expected);
        assert_eq!(found.plainly.as_deref(), Some(plainly), "{question}");
    }
    // A column that is called by what it counts counts nothing else.
    let found = sketch(
        HOSPITALS,
        "How many ventilators did the hospitals in Ash have?",
    );
    assert!(
        found.leaves_a_condition && found.plainly.is_none(),
        "{found:?}"
    );
    // What a row is called is no figure.
    let question = "Which match had the most goals?";
    let found = readings(&made("figures.csv", MATCHES), question, &[]);
    let numbers = |one: &&Supposed| one.answer.text.contains("highest match_num");
    let told = found.iter().find(numbers);
    assert!(told.is_none_or(|one| !one.sketched), "{told:?}");
}

#[test]
fn a_word_that_begins_with_the_name_of_a_column_is_that_column() {
    let found = sketch(HOMES, "How many bathrooms has 4 Alder Pl got?");
    assert!(found.answer.text.contains("is 5"), "{}", found.answer.text);
}

#[test]
fn a_year_that_columns_are_called_by_says_which_rows_are_meant() {
    let table = "year,state,sector,wages_2015,pay_2015\n1990,Ash,crops,900,21\n2015,Ash,crops,1300,29\n1990,Bay,crops,400,18\n2015,Bay,crops,700,25\n";
    let found = sketch(
        table,
        "What was the average pay of a crops worker in Ash in 2015?",
    );
    assert!(found.answer.text.contains("29"), "{}", found.answer.text);
    // How often is no column of years.
    let found = readings(
        &made("figures.csv", table),
        "What was the yearly pay of crops in Ash?",
        &[],
    );
    assert!(found.iter().all(|one| !one.sketched), "{found:?}");
}

#[test]
fn a_few_rows_may_come_first_together() {
    let table = "entity,Year,Stomach,Prostate\nAsh,2009,41,100\nBay,2009,30,100\nCole,2009,60,88\nAsh,2004,40,80\n";
    let found = sketch(
        table,
        "Which country had the best prostate survival in 2009?",
    );
    assert!(
        found.answer.text.contains("Ash, Bay"),
        "{}",
        found.answer.text
    );
}

#[test]
fn two_columns_are_held_against_each_other() {
    for (question, expected) in [
        (
            "How many more votes did Birch get than Alder in Harbour?",
            "Harbour: Birch, p 340, Alder, i 210: a difference of 130.",
        ),
        (
            "By how much did Alder exceed Birch in Mill?",
            "Mill: Alder, i 120, Birch, p 90: a difference of 30.",
        ),
        (
            "How many more votes did Birch get than Alder?",
            "Birch, p 481, Alder, i 374: a difference of 107.",
        ),
    ] {
        let found = sketch(VOTES, question);
        assert!(
            found.answer.text.ends_with(expected),
            "{question}: {}",
            found.answer.text
        );
    }
    // Rows are counted here.
    let question = "In how many wards did Birch get more votes than Alder?";
    let found = readings(&made("figures.csv", VOTES), question, &[]);
    assert!(
        found
            .iter()
            .all(|one| !one.answer.text.contains("difference")),
        "{found:?}"
    );
}

const RADAR: &str =
    "name,ring,quadrant\nElixir,hold,languages\nUnleash,adopt,tools\nHanger,adopt,tools\n";

const MEDALS: &str =
    "Rank,Country,Gold,Silver,Total\n1,Japan,27,14,58\n2,Germany,10,11,37\n3,France,10,12,33\n";

#[test]
fn a_verb_behind_its_subject_says_nothing() {
    let question = "Which ring does Acme put Elixir in?";
    let found = readings(&made("acme-radar.csv", RADAR), question, &[]);
    let found = found.iter().find(|one| one.sketched).expect("a sketch");
    assert_eq!(found.answer.text, "The ring of Elixir is hold.");
    assert!(!found.leaves_a_condition, "{:?}", found.told);
    let question = "How many more in total did Japan earn than Germany?";
    told(MEDALS, question, "a difference of 21");
    // A word in front of a noun is none.
    let question = "How many did Ohio heroin deaths reach in 2016?";
    let found = readings(&made("figures.csv", DEATHS), question, &[]);
    assert!(found.iter().all(|one| one.plainly.is_none()), "{found:?}");
}

#[test]
fn two_that_met_are_the_values_of_two_columns() {
    let table = "date,city,home,away,home_score\n\
        Jun 10,Lyon,Cedar,Alder,2\n\
        Jun 12,Lille,Alder,Birch,4\n\
        Jun 14,Lens,Birch,Cedar,1\n\
        Jun 16,Lyon,Alder,Dune,0\n";
    let question = "In which city did Birch meet Alder?";
    let found = readings(&made("matches.csv", table), question, &[]);
    let texts: Vec<&str> = found.iter().map(|one| one.answer.text.as_str()).collect();
    assert!(texts.iter().any(|text| text.contains("Lille")), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains("Lens")), "{texts:?}");
}

#[test]
fn an_adjective_of_a_place_picks_the_rows_whose_names_have_it() {
    let table =
        "Entity,Waste\nKlang (Malaysia),13000\nPahang (Malaysia),6000\nUlhas (India),13000\n";
    told(
        table,
        "What is the total waste of the Malaysian rivers?",
        "19,000",
    );
}

#[test]
fn what_somebody_did_is_not_left_out_of_who_did_it() {
    let table = "series,baker,age\n8,Ada Berg,31\n9,Ben Coll,60\n9,Cleo Dahl,28\n";
    let pairs = [("won series", "series")];
    let found = readings(&made("bakers.csv", table), "Who won series 9?", &pairs);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn rows_are_counted_in_which_one_column_has_more_than_another() {
    let views = made(
        "votes.csv",
        "Town,Birch,Alder,Turnout 2011,Turnout 2015\nOslo,120,80,60,66\nBergen,70,90,58,55\nHamar,40,30,71,60\nVoss,10,10,64,\n",
    );
    let table = [
        (
            "In how many towns did Birch get more votes than Alder?",
            "In 2 of 4 towns Birch is higher than Alder.",
        ),
        (
            "How many towns had a lower turnout in 2015 than in 2011?",
            "In 2 of 3 towns Turnout 2015 is lower than Turnout 2011.",
        ),
    ];
    for (question, expected) in table {
        let found = readings(&views, question, &[]);
        let texts: Vec<&str> = found.iter().map(|one| one.answer.text.as_str()).collect();
        assert!(texts.contains(&expected), "{question}: {found:#?}");
        let one = found.iter().find(|one| one.answer.text == expected);
        let query = &one.expect("found").answer.query;
        assert!(query.contains(" WHERE "), "{query}");
    }
}
