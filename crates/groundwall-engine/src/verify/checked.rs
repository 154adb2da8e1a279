//! The checks over a claim's windows.

use groundwall_checks::{
    CheckKind, Observation, Prepared, Scored, Signal, Text, citation, date, identifier,
    impossibility, number, pattern, quote,
};
use groundwall_core::Policy;
use groundwall_core::policy::CheckSwitches;
use groundwall_judge::Judge;
use groundwall_values::number::Unit;

/// What one check says alike of a claim's values is listed this often: a text may hold thousands of values, and a report is read.
const LISTED: usize = 20;

/// What the check of numbers says of the types that are switched on, and the names of the others that the claim has.
fn number_types(
    claim: &Text,
    switches: &CheckSwitches,
    check: impl FnOnce() -> Vec<Observation>,
) -> (Vec<Observation>, Vec<&'static str>) {
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
    let (mut texts, mut names) = (Vec::new(), Vec::new());
    for number in claim.numbers() {
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
    claim: &Text,
    windows: &[Scored],
    policy: &Policy,
    dictionary: Option<&Judge>,
    year: i32,
) -> (Vec<Observation>, Vec<&'static str>) {
    let prepared = Prepared::new(claim, windows);
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
    (listed(said), off)
}

/// The statements without those beyond [`LISTED`] of the same check and signal; the last one that is left says how many went.
fn listed(said: Vec<Observation>) -> Vec<Observation> {
    let mut kept: Vec<Observation> = Vec::new();
    // Few checks and signals: a list is enough. Beside them the count, and the place of the last one that was kept.
    let mut groups: Vec<(CheckKind, Signal, usize, usize)> = Vec::new();
    for said in said {
        let known = groups
            .iter_mut()
            .find(|(check, signal, ..)| (*check, *signal) == (said.check, said.signal));
        let group = match known {
            Some(group) => group,
            None => {
                groups.push((said.check, said.signal, 0, 0));
                let last = groups.len() - 1;
                &mut groups[last]
            }
        };
        group.2 += 1;
        if group.2 <= LISTED {
            group.3 = kept.len();
            kept.push(said);
        }
    }
    for (_, _, count, last) in groups {
        if count > LISTED {
            let note = &mut kept[last].note;
            note.push_str(&format!(", and {} more alike", count - LISTED));
        }
    }
    kept
}

/// What the checks of numbers and dates say, and which of them are off though the claim has such values.
fn values(prepared: &Prepared, policy: &Policy) -> (Vec<Observation>, Vec<&'static str>) {
    let CheckSwitches { numbers, dates, .. } = policy.checks;
    let (mut said, mut off) = (Vec::new(), Vec::new());
    if numbers {
        let check = || number::check(prepared, &policy.tolerances);
        (said, off) = number_types(prepared.claim, &policy.checks, check);
    } else if !prepared.claim.numbers().is_empty() {
        off.push(CheckKind::Number.name());
    }
    if dates {
        said.extend(date::check(prepared));
    } else if !prepared.claim.dates().is_empty() {
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
) -> (Vec<Observation>, Vec<&'static str>) {
    let claim = prepared.claim;
    let (mut said, mut off) = (Vec::new(), Vec::new());
    if switches.identifiers {
        said.extend(identifier::check(prepared, ordinary));
    } else if !claim.identifiers().is_empty() {
        off.push(CheckKind::Identifier.name());
    }
    if switches.quotes {
        said.extend(quote::check(prepared));
    } else if !claim.quotes().is_empty() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::FindingKind;

    fn said(signal: Signal, detected: usize) -> Observation {
        Observation {
            check: CheckKind::Number,
            signal,
            kind: FindingKind::InventedStatistic,
            detected: detected.to_string(),
            expected: None,
            source: None,
            read_as: None,
            note: format!("{detected} stands nowhere"),
        }
    }

    #[test]
    fn thousands_of_values_are_listed_by_the_first_and_a_count() {
        let many = (0..3_000)
            .map(|number| said(Signal::Absent, number))
            .chain([said(Signal::Clash, 7)])
            .collect();
        let kept = listed(many);
        assert_eq!(kept.len(), LISTED + 1);
        assert_eq!(kept[0].note, "0 stands nowhere");
        assert_eq!(
            kept[LISTED - 1].note,
            "19 stands nowhere, and 2980 more alike"
        );
        assert_eq!(kept[LISTED].signal, Signal::Clash);
    }

    #[test]
    fn few_stay_as_they_are() {
        let few: Vec<Observation> = (0..LISTED)
            .map(|number| said(Signal::Passed, number))
            .collect();
        assert_eq!(listed(few.clone()), few);
    }
}
