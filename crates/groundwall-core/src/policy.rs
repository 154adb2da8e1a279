//! How the firewall decides. One validated section; a request may override parts of it for itself alone.

use crate::{Problem, ProblemCode};
use serde::{Deserialize, Serialize};

/// What happens to a draft that still fails after the last attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalAction {
    /// Drop or correct the failed sentences.
    Repair,
    /// Deliver with a note behind each failed claim.
    Notes,
    Withhold,
}

/// How the refined prompt speaks of what the evidence does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PromptMode {
    /// Say only what the evidence says.
    Strict,
    /// Also say what the evidence does not cover.
    Acknowledge,
}

/// The rule that turns scores into verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Checks first, then NLI (SPEC 5).
    Firewall,
    /// The older published rule over similarity and label. For benchmarks only.
    SimilarityNli,
    /// Cosine of claim and window of at least 0.6, as many tools have it. For benchmarks only.
    Cosine,
    /// The verifier's largest label over the same windows, without checks and judge. For benchmarks only.
    Nli,
}

/// How closely a claim is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Closeness {
    /// The screen picks sentences and the reader decides.
    Precise,
    /// The screen alone.
    Fast,
}

/// A switch per check, and per type of what the check of numbers compares. A check that is off is reported as not run, and what it would have judged is unsupported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

/// How far a number may lie from the source's and still count as equal, bound inclusive. On the wire a plain number is a share of the source value (0.05),
/// `{"absolute": 1000.0}` an amount in the claim's own unit, `{"points": 2.0}` percentage points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Band {
    /// Share of the source value, in [0, 1].
    Relative(f64),
    /// So much in the claim's own unit.
    Absolute(Amount),
    /// So many percentage points.
    Points(Points),
}

/// The width of an absolute [`Band`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Amount {
    pub absolute: f64,
}

/// The width of a [`Band`] in percentage points.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub points: f64,
}

impl From<f64> for Band {
    fn from(share: f64) -> Self {
        Self::Relative(share)
    }
}

impl Band {
    /// Leaves only rounding to the printed precision.
    pub const NONE: Self = Self::Relative(0.0);

    /// Whether a value that differs by so much from the source's lies within, both in the claim's unit. A source of 0 has no shares.
    pub fn holds(self, difference: f64, source: f64) -> bool {
        let (width, limit) = match self {
            Self::Relative(share) if source == 0.0 => return share > 0.0 && difference == 0.0,
            Self::Relative(share) => (difference / source.abs(), share),
            Self::Absolute(Amount { absolute: limit }) | Self::Points(Points { points: limit }) => {
                (difference, limit)
            }
        };
        limit > 0.0 && width <= limit + 1e-9 * limit.max(1.0)
    }

    fn is_valid(self, percentages: bool) -> bool {
        match self {
            Self::Relative(share) => (0.0..=1.0).contains(&share),
            Self::Absolute(Amount { absolute }) => absolute.is_finite() && absolute >= 0.0,
            Self::Points(Points { points }) => percentages && (0.0..=100.0).contains(&points),
        }
    }
}

/// Bands within which a number still counts as equal, by type. Without one only rounding to the printed precision does. Counts, years, quotes and cells of tables have none.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tolerances {
    pub currency: Band,
    /// Percentages and percentage points.
    pub percentage: Band,
    pub ratio: Band,
    /// For claims that call themselves approximate ("about", "nearly", "~"), as a share of the source value.
    pub approximate: f64,
}

impl Default for Tolerances {
    fn default() -> Self {
        Self {
            currency: Band::NONE,
            percentage: Band::NONE,
            ratio: Band::NONE,
            approximate: 0.05,
        }
    }
}

impl Tolerances {
    /// Names the band that cannot be and the range that it must lie in.
    fn validate(&self) -> Result<(), Problem> {
        let Self {
            currency,
            percentage,
            ratio,
            approximate,
        } = *self;
        let bands = [
            ("currency", currency, false),
            ("percentage", percentage, true),
            ("ratio", ratio, false),
            ("approximate", Band::Relative(approximate), false),
        ];
        let Some((name, ..)) = bands
            .into_iter()
            .find(|(_, band, percentages)| !band.is_valid(*percentages))
        else {
            return Ok(());
        };
        Err(Problem::new(
            ProblemCode::Unprocessable,
            format!(
                "tolerances.{name} must lie between 0 and 1 (a share of the source value), or be an absolute amount, or, for percentages, points between 0 and 100."
            ),
        ))
    }
}

/// Whether and how often the chat endpoint is asked about claims that the local stages leave undecided (SPEC 5). It never overrides a check.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SecondOpinionPolicy {
    /// Off by default: what is asked about leaves this machine for the endpoint.
    pub ask: bool,
    /// Requests that one verification may cost; claims nearest to the middle of the band come first. 1 to 100.
    pub at_most: u32,
    /// Probabilities of support, from and to, that count as undecided; none takes the judge's own. In [0, 1].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<(f32, f32)>,
}

impl Default for SecondOpinionPolicy {
    fn default() -> Self {
        Self {
            ask: false,
            at_most: 8,
            undecided: None,
        }
    }
}

/// Which layers of the guard read questions, each for itself; passages are read by words and shape. `checks.instructions` switches the whole guard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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

/// How the firewall decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Policy {
    /// τ: the support ratio from which a draft without a veto is repaired at once. In (0, 1].
    pub support_threshold: f64,
    /// Best dense cosine below which a question without a rare term is not covered. In [0, 1].
    pub relevance_threshold: f32,
    /// Probability from which a claim is supported, by the judge or, where a verifier has none, by its entailment; none takes their own. `groundwall calibrate` prints one for your documents. In [0, 1].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support_probability: Option<f32>,
    /// Cosine below which a window is not shown as best evidence; decides only in the preset `similarity-nli`.
    pub similarity_threshold: f32,
    /// Passages retrieved for a question. 1 to 50.
    pub top_k: u32,
    /// Further drafts asked for after the first. 0 to 2.
    pub max_regenerations: u32,
    pub final_action: FinalAction,
    pub prompt_mode: PromptMode,
    pub preset: Preset,
    /// Whether the reader reads what checks have not settled.
    pub verifier: Closeness,
    /// Taken off an answer's confidence when any claim failed. In [0, 1].
    pub confidence_penalty: f64,
    pub checks: CheckSwitches,
    pub guard: GuardLayers,
    pub tolerances: Tolerances,
    pub second_opinion: SecondOpinionPolicy,
    /// Whether the chat endpoint may propose a typed query where a question speaks of a table and the parser declines it. Names of columns and some of their values go to the endpoint.
    pub table_queries: bool,
    /// The rule packs that are on, by name; `core` always is.
    pub packs: Vec<String>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            support_threshold: 0.6,
            relevance_threshold: 0.3,
            support_probability: None,
            similarity_threshold: 0.6,
            top_k: 7,
            max_regenerations: 2,
            final_action: FinalAction::Repair,
            prompt_mode: PromptMode::Strict,
            preset: Preset::Firewall,
            verifier: Closeness::Precise,
            confidence_penalty: 0.2,
            checks: CheckSwitches::default(),
            guard: GuardLayers::default(),
            tolerances: Tolerances::default(),
            second_opinion: SecondOpinionPolicy::default(),
            table_queries: true,
            packs: vec!["core".to_owned(), "student-records".to_owned()],
        }
    }
}

impl Policy {
    /// Checks every bound; names the field and the range it must lie in.
    pub fn validate(&self) -> Result<(), Problem> {
        let wrong = |field: &str, range: &str| {
            Err(Problem::new(
                ProblemCode::Unprocessable,
                format!("{field} must lie {range}."),
            ))
        };
        let share = |value: f64| (0.0..=1.0).contains(&value);
        if !share(self.support_threshold) || self.support_threshold == 0.0 {
            return wrong(
                "support_threshold (firewall_threshold)",
                "above 0 and at most 1",
            );
        }
        if !share(f64::from(self.relevance_threshold)) {
            return wrong("relevance_threshold", "between 0 and 1");
        }
        if self
            .support_probability
            .is_some_and(|probability| !share(f64::from(probability)))
        {
            return wrong("support_probability", "between 0 and 1");
        }
        if !share(f64::from(self.similarity_threshold)) {
            return wrong("similarity_threshold", "between 0 and 1");
        }
        if !(1..=50).contains(&self.top_k) {
            return wrong("top_k", "between 1 and 50");
        }
        if self.max_regenerations > 2 {
            return wrong("max_regenerations", "between 0 and 2");
        }
        if !share(self.confidence_penalty) {
            return wrong("confidence_penalty", "between 0 and 1");
        }
        if !(1..=100).contains(&self.second_opinion.at_most) {
            return wrong("second_opinion.at_most", "between 1 and 100");
        }
        if self.second_opinion.undecided.is_some_and(|(low, high)| {
            !share(f64::from(low)) || !share(f64::from(high)) || low >= high
        }) {
            return wrong(
                "second_opinion.undecided",
                "between 0 and 1, the lower bound first",
            );
        }
        self.tolerances.validate()
    }

    /// This policy with the parts that one request overrides, validated.
    pub fn overridden(&self, change: &PolicyOverride) -> Result<Self, Problem> {
        let PolicyOverride {
            support_threshold,
            similarity_threshold,
            top_k,
            max_regenerations,
            final_action,
            prompt_mode,
            preset,
            verifier,
            checks,
            tolerances,
            second_opinion,
            table_queries,
            packs,
        } = change.clone();
        let mut policy = self.clone();
        policy.support_threshold = support_threshold.unwrap_or(policy.support_threshold);
        policy.similarity_threshold = similarity_threshold.unwrap_or(policy.similarity_threshold);
        policy.top_k = top_k.unwrap_or(policy.top_k);
        policy.max_regenerations = max_regenerations.unwrap_or(policy.max_regenerations);
        policy.final_action = final_action.unwrap_or(policy.final_action);
        policy.prompt_mode = prompt_mode.unwrap_or(policy.prompt_mode);
        policy.preset = preset.unwrap_or(policy.preset);
        policy.verifier = verifier.unwrap_or(policy.verifier);
        policy.checks = checks.unwrap_or(policy.checks);
        policy.tolerances = tolerances.unwrap_or(policy.tolerances);
        policy.second_opinion.ask = second_opinion.unwrap_or(policy.second_opinion.ask);
        policy.table_queries = table_queries.unwrap_or(policy.table_queries);
        policy.packs = packs.unwrap_or(policy.packs);
        policy.validate()?;
        Ok(policy)
    }
}

/// The parts of a policy that one request changes for itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PolicyOverride {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support_threshold: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity_threshold: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_k: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_regenerations: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub final_action: Option<FinalAction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_mode: Option<PromptMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preset: Option<Preset>,
    /// `precise` or `fast`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verifier: Option<Closeness>,
    /// The switches as a whole: what is not named is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<CheckSwitches>,
    /// The bands as a whole: what is not named has its default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerances: Option<Tolerances>,
    /// Whether the chat endpoint is asked about undecided claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<bool>,
    /// Whether the chat endpoint may propose queries over tables.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table_queries: Option<bool>,
    /// The rule packs that are on besides `core`, as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packs: Option<Vec<String>>,
}

#[cfg(test)]
mod tests {
    use super::{Amount, Band, Points, Policy, PolicyOverride, Tolerances};

    #[test]
    fn defaults_are_valid_and_overrides_are_checked() {
        let policy = Policy::default();
        policy.validate().unwrap();
        let one = policy
            .overridden(&PolicyOverride {
                top_k: Some(3),
                ..PolicyOverride::default()
            })
            .unwrap();
        assert_eq!((one.top_k, policy.top_k), (3, 7));
        for bad in [
            PolicyOverride {
                top_k: Some(0),
                ..PolicyOverride::default()
            },
            PolicyOverride {
                support_threshold: Some(0.0),
                ..PolicyOverride::default()
            },
            PolicyOverride {
                support_threshold: Some(f64::NAN),
                ..PolicyOverride::default()
            },
            PolicyOverride {
                similarity_threshold: Some(1.5),
                ..PolicyOverride::default()
            },
            PolicyOverride {
                max_regenerations: Some(3),
                ..PolicyOverride::default()
            },
        ] {
            assert!(policy.overridden(&bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn bands_are_shares_amounts_or_points() {
        let read = |text: &str| serde_json::from_str::<Tolerances>(text).unwrap();
        let bands = read(
            r#"{"currency": {"absolute": 500}, "percentage": {"points": 2.0}, "ratio": 0.05}"#,
        );
        assert_eq!(bands.currency, Band::Absolute(Amount { absolute: 500.0 }));
        assert_eq!(bands.percentage, Band::Points(Points { points: 2.0 }));
        assert_eq!(bands.ratio, Band::Relative(0.05));
        assert!(bands.validate().is_ok());
        assert!(bands.currency.holds(500.0, 1e6) && !bands.currency.holds(501.0, 1e6));
        assert!(bands.percentage.holds(2.0, 85.0) && !bands.percentage.holds(2.1, 85.0));
        assert!(bands.ratio.holds(0.0625, 1.25) && !bands.ratio.holds(0.07, 1.25));
        assert!(!Band::NONE.holds(0.1, 1.0) && !bands.ratio.holds(0.1, 0.0));
        for bad in [
            r#"{"currency": {"points": 2}}"#,
            r#"{"percentage": {"points": 101}}"#,
            r#"{"ratio": 1.5}"#,
            r#"{"currency": {"absolute": -1}}"#,
            r#"{"approximate": -0.1}"#,
        ] {
            let problem = read(bad).validate().unwrap_err();
            assert!(problem.message.starts_with("tolerances."), "{bad}");
        }
        assert!(serde_json::from_str::<Tolerances>(r#"{"currency": {"share": 1}}"#).is_err());
    }

    #[test]
    fn an_unknown_field_is_refused() {
        assert!(serde_json::from_str::<Policy>(r#"{"top_k": 3, "topk": 4}"#).is_err());
    }
}
