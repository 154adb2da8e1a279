//! What the words of a text are about, in any of the languages: "ignore", "vergiss" and "무시" are one notion. Words in `data/guard/concepts.toml`.

use aho_corasick::{AhoCorasick, BuildError};
use std::collections::{BTreeMap, HashMap};
use std::num::TryFromIntError;

/// Names notions by their place in the file.
pub(crate) type Notion = u16;

/// What is wrong with the file of notions.
#[derive(Debug, Clone, thiserror::Error)]
pub enum NotionsError {
    #[error("{0}")]
    Toml(#[source] toml::de::Error),
    #[error("too many notions")]
    TooMany(#[source] TryFromIntError),
    #[error("`{form}` of {notion} is no word")]
    NoWord { form: String, notion: String },
    #[error("{0}")]
    Automaton(#[source] BuildError),
}

/// The words of all notions, in one automaton.
#[derive(Debug)]
pub(crate) struct Notions {
    words: AhoCorasick,
    /// Of each word: its notions, and whether it may go on.
    forms: Vec<(Vec<Notion>, bool)>,
}

/// Letters of scripts that part words.
fn parts(c: char) -> bool {
    c < '\u{1100}' && c.is_alphanumeric()
}

impl Notions {
    /// Reads the file; `folded` makes a word comparable.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub(crate) fn read(text: &str, folded: &dyn Fn(&str) -> String) -> Result<Self, NotionsError> {
        let file: BTreeMap<String, BTreeMap<String, Vec<String>>> =
            toml::from_str(text).map_err(NotionsError::Toml)?;
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut words = Vec::new();
        let mut forms: Vec<(Vec<Notion>, bool)> = Vec::new();
        for (number, (name, languages)) in file.iter().enumerate() {
            let notion = Notion::try_from(number).map_err(NotionsError::TooMany)?;
            for form in languages.values().flatten() {
                let (body, open) = form
                    .strip_suffix('*')
                    .map_or((form.as_str(), false), |body| (body, true));
                let word = folded(body);
                if word.trim().is_empty() || word.contains('*') {
                    return Err(NotionsError::NoWord {
                        form: form.clone(),
                        notion: name.clone(),
                    });
                }
                let place = *places.entry(word.clone()).or_insert_with(|| {
                    words.push(word);
                    forms.push((Vec::new(), open));
                    forms.len() - 1
                });
                let (notions, any) = &mut forms[place];
                *any |= open;
                if !notions.contains(&notion) {
                    notions.push(notion);
                }
            }
        }
        let words = AhoCorasick::new(&words).map_err(NotionsError::Automaton)?;
        Ok(Self { words, forms })
    }

    /// The notions of a folded text, in order; of words that overlap, those of the longest that begins first.
    pub(crate) fn of(&self, text: &str) -> Vec<Notion> {
        let mut hits: Vec<(usize, usize, usize)> = self
            .words
            .find_overlapping_iter(text)
            .map(|found| (found.start(), found.end(), found.pattern().as_usize()))
            .filter(|(start, end, form)| self.stands(text, *start, *end, *form))
            .collect();
        hits.sort_unstable_by_key(|(start, end, _)| (*start, std::cmp::Reverse(*end)));
        let mut free = 0;
        let mut found = Vec::new();
        for (start, end, form) in hits {
            if start >= free {
                free = end;
                found.extend(self.forms.get(form).into_iter().flat_map(|form| &form.0));
            }
        }
        found
    }

    fn stands(&self, text: &str, start: usize, end: usize, form: usize) -> bool {
        let open = self.forms.get(form).is_some_and(|form| form.1);
        let before = text.get(..start).and_then(|text| text.chars().next_back());
        let after = text.get(end..).and_then(|text| text.chars().next());
        let word = text.get(start..end).unwrap_or_default();
        let (first, last) = (word.chars().next(), word.chars().next_back());
        let both = |one: Option<char>, other: Option<char>| {
            one.is_some_and(parts) && other.is_some_and(parts)
        };
        !both(before, first) && (open || !both(last, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_one_notion_are_one_and_the_longest_counts() {
        let file = "[drop]\nen = [\"ignore*\"]\nko = [\"무시\"]\n[own]\nen = [\"your\"]\n[hidden]\nen = [\"your prompt\"]\n";
        let notions = Notions::read(file, &str::to_lowercase).unwrap();
        assert_eq!(notions.of("ignored 무시해"), [0, 0]);
        assert_eq!(notions.of("read your prompt, your words"), [1, 2]);
        assert!(notions.of("signore yours").is_empty());
        assert!(Notions::read("[a]\nen = [\"x*y\"]", &str::to_lowercase).is_err());
    }
}
