//! Figures that are said in words of their own: "two thirds of", "one in six", "doubled", "a dozen".

use super::around::noun_after;
use super::spelled::{self, worded};
use super::{Number, Unit, measure};
use crate::language::ENGLISH;
use crate::plain::Piece;
use groundwall_text::reach::{self, PHRASE};
use groundwall_text::words::{fold, is_stop};
use regex::Regex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

/// How far a share in words and a percentage may lie apart, in percentage points: nobody says "a third" of 33.3 alone.
const ROUNDED: f64 = 1.0;

static SHARE: LazyLock<Regex> = LazyLock::new(|| {
    let names = |table: &BTreeMap<String, f64>| table.keys().cloned().collect::<Vec<_>>().join("|");
    Regex::new(&format!(
        r"(?ix)
        \b(?P<times>{})\b
        | \b(?P<some>one|two|three|four|five|six|seven|eight|nine|\d)\s(?:(?P<in>in)|out\sof)\s(?:every\s)?(?P<all>two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|(?:a\s|one\s)?(?:hundred|thousand)|\d{{1,4}})\b
        | \b(?P<dozens>half\sa|an?|one|two|three|four|five|six|\d{{1,3}})\sdozen\b
        | \b(?:(?P<count>an?|one|two|three|four|five|six|seven|eight|nine)[\s-])?(?P<part>{})(?P<plural>s)?\b",
        names(&ENGLISH.times),
        names(&ENGLISH.parts)
    ))
    .expect("the pattern is fixed")
});

static AND_A_HALF: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?P<count>an?|one|two|three|four|five|six|seven|eight|nine|ten|\d{1,3})(?P<unit>\s\p{L}+)\sand\sa\s(?P<part>half|quarter)\b")
        .expect("the pattern is fixed")
});

/// How many a folded article, word or figure says.
fn counted(said: &str) -> Option<f64> {
    match said {
        "a" | "an" => Some(1.0),
        other => other.parse().ok().or_else(|| ENGLISH.simple(other)),
    }
}

/// The expressions of this module.
pub(super) fn expressions() -> Vec<&'static str> {
    vec![SHARE.as_str(), AND_A_HALF.as_str()]
}

/// "A year and a half", "two hours and a quarter".
pub(super) fn units_and_a_half(piece: &Piece<'_>) -> Vec<Number> {
    let text = piece.text;
    let read = |found: regex::Captures| {
        let (whole, unit) = (found.get(0)?, found.name("unit")?);
        let count = counted(&fold(found.name("count")?.as_str()))?;
        let (measure, end) = measure::read(text, unit.start())?;
        let value = count + 1.0 / ENGLISH.parts.get(&fold(found.name("part")?.as_str()))?;
        let unit = Unit::Measure(measure);
        (end >= found.name("unit")?.end()).then(|| worded(text, value, unit, whole.range(), None))
    };
    AND_A_HALF
        .captures_iter(&piece.plain)
        .filter_map(read)
        .collect()
}

/// Shares, multiples and dozens of a text. Shares are percentages, multiples ratios.
pub(super) fn shares(piece: &Piece<'_>) -> Vec<Number> {
    SHARE
        .captures_iter(&piece.plain)
        .filter_map(|found| share(piece.text, &found))
        .collect()
}

fn share(text: &str, found: &regex::Captures) -> Option<Number> {
    let whole = found.get(0)?;
    if let Some(word) = found.name("times") {
        let times = *ENGLISH.times.get(&fold(word.as_str()))?;
        return Some(worded(text, times, Unit::Ratio, whole.range(), None));
    }
    if let (Some(some), Some(all)) = (found.name("some"), found.name("all")) {
        return some_of(
            text,
            &[some.as_str(), all.as_str()],
            found.name("in").is_some(),
            whole.range(),
        );
    }
    if let Some(count) = found.name("dozens") {
        return dozens(text, count.as_str(), whole.range());
    }
    let part = Part {
        text,
        range: whole.range(),
        count: found.name("count").map(|count| fold(count.as_str())),
        parts: *ENGLISH.parts.get(&fold(found.name("part")?.as_str()))?,
        plural: found.name("plural").is_some(),
    };
    part.of_a_unit()
        .or_else(|| part.of_a_scale())
        .or_else(|| part.share())
}

/// "One in six", "four out of five": a share. In digits only "1 in 6 adults": "4 out of 5 stars" is a mark, and "3 in 2019" none of it.
fn some_of(text: &str, said: &[&str; 2], by_in: bool, range: Range<usize>) -> Option<Number> {
    let value = |said: &str| {
        let folded = fold(said);
        let word = folded.trim_start_matches("a ").trim_start_matches("one ");
        counted(word).or_else(|| ENGLISH.spelled(word))
    };
    let [some, all] = [value(said[0])?, value(said[1])?];
    let after = &text[range.end..];
    let noun = after
        .strip_prefix(' ')
        .and_then(|rest| rest.split(|c: char| !c.is_alphabetic()).next())
        .is_some_and(|word| word.starts_with(char::is_lowercase) && !is_stop(word));
    let in_digits = said
        .iter()
        .any(|said| said.starts_with(|c: char| c.is_ascii_digit()));
    let is_share = some < all
        && measure::behind(text, range.end).is_none()
        && (!in_digits || by_in && noun)
        && !after.starts_with('-');
    is_share.then(|| Number {
        rounding: ROUNDED.min(50.0 * some / all / all),
        ..worded(text, 100.0 * some / all, Unit::Percent, range, None)
    })
}

/// "Half a dozen", "three dozen".
fn dozens(text: &str, count: &str, range: Range<usize>) -> Option<Number> {
    let count = match fold(count).as_str() {
        "half a" => 0.5,
        other => counted(other)?,
    };
    let unit = Unit::Count(noun_after(text, range.end));
    Some(worded(text, 12.0 * count, unit, range, None))
}

/// "Half", "a third", "two thirds" as they stand in a text.
struct Part<'t> {
    text: &'t str,
    range: Range<usize>,
    /// How many, folded.
    count: Option<String>,
    /// Into how many parts a whole is divided.
    parts: f64,
    plural: bool,
}

impl Part<'_> {
    fn after(&self) -> &str {
        &self.text[self.range.end..]
    }

    fn number(&self) -> Option<f64> {
        self.count.as_deref().map_or(Some(1.0), counted)
    }

    /// "Half an hour", "a quarter of a litre": a value in that unit.
    fn of_a_unit(&self) -> Option<Number> {
        let article = [" an ", " a ", " of an ", " of a "]
            .into_iter()
            .find(|article| self.after().starts_with(article))?;
        let (measure, end) = measure::read(self.text, self.range.end + article.len() - 1)?;
        let value = self.number()? / self.parts;
        let range = self.range.start..end;
        Some(worded(
            self.text,
            value,
            Unit::Measure(measure),
            range,
            None,
        ))
    }

    /// "Half a million", "a quarter of a billion dollars", "half a percent".
    fn of_a_scale(&self) -> Option<Number> {
        let article = [" a ", " of a "]
            .into_iter()
            .find(|article| self.after().starts_with(article))?;
        let start = self.range.end + article.len();
        let word = self.text[start..]
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default();
        let end = start + word.len();
        let share = self.number()? / self.parts;
        let cent = ["percent", "per cent"]
            .into_iter()
            .find(|cent| self.text[start..].starts_with(cent));
        if let Some(cent) = cent {
            let range = self.range.start..start + cent.len();
            return Some(worded(self.text, share, Unit::Percent, range, None));
        }
        let unit = spelled::next_currency(self.text, self.range.start, end)
            .unwrap_or_else(|| Unit::Count(noun_after(self.text, end)));
        let value = share * ENGLISH.spelled(&fold(word))?;
        Some(worded(self.text, value, unit, self.range.start..end, None))
    }

    /// "The first half of 2023", "three quarters of 2023": parts of a period, not shares.
    fn of_a_period(&self) -> bool {
        let before = fold(reach::before(self.text, self.range.start, PHRASE));
        before
            .split_whitespace()
            .next_back()
            .is_some_and(|last| ENGLISH.periods.before_part.has(last))
            || self
                .after()
                .trim_start_matches(" of")
                .trim_start()
                .starts_with(|next: char| next.is_ascii_digit())
    }

    fn share(&self) -> Option<Number> {
        let said = match self.count.as_deref() {
            None => self.parts < 2.5 && ENGLISH.shares.whose.open(self.after()),
            Some(count) => {
                self.plural && !matches!(count, "a" | "an" | "one")
                    || self.after().starts_with(" of")
            }
        };
        if self.of_a_period() || !said {
            return None;
        }
        let value = 100.0 * self.number()? / self.parts;
        Some(Number {
            rounding: ROUNDED,
            ..worded(self.text, value, Unit::Percent, self.range.clone(), None)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinals_and_parts_of_a_period_are_no_shares() {
        for text in [
            "in the first half of the year",
            "the third party",
            "a third time",
            "one quarter ended",
            "the last three quarters of 2023",
            "half past",
        ] {
            assert!(
                shares(&Piece::of(text)).is_empty(),
                "{text:?} gave {:?}",
                shares(&Piece::of(text))
            );
        }
    }

    #[test]
    fn so_many_of_so_many_are_a_share() {
        for (text, percent) in [
            ("One in six adults was screened.", 16.667),
            ("About 1 in 6 adults was screened.", 16.667),
            ("Four out of five patients had none.", 80.0),
            ("It is one in a hundred.", 1.0),
            ("Two in every three agreed.", 66.667),
        ] {
            let found = shares(&Piece::of(text));
            assert_eq!(found.len(), 1, "{text}: {found:?}");
            assert_eq!(found[0].unit, Unit::Percent);
            assert!((found[0].value - percent).abs() < 0.01, "{text}: {found:?}");
        }
        for text in [
            "It has 4 out of 5 stars.",
            "Two in three days were lost.",
            "He won 3 in 2019.",
            "Six in five rooms",
            "1 in 10.",
        ] {
            assert!(
                shares(&Piece::of(text)).is_empty(),
                "{text:?} gave {:?}",
                shares(&Piece::of(text))
            );
        }
    }
}
