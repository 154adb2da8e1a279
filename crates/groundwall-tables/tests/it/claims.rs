//! Claims about the sample documents: recomputed where a table holds them, silent where none does.

use crate::material::{made, tables};
use groundwall_core::TableResult;
use groundwall_core::table_answer::Side;
use groundwall_tables::{Routed, View, ask, check};

fn port() -> Vec<View> {
    let files = [
        "berths.csv",
        "fish-landings.tsv",
        "port-dues-2024.xlsx",
        "harbour-staff.ods",
        "vessel-register.xls",
        "harbour-rules.docx",
    ];
    let mut views: Vec<View> = files
        .iter()
        .flat_map(|file| tables(&format!("samples/{file}")))
        .collect();
    views.extend(tables("tables/attendance.xlsx"));
    views
}

/// The text of a computed answer.
fn computed(views: &[&View], question: &str) -> String {
    match ask(views, question) {
        Routed::Answer(answer) => answer.text,
        other @ (Routed::Missing { .. } | Routed::Unclear(_) | Routed::Text) => {
            panic!("{question}: {other:?}")
        }
    }
}

#[test]
fn claims_are_recomputed_or_left_alone() {
    let views = port();
    let views: Vec<&View> = views.iter().collect();
    let table = [
        ("There are eight berths.", Some(true)),
        ("There are nine berths.", Some(false)),
        ("The Timber Quay is 120 m long.", Some(true)),
        ("The Timber Quay is 120 km long.", None),
        ("Havørn was built in 2001.", Some(true)),
        ("Havørn was built in 2003.", Some(false)),
        ("The owner of Havørn is Karianne Fisk.", Some(false)),
        ("The owner of Havørn is Vik Rederi AS.", Some(true)),
        ("Ole Strand is the harbour master.", Some(false)),
        ("Ingrid Solheim is the harbour master.", Some(true)),
        ("Cruise ships made 29 calls.", Some(true)),
        ("The highest fine is 25,000 kroner.", Some(true)),
        ("Three vessels are fishing vessels.", Some(false)),
        ("Solvind is shorter than Havørn.", Some(true)),
        ("All berths are deeper than 5 m.", Some(true)),
        ("No berth is deeper than 8 m.", Some(false)),
        ("No student has attendance above 99%.", Some(true)),
        ("Most students have attendance below 65%.", Some(false)),
        (
            "Meera Sharma did not attend 26 classes in Java.",
            Some(false),
        ),
        ("The average depth of the berths is not 7.5 m.", Some(true)),
        ("The average attendance is above 80%.", Some(false)),
        ("The port has 34 employees.", None),
        ("The lighthouse was built in 1902.", None),
        ("The crane dates from 1979.", None),
        ("Ingrid Solheim took over from Tor Bakken in 2021.", None),
        ("The Oil Jetty is closed on Sundays.", None),
    ];
    for (claim, holds) in table {
        let answer = check(&views, claim);
        assert_eq!(
            answer.as_ref().and_then(|answer| answer.holds),
            holds,
            "{claim}: {:?}",
            answer.map(|answer| (answer.text, answer.query))
        );
    }
}

#[test]
fn what_is_no_question_to_a_table_is_not_answered_by_one() {
    let views = port();
    let views: Vec<&View> = views.iter().collect();
    for question in [
        "How many calls did ferries make in 2023?",
        "What does attendance mean?",
        "Why is the Oil Jetty the deepest berth?",
        "Should I berth at the Oil Jetty?",
        "What is the depth of the fairway?",
        "How many people work in the port?",
        "What is the length of Timber Quay in feet?",
        "Who owns the port?",
    ] {
        assert!(
            matches!(ask(&views, question), Routed::Text),
            "{question}: {:?}",
            ask(&views, question)
        );
    }
}

#[test]
fn a_year_belongs_to_the_column_beside_it() {
    let views = port();
    let views: Vec<&View> = views.iter().collect();
    for (question, says) in [
        ("Which vessels were built in 2001?", "Havørn"),
        (
            "Which vessels had their last inspection in 2022?",
            "Karianne",
        ),
    ] {
        let text = computed(&views, question);
        assert!(
            text.starts_with("1 vessel ") && text.contains(says),
            "{question}: {text}"
        );
    }
}

#[test]
fn a_unit_says_what_is_counted() {
    let views = port();
    let views: Vec<&View> = views.iter().collect();
    for (question, says) in [
        ("How many tonnes of cod were landed in 2024?", "1980"),
        ("How many tonnes of herring in 2022?", "5210"),
        ("How many metres long is the Oil Jetty?", "85"),
    ] {
        let text = computed(&views, question);
        assert!(text.contains(says), "{question}: {text}");
    }
    let unknown = ask(&views, "How many tonnes of gold were landed in 2024?");
    assert!(!matches!(unknown, Routed::Answer(_)), "{unknown:?}");
}

#[test]
fn a_column_that_names_a_currency_has_amounts_of_it() {
    let views = made(
        "payments.csv",
        "Payee,Paid,\u{a3} (net)\nAsh Print,2017-04-19,1100\nBay Homes,2017-05-03,950\nCove Hall,2017-05-04,1984\n",
    );
    let views: Vec<&View> = views.iter().collect();
    for (claim, holds) in [
        ("The net of Ash Print is £1,100.", Some(true)),
        ("The net of Ash Print is £1,200.", Some(false)),
        ("The net of Ash Print is 1,100 pounds.", Some(true)),
    ] {
        let judged = check(&views, claim).and_then(|checked| checked.holds);
        assert_eq!(judged, holds, "{claim}");
    }
    let text = computed(&views, "How many pounds was Cove Hall paid?");
    assert!(text.contains("1984"), "{text}");
}

#[test]
fn a_claim_that_one_is_greater_has_both_figures_and_not_their_difference() {
    let economies = "country,year,gdp_trillion\nJapan,2010,5.76\nJapan,2011,6.23\nChina,2010,6.09\nChina,2011,7.55\n";
    let views = made("economies.csv", economies);
    let views: Vec<&View> = views.iter().collect();
    let answer = check(&views, "Japan's GDP in 2011 was higher than China's.").unwrap();
    assert_eq!(answer.holds, Some(false), "{answer:?}");
    let TableResult::Comparison {
        left,
        right,
        fields,
    } = &answer.result
    else {
        panic!("{:?}", answer.result);
    };
    assert!(
        left.contains("Japan") && right.contains("China"),
        "{answer:?}"
    );
    let [field] = &fields[..] else {
        panic!("{fields:?}")
    };
    assert_eq!((&*field.left, &*field.right), ("6.23", "7.55"));
    assert_eq!(field.greater, Some(Side::Right));
}
