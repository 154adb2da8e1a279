//! The words of `data/assertion.toml`, and where they stand in a text.

mod file;

use super::text::{Text, Token};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

/// Words between the two halves of a phrase, at most.
const BETWEEN: usize = 60;

/// The operators that ship. A test reads them, so that a build with a broken file does not pass.
pub(super) static OPERATORS: LazyLock<Operators> = LazyLock::new(|| {
    Operators::parse(include_str!("../../data/assertion.toml"))
        .unwrap_or_else(|error| panic!("data/assertion.toml: {error}"))
});

/// What words of a kind do to their clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Effect {
    /// The text asserts it after all.
    Asserts,
    /// The text neither asserts nor denies it.
    Withholds,
    /// The text denies it.
    Denies,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Scope {
    After,
    Clause,
    Phrase,
    Opposite,
    Previous,
    List,
    Condition,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kind {
    pub(super) name: String,
    /// Kinds of one group have the same force in a claim.
    pub(super) group: String,
    pub(super) effect: Effect,
    /// What a reader is told, behind the name of the place.
    pub(super) says: String,
    pub(super) echoes: HashSet<String>,
}

/// Words that part and shape clauses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Clauses {
    pub(super) ends: HashSet<String>,
    pub(super) begins: HashSet<String>,
    pub(super) subjects: HashSet<String>,
    pub(super) verbs: HashSet<String>,
    pub(super) negators: HashSet<String>,
    pub(super) asking: HashSet<String>,
    pub(super) yes: HashSet<String>,
    pub(super) no: HashSet<String>,
    pub(super) courtesies: HashSet<String>,
    pub(super) abbreviations: HashSet<String>,
}

#[derive(Debug)]
enum Word {
    OneOf(HashSet<String>),
    /// Takes no word: none of these stands here.
    NoneOf(HashSet<String>),
    Ends(String),
    /// Up to so many words.
    Gap(usize),
}

#[derive(Debug)]
struct Part {
    word: Word,
    optional: bool,
}

#[derive(Debug)]
struct Operator {
    kind: usize,
    scope: Scope,
    /// Only where a sentence begins.
    opens: bool,
    left: Vec<Part>,
    /// What follows the clause, where the clause stands inside the phrase.
    right: Option<Vec<Part>>,
}

#[derive(Debug)]
pub(super) struct Operators {
    pub(super) kinds: Vec<Kind>,
    pub(super) clauses: Clauses,
    all: Vec<Operator>,
    /// The operators that can begin with a word, in the file's order.
    first: HashMap<String, Vec<usize>>,
}

/// An operator in a text. Ranges are those of tokens.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) kind: usize,
    pub(super) scope: Scope,
    /// The words of the operator that stand before the clause, or behind it where none do.
    pub(super) words: Range<usize>,
    /// The clause, where the phrase holds it: its start, or none where it begins with its sentence, and its end.
    pub(super) clause: Option<(Option<usize>, usize)>,
}

impl Operators {
    /// The operators of a text, from its start to its end. No word belongs to two of them.
    pub(super) fn find(&self, text: &Text) -> Vec<Found> {
        self.find_where(text, |scope| scope != Scope::List)
    }

    /// The operator of a line that opens a list.
    pub(super) fn of_list(&self, opening: &Text) -> Option<Found> {
        self.find_where(opening, |scope| scope == Scope::List)
            .into_iter()
            .next()
    }

    fn find_where(&self, text: &Text, wanted: impl Fn(Scope) -> bool) -> Vec<Found> {
        let mut found = Vec::new();
        for sentence in &text.sentences {
            let (mut at, opening) = (sentence.range.start, text.opening(sentence));
            while at < sentence.range.end {
                let tokens = &text.tokens[..sentence.range.end];
                let hit = self
                    .first
                    .get(&tokens[at].word)
                    .into_iter()
                    .flatten()
                    .filter(|place| {
                        let operator = &self.all[**place];
                        wanted(operator.scope) && (!operator.opens || at == opening)
                    })
                    .find_map(|place| self.all[*place].at(tokens, at));
                match hit {
                    Some(hit) => {
                        at = hit.words.end.max(at + 1);
                        found.push(hit);
                    }
                    None => at += 1,
                }
            }
        }
        found
    }
}

impl Operator {
    fn at(&self, tokens: &[Token], at: usize) -> Option<Found> {
        let found = |words, clause| Found {
            kind: self.kind,
            scope: self.scope,
            words,
            clause,
        };
        let Some(right) = &self.right else {
            return Some(found(at..matched(&self.left, tokens, at)?, None));
        };
        if self.left.is_empty() {
            let end = matched(right, tokens, at)?;
            return Some(found(at..end, Some((None, at))));
        }
        let start = matched(&self.left, tokens, at)?;
        let last = tokens.len().min(start + BETWEEN);
        let (first, end) =
            (start + 1..last).find_map(|place| Some((place, matched(right, tokens, place)?)))?;
        // "that the choir is broke is false": the phrase is as short as it can be.
        let shortest = (first..end)
            .rev()
            .find(|place| matched(right, tokens, *place) == Some(end))
            .unwrap_or(first);
        Some(found(at..start, Some((Some(start), shortest))))
    }
}

/// Where a match of the parts at a place ends.
fn matched(parts: &[Part], tokens: &[Token], at: usize) -> Option<usize> {
    let Some((part, rest)) = parts.split_first() else {
        return Some(at);
    };
    let fits = |place: usize| {
        let token = tokens.get(place)?;
        match &part.word {
            Word::OneOf(words) => words.contains(&token.word),
            Word::Ends(end) => {
                !token.mark && token.word.len() > end.len() + 1 && token.word.ends_with(end)
            }
            Word::Gap(_) => !token.mark,
            Word::NoneOf(_) => false,
        }
        .then_some(place + 1)
    };
    if let Word::NoneOf(words) = &part.word {
        let stands = tokens
            .get(at)
            .is_some_and(|token| words.contains(&token.word));
        return if stands {
            None
        } else {
            matched(rest, tokens, at)
        };
    }
    if let Word::Gap(most) = part.word {
        let mut place = at;
        for _ in 0..=most {
            if let Some(end) = matched(rest, tokens, place) {
                return Some(end);
            }
            place = fits(place)?;
        }
        return None;
    }
    let taken = fits(at).and_then(|next| matched(rest, tokens, next));
    taken.or_else(|| part.optional.then(|| matched(rest, tokens, at)).flatten())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_and_a_wrong_one_is_refused_by_name() {
        assert!(OPERATORS.all.len() > 100);
        let file = include_str!("../../data/assertion.toml");
        for (part, instead, said) in [
            ("version = 1", "version = 2", "version 2"),
            ("kind = \"asked\"", "kind = \"askd\"", "askd"),
            ("\"whether or not\"", "\"@wether or not\"", "wether"),
            ("\"whether or not\"", "\"*2 whether\"", "begins with a word"),
            ("scope = \"phrase\"", "scope = \"word\"", "word"),
        ] {
            assert!(file.contains(part), "{part}");
            let error = Operators::parse(&file.replacen(part, instead, 1)).unwrap_err();
            assert!(error.to_string().contains(said), "{error}");
        }
    }

    #[test]
    fn phrases_with_gaps_and_halves() {
        let found = |text: &str| {
            let text = Text::of(text);
            OPERATORS
                .find(&text)
                .into_iter()
                .map(|found| {
                    let words: Vec<&str> = text.tokens[found.words]
                        .iter()
                        .map(|token| token.word.as_str())
                        .collect();
                    (
                        OPERATORS.kinds[found.kind].name.clone(),
                        words.join(" "),
                        found.clause.is_some(),
                    )
                })
                .collect::<Vec<_>>()
        };
        let one =
            |kind: &str, words: &str, inside| vec![(kind.to_owned(), words.to_owned(), inside)];
        assert_eq!(
            found("It isn't true that it rains."),
            one("denied", "it is not true that", false)
        );
        assert_eq!(
            found("The claim that it rains is simply false."),
            one("denied", "claim that", true)
        );
        assert_eq!(
            found("There is no doubt that it rains."),
            one("asserted", "no doubt that", false)
        );
        assert_eq!(found("The report says that it rains."), []);
    }
}
