//! The checks over a claim's windows.

use super::verdict::Scored;
use groundwall_checks::{
    CheckKind, Prepared, Said, Signal, Source, citation, date, identifier, impossibility, number,
    pattern, quote,
};
use groundwall_core::Policy;
use groundwall_core::policy::CheckSwitches;
use groundwall_judge::Judge;

fn sources(windows: &[Scored]) -> Vec<Source<'_>> {
    windows
        .iter()
        .map(|scored| Source {
            text: &scored.window.text,
            context: &scored.context,
            document: &scored.around,
        })
        .collect()
}

/// Everything that the switched-on checks say, and the names of those that are off and would have had something to judge.
pub(super) fn checks(
    claim: &str,
    windows: &[Scored],
    policy: &Policy,
    dictionary: Option<&Judge>,
    year: i32,
) -> (Vec<Said>, Vec<&'static str>) {
    let sources = sources(windows);
    let prepared = Prepared::new(claim, &sources);
    // Without a dictionary every word may be an ordinary one.
    let ordinary = |word: &str| dictionary.is_none_or(|judge| judge.knows(word));
    let CheckSwitches {
        identifiers,
        numbers,
        dates,
        quotes,
        citations,
        impossibilities,
        self_contradiction: _,
        patterns,
        assertions,
        nli: _,
        tables: _,
    } = policy.checks;
    let (mut said, mut off) = (Vec::new(), Vec::new());
    let mut run = |on: bool, kind: CheckKind, applies: bool, said_now: Vec<Said>| {
        if on {
            said.extend(said_now);
        } else if applies {
            off.push(kind.name());
        }
    };
    let quoted = quote::extract(claim);
    run(
        numbers,
        CheckKind::Number,
        !number::extract(claim).is_empty(),
        number::check(&prepared, &policy.tolerances),
    );
    run(
        dates,
        CheckKind::Date,
        !date::extract(claim).is_empty(),
        date::check(&prepared),
    );
    run(
        identifiers,
        CheckKind::Identifier,
        !identifier::extract(claim).is_empty(),
        identifier::check(&prepared, &ordinary),
    );
    run(
        quotes,
        CheckKind::Quote,
        !quoted.is_empty(),
        quote::check(&prepared),
    );
    run(
        citations,
        CheckKind::Citation,
        false,
        citation::check(&prepared),
    );
    run(
        impossibilities,
        CheckKind::Impossibility,
        false,
        impossibility::check(claim, year),
    );
    run(
        patterns,
        CheckKind::Pattern,
        false,
        pattern::check(&prepared),
    );
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
