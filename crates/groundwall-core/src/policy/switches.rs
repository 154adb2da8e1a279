//! Switches: which checks run and which layers the guard has.

use serde::{Deserialize, Serialize};

/// A switch per check, and per type of what the check of numbers compares. A check that is off is reported as not run, and what it would have judged is unsupported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CheckSwitches {
    pub identifiers: bool,
    /// All numbers; the three types below can be switched off by themselves.
    pub numbers: bool,
    pub currency: bool,
    pub percentages: bool,
    pub ratios: bool,
    pub dates: bool,
    pub quotes: bool,
    pub citations: bool,
    pub impossibilities: bool,
    pub self_contradiction: bool,
    pub patterns: bool,
    /// Whether a window asserts the claim, or only names it as a myth, a rumour, a question, a condition.
    pub assertions: bool,
    pub nli: bool,
    /// Recomputation of claims about known rows and aggregates.
    pub tables: bool,
    /// Questions that give orders to the app are refused, and passages that do are kept from a language model.
    pub instructions: bool,
}

impl Default for CheckSwitches {
    fn default() -> Self {
        Self {
            identifiers: true,
            numbers: true,
            currency: true,
            percentages: true,
            ratios: true,
            dates: true,
            quotes: true,
            citations: true,
            impossibilities: true,
            self_contradiction: true,
            patterns: true,
            assertions: true,
            nli: true,
            tables: true,
            instructions: true,
        }
    }
}

/// Which layers of the guard read questions, each for itself; passages are read by words and shape. `checks.instructions` switches the whole guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct GuardLayers {
    /// Phrases, in every reading of the text.
    pub patterns: bool,
    /// The linear classifier; questions alone.
    pub classifier: bool,
    /// Markers, delimiters, turns of a conversation.
    pub structure: bool,
}

impl Default for GuardLayers {
    fn default() -> Self {
        Self {
            patterns: true,
            classifier: true,
            structure: true,
        }
    }
}
