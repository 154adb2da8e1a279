//! The fit of the classifier, with thresholds from writers that it has not learned from.

use super::fit::{Fit, Sample, fit};
use super::guard;
use super::left_out::{self, Thresholds};
use super::rows::{self, Lesson, Row, Writer};
use anyhow::ensure;
use groundwall_governance::guard::classifier::{Classifier, Features, pieces};
use std::path::Path;

/// What a row written by hand counts beside one of a grammar: they are fewer and more varied.
const BY_HAND: f32 = 8.0;

/// A row as it is learned from: the buckets of each of its pieces, in each of its readings.
pub(super) struct Learned {
    pub(super) row: Row,
    pieces: Vec<Features>,
}

/// `worst` prints so many rows of each sort that come out most wrongly where their writer was left out.
pub(crate) fn run(root: &Path, worst: usize) -> anyhow::Result<()> {
    let rows = rows::all(root)?
        .into_iter()
        .map(learned)
        .collect::<anyhow::Result<Vec<_>>>()?;
    for writer in Writer::ALL {
        let count = |attack: bool| {
            let wanted = |row: &&Learned| {
                row.row.writer == writer
                    && row.row.attack == attack
                    && row.row.lesson != Lesson::None
            };
            rows.iter().filter(wanted).count()
        };
        println!(
            "{:<8} {:>5} attacks, {:>5} ordinary rows",
            writer.name(),
            count(true),
            count(false)
        );
    }
    let Thresholds { alone, beside } = left_out::thresholds(&rows, worst)?;
    let Fit { weights, bias } = fit_without(&rows, None);
    let bytes = Classifier::write(&weights, bias, alone, beside);
    Classifier::parse(bytes.clone().into())?;
    let path = root.join("models/guard/weights.bin");
    std::fs::write(&path, &bytes)?;
    println!("{} bytes in {}", bytes.len(), path.display());
    Ok(())
}

fn learned(row: Row) -> anyhow::Result<Learned> {
    let guard = guard()?;
    let readings = guard.readings(&row.text);
    ensure!(!readings.is_empty(), "nothing to read in {}", row.text);
    let first = match row.lesson {
        Lesson::Innermost => readings.len() - 1,
        Lesson::Text | Lesson::None => 0,
    };
    let pieces = readings
        .iter()
        .skip(first)
        .flat_map(|text| pieces(text))
        .map(|piece| guard.features(&piece))
        .collect();
    Ok(Learned { row, pieces })
}

/// What is learned from all writers but one: an attack as a whole, an ordinary text in all its pieces. Rows that were written after rows of those who are
/// left out had been looked at are left out with them.
pub(super) fn fit_without(rows: &[Learned], left_out: Option<Writer>) -> Fit {
    let learned_from = |row: &Row| {
        row.lesson != Lesson::None && left_out.is_none_or(|left_out| !row.writer.knew(left_out))
    };
    let samples: Vec<Sample<'_>> = rows
        .iter()
        .filter(|learned| learned_from(&learned.row))
        .flat_map(|learned| {
            let Row {
                attack, by_hand, ..
            } = learned.row;
            let many = if attack { 1 } else { learned.pieces.len() };
            let pieces = learned.pieces.iter().take(many);
            pieces.map(move |features| Sample {
                features,
                attack,
                weight: if by_hand { BY_HAND } else { 1.0 },
            })
        })
        .collect();
    fit(&samples)
}
