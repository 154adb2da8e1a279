//! Patterns that deserve a note and change no verdict.

use crate::language::ENGLISH;
use crate::number::{Bound, Fit, Number, Unit, comparable, fit};
use crate::words::fold;
use crate::{CheckKind, Observation, Prepared, Scored, Signal};
use groundwall_core::FindingKind;
use groundwall_core::policy::Tolerances;
use groundwall_text::reach::{PHRASE, before};
use regex::Regex;
use std::sync::LazyLock;

/// "A recent study found that": a study of nobody. One with a name, a year or a place ("a 2019 study by Lee") is not matched.
static STUDY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:an?|one|some|many|several|recent|new|numerous) (?:recent |new )?(?:study|studies|survey|surveys) (?:has |have )?(?:show(?:s|ed|n)?|finds?|found|suggest(?:s|ed)?|prove[sdn]?) that\b")
        .expect("the pattern is fixed")
});

/// A long quotation that is attributed to nobody.
static NOBODY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"[“"„«](?P<quote>[^“”"„«»]{50,200})[”"“»]\s*(?:[-–—]+\s*|,?\s+(?:said|says)\s+)(?:(?i:an?)\s+)?(?i:anonymous|unknown|expert)s?\b"#)
        .expect("the pattern is fixed")
});

/// Round figures of four digits and more.
const ROUND: f64 = 1000.0;

/// The vague phrase of a text, if there is one.
pub fn vague_attribution(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    ENGLISH
        .phrases
        .vague
        .within(&folded)
        .or_else(|| STUDY.is_match(&folded).then_some("a study"))
}

/// Vague attribution, long quotations of nobody, and of figures that no window gives: too many decimals, and roundness.
pub fn check(prepared: &Prepared) -> Vec<Observation> {
    let say = |kind, detected: &str, note: &str| Observation {
        check: CheckKind::Pattern,
        signal: Signal::Warning,
        kind,
        detected: detected.to_owned(),
        expected: None,
        source: None,
        read_as: None,
        note: note.to_owned(),
    };
    let mut said: Vec<Observation> = Vec::new();
    if let Some(phrase) = vague_attribution(prepared.claim) {
        let note = "nobody is named as the source";
        said.push(say(FindingKind::VagueAttribution, phrase, note));
    }
    if let Some(found) = NOBODY.captures(prepared.claim) {
        let note = "the quotation is attributed to nobody in particular";
        said.push(say(FindingKind::GenericQuote, &found["quote"], note));
    }
    let given = |number: &Number| {
        let written = number.text.trim_end_matches(['%', ' ']);
        let mut windows = prepared.windows.iter();
        windows.any(|scored| scored.text.contains(written))
    };
    for number in prepared.claim.numbers() {
        if is_precise(prepared.claim, number) && !given(number) {
            let note = "more decimals than any source gives";
            said.push(say(FindingKind::SuspiciousPrecision, &number.text, note));
        }
        if is_round(number) && !given(number) && !comes_near(number, prepared.windows) {
            let note = "a round figure that no source gives or comes near";
            said.push(say(FindingKind::SuspiciousRounding, &number.text, note));
        }
    }
    said
}

/// Three decimals or more, of a percentage or behind "exactly".
fn is_precise(claim: &str, number: &Number) -> bool {
    let decimals = number.text.split_once('.').map_or(0, |(_, rest)| {
        rest.chars().take_while(char::is_ascii_digit).count()
    });
    let exactly =
        || fold(before(claim, number.range.start, PHRASE).trim_end()).ends_with("exactly");
    decimals >= 3 && (number.unit == Unit::Percent || exactly())
}

/// Thousands without a rest that call themselves approximate: "about 50,000".
fn is_round(number: &Number) -> bool {
    number.bound == Bound::About && number.value >= ROUND && number.value % ROUND == 0.0
}

/// Whether the windows have a number that the rounded one may stand for.
fn comes_near(number: &Number, windows: &[Scored]) -> bool {
    let near = |other: &Number| {
        comparable(number, other) && fit(number, other, &Tolerances::default()) != Fit::Different
    };
    windows
        .iter()
        .any(|scored| scored.text.numbers().iter().any(near))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(claim: &str, evidence: &str) -> Vec<FindingKind> {
        let windows = [Scored::alone(evidence)];
        let said = check(&Prepared::new(&claim.into(), &windows));
        said.into_iter().map(|said| said.kind).collect()
    }

    #[test]
    fn the_reference_s_patterns_are_noted() {
        use FindingKind::{
            GenericQuote, SuspiciousPrecision, SuspiciousRounding, VagueAttribution,
        };
        for (claim, kind) in [
            ("A recent study shows that tea helps.", VagueAttribution),
            ("Some studies have found that tea helps.", VagueAttribution),
            ("The share is 12.34567%.", SuspiciousPrecision),
            (
                "The tank holds exactly 1234.5678 litres.",
                SuspiciousPrecision,
            ),
            ("It drew approximately 50,000 visitors.", SuspiciousRounding),
            (
                "\"The only way to keep a harbour alive is to keep its boats at sea\" - Anonymous",
                GenericQuote,
            ),
        ] {
            assert_eq!(kinds(claim, "Tea is drunk here."), [kind], "{claim}");
        }
    }

    #[test]
    fn what_sources_give_and_what_has_a_name_is_not() {
        for (claim, evidence) in [
            ("A 2019 study by Lee shows that tea helps.", "Tea helps."),
            ("The share is 12.34567%.", "Its share: 12.34567 percent."),
            ("The tank holds exactly 500 litres.", "It holds 400 litres."),
            ("It drew about 50,000 visitors.", "49,870 visitors came."),
            ("It drew 50,000 visitors.", "Many came."),
            (
                "\"The only way to keep a harbour alive is to keep its boats at sea\" - Anna Berg",
                "Tea.",
            ),
        ] {
            assert_eq!(kinds(claim, evidence), [], "{claim}");
        }
    }
}
