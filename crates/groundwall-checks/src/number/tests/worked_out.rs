//! Values that follow from others.

use super::*;
use crate::{Text, as_the_evidence_writes};

/// What is said of a claim's values, and how the models read it.
fn read(claim: &str, evidence: &str) -> (Vec<Signal>, Option<String>) {
    let claim = Text::from(claim);
    let windows = [Scored::alone(evidence)];
    let said = check(&Prepared::new(&claim, &windows), &Tolerances::default());
    let signals = said.iter().map(|said| said.signal).collect();
    (signals, as_the_evidence_writes(&claim, &said))
}

fn follows(claim: &str, evidence: &str) -> Option<String> {
    let (signals, read) = read(claim, evidence);
    read.filter(|_| signals.iter().all(|signal| *signal == Signal::Passed))
}

fn none_follows(evidence: &str, claims: &[&str]) {
    for wrong in claims {
        assert_eq!(follows(wrong, evidence), None, "{wrong}");
    }
}

#[test]
fn a_change_follows_from_its_ends() {
    const PROFIT: &str =
        "Net profit of Oder Mills was 40 million euros in 2021 and 50 million euros in 2022.";
    let as_read =
        "Net profit of Oder Mills rose from 40 million euros in 2021 to 50 million euros in 2022.";
    for claim in [
        "Net profit of Oder Mills rose by 10 million euros.",
        "Net profit of Oder Mills rose by 25%.",
    ] {
        assert_eq!(follows(claim, PROFIT).as_deref(), Some(as_read), "{claim}");
    }
    assert_eq!(
        follows(
            "From 2021 to 2022 net profit of Oder Mills rose by 25%.",
            PROFIT
        )
        .as_deref(),
        Some(
            "From 2021 to 2022 net profit of Oder Mills rose from 40 million euros to 50 million euros."
        )
    );
    none_follows(
        PROFIT,
        &[
            "Net profit of Oder Mills fell by 25%.",
            "Net profit of Oder Mills rose by 20%.",
            "Net profit of Oder Mills rose by 10 million dollars.",
            "In 2021 net profit of Oder Mills rose by 25%.",
        ],
    );
    // Of three years two have to be named.
    const THREE: &str = "Sales of the mill were $10 in 2019, $20 in 2020 and $50 in 2021.";
    assert_eq!(follows("Sales of the mill rose by $10.", THREE), None);
    assert_eq!(
        follows(
            "Sales of the mill rose by $40 between 2019 and 2021.",
            THREE
        )
        .as_deref(),
        Some("Sales of the mill rose from $10 to $50 between 2019 and 2021.")
    );
    assert_eq!(
        follows(
            "The fee for berths fell by a third, by $5.",
            "The fee for berths fell from $15 to $10."
        )
        .as_deref(),
        Some("The fee for berths fell by a third, from $15 to $10."),
        "what is said in words is left to the reader"
    );
    assert_eq!(
        follows(
            "The fee for berths fell by 33%.",
            "The fee for berths fell from $15 to $10."
        )
        .as_deref(),
        Some("The fee for berths fell from $15 to $10.")
    );
}

#[test]
fn a_rate_is_the_same_in_another_period() {
    const FEE: &str = "Plus account: 96 euros per year, billed in twelve equal instalments.";
    assert_eq!(
        follows("The Plus account costs 8 euros a month.", FEE).as_deref(),
        Some("The Plus account costs 96 euros per year.")
    );
    assert_eq!(
        follows("The Plus account is billed 24 euros quarterly.", FEE).as_deref(),
        Some("The Plus account is billed 96 euros per year.")
    );
    none_follows(
        FEE,
        &[
            "The Plus account costs 9 euros a month.",
            "The Plus account costs 8 euros a week.",
            "The Plus account costs 8 dollars a month.",
        ],
    );
}

#[test]
fn a_share_follows_from_the_part_and_the_whole() {
    for evidence in [
        "Of 2,000 loans outstanding, 30 are more than 90 days overdue.",
        "In all 30 of the 2,000 loans are more than 90 days overdue.",
    ] {
        let right = follows("1.5% of the loans are more than 90 days overdue.", evidence);
        assert_eq!(
            right.as_deref(),
            Some("30 of the loans are more than 90 days overdue."),
            "{evidence}"
        );
        let wrong = follows("3% of the loans are more than 90 days overdue.", evidence);
        assert_eq!(wrong, None, "{evidence}");
    }
}

#[test]
fn a_sum_follows_from_all_of_its_parts() {
    const BERTHS: &str = "The harbour has 12 berths for ferries and 30 berths for yachts.";
    assert_eq!(
        follows("The harbour has 42 berths in all.", BERTHS).as_deref(),
        Some("The harbour has 12 berths for ferries and 30 berths in all.")
    );
    none_follows(
        BERTHS,
        &[
            "The harbour has 43 berths in all.",
            "The harbour has 42 berths for ferries.",
            "The harbour has 42 cranes in all.",
        ],
    );
}

#[test]
fn two_times_are_compared_by_their_values() {
    const PROFIT: &str =
        "Net profit of Oder Mills was 40 million euros in 2021 and 50 million euros in 2022.";
    let of = |claim: &str| read(claim, PROFIT);
    let (signals, as_read) = of("Net profit of Oder Mills was higher in 2022 than in 2021.");
    assert_eq!(signals, [Signal::Passed]);
    assert_eq!(
        as_read.as_deref(),
        Some("Net profit of Oder Mills was 40 million euros in 2021 and 50 million euros in 2022.")
    );
    let (signals, _) = of("Net profit of Oder Mills was higher in 2021 than in 2022.");
    assert_eq!(signals, [Signal::Clash]);
    let (signals, _) = of("Net profit of Oder Mills was lower in 2021 than in 2022.");
    assert_eq!(signals, [Signal::Passed]);
    for open in [
        "Net profit of Oder Mills was not higher in 2021 than in 2022.",
        "Net profit of Oder Mills wasn't higher in 2021 than in 2022.",
        "Net profit of Oder Mills was higher in 2020 than in 2022.",
        "The number of mills was higher in 2021 than in 2022, said the Oder board of trade.",
    ] {
        assert_eq!(of(open).0, [], "{open}");
    }
}
