//! Identifiers: names, codes, acronyms, e-mail addresses, URLs.

mod extract;
mod same;

use crate::language::ENGLISH;
use crate::words::{is_stop, tokens};
use crate::{CheckKind, Observation, Prepared, Scored, Signal, Text};
use extract::starts_sentence;
use groundwall_core::FindingKind;
use groundwall_text::reach::Ranges;
use same::{Held, spells_out};

pub use extract::{Identifier, Shape, extract, names, openings};
pub(crate) use same::Present;
pub use same::occurs;

/// The identifiers of a claim against its windows and what surrounds them. `ordinary` says whether a folded word is one of the language: what opens a sentence and is none is a name.
pub fn check(prepared: &Prepared, ordinary: &dyn Fn(&str) -> bool) -> Vec<Observation> {
    let same_subject = codeless_same_subject(prepared);
    let mut all = prepared.claim.identifiers().to_vec();
    let taken = Ranges::of(all.iter().map(|identifier| identifier.range.clone()));
    all.extend(
        openings(prepared.claim, ordinary)
            .into_iter()
            .filter(|opening| !taken.touch(&opening.range)),
    );
    let searched: Vec<Searched> = prepared.windows.iter().map(Searched::of).collect();
    let words = prepared.claim.tokens();
    all.iter()
        .filter(|identifier| identifier.shape != Shape::Url)
        .map(|identifier| judge(prepared, identifier, &same_subject, &searched))
        .filter(|said| said.signal != Signal::Absent || !is_silent(words, &said.detected))
        .collect()
}

/// A window in which the identifiers of a claim are looked for.
struct Searched<'a> {
    window: Held<'a>,
    context: Held<'a>,
    document: Held<'a>,
    /// The window's own identifiers.
    own: &'a Text,
}

impl<'a> Searched<'a> {
    fn of(scored: &'a Scored) -> Self {
        Self {
            window: Held::of(&scored.text),
            context: Held::of(&scored.context),
            document: Held::of(&scored.document),
            own: &scored.text,
        }
    }
}

/// Whether the absence of an identifier proves nothing: wide names, peoples and languages (a country may stand in its place), short forms that are words, and an acronym that the claim itself spells out.
fn is_silent(claim: &[String], identifier: &str) -> bool {
    let words = tokens(identifier);
    let names = &ENGLISH.names;
    let people = |word: &String| {
        word.len() >= 6
            && !names.persons.has(word)
            && names
                .people_endings
                .iter()
                .any(|ending| word.trim_end_matches('s').ends_with(ending))
    };
    let wide = !words.is_empty()
        && words
            .iter()
            .all(|word| names.wide.has(word) || people(word) || is_stop(word));
    let acronym = identifier
        .chars()
        .filter(|letter| letter.is_uppercase())
        .count()
        >= 2
        && !identifier.contains(' ');
    let short = !words.is_empty() && words.iter().all(|word| names.short_forms.has(word));
    wide || (acronym && short)
        || identifier.starts_with("I'")
        || (acronym
            && spells_out(
                claim.iter().filter(|word| !words.contains(word)),
                identifier,
            ))
}

/// A name without its first word, where that word begins a sentence and may have its capital from there: "Using ECharts".
fn without_opening(prepared: &Prepared, identifier: &Identifier) -> Option<Identifier> {
    let (_, rest) = identifier.text.split_once(' ')?;
    let opens =
        identifier.shape == Shape::Name && starts_sentence(prepared.claim, identifier.range.start);
    opens.then(|| Identifier {
        shape: Shape::Name,
        text: rest.to_owned(),
        range: identifier.range.clone(),
    })
}

fn codeless_same_subject(prepared: &Prepared) -> Vec<usize> {
    prepared
        .closest()
        .into_iter()
        .filter(|place| prepared.coverage[*place] >= 0.6)
        .collect()
}

fn judge(
    prepared: &Prepared,
    identifier: &Identifier,
    same_subject: &[usize],
    searched: &[Searched],
) -> Observation {
    let say =
        |signal, kind, source: Option<usize>, expected: Option<String>, note: String| Observation {
            check: CheckKind::Identifier,
            signal,
            kind,
            detected: identifier.text.clone(),
            expected,
            source,
            read_as: None,
            note,
        };
    let windows = searched
        .iter()
        .position(|source| source.window.holds(identifier));
    let around = |identifier: &Identifier| {
        searched.iter().position(|source| {
            source.context.holds(identifier) || source.document.holds(identifier)
        })
    };
    let place = windows
        .or_else(|| around(identifier))
        .or_else(|| around(&without_opening(prepared, identifier)?));
    if let Some(place) = place {
        return say(
            Signal::Passed,
            FindingKind::IdentifierMismatch,
            Some(place),
            None,
            format!("{} stands in the evidence", identifier.text),
        );
    }
    if let Some((place, rival)) = rival(identifier, same_subject, searched) {
        let note = format!(
            "the claim says {}, the evidence {}",
            identifier.text, rival.text
        );
        return say(
            Signal::Clash,
            FindingKind::IdentifierMismatch,
            Some(place),
            Some(rival.text.clone()),
            note,
        );
    }
    say(
        Signal::Absent,
        FindingKind::NonexistentEntity,
        None,
        None,
        format!("{} is not in the evidence", identifier.text),
    )
}

/// The only other code or address of the same make in a window of the claim's subject.
fn rival<'a>(
    identifier: &Identifier,
    same_subject: &[usize],
    searched: &[Searched<'a>],
) -> Option<(usize, &'a Identifier)> {
    if !matches!(identifier.shape, Shape::Code | Shape::Email) {
        return None;
    }
    same_subject.iter().find_map(|place| {
        let own = searched[*place].own.identifiers();
        let mut rivals = own.iter().filter(|other| {
            other.shape == identifier.shape && alike(&other.text, &identifier.text)
        });
        let rival = rivals.next()?;
        rivals.next().is_none().then_some((*place, rival))
    })
}

/// Codes of one make: the same letters in the same places.
fn alike(a: &str, b: &str) -> bool {
    let make = |code: &str| {
        code.chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect::<String>()
    };
    make(a) == make(b) || (a.contains('@') && b.contains('@'))
}

#[cfg(test)]
mod tests;
