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
        let whole = Self {
            policy: PolicyOverride {
                packs: Some(packs.to_vec()),
                max_regenerations: Some(0),
                checks: Some(CheckSwitches::default()),
                ..PolicyOverride::default()
            },
            ..Self::default()
        };
        let mut each = vec![("the whole product", whole.clone())];
        each.extend(whole.without_what_weighs());
        each.extend(whole.without_what_escalates());
        each
    }

    /// Without each of what reads and weighs a question and its answer.
    fn without_what_weighs(&self) -> [(&'static str, Self); 6] {
        let all = CheckSwitches::default();
        [
            (
                "without the question guard",
                self.checking(CheckSwitches {
                    instructions: false,
                    ..all
                }),
            ),
            (
                "without rule packs",
                self.under(|policy| policy.packs = Some(Vec::new())),
            ),
            (
                "without masking of questions",
                Self {
                    masking_off: true,
                    ..self.clone()
                },
            ),
            (
                "without the checks of values",
                self.checking(CheckSwitches {
                    identifiers: false,
                    numbers: false,
                    dates: false,
                    quotes: false,
                    ..all
                }),
            ),
            (
                "without the language models' verdicts",
                self.checking(CheckSwitches { nli: false, ..all }),
            ),
            (
                "without the reader",
                self.under(|policy| policy.verifier = Some(Closeness::Fast)),
            ),
        ]
    }

    /// Without each of what says that a person has to look.
    fn without_what_escalates(&self) -> [(&'static str, Self); 3] {
        [
            (
                "without uncertainty",
                Self {
                    uncertainty_off: true,
                    ..self.clone()
                },
            ),
            (
                "without consensus",
                self.under(|policy| policy.consensus = Some(false)),
            ),
            (
                "without the review rules",
                Self {
                    review_off: true,
                    ..self.clone()
                },
            ),
        ]
    }

    fn checking(&self, checks: CheckSwitches) -> Self {
        self.under(|policy| policy.checks = Some(checks))
    }

    /// The same with another policy.
    fn under(&self, change: impl FnOnce(&mut PolicyOverride)) -> Self {
        let mut other = self.clone();
        change(&mut other.policy);
        other
    }
}
