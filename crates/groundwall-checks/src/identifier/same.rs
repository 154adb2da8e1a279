//! Whether a text has an identifier, in whatever form people write it.

use super::extract::{Identifier, Shape, WORD, starts_sentence};
use crate::language::ENGLISH;
use crate::words::{fold, is_stop, tokens};
use regex::Regex;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation as _;

static DOTTED: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:\p{Lu}\.){1,4}\p{Lu}\b\.?").expect("the pattern is fixed"));

/// Letters that kindred words have in common at least.
const KIN: usize = 4;

/// Whether every word of a name occurs in a text, whatever its case, diacritics, possessive, title or legal form. "German" occurs in "Germany".
pub fn occurs(name: &str, text: &str) -> bool {
    Present::of(&tokens(text)).has(name)
}

/// The folded words of a text, by the forms in which names are found among them.
pub(crate) struct Present {
    words: HashSet<String>,
    singular: HashSet<String>,
    /// By their first letters.
    kin: HashMap<String, Vec<String>>,
}

impl Present {
    pub(crate) fn of(words: &[String]) -> Self {
        let words: HashSet<String> = words.iter().cloned().collect();
        let singular = words
            .iter()
            .map(|word| word.trim_end_matches('s').to_owned())
            .collect();
        let mut kin: HashMap<String, Vec<String>> = HashMap::new();
        for word in &words {
            if let Some(first) = first_letters(word) {
                kin.entry(first.to_owned()).or_default().push(word.clone());
            }
        }
        Self {
            words,
            singular,
            kin,
        }
    }

    /// Whether every word of a name is among them.
    pub(crate) fn has(&self, name: &str) -> bool {
        let counts = |word: &&String| {
            !is_stop(word) && !ENGLISH.names.optional.has(word.trim_end_matches('.'))
        };
        tokens(name)
            .iter()
            .filter(counts)
            .all(|word| self.has_word(word))
    }

    fn has_word(&self, word: &str) -> bool {
        let people = |(one, other): &(String, String)| {
            (word == one && self.words.contains(other))
                || (word == other && self.words.contains(one))
        };
        self.words.contains(word)
            || self.singular.contains(word.trim_end_matches('s'))
            || ENGLISH.names.peoples.iter().any(people)
            || first_letters(word)
                .and_then(|first| self.kin.get(first))
                .is_some_and(|kin| kin.iter().any(|other| kindred(word, other)))
    }
}

fn first_letters(word: &str) -> Option<&str> {
    let (last, letter) = word.char_indices().nth(KIN - 1)?;
    Some(&word[..last + letter.len_utf8()])
}

/// Whether two words are forms of one: "Iran" and "Iranian", "harbour" and "harbours".
fn kindred(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let (long, short) = (
        a.chars().count().max(b.chars().count()),
        a.chars().count().min(b.chars().count()),
    );
    // Iran and Iranian, Italy and Italian.
    let people = |word: &str| {
        ENGLISH
            .names
            .adjective_endings
            .iter()
            .any(|ending| word.ends_with(ending))
    };
    (shared >= KIN && people(a) != people(b) && long - short <= 3)
        || (shared >= 5 && shared + 3 >= long)
}

/// Whether the first letters of some of the words, in order, are those of an acronym.
pub(super) fn spells_out<'a>(words: impl Iterator<Item = &'a String>, acronym: &str) -> bool {
    Initials::of(words).spell(acronym)
}

/// First letters of the words of a text: of all, and of those that are no function words.
struct Initials {
    strict: Vec<char>,
    loose: Vec<char>,
}

impl Initials {
    fn of<'a>(words: impl Iterator<Item = &'a String>) -> Self {
        let (mut strict, mut loose) = (Vec::new(), Vec::new());
        for word in words {
            let first = word.chars().next();
            strict.extend(first);
            loose.extend(first.filter(|_| !is_stop(word)));
        }
        Self { strict, loose }
    }

    fn spell(&self, acronym: &str) -> bool {
        let wanted: Vec<char> = acronym
            .trim_end_matches('s')
            .to_lowercase()
            .chars()
            .collect();
        !wanted.is_empty()
            && [&self.strict, &self.loose]
                .iter()
                .any(|initials| initials.windows(wanted.len()).any(|part| *part == wanted))
    }
}

/// `U.S.` as `US`: the dots of single letters go.
fn undotted(text: &str) -> String {
    DOTTED
        .replace_all(text, |found: &regex::Captures| found[0].replace('.', ""))
        .into_owned()
}

fn squashed(text: &str) -> String {
    fold(text).replace([' ', '-', '/'], "")
}

fn capital(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

/// A text without the dots of single letters.
struct Plain {
    present: Present,
    initials: Initials,
    /// Words as written, without the `s` of a plural.
    written: HashSet<String>,
}

/// A text in which identifiers are looked for. What that takes is made of it once.
pub(super) struct Held<'a> {
    text: &'a str,
    plain: OnceCell<Plain>,
    squashed: OnceCell<String>,
    /// Words with a capital, folded, with the capitalised words that stand right before them; none where one stands alone.
    mentions: OnceCell<HashMap<String, HashSet<Option<&'a str>>>>,
}

impl<'a> Held<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self {
            text,
            plain: OnceCell::new(),
            squashed: OnceCell::new(),
            mentions: OnceCell::new(),
        }
    }

    fn plain(&self) -> &Plain {
        self.plain.get_or_init(|| {
            let text = undotted(self.text);
            let written = text
                .unicode_words()
                .map(|word| word.trim_end_matches('s').to_owned())
                .collect();
            let words = tokens(&text);
            Plain {
                present: Present::of(&words),
                initials: Initials::of(words.iter()),
                written,
            }
        })
    }

    /// Whether an identifier stands there.
    pub(super) fn holds(&self, identifier: &Identifier) -> bool {
        let squash = || self.squashed.get_or_init(|| squashed(self.text));
        let name = identifier.text.as_str();
        match identifier.shape {
            Shape::Name => {
                let bare = undotted(name);
                self.plain().present.has(&bare)
                    || self.abbreviates(name)
                    || self.spells_out_if_short(&bare)
                    || self.shortens(name)
                    || (name.len() >= 8 && squash().contains(squashed(name).trim_end_matches('s')))
            }
            Shape::Acronym => self.plain().present.has(name) || self.plain().initials.spell(name),
            Shape::Code | Shape::Email | Shape::Url => squash().contains(&squashed(name)),
        }
    }

    /// `U.S` in a text that says "United States".
    fn spells_out_if_short(&self, name: &str) -> bool {
        name.len() <= 5
            && name.chars().all(char::is_uppercase)
            && name.len() >= 2
            && self.plain().initials.spell(name)
    }

    /// A name of several words whose initials stand there as an acronym: "Primary Care Physician" and "PCP".
    fn abbreviates(&self, name: &str) -> bool {
        let initials: String = name
            .split_whitespace()
            .filter_map(|word| word.chars().next())
            .filter(|first| first.is_uppercase())
            .collect();
        initials.chars().count() >= 2 && self.plain().written.contains(&initials)
    }

    /// A name that the text shortens to its last word, as a surname, and that no other first name goes before: "Barack Obama" in "Obama was born".
    fn shortens(&self, name: &str) -> bool {
        let words: Vec<&str> = name.split_whitespace().collect();
        let (Some(last), true) = (words.last(), words.len() >= 2) else {
            return false;
        };
        if !words.iter().all(|word| capital(word)) {
            return false;
        }
        let titled = |title: &str| {
            ENGLISH
                .names
                .optional
                .has(&fold(title.trim_end_matches('.')))
        };
        let other = |before: Option<&str>| {
            before.is_some_and(|first| !titled(first) && !words.contains(&first))
        };
        let mentions = self.mentions.get_or_init(|| mentions(self.text));
        mentions
            .get(&fold(last))
            .is_some_and(|before| !before.iter().copied().any(other))
    }
}

fn mentions(text: &str) -> HashMap<String, HashSet<Option<&str>>> {
    let mut mentions: HashMap<String, HashSet<Option<&str>>> = HashMap::new();
    let mut before: Option<regex::Match> = None;
    for word in WORD.find_iter(text) {
        if capital(word.as_str()) {
            let written = word
                .as_str()
                .trim_end_matches('.')
                .trim_end_matches("'s")
                .trim_end_matches("’s");
            let joined = before.filter(|before| {
                &text[before.end()..word.start()] == " "
                    && capital(before.as_str())
                    && !starts_sentence(text, before.start())
            });
            mentions
                .entry(fold(written))
                .or_default()
                .insert(joined.map(|before| before.as_str()));
        }
        before = Some(word);
    }
    mentions
}
