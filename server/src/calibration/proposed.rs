//! Which settings would agree with more decisions than those in force.

use super::deviation;
use super::effect::of_rule;
use super::labelled::{Decided, Labelled};
use groundwall_core::calibration::{Agreement, Change, NotingCheck, Toleranced};
use groundwall_core::policy::Band;
use groundwall_core::{CheckKind, Finding, Policy, RuleOff, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// Decisions that a proposal needs, and of each of the two kinds.
pub(super) const NEEDED: usize = 20;
pub(super) const OF_EACH: usize = 5;
/// So many more have to agree: this many, and this share of them.
const MORE: usize = 3;
const MORE_SHARE: f64 = 0.05;
/// Findings of a check or pack that are false alarms this often are proposed to be switched off.
const OVERRULED: f64 = 0.9;
/// No tolerance beyond this is proposed.
const WIDEST: f64 = 0.25;

/// A change that decisions speak for.
pub(super) struct Proposed {
    pub(super) change: Change,
    pub(super) why: String,
    pub(super) agreement: Agreement,
}

/// Proposals, and what cannot be said yet.
#[derive(Default)]
pub(super) struct Found {
    pub(super) proposed: Vec<Proposed>,
    pub(super) notes: Vec<String>,
}

/// A value, and whether it should pass.
type Wanted = (f64, bool);

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Says that a setting has too few decisions; none where there are enough.
fn too_few(what: &str, all: &[Wanted]) -> Option<String> {
    let fine = all.iter().filter(|(_, fine)| *fine).count();
    let wrong = all.len().saturating_sub(fine);
    if all.len() >= NEEDED && fine >= OF_EACH && wrong >= OF_EACH {
        return None;
    }
    Some(format!(
        "{what}: {} decisions speak about it, {fine} that something was fine and {wrong} that it was wrong. {NEEDED} are needed, {OF_EACH} of each.",
        all.len()
    ))
}

/// How many agree where `passes` says what passes.
fn agreeing(all: &[Wanted], passes: impl Fn(f64) -> bool) -> usize {
    all.iter()
        .filter(|(value, fine)| passes(*value) == *fine)
        .count()
}

/// Whether so many more agree that a person should be asked.
fn is_better(now: usize, then: usize, of: usize) -> bool {
    let more = then.saturating_sub(now);
    more >= MORE && more as f64 >= MORE_SHARE * of as f64
}

/// The candidate with which most decisions agree, and how many; of equal ones the nearest to where the setting is.
fn best(
    all: &[Wanted],
    candidates: impl Iterator<Item = f64>,
    near: f64,
    passes: impl Fn(f64, f64) -> bool,
) -> Option<(f64, usize)> {
    let mut found: Option<(f64, usize)> = None;
    for candidate in candidates {
        let agree = agreeing(all, |value| passes(value, candidate));
        let better = found.is_none_or(|(known, most)| {
            agree > most || (agree == most && (candidate - near).abs() < (known - near).abs())
        });
        if better {
            found = Some((candidate, agree));
        }
    }
    found
}

/// Hundredths around the values that were decided about: at each, and just above it.
fn hundredths(all: &[Wanted]) -> impl Iterator<Item = f64> {
    let steps: BTreeSet<u32> = all
        .iter()
        .flat_map(|(value, _)| {
            let below = (value.clamp(0.0, 1.0) * 100.0 + 1e-6).floor() as u32;
            [below, below.saturating_add(1)]
        })
        .filter(|step| (1..=100).contains(step))
        .collect();
    steps.into_iter().map(|step| f64::from(step) / 100.0)
}

fn agreement(all: &[Wanted], now: usize, then: usize) -> Agreement {
    Agreement {
        decisions: count(all.len()),
        now: count(now),
        then: count(then),
    }
}

/// Everything that decisions speak for under a policy.
pub(super) fn proposed(all: &[Decided], labelled: &[Labelled<'_>], policy: &Policy) -> Found {
    let mut found = Found::default();
    support_threshold(all, policy, &mut found);
    support_probability(labelled, policy, &mut found);
    for of in Toleranced::ALL {
        tolerance(labelled, policy, of, &mut found);
    }
    for check in [NotingCheck::Patterns, NotingCheck::SelfContradiction] {
        check_off(all, policy, check, &mut found);
    }
    let is_pack = |entry: &&String| RuleOff::of(entry).is_none();
    for pack in policy.packs.iter().filter(is_pack) {
        pack_off(all, pack, &mut found);
    }
    found
}

/// From reports that the ratio decides: some statements failed, and none is refuted.
fn support_threshold(all: &[Decided], policy: &Policy, found: &mut Found) {
    let decisions: Vec<Wanted> = all
        .iter()
        .filter(|decided| {
            decided
                .claims()
                .all(|claim| claim.verdict != Verdict::Refuted)
        })
        .filter_map(|decided| Some((decided.report.summary.support_ratio?, decided.fine())))
        .filter(|(ratio, _)| *ratio < 1.0)
        .collect();
    let what = "Statements that must be supported for a repair at once";
    if let Some(note) = too_few(what, &decisions) {
        return found.notes.push(note);
    }
    let from = policy.support_threshold;
    let passes = |ratio: f64, threshold: f64| ratio >= threshold;
    let now = agreeing(&decisions, |ratio| passes(ratio, from));
    let Some((to, then)) = best(&decisions, hundredths(&decisions), from, passes) else {
        return;
    };
    if is_better(now, then, decisions.len()) {
        found.proposed.push(Proposed {
            change: Change::SupportThreshold { from, to },
            why: format!(
                "{what}: {:.0} % instead of {:.0} % agrees with more decisions about answers some of whose statements failed.",
                to * 100.0,
                from * 100.0
            ),
            agreement: agreement(&decisions, now, then),
        });
    }
}

/// From statements that the judge decides, and no check.
fn support_probability(labelled: &[Labelled<'_>], policy: &Policy, found: &mut Found) {
    let judged: Vec<&Labelled<'_>> = labelled
        .iter()
        .filter(|one| !one.claim.decided_by_check())
        .collect();
    let decisions: Vec<Wanted> = judged
        .iter()
        .map(|one| (f64::from(one.claim.probability), one.fine))
        .collect();
    let what = "How probable support must be";
    if let Some(note) = too_few(what, &decisions) {
        return found.notes.push(note);
    }
    let from = policy.support_probability;
    // As the judge holds them against each other.
    let passes = |probability: f64, least: f64| probability as f32 >= least as f32;
    let now = match from {
        Some(least) => agreeing(&decisions, |value| passes(value, f64::from(least))),
        None => judged
            .iter()
            .filter(|one| (one.claim.verdict == Verdict::Supported) == one.fine)
            .count(),
    };
    // Where the judge's own threshold holds, the most careful of equal ones.
    let near = from.map_or(1.0, f64::from);
    let Some((to, then)) = best(&decisions, hundredths(&decisions), near, passes) else {
        return;
    };
    if is_better(now, then, decisions.len()) {
        let to = to as f32;
        let own = "the judge's own threshold".to_owned();
        let before = from.map_or(own, |least| format!("{least:.2}"));
        found.proposed.push(Proposed {
            change: Change::SupportProbability { from, to },
            why: format!(
                "{what}: {to:.2} instead of {before} agrees with more decisions about statements that no check decides."
            ),
            agreement: agreement(&decisions, now, then),
        });
    }
}

fn tolerance(labelled: &[Labelled<'_>], policy: &Policy, of: Toleranced, found: &mut Found) {
    let decisions: Vec<Wanted> = labelled
        .iter()
        .filter_map(|one| {
            let mut distances = one.claim.findings.iter().filter_map(deviation::of);
            let (_, distance) = distances.find(|(kind, _)| *kind == of)?;
            Some((distance, one.fine))
        })
        .collect();
    let what = match of {
        Toleranced::Currency => "Tolerance of amounts of money",
        Toleranced::Percentage => "Tolerance of percentages",
        Toleranced::Ratio => "Tolerance of ratios",
    };
    if let Some(note) = too_few(what, &decisions) {
        return found.notes.push(note);
    }
    let Band::Relative(from) = of.of(&policy.tolerances) else {
        return found.notes.push(format!(
            "{what}: it is set as an amount; proposals are made for shares alone."
        ));
    };
    let passes = |distance: f64, band: f64| distance <= band + 1e-9;
    // Thousandths: at each distance that was decided about, and none at all.
    let steps: BTreeSet<u32> = decisions
        .iter()
        .map(|(distance, _)| (distance.min(1.0) * 1_000.0 - 1e-6).ceil().max(0.0) as u32)
        .chain([0])
        .collect();
    let candidates = steps
        .into_iter()
        .map(|step| f64::from(step) / 1_000.0)
        .filter(|band| *band <= WIDEST);
    let now = agreeing(&decisions, |distance| passes(distance, from));
    let Some((to, then)) = best(&decisions, candidates, from, passes) else {
        return;
    };
    if is_better(now, then, decisions.len()) {
        found.proposed.push(Proposed {
            change: Change::Tolerance { of, from, to },
            why: format!(
                "{what}: {:.1} % instead of {:.1} % of the documents' value agrees with more decisions about values that lay off.",
                to * 100.0,
                from * 100.0
            ),
            agreement: agreement(&decisions, now, then),
        });
    }
}

/// Whether findings are overruled so often that what makes them is better off. Agreeing now are true finds, then false alarms.
fn overruled(what: &str, verdicts: &[bool], found: &mut Found) -> Option<Agreement> {
    if verdicts.is_empty() {
        return None;
    }
    if verdicts.len() < NEEDED {
        found.notes.push(format!(
            "{what}: {} decisions speak about it alone; {NEEDED} are needed.",
            verdicts.len()
        ));
        return None;
    }
    let fine = verdicts.iter().filter(|fine| **fine).count();
    (fine as f64 >= OVERRULED * verdicts.len() as f64).then(|| Agreement {
        decisions: count(verdicts.len()),
        now: count(verdicts.len().saturating_sub(fine)),
        then: count(fine),
    })
}

/// From reports in which nothing failed but what this check noted.
fn check_off(all: &[Decided], policy: &Policy, check: NotingCheck, found: &mut Found) {
    let (on, source, what) = match check {
        NotingCheck::Patterns => (
            policy.checks.patterns,
            CheckKind::Pattern.source(),
            "The check for signs of invention",
        ),
        NotingCheck::SelfContradiction => (
            policy.checks.self_contradiction,
            CheckKind::SelfContradiction.source(),
            "The check for contradictions within a text",
        ),
    };
    if !on {
        return;
    }
    let alone = |decided: &&Decided| {
        let mut sources = sources(decided).peekable();
        sources.peek().is_some() && sources.all(|of| of == source)
    };
    let verdicts: Vec<bool> = all.iter().filter(alone).map(Decided::fine).collect();
    if let Some(agreement) = overruled(what, &verdicts, found) {
        found.proposed.push(Proposed {
            change: Change::CheckOff { check },
            why: format!(
                "{what} was overruled in {} of {} reports that it alone found fault with. Switched off, every report says that it did not run.",
                agreement.then, agreement.decisions
            ),
            agreement,
        });
    }
}

/// From reports in which nothing but this pack found fault: each of its rules that is overruled, since nobody has said anything of the others. All of it only
/// where no rule ever found fault alone, so that decisions speak about the pack and about no rule. `core` stays on.
fn pack_off(all: &[Decided], pack: &str, found: &mut Found) {
    const ALWAYS: &str = "core";
    let alone = |decided: &&Decided| {
        let mut all = findings(decided).peekable();
        all.peek().is_some() && all.all(|finding| of_rule(finding, pack).is_some())
    };
    let of: Vec<&Decided> = all.iter().filter(alone).collect();
    let mut by_rule: BTreeMap<&str, Vec<bool>> = BTreeMap::new();
    for decided in &of {
        let rules: BTreeSet<&str> = findings(decided)
            .filter_map(|finding| of_rule(finding, pack))
            .collect();
        // Of what several rules found together nobody knows which of them was overruled.
        if let (Some(rule), 1) = (rules.first(), rules.len()) {
            by_rule.entry(*rule).or_default().push(decided.fine());
        }
    }
    if by_rule.is_empty() && pack != ALWAYS {
        let verdicts: Vec<bool> = of.iter().map(|decided| decided.fine()).collect();
        if let Some(agreement) = overruled(&format!("The rule pack {pack}"), &verdicts, found) {
            found.proposed.push(Proposed {
                change: Change::PackOff {
                    pack: pack.to_owned(),
                },
                why: format!(
                    "The rule pack {pack} was overruled in {} of {} reports that it alone found fault with, each by several rules.",
                    agreement.then, agreement.decisions
                ),
                agreement,
            });
        }
        return;
    }
    for (rule, verdicts) in by_rule {
        let what = format!("{rule} of the rule pack {pack}");
        let Some(agreement) = overruled(&what, &verdicts, found) else {
            continue;
        };
        found.proposed.push(Proposed {
            change: Change::RuleOff {
                pack: pack.to_owned(),
                rule: rule.to_owned(),
            },
            why: format!(
                "The rule {rule} of the pack {pack} was overruled in {} of {} reports that it alone found fault with. Switched off, every report says that it did not look.",
                agreement.then, agreement.decisions
            ),
            agreement,
        });
    }
}

/// The findings of a report.
fn findings(decided: &Decided) -> impl Iterator<Item = &Finding> {
    let of_claims = decided.claims().flat_map(|claim| &claim.findings);
    of_claims.chain(&decided.report.findings)
}

/// What made the findings of a report.
fn sources(decided: &Decided) -> impl Iterator<Item = &str> {
    findings(decided).map(|finding| finding.source.as_str())
}
