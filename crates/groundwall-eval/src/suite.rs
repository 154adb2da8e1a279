//! The hand-written suite: claims about documents, one by one and mixed into answers.

use crate::{Label, PairRow};
use groundwall_core::request::{InlineSource, Subject};
use groundwall_core::{Verdict, Verification};
use groundwall_ports::{FirewallService, PortError};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A claim of the suite.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteClaim {
    /// File name under `documents/`.
    pub document: String,
    pub claim: String,
    pub label: Label,
    /// What was done to a false one; `true` for a true one.
    pub kind: String,
}

/// The claims and the texts of their documents.
#[derive(Debug, Clone)]
pub struct Suite {
    pub claims: Vec<SuiteClaim>,
    pub documents: BTreeMap<String, String>,
}

impl Suite {
    /// Reads `claims.jsonl` and `documents/` of a directory.
    ///
    /// # Errors
    /// Fails when a file cannot be read or is not UTF-8, or when a line of `claims.jsonl` is no claim.
    pub fn read(dir: &Path) -> std::io::Result<Self> {
        let wrong = |why: String| std::io::Error::new(std::io::ErrorKind::InvalidData, why);
        let mut claims = Vec::new();
        for (line, text) in std::fs::read_to_string(dir.join("claims.jsonl"))?
            .lines()
            .enumerate()
        {
            claims.push(
                serde_json::from_str::<SuiteClaim>(text)
                    .map_err(|error| wrong(format!("line {}: {error}", line + 1)))?,
            );
        }
        let mut documents = BTreeMap::new();
        for claim in &claims {
            if !documents.contains_key(&claim.document) {
                documents.insert(
                    claim.document.clone(),
                    std::fs::read_to_string(dir.join("documents").join(&claim.document))?,
                );
            }
        }
        Ok(Self { claims, documents })
    }

    /// The claims as labelled pairs.
    pub fn rows(&self) -> impl Iterator<Item = PairRow> {
        self.claims.iter().map(|claim| PairRow {
            evidence: self.documents[&claim.document].clone(),
            claim: claim.claim.clone(),
            label: claim.label,
        })
    }

    /// Answers of three sentences about one document. Every false claim stands in one answer with two other false ones, in one with a true and a false one, and in one
    /// with two true ones.
    pub fn mixed(&self) -> Vec<Mixed> {
        let mut answers = Vec::new();
        for document in self.documents.keys() {
            let of = |supported: bool| -> Vec<&SuiteClaim> {
                self.claims
                    .iter()
                    .filter(|claim| {
                        claim.document == *document
                            && (claim.label == Label::Supported) == supported
                    })
                    .collect()
            };
            let (truths, lies) = (of(true), of(false));
            for (place, lie) in lies.iter().enumerate() {
                let (second, third) = (
                    lies[(place + 1) % lies.len()],
                    lies[(place + 2) % lies.len()],
                );
                let Some(truth) = truths.get(place % truths.len().max(1)) else {
                    continue;
                };
                let other = truths[(place + 1) % truths.len()];
                for sentences in [
                    [lie, second, third],
                    [truth, lie, second],
                    [truth, lie, other],
                ] {
                    let sentences = sentences
                        .map(|claim| (claim.claim.clone(), claim.label == Label::Supported));
                    answers.push(Mixed {
                        document: document.clone(),
                        sentences: sentences.to_vec(),
                    });
                }
            }
        }
        answers
    }
}

/// An answer made of claims.
#[derive(Debug, Clone)]
pub struct Mixed {
    pub document: String,
    /// Text, and whether it is true.
    pub sentences: Vec<(String, bool)>,
}

/// What became of the sentences of mixed answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MixedFigures {
    pub answers: u64,
    pub false_sentences: u64,
    /// False sentences all of whose claims were supported.
    pub unmarked: u64,
    /// True sentences that were marked.
    pub marked_truths: u64,
    pub true_sentences: u64,
}

/// Sends every mixed answer through the product, its document as the only source.
///
/// # Errors
/// Fails when the product fails on an answer.
pub async fn mixed(
    service: &dyn FirewallService,
    suite: &Suite,
) -> Result<MixedFigures, PortError> {
    let mut figures = MixedFigures::default();
    for answer in suite.mixed() {
        let text = answer
            .sentences
            .iter()
            .map(|(text, _)| text.as_str())
            .collect::<Vec<_>>()
            .join(" ");
        let source = InlineSource {
            id: answer.document.clone(),
            text: suite.documents[&answer.document].clone(),
            title: None,
        };
        let request = Verification {
            sources: vec![source],
            beside_collection: false,
            ..Verification::of(Subject::Answer(text))
        };
        let report = service.verify(request).await?;
        figures.answers += 1;
        let mut start = 0;
        for (text, truth) in &answer.sentences {
            let end = start + text.chars().count();
            let mut own = report
                .claims
                .iter()
                .filter(|judged| judged.claim.span.start < end && start < judged.claim.span.end)
                .peekable();
            let passed =
                own.peek().is_some() && own.all(|judged| judged.verdict == Verdict::Supported);
            if *truth {
                figures.true_sentences += 1;
                figures.marked_truths += u64::from(!passed);
            } else {
                figures.false_sentences += 1;
                figures.unmarked += u64::from(passed);
            }
            start = end + 1;
        }
    }
    Ok(figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_suites_are_balanced_and_every_lie_is_mixed_three_ways() {
        for (name, count, documents) in [("suite", 150, 12), ("development", 200, 15)] {
            let suite = Suite::read(
                &Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("../../data")
                    .join(name),
            )
            .unwrap();
            let truths = suite
                .claims
                .iter()
                .filter(|claim| claim.label == Label::Supported)
                .count();
            assert!(
                suite.claims.len() >= count
                    && truths * 2 == suite.claims.len()
                    && suite.documents.len() >= documents,
                "{name}"
            );
            let answers = suite.mixed();
            assert_eq!(answers.len(), 3 * (suite.claims.len() - truths));
            assert!(
                answers
                    .iter()
                    .all(|answer| answer.sentences.iter().any(|(_, truth)| !truth))
            );
        }
    }
}
