use super::*;

mod measures;
mod worded;
mod worked_out;

use crate::{Prepared, Scored, Signal};
use groundwall_core::policy::Band;

fn said(claim: &str, evidence: &[&str], tolerances: &Tolerances) -> Vec<(Signal, Option<String>)> {
    let windows: Vec<Scored> = evidence.iter().map(|text| Scored::alone(text)).collect();
    check(&Prepared::new(&claim.into(), &windows), tolerances)
        .into_iter()
        .map(|said| (said.signal, said.expected))
        .collect()
}

/// Claims, evidence, and what the check says first of them.
fn holds(table: &[(&str, &str, Signal)]) {
    for (claim, evidence, signal) in table {
        let signals = said(claim, &[evidence], &Tolerances::default());
        // Silence is as good as a pass: the check claims nothing.
        assert_eq!(
            signals.first().map_or(Signal::Passed, |said| said.0),
            *signal,
            "{claim} / {evidence}: {signals:?}"
        );
    }
}

#[test]
fn a_limit_is_stated_by_the_same_limit_alone() {
    let four = "The board shall meet at least four (4) times a year.";
    let five = "Max 5 people are on the boat.";
    holds(&[
        (
            "The board meets no more than four times a year.",
            four,
            Signal::Clash,
        ),
        (
            "The board meets at least four times a year.",
            four,
            Signal::Passed,
        ),
        ("Up to seven people are on the boat.", five, Signal::Clash),
        ("At most five people are on the boat.", five, Signal::Passed),
        (
            "At least five people are on the boat.",
            five,
            Signal::Absent,
        ),
        (
            "At least seven people must be on board a DS37.",
            "DS37: Max 7 people on board.",
            Signal::Absent,
        ),
        (
            "At least seven people must be on board a DS37.",
            "DS37: at least 7 people on board, max 9 people.",
            Signal::Passed,
        ),
        // Both may well be so.
        (
            "Less than 10 percent of the boats leak.",
            "More than 5 percent of the boats leak.",
            Signal::Absent,
        ),
    ]);
    let said = check(
        &Prepared::new(
            &"The board meets no more than four times a year.".into(),
            &[Scored::alone(four)],
        ),
        &Tolerances::default(),
    );
    let says = (said[0].detected.as_str(), said[0].expected.as_deref());
    assert_eq!(says, ("no more than four", Some("at least four")));
}

#[test]
fn true_false_and_absent() {
    let table: &[(&str, &str, Signal)] = &[
        (
            "The harbour has 12 cranes.",
            "The harbour has twelve cranes and a dock.",
            Signal::Passed,
        ),
        (
            "The harbour has 14 cranes.",
            "The harbour has twelve cranes and a dock.",
            Signal::Clash,
        ),
        (
            "Revenue was $1.2 million.",
            "Revenue was $1,234,567 in the year.",
            Signal::Passed,
        ),
        (
            "Revenue was $1.5 million.",
            "Revenue was $1,234,567 in the year.",
            Signal::Clash,
        ),
        (
            "More than 40 staff work there.",
            "There are 42 staff who work there.",
            Signal::Passed,
        ),
        (
            "Attendance was 81 percent.",
            "Staff were friendly and the food was good.",
            Signal::Absent,
        ),
        (
            "Aurora made 14 calls.",
            "Vessel: Aurora. Calls: 12. Tonnes: 300.",
            Signal::Clash,
        ),
        (
            "It serves 69 million people.",
            "It serves over 69 million customers daily.",
            Signal::Passed,
        ),
        (
            "The plan was not sorted into ten categories.",
            "The plan was sorted into five categories.",
            Signal::Passed,
        ),
        (
            "Call (202) 512-4841.",
            "Please call me at (202) 512-4841.",
            Signal::Passed,
        ),
        (
            "Three children play.",
            "A boy, a girl and a baby play.",
            Signal::Passed,
        ),
        (
            "He served for over twenty years.",
            "Years of service: 1958-1981.",
            Signal::Passed,
        ),
        (
            "He served on twenty ships.",
            "Years of service: 1958-1981.",
            Signal::Absent,
        ),
        (
            "Inflation fell to 8.1 percent.",
            "Inflation fell from 8.1 percent to 3.4 percent.",
            Signal::Clash,
        ),
        (
            "Inflation fell to 3.4 percent.",
            "Inflation fell from 8.1 percent to 3.4 percent.",
            Signal::Passed,
        ),
        (
            "Rents rose by 40 percent.",
            "Rents rose by 12 percent to 40 percent of incomes.",
            Signal::Clash,
        ),
        (
            "The fee rose to 40 euros.",
            "The fee rose from 40 euros.",
            Signal::Passed,
        ),
        (
            "Two men sit at the table.",
            "Two bearded men sit at a table.",
            Signal::Passed,
        ),
        (
            "Aurora made 12 calls.",
            "Vessel: Aurora. Calls: 12. Tonnes: 300.",
            Signal::Passed,
        ),
    ];
    holds(table);
}

#[test]
fn the_value_of_a_neighbour_does_not_pass() {
    let evidence = [
        "The north pier is 120 metres long.",
        "The south pier is 85 metres long.",
    ];
    assert_eq!(
        said(
            "The south pier is 120 metres long.",
            &evidence,
            &Tolerances::default()
        )[0],
        (Signal::Clash, Some("85 metres".into()))
    );
}

/// The seven worked examples of the reference guide for numeric claims, under the bands of its real-estate policy.
mod reference_guide {
    use super::*;

    const BANDS: Tolerances = Tolerances {
        currency: Band::Relative(0.05),
        percentage: Band::Relative(0.02),
        ratio: Band::Relative(0.05),
        approximate: 0.05,
    };
    const NOI: &str = "The NOI for the property was $1,200,000.";

    fn signal(claim: &str, evidence: &str) -> Signal {
        said(claim, &[evidence], &BANDS)[0].0
    }

    #[test]
    fn example_1_correct_claim() {
        assert_eq!(
            signal("The NOI was $1.2M for the property.", NOI),
            Signal::Passed
        );
    }

    #[test]
    fn example_2_wrong_claim() {
        assert_eq!(
            signal("The NOI was $1.5M for the property.", NOI),
            Signal::Clash
        );
    }

    #[test]
    fn example_3_within_tolerance() {
        assert_eq!(
            signal("The NOI was $1.25M for the property.", NOI),
            Signal::Warning
        );
    }

    #[test]
    fn currency_claim_off_by_25_percent() {
        assert_eq!(
            signal(
                "The property has a $1.5M NOI.",
                "The property has a NOI of $1.2M."
            ),
            Signal::Clash
        );
    }

    #[test]
    fn percentage_claim_off_by_12_percent() {
        assert_eq!(
            signal(
                "The property has 95% occupancy.",
                "The property has 85% occupancy."
            ),
            Signal::Clash
        );
    }

    #[test]
    fn date_claim_of_another_quarter() {
        let windows = [Scored::alone("The rent was raised in Q3 2024.")];
        let claim = "The rent was raised in Q4 2024.".into();
        let said = crate::date::check(&Prepared::new(&claim, &windows));
        assert_eq!(
            (said[0].signal, said[0].expected.as_deref()),
            (Signal::Clash, Some("Q3 2024"))
        );
    }

    #[test]
    fn ratio_claim_off_by_20_percent() {
        assert_eq!(
            signal(
                "The property has a DSCR 1.5.",
                "The property has a DSCR 1.25."
            ),
            Signal::Clash
        );
        assert_eq!(
            signal("The DSCR was 1.28.", "The DSCR was 1.25."),
            Signal::Warning
        );
        assert_eq!(
            signal("It has 1.25x coverage.", "It has a coverage ratio of 1.25."),
            Signal::Passed
        );
    }
}

#[test]
fn the_same_words_with_another_number_are_a_clash_in_the_same_place() {
    let tolerances = Tolerances::default();
    let evidence = ["The Labour Party won eight seats and lost three. The Liberals won two."];
    assert_eq!(
        said(
            "The Labour Party won two seats and lost three.",
            &evidence,
            &tolerances
        )[0],
        (Signal::Clash, Some("eight".to_owned())),
        "though two stands elsewhere"
    );
    let rows = [
        "Room 3 has 4 beds and a bath. Room 5 has 4 beds and a bath. Room 7 has 2 beds and a bath.",
    ];
    assert!(
        said("Room 5 has 4 beds and a bath.", &rows, &tolerances)
            .iter()
            .all(|(signal, _)| *signal == Signal::Passed)
    );
    let other = said("Room 7 has 6 beds and a bath.", &rows, &tolerances);
    assert_eq!(
        other[1],
        (Signal::Clash, Some("2".to_owned())),
        "the row with the same room speaks: {other:?}"
    );
    // No row has more in common with the claim than the others: none of them speaks.
    assert!(
        said("Room 9 has 6 beds and a bath.", &rows, &tolerances)
            .iter()
            .all(|(signal, _)| *signal != Signal::Clash)
    );
}
