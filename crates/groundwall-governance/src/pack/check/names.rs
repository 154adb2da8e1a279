//! Identifiers and names: placeholders, shapes that cannot be, names that nobody knows.

use super::{Found, Reading, cover};
use crate::pack::Pack;
use crate::pack::fold::folded;
use crate::pack::language::ENGLISH;
use crate::pack::load::{bare, substantial};
use crate::pack::model::{Identifier, Lexicon};
use crate::pack::scan::Owner;
use groundwall_core::{Certainty, FindingKind, PackType, RuleState, Severity};
use std::ops::Range;

/// Bytes between a label and its identifier, at most.
const GAP: usize = 24;

/// What is wrong with an identifier or a name.
struct Wrong {
    kind: FindingKind,
    severity: Severity,
    certainty: Certainty,
    why: String,
}

impl Reading<'_> {
    pub(super) fn identifier(&mut self, at: usize, place: usize, pack: &Pack) {
        let rule = &pack.identifiers[place];
        let owner = Owner::Identifier(at, place);
        let labels = self.hits.get(&owner).cloned().unwrap_or_default();
        let mut ranges: Vec<Range<usize>> = labels
            .iter()
            .filter_map(|label| behind(&self.text, label.range.end))
            .collect();
        ranges.sort_by_key(|range| range.start);
        ranges.dedup();
        let wrong = |text: &str| wrong_identifier(rule, text);
        let settings = (
            rule.id.as_str(),
            owner,
            "No such identifier stands in the text.",
        );
        self.names(pack, settings, ranges, wrong, &rule.does);
    }

    pub(super) fn lexicon(&mut self, at: usize, place: usize, pack: &Pack) {
        let rule = &pack.lexicons[place];
        let owner = Owner::Lexicon(at, place);
        let hits = self.hits.get(&owner).cloned().unwrap_or_default();
        let excused = |range: &Range<usize>| {
            let unless = rule.unless.as_ref();
            unless.is_some_and(|unless| unless.is_match(self.slice(range)))
        };
        let mut ranges: Vec<Range<usize>> = hits
            .into_iter()
            .map(|hit| hit.what)
            .filter(|range| !excused(range))
            .collect();
        ranges.sort_by_key(|range| range.start);
        ranges.dedup();
        let unheard: Vec<Option<Wrong>> = ranges
            .iter()
            .map(|range| self.wrong_name(rule, self.slice(range)))
            .collect();
        let mut wrong = unheard.into_iter();
        let settings = (rule.id.as_str(), owner, "No such name stands in the text.");
        self.names(
            pack,
            settings,
            ranges,
            |_| wrong.next().flatten(),
            &rule.does,
        );
    }

    /// Reports what is wrong with the names of a rule.
    fn names(
        &mut self,
        pack: &Pack,
        (id, owner, none): (&str, Owner, &str),
        ranges: Vec<Range<usize>>,
        mut wrong: impl FnMut(&str) -> Option<Wrong>,
        does: &crate::pack::model::Response,
    ) {
        let looked = !ranges.is_empty();
        let mut places = Vec::new();
        let mut note = None;
        for range in ranges {
            let text = self.slice(&range).to_owned();
            let Some(Wrong {
                kind,
                severity,
                certainty,
                why,
            }) = wrong(&text)
            else {
                continue;
            };
            note.get_or_insert_with(|| why.clone());
            self.find(
                pack,
                id,
                Found {
                    kind,
                    severity,
                    certainty,
                    confidence: certainty.confidence(),
                    description: why,
                    range: Some(range.clone()),
                    detected: Some(text),
                    expected: None,
                    advice: Some("Look it up in the documents and correct it.".to_owned()),
                },
            );
            places.push((range, cover(kind)));
        }
        let (state, note) = match (note, looked) {
            (Some(note), _) => (RuleState::Broken, note),
            (None, true) => (RuleState::Holds, "What stands in the text fits.".to_owned()),
            (None, false) => (RuleState::NoData, none.to_owned()),
        };
        if state == RuleState::Broken {
            let ranges = places.iter().map(|(range, _)| (range.clone(), None));
            self.broken.insert(owner, ranges.collect());
        }
        self.answers.insert(owner, state);
        self.answer(pack, id, (state, note), does, &places);
    }

    /// What is wrong with a name: in the evidence it is fine, in the lexicon alone it belongs elsewhere, in neither it is nobody's.
    fn wrong_name(&self, rule: &Lexicon, name: &str) -> Option<Wrong> {
        if self.stands_in_evidence(name) {
            return None;
        }
        let wanted = folded(name);
        let known = rule.entries.contains(&wanted)
            || substantial(&wanted, &rule.stop_words).any(|word| rule.substantial.contains(word));
        if !known {
            return Some(Wrong {
                kind: FindingKind::NonexistentEntity,
                severity: Severity::High,
                certainty: Certainty::Likely,
                why: format!(
                    "“{name}” stands neither in the documents nor in the list of known names."
                ),
            });
        }
        self.subject.evidence.map(|_| Wrong {
            kind: FindingKind::NonexistentEntity,
            severity: Severity::Medium,
            certainty: Certainty::Likely,
            why: format!("“{name}” is a known name and does not stand in these documents."),
        })
    }
}

fn own(name: &str) -> FindingKind {
    PackType::parse(name).map_or(FindingKind::IdentifierMismatch, FindingKind::Pack)
}

fn wrong_identifier(rule: &Identifier, text: &str) -> Option<Wrong> {
    let plain = bare(text);
    let length = plain.chars().count();
    if rule.placeholders.contains(&plain) {
        return Some(Wrong {
            kind: own("placeholder_identifier"),
            severity: Severity::High,
            certainty: Certainty::Likely,
            why: format!("“{text}” is a placeholder."),
        });
    }
    let shape = |why: String| {
        Some(Wrong {
            kind: own("misshapen_identifier"),
            severity: Severity::Medium,
            certainty: Certainty::Likely,
            why,
        })
    };
    if let Some((least, most)) = rule.length
        && !(least..=most).contains(&length)
    {
        return shape(format!(
            "“{text}” has {length} letters and digits; {least} to {most} are usual."
        ));
    }
    let fits = |regex: &regex::Regex| {
        regex
            .find(text)
            .is_some_and(|found| found.len() == text.len())
    };
    if rule.regex.as_ref().is_some_and(|regex| !fits(regex)) {
        return shape(format!(
            "“{text}” has another shape than such identifiers have."
        ));
    }
    None
}

/// The word that a text ends with.
fn last_word(text: &str) -> &str {
    let mut words = text.rsplit(|c: char| !c.is_alphanumeric());
    words.next().unwrap_or_default()
}

/// Whether a full stop behind a word is that of a short form, as in `Roll No.`, and ends no sentence.
fn is_shortened(word: &str) -> bool {
    const LONGEST: usize = 4;
    (1..=LONGEST).contains(&word.chars().count())
}

/// The identifier behind a label: a code with a digit or a cover, within reach and the same line.
fn behind(text: &str, label: usize) -> Option<Range<usize>> {
    let rest = text.get(label..)?;
    let line = rest.lines().next()?;
    let mut at = 0usize;
    let mut last = text.get(..label).map(last_word).unwrap_or_default();
    for word in line.split_inclusive([' ', '\t', ':', '#']) {
        let bare = word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '*'));
        if at > GAP {
            return None;
        }
        if bare.contains(|c: char| c.is_ascii_digit() || c == '*') {
            let inside = word.find(bare)?;
            let start = label.checked_add(at)?.checked_add(inside)?;
            return Some(start..start.checked_add(bare.len())?);
        }
        let fill = bare.is_empty() || ENGLISH.fillers.has(&bare.to_lowercase());
        if !bare.is_empty() {
            last = bare;
        }
        let ends = word.contains(';') || (word.contains('.') && !is_shortened(last));
        if !fill || ends {
            return None;
        }
        at = at.checked_add(word.len())?;
    }
    None
}
