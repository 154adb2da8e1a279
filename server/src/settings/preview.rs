//! What another policy would make of a report, as far as its record tells.

use app::Preview;
use groundwall_core::report::{JudgedClaim, Outcome};
use groundwall_core::{Policy, Report, shortened};
use groundwall_engine::{Fate, Outlook, outlook};
use serde_json::Value;

/// Characters of a report's name.
const TITLE: usize = 80;

fn fate(outlook: Outlook) -> &'static str {
    match outlook.fate {
        Fate::Released => "the text leaves as it was written",
        Fate::Repaired => "what failed is taken out, the rest leaves",
        Fate::Noted => "the text leaves with a note behind each failed statement",
        Fate::Withheld => "no text leaves",
        Fate::DraftedAgain => "the answer is written again",
        Fate::Shown => "the text stays as it was submitted",
    }
}

/// Whether a check had something to say of a claim.
fn spoke(claim: &JudgedClaim, check: &str) -> bool {
    let outcome = |outcome: Outcome| match outcome {
        Outcome::Passed | Outcome::Clash | Outcome::Absent => true,
        Outcome::Silent | Outcome::Warning | Outcome::NotRun => false,
    };
    let same = |name: &str| {
        let name = name.to_lowercase().replace(['-', ' '], "_");
        name.trim_end_matches('s') == check.trim_end_matches('s')
    };
    claim
        .checks
        .iter()
        .any(|line| same(&line.check) && outcome(line.outcome))
}

fn statements(count: usize) -> String {
    if count == 1 {
        "1 statement".to_owned()
    } else {
        format!("{count} statements")
    }
}

/// Switches by name, in the order of the page.
fn switches(policy: &Policy) -> Vec<(&'static str, &'static str, bool)> {
    let value = serde_json::to_value(policy.checks).unwrap_or_default();
    let on = |name: &str| value.get(name).and_then(Value::as_bool).unwrap_or(true);
    app::CHECKS
        .into_iter()
        .map(|(name, label, _)| (name, label, on(name)))
        .collect()
}

/// What would become of a report under a policy.
pub(super) fn preview(report: &Report, policy: &Policy, more: bool) -> Preview {
    let made_by = &report.provenance.policy;
    // Whoever was asked again can be asked again.
    let more = more || report.attempts.len() > 1;
    let (before, after) = (
        outlook(report, made_by, more),
        outlook(report, policy, more),
    );
    let (mut told, mut untold) = (Vec::new(), Vec::new());
    let state = match (before, after) {
        (before, Some(after)) if before != Some(after) => {
            told.push(format!("Version {}: {}.", after.attempt, fate(after)));
            after.state
        }
        (_, Some(after)) => {
            told.push(format!("As before: {}.", fate(after)));
            Some(report.state)
        }
        (_, None) => {
            untold.push(
                "This report has no text to decide on again: it was computed, not covered, or withheld and not kept.",
            );
            Some(report.state)
        }
    };
    let (more_told, more_untold) = checks_switched(report, policy);
    told.extend(more_told);
    untold.extend(more_untold);
    untold.extend(beyond_the_record(made_by, policy));
    untold.dedup();
    Preview {
        report: report.id.clone(),
        title: report
            .question
            .as_ref()
            .or(report.delivered.as_ref())
            .map_or_else(|| "Verification".to_owned(), |said| shortened(said, TITLE)),
        asked: report.question.is_some(),
        now: report.state,
        then: state,
        told,
        untold: untold.into_iter().map(str::to_owned).collect(),
    }
}

/// What checks that are switched on or off would change, and what nobody can tell of them.
fn checks_switched(report: &Report, policy: &Policy) -> (Vec<String>, Vec<&'static str>) {
    let made_by = &report.provenance.policy;
    let (mut told, mut untold) = (Vec::new(), Vec::new());
    let all: Vec<&JudgedClaim> = report.claims.iter().chain(&report.removed).collect();
    for ((name, label, was), (_, _, is)) in switches(made_by).into_iter().zip(switches(policy)) {
        let count = all.iter().filter(|claim| spoke(claim, name)).count();
        if was && !is && count > 0 {
            told.push(format!(
                "{label} not checked: {} would count as not supported.",
                statements(count)
            ));
        } else if was && !is {
            told.push(format!("{label} not checked: it had nothing to say here."));
        } else if !was && is {
            untold.push("What a check would say that was off then.");
        }
    }
    (told, untold)
}

/// What would have to be read, judged or drafted again to be known.
fn beyond_the_record(made_by: &Policy, policy: &Policy) -> impl Iterator<Item = &'static str> {
    [
        (
            made_by.tolerances != policy.tolerances,
            "Whether other tolerances change a verdict.",
        ),
        (
            made_by.verifier != policy.verifier,
            "What another way of reading says.",
        ),
        (
            made_by.prompt_mode != policy.prompt_mode,
            "What another prompt leads to.",
        ),
    ]
    .into_iter()
    .filter_map(|(differs, what)| differs.then_some(what))
}
