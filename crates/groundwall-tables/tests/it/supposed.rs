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
fn readings(views: &[View], question: &str, pairs: &[(&str, &str)]) -> Vec<Supposed> {
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
        let found = sketch(table, question);
        assert!(
            found.answer.text.contains(expected),
            "{question}: {}",
            found.answer.text
        );
        assert!(!found.leaves_a_condition, "{question}: {:?}", found.told);
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
