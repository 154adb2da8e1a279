//! A computed sentence in the words of a reader.

use crate::pack::spaced;
use crate::query::{Condition, Op, Query, Select};
use crate::say;
use crate::value::Value;
use crate::view::View;
use crate::view::long::is_year;
use jiff::civil::Date;

/// Digits of a year.
const YEAR: usize = 4;
/// Two digits from which a year is one of the last century.
const FIRST: u32 = 40;
/// Letters of a value that may be a code, at most.
const SHORT: usize = 3;

/// What was computed for a query, with the names of columns with their words apart (`launch_count`, `LaunchCount`, `super95`), days written out (`1 July 2024`),
/// years as they are said (`in 2016`) and which of two figures is the higher.
pub(super) fn of(view: &View, query: &Query, text: &str) -> String {
    let text = different(view, query, &compared(query, text));
    let mut text = without_zeros(view, query, &with_values(view, query, &text));
    if let Some((said, _)) = text.split_once(" The table gives its numbers in ") {
        text = said.to_owned();
    }
    for column in (0..view.columns.len()).filter(|column| view.is_year(*column)) {
        text = in_years(&text, view.display(column));
    }
    let mut names: Vec<(&str, String)> = (0..view.columns.len())
        .map(|column| view.display(column))
        .map(|name| (name, in_whole_years(&apart(name))))
        .filter(|(name, apart)| *name != apart)
        .collect();
    names.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, apart) in &names {
        text = text.replace(name, apart);
    }
    let words: Vec<String> = text.split(' ').map(day).collect();
    words.join(" ")
}

/// `with delegates 0` as `with no delegates`.
fn without_zeros(view: &View, query: &Query, text: &str) -> String {
    let zero =
        |one: &(Op, Value)| matches!(one, (Op::Equal, Value::Number(number)) if number.is_zero());
    let mut text = text.to_owned();
    for condition in query
        .filter
        .iter()
        .filter(|one| one.any_of.iter().all(zero))
    {
        let name = view.display(condition.column);
        text = text.replace(&format!("{name} 0"), &format!("no {name}"));
    }
    text
}

/// A figure `over 40 rows with sex women and Year 2016` as one `for women with Year 2016`: values that are words say by themselves what they are.
fn with_values(view: &View, query: &Query, text: &str) -> String {
    let figure = matches!(
        query.select,
        Select::Aggregate { .. } | Select::Top { .. } | Select::Distinct { .. }
    );
    let is_words = |condition: &&Condition| {
        let about = &view.columns[condition.column];
        let equal = |(op, value): &(Op, Value)| {
            *op == Op::Equal && matches!(value, Value::Text(text) if text.chars().count() > SHORT)
        };
        !about.truth && condition.any_of.iter().all(equal)
    };
    let (words, rest): (Vec<&Condition>, Vec<&Condition>) = query.filter.iter().partition(is_words);
    if !figure || words.is_empty() {
        return text.to_owned();
    }
    let values = words.iter().map(|condition| {
        let said = say::phrases::conditions(view, std::slice::from_ref(*condition));
        let name = format!("{} ", view.display(condition.column));
        said.strip_prefix(&name).unwrap_or(&said).to_owned()
    });
    let values: Vec<String> = values.collect();
    let rest: Vec<Condition> = rest.into_iter().cloned().collect();
    let plainly = format!(
        " for {}{}",
        values.join(" and "),
        say::phrases::with(view, &rest)
    );
    text.replace(&say::phrases::with(view, &query.filter), &plainly)
}

/// `75 of 1035 rows with ..` by what the question calls the rows.
pub(super) fn with_rows_called(text: &str, noun: &str) -> String {
    let counted = text.split_once(" rows").filter(|(before, rest)| {
        let whole = rest.starts_with([' ', '.']);
        whole
            && before.split(" of ").all(|number| {
                number
                    .bytes()
                    .all(|byte| byte.is_ascii_digit() || byte == b',')
            })
    });
    counted.map_or_else(
        || text.to_owned(),
        |(before, rest)| format!("{before} {noun}{rest}"),
    )
}

/// Two figures as a person tells them: `a difference of -0.26` as which of the two is lower by that, a change in per cent as a rise or a fall, a share as one of the whole.
fn compared(query: &Query, text: &str) -> String {
    let Select::Contrast { left, right, .. } = &query.select else {
        return text.to_owned();
    };
    let names = [left.name.as_str(), right.name.as_str()];
    in_per_cent(names, text)
        .or_else(|| of_the_whole(names, text))
        .or_else(|| by_difference(names, text))
        .unwrap_or_else(|| text.to_owned())
}

/// The two figures of `votes: Birch 12, Alder 9`, with what they are of in front.
fn figures<'t>([left, right]: [&str; 2], before: &'t str) -> Option<(&'t str, [&'t str; 2])> {
    let (what, sides) = before.split_once(&format!(": {left} "))?;
    let (first, second) = sides.rsplit_once(&format!(", {right} "))?;
    Some((what, [first, second]))
}

/// `price: 2017 12, 2016 10: a difference of 2, or 20%.`
fn in_per_cent(names: [&str; 2], text: &str) -> Option<String> {
    let (before, change) = text.split_once(": a difference of ")?;
    let (amount, percent) = change.trim_end_matches('.').split_once(", or ")?;
    let (what, [first, second]) = figures(names, before)?;
    let (amount, percent) = (amount.trim_start_matches('-'), percent.trim());
    let (way, more, percent) = match percent.strip_prefix('-') {
        Some(percent) => ("fell", "less", percent),
        None => ("rose", "more", percent),
    };
    let [left, right] = names;
    // What is not of two times rises from none to the other.
    Some(
        if names
            .iter()
            .all(|name| name.starts_with(|c: char| c.is_ascii_digit()))
        {
            format!(
                "{what} {way} by {percent} ({amount}) from {right} to {left}: from {second} to {first}."
            )
        } else {
            format!("{before}: {left} is {amount}, or {percent}, {more} than {right}.")
        },
    )
}

/// `votes: Birch 12, all 40: a share of 30%.`
fn of_the_whole(names: [&str; 2], text: &str) -> Option<String> {
    let (before, share) = text.split_once(": a share of ")?;
    let (what, [part, whole]) = figures(names, before)?;
    let share = share.trim_end_matches('.');
    let [left, right] = names;
    let what = what.trim_start_matches("total ");
    Some(match right.strip_prefix("all") {
        Some(with) => format!("{share} of all {what}{with} went to {left}: {part} of {whole}."),
        None => format!("{left} has {share} of the {what} of {right}: {part} of {whole}."),
    })
}

fn by_difference([left, right]: [&str; 2], text: &str) -> Option<String> {
    let (before, figure) = text.split_once(": a difference of ")?;
    let (figure, way) = match figure.strip_prefix('-') {
        Some(figure) => (figure, "less"),
        None => (figure, "more"),
    };
    let figure = figure.trim_end_matches('.');
    Some(format!("{before}: {left} is {figure} {way} than {right}."))
}

/// `district has 10 different values with votes 0: 3 (1), ..` as `10 different districts with votes 0.`
fn different(view: &View, query: &Query, text: &str) -> String {
    let Select::Distinct {
        column,
        list: false,
    } = query.select
    else {
        return text.to_owned();
    };
    let lead = format!("{} has ", view.display(column));
    let told = text.strip_prefix(&lead).and_then(|rest| {
        let (number, rest) = rest.split_once(" different values")?;
        let with = rest.split(": ").next().unwrap_or_default();
        let name = apart(view.display(column));
        let end = if name.ends_with('s') { "" } else { "s" };
        Some(format!(
            "{number} different {name}{end}{}.",
            with.trim_end_matches('.')
        ))
    });
    told.unwrap_or_else(|| text.to_owned())
}

/// `with Year 2016` and `(Year 2016)` as `in 2016`, `with Year at least 1999 and Year at most 2009` as `from 1999 to 2009`.
fn in_years(text: &str, name: &str) -> String {
    let from = format!("with {name} at least ");
    let to = format!(" and {name} at most ");
    let mut text = match (text.contains(&from), text.contains(&to)) {
        (true, true) => text.replace(&from, "from ").replace(&to, " to "),
        _ => text.to_owned(),
    };
    for (lead, end) in [(format!("({name} "), ")"), (format!("with {name} "), "")] {
        let mut at = 0;
        while let Some(found) = text[at..].find(&lead) {
            let from = at + found + lead.len();
            let year = text.get(from..from + YEAR).unwrap_or_default().to_owned();
            let behind = text.get(from + YEAR..).unwrap_or_default();
            if is_year(&year) && behind.starts_with(end) {
                text.replace_range(at + found..from + YEAR + end.len(), &format!("in {year}"));
            }
            at += found + 1;
        }
    }
    text
}

/// A name of one word or more with its parts apart, numbers at the end of words among them.
fn apart(name: &str) -> String {
    let of_word = |word: &str| {
        let mut letters = word.chars().skip_while(|c| !c.is_alphanumeric());
        // `kWh`
        let is_unit = letters.next().is_some_and(char::is_lowercase)
            && letters.next().is_some_and(char::is_uppercase);
        if is_unit {
            word.to_owned()
        } else {
            numbered(&spaced(word))
        }
    };
    let words: Vec<String> = name.split([' ', '_']).map(of_word).collect();
    words.join(" ")
}

/// `fatalities 00 14` as `fatalities 2000 to 2014`.
fn in_whole_years(name: &str) -> String {
    let mut words: Vec<&str> = name.split(' ').collect();
    let year = |word: &str| {
        let digits = word.len() == 2 && word.bytes().all(|byte| byte.is_ascii_digit());
        let short: u32 = word.parse().ok().filter(|_| digits)?;
        Some(if short < FIRST {
            2000 + short
        } else {
            1900 + short
        })
    };
    let (Some(last), Some(first)) = (words.pop(), words.pop()) else {
        return name.to_owned();
    };
    match (year(first), year(last)) {
        (Some(first), Some(last)) if first < last && !words.is_empty() => {
            format!("{} {first} to {last}", words.join(" "))
        }
        _ => name.to_owned(),
    }
}

/// `super95` as `super 95`.
fn numbered(word: &str) -> String {
    let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
    if letters.len() < word.len() && letters.len() > 2 && letters.chars().all(char::is_alphabetic) {
        format!("{letters} {}", &word[letters.len()..])
    } else {
        word.to_owned()
    }
}

/// `2024-07-01` as `1 July 2024`, with the signs around it.
fn day(word: &str) -> String {
    let bare = word.trim_matches(|c: char| !c.is_ascii_digit());
    match bare.parse::<Date>() {
        Ok(date) if bare.len() == 10 => word.replace(bare, &date.strftime("%-d %B %Y").to_string()),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{apart, by_difference, day, in_per_cent, in_whole_years, in_years, of_the_whole};

    #[test]
    fn two_figures_are_told_as_a_person_tells_them() {
        assert_eq!(
            in_per_cent(
                ["2017-18", "2016-17"],
                "price: 2017-18 9, 2016-17 12: a difference of -3, or -25%."
            )
            .as_deref(),
            Some("price fell by 25% (3) from 2016-17 to 2017-18: from 12 to 9.")
        );
        assert_eq!(
            in_per_cent(
                ["Birch", "Alder"],
                "price: Birch 9, Alder 12: a difference of -3, or -25%."
            )
            .as_deref(),
            Some("price: Birch 9, Alder 12: Birch is 3, or 25%, less than Alder.")
        );
        assert_eq!(
            of_the_whole(
                ["Birch", "all"],
                "total votes: Birch 12, all 40: a share of 30%."
            )
            .as_deref(),
            Some("30% of all votes went to Birch: 12 of 40.")
        );
        let figures = "votes: Birch 12, Alder 9: a difference of 3.";
        assert_eq!(
            by_difference(["Birch", "Alder"], figures).as_deref(),
            Some("votes: Birch 12, Alder 9: Birch is 3 more than Alder.")
        );
    }

    #[test]
    fn names_and_days_are_written_out() {
        for (name, said) in [
            ("launch_count", "launch count"),
            ("Best3BenchKg", "Best3 Bench Kg"),
            ("super95", "super 95"),
            ("Price (£)", "Price (£)"),
            ("Q1", "Q1"),
            ("Mean (kWh per meter)", "Mean (kWh per meter)"),
        ] {
            assert_eq!(apart(name), said);
        }
        for (name, said) in [
            ("fatalities 00 14", "fatalities 2000 to 2014"),
            ("incidents 85 99", "incidents 1985 to 1999"),
            ("boats 14 12", "boats 14 12"),
            ("00 14", "00 14"),
            ("lane 2 14", "lane 2 14"),
        ] {
            assert_eq!(in_whole_years(name), said);
        }
        assert_eq!(day("2024-07-01)"), "1 July 2024)");
        assert_eq!(day("2017-18"), "2017-18");
    }

    #[test]
    fn years_are_said_plainly() {
        for (text, said) in [
            (
                "The price of oats (Year 2016) is 4.",
                "The price of oats in 2016 is 4.",
            ),
            (
                "Oats has the highest price with Year 2016.",
                "Oats has the highest price in 2016.",
            ),
            (
                "3 of 9 rows with Year at least 1999 and Year at most 2009.",
                "3 of 9 rows from 1999 to 2009.",
            ),
            (
                "3 of 9 rows with Year at least 1999.",
                "3 of 9 rows with Year at least 1999.",
            ),
            ("The Year of oats is 2016.", "The Year of oats is 2016."),
        ] {
            assert_eq!(in_years(text, "Year"), said);
        }
    }
}
