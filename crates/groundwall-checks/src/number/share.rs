//! Figures that are said in words of their own: "two thirds of", "doubled", "a dozen".

use super::{Number, Unit, measure, noun_after, simple_value, worded};
use crate::reach::{self, PHRASE};
use crate::words::fold;
use regex::Regex;
use std::sync::LazyLock;

/// How far a share in words and a percentage may lie apart, in percentage points: nobody says "a third" of 33.3 alone.
const ROUNDED: f64 = 1.0;
const PARTS: [(&str, f64); 11] = [
    ("half", 2.0),
    ("halves", 2.0),
    ("third", 3.0),
    ("quarter", 4.0),
    ("fourth", 4.0),
    ("fifth", 5.0),
    ("sixth", 6.0),
    ("seventh", 7.0),
    ("eighth", 8.0),
    ("ninth", 9.0),
    ("tenth", 10.0),
];
const TIMES: [(&str, f64); 12] = [
    ("doubled", 2.0),
    ("doubles", 2.0),
    ("doubling", 2.0),
    ("twice", 2.0),
    ("tripled", 3.0),
    ("trebled", 3.0),
    ("tripling", 3.0),
    ("thrice", 3.0),
    ("quadrupled", 4.0),
    ("quintupled", 5.0),
    ("halved", 0.5),
    ("halving", 0.5),
];

static SHARE: LazyLock<Regex> = LazyLock::new(|| {
    let names = |table: &[(&str, f64)]| {
        table
            .iter()
            .map(|(word, _)| *word)
            .collect::<Vec<_>>()
            .join("|")
    };
    Regex::new(&format!(
        r"(?ix)
        \b(?P<times>{})\b
        | \b(?P<dozens>half\sa|an?|one|two|three|four|five|six|\d{{1,3}})\sdozen\b
        | \b(?:(?P<count>an?|one|two|three|four|five|six|seven|eight|nine)[\s-])?(?P<part>{})(?P<plural>s)?\b",
        names(&TIMES),
        names(&PARTS)
    ))
    .expect("the pattern is fixed")
});

/// Shares, multiples and dozens of a text. Shares are percentages, multiples ratios.
pub(super) fn shares(text: &str) -> Vec<Number> {
    SHARE
        .captures_iter(text)
        .filter_map(|found| share(text, &found))
        .collect()
}

fn share(text: &str, found: &regex::Captures) -> Option<Number> {
    let whole = found.get(0)?;
    let of = |table: &[(&str, f64)], word: &str| {
        table
            .iter()
            .find(|(known, _)| *known == fold(word))
            .map(|(_, value)| *value)
    };
    if let Some(word) = found.name("times") {
        return Some(worded(
            text,
            of(&TIMES, word.as_str())?,
            Unit::Ratio,
            whole.range(),
            None,
        ));
    }
    if let Some(count) = found.name("dozens") {
        let count = match fold(count.as_str()).as_str() {
            "half a" => 0.5,
            "a" | "an" => 1.0,
            other => other.parse().ok().or_else(|| simple_value(other))?,
        };
        return Some(worded(
            text,
            12.0 * count,
            Unit::Count(noun_after(text, whole.end())),
            whole.range(),
            None,
        ));
    }
    let count = found.name("count").map(|count| fold(count.as_str()));
    let parts = of(&PARTS, found.name("part")?.as_str())?;
    let (before, after) = (
        fold(reach::before(text, whole.start(), PHRASE)),
        &text[whole.end()..],
    );
    let parted = |count: Option<&str>| {
        count.map_or(Some(1.0), |count| {
            if count.starts_with('a') {
                Some(1.0)
            } else {
                simple_value(count)
            }
        })
    };
    // "Half an hour", "a quarter of a litre": a value in that unit.
    let article = [" an ", " a ", " of an ", " of a "]
        .into_iter()
        .find(|article| after.starts_with(article));
    if let Some(article) = article
        && let Some((measure, end)) = measure::read(text, whole.end() + article.len() - 1)
    {
        let value = parted(count.as_deref())? / parts;
        return Some(worded(
            text,
            value,
            Unit::Measure(measure),
            whole.start()..end,
            None,
        ));
    }
    let last = before.split_whitespace().next_back().unwrap_or_default();
    // "the first half of 2023", "three quarters of 2023": parts of a period, not shares.
    let period = [
        "first", "second", "third", "fourth", "last", "latter", "past", "next", "early", "late",
        "other", "this", "that",
    ]
    .contains(&last)
        || after
            .trim_start_matches(" of")
            .trim_start()
            .starts_with(|next: char| next.is_ascii_digit());
    let several = found.name("plural").is_some()
        && count
            .as_deref()
            .is_some_and(|count| !matches!(count, "a" | "an" | "one"));
    let whose = [
        " of", " the ", " its ", " their ", " his ", " her ", " our ", " all ",
    ]
    .iter()
    .any(|word| after.starts_with(word));
    let said = match &count {
        None => parts < 2.5 && whose,
        Some(_) => several || after.starts_with(" of"),
    };
    if period || !said {
        return None;
    }
    let count = parted(count.as_deref())?;
    Some(Number {
        rounding: ROUNDED,
        ..worded(
            text,
            100.0 * count / parts,
            Unit::Percent,
            whole.range(),
            None,
        )
    })
}
