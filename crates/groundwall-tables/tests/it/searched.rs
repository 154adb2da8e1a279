//! Questions as people type them into a search box, to tables as programs write them.

use crate::material::made;
use groundwall_tables::supposed::unsure;
use groundwall_tables::{Routed, View, ask};

const VISITS: &str = "Museum,Kpi,Number_of_visitors,Date,ObjectId\n\
    M Shed,visits,1240,2019/02/14 00:00:00+00,1\n\
    Old Mill,visits,1606,2019/02/14 00:00:00+00,2\n\
    M Shed,visits,430,2019/02/13 00:00:00+00,3\n\
    Old Mill,visits,1306,2019/02/13 00:00:00+00,4\n";

const SHIPS: &str = "IMO,VESSEL NAME,VESSEL GT,VESSEL LDT,VESSEL BUILT\n\
    9203760,ALDER STAR,81230,23192,2000\n\
    9180114,BIRCH DAWN,148710,23313,2001\n\
    7027021,CEDAR ROSE,3889,33588,1970\n";

const TREES: &str = "Area code,Region,Trees planted,Share\n\
    E12000001,North East,1780,11.8\n\
    E12000008,South East (Note 1),1266,8.4\n\
    E12000009,South West (Revised),2068,13.7\n";

const STAFF: &str = "Number of Staff,Line,In Post\n\
    ,Professional,8.25\n\
    ,All other,55.9\n\
    Volunteers,,\n\
    ,Number in year,95\n";

/// What the readings of a question compute, where no two words are alike, the likeliest first.
fn read(views: &[View], question: &str) -> Vec<String> {
    let views: Vec<&View> = views.iter().collect();
    let readings = unsure(&views, question).into_iter();
    let readings = readings.flat_map(|one| one.readings(|_, _| 0.1));
    readings.map(|one| one.answer.text).collect()
}

#[test]
fn the_only_figure_of_a_table_is_what_is_asked_for() {
    let read = read(
        &made("visits.csv", VISITS),
        "M Shed footfall on 13 february 2019",
    );
    assert_eq!(read.len(), 1, "{read:?}");
    assert!(read[0].contains("430"), "{read:?}");
}

#[test]
fn the_row_of_a_day_is_not_counted() {
    let views = made("visits.csv", VISITS);
    let read = read(&views, "how many turned up at old mill on 14 february 2019");
    assert!(
        read.iter().any(|one| one.contains("1606")) && read.len() == 1,
        "{read:?}"
    );
}

#[test]
fn words_spell_out_a_short_name_and_a_year_of_the_title_is_that_of_all_rows() {
    let read = read(
        &made("ships-dismantled-2022.csv", SHIPS),
        "biggest vessel taken apart in 2022 (gross tonnage)",
    );
    assert!(
        read.first()
            .is_some_and(|first| first.starts_with("BIRCH DAWN has the highest VESSEL GT")),
        "{read:?}"
    );
    assert!(!read.iter().any(|other| other.contains("LDT")), "{read:?}");
}

#[test]
fn names_are_known_without_their_notes_and_in_small_letters() {
    let views = made("trees.csv", TREES);
    let views: Vec<&View> = views.iter().collect();
    for question in [
        "What is the share of South West?",
        "what is the share of south west",
    ] {
        let Routed::Answer(answer) = ask(&views, question) else {
            panic!("{question}");
        };
        assert!(answer.text.contains("13.7"), "{}", answer.text);
    }
    let schools = "District,Subject,Score\nDarien School District,Math,633\nOld Mill School District,Math,480\n";
    let schools = made("schools.csv", schools);
    let schools: Vec<&View> = schools.iter().collect();
    let Routed::Answer(answer) = ask(&schools, "what is the math score of darien") else {
        panic!("darien");
    };
    assert!(answer.text.contains("633"), "{}", answer.text);
}

#[test]
fn that_there_is_one_row_of_a_name_is_no_number_of_what_it_names() {
    let views = made("staff.csv", STAFF);
    let views: Vec<&View> = views.iter().collect();
    for question in ["How many volunteers are there?", "How many volunteers?"] {
        let routed = ask(&views, question);
        assert!(
            !matches!(&routed, Routed::Answer(answer) if answer.text.starts_with("1 ")),
            "{routed:?}"
        );
    }
}
