//! Times of day: "9:30 am", "17:00", "half past nine in the morning", "noon".

use super::measure::Measure;
use super::spelled::worded;
use super::{Number, Unit, before};
use crate::language::ENGLISH;
use crate::plain::Piece;
use groundwall_text::words::fold;
use regex::Regex;
use std::sync::LazyLock;

static CLOCK: LazyLock<Regex> = LazyLock::new(|| {
    let hour = ENGLISH.small[1..13].join("|");
    Regex::new(&format!(
        r"(?ix)
        \b(?P<hour>\d{{1,2}})(?:[:.](?P<minute>\d{{2}}))?\s?(?P<half>[ap]\.m\.|[ap]m\b)
        | \b(?:at|from|until|till|to|by|before|after|since|around|about|between|and|–|-)\s(?P<plain>(?P<hour24>\d{{1,2}}):(?P<minute24>\d{{2}})(?:\s?(?P<half24>[ap]\.m\.|[ap]m))?)
        | \b(?:(?P<past>half|quarter|a\squarter)\s(?P<way>past|to)\s)?(?P<word>\d{{1,2}}|{hour})(?P<oclock>\so['’]clock)?\b
        | \b(?P<named>noon|midday|midnight)\b"
    ))
    .expect("the pattern is fixed")
});

static SPAN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?P<from>\d{1,2}:\d{2})\s?[–-]\s?(?P<to>\d{1,2}:\d{2})\b")
        .expect("the pattern is fixed")
});

/// The expressions of this module.
pub(super) fn expressions() -> Vec<&'static str> {
    vec![CLOCK.as_str(), SPAN.as_str()]
}

/// Both ends of "8:00–17:00", of twenty-four hours where the later one says so. A score is no span: its minutes are no minutes, or the line goes on.
fn spans(piece: &Piece<'_>) -> Vec<Number> {
    let text = piece.text;
    let read = |found: regex::Captures| {
        let [from, to] = [found.name("from")?, found.name("to")?];
        let minutes = |time: &str| {
            let (hour, minute) = time.split_once(':')?;
            let (hour, minute): (u32, u32) = (hour.parse().ok()?, minute.parse().ok()?);
            (hour <= 24 && minute < 60).then_some(hour * 60 + minute)
        };
        let (start, end) = (minutes(from.as_str())?, minutes(to.as_str())?);
        let whole = end >= 13 * 60 || from.as_str().starts_with('0');
        let after = &text[to.end()..];
        let half = [" am", " pm", "am", "pm", " a.m", " p.m"]
            .iter()
            .any(|half| after.starts_with(half));
        let unit = || Unit::Measure(Measure::time_of_day(whole));
        let time = |value: u32, place: regex::Match| {
            worded(text, f64::from(value % 1440), unit(), place.range(), None)
        };
        (stands_alone(text, from.start(), to.end()) && !half && start != end)
            .then(|| [time(start, from), time(end, to)])
    };
    SPAN.captures_iter(&piece.plain)
        .filter_map(read)
        .flatten()
        .collect()
}

/// The times of day of a text; their value is minutes since midnight, and where morning or afternoon is not said, twelve hours more or less are the same.
pub(super) fn times(piece: &Piece<'_>) -> Vec<Number> {
    let single = CLOCK
        .captures_iter(&piece.plain)
        .filter_map(|found| time(piece.text, &found));
    before(spans(piece), single.collect())
}

/// Hour and minute as they are written, and what half of the day they are said to be in.
fn read(found: &regex::Captures) -> Option<(u32, u32, Half)> {
    let figure = |name: &str| {
        found
            .name(name)
            .and_then(|found| found.as_str().parse::<u32>().ok())
    };
    if let Some(name) = found.name("named") {
        let midnight = fold(name.as_str()) == "midnight";
        return Some((if midnight { 0 } else { 12 }, 0, Half::Whole));
    }
    if let Some(half) = found.name("half").or_else(|| found.name("half24")) {
        let morning = half.as_str().starts_with(['a', 'A']);
        let half = if morning {
            Half::Morning
        } else {
            Half::Afternoon
        };
        return Some((
            figure("hour").or_else(|| figure("hour24"))?,
            figure("minute").or_else(|| figure("minute24")).unwrap_or(0),
            half,
        ));
    }
    if let Some(hour) = figure("hour24") {
        let written = found
            .name("hour24")
            .is_some_and(|hour| hour.as_str().starts_with('0'));
        let half = if hour > 12 || written {
            Half::Whole
        } else {
            Half::Unsaid
        };
        return Some((hour, figure("minute24")?, half));
    }
    let (hour, minute) = in_words(found)?;
    Some((hour, minute, Half::Unsaid))
}

/// "Half past nine", "quarter to ten", "six o'clock".
fn in_words(found: &regex::Captures) -> Option<(u32, u32)> {
    let word = found.name("word")?.as_str();
    if found.name("past").is_none() && found.name("oclock").is_none() {
        return None;
    }
    let hour: u32 = word.parse().ok().or_else(|| {
        ENGLISH
            .small
            .iter()
            .position(|known| word.eq_ignore_ascii_case(known))
            .map(|place| place as u32)
    })?;
    let quarter = found
        .name("past")
        .is_some_and(|past| !past.as_str().eq_ignore_ascii_case("half"));
    let past = found
        .name("way")
        .map(|way| way.as_str().eq_ignore_ascii_case("past"));
    Some(match past {
        Some(true) => (hour, if quarter { 15 } else { 30 }),
        Some(false) => (hour.checked_sub(1)?, if quarter { 45 } else { 30 }),
        None => (hour, 0),
    })
}

/// Whether what stands between these bytes is no part of a longer figure.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    !text[..start].ends_with([':', '.', '/'])
        && !text[end..].starts_with(|next: char| next == ':' || next.is_alphanumeric())
}

fn time(text: &str, found: &regex::Captures) -> Option<Number> {
    let whole = found.name("plain").or_else(|| found.get(0))?;
    let (start, mut end) = (whole.start(), whole.end());
    let (hour, minute, mut half) = read(found)?;
    // "10:30:15" and "3.15 pm-ish" are other things; so is an hour that no clock has.
    if hour > 24 || minute > 59 || !stands_alone(text, start, end) {
        return None;
    }
    let parts = [
        (" in the morning", Half::Morning),
        (" in the afternoon", Half::Afternoon),
        (" in the evening", Half::Afternoon),
        (" at night", Half::Afternoon),
    ];
    if half == Half::Unsaid
        && let Some((words, said)) = parts
            .into_iter()
            .find(|(words, _)| text[end..].starts_with(words))
    {
        half = said;
        end += words.len();
    }
    let hour = match half {
        Half::Morning => hour % 12,
        Half::Afternoon => hour % 12 + 12,
        Half::Whole | Half::Unsaid => hour,
    };
    let unit = Unit::Measure(Measure::time_of_day(half != Half::Unsaid));
    Some(worded(
        text,
        f64::from(hour % 24 * 60 + minute),
        unit,
        start..end,
        None,
    ))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Morning,
    Afternoon,
    /// Of twenty-four hours.
    Whole,
    Unsaid,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_ratios_and_seconds_are_no_times_of_day() {
        for text in [
            "a score of 10:30",
            "the ratio is 2:45",
            "at 10:30:15",
            "half past the hour",
        ] {
            assert!(
                times(&Piece::of(text)).is_empty(),
                "{text:?} gave {:?}",
                times(&Piece::of(text))
            );
        }
    }
}
