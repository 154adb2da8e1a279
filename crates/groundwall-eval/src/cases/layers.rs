//! The layers of the product, and each of them switched off.

use groundwall_core::policy::{CheckSwitches, Closeness, PolicyOverride};

/// What is on.
#[derive(Debug, Clone, Default)]
pub struct Layers {
    pub policy: PolicyOverride,
    pub masking_off: bool,
    pub uncertainty_off: bool,
    pub review_off: bool,
}

impl Layers {
    /// The whole product with these packs, then each layer switched off by itself.
    pub fn each(packs: &[String]) -> Vec<(&'static str, Self)> {
        let with = |checks: CheckSwitches| Self {
            policy: PolicyOverride {
                packs: Some(packs.to_vec()),
                max_regenerations: Some(0),
                checks: Some(checks),
                ..PolicyOverride::default()
            },
            ..Self::default()
        };
        let all = CheckSwitches::default();
        let whole = with(all);
        let policy = |change: PolicyOverride| Self {
            policy: change,
            ..whole.clone()
        };
        vec![
            ("the whole product", whole.clone()),
            (
                "without the question guard",
                with(CheckSwitches {
                    instructions: false,
                    ..all
                }),
            ),
            (
                "without rule packs",
                policy(PolicyOverride {
                    packs: Some(Vec::new()),
                    ..whole.policy.clone()
                }),
            ),
            (
                "without masking of questions",
                Self {
                    masking_off: true,
                    ..whole.clone()
                },
            ),
            (
                "without the checks of values",
                with(CheckSwitches {
                    identifiers: false,
                    numbers: false,
                    dates: false,
                    quotes: false,
                    ..all
                }),
            ),
            (
                "without the language models' verdicts",
                with(CheckSwitches { nli: false, ..all }),
            ),
            (
                "without the reader",
                policy(PolicyOverride {
                    verifier: Some(Closeness::Fast),
                    ..whole.policy.clone()
                }),
            ),
            (
                "without uncertainty",
                Self {
                    uncertainty_off: true,
                    ..whole.clone()
                },
            ),
            (
                "without consensus",
                policy(PolicyOverride {
                    consensus: Some(false),
                    ..whole.policy.clone()
                }),
            ),
            (
                "without the review rules",
                Self {
                    review_off: true,
                    ..whole.clone()
                },
            ),
        ]
    }
}
