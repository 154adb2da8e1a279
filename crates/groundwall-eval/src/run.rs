//! A set through a judge.

use crate::row::AnswerRow;
use crate::{Figures, Label, PairRow, Row, RowError, Tally};
use futures::StreamExt as _;
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::{InlineSource, Subject};
use groundwall_core::{NliLabel, Verdict, Verification};
use groundwall_ports::{FirewallService, NliModel, Pair, PortError};
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
pub enum Judge {
    /// The product's path: windows, checks, NLI, aggregation; the evidence is the only document.
    Product(Arc<dyn FirewallService>, PolicyOverride),
    /// One raw forward a pair.
    Pairs(Arc<dyn NliModel>),
}

struct Judged {
    label: Label,
    verdict: Verdict,
    score: f32,
    took: Duration,
    claims: Option<(u64, u64)>,
}

/// Reads a set to its end. Memory does not grow with the number of rows.
pub async fn evaluate(set: &str, lines: impl BufRead, judge: &Judge, mut progress: impl FnMut(u64)) -> Result<Figures, EvalError> {
    let started = Instant::now();
    let mut tally = Tally::default();
    let rows =
        lines.lines().enumerate().filter(|(_, line)| line.as_ref().map_or(true, |line| !line.trim().is_empty())).map(|(number, line)| {
            let judge = judge.clone();
            async move {
                let row = Row::parse(number as u64 + 1, &line?)?;
                let started = Instant::now();
                let judged = one(&judge, row).await?;
                Ok::<_, EvalError>(Judged { took: started.elapsed(), ..judged })
            }
        });
    let mut results = futures::stream::iter(rows).buffered(AT_ONCE);
    let mut done = 0;
    while let Some(judged) = results.next().await {
        let Judged { label, verdict, score, took, claims } = judged?;
        tally.add(label, verdict, score, took);
        if let Some((all, verified)) = claims {
            tally.add_claims(all, verified);
        }
        done += 1;
        progress(done);
    }
    Ok(tally.figures(set, started.elapsed()))
}

async fn one(judge: &Judge, row: Row) -> Result<Judged, EvalError> {
    match (judge, row) {
        (Judge::Product(service, policy), Row::Pair(row)) => product(service.as_ref(), *policy, row).await,
        (Judge::Pairs(nli), Row::Pair(row)) => raw(nli.as_ref(), row).await,
        (Judge::Product(service, policy), Row::Answer(row)) => answer(service.as_ref(), *policy, row).await,
        (Judge::Pairs(_), Row::Answer(_)) => {
            Err(PortError::rejected("Rows with answers need the product's path; leave --pairs out.").into())
        }
    }
}

fn verification(subject: String, sources: Vec<String>, policy: PolicyOverride) -> Verification {
    let source = |(place, text): (usize, String)| InlineSource { id: format!("source-{}", place + 1), text, title: None };
    Verification {
        sources: sources.into_iter().enumerate().map(source).collect(),
        beside_collection: false,
        policy,
        ..Verification::of(Subject::Answer(subject))
    }
}

async fn product(service: &dyn FirewallService, policy: PolicyOverride, row: PairRow) -> Result<Judged, EvalError> {
    let report = service.verify(verification(row.claim, vec![row.evidence], policy)).await?;
    let worst = report.claims.iter().map(|claim| claim.verdict).max_by_key(|verdict| match verdict {
        Verdict::Supported => 0,
        Verdict::Unverifiable => 1,
        Verdict::Unsupported => 2,
        Verdict::Refuted => 3,
    });
    let score = report.claims.iter().map(|claim| claim.probability).fold(1.0, f32::min);
    Ok(Judged { label: row.label, verdict: worst.unwrap_or(Verdict::Unverifiable), score, took: Duration::ZERO, claims: None })
}

async fn raw(nli: &dyn NliModel, row: PairRow) -> Result<Judged, EvalError> {
    let scores = nli.judge(&[Pair { window: row.evidence, claim: row.claim }]).await?;
    let scores = scores[0];
    let verdict = match scores.label() {
        NliLabel::Entailment => Verdict::Supported,
        NliLabel::Contradiction if scores.contradiction > nli.thresholds().contradiction => Verdict::Refuted,
        NliLabel::Contradiction | NliLabel::Neutral => Verdict::Unsupported,
    };
    Ok(Judged { label: row.label, verdict, score: scores.entailment, took: Duration::ZERO, claims: None })
}

async fn answer(service: &dyn FirewallService, policy: PolicyOverride, row: AnswerRow) -> Result<Judged, EvalError> {
    let report = service.verify(verification(row.answer, row.sources, policy)).await?;
    let counts = report.summary.counts;
    let all_supported = counts.checkable() > 0 && counts.supported == counts.checkable();
    let score = report.claims.iter().filter(|claim| claim.verdict.is_checkable()).map(|claim| claim.probability).fold(1.0, f32::min);
    Ok(Judged {
        label: if row.hallucinated { Label::Unsupported } else { Label::Supported },
        verdict: if all_supported { Verdict::Supported } else { Verdict::Unsupported },
        score,
        took: Duration::ZERO,
        claims: Some((u64::from(counts.checkable()), u64::from(counts.supported))),
    })
}
