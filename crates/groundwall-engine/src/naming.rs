//! The words of a question or a claim that say which document is meant. That document says them on its first page and seldom again, so that they lead to its title and the
//! models miss them everywhere else: "How long is a full step in the drill book of 1911?" is asked of the drill book of 1911 as "How long is a full step?".

mod leave;

use crate::called::called;
use crate::language::ENGLISH;
use groundwall_core::{CollectionId, DocumentId, DocumentName, Passage};
use groundwall_ports::{PassageStore, PortError};
use groundwall_text::words::{capitalised, stem, stems};
use leave::leave_out;
use quick_cache::sync::Cache;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// Words from the beginning of a document by which it may be called: strangers' documents tell within them whose they are.
const BEGINNING: usize = 120;
/// One word in so many of a document may be of its beginning: a document of a few sentences has none, and its names are what it speaks of.
const PART: usize = 10;
/// Passages in which these words are sought, however small they are cut.
const PASSAGES: u32 = 200;
/// Letters from which on a stem may go on differently, and by how many ("Rica", "Rican").
const ALIKE: (usize, usize) = (4, 2);
/// Names in a row whose first letters may stand for them.
const SHORTENED: std::ops::RangeInclusive<usize> = 2..=5;
/// Documents whose beginnings are kept: about 5 MB.
const KEPT: usize = 512;

/// What a document is called.
#[derive(Debug, Clone, Default)]
struct Naming {
    /// Stems of its name, of the headings above its beginning and of its first words, and the first letters of names in a row.
    stems: HashSet<String>,
    /// Stems of names that stand beside each other there ("Norvik and Helmond"): what is said of one is not said of the others.
    beside: Vec<Vec<HashSet<String>>>,
}

/// A text without the words that name a document.
#[derive(Debug, Clone)]
pub(crate) struct Unnamed {
    pub(crate) text: String,
    /// The stems of what was left out.
    pub(crate) left_out: HashSet<String>,
    /// The stems of names that stand beside what was left out where the document begins.
    others: HashSet<String>,
}

impl Unnamed {
    /// Whether what is said in such a place of the document is said of what was named: no name stands there that its beginning has beside that one. In "Results of Norvik
    /// and Helmond", what is said of Helmond is not said of Norvik.
    pub(crate) fn fits(&self, place: &str) -> bool {
        self.others.is_empty() || self.others.is_disjoint(&stems(place))
    }
}

/// What documents were called before, by collection, document and name.
pub(crate) struct KnownNamings(Cache<(CollectionId, DocumentId, DocumentName), Arc<Naming>>);

impl Default for KnownNamings {
    fn default() -> Self {
        Self(Cache::new(KEPT))
    }
}

impl KnownNamings {
    /// What the documents of passages in a collection are called, and those of `whole` ones that came along with a request.
    pub(crate) async fn of<'p>(
        &self,
        store: &dyn PassageStore,
        collection: &CollectionId,
        passages: impl Iterator<Item = &'p Passage>,
        whole: &[Passage],
    ) -> Result<Namings, PortError> {
        let mut namings = BTreeMap::new();
        for passage in passages {
            let (document, name) = (&passage.document, &passage.document_name);
            if namings.contains_key(document) {
                continue;
            }
            let key = (collection.clone(), document.clone(), name.clone());
            let naming = if let Some(naming) = self.0.get(&key) {
                naming
            } else {
                let first = store.beginning(collection, document, PASSAGES).await?;
                let naming = Arc::new(Naming::of(&first.iter().collect::<Vec<_>>(), name));
                self.0.insert(key, Arc::clone(&naming));
                naming
            };
            namings.insert(document.clone(), naming);
        }
        let mut inline: BTreeMap<&DocumentId, Vec<&Passage>> = BTreeMap::new();
        for passage in whole {
            inline.entry(&passage.document).or_default().push(passage);
        }
        for (document, passages) in inline {
            let naming = Naming::of(&passages, &passages[0].document_name);
            namings.insert(document.clone(), Arc::new(naming));
        }
        Ok(Namings(namings))
    }
}

/// What the documents are called in which something was found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Namings(BTreeMap<DocumentId, Arc<Naming>>);

impl Namings {
    /// Of one document, by the words that it is called by.
    #[cfg(test)]
    pub(crate) fn of_one(document: &DocumentId, words: &str) -> Self {
        let naming = Naming {
            stems: stems(words),
            beside: Vec::new(),
        };
        Self(BTreeMap::from([(document.clone(), Arc::new(naming))]))
    }

    /// Whether a text has words that name one of the documents.
    pub(crate) fn name_in(&self, text: &str) -> bool {
        self.0.values().any(|naming| naming.without(text).is_some())
    }

    /// A text as it is said of a document, without the words that name it; none where it has none of them, or says too little without.
    pub(crate) fn without(&self, document: &DocumentId, text: &str) -> Option<Unnamed> {
        self.0.get(document)?.without(text)
    }
}

impl Naming {
    /// Of a document, by its passages, of which the first count.
    fn of(passages: &[&Passage], name: &DocumentName) -> Self {
        let sentences: BTreeMap<u32, _> = passages
            .iter()
            .flat_map(|passage| &passage.sentences)
            .map(|sentence| (sentence.index, sentence))
            .collect();
        let Some(first) = sentences.values().next() else {
            return Self::default();
        };
        let words = || {
            let texts = sentences.values().map(|sentence| &sentence.text);
            texts.flat_map(|text| text.split_whitespace())
        };
        let length = BEGINNING.min(words().count() / PART);
        let beginning: Vec<&str> = words().take(length).collect();
        let capital = |word: &&str| word.starts_with(char::is_uppercase);
        let mut called = called(name, &first.locator);
        for names in beginning.split(|word| !capital(word)) {
            called.extend(SHORTENED.flat_map(|width| names.windows(width).map(first_letters)));
        }
        called.extend(stems(&beginning.join(" ")));
        let own = as_written(name);
        let mut beside = names_beside(own.iter().map(String::as_str));
        beside.extend(names_beside(beginning.into_iter()));
        Self {
            stems: called,
            beside,
        }
    }

    /// Whether a folded word is one by which the document is called.
    fn says(&self, word: &str) -> bool {
        let own = stem(word);
        let (least, more) = ALIKE;
        let goes_on = |longer: &str, shorter: &str| {
            shorter.len() >= least
                && longer.len() <= shorter.len() + more
                && longer.starts_with(shorter)
        };
        self.stems.contains(&own)
            || self
                .stems
                .iter()
                .any(|other| goes_on(&own, other) || goes_on(other, &own))
    }

    fn without(&self, text: &str) -> Option<Unnamed> {
        let (text, left_out) = leave_out(text, &|word| self.says(word))?;
        let said = stems(&text);
        let known = |name: &&HashSet<String>| !name.is_disjoint(&left_out);
        let meant = self
            .beside
            .iter()
            .filter(|names| names.iter().any(|name| known(&name)));
        let others = meant
            .flatten()
            .filter(|name| !known(name))
            .flatten()
            .filter(|name| !said.contains(*name));
        Some(Unnamed {
            others: others.cloned().collect(),
            text,
            left_out,
        })
    }
}

fn first_letters(words: &[&str]) -> String {
    let first = words.iter().filter_map(|word| word.chars().next());
    first.flat_map(char::to_lowercase).collect()
}

/// The words of a document's name as a text writes them: "norvik-and-helmond" as "Norvik and Helmond".
fn as_written(name: &DocumentName) -> Vec<String> {
    let joins = |word: &str| ENGLISH.naming.beside.has(word);
    name.in_words()
        .split_whitespace()
        .map(|word| {
            if joins(word) {
                word.to_owned()
            } else {
                capitalised(word)
            }
        })
        .collect()
}

/// The names in words that stand beside each other: "A and B", "A, B or C", "A vs B".
fn names_beside<'w>(words: impl Iterator<Item = &'w str>) -> Vec<Vec<HashSet<String>>> {
    let mut found = Vec::new();
    let mut row = Row::default();
    for word in words {
        let joins = ENGLISH.naming.beside.has(&word.to_lowercase());
        if joins && row.named {
            row.joined = true;
            row.named = false;
        } else if word.starts_with(char::is_uppercase) {
            row.add(word);
        } else {
            found.extend(std::mem::take(&mut row).names());
        }
        if word.ends_with(['.', ';', ':', '!', '?']) {
            found.extend(std::mem::take(&mut row).names());
        }
    }
    found.extend(row.names());
    found
}

/// Names on their way into a row.
#[derive(Default)]
struct Row {
    names: Vec<HashSet<String>>,
    /// Whether the last word was one of a name that may go on.
    named: bool,
    /// Whether two of them are joined.
    joined: bool,
}

impl Row {
    fn add(&mut self, word: &str) {
        match self.names.last_mut().filter(|_| self.named) {
            Some(name) => name.extend(stems(word)),
            None => self.names.push(stems(word)),
        }
        self.named = !word.ends_with(',');
    }

    /// The names, where they are joined.
    fn names(self) -> Option<Vec<HashSet<String>>> {
        (self.joined && self.names.len() > 1).then_some(self.names)
    }
}

#[cfg(test)]
mod tests {
    use super::{as_written, first_letters, names_beside};
    use groundwall_core::DocumentName;
    use groundwall_text::words::stems;

    fn beside(text: &str) -> Vec<Vec<String>> {
        let rows = names_beside(text.split_whitespace());
        let name = |name: &std::collections::HashSet<String>| {
            let mut words: Vec<&str> = name.iter().map(String::as_str).collect();
            words.sort_unstable();
            words.join(" ")
        };
        rows.iter()
            .map(|row| row.iter().map(name).collect())
            .collect()
    }

    #[test]
    fn names_stand_beside_each_other_where_they_are_joined() {
        assert_eq!(
            beside(
                "Results of the yards Norvik and Helmond in Upper Sund, Lower Sund or Ark. All of them."
            ),
            [
                vec!["norvik", "helmond"],
                vec!["sund upper", "lower sund", "ark"]
            ]
        );
        for text in [
            "Drill Regulations, United States Army, 1911",
            "Otter Bay Rowing Club and its quay",
            "Norvik. And Helmond",
        ] {
            assert!(beside(text).is_empty(), "{text}");
        }
        let name = DocumentName::parse("norvik-and-helmond.txt").unwrap();
        let words = as_written(&name).join(" ");
        assert_eq!(
            beside(&words),
            [vec![
                "norvik".to_owned(),
                stems("helmond txt")
                    .into_iter()
                    .collect::<std::collections::BTreeSet<_>>()
                    .into_iter()
                    .collect::<Vec<_>>()
                    .join(" ")
            ]]
        );
        assert_eq!(first_letters(&["United", "States"]), "us");
    }
}
