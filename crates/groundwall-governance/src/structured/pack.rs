//! A pack that is ready to be used: the section `[structured]`, read, checked and compiled.

use super::compile::Reader;
use super::examples::Example;
use super::finding::SeverityCounts;
use super::rule::{Kind, Rule};
use super::section::{self, Role};
use crate::pack::error::Source;
use crate::pack::{PackError, RuleLine};
use groundwall_core::{Action, Severity};
use regex::Regex;
use std::collections::{BTreeMap, HashMap, HashSet};

/// A field, by its name.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) required: bool,
}

pub(super) struct IdentifierRules {
    pub(super) lengths: (usize, usize),
    pub(super) placeholders: HashSet<String>,
    pub(super) placeholder_patterns: Vec<Regex>,
    pub(super) masked: Option<Regex>,
    pub(super) shape: Option<Regex>,
}

pub(super) struct Suspicious {
    pub(super) pattern: Regex,
    pub(super) reason: String,
    pub(super) severity: Severity,
    pub(super) fields: Vec<usize>,
    pub(super) unless_in_document: bool,
}

pub(super) struct ClashSide {
    pub(super) fields: Vec<usize>,
    /// Each with a space before and behind it.
    pub(super) words: Vec<String>,
}

pub(super) struct Clash {
    pub(super) reason: String,
    pub(super) severity: Severity,
    pub(super) one: ClashSide,
    pub(super) other: ClashSide,
}

pub(super) struct ExtractedField {
    pub(super) name: String,
    pub(super) pattern: Option<Regex>,
    pub(super) from_lexicon: bool,
}

pub(super) struct Extraction {
    pub(super) begins: Vec<Regex>,
    pub(super) fields: Vec<ExtractedField>,
}

/// Known names.
#[derive(Default)]
pub(super) struct Lexicon {
    /// Names as they are written, and the region that they come from, by their words joined by a space.
    pub(super) phrases: HashMap<String, (String, String)>,
    /// Words of the longest.
    pub(super) longest: usize,
    /// Words that tell one from another.
    pub(super) telling: HashSet<String>,
}

/// What a pack says of structured answers.
pub struct StructuredPack {
    pub name: String,
    pub version: String,
    pub(super) noun: String,
    pub(super) plural: String,
    /// The first as it is written.
    pub(super) list: String,
    /// Folded keys of lists of items, in the order in which they are looked for.
    pub(super) lists: Vec<String>,
    pub(super) min_text: usize,
    pub(super) shared_pages: u32,
    pub(super) markers: Vec<Regex>,
    pub(super) absent: HashSet<String>,
    /// Critical findings, and high ones, from which on an answer is rejected.
    pub(super) reject: (usize, usize),
    pub(super) types: BTreeMap<Kind, String>,
    pub(super) severities: BTreeMap<Rule, Option<Severity>>,
    pub(super) identifier: IdentifierRules,
    pub(super) short: usize,
    pub(super) stop_words: HashSet<String>,
    pub(super) years: (i32, i32),
    pub(super) fields: Vec<Field>,
    pub(super) keys: HashMap<String, usize>,
    pub(super) lexicon: Lexicon,
    pub(super) suspicious: Vec<Suspicious>,
    pub(super) clashes: Vec<Clash>,
    pub(super) extraction: Option<Extraction>,
    pub(super) examples: Vec<Example>,
}

/// Hands out the text of a file that a pack names, relative to the pack; none where there is no such file.
pub type Files<'a> = &'a dyn Fn(&str) -> Option<String>;

impl StructuredPack {
    /// Reads a pack; none where it says nothing of structured answers. `file` is how errors name it.
    ///
    /// # Errors
    /// Where it cannot be used, with the place.
    pub fn parse(file: &str, toml: &str, files: Files<'_>) -> Result<Option<Self>, PackError> {
        let place = Source { file, text: toml };
        let file: section::File = toml::from_str(toml).map_err(|error| place.of_toml(&error))?;
        let Some(section) = file.structured else {
            return Ok(None);
        };
        let reader = Reader { place };
        let pack = reader.pack(file.name.into_inner(), file.version, section, files)?;
        Ok(Some(pack))
    }

    /// What each rule finds and how grave that is, for a reader; those that the pack has switched off are not there.
    pub fn rules(&self) -> Vec<RuleLine> {
        let line = |rule: Rule| {
            let severity = self.severity(rule)?;
            let kind = self.type_name(rule.kind());
            Some(RuleLine {
                sort: "structured",
                id: rule.name().to_owned(),
                text: format!("{kind}, {severity:?}. {}", rule.recommendation()),
                actions: Action::Flag.name().to_owned(),
            })
        };
        Rule::ALL.into_iter().filter_map(line).collect()
    }

    /// What the pack calls a class of findings.
    pub(super) fn type_name(&self, kind: Kind) -> String {
        self.types
            .get(&kind)
            .cloned()
            .unwrap_or_else(|| kind.name().to_owned())
    }

    /// How bad it is to break a rule; none where the pack has switched it off.
    pub(super) fn severity(&self, rule: Rule) -> Option<Severity> {
        self.severities
            .get(&rule)
            .copied()
            .unwrap_or_else(|| Some(rule.severity()))
    }

    pub(super) fn rejects(&self, counts: SeverityCounts) -> bool {
        counts.critical >= self.reject.0 || counts.high >= self.reject.1
    }

    /// What one item, or several, are called.
    pub(super) fn items(&self, count: usize) -> &str {
        if count == 1 { &self.noun } else { &self.plural }
    }

    /// A name from the first of its words that tell it from others to the last of them.
    pub(super) fn core<'t>(&self, words: &'t [String]) -> &'t [String] {
        let tells = |word: &String| !self.telling(std::slice::from_ref(word)).is_empty();
        let first = words.iter().position(tells);
        let last = words.iter().rposition(tells);
        first
            .zip(last)
            .and_then(|(first, last)| words.get(first..=last))
            .unwrap_or_default()
    }

    /// Words of a name that tell it from others.
    pub(super) fn telling<'t>(&self, words: &'t [String]) -> Vec<&'t String> {
        let tells = |word: &&String| {
            word.chars().count() > self.short && !self.stop_words.contains(word.as_str())
        };
        words.iter().filter(tells).collect()
    }
}
