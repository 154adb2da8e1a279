//! Quotes: what stands between quotation marks must stand in the documents, word for word.

use crate::language::ENGLISH;
use crate::words::{fold, tokens};
use crate::{CheckKind, Observation, Prepared, Scored, Signal};
use groundwall_core::FindingKind;
use std::cell::LazyCell;

/// Marks that open a quotation, each with the one that closes it.
const MARKS: [(char, char); 4] = [('“', '”'), ('"', '"'), ('„', '“'), ('«', '»')];

/// Quoted texts of at least three words; shorter ones are terms, not quotations.
pub fn extract(text: &str) -> Vec<String> {
    between_marks(text)
        .into_iter()
        .map(str::trim)
        .filter(|quote| quote.split_whitespace().count() >= 3)
        .map(str::to_owned)
        .collect()
}

/// What stands between marks, two letters or more. Where each mark is closed is looked up: an open one does not send the reader through the rest of the text.
fn between_marks(text: &str) -> Vec<&str> {
    let closing = MARKS.map(|(_, close)| {
        text.match_indices(close)
            .map(|(at, _)| at)
            .collect::<Vec<_>>()
    });
    let (mut quotes, mut end) = (Vec::new(), 0);
    for (at, letter) in text.char_indices() {
        let Some(kind) = MARKS
            .iter()
            .position(|(open, _)| *open == letter)
            .filter(|_| at >= end)
        else {
            continue;
        };
        let from = at + letter.len_utf8();
        let places = &closing[kind];
        let Some(close) = places
            .get(places.partition_point(|place| *place < from))
            .copied()
        else {
            continue;
        };
        let quote = &text[from..close];
        if quote.chars().nth(1).is_some() {
            quotes.push(quote);
            end = close + MARKS[kind].1.len_utf8();
        }
    }
    quotes
}

/// Whether somebody is said to have said something.
fn is_attributed(claim: &[String]) -> bool {
    claim.iter().any(|word| ENGLISH.phrases.said.has(word))
}

fn plain(text: &str) -> String {
    fold(text)
        .replace('"', "")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The quotes of a claim against its windows and what surrounds them.
pub fn check(prepared: &Prepared) -> Vec<Observation> {
    let quotes = prepared.claim.quotes();
    if quotes.is_empty() {
        return Vec::new();
    }
    let whole = plain(prepared.claim);
    let attributed = LazyCell::new(|| is_attributed(prepared.claim.tokens()));
    let read: Vec<Read> = prepared.windows.iter().map(Read::of).collect();
    quotes
        .iter()
        // A claim that is a quotation as a whole quotes nobody, and a few words in marks are a term, unless somebody is said to have said them.
        .filter(|quote| {
            plain(quote).len() + 4 < whole.len()
                && (quote.split_whitespace().count() >= 5 || *attributed)
        })
        .map(|quote| judge(prepared, quote, &read))
        .collect()
}

/// A window and what surrounds it, as quotations are looked for in it.
struct Read<'a> {
    window: String,
    context: String,
    words: &'a [String],
}

impl<'a> Read<'a> {
    fn of(scored: &'a Scored) -> Self {
        Self {
            window: plain(&scored.text),
            context: plain(&scored.context),
            words: scored.text.tokens(),
        }
    }
}

fn judge(prepared: &Prepared, quote: &str, read: &[Read]) -> Observation {
    let wanted = plain(quote);
    let wanted = wanted.trim_matches(['.', ',', '!', '?', ';', '…']);
    let place = read
        .iter()
        .position(|read| read.window.contains(wanted) || read.context.contains(wanted));
    let say = |signal, source, expected, note: &str| Observation {
        check: CheckKind::Quote,
        signal,
        kind: FindingKind::FalseQuote,
        detected: quote.to_owned(),
        expected,
        source,
        read_as: None,
        note: note.to_owned(),
    };
    if let Some(place) = place {
        return say(
            Signal::Passed,
            Some(place),
            None,
            "the quotation stands in the evidence word for word",
        );
    }
    // Most of its words in their order, but not all of them: an altered quotation.
    let words = tokens(quote);
    let altered = (0..prepared.windows.len())
        .filter(|place| prepared.coverage[*place] >= 0.5)
        .find(|place| {
            words.len() >= 5 && common_run(&words, read[*place].words) * 10 >= words.len() * 8
        });
    match altered {
        Some(place) => say(
            Signal::Clash,
            Some(place),
            Some(prepared.windows[place].text.as_str().to_owned()),
            "the documents say this in other words",
        ),
        None => say(
            Signal::Absent,
            None,
            None,
            "the quotation is not in the evidence",
        ),
    }
}

/// Length of the longest common subsequence of words.
fn common_run(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0usize; b.len() + 1];
    for word in a {
        let mut diagonal = 0;
        for (place, other) in b.iter().enumerate() {
            let above = row[place + 1];
            row[place + 1] = if word == other {
                diagonal + 1
            } else {
                above.max(row[place])
            };
            diagonal = above;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_altered_and_invented() {
        let windows = [Scored::alone(
            "She said that the tide will not wait for any of us this year.",
        )];
        let signal = |claim: &str| check(&Prepared::new(&claim.into(), &windows))[0].signal;
        assert_eq!(signal("She said “the tide will not wait”."), Signal::Passed);
        assert_eq!(
            signal("She said \"the tide will never wait for any of us\"."),
            Signal::Clash
        );
        assert_eq!(
            signal("She said \"boats are safe in harbour\"."),
            Signal::Absent
        );
    }
}
