//! Values in units of measurement.

use super::*;

fn measure(text: &str) -> (f64, Quantity, String) {
    let number = one(text);
    match number.unit {
        Unit::Measure(ref measure) => (number.value, measure.quantity, number.text.clone()),
        ref other => panic!("{text:?} is {other:?}"),
    }
}

#[test]
fn units_are_read_in_words_and_symbols() {
    use Quantity::*;
    let table: &[(&str, f64, Quantity, &str)] = &[
        ("given 50 mg of aspirin", 50.0, Mass, "50 mg"),
        ("given 50mg of aspirin", 50.0, Mass, "50mg"),
        ("given 20 µg daily", 20.0, Mass, "20 µg"),
        ("it weighs twelve kilograms", 12.0, Mass, "twelve kilograms"),
        (
            "it weighs 1.2 million tonnes",
            1.2e6,
            Mass,
            "1.2 million tonnes",
        ),
        ("a trail of 12 km", 12.0, Length, "12 km"),
        ("it climbs 900 m", 900.0, Length, "900 m"),
        ("a 5m wall", 5.0, Length, "5m"),
        ("six feet tall", 6.0, Length, "six feet"),
        ("3 nautical miles off", 3.0, Length, "3 nautical miles"),
        ("at 90 km/h", 90.0, Length, "90 km/h"),
        ("at 55 mph", 55.0, Length, "55 mph"),
        (
            "walks 10 kilometres a day",
            10.0,
            Length,
            "10 kilometres a day",
        ),
        ("a flat of 80 m²", 80.0, Area, "80 m²"),
        ("a flat of 80 m2", 80.0, Area, "80 m2"),
        ("40 square metres", 40.0, Area, "40 square metres"),
        ("1,200 sq. ft", 1200.0, Area, "1,200 sq. ft"),
        ("3 hectares", 3.0, Area, "3 hectares"),
        ("2.5 cubic metres", 2.5, Volume, "2.5 cubic metres"),
        ("2,500 litres", 2500.0, Volume, "2,500 litres"),
        ("for three weeks", 3.0, Time, "three weeks"),
        ("a 90-minute walk", 90.0, Time, "90-minute"),
        (
            "within 30 working days",
            30.0,
            WorkingTime,
            "30 working days",
        ),
        (
            "24 consecutive months",
            24.0,
            Calendar,
            "24 consecutive months",
        ),
        ("for one year", 1.0, Calendar, "one year"),
        ("two centuries", 2.0, Calendar, "two centuries"),
        ("the 51 - year - old man", 51.0, Calendar, "51 - year"),
        ("a 12-year-old child", 12.0, Calendar, "12-year"),
        ("1.2 GW of power", 1.2, Power, "1.2 GW"),
        ("400 kilowatt hours", 400.0, Energy, "400 kilowatt hours"),
        ("512 GB of memory", 512.0, Data, "512 GB"),
        ("kept at -18 °C", -18.0, Temperature, "18 °C"),
        (
            "at 20 degrees Celsius",
            20.0,
            Temperature,
            "20 degrees Celsius",
        ),
        ("a pressure of 2 bar", 2.0, Pressure, "2 bar"),
        ("Length (km): 12", 12.0, Length, "12"),
        ("Days: 30", 30.0, Time, "30"),
    ];
    for (text, value, quantity, written) in table {
        let (read, of, as_written) = measure(text);
        assert!((read - value).abs() < 1e-6, "{text:?} gave {read}");
        assert_eq!((of, as_written.as_str()), (*quantity, *written), "{text:?}");
    }
    let range = extract("between 10 and 15 kg");
    assert!(
        matches!(&range[0].unit, Unit::Measure(measure) if measure.quantity == Mass),
        "of a range also the first has the unit: {range:?}"
    );
}

#[test]
fn what_is_no_unit_stays_what_it_was() {
    let table: &[(&str, f64, Unit)] = &[
        ("5 m users", 5e6, Unit::Count("user".into())),
        ("5M views", 5e6, Unit::Count("view".into())),
        ("$5 m", 5e6, Unit::Currency("USD".into())),
        ("a profit of 900 m in May", 9e8, Unit::Count(String::new())),
        ("12 container cranes", 12.0, Unit::Count("crane".into())),
        ("40 programs", 40.0, Unit::Count("program".into())),
        ("20 patient days", 20.0, Unit::Count("day".into())),
        ("a tenfold rise", 10.0, Unit::Ratio),
        ("a 3-fold rise", 3.0, Unit::Ratio),
        ("a factor of 10", 10.0, Unit::Ratio),
    ];
    for (text, value, unit) in table {
        let number = extract(text)
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("{text:?} has no number"));
        assert!((number.value - value).abs() < 1e-6, "{text:?}: {number:?}");
        assert_eq!(&number.unit, unit, "{text:?}");
    }
    for text in ["One day it rained.", "the 1990s", "one of the hours"] {
        assert!(
            extract(text).is_empty(),
            "{text:?} gave {:?}",
            extract(text)
        );
    }
}

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
fn times_of_day_are_compared_as_such() {
    let table: &[(&str, &str, Signal)] = &[
        (
            "The office closes at 17:00 on weekdays.",
            "The office closes at 5 pm on weekdays.",
            Signal::Passed,
        ),
        (
            "The office closes at 6 pm on weekdays.",
            "The office closes at 5 pm on weekdays.",
            Signal::Clash,
        ),
        (
            "The office opens at half past nine in the morning.",
            "The office opens at 9:30 am.",
            Signal::Passed,
        ),
        (
            "The office opens at half past eight in the morning.",
            "The office opens at 9:30 am.",
            Signal::Clash,
        ),
        (
            "The office opens at 9.30 p.m.",
            "The office opens at 9:30 am.",
            Signal::Clash,
        ),
        (
            "The office opens at 9:30.",
            "The office opens at 9:30 am.",
            Signal::Passed,
        ),
        (
            "The board meets at 10:30 pm.",
            "The board meets at 10:30 am.",
            Signal::Clash,
        ),
        (
            "The office opens at nine o'clock.",
            "The office opens at 09:00.",
            Signal::Passed,
        ),
        (
            "The board meets at noon.",
            "The board meets at 12:00.",
            Signal::Passed,
        ),
        (
            "The board meets at midnight.",
            "The board meets at 12 pm.",
            Signal::Clash,
        ),
        (
            "The board meets at a quarter to three.",
            "The board meets at 2:45 pm.",
            Signal::Passed,
        ),
        (
            "The board meets at 2 pm.",
            "The office closes at 5 pm. The board meets at 14:00.",
            Signal::Passed,
        ),
    ];
    for (claim, evidence, signal) in table {
        let signals = said(claim, &[evidence], &Tolerances::default());
        assert_eq!(
            signals.first().map(|said| said.0),
            Some(*signal),
            "{claim} / {evidence}: {signals:?}"
        );
    }
    for text in [
        "a score of 10:30",
        "the ratio is 2:45",
        "at 10:30:15",
        "half past the hour",
    ] {
        assert!(
            clock::times(text).is_empty(),
            "{text:?} gave {:?}",
            clock::times(text)
        );
    }
}

#[test]
fn shares_multiples_and_dozens_in_words_have_values() {
    let table: &[(&str, &str, Signal)] = &[
        (
            "About two thirds of the members voted for it.",
            "About one third of the members voted for it.",
            Signal::Clash,
        ),
        (
            "33 percent of the members voted for it.",
            "One third of the members voted for it.",
            Signal::Passed,
        ),
        (
            "Half of the budget went to repairs.",
            "50% of the budget went to repairs.",
            Signal::Passed,
        ),
        (
            "A quarter of the budget went to repairs.",
            "50% of the budget went to repairs.",
            Signal::Clash,
        ),
        (
            "More than half the pupils walk to school.",
            "62 percent of the pupils walk to school.",
            Signal::Passed,
        ),
        (
            "The price of bread tripled in four years.",
            "The price of bread doubled in four years.",
            Signal::Clash,
        ),
        (
            "The herd doubled in ten years.",
            "The herd grew from 20 to 40 in ten years.",
            Signal::Passed,
        ),
        (
            "Twelve volunteers cleaned the beach.",
            "A dozen volunteers cleaned the beach.",
            Signal::Passed,
        ),
        (
            "Two dozen volunteers cleaned the beach.",
            "A dozen volunteers cleaned the beach.",
            Signal::Clash,
        ),
        (
            "The price rose by 100 percent in June.",
            "Two thirds of the shops closed. The price rose in June.",
            Signal::Absent,
        ),
        (
            "The rate rose by 2 percent in the spring.",
            "The rate rose by 2 percentage points in the spring.",
            Signal::Clash,
        ),
        (
            "With a delay of more than two hours half of the fare is refunded.",
            "When it is more than sixty minutes late, a quarter of the fare is paid back; above two hours, half.",
            Signal::Passed,
        ),
        (
            "After a delay half of the fare is paid back.",
            "After a delay a quarter of the fare is paid back.",
            Signal::Clash,
        ),
        (
            "The rate rose by 2 percentage points.",
            "The rate rose by two percentage points.",
            Signal::Passed,
        ),
    ];
    holds(table);
    for text in [
        "in the first half of the year",
        "the third party",
        "a third time",
        "one quarter ended",
        "the last three quarters of 2023",
        "half past",
    ] {
        assert!(
            share::shares(text).is_empty(),
            "{text:?} gave {:?}",
            share::shares(text)
        );
    }
}

#[test]
fn a_claim_is_read_with_the_values_of_the_evidence() {
    let read = |claim: &str, evidence: &str| {
        let sources = [Source {
            text: evidence,
            context: "",
            document: "",
        }];
        as_the_evidence_writes(
            claim,
            &check(&Prepared::new(claim, &sources), &Tolerances::default()),
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
        ),
        None,
        "a bound is no value"
    );
}

proptest! {
    #[test]
    fn a_value_in_smaller_units_is_the_same_and_with_another_prefix_is_not(value in 2u32..9_999) {
        for (large, small, times) in [("km", "m ", 1000), ("kg", "g", 1000), ("hours", "minutes", 60), ("weeks", "days", 7), ("years", "months", 12), ("GW", "MW", 1000), ("litres", "ml", 1000)] {
            let claim = one(&format!("It has {value} {large}"));
            let same = one(&format!("It has {} {small}", u64::from(value) * times));
            let other = one(&format!("It has {value} {small}"));
            prop_assert_eq!(fit(&claim, &same, &Tolerances::default()), Fit::Equal);
            prop_assert_eq!(fit(&same, &claim, &Tolerances::default()), Fit::Equal);
            prop_assert_eq!(fit(&claim, &other, &Tolerances::default()), Fit::Different);
        }
    }
}
