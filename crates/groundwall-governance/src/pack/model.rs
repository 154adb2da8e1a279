//! A pack, read and checked.

pub use super::raw::Wording;
use groundwall_core::pack::Escalation;
pub(super) use groundwall_core::policy::Band;
use groundwall_core::{Action, Certainty, FindingKind, PackIdentity, RuleState, Severity};
use regex::Regex;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A pack.
#[derive(Debug)]
pub struct Pack {
    pub identity: PackIdentity,
    /// The file as errors name it.
    pub file: String,
    /// Where it says its name.
    pub(super) named: std::ops::Range<usize>,
    pub description: String,
    /// The file's text: rooms of their own read their sections of it.
    pub text: String,
    pub(super) structured: Option<toml::Value>,
    pub(super) tables: bool,
    pub patterns: Vec<Pattern>,
    pub lexicons: Vec<Lexicon>,
    pub identifiers: Vec<Identifier>,
    pub numerics: Vec<Numeric>,
    pub intents: Vec<Intent>,
    pub tiers: Vec<Tier>,
    pub compliance: Vec<Compliance>,
    pub examples: Vec<Example>,
}

impl Pack {
    /// The section that speaks of structured answers; read by their own room.
    pub fn structured_section(&self) -> Option<&toml::Value> {
        self.structured.as_ref()
    }

    /// The rules that can be switched off one by one.
    pub fn switched(&self) -> Vec<String> {
        let patterns = self.patterns.iter().map(|rule| &rule.id);
        let identifiers = self.identifiers.iter().map(|rule| &rule.id);
        let lexicons = self.lexicons.iter().map(|rule| &rule.id);
        let numerics = self.numerics.iter().map(|rule| &rule.kind);
        let compliance = self.compliance.iter().map(|rule| &rule.id);
        let all = patterns.chain(identifiers).chain(lexicons);
        all.chain(numerics).chain(compliance).cloned().collect()
    }

    /// Whether the pack speaks of tables.
    pub fn speaks_of_tables(&self) -> bool {
        self.tables
    }

    /// `name/version`.
    pub fn source(&self) -> String {
        format!("{}/{}", self.identity.name, self.identity.version)
    }
}

/// Which of the two texts a pattern reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reads {
    #[default]
    Answer,
    Question,
    Both,
}

/// Which part of a text a pattern reads.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    #[default]
    Text,
    /// The hosts of web addresses.
    Host,
}

/// What a text must not have.
#[derive(Debug)]
pub struct Pattern {
    pub id: String,
    pub kind: FindingKind,
    pub severity: Severity,
    pub certainty: Certainty,
    /// How sure a find is, in [0, 1].
    pub confidence: f32,
    pub description: String,
    pub advice: Option<String>,
    /// Folded phrases; one that ends in `*` may go on.
    pub words: Vec<String>,
    pub regexes: Vec<Regex>,
    pub reads: Reads,
    pub place: Place,
    /// Its words are of a language in Latin letters: a text in others says nothing of it.
    pub latin: bool,
    /// A match that this matches too is none.
    pub unless: Option<Regex>,
    /// A match whose words stand in the evidence is none.
    pub unless_in_evidence: bool,
    /// A match in a sentence with a citation is none.
    pub unless_cited: bool,
    /// A match in quotation marks whose words stand in the evidence is none.
    pub unless_quoted: bool,
    /// A match that meets a match of one of these is none.
    pub not_in: Vec<Regex>,
    pub does: Response,
}

/// What a broken rule asks for.
#[derive(Debug, Clone, Default)]
pub struct Response {
    pub actions: Vec<Action>,
    pub replacement: Option<Wording>,
    pub appendix: Option<Wording>,
    pub escalation: Option<Escalation>,
}

/// Known names of a kind. A name that is neither here nor in the evidence does not exist, as far as anybody can tell.
#[derive(Debug)]
pub struct Lexicon {
    pub id: String,
    pub description: String,
    /// Folded.
    pub entries: BTreeSet<String>,
    /// Folded words of more than three letters that tell one entry from another.
    pub substantial: BTreeSet<String>,
    /// What mentions a name: the group `what`, or the whole match.
    pub mention: Vec<Regex>,
    /// A mention that this matches too is none.
    pub unless: Option<Regex>,
    pub stop_words: BTreeSet<String>,
    pub does: Response,
}

/// Numbers and codes that name a record.
#[derive(Debug)]
pub struct Identifier {
    pub id: String,
    pub description: String,
    /// Folded words before one.
    pub labels: Vec<String>,
    pub regex: Option<Regex>,
    /// Fewest and most letters and digits.
    pub length: Option<(usize, usize)>,
    /// Folded, without separators.
    pub placeholders: BTreeSet<String>,
    pub does: Response,
}

/// What a numeric type is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitName {
    Currency,
    Percentage,
    Ratio,
    Count,
    /// A date or a period; exact, containment understood.
    Period,
}

/// A named figure.
#[derive(Debug)]
pub struct Numeric {
    pub kind: String,
    pub description: Option<String>,
    /// Folded names, of which each may stand for another.
    pub aliases: Vec<String>,
    /// Folded names of kinds of it, of which none stands for another: a mortgage rate is a loan rate, and not the one of a car.
    pub kinds: Vec<String>,
    pub unit: UnitName,
    /// Within which it still counts as the evidence's.
    pub band: Band,
    /// The least that it can be, in its unit.
    pub least: Option<f64>,
    /// The most that it can be, in its unit.
    pub most: Option<f64>,
    pub does: Response,
}

/// How much is at stake in a question of some intent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentRisk {
    Low,
    Medium,
    High,
    /// Declined with a reason.
    Reject,
}

impl IntentRisk {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::Reject => "reject",
        }
    }
}

/// What a question is after.
#[derive(Debug)]
pub struct Intent {
    pub code: String,
    pub name: String,
    pub risk: IntentRisk,
    /// Folded phrases; one that ends in `*` may go on.
    pub words: Vec<String>,
    pub regexes: Vec<Regex>,
    /// The intent of a question that no other fits.
    pub otherwise: bool,
    pub disclaimer: Option<Wording>,
    /// An answer that one of these matches has a disclaimer of its own.
    pub disclaimed: Vec<Regex>,
    /// Why it is declined.
    pub reason: Option<Wording>,
}

/// How often documents of a tier are to be looked over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Review {
    Quarter,
    Month,
    Week,
}

/// Documents of one authority.
#[derive(Debug)]
pub struct Tier {
    pub code: String,
    pub name: String,
    pub review: Review,
    /// Folded words and phrases of names of documents, whole; a `*` at the end lets a word go on.
    pub words: Vec<String>,
    /// Folded names of documents; `*` stands for anything.
    pub documents: Vec<String>,
    /// The tier of a document that no other has.
    pub otherwise: bool,
}

/// What only code can see in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum When {
    FigureWithoutCitation,
    PersonalData,
}

/// A rule over what patterns, figures and intents said.
#[derive(Debug)]
pub struct Compliance {
    pub id: String,
    pub name: String,
    pub description: String,
    /// Places in the pack's lists.
    pub patterns: Vec<usize>,
    pub numerics: Vec<usize>,
    pub intents: Vec<usize>,
    pub when: Option<When>,
    /// Whether every sort of trigger that is named has to hold, instead of any.
    pub all: bool,
    pub kind: FindingKind,
    pub severity: Severity,
    pub certainty: Certainty,
    pub does: Response,
}

/// A text and what the pack must say of it.
#[derive(Debug)]
pub struct Example {
    pub name: String,
    /// Line of the file, from 1.
    pub line: usize,
    pub input: String,
    pub question: Option<String>,
    pub evidence: Option<Vec<String>>,
    pub cited: Option<bool>,
    /// Types, all of them.
    pub findings: BTreeSet<String>,
    /// All of them.
    pub actions: BTreeSet<Action>,
    pub rules: BTreeMap<String, RuleState>,
    pub text: Option<String>,
    pub intent: Option<String>,
}
