//! Values in units of measurement.

use super::*;

fn measure(text: &str) -> (f64, Quantity, String) {
    let number = one(text);
    let Unit::Measure(measure) = &number.unit else {
        panic!("{text:?} is {:?}", number.unit);
    };
    (number.value, measure.quantity, number.text.clone())
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
        ("kept at -18 °C", -18.0, Temperature, "-18 °C"),
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
