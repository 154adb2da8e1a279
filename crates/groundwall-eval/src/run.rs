//! A set through a judge.

use crate::row::AnswerRow;
use crate::{Figures, Label, PairRow, Row, RowError, Tally};
use futures::StreamExt as _;
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::{InlineSource, Subject};
use groundwall_core::{NliLabel, Report, Verdict, Verification};
use groundwall_ports::{FirewallService, NliModel, Pair, PortError};
use sha2::{Digest as _, Sha256};
use std::collections::BinaryHeap;
use std::io::BufRead;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Rows judged at the same time; the models' threads spread them over the cores.
const AT_ONCE: usize = 4;

/// Why an evaluation stopped.
#[derive(Debug, thiserror::Error)]
pub enum EvalError {
    #[error(transparent)]
    Row(#[from] RowError),
    #[error("cannot read: {0}")]
    Read(#[from] std::io::Error),
    #[error(transparent)]
    Port(#[from] PortError),
}

/// What judges a row.
#[derive(Clone)]
pub enum Route {
    /// The product's path: windows, checks, NLI, aggregation; the evidence is the only document.
    Product(Arc<dyn FirewallService>, PolicyOverride),
    /// One raw forward a pair.
    Pairs(Arc<dyn NliModel>),
    /// One raw forward a pair, with a question in the claim's place: supported from this entailment.
    Questions(Arc<dyn NliModel>, f32),
}

/// A judged row, as an observer sees it.
pub struct Seen {
    /// From 1.
    pub number: u64,
    pub label: Label,
    pub verdict: Verdict,
    /// Probability of support.
    pub score: f32,
    /// First 16 digits of the SHA-256 of the text that the row is judged by: rows about one text share it.
    pub text: String,
    /// The record of a row that went through the product's path.
    pub report: Option<Report>,
}

struct Judged {
    label: Label,
    report: Option<Report>,
    verdict: Verdict,
    score: f32,
    took: Duration,
    claims: Option<(u64, u64)>,
}

/// Which rows of a set are read. Both halves are parted by a hash of the evidence, so that rows about one text fall into one half.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Half {
    #[default]
    Both,
    /// The half that models and thresholds may be tuned on.
    Tuning,
    /// The half whose figures are reported.
    Reported,
}

impl Half {
    /// Whether a row belongs to this half.
    pub fn holds(self, row: &Row) -> bool {
        let tuning = (hash(row) >> 56).is_multiple_of(2);
        match self {
            Self::Both => true,
            Self::Tuning => tuning,
            Self::Reported => !tuning,
        }
    }
}

/// So many rows of a half of a set, chosen by a hash of each line and in their order: the same rows on every machine, whatever the order of the set.
/// Memory grows with `most` alone.
///
/// # Errors
/// Fails when the set cannot be read, or when a line is no row.
pub fn sample(lines: impl BufRead, half: Half, most: usize) -> Result<String, EvalError> {
    let mut kept: BinaryHeap<([u8; 32], usize, String)> = BinaryHeap::with_capacity(most + 1);
    for (number, line) in lines.lines().enumerate() {
        let line = line?;
        if !line.trim().is_empty() && half.holds(&Row::parse(number as u64 + 1, &line)?) {
            kept.push((Sha256::digest(line.as_bytes()).into(), number, line));
            if kept.len() > most {
                kept.pop();
            }
        }
    }
    let mut rows: Vec<(usize, String)> = kept
        .into_iter()
        .map(|(_, number, line)| (number, line))
        .collect();
    rows.sort_unstable();
    Ok(rows
        .into_iter()
        .fold(String::new(), |text, (_, line)| text + &line + "\n"))
}

/// First eight bytes of the SHA-256 of the text that a row is judged by.
fn hash(row: &Row) -> u64 {
    let text = match row {
        Row::Pair(row) => &row.evidence,
        Row::Answer(row) => &row.answer,
    };
    let digest = Sha256::digest(text.as_bytes());
    u64::from_be_bytes(std::array::from_fn(|place| digest[place]))
}

/// Reads a set to its end and shows every judged row to `observe`. Memory does not grow with the number of rows.
///
/// # Errors
/// Fails when the set cannot be read, a line is no row, the product or the model fails on a row, or `observe` fails.
pub async fn evaluate(
    set: &str,
    lines: impl BufRead,
    half: Half,
    judge: &Route,
    mut observe: impl FnMut(&Seen) -> std::io::Result<()>,
) -> Result<Figures, EvalError> {
    let started = Instant::now();
    let mut tally = Tally::default();
    let rows = lines
        .lines()
        .enumerate()
        .filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty()))
        .map(|(number, line)| {
            let judge = judge.clone();
            async move {
                let row = Row::parse(number as u64 + 1, &line?)?;
                if !half.holds(&row) {
                    return Ok::<_, EvalError>(None);
                }
                let text = format!("{:016x}", hash(&row));
                let started = Instant::now();
                let judged = one(&judge, row).await?;
                Ok(Some((
                    text,
                    Judged {
                        took: started.elapsed(),
                        ..judged
                    },
                )))
            }
        });
    let mut results = futures::stream::iter(rows).buffered(AT_ONCE);
    let mut done = 0;
    while let Some(judged) = results.next().await {
        let Some((
            text,
            Judged {
                label,
                report,
                verdict,
                score,
                took,
                claims,
            },
        )) = judged?
        else {
            continue;
        };
        tally.add(label, verdict, score, took);
        if let Some((all, verified)) = claims {
            tally.add_claims(all, verified);
        }
        done += 1;
        observe(&Seen {
            number: done,
            label,
            verdict,
            score,
            text,
            report,
        })?;
    }
    Ok(tally.figures(set, started.elapsed()))
}

async fn one(judge: &Route, row: Row) -> Result<Judged, EvalError> {
    match (judge, row) {
        (Route::Product(service, policy), Row::Pair(row)) => {
            product(service.as_ref(), policy.clone(), row).await
        }
        (Route::Pairs(nli), Row::Pair(row)) => raw(nli.as_ref(), row).await,
        (Route::Questions(nli, least), Row::Pair(row)) => {
            let judged = raw(nli.as_ref(), row).await?;
            Ok(Judged {
                verdict: if judged.score >= *least {
                    Verdict::Supported
                } else {
                    Verdict::Unsupported
                },
                ..judged
            })
        }
        (Route::Product(service, policy), Row::Answer(row)) => {
            answer(service.as_ref(), policy.clone(), row).await
        }
        (Route::Pairs(_) | Route::Questions(..), Row::Answer(_)) => Err(PortError::rejected(
            "Rows with answers need the product's path; leave --pairs out.",
        )
        .into()),
    }
}

pub(crate) fn verification(
    subject: String,
    sources: Vec<String>,
    policy: PolicyOverride,
) -> Verification {
    let source = |(place, text): (usize, String)| InlineSource {
        id: format!("source-{}", place + 1),
        text,
        title: None,
    };
    Verification {
        sources: sources.into_iter().enumerate().map(source).collect(),
        beside_collection: false,
        policy,
        ..Verification::of(Subject::Answer(subject))
    }
}

async fn product(
    service: &dyn FirewallService,
    policy: PolicyOverride,
    row: PairRow,
) -> Result<Judged, EvalError> {
    let report = service
        .verify(verification(row.claim, vec![row.evidence], policy))
        .await?;
    let worst =
        report
            .claims
            .iter()
            .map(|claim| claim.verdict)
            .max_by_key(|verdict| match verdict {
                Verdict::Supported => 0,
                Verdict::Unverifiable => 1,
                Verdict::Unsupported => 2,
                Verdict::Refuted => 3,
            });
    let score = report
        .claims
        .iter()
        .map(|claim| claim.probability)
        .fold(1.0, f32::min);
    Ok(Judged {
        label: row.label,
        verdict: worst.unwrap_or(Verdict::Unverifiable),
        score,
        took: Duration::ZERO,
        claims: None,
        report: Some(report),
    })
}

async fn raw(nli: &dyn NliModel, row: PairRow) -> Result<Judged, EvalError> {
    let scores = nli
        .judge(&[Pair {
            window: row.evidence,
            claim: row.claim,
        }])
        .await?;
    let scores = scores[0];
    let verdict = match scores.label() {
        NliLabel::Entailment => Verdict::Supported,
        NliLabel::Contradiction if scores.contradiction > nli.thresholds().contradiction => {
            Verdict::Refuted
        }
        NliLabel::Contradiction | NliLabel::Neutral => Verdict::Unsupported,
    };
    Ok(Judged {
        label: row.label,
        verdict,
        score: scores.entailment,
        took: Duration::ZERO,
        claims: None,
        report: None,
    })
}

async fn answer(
    service: &dyn FirewallService,
    policy: PolicyOverride,
    row: AnswerRow,
) -> Result<Judged, EvalError> {
    let report = service
        .verify(verification(row.answer, row.sources, policy))
        .await?;
    let counts = report.summary.counts;
    let all_supported = counts.checkable() > 0 && counts.supported == counts.checkable();
    let score = report
        .claims
        .iter()
        .filter(|claim| claim.verdict.is_checkable())
        .map(|claim| claim.probability)
        .fold(1.0, f32::min);
    Ok(Judged {
        label: if row.hallucinated {
            Label::Unsupported
        } else {
            Label::Supported
        },
        verdict: if all_supported {
            Verdict::Supported
        } else {
            Verdict::Unsupported
        },
        score,
        took: Duration::ZERO,
        claims: Some((u64::from(counts.checkable()), u64::from(counts.supported))),
        report: Some(report),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_the_same_rows_whatever_their_order() {
        let row = |n: usize| format!(r#"{{"evidence":"e{n}","claim":"c","label":"SUPPORTED"}}"#);
        let all: Vec<String> = (0..40).map(row).collect();
        let of = |lines: Vec<&String>, half, most| {
            let text = lines
                .into_iter()
                .flat_map(|line| [line.as_str(), "\n\n"])
                .collect::<String>();
            let mut rows: Vec<String> = sample(text.as_bytes(), half, most)
                .unwrap()
                .lines()
                .map(str::to_owned)
                .collect();
            rows.sort();
            rows
        };
        let some = of(all.iter().collect(), Half::Both, 7);
        assert_eq!(
            (some.len(), &some),
            (7, &of(all.iter().rev().collect(), Half::Both, 7))
        );
        let (tuning, reported) = (
            of(all.iter().collect(), Half::Tuning, 100),
            of(all.iter().collect(), Half::Reported, 100),
        );
        assert!(
            tuning.len() + reported.len() == 40
                && !tuning.is_empty()
                && tuning.iter().all(|row| !reported.contains(row))
        );
        assert!(sample(b"no row\n".as_slice(), Half::Both, 3).is_err());
    }
}
