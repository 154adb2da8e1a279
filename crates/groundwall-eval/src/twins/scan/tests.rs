use super::{Named, Number, Scan};
use std::ops::Range;

fn shown(text: &str, ranges: impl IntoIterator<Item = Range<usize>>) -> Vec<&str> {
    ranges.into_iter().map(|range| &text[range]).collect()
}

#[test]
fn numbers_are_digits_with_separators_and_words_that_nothing_leaves_open() {
    let table: [(&str, &[&str]); 14] = [
        ("It has 1,200 cranes and 5km of rail.", &["1,200", "5"]),
        ("It costs $2000, or 1 500.75 crowns.", &["2000", "500.75"]),
        ("Of 0.5 % a share of 12.5% is left.", &["0.5", "12.5"]),
        ("Twenty-five men in two boats", &["Twenty", "two"]),
        ("a 30-year lease of 1350 tonnes", &["30", "1350"]),
        ("more than 40 men, at least three boats", &[]),
        ("40 or more men, 50+ boats", &[]),
        ("between 5 and 10 boats", &[]),
        ("from 5 to 10 boats", &["5", "10"]),
        ("1. The first item [2]", &[]),
        ("On 3 May 2019 at 14:30, the 3rd train", &[]),
        ("Unit AB-1234 of the 1990s", &[]),
        ("the 1500 members", &[]),
        ("one or 1", &[]),
    ];
    for (text, wanted) in table {
        let numbers = Scan::of(text).numbers();
        let ranges = numbers.into_iter().map(|number| match number {
            Number::Digits(range) | Number::Word(range, ..) => range,
        });
        assert_eq!(shown(text, ranges), wanted, "{text}");
    }
}

#[test]
fn dates_are_found_with_the_part_that_is_changed() {
    let table: [(&str, &[(&str, &str)]); 14] = [
        ("It opened on 3 May 2019.", &[("3 May 2019", "2019")]),
        ("It opened on May 3rd, 2019.", &[("May 3rd, 2019", "2019")]),
        ("On Jan. 7 it closed.", &[("Jan. 7", "Jan")]),
        ("It closed in March.", &[("March", "March")]),
        ("They may march on.", &[]),
        (
            "2019-05-03 and 03/05/2018",
            &[("2019-05-03", "2019"), ("03/05/2018", "2018")],
        ),
        (
            "The season 2019/20 and mid-1987",
            &[("2019/20", "2019"), ("mid-1987", "1987")],
        ),
        ("The 1990s were poor.", &[("1990s", "1990")]),
        (
            "In Q3 2021 and since 2020",
            &[("2021", "2021"), ("2020", "2020")],
        ),
        (
            "A song (2011) of 1999–2003",
            &[("2011", "2011"), ("1999", "1999"), ("2003", "2003")],
        ),
        ("In 1500 cases 2000 people", &[]),
        ("In 1871, it burnt.", &[("1871", "1871")]),
        ("It costs $1999.", &[]),
        (
            "the 1986 World Cup in june 2013",
            &[("1986", "1986"), ("june 2013", "2013")],
        ),
    ];
    for (text, wanted) in table {
        let dates = Scan::of(text).dates();
        let found: Vec<(&str, &str)> = dates
            .iter()
            .map(|date| {
                let at = &text[date.at.clone()];
                (&text[date.range.clone()], at.trim_end_matches('s'))
            })
            .collect();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn names_have_capitals_and_codes_have_digits() {
    let table: [(&str, &[&str]); 10] = [
        (
            "Acme Harbour sold it to Brill Works.",
            &["Acme Harbour", "Brill Works"],
        ),
        ("In July the Bank of England rose.", &["Bank of England"]),
        ("Cranes were sold to O'Neill's sons.", &["O'Neill"]),
        ("Gulls shout at St. Lucia.", &["St. Lucia"]),
        ("I've met NASA people.", &["NASA"]),
        (
            "Unit AB-1234 and 123-45-678 of type A320B",
            &["AB-1234", "123-45-678", "A320B"],
        ),
        ("On Monday 250MW of COVID-19", &["COVID-19"]),
        ("THE HARBOUR IS CLOSED TODAY", &[]),
        ("2019-05-03", &[]),
        (
            "Here J. K. Rowling met Mr. Smith.",
            &["J. K. Rowling", "Smith"],
        ),
    ];
    for (text, wanted) in table {
        let ranges = Scan::of(text).named().into_iter().map(|named| match named {
            Named::Name(range) | Named::Code(range) => range,
        });
        assert_eq!(shown(text, ranges), wanted, "{text}");
    }
}
