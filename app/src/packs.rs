//! What the page of rule packs shows.

use crate::page::Notice;
use groundwall_core::governance::{GuardReading, IntentAnswer};
use groundwall_core::{Finding, Problem, RuleAnswer};
use serde::{Deserialize, Serialize};

/// An example of a rule: what goes in and what comes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackExample {
    pub name: String,
    pub input: String,
    pub question: Option<String>,
    /// Types that are found.
    pub findings: Vec<String>,
    /// What leaves, where the example says it.
    pub text: Option<String>,
}

/// A rule in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackRule {
    /// As `pattern`.
    pub sort: String,
    pub id: String,
    pub text: String,
    /// Names of its actions.
    pub actions: Vec<String>,
    /// Places of the pack's examples that break it.
    pub examples: Vec<usize>,
    /// Whether it is on where its pack is; none where it cannot be switched off by itself.
    #[serde(default)]
    pub on: Option<bool>,
}

/// A pack with all that it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackView {
    pub name: String,
    pub version: String,
    pub sha256: String,
    pub description: String,
    /// Whether it came with the program; else it lies in `packs.dir`.
    pub shipped: bool,
    pub on: bool,
    /// Whether it cannot be switched off.
    pub always: bool,
    /// Whether it speaks of tables, and of answers in JSON.
    pub tables: bool,
    pub structured: bool,
    pub rules: Vec<PackRule>,
    pub examples: Vec<PackExample>,
}

/// What became of a text that was tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PackTrial {
    pub findings: Vec<Finding>,
    pub rules: Vec<RuleAnswer>,
    pub intents: Vec<IntentAnswer>,
    /// Names of all actions.
    pub actions: Vec<String>,
    /// What leaves; none where nothing does.
    pub left: Option<String>,
    /// Why nothing leaves.
    pub blocked: Option<String>,
    pub warnings: Vec<String>,
    pub guard: Option<GuardReading>,
}

/// What was typed into the form that tries a text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PackTried {
    pub text: String,
    pub question: String,
    pub evidence: String,
    /// A pack's name; empty for those that are on.
    pub with: String,
}

/// The rule packs, and a text that is tried.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PacksView {
    pub packs: Vec<PackView>,
    /// Whether the configuration says which are on.
    pub fixed: bool,
    /// Whether what is on was saved on this page.
    pub saved: bool,
    pub tried: PackTried,
    pub trial: Option<PackTrial>,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
}
