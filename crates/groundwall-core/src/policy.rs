//! How the firewall decides. One validated section; a request may override parts of it for itself alone.

mod bands;
mod switches;

pub use bands::{Amount, Band, Points, Tolerances};
pub use switches::{CheckSwitches, GuardLayers};

use crate::{Problem, ProblemCode};
use serde::{Deserialize, Serialize};

/// What happens to a draft that still fails after the last attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PromptMode {
    /// Say only what the evidence says.
    Strict,
    /// Also say what the evidence does not cover.
    Acknowledge,
}

/// The rule that turns scores into verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Checks first, then NLI (docs/contract.md, Verdicts).
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Closeness {
    /// The screen picks sentences and the reader decides.
    Precise,
    /// The screen alone.
    Fast,
}

/// Whether and how often the chat endpoint is asked about claims that the local stages leave undecided (docs/contract.md, Verdicts). It never overrides a check.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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

/// How the firewall decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// Whether further endpoints answer questions of high risk too, where there are any, and are compared.
    pub consensus: bool,
    /// Further drafts, at higher temperatures, that a language model's answer is held against for its uncertainty. 0 to 5; each costs what a draft costs.
    pub samples: u32,
    /// Whether web addresses that a text cites, and that the documents do not have, are asked whether something is there. They then leave this machine; no request can switch it on.
    pub look_up_addresses: bool,
    /// The rule packs that are on, by name; `core` always is. `-finance-kr/CG-001` switches one rule of a pack off.
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
            consensus: true,
            samples: 0,
            look_up_addresses: false,
            packs: vec!["core".to_owned(), "student-records".to_owned()],
        }
    }
}

impl Policy {
    /// Checks every bound; names the field and the range it must lie in.
    ///
    /// # Errors
    /// Fails when a field lies outside of its range.
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
        if self.samples > 5 {
            return wrong("samples", "between 0 and 5");
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
    ///
    /// # Errors
    /// Fails when the policy that comes of it has a field outside of its range.
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
            consensus,
            samples,
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
        policy.consensus = consensus.unwrap_or(policy.consensus);
        policy.samples = samples.unwrap_or(policy.samples);
        policy.packs = packs.unwrap_or(policy.packs);
        policy.validate()?;
        Ok(policy)
    }
}

/// The parts of a policy that one request changes for itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    /// Whether further endpoints answer questions of high risk too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consensus: Option<bool>,
    /// Further drafts that a language model's answer is held against.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub samples: Option<u32>,
    /// The rule packs that are on besides `core`, as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub packs: Option<Vec<String>>,
}

#[cfg(test)]
mod tests {
    use super::{Policy, PolicyOverride};

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
                samples: Some(6),
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
    fn an_unknown_field_is_refused() {
        assert!(serde_json::from_str::<Policy>(r#"{"top_k": 3, "topk": 4}"#).is_err());
    }
}
