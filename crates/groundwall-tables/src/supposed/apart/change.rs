//! A change with both figures: where it goes, and what is said of each time.

use super::{Figure, cut, with_units};
use crate::pack::{Change, TablePack, change_of};
use crate::words::{ENGLISH, fold};
use groundwall_values::date;
use groundwall_values::number::Number;

/// How far a change may be off that is told in whole times.
const HALF: f64 = 0.5;

/// Where a change goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
    Either,
    /// So many times as much, in whole times.
    Times(i64),
    Halved,
}

impl Way {
    fn goes(self, from: f64, to: f64) -> bool {
        match self {
            Self::Up => to > from,
            Self::Down => to < from,
            Self::Either => true,
            Self::Times(times) => (to / from - times as f64).abs() <= HALF,
            Self::Halved => (from / to - 2.0).abs() <= HALF,
        }
    }
}

/// What a folded word says that tells a change in times.
fn times(word: &str) -> Option<Way> {
    if word == "halved" {
        return Some(Way::Halved);
    }
    ENGLISH.multiples.get(word).copied().map(Way::Times)
}

/// Whether a figure is no more than the times of a change: `doubled`.
pub(super) fn says_times(number: &Number) -> bool {
    fold(&number.text)
        .split(' ')
        .any(|word| times(word).is_some())
}

/// `rose from 5.28 in January to 5.51 in July`, the earlier figure first.
pub(super) fn changed(
    packs: &[TablePack],
    [base, tail]: [&str; 2],
    figures: [Figure<'_>; 2],
    [from, to]: [f64; 2],
) -> Option<[String; 2]> {
    let (base, way) = without_change(packs, base)?;
    let base = base.as_str();
    if !way.goes(from, to) {
        return None;
    }
    let figures = with_units(figures);
    let say = |base: &str, figure: &Figure<'_>, time: &str| {
        let was = if base.ends_with('s') && !base.ends_with("ss") {
            "were"
        } else {
            "was"
        };
        let time = if time.is_empty() {
            String::new()
        } else {
            format!(" in {time}")
        };
        format!("{base} {was} {}{time}", figure.said())
    };
    if figures.iter().all(|one| !one.place.is_empty()) {
        return Some(figures.map(|one| format!("{}{tail}.", say(base, &one, ""))));
    }
    if figures.iter().any(|one| !one.place.is_empty()) {
        return None;
    }
    // `between 2010 and 2015` in front or behind
    let (base, tail, [early, late]) = match without_times(base) {
        Some((base, times)) => (base, tail.to_owned(), times),
        None => {
            let (tail, times) = without_times(tail)?;
            (base.to_owned(), tail, times)
        }
    };
    let tail = tail.trim();
    let tail = if tail.is_empty() {
        String::new()
    } else {
        format!(" {tail}")
    };
    let base = base.trim();
    let [one, other] = figures;
    Some([
        format!("{}{tail}.", say(base, &one, &early)),
        format!("{}{tail}.", say(base, &other, &late)),
    ])
}

/// What changes, without the verb that says so, and where it goes: `Acme cut its prices`.
fn without_change(packs: &[TablePack], base: &str) -> Option<(String, Way)> {
    let words: Vec<&str> = base.split_whitespace().collect();
    let way = |word: &&str| {
        let word = fold(word);
        match word.as_str() {
            "up" => Some(Way::Up),
            "down" => Some(Way::Down),
            _ if let Some(times) = times(&word) => Some(times),
            _ => match change_of(packs, &word) {
                Some(Change::Up) => Some(Way::Up),
                Some(Change::Down) => Some(Way::Down),
                Some(Change::EitherWay) => Some(Way::Either),
                None => ENGLISH.goes.has(&word).then_some(Way::Either),
            },
        }
    };
    let at = words.iter().rposition(|word| way(word).is_some())?;
    let way = way(&words[at])?;
    let holds = |word: &str| {
        let word = fold(word);
        let joins = [
            "has", "have", "had", "been", "was", "were", "is", "are", "to", "its", "their", "his",
            "her",
        ];
        joins.contains(&word.as_str())
            || ENGLISH.goes.has(&word)
            || ENGLISH.abouts.contains(&word)
            || word.ends_with("ly")
    };
    let (before, behind) = (&words[..at], &words[at + 1..]);
    let kept = before.len() - before.iter().rev().take_while(|word| holds(word)).count();
    let skipped = behind.iter().take_while(|word| holds(word)).count();
    let base = [&before[..kept], &behind[skipped..]].concat().join(" ");
    (!base.is_empty()).then_some((base, way))
}

/// A text without the two times that it names in this order, and these: `between 2010 and 2015`.
fn without_times(text: &str) -> Option<(String, [String; 2])> {
    let [early, late] = <[date::Date; 2]>::try_from(date::extract(text)).ok()?;
    let (before, between) = (
        text[..early.range.start].trim_end(),
        text[early.range.end..late.range.start].trim(),
    );
    let pairs = [("between", "and"), ("from", "to"), ("over", "to")];
    let lead = |(lead, _): &&(&str, &str)| cut(before, lead).is_some();
    let joins = |(_, joins): &&(&str, &str)| between == *joins;
    let (lead, _) = pairs.iter().filter(joins).find(lead)?;
    let before = cut(before, lead)?;
    let after = text[late.range.end..].trim_start_matches([',', ' ']);
    let rest = format!("{before} {after}");
    Some((
        rest.trim().to_owned(),
        [early.text.clone(), late.text.clone()],
    ))
}
