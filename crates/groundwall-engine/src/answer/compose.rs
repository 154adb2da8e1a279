//! A judged draft to a released text: parts, citations, repairs, notes.

use crate::claims::{self, SentenceClaims};
use groundwall_core::report::{Citation, JudgedClaim, Segment};
use groundwall_core::{Stance, Verdict};

/// A text ready for delivery.
pub(super) struct Composed {
    pub(super) segments: Vec<Segment>,
    pub(super) citations: Vec<Citation>,
    /// Claims of the delivered text.
    pub(super) kept: Vec<JudgedClaim>,
    /// Claims that were taken out.
    pub(super) removed: Vec<JudgedClaim>,
}

impl Composed {
    /// Nothing leaves.
    pub(super) fn nothing() -> Self {
        Self {
            segments: Vec::new(),
            citations: Vec::new(),
            kept: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// A line of our own, which states nothing.
    pub(super) fn plain(line: &str) -> Self {
        let segment = Segment {
            text: line.to_owned(),
            claims: Vec::new(),
            citations: Vec::new(),
            note: None,
        };
        Self {
            segments: vec![segment],
            citations: Vec::new(),
            kept: Vec::new(),
            removed: Vec::new(),
        }
    }

    /// The text as it is delivered, with each note behind its sentence: a failed claim never leaves without it.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for segment in &self.segments {
            text.push_str(&segment.text);
            if let Some(note) = &segment.note {
                text.push_str(&format!(" [{note}]"));
            }
        }
        text.trim().to_owned()
    }
}

/// How failed claims are treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Treatment {
    /// Nothing failed, or the text is only shown: every sentence stays as it stands.
    Keep,
    /// Failed claims go; what is left of their sentence is said by its supported claims.
    Drop,
    /// Failed claims stay with a note behind them.
    Note,
}

/// Puts the sentences together again.
pub(super) fn compose(
    sentences: &[SentenceClaims],
    judged: &[JudgedClaim],
    treatment: Treatment,
) -> Composed {
    let mut composed = Composed {
        segments: Vec::new(),
        citations: Vec::new(),
        kept: Vec::new(),
        removed: Vec::new(),
    };
    let mut dropped_before = false;
    // The line under a table's names stands before its first row, which may go.
    let mut ruled = None;
    for sentence in sentences {
        let claims: Vec<&JudgedClaim> = sentence
            .claims
            .iter()
            .filter_map(|claim| judged.iter().find(|judged| judged.claim.id == claim.id))
            .collect();
        let failed = claims.iter().any(|claim| claim.failed());
        let row = claims::is_row(&sentence.text);
        if !failed || treatment != Treatment::Drop {
            // After a dropped sentence a pronoun would point nowhere: the claims say the same with their subjects. An item has its list's opening line still.
            let reword = dropped_before
                && !claims::is_item(&sentence.text)
                && !row
                && treatment == Treatment::Drop
                && claims.len() == 1
                && claims[0].verdict == Verdict::Supported;
            let text = if reword {
                claims[0].claim.text.clone()
            } else {
                groundwall_checks::citation::strip_numbered(&sentence.text)
            };
            let gap = ruled.take().filter(|_| row).unwrap_or(&sentence.gap);
            composed.push(gap, text, &claims, treatment);
            dropped_before = false;
            continue;
        }
        if row && sentence.gap.contains('|') {
            ruled = Some(&sentence.gap);
        }
        let mut gap = sentence.gap.as_str();
        for claim in claims {
            if claim.failed() {
                composed.removed.push(claim.clone());
                dropped_before = true;
            } else {
                composed.push(gap, claim.claim.text.clone(), &[claim], treatment);
                gap = " ";
                dropped_before = false;
            }
        }
    }
    composed
}

impl Composed {
    fn push(&mut self, gap: &str, text: String, claims: &[&JudgedClaim], treatment: Treatment) {
        let mut citations: Vec<u32> = claims
            .iter()
            .filter(|claim| claim.verdict == Verdict::Supported)
            .filter_map(|claim| self.cite(claim))
            .collect();
        citations.sort_unstable();
        citations.dedup();
        let failed: Vec<&str> = claims
            .iter()
            .filter(|claim| claim.failed())
            .map(|claim| claim.why.as_str())
            .collect();
        let note = (treatment == Treatment::Note && !failed.is_empty())
            .then(|| format!("Not verified: {}", failed.join(" ")));
        let gap = if self.segments.is_empty() { "" } else { gap };
        if !gap.is_empty() {
            self.segments.push(Segment {
                text: gap.to_owned(),
                claims: Vec::new(),
                citations: Vec::new(),
                note: None,
            });
        }
        self.segments.push(Segment {
            text,
            claims: claims.iter().map(|claim| claim.claim.id).collect(),
            citations,
            note,
        });
        self.kept
            .extend(claims.iter().map(|claim| (*claim).clone()));
    }

    /// Number of the citation of the window that supports a claim.
    fn cite(&mut self, claim: &JudgedClaim) -> Option<u32> {
        let evidence = claim
            .evidence
            .iter()
            .find(|evidence| evidence.stance == Stance::Supports)?;
        let place = evidence.window.place();
        let quote = &evidence.window.text;
        if let Some(known) = self
            .citations
            .iter()
            .find(|citation| citation.place == place && citation.quote == *quote)
        {
            return Some(known.number);
        }
        let sentences = claim.computed.is_none().then_some((
            evidence.window.first_sentence,
            evidence.window.last_sentence,
        ));
        let number = u32::try_from(self.citations.len() + 1).unwrap_or(u32::MAX);
        self.citations.push(Citation {
            number,
            place,
            quote: quote.clone(),
            document: evidence.window.document.clone(),
            sentences,
        });
        Some(number)
    }
}
