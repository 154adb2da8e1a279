//! Values in units of measurement.

use super::*;

#[expect(clippy::too_many_lines, reason = "a table of cases")]
#[test]
fn values_are_compared_in_any_unit_of_their_quantity() {
    let table: &[(&str, &str, Signal)] = &[
        (
            "Each patient was given 0.05 g of aspirin.",
            "Each patient was given 50 mg of aspirin.",
            Signal::Passed,
        ),
        (
            "Each patient was given 50 g of aspirin.",
            "Each patient was given 50 mg of aspirin.",
            Signal::Clash,
        ),
        (
            "Each patient was given 50 mcg of aspirin.",
            "Each patient was given 50 mg of aspirin.",
            Signal::Clash,
        ),
        (
            "They took it for 21 days.",
            "They took it for three weeks.",
            Signal::Passed,
        ),
        (
            "They took it for 28 days.",
            "They took it for three weeks.",
            Signal::Clash,
        ),
        (
            "The lease runs for two years.",
            "The lease runs for 24 months.",
            Signal::Passed,
        ),
        (
            "The lease runs for 24 years.",
            "The lease runs for 24 months.",
            Signal::Clash,
        ),
        (
            "The lease runs for one year.",
            "The lease runs for 24 months.",
            Signal::Clash,
        ),
        (
            "The trail is 12,000 metres long.",
            "The trail is 12 km long.",
            Signal::Passed,
        ),
        (
            "The trail is 12 kilometers long.",
            "The trail is 12 km long.",
            Signal::Passed,
        ),
        (
            "The trail is 12 miles long.",
            "The trail is 12 km long.",
            Signal::Clash,
        ),
        (
            "The trail is 7.5 miles long.",
            "The trail is 12 km long.",
            Signal::Passed,
        ),
        (
            "The trail is about 1,000 miles long.",
            "The trail is 1,600 km long.",
            Signal::Passed,
        ),
        (
            "The walk takes 1.5 hours.",
            "The walk takes 90 minutes.",
            Signal::Passed,
        ),
        (
            "The walk to the lake takes 90 seconds.",
            "The walk to the lake takes 90 minutes.",
            Signal::Clash,
        ),
        (
            "The tank holds 2.5 cubic metres.",
            "The tank holds 2,500 litres.",
            Signal::Passed,
        ),
        (
            "The tank holds 2,500 gallons.",
            "The tank holds 2,500 litres.",
            Signal::Absent,
        ),
        (
            "It is kept at 0 °F.",
            "It is kept at -18 °C.",
            Signal::Passed,
        ),
        (
            "It is kept at 20 °F.",
            "It is kept at 20 °C.",
            Signal::Clash,
        ),
        (
            "Objections are due within 30 days.",
            "Objections are due within 30 working days.",
            Signal::Clash,
        ),
        (
            "Objections are due within 30 weeks.",
            "Objections are due within 30 days.",
            Signal::Clash,
        ),
        (
            "The plant delivers 1,200 MW.",
            "The plant delivers 1.2 GW.",
            Signal::Passed,
        ),
        (
            "The plant delivers 1.2 MW.",
            "The plant delivers 1.2 GW.",
            Signal::Clash,
        ),
        (
            "The plot measures 30,000 square metres.",
            "The plot measures 3 hectares.",
            Signal::Passed,
        ),
        (
            "Trains run at 20 m/s.",
            "Trains run at 72 km/h.",
            Signal::Passed,
        ),
        (
            "Trains run at 72 mph.",
            "Trains run at 72 km/h.",
            Signal::Clash,
        ),
        (
            "Each patient takes 50 mg.",
            "Each patient takes 50 mg a day.",
            Signal::Passed,
        ),
        (
            "Each patient takes 50 mg an hour.",
            "Each patient takes 50 mg a day.",
            Signal::Clash,
        ),
        (
            "The ridge is over 2 km long.",
            "The ridge is 2,300 m long.",
            Signal::Passed,
        ),
        (
            "The oil tank by the gate holds at least 300 l.",
            "The oil tank by the gate holds 0.2 m³.",
            Signal::Clash,
        ),
        (
            "Route A has a length of 12 miles.",
            "Route: A. Length (km): 12.",
            Signal::Clash,
        ),
        (
            "Route A has a length of 12,000 metres.",
            "Route: A. Length (km): 12.",
            Signal::Passed,
        ),
        (
            "That would be a factor of ten.",
            "That would be a tenfold increase.",
            Signal::Passed,
        ),
        (
            "Twelve minutes were played.",
            "Twelve players were on the pitch.",
            Signal::Absent,
        ),
        (
            "The boiler uses 900 kg of chips a minute.",
            "The boiler uses 900 kg of chips an hour.",
            Signal::Clash,
        ),
        (
            "The boiler uses 15 kg of chips a minute.",
            "The boiler uses 900 kg of chips an hour.",
            Signal::Passed,
        ),
        (
            "Trains run at up to 28 mph here.",
            "Trains run at up to 28 km/h here.",
            Signal::Clash,
        ),
        (
            "The walk takes 30 minutes.",
            "The walk takes half an hour.",
            Signal::Passed,
        ),
        (
            "The walk takes three quarters of an hour.",
            "The walk takes 45 minutes.",
            Signal::Passed,
        ),
        (
            "A bottle holds a quarter of a litre.",
            "A bottle holds 250 ml.",
            Signal::Passed,
        ),
        (
            "Numbers doubled in the last ten years.",
            "Numbers doubled in the last decade.",
            Signal::Passed,
        ),
        (
            "It is taken at 4 am each night.",
            "It is taken at midnight and at 4 o'clock in the morning.",
            Signal::Passed,
        ),
        (
            "He stayed for one week.",
            "He stayed for a week.",
            Signal::Passed,
        ),
    ];
    holds(table);
}

#[test]
fn a_claim_is_read_with_the_values_of_the_evidence() {
    let read = |claim: &str, evidence: &str| {
        let (claim, windows) = (claim.into(), [Scored::alone(evidence)]);
        as_the_evidence_writes(
            &claim,
            &check(&Prepared::new(&claim, &windows), &Tolerances::default()),
        )
    };
    let evidence = "The 12 patients were given 50 mg of aspirin for three weeks.";
    assert_eq!(
        read(
            "The 12 patients were given 0.05 g of aspirin for 21 days.",
            evidence
        )
        .as_deref(),
        Some("The 12 patients were given 50 mg of aspirin for three weeks.")
    );
    assert_eq!(
        read(
            "50% of the budget went to repairs.",
            "Half of the budget went to repairs."
        )
        .as_deref(),
        Some("Half of the budget went to repairs.")
    );
    assert_eq!(
        read(
            "Each receives 1,500 ml of fluid a day.",
            "Each receives 1.5 litres of fluid a day."
        )
        .as_deref(),
        Some("Each receives 1.5 litres of fluid a day.")
    );
    for (claim, evidence) in [
        ("It weighs 5.44 kg.", "It weighs 12 pounds."),
        (
            "It must be sent within 15d.",
            "It must be sent within 15 days.",
        ),
    ] {
        assert_eq!(read(claim, evidence).as_deref(), Some(evidence));
    }
    assert_eq!(
        read(
            "It burns 15 kg of chips a minute.",
            "It burns 900 kg of chips an hour."
        ),
        None,
        "the hour would go"
    );
    assert_eq!(
        read("The twelve patients were given 50 mg of aspirin.", evidence),
        None,
        "nothing in another unit"
    );
    assert_eq!(
        read("The 12 patients were given 60 mg of aspirin.", evidence),
        None,
        "another value"
    );
    assert_eq!(
        read(
            "The 12 patients were given over 0.04 g of aspirin.",
            evidence
        )
        .as_deref(),
        Some("The 12 patients were given 50 mg of aspirin."),
        "what lies within a bound says more"
    );
}
