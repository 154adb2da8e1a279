//! The section `[structured]` of a rule pack, as it is written.

use super::rule::{Kind, Rule};
use groundwall_core::Severity;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// The whole file; what other sections hold is read elsewhere.
#[derive(Deserialize)]
pub(super) struct File {
    pub(super) name: Spanned<String>,
    pub(super) version: String,
    pub(super) structured: Option<Section>,
}

/// `[structured]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Section {
    /// What one item is called, and several.
    pub(super) noun: String,
    pub(super) plural: String,
    /// Keys under which the list of items may stand; the first is the one that we write.
    pub(super) items: Spanned<Vec<String>>,
    /// Characters that a document must have before anything can be taken from it.
    pub(super) min_text: usize,
    /// Pages that two neighbours may share.
    #[serde(default = "one")]
    pub(super) shared_pages: u32,
    /// Expressions for lines that stand once in each item, or more often.
    #[serde(default)]
    pub(super) markers: Vec<Spanned<String>>,
    /// Values that say that there is none.
    #[serde(default)]
    pub(super) absent: Vec<String>,
    #[serde(default)]
    pub(super) reject: Reject,
    /// What the pack calls the classes of findings.
    #[serde(default)]
    pub(super) types: BTreeMap<Kind, String>,
    #[serde(default)]
    pub(super) severity: BTreeMap<Rule, Weight>,
    #[serde(default)]
    pub(super) identifier: Identifier,
    #[serde(default)]
    pub(super) name: Name,
    #[serde(default)]
    pub(super) date: Date,
    pub(super) field: Vec<Field>,
    #[serde(default)]
    pub(super) lexicon: Vec<Lexicon>,
    #[serde(default)]
    pub(super) suspicious: Vec<Suspicious>,
    #[serde(default)]
    pub(super) clash: Vec<Clash>,
    pub(super) extraction: Option<Extraction>,
    #[serde(default)]
    pub(super) example: Vec<Example>,
}

fn one() -> u32 {
    1
}

/// Findings from which on an answer is rejected.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Reject {
    pub(super) critical: Option<Spanned<usize>>,
    pub(super) high: Option<Spanned<usize>>,
}

/// A severity, or that a rule does not hold here.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Weight {
    Off,
    Low,
    Medium,
    High,
    Critical,
}

impl Weight {
    pub(super) fn severity(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::Low => Some(Severity::Low),
            Self::Medium => Some(Severity::Medium),
            Self::High => Some(Severity::High),
            Self::Critical => Some(Severity::Critical),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Identifier {
    /// Letters and digits, separators not counted.
    pub(super) min_length: usize,
    pub(super) max_length: usize,
    /// Compared without separators and case.
    pub(super) placeholders: Vec<String>,
    pub(super) placeholder_patterns: Vec<Spanned<String>>,
    /// A part of it covered by signs; a placeholder unless the document has it so.
    pub(super) masked: Option<Spanned<String>>,
    /// What all of it must look like.
    pub(super) shape: Option<Spanned<String>>,
}

impl Default for Identifier {
    fn default() -> Self {
        Self {
            min_length: 1,
            max_length: usize::MAX,
            placeholders: Vec::new(),
            placeholder_patterns: Vec::new(),
            masked: None,
            shape: None,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Name {
    /// Words of more letters than this tell names apart.
    pub(super) short: usize,
    /// Longer words that do not.
    pub(super) stop_words: Vec<String>,
}

impl Default for Name {
    fn default() -> Self {
        Self {
            short: 3,
            stop_words: Vec::new(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Date {
    pub(super) earliest_year: i32,
    pub(super) years_ahead: i32,
}

impl Default for Date {
    fn default() -> Self {
        Self {
            earliest_year: 1_000,
            years_ahead: 1,
        }
    }
}

/// What a field is for. It decides what is checked of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Identifier,
    /// Of a kind that lists of known names have.
    Name,
    /// A name that nobody but the document knows.
    Party,
    /// An amount or another figure.
    Figure,
    PageStart,
    PageEnd,
    /// Both in one: `3-7`, or a list of two.
    PageRange,
    /// One date or a period.
    Date,
    DateStart,
    DateEnd,
    /// A passage of the document, word for word.
    Text,
    /// Compared with other fields alone, by clashes.
    Category,
    /// What the model says of its own work, and nothing of the document.
    Remark,
    /// How many items the answer says that it has.
    ItemCount,
    /// How many pages the answer says that the document has.
    PageCount,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Field {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) aliases: Vec<Spanned<String>>,
    pub(super) role: Role,
    #[serde(default)]
    pub(super) required: bool,
}

/// Known names, inline or one a line in a file beside the pack.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lexicon {
    pub(super) region: String,
    #[serde(default)]
    pub(super) names: Vec<String>,
    pub(super) file: Option<Spanned<String>>,
}

/// A wording that models use where they know nothing.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Suspicious {
    pub(super) pattern: Spanned<String>,
    pub(super) reason: String,
    #[serde(default = "medium")]
    pub(super) severity: Severity,
    /// Fields that are looked at; all where none is named.
    #[serde(default)]
    pub(super) fields: Vec<Spanned<String>>,
    /// Nothing where the document has the same words.
    #[serde(default)]
    pub(super) unless_in_document: bool,
}

fn medium() -> Severity {
    Severity::Medium
}

/// Two things that cannot both be said of one item.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Clash {
    pub(super) reason: String,
    #[serde(default = "medium")]
    pub(super) severity: Severity,
    pub(super) one: Side,
    pub(super) other: Side,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Side {
    pub(super) fields: Vec<Spanned<String>>,
    /// Any of these words in any of the fields; with none, that any of the fields is there.
    #[serde(default)]
    pub(super) words: Vec<String>,
}

/// How items are found in the document's text without a model.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Extraction {
    /// A page that one of these matches begins an item.
    #[serde(default)]
    pub(super) begins: Vec<Spanned<String>>,
    pub(super) field: Vec<ExtractedField>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ExtractedField {
    pub(super) field: Spanned<String>,
    /// The first group is the value.
    pub(super) pattern: Option<Spanned<String>>,
    /// The first name of the lexicon that stands in the text.
    #[serde(default)]
    pub(super) from_lexicon: bool,
}

/// An answer with what should come of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Example {
    pub(super) name: String,
    pub(super) answer: String,
    #[serde(default)]
    pub(super) document: String,
    pub(super) total_pages: Option<u32>,
    pub(super) status: String,
    /// `severity type`, in any order.
    #[serde(default)]
    pub(super) findings: Vec<String>,
}
