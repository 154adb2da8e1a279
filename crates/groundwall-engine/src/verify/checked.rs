//! The checks over a claim's windows.

use super::windows::Scored;
use groundwall_checks::number::Unit;
use groundwall_checks::{
    CheckKind, Prepared, Said, Signal, Source, citation, date, identifier, impossibility, number,
    pattern, quote,
};
use groundwall_core::Policy;
use groundwall_core::policy::CheckSwitches;
use groundwall_judge::Judge;

/// What the check of numbers says of the types that are switched on, and the names of the others that the claim has.
fn number_types(
    claim: &str,
    switches: &CheckSwitches,
    check: impl FnOnce() -> Vec<Said>,
) -> (Vec<Said>, Vec<&'static str>) {
    let name_of = |unit: &Unit| match unit {
        Unit::Currency(_) if !switches.currency => Some("currency"),
        Unit::Percent | Unit::Points if !switches.percentages => Some("percentages"),
        Unit::Ratio if !switches.ratios => Some("ratios"),
        Unit::Currency(_)
        | Unit::Percent
        | Unit::Points
        | Unit::Ratio
        | Unit::Measure(_)
        | Unit::Count(_) => None,
    };
    let numbers = number::extract(claim);
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    for number in &numbers {
        if let Some(name) = name_of(&number.unit) {
            texts.push(number.text.as_str());
            names.push(name);
        }
    }
    names.sort_unstable();
    names.dedup();
    let mut said = check();
    said.retain(|said| !texts.contains(&said.detected.as_str()));
    (said, names)
}

/// Everything that the switched-on checks say, and the names of those that are off and would have had something to judge.
pub(super) fn checks(
    claim: &str,
    windows: &[Scored],
    policy: &Policy,
    dictionary: Option<&Judge>,
    year: i32,
) -> (Vec<Said>, Vec<&'static str>) {
    let sources: Vec<Source> = windows.iter().map(Scored::source).collect();
    let prepared = Prepared::new(claim, &sources);
    let (mut said, mut off) = values(&prepared, policy);
    // Without a dictionary every word may be an ordinary one.
    let ordinary = |word: &str| dictionary.is_none_or(|judge| judge.knows(word));
    let (says, lacks) = wording(&prepared, &policy.checks, &ordinary, year);
    said.extend(says);
    off.extend(lacks);
    // What a window does not assert says no other value either.
    let assertions = policy.checks.assertions;
    said.retain(|said| {
        said.signal != Signal::Clash
            || said
                .source
                .is_none_or(|place| windows[place].standing.is_asserted() || !assertions)
    });
    if !assertions && windows.iter().any(|scored| !scored.standing.is_asserted()) {
        off.push(CheckKind::Assertion.name());
    }
    (said, off)
}

/// What the checks of numbers and dates say, and which of them are off though the claim has such values.
fn values(prepared: &Prepared, policy: &Policy) -> (Vec<Said>, Vec<&'static str>) {
    let CheckSwitches { numbers, dates, .. } = policy.checks;
    let (mut said, mut off) = (Vec::new(), Vec::new());
    if numbers {
        let check = || number::check(prepared, &policy.tolerances);
        (said, off) = number_types(prepared.claim, &policy.checks, check);
    } else if !number::extract(prepared.claim).is_empty() {
        off.push(CheckKind::Number.name());
    }
    if dates {
        said.extend(date::check(prepared));
    } else if !date::extract(prepared.claim).is_empty() {
        off.push(CheckKind::Date.name());
    }
    (said, off)
}

/// The same of the other checks. Those of citations, impossibilities and patterns judge no claim by their silence, so that nothing is missing where they are off.
fn wording(
    prepared: &Prepared,
    switches: &CheckSwitches,
    ordinary: &dyn Fn(&str) -> bool,
    year: i32,
) -> (Vec<Said>, Vec<&'static str>) {
    let claim = prepared.claim;
    let (mut said, mut off) = (Vec::new(), Vec::new());
    if switches.identifiers {
        said.extend(identifier::check(prepared, ordinary));
    } else if !identifier::extract(claim).is_empty() {
        off.push(CheckKind::Identifier.name());
    }
    if switches.quotes {
        said.extend(quote::check(prepared));
    } else if !quote::extract(claim).is_empty() {
        off.push(CheckKind::Quote.name());
    }
    if switches.citations {
        said.extend(citation::check(prepared));
    }
    if switches.impossibilities {
        said.extend(impossibility::check(claim, year));
    }
    if switches.patterns {
        said.extend(pattern::check(prepared));
    }
    (said, off)
}
