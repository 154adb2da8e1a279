//! What a change would have made of past reports, as far as their records tell.

use super::deviation;
use groundwall_core::calibration::{Change, Effect, NotingCheck, Otherwise};
use groundwall_core::{CheckKind, Finding, JudgedClaim, Policy, Report, ReportState, Verdict};
use groundwall_engine::{Fate, Outlook, outlook};

/// Examples that a proposal shows.
const EXAMPLES: usize = 40;

/// Sums up what a change makes of one report after another.
pub(super) struct Looking<'a> {
    change: &'a Change,
    now: &'a Policy,
    then: Policy,
    /// Whether another draft can be asked for.
    more: bool,
    effect: Effect,
    undrafted: u32,
}

impl<'a> Looking<'a> {
    /// None where the policy is not the one that the change starts from.
    pub(super) fn start(change: &'a Change, now: &'a Policy, more: bool) -> Option<Self> {
        Some(Self {
            change,
            now,
            then: change.applied(now)?,
            more,
            effect: Effect::default(),
            undrafted: 0,
        })
    }

    pub(super) fn at(&mut self, report: &Report) {
        self.effect.reports = self.effect.reports.saturating_add(1);
        match self.change {
            Change::SupportThreshold { .. } => self.outcome(report, report),
            Change::SupportProbability { from, to } => {
                let changed = judged_by(report, *from, *to);
                for (before, after) in claims(report).zip(claims(&changed)) {
                    if before.verdict != after.verdict {
                        self.statement(report, before, before.verdict.word(), after.verdict.word());
                    }
                }
                self.outcome(report, &changed);
            }
            Change::Tolerance { of, from, to } => {
                let within = |band: f64, distance: f64| distance <= band + 1e-9;
                for claim in claims(report) {
                    let distances = claim.findings.iter().filter_map(deviation::of);
                    for (kind, distance) in distances {
                        let (before, after) = (within(*from, distance), within(*to, distance));
                        if kind == *of && before != after {
                            let words = |within: bool| {
                                if within {
                                    "within the tolerance"
                                } else {
                                    "another value"
                                }
                            };
                            self.statement(report, claim, words(before), words(after));
                        }
                    }
                }
            }
            Change::CheckOff { check } => {
                let source = match check {
                    NotingCheck::Patterns => CheckKind::Pattern,
                    NotingCheck::SelfContradiction => CheckKind::SelfContradiction,
                };
                self.findings(report, |finding| finding.source == source.source());
            }
            Change::RuleOff { pack, rule } => {
                self.findings(report, |finding| of_rule(finding, pack) == Some(rule));
            }
            Change::PackOff { pack } => {
                self.findings(report, |finding| {
                    finding.source.split('/').next() == Some(pack)
                });
            }
        }
    }

    /// The whole effect.
    pub(super) fn end(self) -> Effect {
        let mut effect = self.effect;
        match self.change {
            Change::SupportThreshold { .. } | Change::SupportProbability { .. } => {
                if self.undrafted > 0 {
                    effect.untold.push(format!(
                        "{} reports have no draft to decide on again: computed, not covered, or withheld and not kept.",
                        self.undrafted
                    ));
                }
            }
            Change::Tolerance { .. } => effect.untold.push(
                "Whether the models then find a statement supported whose value no longer counts as another, and what becomes of its report.".to_owned(),
            ),
            Change::CheckOff { check: NotingCheck::SelfContradiction } => effect.untold.push(
                "What the documents say of the statements that contradict each other, and what becomes of their reports.".to_owned(),
            ),
            Change::CheckOff { check: NotingCheck::Patterns } | Change::PackOff { .. } | Change::RuleOff { .. } => effect
                .untold
                .push("What becomes of the reports without these findings.".to_owned()),
        }
        effect
    }

    fn outcome(&mut self, report: &Report, changed: &Report) {
        let (before, after) = (
            outlook(report, self.now, self.more),
            outlook(changed, &self.then, self.more),
        );
        let (Some(before), Some(after)) = (before, after) else {
            self.undrafted = self.undrafted.saturating_add(1);
            return;
        };
        if before != after {
            self.effect.outcomes = self.effect.outcomes.saturating_add(1);
            self.example(report, None, &words(before), &words(after));
        }
    }

    fn findings(&mut self, report: &Report, gone: impl Fn(&Finding) -> bool) {
        for claim in claims(report) {
            for finding in claim.findings.iter().filter(|finding| gone(finding)) {
                self.statement(report, claim, finding.kind.name(), "no such finding");
            }
        }
        for finding in report.findings.iter().filter(|finding| gone(finding)) {
            self.effect.statements = self.effect.statements.saturating_add(1);
            self.example(report, None, finding.kind.name(), "no such finding");
        }
    }

    fn statement(&mut self, report: &Report, claim: &JudgedClaim, was: &str, would_be: &str) {
        self.effect.statements = self.effect.statements.saturating_add(1);
        self.example(report, Some(&claim.claim.text), was, would_be);
    }

    fn example(&mut self, report: &Report, claim: Option<&str>, was: &str, would_be: &str) {
        if self.effect.examples.len() == EXAMPLES {
            return;
        }
        let title = report.question.clone();
        self.effect.examples.push(Otherwise {
            report: report.id.clone(),
            title: title.unwrap_or_else(|| "Verification".to_owned()),
            claim: claim.map(str::to_owned),
            was: was.to_owned(),
            would_be: would_be.to_owned(),
        });
    }
}

/// The rule of a pack that made a finding.
pub(super) fn of_rule<'f>(finding: &'f Finding, pack: &str) -> Option<&'f str> {
    let (source, rule) = finding.source.split_once(' ')?;
    (source.split('/').next() == Some(pack)).then_some(rule)
}

fn claims(report: &Report) -> impl Iterator<Item = &JudgedClaim> {
    report.claims.iter().chain(&report.removed)
}

/// "Repaired: partly verified"
fn words(outlook: Outlook) -> String {
    let fate = match outlook.fate {
        Fate::Released => "released",
        Fate::Repaired => "repaired",
        Fate::Noted => "released with notes",
        Fate::Withheld => "withheld",
        Fate::DraftedAgain => "drafted again",
        Fate::Shown => "shown",
    };
    let state = outlook.state.map(ReportState::words);
    state.map_or_else(
        || fate.to_owned(),
        |state| format!("{fate}, {}", state.to_lowercase()),
    )
}

/// A report with the verdicts that another threshold of the judge gives. What a check decided, or a document denies, stays.
fn judged_by(report: &Report, from: Option<f32>, to: f32) -> Report {
    let mut changed = report.clone();
    let attempts = changed.attempts.iter_mut();
    let all = attempts
        .flat_map(|attempt| &mut attempt.claims)
        .chain(&mut changed.claims)
        .chain(&mut changed.removed);
    for claim in all {
        let was = match claim.verdict {
            Verdict::Supported => true,
            Verdict::Unsupported => false,
            Verdict::Refuted | Verdict::Unverifiable => continue,
        };
        if claim.decided_by_check() || claim.computed.is_some() {
            continue;
        }
        // A verdict that the threshold of then does not explain has another reason, such as a word that the evidence lacks.
        let explained = from.is_none_or(|from| (claim.probability >= from) == was);
        if explained {
            claim.verdict = if claim.probability >= to {
                Verdict::Supported
            } else {
                Verdict::Unsupported
            };
        }
    }
    changed
}
