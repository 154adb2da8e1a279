//! What a claim says of two times: "higher in 2022 than in 2021", against the values that a window gives for both.

use super::worked_out::{at, in_time};
use crate::language::ENGLISH;
use crate::{CheckKind, Observation, Prepared, ReadAs, Signal, words};
use groundwall_core::FindingKind;
use groundwall_text::reach::{PHRASE, before};

/// Which of two times a claim puts above the other. One such comparison is read; a claim with two says nothing here.
pub(super) fn check(prepared: &Prepared) -> Option<Observation> {
    let claim = prepared.claim;
    let [first, second] = claim.dates() else {
        return None;
    };
    let between = claim.get(first.range.end..second.range.start)?;
    if !words::tokens(between).iter().any(|word| word == "than") || between.len() > PHRASE {
        return None;
    }
    let ahead = before(claim, first.range.start, PHRASE);
    let (start, more) = compared(ahead)?;
    let start = first.range.start - ahead.len() + start;
    let range = start..second.range.end;
    let same_subject = prepared.same_subject();
    prepared.closest().into_iter().find_map(|place| {
        let values = in_time(&prepared.windows[place].text, |_| true)?;
        let of = |own| values.iter().find(|(_, time)| at(own, time));
        let ((one, one_time), (other, other_time)) = (of(first)?, of(second)?);
        if !super::same_unit(one, other) {
            return None;
        }
        let holds = (one.value > other.value) == more && one.value.total_cmp(&other.value).is_ne();
        let mut both = [(one, one_time), (other, other_time)];
        // In the window's own order: the models read the claim beside it.
        both.sort_by_key(|(value, _)| value.range.start);
        let [first, last] = both.map(|(value, time)| format!("{} in {}", value.text, time.text));
        let text = format!("{first} and {last}");
        let detected = claim[range.clone()].to_owned();
        let note = format!("the evidence has {text}");
        (holds || same_subject.contains(&place)).then(|| Observation {
            check: CheckKind::Number,
            signal: if holds { Signal::Passed } else { Signal::Clash },
            kind: FindingKind::NumericMismatch,
            detected,
            expected: Some(text.clone()),
            source: Some(place),
            read_as: holds.then(|| ReadAs {
                range: range.clone(),
                text,
            }),
            note,
        })
    })
}

/// Where the last comparing word of a text stands, in bytes, and whether it says more. Denied ones say neither.
fn compared(text: &str) -> Option<(usize, bool)> {
    let mut at = 0;
    let mut found = None;
    let mut denied = false;
    for word in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += word.len();
        let word = words::fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
        denied |= super::denies(&word);
        let more = ENGLISH.worked_out.more.has(&word);
        if more || ENGLISH.worked_out.less.has(&word) {
            found = Some((start, more));
        }
    }
    found.filter(|_| !denied)
}
