//! How two words are related: WordNet, read from a compact file.

use groundwall_text::language;
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Levels that are climbed from a word's senses; further up everything is an entity.
const HEIGHT: usize = 4;

/// `data/endings.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Endings {
    /// An ending, and what stands in its place in the base form; the first that leads to a known word counts.
    detached: Vec<(String, String)>,
}

static ENDINGS: LazyLock<Endings> =
    LazyLock::new(|| language::read("data/endings.toml", include_str!("../data/endings.toml")));

/// What one word is to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// They share a sense.
    Synonym,
    Antonym,
    /// The first is a kind of the second: "oak" to "tree".
    Narrower,
    /// The second is a kind of the first.
    Wider,
    /// Neither is the other's kind, and both are kinds of the same thing: "red" and "blue".
    Sibling,
    /// Nothing known.
    None,
}

/// A lexicon file that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(
    "line {line} of the lexicon is not one of `s number..`, `w word number..`, `a word word`, `e form word`"
)]
pub struct LexiconError {
    /// From 1; 0 where no line by itself is wrong.
    pub line: usize,
}

/// Senses of words, what lies above them, antonyms and irregular forms.
#[derive(Default)]
pub struct Lexicon {
    above: Vec<Vec<u32>>,
    /// Word to its place in `senses`.
    words: HashMap<Box<str>, u32>,
    senses: Vec<Vec<u32>>,
    antonyms: std::collections::HashSet<(u32, u32)>,
    forms: HashMap<Box<str>, u32>,
}

impl std::fmt::Debug for Lexicon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "Lexicon({} words, {} senses)",
            self.words.len(),
            self.above.len()
        )
    }
}

/// What the lexicon knows of a word, gathered once so that relating it to many others is cheap. Empty when the word is not known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Known {
    /// Itself, its irregular and its regular base form.
    entries: Vec<u32>,
    senses: Vec<u32>,
    /// Right above the two most frequent senses.
    parents: Vec<u32>,
    /// Everything above the senses, up to `HEIGHT` levels.
    over: Vec<u32>,
}

impl Lexicon {
    /// Reads the file that `models/judge/training/lexicon.py` writes.
    ///
    /// # Errors
    /// Fails when a line cannot be read, or, as line 0, when an entry points to a place that there is not.
    pub fn parse(text: &str) -> Result<Self, LexiconError> {
        let mut lexicon = Self::default();
        for (line, content) in text.lines().enumerate() {
            lexicon
                .line(content)
                .ok_or(LexiconError { line: line + 1 })?;
        }
        let places = lexicon.above.len();
        let known = |numbers: &Vec<u32>| numbers.iter().all(|number| (*number as usize) < places);
        if !lexicon.above.iter().all(known) || !lexicon.senses.iter().all(known) {
            return Err(LexiconError { line: 0 });
        }
        Ok(lexicon)
    }

    fn line(&mut self, content: &str) -> Option<()> {
        let mut fields = content.split(' ');
        let numbers = |fields: std::str::Split<'_, char>| {
            fields.map(str::parse).collect::<Result<Vec<u32>, _>>().ok()
        };
        match fields.next()? {
            "s" => self.above.push(numbers(fields)?),
            "w" => {
                let word = fields.next()?;
                self.words
                    .insert(word.into(), u32::try_from(self.senses.len()).ok()?);
                self.senses.push(numbers(fields)?);
            }
            "a" => {
                let (one, other) = (fields.next()?, fields.next()?);
                if let (Some(one), Some(other)) =
                    (self.words.get(one).copied(), self.words.get(other).copied())
                {
                    self.antonyms.insert((one, other));
                    self.antonyms.insert((other, one));
                }
            }
            "e" => {
                let (form, word) = (fields.next()?, fields.next()?);
                self.forms.insert(form.into(), *self.words.get(word)?);
            }
            "#" | "" => {}
            _ => return None,
        }
        Some(())
    }

    /// Whether a folded word, or what it is a form of, is in it.
    pub fn knows(&self, word: &str) -> bool {
        self.words.contains_key(word) || self.forms.contains_key(word) || self.base(word).is_some()
    }

    /// What is known of a folded word.
    pub fn find(&self, word: &str) -> Known {
        let own = self.words.get(word).into_iter().chain(self.forms.get(word));
        let mut entries: Vec<u32> = own.copied().chain(self.base(word)).collect();
        entries.dedup();
        let senses: Vec<u32> = entries
            .iter()
            .flat_map(|entry| self.senses[*entry as usize].iter().copied())
            .collect();
        let parents = self.above(senses.iter().take(2));
        let mut over = Vec::new();
        let mut level = senses.clone();
        for _ in 0..HEIGHT {
            level = self.above(level.iter());
            over.extend(level.iter().copied());
        }
        Known {
            entries,
            senses,
            parents,
            over,
        }
    }

    fn above<'a>(&self, senses: impl Iterator<Item = &'a u32>) -> Vec<u32> {
        senses
            .flat_map(|sense| self.above[*sense as usize].iter().copied())
            .collect()
    }

    /// The regular base form of a word: the detachments of WordNet's morphy.
    fn base(&self, word: &str) -> Option<u32> {
        let found = ENDINGS.detached.iter().find_map(|(ending, instead)| {
            let base = word
                .strip_suffix(ending.as_str())
                .filter(|base| base.len() >= 3)?;
            let whole = self.words.get(format!("{base}{instead}").as_str());
            // stopped, bigger: the doubled letter goes.
            let mut letters = base.chars().rev();
            let doubled = letters.next() == letters.next() && instead.is_empty() && base.is_ascii();
            whole.or_else(|| {
                self.words
                    .get(base.get(..base.len() - 1).filter(|_| doubled)?)
            })
        });
        found.copied()
    }

    /// What `one` is to `other`.
    pub fn relation(&self, one: &Known, other: &Known) -> Relation {
        let meet = |some: &[u32], others: &[u32]| some.iter().any(|sense| others.contains(sense));
        if one.entries.iter().any(|one| {
            other
                .entries
                .iter()
                .any(|other| self.antonyms.contains(&(*one, *other)))
        }) {
            Relation::Antonym
        } else if meet(&one.senses, &other.senses) {
            Relation::Synonym
        } else if meet(&other.senses, &one.over) {
            Relation::Narrower
        } else if meet(&one.senses, &other.over) {
            Relation::Wider
        } else if meet(&one.parents, &other.parents) {
            Relation::Sibling
        } else {
            Relation::None
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
