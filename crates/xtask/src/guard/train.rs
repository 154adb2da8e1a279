//! The fit of the classifier, with thresholds from folds that it has not seen.

use super::fit::{Fit, Sample, fit};
use super::{Row, guard, training};
use anyhow::ensure;
use groundwall_governance::guard::classifier::{Classifier, Features, pieces};
use std::collections::BTreeMap;
use std::path::Path;

const FOLDS: u64 = 5;
/// Ordinary rows of a thousand that the classifier may refuse by itself, and that it may suspect.
const ALONE: Bound = Bound { by_hand: 3, all: 1 };
const BESIDE: Bound = Bound {
    by_hand: 10,
    all: 3,
};
/// What a row written by hand counts beside one of a grammar: they are fewer and more varied.
const BY_HAND: f32 = 4.0;
/// Neither threshold is lower.
const LEAST: f32 = 0.5;

/// Of rows written by hand, which use the words of attacks where most questions do not, and of all rows.
#[derive(Clone, Copy)]
struct Bound {
    by_hand: usize,
    all: usize,
}

/// A row as it is judged: the buckets of each of its pieces, in each of its readings.
struct Judged {
    pieces: Vec<Features>,
    fold: u64,
    attack: bool,
    by_hand: bool,
    language: String,
    text: String,
}

impl Judged {
    fn probability(&self, fit: &Fit) -> f32 {
        let all = self.pieces.iter().map(|piece| fit.probability(piece));
        all.fold(0.0, f32::max)
    }
}

/// `worst` prints so many rows of each sort that come out most wrongly in folds that had not seen them.
pub(crate) fn run(root: &Path, worst: usize) -> anyhow::Result<()> {
    let rows = training(root)?;
    let mut judged = Vec::with_capacity(rows.len());
    for row in &rows {
        judged.push(judge(row)?);
    }
    let attacks = rows.iter().filter(|row| row.attack).count();
    println!("{} rows, {attacks} of them attacks", rows.len());
    let mut scores: Vec<(f32, &Judged)> = Vec::new();
    for fold in 0..FOLDS {
        let seen = samples(judged.iter().filter(|row| row.fold != fold));
        let found = fit(&seen.iter().collect::<Vec<_>>());
        let unseen = judged.iter().filter(|row| row.fold == fold);
        scores.extend(unseen.map(|row| (row.probability(&found), row)));
    }
    let alone = threshold(&scores, ALONE);
    let beside = threshold(&scores, BESIDE).min(alone);
    tell(&scores, alone, beside);
    scores.sort_by(|a, b| b.0.total_cmp(&a.0));
    let questions = scores.iter().filter(|(_, row)| !row.attack && row.by_hand);
    let orders = scores.iter().rev().filter(|(_, row)| row.attack);
    for (score, row) in questions.take(worst).chain(orders.take(worst)) {
        println!("  {score:.3} {} {:?}", row.language, row.text);
    }
    let all = samples(judged.iter());
    let Fit { weights, bias } = fit(&all.iter().collect::<Vec<_>>());
    let bytes = Classifier::write(&weights, bias, alone, beside);
    Classifier::parse(&bytes)?;
    let path = root.join("models/guard/weights.bin");
    std::fs::write(&path, &bytes)?;
    println!("{} bytes in {}", bytes.len(), path.display());
    Ok(())
}

fn judge(row: &Row) -> anyhow::Result<Judged> {
    let guard = guard()?;
    let readings = guard.readings(&row.text);
    ensure!(!readings.is_empty(), "nothing to read in {}", row.text);
    let fold = row.family.chars().fold(7_u64, |sum, c| {
        sum.wrapping_mul(31).wrapping_add(u64::from(u32::from(c)))
    }) % FOLDS;
    Ok(Judged {
        pieces: readings
            .iter()
            .flat_map(|text| pieces(text))
            .map(|piece| guard.features(&piece))
            .collect(),
        fold,
        attack: row.attack,
        by_hand: row.by_hand,
        language: row.language.clone(),
        text: row.text.clone(),
    })
}

/// What is learned from: an attack as a whole, an ordinary text in all its pieces.
fn samples<'a>(rows: impl Iterator<Item = &'a Judged>) -> Vec<Sample> {
    rows.flat_map(|row| {
        let many = if row.attack { 1 } else { row.pieces.len() };
        row.pieces.iter().take(many).map(|features| Sample {
            features: features.clone(),
            attack: row.attack,
            weight: if row.by_hand { BY_HAND } else { 1.0 },
        })
    })
    .collect()
}

/// The lowest probability that no more ordinary rows lie above than the bound allows.
fn threshold(scores: &[(f32, &Judged)], bound: Bound) -> f32 {
    let above = |by_hand: bool, of_thousand: usize| {
        let mut ordinary: Vec<f32> = scores
            .iter()
            .filter(|(_, row)| !row.attack && (row.by_hand || !by_hand))
            .map(|(score, _)| *score)
            .collect();
        ordinary.sort_by(|a, b| b.total_cmp(a));
        let allowed = ordinary.len() * of_thousand / 1_000;
        ordinary.get(allowed).copied().unwrap_or(1.0)
    };
    let found = above(false, bound.all).max(above(true, bound.by_hand));
    (found + 1e-4).clamp(LEAST, 1.0)
}

fn tell(scores: &[(f32, &Judged)], alone: f32, beside: f32) {
    println!(
        "in folds that were not seen: alone from {alone:.4}, beside another layer from {beside:.4}"
    );
    let mut groups: BTreeMap<(&str, bool), [usize; 3]> = BTreeMap::new();
    for (score, row) in scores {
        let sorts = ["all", row.language.as_str(), "hand"];
        for language in sorts.into_iter().take(if row.by_hand { 3 } else { 2 }) {
            let counts = groups.entry((language, row.attack)).or_default();
            counts[0] += 1;
            counts[1] += usize::from(*score >= alone);
            counts[2] += usize::from(*score >= beside);
        }
    }
    for ((language, attack), [all, alone, beside]) in groups {
        let sort = if attack { "attacks" } else { "ordinary" };
        println!("  {language:<4} {sort:<9} {alone:>4} refused, {beside:>4} suspected of {all}");
    }
}
