//! The identifiers that stand in a text.

use crate::Text;
use crate::citation::ADDRESS;
use crate::date::is_month;
use crate::language::ENGLISH;
use crate::number::measured;
use crate::words::{fold, is_stop};
use groundwall_text::reach::{PIECE, Ranges, pieces};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What an identifier looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One or more capitalised words.
    Name,
    /// Two or more capitals.
    Acronym,
    /// Letters and digits, or groups joined by dashes.
    Code,
    Email,
    Url,
}

/// An identifier in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    pub shape: Shape,
    pub text: String,
    /// Bytes of the text.
    pub range: Range<usize>,
}

static TECHNICAL: LazyLock<Regex> = LazyLock::new(|| {
    let email = r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b";
    let code = r"\b(?:[A-Z]{1,6}[-/]?\d[\dA-Z]*(?:[-/][\dA-Z]+)*|\d+[A-Z]{1,4}\d[\dA-Z]*|[A-Z]{2,}(?:-[A-Z\d]*\d[A-Z\d]*)+|\d{2,}(?:-\d{2,}){2,})\b";
    let acronym = r"\b[A-Z]{2,}s?\b";
    Regex::new(&format!(
        "(?P<email>{email})|(?P<url>{ADDRESS})|(?P<code>{code})|(?P<acronym>{acronym})"
    ))
    .expect("the pattern is fixed")
});

/// A word; Korean letters behind another script's are a particle: "Directory에서".
pub(super) static WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"[\p{L}--\p{Hangul}](?:[[\p{L}\p{M}'’.&-]--\p{Hangul}]*[[\p{L}\p{M}.]--\p{Hangul}])?",
    )
    .expect("the pattern is fixed")
});

/// What a reader finds in each piece of a text, at its place in the text. It is given the piece and its place.
fn in_pieces(text: &str, read: impl Fn(usize, &str) -> Vec<Identifier>) -> Vec<Identifier> {
    let moved = |found: Identifier, at: usize| Identifier {
        range: found.range.start + at..found.range.end + at,
        ..found
    };
    pieces(text, PIECE)
        .flat_map(|(at, piece)| {
            read(at, piece)
                .into_iter()
                .map(move |found| moved(found, at))
        })
        .collect()
}

/// The ranges of a text that lie in a piece of it, counted from there.
fn within(ranges: &[Range<usize>], at: usize, piece: &str) -> Vec<Range<usize>> {
    ranges
        .iter()
        .filter(|range| range.start >= at && range.end <= at + piece.len())
        .map(|range| range.start - at..range.end - at)
        .collect()
}

/// Every identifier of a text.
pub fn extract(text: &Text) -> Vec<Identifier> {
    let dated: Vec<Range<usize>> = text.dates().iter().map(|date| date.range.clone()).collect();
    let measured = measured(text.numbers());
    in_pieces(text, |at, piece| {
        of_piece(
            piece,
            within(&dated, at, piece),
            within(&measured, at, piece),
        )
    })
}

/// The identifiers of a piece outside of its dates and measured values.
fn of_piece(text: &str, dated: Vec<Range<usize>>, measured: Vec<Range<usize>>) -> Vec<Identifier> {
    // Where everything is shouted, capitals name nothing.
    let (capitals, letters) = text
        .chars()
        .filter(|c| c.is_alphabetic())
        .fold((0, 0), |(capitals, all), c| {
            (capitals + usize::from(c.is_uppercase()), all + 1)
        });
    let shouted = capitals * 2 > letters && letters > 12;
    let values = Ranges::of(dated.into_iter().chain(measured.iter().cloned()));
    let in_value = |range: &Range<usize>| values.touch(range);
    let mut all: Vec<Identifier> = TECHNICAL
        .captures_iter(text)
        .filter_map(|found| {
            let whole = found.get(0)?;
            let shape = if found.name("email").is_some() {
                Shape::Email
            } else if found.name("url").is_some() {
                Shape::Url
            } else if found.name("code").is_some() {
                Shape::Code
            } else {
                Shape::Acronym
            };
            let quarter = shape == Shape::Code
                && whole.as_str().len() == 2
                && whole.as_str().starts_with('Q');
            let unnamed = shouted && shape == Shape::Acronym;
            (!quarter && !unnamed && !in_value(&whole.range())).then(|| Identifier {
                shape,
                text: whole.as_str().trim_end_matches(['.', ',', ';']).to_owned(),
                range: whole.range(),
            })
        })
        .collect();
    let taken = Ranges::of(all.iter().map(|identifier| identifier.range.clone()));
    let named = if shouted {
        Vec::new()
    } else {
        names_beside(text, measured)
    };
    all.extend(named.into_iter().filter(|name| !taken.hold(&name.range)));
    all.sort_by_key(|identifier| identifier.range.start);
    all
}

/// Names: runs of capitalised words, joined by "of", "the", "de" and the like. A single capitalised word at the start of a sentence is
/// a name only when another one follows, because any word is capitalised there.
pub fn names(text: &Text) -> Vec<Identifier> {
    let measured = measured(text.numbers());
    in_pieces(text, |at, piece| {
        names_beside(piece, within(&measured, at, piece))
    })
}

/// Names of a text outside of its measured values.
fn names_beside(text: &str, measured: Vec<Range<usize>>) -> Vec<Identifier> {
    let codes: Vec<_> = TECHNICAL
        .captures_iter(text)
        .filter(|found| found.name("acronym").is_none())
        .filter_map(|found| found.get(0))
        .collect();
    let taken = Ranges::of(codes.iter().map(regex::Match::range).chain(measured));
    let in_code = |word: &regex::Match| taken.touch(&word.range());
    let after_digit =
        |word: &regex::Match| text[..word.start()].ends_with(|c: char| c.is_ascii_digit());
    let words: Vec<regex::Match> = WORD
        .find_iter(text)
        .filter(|word| !in_code(word) && !after_digit(word))
        .collect();
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    let mut names = Vec::new();
    let mut place = 0;
    while place < words.len() {
        if !capital(words[place].as_str()) {
            place += 1;
            continue;
        }
        let first = place;
        let mut last = place;
        place += 1;
        while place < words.len() {
            let gap = &text[words[place - 1].end()..words[place].start()];
            if gap != " "
                || words[place - 1].as_str().ends_with('.') && words[place - 1].as_str().len() > 3
            {
                break;
            }
            let joins = matches!(
                words[place].as_str(),
                "of" | "de" | "van" | "von" | "der" | "del" | "al" | "and" | "for" | "the"
            );
            if capital(words[place].as_str()) {
                last = place;
            } else if !joins || place > last + 2 {
                break;
            }
            place += 1;
        }
        place = last + 1;
        push_name(text, &words[first..=last], &mut names);
    }
    names
}

/// Single words that open a sentence with a capital of their own: "Halvorsen was born there". Any word has one there, so only those count that are no `ordinary` word of the
/// language (folded words are asked for).
pub fn openings(text: &str, ordinary: &dyn Fn(&str) -> bool) -> Vec<Identifier> {
    in_pieces(text, |_, piece| openings_of_piece(piece, ordinary))
}

fn openings_of_piece(text: &str, ordinary: &dyn Fn(&str) -> bool) -> Vec<Identifier> {
    let mut found = Vec::new();
    let mut before: Option<regex::Match> = None;
    for word in WORD.find_iter(text) {
        let written = bare(word.as_str());
        let mut letters = written.chars();
        let capital = letters.next().is_some_and(char::is_uppercase)
            && letters.all(|letter| letter.is_alphabetic() && letter.is_lowercase());
        // A word in brackets or behind a dash has no capital from its place.
        let apart = before
            .replace(word)
            .is_none_or(|before| text[before.end()..word.start()].contains(' '));
        if capital
            && written.chars().count() >= 4
            && apart
            && starts_sentence(text, word.start())
            && names_something(written, ordinary)
        {
            found.push(Identifier {
                shape: Shape::Name,
                text: written.to_owned(),
                range: word.start()..word.start() + written.len(),
            });
        }
    }
    found
}

/// Whether a folded word is a day of the week or a month.
fn in_calendar(word: &str) -> bool {
    ENGLISH.names.days.has(word) || is_month(word)
}

fn names_something(word: &str, ordinary: &dyn Fn(&str) -> bool) -> bool {
    let folded = fold(word);
    let pronoun = ["one", "body", "thing"]
        .iter()
        .any(|ending| folded.ends_with(ending));
    let names = &ENGLISH.names;
    let listed = names.optional.has(&folded) || names.openers.has(&folded);
    !pronoun && !is_stop(&folded) && !in_calendar(&folded) && !listed && !ordinary(&folded)
}

/// A name as it is written, without what ends a sentence, a quotation or a possessive.
fn bare(written: &str) -> &str {
    written
        .trim_end_matches(['.', '\'', '’'])
        .trim_end_matches("'s")
        .trim_end_matches("’s")
}

fn push_name(text: &str, words: &[regex::Match], names: &mut Vec<Identifier>) {
    let mut words = words;
    let at_start = starts_sentence(text, words[0].start());
    while let Some(first) = words.first() {
        let folded = fold(first.as_str().trim_end_matches('.'));
        let droppable =
            is_stop(&folded) || ENGLISH.names.optional.has(&folded) || in_calendar(&folded);
        if droppable {
            words = &words[1..];
        } else {
            break;
        }
    }
    let Some((first, last)) = words.first().zip(words.last()) else {
        return;
    };
    let alone = words.len() == 1;
    if alone && at_start && starts_sentence(text, first.start()) {
        return;
    }
    let folded = fold(first.as_str());
    if alone && (in_calendar(&folded) || folded.chars().count() < 2 || folded == "i") {
        return;
    }
    let range = first.start()..last.end();
    let written = bare(&text[range.clone()]).to_owned();
    let range = range.start..range.start + written.len();
    names.push(Identifier {
        shape: Shape::Name,
        text: written,
        range,
    });
}

pub(super) fn starts_sentence(text: &str, at: usize) -> bool {
    let before = text[..at]
        .trim_end()
        .trim_end_matches(['"', '“', '\'', '(', '*', '-', '•'])
        .trim_end();
    before.is_empty() || before.ends_with(['.', '!', '?', ':'])
}
