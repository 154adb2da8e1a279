//! What the decisions of reviewers say about the policy. A proposal changes nothing by itself: a person accepts or rejects it.

use crate::policy::{Band, Tolerances};
use crate::{Policy, ReportId, RuleOff};
use serde::{Deserialize, Serialize};

/// A check that can be switched off without anything becoming unsupported by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotingCheck {
    Patterns,
    SelfContradiction,
}

/// What a tolerance is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Toleranced {
    Currency,
    Percentage,
    Ratio,
}

impl Toleranced {
    /// Every one, in the order in which the settings show them.
    pub const ALL: [Self; 3] = [Self::Currency, Self::Percentage, Self::Ratio];

    /// Its band.
    pub fn of(self, tolerances: &Tolerances) -> Band {
        match self {
            Self::Currency => tolerances.currency,
            Self::Percentage => tolerances.percentage,
            Self::Ratio => tolerances.ratio,
        }
    }

    fn place(self, tolerances: &mut Tolerances) -> &mut Band {
        match self {
            Self::Currency => &mut tolerances.currency,
            Self::Percentage => &mut tolerances.percentage,
            Self::Ratio => &mut tolerances.ratio,
        }
    }
}

/// A change of the policy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "setting", rename_all = "snake_case")]
pub enum Change {
    SupportThreshold {
        from: f64,
        to: f64,
    },
    /// From none where the judge's own threshold decides.
    SupportProbability {
        from: Option<f32>,
        to: f32,
    },
    /// Shares of the source value.
    Tolerance {
        of: Toleranced,
        from: f64,
        to: f64,
    },
    /// A check is switched off.
    CheckOff {
        check: NotingCheck,
    },
    /// A rule pack is switched off.
    PackOff {
        pack: String,
    },
    /// A rule of a pack is switched off.
    RuleOff {
        pack: String,
        rule: String,
    },
}

impl Change {
    /// The name of what it changes in a policy, as `tolerances.currency`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::SupportThreshold { .. } => "support_threshold",
            Self::SupportProbability { .. } => "support_probability",
            Self::Tolerance { of, .. } => match of {
                Toleranced::Currency => "tolerances.currency",
                Toleranced::Percentage => "tolerances.percentage",
                Toleranced::Ratio => "tolerances.ratio",
            },
            Self::CheckOff { check } => match check {
                NotingCheck::Patterns => "checks.patterns",
                NotingCheck::SelfContradiction => "checks.self_contradiction",
            },
            Self::PackOff { .. } | Self::RuleOff { .. } => "packs",
        }
    }

    /// Whether records tell what becomes of whole reports with it, and not of statements and findings alone.
    pub fn tells_outcomes(&self) -> bool {
        match self {
            Self::SupportThreshold { .. } | Self::SupportProbability { .. } => true,
            Self::Tolerance { .. }
            | Self::CheckOff { .. }
            | Self::PackOff { .. }
            | Self::RuleOff { .. } => false,
        }
    }

    /// The policy with the change; none where the policy is no longer the one that it starts from.
    pub fn applied(&self, policy: &Policy) -> Option<Policy> {
        let mut changed = policy.clone();
        let same = |left: f64, right: f64| (left - right).abs() < 1e-9;
        match self {
            Self::SupportThreshold { from, to } => {
                same(policy.support_threshold, *from).then_some(())?;
                changed.support_threshold = *to;
            }
            Self::SupportProbability { from, to } => {
                (policy.support_probability == *from).then_some(())?;
                changed.support_probability = Some(*to);
            }
            Self::Tolerance { of, from, to } => {
                let place = of.place(&mut changed.tolerances);
                let Band::Relative(share) = *place else {
                    return None;
                };
                same(share, *from).then_some(())?;
                *place = Band::Relative(*to);
            }
            Self::CheckOff { check } => {
                let switch = match check {
                    NotingCheck::Patterns => &mut changed.checks.patterns,
                    NotingCheck::SelfContradiction => &mut changed.checks.self_contradiction,
                };
                (*switch).then_some(())?;
                *switch = false;
            }
            Self::PackOff { pack } => {
                let before = changed.packs.len();
                changed.packs.retain(|on| on != pack);
                (changed.packs.len() < before).then_some(())?;
            }
            Self::RuleOff { pack, rule } => {
                let off = RuleOff {
                    pack: pack.clone(),
                    rule: rule.clone(),
                };
                let entry = off.to_string();
                (changed.packs.contains(pack) && !changed.packs.contains(&entry)).then_some(())?;
                changed.packs.push(entry);
            }
        }
        changed.validate().ok()?;
        Some(changed)
    }
}

/// How far a setting agrees with what people decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Agreement {
    /// Decisions that speak about the setting.
    pub decisions: u32,
    /// Those that it agrees with as it is, and as it is proposed.
    pub now: u32,
    pub then: u32,
}

/// Something in a past report that would have been otherwise.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Otherwise {
    pub report: ReportId,
    pub title: String,
    /// The statement; none where it is about the report as a whole.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub claim: Option<String>,
    pub was: String,
    pub would_be: String,
}

/// What a proposal would have made of past reports, as far as their records tell.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Effect {
    /// The newest reports that were looked at.
    pub reports: u32,
    /// Verdicts and findings that would be otherwise.
    pub statements: u32,
    /// Reports whose outcome would be otherwise.
    pub outcomes: u32,
    /// The first of both.
    pub examples: Vec<Otherwise>,
    /// What the records do not tell.
    pub untold: Vec<String>,
}

/// How far a proposal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    /// It waits for a person.
    Open,
    Accepted,
    Rejected,
}

/// A change of the policy that decisions speak for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Proposal {
    pub id: String,
    pub made_at: String,
    pub change: Change,
    /// One sentence for a reader.
    pub why: String,
    pub agreement: Agreement,
    pub effect: Effect,
    pub state: ProposalState,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub decided_at: Option<String>,
}

/// What decisions say of the policy.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Calibration {
    /// Reviews that were decided; the newest of them are read.
    pub decided: u32,
    /// Statements of them about which a decision is clear, and how many an expected calibration error needs.
    pub statements: u32,
    pub needed: u32,
    /// Expected calibration error of the probability of support over these; none where there are too few.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub error: Option<f64>,
    /// What cannot be said yet, and why.
    pub notes: Vec<String>,
    /// Newest first.
    pub proposals: Vec<Proposal>,
}

impl Calibration {
    /// The proposals that wait for a person.
    pub fn open(&self) -> impl Iterator<Item = &Proposal> {
        self.proposals
            .iter()
            .filter(|one| one.state == ProposalState::Open)
    }
}

/// What a person decides about a proposal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ProposalVerdict))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Accepted,
    Rejected,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Amount, Policy};

    #[test]
    fn a_change_starts_from_the_policy_that_it_was_made_for() {
        let policy = Policy::default();
        let threshold = |from| Change::SupportThreshold { from, to: 0.5 };
        let changed = threshold(0.6).applied(&policy).unwrap();
        assert!((changed.support_threshold - 0.5).abs() < 1e-9);
        assert_eq!(threshold(0.7).applied(&policy), None);
        let sure = Change::SupportProbability {
            from: None,
            to: 0.55,
        };
        let changed = sure.applied(&policy).unwrap();
        assert_eq!(changed.support_probability, Some(0.55));
        assert_eq!(sure.applied(&changed), None);
        let wider = |from, to| Change::Tolerance {
            of: Toleranced::Currency,
            from,
            to,
        };
        let changed = wider(0.0, 0.02).applied(&policy).unwrap();
        assert_eq!(changed.tolerances.currency, Band::Relative(0.02));
        assert_eq!(wider(0.0, 7.0).applied(&policy), None, "no valid policy");
        let mut absolute = policy.clone();
        absolute.tolerances.currency = Band::Absolute(Amount { absolute: 5.0 });
        assert_eq!(wider(0.0, 0.02).applied(&absolute), None);
        let off = Change::CheckOff {
            check: NotingCheck::Patterns,
        };
        let changed = off.applied(&policy).unwrap();
        assert!(!changed.checks.patterns && changed.checks.self_contradiction);
        assert_eq!(off.applied(&changed), None);
        let pack = Change::PackOff {
            pack: "student-records".to_owned(),
        };
        let changed = pack.applied(&policy).unwrap();
        assert_eq!(changed.packs, ["core"]);
        assert_eq!(pack.applied(&changed), None);
        let rule = Change::RuleOff {
            pack: "student-records".to_owned(),
            rule: "SR-001".to_owned(),
        };
        assert_eq!(rule.applied(&changed), None, "its pack is off");
        let changed = rule.applied(&policy).unwrap();
        assert_eq!(changed.packs.last().unwrap(), "-student-records/SR-001");
        assert_eq!(rule.applied(&changed), None);
    }
}
