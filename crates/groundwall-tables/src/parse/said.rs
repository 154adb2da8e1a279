//! What a question says otherwise than tables do: `the year before`, `went up`, `the first quarter of 2020`, `2018/19`.

use crate::link::{tells_how_often, year_of};
use crate::pack::spaced;
use crate::view::View;
use crate::words::{ENGLISH, Token, Written, is_function, tokens};
use groundwall_text::words::capitalised;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Words of the longest way to say a quarter or a year that runs over two: `the 1st quarter of 2020`.
const LONGEST: usize = 5;

/// Puts the table's words in the place of the question's.
pub(super) fn as_tables_say(view: &View, tokens: &mut Vec<Token>) {
    say_columns(view, tokens);
    say_in_digits(view, tokens);
    say_the_year_before(tokens);
    say_the_way(tokens);
    say_the_period(tokens);
    say_the_decade(tokens);
    say_the_mean(view, tokens);
    say_stretches(view, tokens);
    say_the_year(view, tokens);
}

/// Letters of a name that is known in small letters, at least.
const NAME: usize = 4;
/// Records of whose names a word in small letters may be one.
const CALLED: usize = 2;

/// A question all in small letters, as they are typed into a search box: words of few records' names, and of nothing else, as names (`darien` of `Darien School District`).
pub(super) fn with_capitals(view: &View, tokens: &mut [Token]) {
    let is_of_a_column =
        |stem: &String| (0..view.base).any(|column| view.columns[column].parts.contains(stem));
    let records = |word: &str| {
        let rows = view.label_words.get(word)?;
        let called: BTreeSet<_> = rows
            .iter()
            .map(|row| &view.rows[*row][view.label])
            .collect();
        Some(called.len())
    };
    for token in tokens {
        let plain = token.number.is_none() && token.folded.chars().count() >= NAME;
        let taken = is_function(&token.folded)
            || view.nouns.contains(&token.stem)
            || view.title.contains(&token.stem)
            || is_of_a_column(&token.stem);
        if plain && !taken && records(&token.folded).is_some_and(|count| count <= CALLED) {
            token.text = capitalised(&token.text);
        }
    }
}

/// A column by its name as the file writes it, in its words: `gdp_over_pop_rank`, `deaths.heatdays`, `maxHeightFront`.
fn say_columns(view: &View, tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at < tokens.len() {
        let text = &tokens[at].text;
        let column = (0..view.base).find(|column| {
            let name = &view.column(*column).name;
            name.eq_ignore_ascii_case(text) && spaced(name) != *name
        });
        if let Some(column) = column {
            replace(tokens, at, 1, &spaced(&view.column(column).name));
        }
        at += 1;
    }
}

/// `two bedrooms` as `2 bedrooms`, where a value is written so.
fn say_in_digits(view: &View, tokens: &mut Vec<Token>) {
    for at in 0..tokens.len() {
        let token = &tokens[at];
        let digits = match &token.number {
            _ if token.folded == "one" => "1".to_owned(),
            Some(number) if token.folded.chars().all(char::is_alphabetic) => {
                number.value.to_string()
            }
            _ => continue,
        };
        let behind = &tokens[at + 1..];
        let is_said = |stems: &[String]| {
            stems.len() > 1
                && behind.len() >= stems.len() - 1
                && (stems[1..].iter().zip(behind)).all(|(stem, token)| token.stem == *stem)
        };
        let is_value = view.columns[..view.base].iter().any(|column| {
            let mut values = column.by_first.get(&digits).into_iter().flatten();
            values.any(|(stems, _)| is_said(stems))
        });
        if is_value {
            replace(tokens, at, 1, &digits);
        }
    }
}

/// `fiscal year 2015` as `year 2015`, `fiscal 2015` as `2015`, and `201920 school year` as `201920`.
fn say_the_year(view: &View, tokens: &mut Vec<Token>) {
    let of_years = |token: &Token| {
        let known = view.title.contains(&token.stem)
            || (view.columns.iter()).any(|column| column.parts.contains(&token.stem));
        ENGLISH.years.has(&token.folded) && !known
    };
    let mut at = 0;
    while at + 1 < tokens.len() {
        let year = tokens[at + 1].folded == "year";
        let is_year = year_of(&tokens[at + 1]).is_some();
        if !(year || is_year) || !of_years(&tokens[at]) {
            at += 1;
            continue;
        }
        if is_year
            || tokens
                .get(at + 2)
                .is_some_and(|next| year_of(next).is_some())
        {
            tokens.remove(at);
        } else if at > 0 && tokens[at - 1].folded.contains(|c: char| c.is_ascii_digit()) {
            tokens.drain(at..at + 2);
        } else {
            at += 1;
        }
    }
}

/// `the year before`, beside the one year that a text names, as the year that it is.
fn say_the_year_before(tokens: &mut Vec<Token>) {
    let is_year = |token: &&Token| {
        token.number.as_ref().is_some_and(|number| {
            number.decimals == 0
                && (Decimal::from(1500)..Decimal::from(2200)).contains(&number.value)
        })
    };
    let mut years = tokens.iter().filter(is_year);
    let (Some(year), None) = (years.next().cloned(), years.next()) else {
        return;
    };
    let said = |words: &[Token]| {
        let words: Vec<&str> = words.iter().map(|token| token.folded.as_str()).collect();
        matches!(
            words[..],
            ["the", "year", "before" | "earlier"]
                | ["the", "previous" | "preceding" | "prior", "year"]
        )
    };
    let Some(at) = tokens.windows(3).position(said) else {
        return;
    };
    let before = year.number.map(|number| Written {
        value: number.value - Decimal::ONE,
        ..number
    });
    let text = before
        .as_ref()
        .map_or_else(String::new, |number| number.value.to_string());
    let token = Token {
        folded: text.clone(),
        stem: text.clone(),
        text,
        number: before,
        breaks: tokens[at + 2].breaks,
    };
    tokens.splice(at..at + 3, [token]);
}

/// `went up` as `rise`, `gone down` as `fall`.
fn say_the_way(tokens: &mut Vec<Token>) {
    let mut at = 0;
    while at + 1 < tokens.len() {
        let goes = ENGLISH.goes.has(&tokens[at].folded) && !tokens[at].breaks;
        let way = match tokens[at + 1].folded.as_str() {
            "up" if goes => "rise",
            "down" if goes => "fall",
            _ => {
                at += 1;
                continue;
            }
        };
        replace(tokens, at, 2, way);
        at += 1;
    }
}

/// `over 2014 to 2019` as `from 2014 to 2019`.
fn say_the_period(tokens: &mut Vec<Token>) {
    let is_period = |words: &[Token]| {
        words[0].folded == "over"
            && year_of(&words[1]).is_some()
            && words[2].folded == "to"
            && year_of(&words[3]).is_some()
    };
    if let Some(at) = tokens.windows(4).position(is_period) {
        replace(tokens, at, 1, "from");
    }
}

/// `over the 1990s` as `from 1990 to 1999`.
fn say_the_decade(tokens: &mut Vec<Token>) {
    let first = |token: &Token| {
        let digits = token.folded.strip_suffix('s')?.trim_end_matches('\'');
        let year: u32 = digits.parse().ok()?;
        (year.is_multiple_of(10) && (1800..2200).contains(&year)).then_some(year)
    };
    let Some((at, year)) =
        (tokens.iter().enumerate()).find_map(|(at, token)| Some((at, first(token)?)))
    else {
        return;
    };
    let leads = |token: &&Token| {
        matches!(
            token.folded.as_str(),
            "the" | "in" | "during" | "over" | "of" | "throughout" | "across"
        )
    };
    let before = tokens[..at].iter().rev().take(2).take_while(leads).count();
    let said = format!("from {year} to {}", year + 9);
    replace(tokens, at - before, before + 1, &said);
}

/// `average yearly` as `average`, of a table whose rows are years.
fn say_the_mean(view: &View, tokens: &mut Vec<Token>) {
    let mean = |at: usize| {
        let word = tokens.get(at).map(|token| token.folded.as_str());
        matches!(word, Some("average" | "mean"))
    };
    let often = |at: &usize| {
        let time = match tokens[*at].folded.as_str() {
            "yearly" | "annual" => "year",
            "monthly" => "month",
            "daily" => "day",
            _ => return false,
        };
        let beside = mean(at + 1) || at.checked_sub(1).is_some_and(mean);
        beside && view.times.contains(time) && tells_how_often(view, &tokens[*at])
    };
    if let Some(at) = (0..tokens.len()).find(often) {
        tokens.remove(at);
    }
}

/// A quarter, a year that runs over two, or a year of accounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stretch {
    /// The year, and which of its quarters.
    Quarter(u32, u32),
    /// The first of two years.
    Years(u32),
    /// `FY2015`.
    Accounts(u32),
}

/// The stretches of time that a question names, as the table writes them, in the name of a row or of a column.
fn say_stretches(view: &View, tokens: &mut Vec<Token>) {
    // Each has a year in digits; most questions have none.
    let has_digits = |token: &Token| token.folded.contains(|c: char| c.is_ascii_digit());
    if !tokens.iter().any(has_digits) {
        return;
    }
    let mut at = 0;
    while at < tokens.len() {
        // A preposition in front is none of it.
        if matches!(tokens[at].folded.as_str(), "in" | "of") {
            at += 1;
            continue;
        }
        let most = LONGEST.min(tokens.len() - at);
        let found = (1..=most).rev().find_map(|length| {
            let stretch = stretch(&folded(&tokens[at..at + length]))?;
            Some((length, written(view, stretch)?))
        });
        if let Some((length, written)) = found {
            replace(tokens, at, length, &written);
        }
        at += 1;
    }
}

/// Puts other words in the place of `length` tokens.
fn replace(all: &mut Vec<Token>, at: usize, length: usize, by: &str) {
    let breaks = all[at + length - 1].breaks;
    let mut by = tokens(by);
    if let Some(last) = by.last_mut() {
        last.breaks = breaks;
    }
    all.splice(at..at + length, by);
}

fn folded(tokens: &[Token]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| token.folded.as_str()).collect();
    words.join(" ")
}

/// How the table writes a stretch of time: the name of a row, a column's name, or its first or last word.
fn written(view: &View, wanted: Stretch) -> Option<String> {
    let is = |text: &&str| stretch(&text.to_lowercase()) == Some(wanted);
    let names = (0..view.base).flat_map(|column| {
        let name = view.display(column);
        let ends = [name.split(' ').next(), name.rsplit(' ').next()];
        std::iter::once(name).chain(ends.into_iter().flatten())
    });
    let rows = view.columns[view.label].values.keys();
    names
        .chain(rows.map(String::as_str))
        .find(is)
        .map(str::to_owned)
}

/// What a text is, where it is a stretch of time and nothing else.
fn stretch(text: &str) -> Option<Stretch> {
    let mut parts: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .flat_map(apart)
        .collect();
    parts.retain(|part| !matches!(*part, "" | "the" | "of" | "in" | "st" | "nd" | "rd" | "th"));
    let year = |part: &str| {
        let year = part.parse::<u32>().ok()?;
        (part.len() == 4 && (1800..2200).contains(&year)).then_some(year)
    };
    let follows = |first: u32, last: &str| {
        let next = first + 1;
        last == next.to_string() || last == format!("{:02}", next % 100)
    };
    match parts[..] {
        ["fy", one] | ["fiscal" | "financial", "year", one] => year(one).map(Stretch::Accounts),
        [one] if one.len() == 6 && one.is_ascii() => {
            let first = year(&one[..4])?;
            follows(first, &one[4..]).then_some(Stretch::Years(first))
        }
        [first, last] => {
            let first = year(first)?;
            follows(first, last).then_some(Stretch::Years(first))
        }
        [_, _, _] => {
            let quarter = |part: &&&str| matches!(**part, "q" | "quarter" | "qtr");
            parts.iter().find(quarter)?;
            let which = parts.iter().find_map(|part| number_of_quarter(part))?;
            let year = parts.iter().find_map(|part| year(part))?;
            Some(Stretch::Quarter(year, which))
        }
        _ => None,
    }
}

fn number_of_quarter(part: &str) -> Option<u32> {
    match part {
        "1" | "first" => Some(1),
        "2" | "second" => Some(2),
        "3" | "third" => Some(3),
        "4" | "fourth" | "last" => Some(4),
        _ => None,
    }
}

/// A word parted where letters and digits meet: `q1`, `2020q1`, `1st`.
fn apart(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let kind = first.is_ascii_digit();
        let end = rest
            .find(|c: char| c.is_ascii_digit() != kind)
            .unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::{Stretch, stretch};

    #[test]
    fn quarters_and_years_are_read_in_many_ways() {
        let table = [
            ("2020 q1", Some(Stretch::Quarter(2020, 1))),
            ("q3 of 2019", Some(Stretch::Quarter(2019, 3))),
            ("the first quarter of 2020", Some(Stretch::Quarter(2020, 1))),
            ("1st quarter 2020", Some(Stretch::Quarter(2020, 1))),
            ("2020-q4", Some(Stretch::Quarter(2020, 4))),
            ("201819", Some(Stretch::Years(2018))),
            ("2018/19", Some(Stretch::Years(2018))),
            ("2018-2019", Some(Stretch::Years(2018))),
            ("1999-00", Some(Stretch::Years(1999))),
            ("fiscal year 2015", Some(Stretch::Accounts(2015))),
            ("fy2015", Some(Stretch::Accounts(2015))),
            ("2015-2019", None),
            ("201012", None),
            ("the second of 2020", None),
            ("first quarter", None),
            ("2020", None),
        ];
        for (text, expected) in table {
            assert_eq!(stretch(text), expected, "{text}");
        }
    }
}
