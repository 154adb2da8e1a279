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

/// What the checks of a claim say, and the names of those that are off and would have had something to judge.
type Checked = (Vec<Said>, Vec<&'static str>);

/// What the check of numbers says of the types that are switched on, and the names of the others that the claim has.
fn number_types(
    claim: &str,
    switches: &CheckSwitches,
    check: impl FnOnce() -> Vec<Said>,
) -> Checked {
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

/// Runs the switched-on checks.
pub(super) fn checks(
    claim: &str,
    windows: &[Scored],
    policy: &Policy,
    dictionary: Option<&Judge>,
    year: i32,
) -> Checked {
    let (mut said, mut off) = each(claim, windows, policy, dictionary, year);
    let assertions = policy.checks.assertions;
    // What a window does not assert says no other value either.
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

/// What each check says by itself.
fn each(
    claim: &str,
    windows: &[Scored],
    policy: &Policy,
    dictionary: Option<&Judge>,
    year: i32,
) -> Checked {
    let sources: Vec<Source> = windows.iter().map(Scored::source).collect();
    let prepared = Prepared::new(claim, &sources);
    // Without a dictionary every word may be an ordinary one.
    let ordinary = |word: &str| dictionary.is_none_or(|judge| judge.knows(word));
    let CheckSwitches {
        identifiers,
        numbers,
        currency: _,
        percentages: _,
        ratios: _,
        dates,
        quotes,
        citations,
        impossibilities,
        self_contradiction: _,
        patterns,
        assertions: _,
        nli: _,
        tables: _,
    } = policy.checks;
    let (numbers_said, off_types) = number_types(claim, &policy.checks, || {
        number::check(&prepared, &policy.tolerances)
    });
    let checks: [(bool, CheckKind, bool, Vec<Said>); 7] = [
        (
            numbers,
            CheckKind::Number,
            !number::extract(claim).is_empty(),
            numbers_said,
        ),
        (
            dates,
            CheckKind::Date,
            !date::extract(claim).is_empty(),
            date::check(&prepared),
        ),
        (
            identifiers,
            CheckKind::Identifier,
            !identifier::extract(claim).is_empty(),
            identifier::check(&prepared, &ordinary),
        ),
        (
            quotes,
            CheckKind::Quote,
            !quote::extract(claim).is_empty(),
            quote::check(&prepared),
        ),
        (
            citations,
            CheckKind::Citation,
            false,
            citation::check(&prepared),
        ),
        (
            impossibilities,
            CheckKind::Impossibility,
            false,
            impossibility::check(claim, year),
        ),
        (
            patterns,
            CheckKind::Pattern,
            false,
            pattern::check(&prepared),
        ),
    ];
    let (mut said, mut off) = (Vec::new(), Vec::new());
    for (on, kind, applies, says) in checks {
        if on {
            said.extend(says);
        } else if applies {
            off.push(kind.name());
        }
    }
    if numbers {
        off.extend(off_types);
    }
    (said, off)
}
