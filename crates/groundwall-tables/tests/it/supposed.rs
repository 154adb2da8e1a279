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
