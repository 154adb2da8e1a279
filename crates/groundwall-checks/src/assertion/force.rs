//! What a claim says more than the sentence that it rests on, where models see no difference: a duty where there is advice, three times where there is twice, another
//! century than the year's, that nobody knows what the sentence says. `data/force.toml`.

use super::Embedding;
use super::text::Text;
use crate::words::ContentWords;
use groundwall_text::language;
use serde::Deserialize;
use std::ops::Range;
use std::sync::LazyLock;

/// The words of `data/force.toml`: apart from `LISTS`, which a judge of English claims was trained with.
pub const FORCE_LIST: &str = include_str!("../../data/force.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Force {
    duty: Duty,
    unknown: Unknown,
    multiples: Multiples,
    times: Times,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Duty {
    must: Vec<String>,
    should: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unknown {
    says: Vec<String>,
    echoes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Multiples {
    often: Vec<String>,
    behind_times: Vec<String>,
    words: Vec<(String, f64)>,
    numbers: Vec<(String, f64)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    /// The round year with which each begins or that stands before it.
    centuries: Vec<(String, u32)>,
}

static FORCE: LazyLock<Force> = LazyLock::new(|| language::read("data/force.toml", FORCE_LIST));

/// Share of a claim's words that a sentence has before it is what the claim rests on.
const RESTS: f32 = 0.4;

/// The words of some tokens, with a space around each.
fn words(text: &Text, range: Range<usize>) -> String {
    let tokens = text.tokens[range].iter().filter(|token| !token.mark);
    tokens.fold(" ".to_owned(), |words, token| words + &token.word + " ")
}

fn first<'l>(words: &str, list: &'l [String]) -> Option<&'l String> {
    list.iter().find(|one| words.contains(&format!(" {one} ")))
}

/// Whether some tokens say what has to be done, or should be.
pub(super) fn says_duty(text: &Text, range: Range<usize>) -> bool {
    let said = words(text, range);
    let Duty { must, should } = &FORCE.duty;
    first(&said, must)
        .or_else(|| first(&said, should))
        .is_some()
}

/// What a claim says more than the sentence of a window that has most of its words, or than the window; none where it says no more, or no sentence speaks of it.
pub(super) fn falls_short(
    claim: &str,
    said: &Text,
    window: &Text,
    own: usize,
) -> Option<Embedding> {
    let force: &'static Force = &FORCE;
    let claimed = words(said, 0..said.tokens.len());
    // Most claims say nothing of all this, and each is held against many windows.
    let (own_factors, own_times) = (factors(&claimed), Time::all(&claimed));
    if !own_factors.is_empty() || !own_times.is_empty() {
        let whole = words(window, 0..own);
        let short = multiples(&own_factors, &whole);
        let short = short.or_else(|| own_times.iter().find_map(|time| time.differs(&whole)));
        if short.is_some() {
            return short;
        }
    }
    let must =
        first(&claimed, &force.duty.must).filter(|_| first(&claimed, &force.duty.should).is_none());
    let unknown = first(&claimed, &force.unknown.says);
    if must.is_none() && unknown.is_none() {
        return None;
    }
    let content = ContentWords::of(claim);
    let covered = |range: &Range<usize>| content.coverage_of(&window.stems(range.clone()));
    let sentences = window
        .sentences
        .iter()
        .map(|sentence| sentence.range.clone());
    let (best, coverage) = sentences
        .filter(|range| range.start < own)
        .map(|range| (range.clone(), covered(&range)))
        .max_by(|one, other| one.1.total_cmp(&other.1))?;
    let sentence = words(window, best);
    let advised = || {
        let advice = first(&sentence, &force.duty.should)?;
        (must.is_some() && first(&sentence, &force.duty.must).is_none()).then(|| Embedding {
            words: advice.clone(),
            says: "only recommends this",
        })
    };
    let known = || {
        let unknown = unknown.filter(|_| first(&sentence, &force.unknown.echoes).is_none())?;
        Some(Embedding {
            words: unknown.clone(),
            says: "does not say that this is unknown",
        })
    };
    (coverage >= RESTS)
        .then(|| advised().or_else(known))
        .flatten()
}

/// The multiples of a text, with the words for each.
fn factors(words: &str) -> Vec<(String, f64)> {
    let list = &FORCE.multiples;
    let tokens: Vec<&str> = words.split_whitespace().collect();
    let of = |list: &[(String, f64)], word: &str| {
        let found = list.iter().find(|(own, _)| own == word);
        found.map(|(_, factor)| *factor)
    };
    let behind = |at: usize, list: &[String]| {
        let next = tokens.get(at).copied().unwrap_or_default();
        list.iter().any(|word| word == next)
    };
    let single = tokens
        .iter()
        .enumerate()
        .filter(|(at, _)| !behind(at + 1, &list.often))
        .filter_map(|(_, word)| Some(((*word).to_owned(), of(&list.words, word)?)));
    let times = tokens.windows(2).enumerate();
    let times = times.filter(|(at, pair)| pair[1] == "times" && behind(at + 2, &list.behind_times));
    let times = times.filter_map(|(_, pair)| {
        let factor = of(&list.numbers, pair[0]).or_else(|| pair[0].parse().ok())?;
        Some((pair.join(" "), factor))
    });
    single.chain(times).collect()
}

/// A claim's multiple, where the window has others alone; twice one is half of the other.
fn multiples(claim: &[(String, f64)], window: &str) -> Option<Embedding> {
    let there = factors(window);
    let (other, _) = there.first()?;
    let same = |one: f64, other: f64| (one / other - 1.0).abs() < 1e-6;
    let said = |factor: f64| {
        there
            .iter()
            .any(|(_, other)| same(factor, *other) || same(factor, 1.0 / other))
    };
    let missing = claim.iter().any(|(_, factor)| !said(*factor));
    missing.then(|| Embedding {
        words: other.clone(),
        says: "names another multiple",
    })
}

/// When something is, without a year.
enum Time {
    /// By the round year that begins it.
    Century(u32),
    /// "Fifty years ago".
    Ago,
}

impl Time {
    /// All that a claim says.
    fn all(claim: &str) -> Vec<Self> {
        let tokens: Vec<&str> = claim.split_whitespace().collect();
        let century = tokens.windows(2).find_map(|pair| {
            let mut centuries = FORCE.times.centuries.iter();
            let (_, start) = centuries.find(|(name, _)| pair[1] == "century" && pair[0] == name)?;
            Some(Self::Century(*start))
        });
        let ago = tokens.contains(&"ago").then_some(Self::Ago);
        century.into_iter().chain(ago).collect()
    }

    /// The first year of a window that has years of other times alone, and does not say the time in words.
    fn differs(&self, window: &str) -> Option<Embedding> {
        let years: Vec<u32> = window
            .split_whitespace()
            .filter_map(|word| word.parse().ok())
            .filter(|year| (1000..2100).contains(year))
            .collect();
        let (within, word) = match self {
            Self::Century(start) => (Some(*start..=*start + 100), " century "),
            Self::Ago => (None, " ago "),
        };
        let fits = |year: &u32| within.as_ref().is_some_and(|within| within.contains(year));
        let differs = !window.contains(word) && !years.iter().any(fits);
        let year = years.first().filter(|_| differs)?;
        Some(Embedding {
            words: year.to_string(),
            says: "names another time",
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::assertion::{Around, Standing, standing};

    fn says(claim: &str, window: &str) -> Option<&'static str> {
        match standing(claim, window, Around::default()) {
            Standing::Asserted => None,
            Standing::Withheld(embedding) | Standing::Denied(embedding) => Some(embedding.says),
        }
    }

    #[test]
    fn a_claim_that_says_more_than_its_sentence_does_not_rest_on_it() {
        for (claim, window, told) in [
            (
                "The pump must be cleaned weekly.",
                "The pump should be cleaned weekly. The filter must be changed.",
                "only recommends this",
            ),
            (
                "At level 1 the session must be terminated when the time limit is reached.",
                "At level 1, the check SHOULD be repeated at least once per 30 days during a session. The session SHOULD be terminated (i.e., logged out) when this time limit is reached.",
                "only recommends this",
            ),
            (
                "The bank added three times what it added in 2022.",
                "That is more than twice what the bank added in 2022.",
                "names another multiple",
            ),
            (
                "The balance triples within a year.",
                "Customers double the balance within a year.",
                "names another multiple",
            ),
            (
                "The bridge was opened in the 20th century.",
                "The bridge was opened in 2001.",
                "names another time",
            ),
            (
                "The bridge was opened more than fifty years ago.",
                "The bridge was opened in 2001.",
                "names another time",
            ),
            (
                "The length of the bridge is unknown.",
                "The length of the bridge is 412 metres.",
                "does not say that this is unknown",
            ),
        ] {
            assert_eq!(says(claim, window), Some(told), "{claim}");
        }
    }

    #[test]
    fn what_says_as_much_is_silent() {
        for (claim, window) in [
            (
                "The pump must be cleaned weekly.",
                "The pump has to be cleaned weekly.",
            ),
            ("Water has to be boiled.", "Water should be boiled."),
            (
                "The crew was called out 61 times to fires.",
                "The crew was called out 31 times to fires.",
            ),
            (
                "The board meets three times a year.",
                "The board meets twice a year.",
            ),
            (
                "The pump should be cleaned weekly.",
                "The pump must be cleaned weekly.",
            ),
            (
                "The pump must be cleaned weekly.",
                "Cleaning the pump weekly is required.",
            ),
            ("Sales doubled.", "Sales rose to twice what they were."),
            ("A is twice as long as B.", "B is half as long as A."),
            ("Sales doubled from 20 to 40.", "Sales rose from 20 to 40."),
            (
                "The bridge was opened in the 21st century.",
                "The bridge was opened in 2001.",
            ),
            ("The cause is unknown.", "Nobody could find out the cause."),
        ] {
            assert_eq!(says(claim, window), None, "{claim} {window}");
        }
    }
}
