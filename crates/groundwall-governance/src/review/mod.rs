//! Which reports a person has to look at: rules as data, and pure functions over a report.

use groundwall_core::governance::ConsensusOutcome;
use groundwall_core::pack::RuleState;
use groundwall_core::report::{Risk, Segment};
use groundwall_core::review::{FlaggedClaim, Reason};
use groundwall_core::{Flag, JudgedClaim, Report, ReportState, Severity};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The rules that the program carries.
const BUNDLED: &str = include_str!("../../data/review.toml");

/// What is wrong with a file of rules.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    #[error("the rule {0} names no condition")]
    NoCondition(String),
    #[error("the rule {rule}: {name} must lie between 0 and 1")]
    NoShare { rule: String, name: &'static str },
    #[error("two rules are called {0}")]
    Twice(String),
}

/// When a rule is a reason: everything that it names has to hold.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Rule {
    id: String,
    why: String,
    priority: Option<Severity>,
    within: Option<u32>,
    /// A finding of a pack's rule, at least so grave.
    pack_finding: Option<Severity>,
    /// Types of such findings that do not count for it.
    except: Option<Vec<String>>,
    /// A finding of any of these types.
    types: Option<Vec<String>>,
    /// The report's risk, at least.
    risk: Option<Risk>,
    /// So many refuted statements, at least.
    refuted: Option<u32>,
    withheld: Option<bool>,
    delivered: Option<bool>,
    ratio_below: Option<f64>,
    coverage_from: Option<f64>,
    coverage_below: Option<f64>,
    /// What several endpoints together ask for.
    consensus: Option<ConsensusOutcome>,
    /// The best passage's similarity to the question.
    relevance_below: Option<f64>,
    /// Whether no word of the question names an intent of a pack that is on.
    intent_unclear: Option<bool>,
    /// How uncertain the answer is, at least.
    uncertainty_from: Option<f64>,
    /// And below what it is, so that one degree is one reason.
    uncertainty_below: Option<f64>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Disputed {
    priority: Severity,
    within: Option<u32>,
}

/// A file of rules.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRules {
    #[serde(default)]
    rule: Vec<Rule>,
    dispute: Disputed,
}

/// What the rules look at.
struct Seen {
    withheld: bool,
    delivered: bool,
    ratio: Option<f64>,
    coverage: Option<f64>,
    relevance: Option<f64>,
    consensus: Option<ConsensusOutcome>,
    intent_unclear: bool,
    uncertainty: Option<f64>,
}

fn rank(risk: Risk) -> u8 {
    match risk {
        Risk::Low => 0,
        Risk::Medium => 1,
        Risk::High => 2,
        Risk::Critical => 3,
    }
}

/// Cited sentences of all that state a checkable claim; none where no sentence does, or where nobody cites: a text that was submitted, a computed answer.
fn coverage(report: &Report) -> Option<f64> {
    if report.question.is_none() || report.table.is_some() || report.delivered.is_none() {
        return None;
    }
    let verdicts: BTreeMap<u32, &JudgedClaim> = report
        .claims
        .iter()
        .map(|judged| (judged.claim.id, judged))
        .collect();
    let checkable = |segment: &&Segment| {
        let mut claims = segment.claims.iter().filter_map(|id| verdicts.get(id));
        claims.any(|judged| judged.verdict.is_checkable())
    };
    let sentences: Vec<&Segment> = report.segments.iter().filter(checkable).collect();
    let cited = sentences
        .iter()
        .filter(|segment| !segment.citations.is_empty())
        .count();
    (!sentences.is_empty()).then(|| (cited as f64) / (sentences.len() as f64))
}

impl Seen {
    fn of(report: &Report) -> Self {
        let delivered = report.delivered.is_some();
        let best = report
            .candidates
            .iter()
            .map(|candidate| f64::from(candidate.similarity))
            .max_by(f64::total_cmp);
        let governance = report.governance.as_deref();
        Self {
            withheld: report.state == ReportState::NotVerified && !delivered,
            delivered,
            ratio: report.summary.support_ratio,
            coverage: coverage(report),
            // Of an answer that was computed no passage is read.
            relevance: best.filter(|_| report.table.is_none()),
            consensus: governance
                .and_then(|known| known.consensus.as_ref())
                .map(|consensus| consensus.outcome),
            intent_unclear: governance
                .is_none_or(|known| known.intents.iter().all(|intent| intent.assumed)),
            uncertainty: governance
                .and_then(|known| known.uncertainty.as_ref())
                .map(|uncertainty| uncertainty.value),
        }
    }
}

impl Rule {
    fn checked(&self) -> Result<(), ReviewError> {
        let rule = || self.id.clone();
        let plain = Self {
            id: self.id.clone(),
            why: self.why.clone(),
            priority: self.priority,
            within: self.within,
            except: self.except.clone(),
            ..Self::default()
        };
        if *self == plain {
            return Err(ReviewError::NoCondition(rule()));
        }
        let shares = [
            ("ratio_below", self.ratio_below),
            ("coverage_from", self.coverage_from),
            ("coverage_below", self.coverage_below),
            ("relevance_below", self.relevance_below),
            ("uncertainty_from", self.uncertainty_from),
            ("uncertainty_below", self.uncertainty_below),
        ];
        let wrong = shares
            .into_iter()
            .find(|(_, share)| share.is_some_and(|share| !(0.0..=1.0).contains(&share)));
        match wrong {
            Some((name, _)) => Err(ReviewError::NoShare { rule: rule(), name }),
            None => Ok(()),
        }
    }

    fn holds(&self, report: &Report, seen: &Seen) -> bool {
        let below = |share: Option<f64>, limit: Option<f64>| {
            limit.is_none_or(|limit| share.is_some_and(|share| share < limit))
        };
        let is = |wanted: Option<bool>, told: bool| wanted.is_none_or(|wanted| wanted == told);
        let by_pack = |least: Severity| {
            let except = self.except.as_deref().unwrap_or_default();
            let counts = |kind: &str| except.iter().all(|name| name != kind);
            let mut findings = report.findings.iter();
            findings.any(|finding| finding.severity >= least && counts(finding.kind.name()))
        };
        let from = |share: Option<f64>, limit: Option<f64>| {
            limit.is_none_or(|limit| share.is_some_and(|share| share >= limit))
        };
        let of_type = |types: &Vec<String>| {
            let own = report.findings.iter().map(|finding| finding.kind);
            let mut all = own.chain(report.summary.findings_by_type.keys().copied());
            all.any(|kind| types.iter().any(|name| name == kind.name()))
        };
        self.pack_finding.is_none_or(by_pack)
            && self.types.as_ref().is_none_or(of_type)
            && self
                .risk
                .is_none_or(|least| rank(report.summary.overall_risk) >= rank(least))
            && self
                .refuted
                .is_none_or(|least| report.summary.counts.refuted >= least)
            && is(self.withheld, seen.withheld)
            && is(self.delivered, seen.delivered)
            && below(seen.ratio, self.ratio_below)
            && below(seen.coverage, self.coverage_below)
            && from(seen.coverage, self.coverage_from)
            && below(seen.relevance, self.relevance_below)
            && from(seen.uncertainty, self.uncertainty_from)
            && below(seen.uncertainty, self.uncertainty_below)
            && is(self.intent_unclear, seen.intent_unclear)
            && self
                .consensus
                .is_none_or(|outcome| seen.consensus == Some(outcome))
    }

    fn reason(&self) -> Reason {
        Reason {
            rule: self.id.clone(),
            why: self.why.clone(),
            priority: self.priority.unwrap_or(Severity::Low),
            within: self.within,
        }
    }
}

/// What packs escalate.
fn escalated(report: &Report) -> impl Iterator<Item = Reason> {
    report.rules.iter().filter_map(|answer| {
        let escalation = answer
            .escalation
            .filter(|_| answer.state == RuleState::Broken)?;
        Some(Reason {
            rule: format!("{} {}", answer.pack, answer.rule),
            why: answer.note.clone(),
            priority: escalation.priority,
            within: Some(escalation.within),
        })
    })
}

impl ReviewRules {
    /// The rules that the program carries.
    ///
    /// # Errors
    /// Never for a program whose tests pass.
    pub fn bundled() -> Result<Self, ReviewError> {
        Self::parse(BUNDLED)
    }

    /// Reads a file of rules.
    ///
    /// # Errors
    /// What is no such file, with line and column; a rule without a condition; a share that is none; two rules of one name.
    pub fn parse(text: &str) -> Result<Self, ReviewError> {
        let rules: Self = toml::from_str(text)?;
        let mut names: Vec<&str> = Vec::new();
        for rule in &rules.rule {
            rule.checked()?;
            if names.contains(&rule.id.as_str()) {
                return Err(ReviewError::Twice(rule.id.clone()));
            }
            names.push(&rule.id);
        }
        Ok(rules)
    }

    /// Why a report is in the queue whose verdict somebody disputes.
    pub fn disputed(&self) -> Reason {
        Reason {
            rule: "disputed".to_owned(),
            why: "Somebody disputes a verdict.".to_owned(),
            priority: self.dispute.priority,
            within: self.dispute.within,
        }
    }

    /// Whether and why a person has to look at a report.
    pub fn triage(&self, report: &Report) -> Option<Flag> {
        let seen = Seen::of(report);
        let own = self
            .rule
            .iter()
            .filter(|rule| rule.holds(report, &seen))
            .map(Rule::reason);
        let mut reasons: Vec<Reason> = escalated(report).chain(own).collect();
        if reasons.is_empty() {
            return None;
        }
        // Stable: what packs escalate comes first among equals.
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.priority));
        let claims = report.claims.iter().chain(&report.removed);
        Some(Flag {
            reasons,
            claims: claims
                .filter(|judged| judged.failed())
                .map(FlaggedClaim::of)
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests;
