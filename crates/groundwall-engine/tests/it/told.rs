//! Questions of several parts, some of which a table answers, with the models of the repository.

use crate::bench::Bench;
use crate::supposed::ADVERTS;
use groundwall_core::{ReportState, Verdict};
use groundwall_generator::ExtractiveGenerator;
use std::sync::Arc;

const BERTHS: &str = "Berth,Length (m),Depth (m),Use\n\
    B1,92,6.5,Ferries\n\
    B2,74,5.8,Fishing\n\
    B3,160,8.5,Freight\n\
    B4,68,5.2,Fishing\n";

const RULES: &str = "Rules of the harbour.\n\n\
    The harbour master is Ingrid Solheim, who took over from Tor Bakken in 2021.\n\n\
    Visitors pay 40 kroner a night.\n";

/// Takes in a table of berths and the rules.
async fn harbour(bench: &Bench) {
    bench
        .take_in("berths.csv", BERTHS.as_bytes().to_vec())
        .await;
    bench.add("rules.txt", RULES, 1_000).await;
}

#[tokio::test]
async fn each_part_is_asked_of_tables_and_of_texts() {
    let bench = Bench::start().await;
    harbour(&bench).await;
    let report = bench
        .ask("How many berths are there, and what do visitors pay a night?")
        .await;
    let text = report.delivered.clone().unwrap_or_default();
    assert!(
        text.contains("4 berths") && text.contains("40 kroner"),
        "{text}"
    );
    assert_eq!(report.state, ReportState::Verified, "{}", report.banner);
    let computed = report.claims[0].computed.as_ref().expect("computed");
    assert!(!computed.cells.is_empty());
    assert!(report.claims[1].computed.is_none());
    // What no part answers is named.
    let report = bench
        .ask("What is the total length of all berths, and who built the lighthouse?")
        .await;
    assert_eq!(report.state, ReportState::PartlyVerified);
    let found: Vec<Option<bool>> = report.asked.iter().map(|part| part.found).collect();
    assert_eq!(found, [Some(true), Some(false)], "{}", report.banner);
    assert!(report.delivered.unwrap_or_default().contains("394"));
}

#[tokio::test]
async fn a_part_may_ask_the_figure_of_what_the_one_before_it_found() {
    let bench = Bench::start().await;
    harbour(&bench).await;
    let report = bench
        .ask("Which berth has the most length, and how much is it?")
        .await;
    let text = report.delivered.clone().unwrap_or_default();
    assert!(text.contains("B3") && text.contains("160"), "{text}");
    assert_eq!(report.state, ReportState::Verified, "{}", report.banner);
    assert_eq!(text.matches("160").count(), 1, "{text}");
    // Of the berth that was found, not of all.
    let report = bench
        .ask("Which berth has the most length, and what is its depth?")
        .await;
    let text = report.delivered.unwrap_or_default();
    assert!(text.contains("B3") && text.contains("8.5"), "{text}");
    assert_eq!(report.state, ReportState::Verified, "{}", report.banner);
}

#[tokio::test]
async fn without_a_reader_nothing_is_told_to_a_part() {
    let bench = Bench::of(true, None, Arc::new(ExtractiveGenerator)).await;
    harbour(&bench).await;
    let report = bench
        .ask("How many berths are there, and what do visitors pay a night?")
        .await;
    assert_ne!(report.state, ReportState::Verified);
    assert!(report.asked.iter().all(|part| part.found.is_none()));
}

#[tokio::test]
async fn a_part_whose_words_are_supposed_to_mean_something_is_told() {
    let bench = Bench::start().await;
    bench
        .take_in("adverts.csv", ADVERTS.as_bytes().to_vec())
        .await;
    let agency = "The films were shot in Oslo by the studio Nordlys.";
    bench.add("agency.txt", agency, 1_000).await;
    let report = bench
        .ask("What share of the Acme adverts have someone famous, and where were the films shot?")
        .await;
    let text = report.delivered.unwrap_or_default();
    assert!(text.contains("75%") && text.contains("Oslo"), "{text}");
    assert!(
        report.banner.contains("the column celebrity"),
        "{}",
        report.banner
    );
    assert_eq!(report.state, ReportState::PartlyVerified);
    assert!(
        report
            .claims
            .iter()
            .all(|claim| claim.verdict == Verdict::Supported)
    );
}
