//! Claims that no place says as a whole, read again: without the name of the text that they are ascribed to, and part by part.

use crate::called::called;
use crate::claims::{Ascribed, ascribed, decompose, given};
use crate::language::ENGLISH;
use groundwall_core::report::JudgedClaim;
use groundwall_core::{Checkability, Claim, Evidence, Reason, Stance, Verdict};
use groundwall_tables::View;
use groundwall_tables::supposed::apart;
use groundwall_text::words::{ContentWords, fold, stems};
use std::collections::HashSet;

/// Parts of a claim, at most: with more of them it is a paragraph.
const PARTS: usize = 6;

/// A claim taken apart.
pub(super) struct Parts {
    ascribed: Option<Ascribed>,
    /// Whether only cells of a table may say the parts.
    of_tables: bool,
    pub(super) claims: Vec<Claim>,
}

/// The parts of a claim that failed: for want of a place that says all of it, those of its sentence; else what it says of tables, figure by figure. None where it
/// has no parts, or parts that do not stand alone.
pub(super) fn parts(judged: &JudgedClaim, views: &[&View]) -> Option<Parts> {
    if !judged.failed() {
        return None;
    }
    let of_sentence = of_sentence(judged);
    if matches!(judged.reason, Some(Reason::Near { .. })) && of_sentence.is_some() {
        return of_sentence;
    }
    let of_tables = |parts| Parts {
        of_tables: true,
        ..parts
    };
    by_figure(judged, views).or_else(|| of_sentence.filter(|_| !views.is_empty()).map(of_tables))
}

/// What a claim says of tables, in claims of one figure each.
fn by_figure(judged: &JudgedClaim, views: &[&View]) -> Option<Parts> {
    let parts = apart(views, &judged.claim.text)?;
    let claims: Vec<Claim> = parts
        .iter()
        .map(|text| Claim {
            hedge: judged.claim.hedge.clone(),
            ..given(judged.claim.id, text)
        })
        .collect();
    Some(Parts {
        ascribed: None,
        of_tables: true,
        claims,
    })
}

fn of_sentence(judged: &JudgedClaim) -> Option<Parts> {
    let ascribed = ascribed(&judged.claim.text);
    let text = ascribed
        .as_ref()
        .map_or(judged.claim.text.as_str(), |ascribed| &ascribed.says);
    let claims: Vec<Claim> = decompose(text)
        .into_iter()
        .flat_map(|sentence| sentence.claims)
        .map(|part| Claim {
            hedge: part.hedge.or_else(|| judged.claim.hedge.clone()),
            ..part
        })
        .collect();
    let apart = (1..=PARTS).contains(&claims.len()) && (claims.len() > 1 || ascribed.is_some());
    (apart && claims.iter().all(stands_alone)).then_some(Parts {
        ascribed,
        of_tables: false,
        claims,
    })
}

/// Whether a part says the same without the others: nothing in it points back, or puts it behind another one.
fn stands_alone(part: &Claim) -> bool {
    let first = part.text.split_whitespace().next().map(fold);
    part.checkability == Checkability::Checkable
        && first.is_some_and(|first| !ENGLISH.claims.points_back.has(&first))
        && part.text.split_whitespace().nth(2).is_some()
}

impl Parts {
    /// The claim as supported by its parts: each is, by the same document, and that is the one which the claim names.
    pub(super) fn supported(
        &self,
        whole: &JudgedClaim,
        parts: &[JudgedClaim],
    ) -> Option<JudgedClaim> {
        let deciding: Vec<&Evidence> = parts
            .iter()
            .filter(|part| part.verdict == Verdict::Supported)
            .filter_map(|part| part.evidence.first())
            .filter(|evidence| evidence.stance == Stance::Supports)
            .collect();
        let (first, others) = deciding.split_first()?;
        let document = &first.window.document;
        let in_cells = || {
            deciding
                .iter()
                .all(|own| own.window.locator.cells.is_some())
        };
        let one = (!self.of_tables || in_cells())
            && deciding.len() == self.claims.len()
            && others
                .iter()
                .all(|other| other.window.document == *document);
        let all = || {
            parts
                .iter()
                .chain([whole])
                .flat_map(|judged| &judged.evidence)
        };
        let named = self.ascribed.as_ref().is_none_or(|ascribed| {
            names(
                ascribed,
                all().filter(|own| own.window.document == *document),
            )
        });
        (one && named).then(|| joined(whole, parts))
    }
}

/// The claim with what its parts are supported by.
fn joined(whole: &JudgedClaim, parts: &[JudgedClaim]) -> JudgedClaim {
    let mut evidence: Vec<Evidence> = Vec::new();
    let mut places: Vec<String> = Vec::new();
    for deciding in parts.iter().filter_map(|part| part.evidence.first()) {
        if evidence.iter().all(|own| own.window != deciding.window) {
            places.push(deciding.window.place());
            evidence.push(deciding.clone());
        }
    }
    let reason = Reason::Says {
        place: places.join(" with "),
        model: parts.iter().find_map(read_by),
    };
    let read: Vec<&str> = parts
        .iter()
        .map(|part| part.read_as.as_deref().unwrap_or(&part.claim.text))
        .collect();
    JudgedClaim {
        verdict: Verdict::Supported,
        why: reason.to_string(),
        reason: Some(reason),
        probability: parts
            .iter()
            .map(|part| part.probability)
            .fold(1.0, f32::min),
        evidence,
        checks: parts.iter().flat_map(|part| part.checks.clone()).collect(),
        findings: Vec::new(),
        why_not: None,
        read_as: Some(read.join(" ")),
        joined: Vec::new(),
        ..whole.clone()
    }
}

/// The chat endpoint's model, where its reading decided.
fn read_by(part: &JudgedClaim) -> Option<String> {
    if let Some(Reason::Says { model, place: _ }) = &part.reason {
        model.clone()
    } else {
        None
    }
}

/// Whether a document, of which this is evidence, can be the one that a claim names.
fn names<'a>(ascribed: &Ascribed, evidence: impl Iterator<Item = &'a Evidence>) -> bool {
    let evidence: Vec<&Evidence> = evidence.collect();
    let mut known: HashSet<String> = HashSet::new();
    for Evidence { window, .. } in &evidence {
        known.extend(called(&window.document_name, &window.locator));
    }
    let Some(named) = ascribed.named() else {
        return all_known(&ascribed.to, &known);
    };
    known.extend(evidence.iter().flat_map(|own| stems(&own.window.text)));
    all_known(&named.join(" "), &known)
}

fn all_known(name: &str, known: &HashSet<String>) -> bool {
    ContentWords::of(name)
        .stems()
        .all(|stem| known.contains(stem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::case::unverifiable;
    use groundwall_core::{DocumentId, DocumentName, Locator, Window};

    fn near(text: &str) -> JudgedClaim {
        JudgedClaim {
            verdict: Verdict::Unsupported,
            reason: Some(Reason::Near {
                place: "rules.txt".to_owned(),
                model: None,
            }),
            ..unverifiable(&given(1, text))
        }
    }

    fn texts(text: &str) -> Option<Vec<String>> {
        let parts = parts(&near(text), &[])?;
        Some(parts.claims.into_iter().map(|part| part.text).collect())
    }

    /// A part that a document says.
    fn said(part: &Claim, document: &str, text: &str) -> JudgedClaim {
        let window = Window {
            document: DocumentId(document.to_owned()),
            document_name: DocumentName::parse(document).unwrap(),
            first_sentence: 0,
            last_sentence: 0,
            text: text.to_owned(),
            locator: Locator::default(),
        };
        JudgedClaim {
            verdict: Verdict::Supported,
            probability: 0.9,
            evidence: vec![Evidence {
                window,
                similarity: None,
                coverage: 1.0,
                nli: None,
                read: None,
                stance: Stance::Supports,
            }],
            ..unverifiable(part)
        }
    }

    #[test]
    fn a_claim_is_taken_apart_where_each_part_stands_alone() {
        assert_eq!(
            texts("The quay closes at dusk, and the gate opens at noon."),
            Some(vec![
                "The quay closes at dusk.".to_owned(),
                "The gate opens at noon.".to_owned()
            ])
        );
        assert_eq!(texts("The quay closes at dusk."), None);
        assert_eq!(
            texts("The keeper locks the gate, and then the quay is closed."),
            None
        );
        let impossible = JudgedClaim {
            reason: Some(Reason::NothingFound),
            ..near("The quay closes at dusk, and the gate opens at noon.")
        };
        assert!(parts(&impossible, &[]).is_none());
    }

    #[test]
    fn all_parts_must_be_said_by_one_document() {
        let whole = near("The quay closes at dusk, and the gate opens at noon.");
        let parts = parts(&whole, &[]).unwrap();
        let [one, other] = parts.claims.as_slice() else {
            panic!("two parts")
        };
        let both = |second: JudgedClaim| {
            parts.supported(
                &whole,
                &[said(one, "rules.txt", "It closes at dusk."), second],
            )
        };
        let supported = both(said(other, "rules.txt", "It opens at noon.")).unwrap();
        assert_eq!(supported.verdict, Verdict::Supported);
        assert_eq!(supported.claim, whole.claim);
        assert_eq!(supported.evidence.len(), 2);
        let by_another = JudgedClaim {
            reason: Some(Reason::Says {
                place: "rules.txt".to_owned(),
                model: Some("m1".to_owned()),
            }),
            ..said(other, "rules.txt", "It opens at noon.")
        };
        let told = both(by_another).unwrap().why;
        assert!(told.contains("as m1 reads it"), "{told}");
        assert!(both(said(other, "letter.txt", "It opens at noon.")).is_none());
        assert!(both(near("The gate opens at noon.")).is_none());
    }

    #[test]
    fn what_is_ascribed_to_a_text_is_supported_by_that_text_alone() {
        let supported = |claim: &str, document: &str| {
            let whole = near(claim);
            let parts = parts(&whole, &[]).unwrap();
            let said = said(&parts.claims[0], document, "The quay closes at dusk.");
            parts.supported(&whole, &[said]).is_some()
        };
        let rules = "According to the harbour rules, the quay closes at dusk.";
        assert!(supported(rules, "harbour-rules.txt"));
        assert!(!supported(rules, "tide-tables.txt"));
        assert!(supported(
            "The document states that the quay closes at dusk.",
            "tide-tables.txt"
        ));
        assert!(!supported(
            "Ada Holm says that the quay closes at dusk.",
            "harbour-rules.txt"
        ));
    }
}
