//! Identifiers: names, codes, acronyms, e-mail addresses, URLs.

mod extract;
mod lists;
mod same;

use crate::words::{is_stop, tokens};
use crate::{CheckKind, Prepared, Said, Signal};
use extract::starts_sentence;
use groundwall_core::FindingKind;
use groundwall_text::reach::Ranges;
use lists::{PERSONS, WIDE};
use same::{Held, spells_out};
use std::cell::OnceCell;

pub use extract::{Identifier, Shape, extract, names, openings};
pub(crate) use same::Present;
pub use same::occurs;

/// The identifiers of a claim against its windows and what surrounds them. `ordinary` says whether a folded word is one of the language: what opens a sentence and is none is a name.
pub fn check(prepared: &Prepared, ordinary: &dyn Fn(&str) -> bool) -> Vec<Said> {
    let same_subject = codeless_same_subject(prepared);
    let mut all = extract(prepared.claim);
    let taken = Ranges::of(all.iter().map(|identifier| identifier.range.clone()));
    all.extend(
        openings(prepared.claim, ordinary)
            .into_iter()
            .filter(|opening| !taken.touch(&opening.range)),
    );
    let searched: Vec<Searched> = prepared.sources.iter().map(Searched::of).collect();
    let words = tokens(prepared.claim);
    all.iter()
        .filter(|identifier| identifier.shape != Shape::Url)
        .map(|identifier| judge(prepared, identifier, &same_subject, &searched))
        .filter(|said| said.signal != Signal::Absent || !is_silent(&words, &said.detected))
        .collect()
}

/// A window in which the identifiers of a claim are looked for.
struct Searched<'a> {
    window: Held<'a>,
    context: Held<'a>,
    document: Held<'a>,
    /// The window's own identifiers.
    own: OnceCell<Vec<Identifier>>,
}

impl<'a> Searched<'a> {
    fn of(source: &crate::Source<'a>) -> Self {
        let (window, context, document) = (
            Held::of(source.text),
            Held::of(source.context),
            Held::of(source.document),
        );
        Self {
            window,
            context,
            document,
            own: OnceCell::new(),
        }
    }
}

/// Whether the absence of an identifier proves nothing: wide names, peoples and languages (a country may stand in its place), and an acronym that the claim itself spells out.
fn is_silent(claim: &[String], identifier: &str) -> bool {
    let words = tokens(identifier);
    let people = |word: &String| {
        word.len() >= 6
            && !PERSONS.contains(&word.as_str())
            && ["ian", "ean", "ish", "ese", "can"]
                .iter()
                .any(|ending| word.trim_end_matches('s').ends_with(ending))
    };
    let wide = !words.is_empty()
        && words
            .iter()
            .all(|word| WIDE.contains(&word.as_str()) || people(word) || is_stop(word));
    let acronym = identifier
        .chars()
        .filter(|letter| letter.is_uppercase())
        .count()
        >= 2
        && !identifier.contains(' ');
    wide || identifier.starts_with("I'")
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
) -> Said {
    let say = |signal, kind, source: Option<usize>, expected: Option<String>, note: String| Said {
        check: CheckKind::Identifier,
        signal,
        kind,
        detected: identifier.text.clone(),
        expected,
        source,
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
    if matches!(identifier.shape, Shape::Code | Shape::Email) {
        for place in same_subject {
            let rivals: Vec<&Identifier> = searched[*place]
                .own
                .get_or_init(|| extract(prepared.sources[*place].text))
                .iter()
                .filter(|other| {
                    other.shape == identifier.shape && alike(&other.text, &identifier.text)
                })
                .collect();
            if let [rival] = rivals.as_slice() {
                let note = format!(
                    "the claim says {}, the evidence {}",
                    identifier.text, rival.text
                );
                return say(
                    Signal::Clash,
                    FindingKind::IdentifierMismatch,
                    Some(*place),
                    Some(rival.text.clone()),
                    note,
                );
            }
        }
    }
    say(
        Signal::Absent,
        FindingKind::NonexistentEntity,
        None,
        None,
        format!("{} stands nowhere in the evidence", identifier.text),
    )
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
mod tests {
    use super::*;
    use crate::Source;

    fn texts(text: &str) -> Vec<String> {
        extract(text)
            .into_iter()
            .map(|identifier| identifier.text)
            .collect()
    }

    #[test]
    fn finds_names_codes_and_acronyms() {
        assert_eq!(
            texts("The report by Maria Lopez names Acme Inc. and the Port of Hamburg."),
            ["Maria Lopez", "Acme Inc", "Port of Hamburg"]
        );
        assert_eq!(
            texts("Invoice INV-2024-07 went to a.b@example.org."),
            ["INV-2024-07", "a.b@example.org"]
        );
        assert_eq!(texts("The NOI rose on Monday in Q3 2024."), ["NOI"]);
        assert_eq!(texts("Revenue grew. Costs fell."), Vec::<String>::new());
        assert_eq!(
            texts("The plant in Lund delivers 1,200 MW and stores 40 GB."),
            ["Lund"],
            "units are no names"
        );
    }

    fn signals(claim: &str, evidence: &str, context: &str) -> Vec<Signal> {
        let sources = [Source {
            text: evidence,
            context,
            document: "",
        }];
        // Without a dictionary every word may be an ordinary one.
        check(&Prepared::new(claim, &sources), &|_| true)
            .into_iter()
            .map(|said| said.signal)
            .collect()
    }

    #[test]
    fn what_opens_a_sentence_and_is_no_word_is_a_name() {
        let ordinary = |word: &str| ["revenue", "smoking", "workers"].contains(&word);
        let signals = |claim: &str, evidence: &str| -> Vec<Signal> {
            let sources = [Source {
                text: evidence,
                context: "",
                document: "",
            }];
            check(&Prepared::new(claim, &sources), &ordinary)
                .into_iter()
                .map(|said| said.signal)
                .collect()
        };
        assert_eq!(
            signals(
                "Halvorsen was born in the village.",
                "Lindqvist was born in the village."
            ),
            [Signal::Absent]
        );
        assert_eq!(
            signals(
                "Lindqvist's house was sold.",
                "The house of Mrs Lindqvist was sold."
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals("It rained. Kettleby won.", "It rained and Marlowe won."),
            [Signal::Absent]
        );
        assert_eq!(
            signals("Halvorsen Works was closed.", "The mill was closed."),
            [Signal::Absent]
        );
        for claim in [
            "Revenue grew.",
            "Everyone left.",
            "Despite it they stayed.",
            "This grew.",
            "Monday was wet.",
            "Smoking is forbidden.",
        ] {
            assert_eq!(
                signals(claim, "Something else is told here."),
                [],
                "{claim}"
            );
        }
    }

    #[test]
    fn true_false_and_absent() {
        assert_eq!(
            signals(
                "It was signed by Dr. Maria López.",
                "Maria Lopez signed it.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "It was signed by Peter Braun.",
                "Maria Lopez signed it.",
                ""
            ),
            [Signal::Absent]
        );
        assert_eq!(
            signals(
                "The bridge in Porto is long.",
                "The bridge is long.",
                "Porto guide"
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "The invoice number is INV-2024-08.",
                "The invoice number is INV-2024-07.",
                ""
            ),
            [Signal::Clash]
        );
        assert_eq!(
            signals(
                "The WHO approved it.",
                "The World Health Organization approved it.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals("The German team won.", "Germany won.", ""),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "He lives in the U.S. now.",
                "He lives in the United States.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "He lives in the United States.",
                "He lives in the U.S. since May.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals("Ask your Primary Care Physician.", "Ask your PCP.", ""),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "It was signed by Barack Obama.",
                "The paper was signed by Obama.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "It was signed by Barack Obama.",
                "The paper was signed by Michelle Obama.",
                ""
            ),
            [Signal::Absent]
        );
        assert_eq!(
            signals(
                "He shops at Family Mart.",
                "He shops at the FamilyMart.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "The Iranian borders are open.",
                "The borders of Iran are still open.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "Using ECharts is easy.",
                "The makers say ECharts is easy to use.",
                ""
            ),
            [Signal::Passed]
        );
        assert_eq!(
            signals(
                "It was built in the Spring for the Italian king.",
                "It was built in May.",
                ""
            ),
            []
        );
        assert_eq!(
            signals("It lies in an Asian country.", "It lies in Korea.", ""),
            []
        );
        assert_eq!(
            signals("It was sold to Julian.", "It was sold to Petra.", ""),
            [Signal::Absent]
        );
        assert_eq!(
            signals(
                "He helped to develop CDs.",
                "Known for: Compact Disc, DVD.",
                ""
            ),
            [Signal::Passed]
        );
    }
}
