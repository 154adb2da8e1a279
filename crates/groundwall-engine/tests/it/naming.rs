//! Words of questions and claims that name the document they are about, with the models of the repository.

use crate::bench::Bench;
use groundwall_core::request::Subject;
use groundwall_core::{ReportState, Verdict};

const DRILL: &str = "Infantry Drill Regulations, United States Army, 1911.\n\n\
    The length of the full step in quick time is 30 inches, measured from heel to heel.\n\n\
    The length of the full step in double time is 36 inches.\n\n\
    Water that is not known to be pure should be boiled 20 minutes.\n";

const YARDS: &str = "Results of the yards Norvik and Helmond.\n\n\
    Both yards build ferries. Helmond sold 40 boats in 2020 and closed its second dock.\n\n\
    The order books were full until autumn.\n";

#[tokio::test]
async fn a_document_is_asked_without_the_words_that_name_it() {
    let bench = Bench::start().await;
    bench.add("drill-1911.txt", DRILL, 1_000).await;
    bench.add("yards.txt", YARDS, 1_000).await;
    for (question, answer) in [
        (
            "For how long did the 1911 infantry regulations say water should be boiled?",
            "20 minutes",
        ),
        (
            "How long is a full step in quick time in the US Army drill book of 1911?",
            "30 inches",
        ),
    ] {
        let report = bench.ask(question).await;
        assert_eq!(report.state, ReportState::Verified, "{question}");
        let text = report.delivered.unwrap_or_default();
        assert!(text.contains(answer), "{question}: {text}");
    }
    // Another yard of the same document sold them, and another army has no book here.
    for question in [
        "How many boats did Norvik's yard sell in 2020?",
        "For how long did the 1911 French regulations say water should be boiled?",
    ] {
        let report = bench.ask(question).await;
        assert_ne!(report.state, ReportState::Verified, "{question}");
    }
}

#[tokio::test]
async fn a_claim_is_read_without_the_words_that_name_the_document() {
    let bench = Bench::start().await;
    bench.add("drill-1911.txt", DRILL, 1_000).await;
    bench.add("yards.txt", YARDS, 1_000).await;
    for (claim, supported) in [
        (
            "Under the 1911 infantry regulations, water that may not be pure has to be boiled for 20 minutes.",
            true,
        ),
        (
            "Under the 1911 drill regulations a full step in double time is 36 inches long.",
            true,
        ),
        (
            "Under the 1911 drill regulations a full step in double time is 30 inches long.",
            false,
        ),
        ("Helmond's yard sold 40 boats in 2020.", true),
        ("Norvik's yard sold 40 boats in 2020.", false),
    ] {
        let report = bench.verify(Subject::Claims(vec![claim.to_owned()])).await;
        let verdict = report.claims[0].verdict;
        assert_eq!(
            verdict == Verdict::Supported,
            supported,
            "{claim}: {verdict:?}"
        );
    }
}
