//! Reads `data/assertion.toml`.

use super::{Clauses, Kind, Operator, Operators, Part, Scope, Word};
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::num::ParseIntError;
use thiserror::Error;

/// Why a file of operators cannot be used.
#[derive(Debug, Error)]
pub(super) enum FileError {
    #[error(transparent)]
    Toml(#[from] toml::de::Error),
    #[error("version {0} is not known; write 1")]
    Version(u32),
    #[error("no kind is named {0}")]
    Kind(String),
    #[error("“{phrase}”: {source}")]
    Phrase { phrase: String, source: PhraseError },
}

/// What is wrong with a phrase.
#[derive(Debug, Error)]
pub(super) enum PhraseError {
    #[error("{written} has no number")]
    Gap {
        written: String,
        source: ParseIntError,
    },
    #[error("no list is named {0}")]
    List(String),
    #[error("a phrase begins with a word")]
    Beginning,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: u32,
    lists: HashMap<String, Vec<String>>,
    kinds: Vec<Kind>,
    operators: Vec<Entry>,
    clauses: Clauses,
}

impl Operators {
    /// Reads a file of operators.
    pub(super) fn parse(toml: &str) -> Result<Self, FileError> {
        let File {
            version,
            lists,
            kinds,
            operators: entries,
            clauses,
        } = toml::from_str(toml)?;
        if version != 1 {
            return Err(FileError::Version(version));
        }
        let (mut operators, mut first): (Vec<Operator>, HashMap<String, Vec<usize>>) =
            (Vec::new(), HashMap::new());
        for Entry {
            kind,
            scope,
            phrases,
        } in &entries
        {
            let kind = kinds
                .iter()
                .position(|known| known.name == *kind)
                .ok_or_else(|| FileError::Kind(kind.clone()))?;
            for phrase in phrases {
                let within = |source| FileError::Phrase {
                    phrase: phrase.clone(),
                    source,
                };
                let operator = operator(phrase, kind, *scope, &lists).map_err(within)?;
                let begins = if operator.left.is_empty() {
                    operator.right.as_deref().unwrap_or_default()
                } else {
                    &operator.left
                };
                for word in beginnings(begins).map_err(within)? {
                    first.entry(word).or_default().push(operators.len());
                }
                operators.push(operator);
            }
        }
        Ok(Self {
            kinds,
            clauses,
            all: operators,
            first,
        })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    kind: String,
    scope: Scope,
    phrases: Vec<String>,
}

fn operator(
    phrase: &str,
    kind: usize,
    scope: Scope,
    lists: &HashMap<String, Vec<String>>,
) -> Result<Operator, PhraseError> {
    let opens = phrase.starts_with("^ ");
    let phrase = phrase.trim_start_matches("^ ");
    let parts = |half: &str| {
        half.split_whitespace()
            .map(|word| part(word, lists))
            .collect::<Result<Vec<Part>, PhraseError>>()
    };
    let (left, right) = match phrase.split_once("<>") {
        Some((left, right)) => (parts(left)?, Some(parts(right)?)),
        None => (parts(phrase)?, None),
    };
    Ok(Operator {
        kind,
        scope,
        opens,
        left,
        right,
    })
}

fn part(written: &str, lists: &HashMap<String, Vec<String>>) -> Result<Part, PhraseError> {
    let (optional, written) = match written.strip_prefix('?') {
        Some(rest) if !rest.is_empty() => (true, rest),
        _ => (false, written),
    };
    let word = if let Some(end) = written.strip_prefix('+') {
        Word::Ends(end.to_owned())
    } else if let Some(most) = written.strip_prefix('*') {
        Word::Gap(most.parse().map_err(|source| PhraseError::Gap {
            written: written.to_owned(),
            source,
        })?)
    } else if let Some(others) = written.strip_prefix('!') {
        Word::NoneOf(choices(others, lists)?)
    } else {
        Word::OneOf(choices(written, lists)?)
    };
    Ok(Part { word, optional })
}

/// Words and the words of lists, parted by strokes.
fn choices(
    written: &str,
    lists: &HashMap<String, Vec<String>>,
) -> Result<HashSet<String>, PhraseError> {
    let mut words = HashSet::new();
    for choice in written.split('/') {
        match choice.strip_prefix('@') {
            Some(list) => words.extend(
                lists
                    .get(list)
                    .ok_or_else(|| PhraseError::List(list.to_owned()))?
                    .iter()
                    .cloned(),
            ),
            None => {
                words.insert(choice.to_owned());
            }
        }
    }
    Ok(words)
}

/// The words with which parts can begin.
fn beginnings(parts: &[Part]) -> Result<HashSet<String>, PhraseError> {
    let mut words = HashSet::new();
    for part in parts {
        let Word::OneOf(choices) = &part.word else {
            break;
        };
        words.extend(choices.iter().cloned());
        if !part.optional {
            return Ok(words);
        }
    }
    Err(PhraseError::Beginning)
}
