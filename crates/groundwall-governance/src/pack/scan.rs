//! All words and expressions of the packs that are on, in one pass each over a text.

use super::fold::Folded;
use super::model::{Pack, Pattern, Place, Reads};
use crate::personal::joins;
use aho_corasick::{AhoCorasick, BuildError};
use groundwall_checks::citation;
use regex::{Regex, RegexSet, RegexSetBuilder};
use std::ops::Range;
use std::sync::Arc;

/// Matches of one rule in one text, at most: what a text made of nothing but matches may cost.
pub(super) const MOST: usize = 64;

/// Bytes that the automata of one rule's expressions may take.
const AUTOMATA: usize = 64 * 1024 * 1024;

/// What a word or an expression belongs to: the place of the pack, and of the rule in the pack's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Owner {
    Pattern(usize, usize),
    Lexicon(usize, usize),
    Identifier(usize, usize),
    Numeric(usize, usize),
    Intent(usize, usize),
}

/// One match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Hit {
    pub(super) owner: Owner,
    /// Which of the owner's words or expressions.
    pub(super) which: usize,
    /// Bytes of the text.
    pub(super) range: Range<usize>,
    /// Bytes of what the match is about: the group `what`, else all of it.
    pub(super) what: Range<usize>,
}

/// The automata.
#[derive(Debug)]
pub(super) struct Scanner {
    words: AhoCorasick,
    /// Of each word its owner, its place, and whether it may go on.
    word_owners: Vec<(Owner, usize, bool)>,
    /// Those of texts, a set for each rule: in one set of all the states of one rule multiply with those of the others, and every new text would be read
    /// while its states are still being built.
    sets: Vec<Expressions>,
    hosts: Expressions,
}

/// Expressions that are looked for in one pass.
#[derive(Debug)]
struct Expressions {
    /// Each without its word boundaries, with which a text that is not all ASCII is read some ten times slower: it may be found where the expression is not.
    set: RegexSet,
    all: Vec<(Owner, usize, Regex)>,
}

/// An expression without its word boundaries: it is found wherever the expression is.
fn unbounded(expression: &str) -> String {
    let mut kept = String::with_capacity(expression.len());
    let mut rest = expression.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            kept.push(c);
            continue;
        }
        match rest.next() {
            Some('b') if !rest.as_str().starts_with('{') => kept.push_str("(?:)"),
            other => kept.extend(std::iter::once(c).chain(other)),
        }
    }
    kept
}

/// What is collected while the automata are built.
#[derive(Default)]
struct Parts {
    words: Vec<String>,
    owners: Vec<(Owner, usize, bool)>,
    expressions: Vec<(Owner, usize, Regex)>,
    hosts: Vec<(Owner, usize, Regex)>,
}

impl Parts {
    fn words(&mut self, owner: Owner, words: &[String]) {
        for (which, word) in words.iter().enumerate() {
            let (bare, goes_on) = match word.strip_suffix('*') {
                Some(bare) => (bare, true),
                None => (word.as_str(), false),
            };
            self.words.push(bare.to_owned());
            self.owners.push((owner, which, goes_on));
        }
    }

    fn expressions(&mut self, owner: Owner, place: Place, regexes: &[Regex]) {
        let list = match place {
            Place::Text => &mut self.expressions,
            Place::Host => &mut self.hosts,
        };
        let numbered = regexes.iter().cloned().enumerate();
        list.extend(numbered.map(|(which, regex)| (owner, which, regex)));
    }

    fn pack(&mut self, at: usize, pack: &Pack) {
        for (place, rule) in pack.patterns.iter().enumerate() {
            self.words(Owner::Pattern(at, place), &rule.words);
            self.expressions(Owner::Pattern(at, place), rule.place, &rule.regexes);
        }
        for (place, rule) in pack.lexicons.iter().enumerate() {
            self.expressions(Owner::Lexicon(at, place), Place::Text, &rule.mention);
        }
        for (place, rule) in pack.identifiers.iter().enumerate() {
            self.words(Owner::Identifier(at, place), &rule.labels);
        }
        for (place, rule) in pack.numerics.iter().enumerate() {
            self.words(Owner::Numeric(at, place), &rule.aliases);
            self.words(Owner::Numeric(at, place), &rule.kinds);
        }
        for (place, rule) in pack.intents.iter().enumerate() {
            self.words(Owner::Intent(at, place), &rule.words);
            self.expressions(Owner::Intent(at, place), Place::Text, &rule.regexes);
        }
    }
}

/// Why the packs do not go together.
#[derive(Debug)]
pub enum TooMuch {
    Words(BuildError),
    Expressions(regex::Error),
}

impl std::fmt::Display for TooMuch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let why: &dyn std::fmt::Display = match self {
            Self::Words(error) => error,
            Self::Expressions(error) => error,
        };
        write!(
            f,
            "the packs that are on hold more than one pass can look for ({why}); take a pack off, or shorten its expressions"
        )
    }
}

impl std::error::Error for TooMuch {}

impl Expressions {
    fn new(all: Vec<(Owner, usize, Regex)>) -> Result<Self, TooMuch> {
        let set = RegexSetBuilder::new(all.iter().map(|(_, _, regex)| unbounded(regex.as_str())))
            .size_limit(AUTOMATA)
            .dfa_size_limit(AUTOMATA)
            .build()
            .map_err(TooMuch::Expressions)?;
        Ok(Self { set, all })
    }
}

impl Scanner {
    pub(super) fn new(packs: &[Arc<Pack>]) -> Result<Self, TooMuch> {
        let mut parts = Parts::default();
        for (at, pack) in packs.iter().enumerate() {
            parts.pack(at, pack);
        }
        Ok(Self {
            words: AhoCorasick::new(&parts.words).map_err(TooMuch::Words)?,
            word_owners: parts.owners,
            sets: parts
                .expressions
                .chunk_by(|(one, ..), (other, ..)| one == other)
                .map(|rule| Expressions::new(rule.to_vec()))
                .collect::<Result<_, _>>()?,
            hosts: Expressions::new(parts.hosts)?,
        })
    }

    /// Every match in a text, by owner and place. Time is linear in the text; the matches of each rule are capped.
    pub(super) fn scan(&self, text: &str) -> Vec<Hit> {
        let mut hits = self.of_words(text);
        self.of_expressions(text, &mut hits);
        self.of_hosts(text, &mut hits);
        hits.sort_by_key(|hit| (hit.owner, hit.range.start, hit.range.end));
        hits.dedup();
        hits
    }

    pub(super) fn of_words(&self, text: &str) -> Vec<Hit> {
        let folded = Folded::new(text);
        let mut counts = vec![0usize; self.word_owners.len()];
        let mut hits = Vec::new();
        for found in self.words.find_overlapping_iter(&folded.text) {
            let at = found.pattern().as_usize();
            let (Some((owner, which, goes_on)), Some(count)) =
                (self.word_owners.get(at), counts.get_mut(at))
            else {
                continue;
            };
            if *count >= MOST || !is_whole(&folded.text, &found.range(), *goes_on) {
                continue;
            }
            *count = count.saturating_add(1);
            let range = folded.original(&found.range());
            hits.push(Hit {
                owner: *owner,
                which: *which,
                what: range.clone(),
                range,
            });
        }
        hits
    }

    fn of_expressions(&self, text: &str, hits: &mut Vec<Hit>) {
        let matched = self.sets.iter().flat_map(|rule| {
            let places = rule.set.matches(text).into_iter();
            places.filter_map(|place| rule.all.get(place))
        });
        for (owner, which, regex) in matched {
            let mut hit = |range: Range<usize>, what: Range<usize>| {
                hits.push(Hit {
                    owner: *owner,
                    which: *which,
                    range,
                    what,
                });
            };
            // Groups cost time.
            if regex.capture_names().flatten().next().is_none() {
                for found in regex.find_iter(text).take(MOST) {
                    hit(found.range(), found.range());
                }
                continue;
            }
            for found in regex.captures_iter(text).take(MOST) {
                if let Some(whole) = found.get(0) {
                    let what = found.name("what").unwrap_or(whole);
                    hit(whole.range(), what.range());
                }
            }
        }
    }

    /// Whether a text has a web address.
    pub(super) fn has_hosts(text: &str) -> bool {
        let addresses = citation::extract(text);
        addresses
            .iter()
            .any(|address| host(text, address).is_some())
    }

    fn of_hosts(&self, text: &str, hits: &mut Vec<Hit>) {
        if self.hosts.all.is_empty() {
            return;
        }
        for mut address in citation::extract(text).into_iter().take(MOST) {
            let cited = text.get(address.clone()).unwrap_or_default();
            // The full stop of the sentence is no part of the address.
            let trimmed = cited.trim_end_matches(['.', ',', ';', '!', '?']);
            address.end = address.start.saturating_add(trimmed.len());
            let Some(host) = host(text, &address) else {
                continue;
            };
            let name = text.get(host.clone()).unwrap_or_default().to_lowercase();
            for place in self.hosts.set.matches(&name) {
                if let Some((owner, which, _)) = self.hosts.all.get(place) {
                    hits.push(Hit {
                        owner: *owner,
                        which: *which,
                        range: address.clone(),
                        what: host.clone(),
                    });
                }
            }
        }
    }
}

/// Where the host of a cited web address stands.
fn host(text: &str, address: &Range<usize>) -> Option<Range<usize>> {
    let host = citation::host(text.get(address.clone())?)?;
    let at = |place: usize| address.start.checked_add(place);
    Some(at(host.start)?..at(host.end)?)
}

/// Whether a match is no part of a longer word. Korean, Chinese and Japanese words go on without a space.
fn is_whole(text: &str, range: &Range<usize>, goes_on: bool) -> bool {
    let found = text.get(range.clone()).unwrap_or_default();
    let before = text.get(..range.start).and_then(|t| t.chars().next_back());
    let after = text.get(range.end..).and_then(|t| t.chars().next());
    let starts = found.chars().next().is_some_and(joins) && before.is_some_and(joins);
    let ends = found.chars().next_back().is_some_and(joins) && after.is_some_and(joins);
    !starts && (goes_on || !ends)
}

/// Whether a pattern reads an answer, and a question.
pub(super) fn reads(pattern: &Pattern) -> (bool, bool) {
    match pattern.reads {
        Reads::Answer => (true, false),
        Reads::Question => (false, true),
        Reads::Both => (true, true),
    }
}

#[cfg(test)]
mod tests {
    use super::unbounded;

    #[test]
    fn an_expression_without_boundaries_is_found_wherever_it_is() {
        for (expression, kept) in [
            (r"\bNOI\b", "(?:)NOI(?:)"),
            (r"a\\b\.b", r"a\\b\.b"),
            (r"\b{start}x\B", r"\b{start}x\B"),
        ] {
            assert_eq!(unbounded(expression), kept);
        }
    }
}
