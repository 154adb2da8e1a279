//! What the settings page shows.

use crate::page::Notice;
use groundwall_core::{Policy, Problem, ReportId, ReportState};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The fields of the policy's form: name, and the label that the page and what is said of a wrong value call it by.
const LABELS: [(&str, &str); 12] = [
    (
        "support_threshold",
        "Statements that must be supported for a repair at once, in %",
    ),
    (
        "support_probability",
        "How probable support must be, in % (empty: as measured)",
    ),
    (
        "max_regenerations",
        "Write the answer again, at most (times)",
    ),
    ("final_action", "When statements fail even then"),
    ("prompt_mode", "What is written again may say"),
    ("verifier", "How closely statements are read"),
    ("samples", "Hold a language model's answer against"),
    (
        "look_up_addresses",
        "Ask web addresses that a text cites whether they exist",
    ),
    ("tolerances.currency", "Amounts of money"),
    ("tolerances.percentage", "Percentages"),
    ("tolerances.ratio", "Ratios"),
    (
        "tolerances.approximate",
        "Statements that say “about” or “nearly”, in %",
    ),
];

/// What the settings page calls a field of the policy.
pub fn field_label(name: &str) -> &str {
    let known = LABELS.iter().find(|(known, _)| *known == name);
    known.map_or(name, |(_, label)| label)
}

/// The checks that can be switched: name in the policy, words, and what they look at.
pub const CHECKS: [(&str, &str, &str); 15] = [
    (
        "identifiers",
        "Names and identifiers",
        "Codes, account numbers, names, e-mail and web addresses must stand in the evidence.",
    ),
    (
        "numbers",
        "Numbers",
        "Values, units and what they are values of. Off, no number is compared.",
    ),
    (
        "currency",
        "Amounts of money",
        "Part of the check of numbers.",
    ),
    (
        "percentages",
        "Percentages",
        "Part of the check of numbers.",
    ),
    ("ratios", "Ratios", "Part of the check of numbers."),
    (
        "dates",
        "Dates and periods",
        "Days, months, quarters, years.",
    ),
    (
        "quotes",
        "Quotations",
        "Word for word, and said by whom the statement says.",
    ),
    (
        "citations",
        "Citations",
        "Addresses and references that an answer names.",
    ),
    (
        "impossibilities",
        "Impossible values",
        "Shares over 100 %, ends before starts.",
    ),
    (
        "self_contradiction",
        "Contradictions within a text",
        "Two statements that cannot both hold.",
    ),
    (
        "patterns",
        "Signs of invention",
        "Vague sources, needless precision; noted only.",
    ),
    (
        "assertions",
        "What a passage really asserts",
        "A myth, a rumour or a question supports nothing.",
    ),
    (
        "nli",
        "The reading models",
        "Without them, no statement is supported by a text.",
    ),
    (
        "tables",
        "Recomputing from tables",
        "Statements about rows and sums are computed.",
    ),
    (
        "instructions",
        "Orders to the app",
        "Questions and passages that give orders are kept away from a language model.",
    ),
];

/// What a policy would make of the last report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Preview {
    pub report: ReportId,
    pub title: String,
    /// Whether it answers a question.
    pub asked: bool,
    pub now: ReportState,
    /// None where another draft would decide.
    pub then: Option<ReportState>,
    /// What its record tells.
    pub told: Vec<String>,
    /// What only asking again tells.
    pub untold: Vec<String>,
}

/// Who set the language model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModelFrom {
    Nobody,
    Page,
    /// File or environment, which win.
    Configuration,
}

/// The language model, without its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelView {
    pub from: ModelFrom,
    pub base_url: String,
    pub model: String,
    pub has_key: bool,
    /// Name of what drafts now.
    pub in_use: String,
}

/// A language model that answers questions of high risk too, without its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FurtherModel {
    pub base_url: String,
    pub model: String,
    /// The configuration has it.
    pub fixed: bool,
}

/// What came of trying a language model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    pub worked: bool,
    pub text: String,
}

/// The policy, and the language models.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SettingsView {
    /// The policy in force.
    pub policy: Policy,
    /// What the fields hold, by the names of the policy; a switch that is off is not in it.
    pub form: BTreeMap<String, String>,
    /// Names that the configuration has, which win.
    pub fixed: Vec<String>,
    /// How many values were saved on this page.
    pub saved: usize,
    pub preview: Option<Preview>,
    pub model: ModelView,
    /// Models that answer questions of high risk too.
    pub further: Vec<FurtherModel>,
    pub tried: Option<Tried>,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
}

impl SettingsView {
    /// Whether the configuration has a value, or something in it or around it.
    pub(crate) fn is_fixed(&self, name: &str) -> bool {
        let within = |outer: &str, inner: &str| {
            inner
                .strip_prefix(outer)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.fixed
            .iter()
            .any(|known| within(known, name) || within(name, known))
    }

    pub(crate) fn value(&self, name: &str) -> String {
        self.form.get(name).cloned().unwrap_or_default()
    }
}
