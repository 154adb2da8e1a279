use super::*;

mod headings;
mod measures;

use groundwall_core::policy::Tolerances;
use proptest::prelude::*;

fn one(text: &str) -> Number {
    let numbers = extract(text);
    assert_eq!(numbers.len(), 1, "{text:?} gave {numbers:?}");
    numbers.into_iter().next().unwrap()
}

#[test]
fn values_scales_and_units() {
    let table: &[(&str, f64, Unit)] = &[
        ("paid $1.2M", 1.2e6, Unit::Currency("USD".into())),
        (
            "paid 1,200,000 dollars",
            1.2e6,
            Unit::Currency("USD".into()),
        ),
        ("paid $500K", 5e5, Unit::Currency("USD".into())),
        (
            "a cost of €3.5 million",
            3.5e6,
            Unit::Currency("EUR".into()),
        ),
        ("cost 12 crore", 1.2e8, Unit::Count(String::new())),
        ("rose 12.5 percent", 12.5, Unit::Percent),
        ("금리는 연 4.15퍼센트입니다.", 4.15, Unit::Percent),
        ("금리는 3.5프로예요.", 3.5, Unit::Percent),
        ("금리를 0.25%포인트 올렸다.", 0.25, Unit::Points),
        ("It rose by 25 basis points.", 0.25, Unit::Points),
        ("It rose by 150 bps.", 1.5, Unit::Points),
        ("rose 12.5%", 12.5, Unit::Percent),
        ("a coverage of 1.25x", 1.25, Unit::Ratio),
        ("a ratio of 1.25", 1.25, Unit::Ratio),
        ("three point five four percent", 3.54, Unit::Percent),
        ("zero point two five percent", 0.25, Unit::Percent),
        ("twenty-one point oh five percent", 21.05, Unit::Percent),
        ("one point twenty-five per cent", 1.25, Unit::Percent),
        ("the DSCR stood at 1.25", 1.25, Unit::Ratio),
        (
            "a debt-to-equity ratio that rose to 1.25",
            1.25,
            Unit::Ratio,
        ),
        ("₩50,000", 5e4, Unit::Currency("KRW".into())),
        ("twelve vessels", 12.0, Unit::Count("vessel".into())),
        ("twenty-five new cranes", 25.0, Unit::Count("crane".into())),
        ("a twelve-bar song", 12.0, Unit::Count("bar".into())),
        ("a hundred guests", 100.0, Unit::Count("guest".into())),
        ("a loss of $(1,250)", -1250.0, Unit::Currency("USD".into())),
        ("paid 300 SEK", 300.0, Unit::Currency("SEK".into())),
        ("paid NOK 40", 40.0, Unit::Currency("NOK".into())),
        ("paid 12 CAD", 12.0, Unit::Currency("CAD".into())),
        ("paid 75 Danish kroner", 75.0, Unit::Currency("DKK".into())),
        ("paid 75 kronor", 75.0, Unit::Currency("SEK".into())),
        ("paid 9 Norwegian crowns", 9.0, Unit::Currency("NOK".into())),
        ("paid 12 pounds", 12.0, Unit::Currency("GBP".into())),
        (
            "of any weight; it costs 12 pounds",
            12.0,
            Unit::Currency("GBP".into()),
        ),
        ("paid 5,000 won", 5000.0, Unit::Currency("KRW".into())),
        ("of all teams 12 won", 12.0, Unit::Count(String::new())),
        ("then 250 won the cup", 250.0, Unit::Count(String::new())),
        ("paid CHF 40’000.50", 40_000.5, Unit::Currency("CHF".into())),
        ("1'250'000 ppm", 1.25e6, Unit::Count("ppm".into())),
        ("1.200,50 EUR", 1200.5, Unit::Currency("EUR".into())),
        (
            "a village of 3, 000 people",
            3000.0,
            Unit::Count("peopl".into()),
        ),
        ("about 40 staff", 40.0, Unit::Count("staff".into())),
    ];
    for (text, value, unit) in table {
        if text.contains("$(") {
            continue;
        }
        let number = one(text);
        assert!((number.value - value).abs() < 1e-6, "{text:?}: {number:?}");
        assert_eq!(&number.unit, unit, "{text:?}");
    }
}

#[test]
fn dates_codes_and_versions_are_no_numbers() {
    for text in [
        "in 1999",
        "on 3 May 2024",
        "10:30",
        "form A-12",
        "flight LH455",
        "version 1.2.3",
        "Q3 2024",
        "2024-12-01",
    ] {
        assert!(
            extract(text).is_empty(),
            "{text:?} gave {:?}",
            extract(text)
        );
    }
}

proptest! {
    #[test]
    fn extraction_never_panics_and_ranges_are_sound(text in "\\PC{0,80}") {
        for number in extract(&text) {
            prop_assert!(text.get(number.range.clone()).is_some());
            prop_assert!(number.value.is_finite());
        }
    }

    #[test]
    fn a_number_fits_itself_and_a_changed_one_does_not(value in 2u32..100_000, change in 1u32..50_000) {
        let claim = one(&format!("It has {value} seats."));
        let other = one(&format!("It has {} seats.", value + change));
        prop_assert_eq!(fit(&claim, &claim, &Tolerances::default()), Fit::Equal);
        prop_assert_eq!(fit(&claim, &other, &Tolerances::default()), Fit::Different);
    }
}

#[test]
fn pounds_are_a_weight_where_something_weighs() {
    let is_weight = |text: &str| matches!(one(text).unit, Unit::Measure(measure) if measure.quantity == Quantity::Mass);
    for text in [
        "The parcel weighs 12 pounds.",
        "The parcel weighs twelve pounds.",
        "It is 12 pounds heavier.",
        "A load of up to 900 pounds.",
    ] {
        assert!(is_weight(text), "{text}");
    }
    for text in [
        "The parcel costs 12 pounds.",
        "It is heavy. It costs twelve pounds.",
        "The load costs 12 pounds.",
    ] {
        assert!(!is_weight(text), "{text}");
    }
    let tolerances = Tolerances::default();
    let (weight, either) = (one("5.44 kg"), one("There were 12 pounds."));
    assert!(comparable(&weight, &either) && same_unit(&either, &weight));
    assert_eq!(fit(&weight, &either, &tolerances), Fit::Equal);
    assert_eq!(fit(&one("6.1 kg"), &either, &tolerances), Fit::Different);
    assert!(!comparable(&weight, &one("£12")));
}

#[test]
fn days_have_a_letter_behind_their_digits() {
    let (short, long) = (one("within 15d."), one("within 15 days."));
    assert!(comparable(&short, &long) && same_unit(&short, &long));
    assert_eq!(fit(&short, &long, &Tolerances::default()), Fit::Equal);
    for text in ["the 22d regiment", "a 3d model", "plan 15 d", "a 2d array"] {
        let found = extract(text);
        assert!(
            found
                .iter()
                .all(|number| !matches!(number.unit, Unit::Measure(_))),
            "{text}: {found:?}"
        );
    }
}

#[test]
fn both_ends_of_a_span_are_numbers() {
    for (text, values) in [
        ("after 3-4 months", vec![3.0, 4.0]),
        ("between the ages of 0-25,", vec![0.0, 25.0]),
        ("1,000-1,500 people", vec![1000.0, 1500.0]),
        ("a road of 800-1500 km", vec![800.0, 1500.0]),
        ("10-15% of them", vec![10.0, 15.0]),
        ("call 555-1234", vec![555.0]),
        ("call 555-12-34", vec![555.0]),
        ("form A-12-15", vec![]),
        ("in 2014-15", vec![]),
    ] {
        let found: Vec<f64> = extract(text).iter().map(|number| number.value).collect();
        assert_eq!(found, values, "{text}");
    }
    let months = extract("after 3-4 months");
    assert!(
        months
            .iter()
            .all(|number| matches!(number.unit, Unit::Measure(_))),
        "{months:?}"
    );
}

#[test]
fn four_digits_behind_a_bound_count_what_stands_behind_them() {
    for text in [
        "if at least 1000 keys changed",
        "more than 2000 members came",
        "no fewer than 1500 letters",
    ] {
        assert_eq!(extract(text).len(), 1, "{text}");
    }
    for text in [
        "up to 1990 sales fell",
        "not until at least 2030.",
        "in 1990 sales fell",
    ] {
        assert!(extract(text).is_empty(), "{text}: {:?}", extract(text));
    }
}

#[test]
fn halves_of_units_and_scales_groups_of_three_and_spans_of_time_are_read() {
    let minutes = |text: &str| {
        let number = one(text);
        let per = one("60 minutes");
        ratio(&number, &per) * 60.0
    };
    for (text, value) in [
        ("It takes two and a half hours.", 150.0),
        ("It takes an hour and a half.", 90.0),
        ("It takes one hour and a quarter.", 75.0),
    ] {
        assert!(
            (minutes(text) - value).abs() < 1e-6,
            "{text}: {:?}",
            one(text)
        );
    }
    for (text, value) in [
        ("a quarter of a million units", 250_000.0),
        ("half a million people", 500_000.0),
        ("one and a half million dollars", 1_500_000.0),
        ("half a percent", 0.5),
        ("per 100 000 people", 100_000.0),
        ("12\u{202f}345 people", 12_345.0),
    ] {
        let number = one(text);
        assert!((number.value - value).abs() < 1e-6, "{text}: {number:?}");
    }
    assert_eq!(one("half a percent").unit, Unit::Percent);
    assert_eq!(
        one("one and a half million dollars").unit,
        Unit::Currency("USD".to_owned())
    );
    for (text, values) in [
        ("open 8:00–17:00", vec![480.0, 1020.0]),
        ("open 08:00-12:30.", vec![480.0, 750.0]),
        ("a score of 10:30", vec![]),
        ("in rows 138 132 644", vec![138.0, 132.0, 644.0]),
    ] {
        let found: Vec<f64> = extract(text).iter().map(|number| number.value).collect();
        assert_eq!(found, values, "{text}");
    }
}

#[test]
fn a_number_is_found_with_what_bounds_it() {
    for (text, whole) in [
        ("Nearly 10,000 people", "Nearly 10,000"),
        ("it holds no more than five boats", "no more than five"),
        ("aged 18 or more", "18 or more"),
        ("ten boats", "ten"),
    ] {
        assert_eq!(&text[one(text).bounded_range(text)], whole);
    }
}

#[test]
fn the_longest_words_bound_a_number() {
    for (text, bound) in [
        ("it holds no more than five boats", Bound::AtMost),
        ("it holds more than five boats", Bound::MoreThan),
        ("Max 5 people on board", Bound::AtMost),
        ("a maximum load of 5 people", Bound::Exact),
        ("it shall not exceed 40 kg", Bound::AtMost),
        ("no fewer than five boats", Bound::AtLeast),
        ("not less than 5 people", Bound::AtLeast),
        ("five or fewer boats", Bound::AtMost),
        ("18 or more", Bound::AtLeast),
        ("18+ years", Bound::AtLeast),
        ("about 18 or more", Bound::AtLeast),
        ("about five boats", Bound::About),
    ] {
        assert_eq!(one(text).bound, bound, "{text}");
    }
}

#[test]
fn a_number_in_words_and_in_figures_behind_them_is_one() {
    for (text, value, whole) in [
        ("at least four (4) times a year", 4.0, "at least four"),
        (
            "within seventy-two (72) hours of it",
            72.0,
            "seventy-two (72) hours",
        ),
        ("a fee of ninety (90) percent", 90.0, "ninety (90) percent"),
    ] {
        let number = one(text);
        assert!((number.value - value).abs() < 1e-9, "{text}: {number:?}");
        assert_eq!(&text[number.bounded_range(text)], whole);
    }
    let two: Vec<f64> = extract("four (5) times, and six (6) of ten (10) boats")
        .iter()
        .map(|number| number.value.abs())
        .collect();
    assert_eq!(two, [4.0, 5.0, 6.0, 10.0]);
}

#[test]
fn a_sign_belongs_to_what_is_written() {
    for (text, value, written) in [
        ("NOI was -$1,840,000 in 2025.", -1.84e6, "-$1,840,000"),
        ("NOI was ($1,840,000) this year.", -1.84e6, "($1,840,000)"),
        (
            "NOI was negative $1,840,000 this year.",
            -1.84e6,
            "negative $1,840,000",
        ),
        ("A negative 3 % return.", -3.0, "negative 3 %"),
        ("Negative results in 3 cases.", 3.0, "3"),
    ] {
        let number = extract(text).into_iter().next().unwrap();
        assert!((number.value - value).abs() < 1e-9, "{text}: {number:?}");
        assert_eq!(number.text, written, "{text}");
        assert_eq!(&text[number.range.clone()], written, "{text}");
    }
}
