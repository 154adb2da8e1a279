//! Claims and the rows of tables: a claim that failed is put as questions to the tables, and one row is no evidence for what it does not say by itself.

use super::run::Verifier;
use super::windows::{Found, says_the_same};
use crate::supposing::{Vectors, alike, of_both, said, vectors_of};
use crate::tables;
use groundwall_checks::assertion::{Embedding, Standing};
use groundwall_core::cells::CellRange;
use groundwall_core::report::JudgedClaim;
use groundwall_core::{Claim, Closeness, DocumentId, NliScores};
use groundwall_ports::{Pair, PortError};
use groundwall_tables::View;
use groundwall_tables::supposed::{
    Supposed, Unsure, beyond_a_row, exchanged_in_row, in_another_column, of_a_gap, unsure_of_claim,
};
use groundwall_text::words::fold;
use std::collections::HashSet;

/// Readings of one claim that are judged, at most.
const READ: usize = 16;
/// Pairs that are read of each.
const PAIRS: usize = 4;
/// How sure the reader has to be of a reading that gives just what the claim states: that it answers the question, or says the claim. Of 404 claims about tables
/// (`data/answers`, the halves that were read, and the sets of tables alone) three false ones have such readings, with .46 and less.
const EXACT: f32 = 0.6;
/// The same for one that leaves out a word that may be a condition: with .8 two of strangers' questions that nothing covers were answered, with .9 none.
const LEAVES_OUT: f32 = 0.9;
/// The same where what is stated may hold by chance, of the answer alone.
const BY_CHANCE: f32 = 0.7;

impl Verifier<'_> {
    /// Claims that failed, as the tables support them: what a claim states in one place is asked for there, words that a table does not know are supposed to mean
    /// something, and the reader judges whether what was computed answers the question. Where it does and is what is stated, the claim holds.
    pub(super) async fn by_readings(
        &self,
        verdicts: &mut [JudgedClaim],
        views: &[&View],
    ) -> Result<(), PortError> {
        if views.is_empty() || self.policy.verifier != Closeness::Precise {
            return Ok(());
        }
        let (_, Some(reader)) = self.reader().await? else {
            return Ok(());
        };
        let unsure: Vec<(usize, Vec<Unsure<'_>>)> = verdicts
            .iter()
            .enumerate()
            .filter(|(_, claim)| claim.failed())
            .map(|(place, claim)| (place, unsure_of_claim(views, &claim.claim.text)))
            .collect();
        let all = unsure.iter().flat_map(|(_, unsure)| unsure);
        let vectors = vectors_of(self.ports.embedder, all).await?;
        let readings: Vec<(usize, Vec<Supposed>)> = unsure
            .iter()
            .map(|(place, unsure)| (*place, to_read(unsure, &vectors)))
            .collect();
        let pairs: Vec<Pair> = readings
            .iter()
            .flat_map(|(place, readings)| {
                let claim = &verdicts[*place].claim.text;
                readings.iter().flat_map(|one| pairs(one, claim))
            })
            .collect();
        if pairs.is_empty() {
            return Ok(());
        }
        let scores = reader.judge(&pairs).await?;
        let mut rest = scores.as_slice();
        for (place, readings) in readings {
            let own;
            (own, rest) = rest.split_at(PAIRS * readings.len());
            if let Some((reading, probability)) = surest(readings, own) {
                verdicts[place] = held(&verdicts[place].claim, reading, probability, views);
            }
        }
        Ok(())
    }
}

/// The readings of a claim that hold, each once, those first that suppose least.
fn to_read(unsure: &[Unsure<'_>], vectors: &Vectors) -> Vec<Supposed> {
    let mut readings: Vec<Supposed> = unsure
        .iter()
        .flat_map(|one| one.held(alike(one, vectors)))
        .collect();
    readings.sort_by_key(|one| (one.leaves_a_condition, one.told.len()));
    let mut told = HashSet::new();
    readings.retain(|one| told.insert((one.answer.query.clone(), one.question.clone())));
    readings.truncate(READ);
    readings
}

/// What the reader reads of one reading: what was computed, by itself and behind the name of its table, with the question and with the claim.
fn pairs(reading: &Supposed, claim: &str) -> [Pair; PAIRS] {
    let [alone, behind] = said(reading);
    let pair = |window: &String, claim: &str| Pair {
        window: window.clone(),
        claim: claim.to_owned(),
    };
    let question = &reading.question;
    [
        pair(&alone, question),
        pair(&behind, question),
        pair(&alone, claim),
        pair(&behind, claim),
    ]
}

/// The reading that may be told of which the reader is surest, with how sure it is.
fn surest(readings: Vec<Supposed>, scores: &[NliScores]) -> Option<(Supposed, f32)> {
    let sure = |(reading, scores): (Supposed, &[NliScores])| {
        let both = |two: &[NliScores]| of_both(two[0].entailment, two[1].entailment);
        let (answers, says) = (both(&scores[..2]), both(&scores[2..]));
        let (sure, least) = if reading.leaves_a_condition {
            (answers, LEAVES_OUT)
        } else if reading.by_chance {
            (answers, BY_CHANCE)
        } else {
            (answers.max(says), EXACT)
        };
        (sure >= least).then_some((reading, sure))
    };
    let told = readings
        .into_iter()
        .zip(scores.chunks(PAIRS))
        .filter_map(sure);
    told.max_by(|a, b| a.1.total_cmp(&b.1))
}

/// A claim that a reading holds, with how it was read.
fn held(claim: &Claim, reading: Supposed, probability: f32, views: &[&View]) -> JudgedClaim {
    let mut judged = tables::judged(claim, reading.answer, views);
    if !reading.told.is_empty() {
        for check in &mut judged.checks {
            check.note = format!("{}; {}", check.note, reading.told.join("; "));
        }
    }
    JudgedClaim {
        probability,
        read_as: Some(reading.question).filter(|read| *read != claim.text),
        ..judged
    }
}

/// Takes from the rows of tables what they would say of a claim on several rows or on a bound: one row tells neither what is most nor how many there are, and a
/// number of any column is beyond a bound.
pub(super) fn withhold_single_rows(claims: &[&Claim], found: &mut [Found], views: &[&View]) {
    for (claim, found) in claims.iter().zip(found) {
        let mut of_rows: Vec<DocumentId> = Vec::new();
        for scored in &mut found.windows {
            let window = &scored.evidence.window;
            if window.locator.cells.is_none() || !scored.standing.is_asserted() {
                continue;
            }
            let own = |view: &&View| view.stored().document == window.document;
            // A row may say it in words: `the longest of all`.
            let text = fold(&window.text);
            let row = window.locator.cells.as_deref().and_then(CellRange::parse);
            let unsaid = |view: &&View| {
                let words = beyond_a_row(view, &claim.text);
                let words = words.filter(|words| !text.contains(&fold(words)));
                let beyond = words.map(|words| Embedding {
                    words,
                    says: "is one row of a table, which does not say this by itself",
                });
                let row = row.as_ref().filter(|row| row.first_row == row.last_row);
                let elsewhere = || {
                    let words = in_another_column(view, row?.first_row, &claim.text)?;
                    Some(Embedding {
                        words,
                        says: "has this in another column than the one that is named",
                    })
                };
                let gap = || {
                    let words = of_a_gap(view, row?.first_row, &claim.text)?;
                    Some(Embedding {
                        words,
                        says: "is one row of a table, whose text does not show what it lacks",
                    })
                };
                let exchanged = || {
                    let words = exchanged_in_row(view, row?.first_row, &claim.text)?;
                    Some(Embedding {
                        words,
                        says: "has this in a column that the claim does not speak of",
                    })
                };
                beyond.or_else(elsewhere).or_else(gap).or_else(exchanged)
            };
            if !says_the_same(scored, &found.text)
                && let Some(embedding) = views
                    .iter()
                    .copied()
                    .filter(own)
                    .find_map(|view| unsaid(&view))
            {
                of_rows.push(window.document.clone());
                scored.standing = Standing::Withheld(embedding);
            }
        }
        found
            .joined
            .retain(|joined| !of_rows.contains(&joined.document));
    }
}
