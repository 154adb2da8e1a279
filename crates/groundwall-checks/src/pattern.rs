//! Patterns that deserve a note and change no verdict.

use crate::number::{Unit, extract};
use crate::words::fold;
use crate::{CheckKind, Prepared, Said, Signal};
use groundwall_core::FindingKind;

const VAGUE: [&str; 13] = [
    "studies show",
    "studies have shown",
    "research shows",
    "research suggests",
    "experts agree",
    "experts say",
    "most experts",
    "many experts",
    "it is widely known",
    "it is well known",
    "scientists say",
    "some people say",
    "it is generally accepted",
];

/// The vague phrase of a text, if there is one.
pub fn vague_attribution(text: &str) -> Option<&'static str> {
    let folded = fold(text);
    VAGUE.into_iter().find(|phrase| folded.contains(phrase))
}

/// Vague attribution, and percentages with three or more decimals that no window holds.
pub fn check(prepared: &Prepared) -> Vec<Said> {
    let say = |kind, detected: &str, note: &str| Said {
        check: CheckKind::Pattern,
        signal: Signal::Warning,
        kind,
        detected: detected.to_owned(),
        expected: None,
        source: None,
        note: note.to_owned(),
    };
    let mut said: Vec<Said> = vague_attribution(prepared.claim)
        .map(|phrase| {
            say(
                FindingKind::VagueAttribution,
                phrase,
                "nobody is named as the source",
            )
        })
        .into_iter()
        .collect();
    for number in extract(prepared.claim) {
        let decimals = number.text.split_once('.').map_or(0, |(_, rest)| {
            rest.chars().take_while(char::is_ascii_digit).count()
        });
        let given = || {
            prepared.sources.iter().any(|source| {
                source
                    .text
                    .contains(number.text.trim_end_matches(['%', ' ']))
            })
        };
        if number.unit == Unit::Percent && decimals >= 3 && !given() {
            said.push(say(
                FindingKind::SuspiciousPrecision,
                &number.text,
                "more decimals than any source gives",
            ));
        }
    }
    said
}
