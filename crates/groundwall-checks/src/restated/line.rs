//! A line without a verb, as forms and lists have it: "계약 번호: 2024-0312", "예산 총액 9억 원, 집행액 8억 원".

use super::word::Word;
use groundwall_text::korean::{Clause, Ending, Role};

/// Whether an entry of such a line says a claim again: "계약 번호는 2024-0312입니다". `asked` are the words of the question that it answers.
pub(super) fn says(claim: &[Word], line: &[Word], asked: &[Word]) -> bool {
    let states = |word: &Word| {
        word.value.is_none()
            && word.has(|ending| {
                matches!(
                    ending,
                    Ending::Verb {
                        clause: Clause::Final,
                        ..
                    }
                )
            })
    };
    !line.last().is_some_and(states)
        && entries(line)
            .iter()
            .any(|entry| is_entry(claim, entry, asked))
}

/// The entries of a line, each behind what stands before its colon.
fn entries(line: &[Word]) -> Vec<Vec<&Word>> {
    let parts: Vec<&[Word]> = line.split_inclusive(|word| word.pause).collect();
    let colons = line.iter().filter(|word| word.colon).count();
    let head: &[Word] = match line.iter().position(|word| word.colon) {
        Some(at) if colons == 1 && parts.len() > 1 => &line[..=at],
        _ => &[],
    };
    parts
        .iter()
        .enumerate()
        .map(|(at, part)| {
            let led = if at == 0 { &[] } else { head };
            led.iter().chain(part.iter()).collect()
        })
        .collect()
}

/// Whether a claim names the words of an entry in their order, the last as what the others are; those of its name may be left out where the question has them.
fn is_entry(claim: &[Word], entry: &[&Word], asked: &[Word]) -> bool {
    let Some((is, own)) = claim.split_last() else {
        return false;
    };
    let Some((value, name)) = entry.split_last() else {
        return false;
    };
    if name.is_empty() || !is_the(is, value) {
        return false;
    }
    let (mut next, mut marked) = (0, None);
    for (at, word) in name.iter().enumerate() {
        match own.get(next).and_then(|own| named(own, word)) {
            Some(role) => {
                next += 1;
                if matches!(role, Role::Topic | Role::Subject) && marked.replace(at).is_some() {
                    return false;
                }
            }
            None if marked.is_none() && asked.iter().any(|one| one.is_like(word)) => {}
            None => return false,
        }
    }
    let parted = |at: usize| {
        let behind = &entry[at + 1..];
        name[at].colon || behind.iter().any(|word| word.is_figure())
    };
    next == own.len() && marked.map_or(own.is_empty(), parted)
}

/// Whether a claim's last word says that something is this: "홍길동입니다".
fn is_the(word: &Word, value: &Word) -> bool {
    let stem = |one: &str| value.readings.last().is_some_and(|whole| whole.stem == one);
    word.has_value_of(value)
        && !word.denied
        && word.readings.iter().any(|reading| {
            let is = matches!(
                reading.ending,
                Ending::Verb {
                    clause: Clause::Final,
                    past: false
                }
            );
            is && stem(&reading.stem)
        })
}

/// With which particle a claim names a word of a line.
fn named(word: &Word, own: &Word) -> Option<Role> {
    let whole = &own.readings.last()?.stem;
    let role = |ending: Ending| match ending {
        Ending::Noun(role, None) => Some(role),
        Ending::Noun(_, Some(_)) | Ending::Verb { .. } => None,
    };
    word.readings
        .iter()
        .filter(|reading| word.has_value_of(own) && reading.stem == *whole)
        .find_map(|reading| role(reading.ending))
        .filter(|role| matches!(role, Role::Bare | Role::Of | Role::Topic | Role::Subject))
}
