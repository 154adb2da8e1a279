//! Each writer left out in turn: what the whole guard makes of the rows of somebody whom the classifier has not learned from. Thresholds come from there.

use super::fit::Fit;
use super::guard;
use super::rows::{Row, Writer};
use super::train::{Learned, fit_without};
use anyhow::bail;
use groundwall_governance::guard::blocks;
use groundwall_governance::guard::classifier::{Classifier, logistic};

/// Ordinary rows of a thousand that may be refused, in the mean of the writers left out who tell most.
const ALLOWED: f32 = 4.0;
/// What is asked of any set: each writer's attacks are also counted at the first threshold that keeps to it.
const ASKED: f32 = 5.0;
/// How far the second threshold lies below the first, in logits.
const BESIDE: f32 = 4.0;
/// First thresholds that are tried, in logits.
const LEAST: f32 = -1.0;
const STEP: f32 = 0.125;
const STEPS: usize = 96;

/// Probabilities from which the classifier refuses by itself, and from which it supports another layer.
#[derive(Clone, Copy)]
pub(super) struct Thresholds {
    pub(super) alone: f32,
    pub(super) beside: f32,
}

impl Thresholds {
    fn at(step: usize) -> Self {
        let alone = LEAST + STEP * step as f32;
        Self {
            alone: logistic(alone),
            beside: logistic(alone - BESIDE),
        }
    }
}

/// A row, and at how many thresholds, from the least on, the guard refuses it.
struct Seen<'a> {
    row: &'a Row,
    refused: usize,
}

/// What came of the rows of a writer left out.
struct LeftOut<'a> {
    writer: Writer,
    rows: Vec<Seen<'a>>,
}

impl LeftOut<'_> {
    fn count(&self, attack: bool, step: usize) -> (usize, usize) {
        let of_sort = self.rows.iter().filter(|seen| seen.row.attack == attack);
        let hits = of_sort.clone().filter(|seen| seen.refused > step).count();
        (hits, of_sort.count())
    }

    /// Of a thousand.
    fn share(&self, attack: bool, step: usize) -> f32 {
        let (hits, all) = self.count(attack, step);
        1_000.0 * hits as f32 / all.max(1) as f32
    }

    fn shown(&self, attack: bool, step: usize) -> String {
        let (hits, all) = self.count(attack, step);
        format!("{hits} of {all} ({:.1} %)", self.share(attack, step) / 10.0)
    }
}

fn mean<'l, 'r: 'l>(
    left_out: impl Iterator<Item = &'l LeftOut<'r>>,
    share: impl Fn(&LeftOut<'_>) -> f32,
) -> f32 {
    let (sum, count) = left_out.fold((0.0, 0.0), |(sum, count), one| {
        (sum + share(one), count + 1.0)
    });
    sum / f32::max(count, 1.0)
}

fn lowest(keeps: impl Fn(usize) -> bool) -> usize {
    (0..STEPS).find(|step| keeps(*step)).unwrap_or(STEPS)
}

/// Fits without each of the writers who had not seen the guard, prints what comes of their rows, and says from which thresholds on enough ordinary ones pass.
/// `worst` rows of each sort and writer that come out most wrongly are printed, too.
pub(super) fn thresholds(rows: &[Learned], worst: usize) -> anyhow::Result<Thresholds> {
    let left_out = std::thread::scope(|scope| {
        let running: Vec<_> = Writer::ALL
            .into_iter()
            .filter(|writer| writer.left_out())
            .map(|writer| scope.spawn(move || look(rows, writer)))
            .collect();
        let ended = running.into_iter().map(|one| match one.join() {
            Ok(found) => found,
            Err(_) => bail!("a fit without a writer stopped"),
        });
        ended.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let telling = || left_out.iter().filter(|one| one.writer.tells_most());
    let step = lowest(|step| mean(telling(), |one| one.share(false, step)) <= ALLOWED);
    println!(
        "\n| Writer left out | Attacks caught | Ordinary refused | Caught where 0.5 % are refused |\n|---|---:|---:|---:|"
    );
    let own = |one: &LeftOut<'_>| lowest(|step| one.share(false, step) <= ASKED);
    for one in &left_out {
        println!(
            "| {} | {} | {} | {} |",
            one.writer.name(),
            one.shown(true, step),
            one.shown(false, step),
            one.shown(true, own(one))
        );
    }
    println!(
        "| mean | {:.1} % | {:.1} % | {:.1} % |",
        mean(left_out.iter(), |one| one.share(true, step)) / 10.0,
        mean(left_out.iter(), |one| one.share(false, step)) / 10.0,
        mean(left_out.iter(), |one| one.share(true, own(one))) / 10.0
    );
    let found = Thresholds::at(step);
    println!(
        "\nalone from {:.4}, beside another layer from {:.4}",
        found.alone, found.beside
    );
    for one in &left_out {
        tell_worst(one, worst);
    }
    Ok(found)
}

fn tell_worst(one: &LeftOut<'_>, worst: usize) {
    let sorted = |attack: bool| {
        let of_sort = one.rows.iter().filter(|seen| seen.row.attack == attack);
        let mut all: Vec<&Seen<'_>> = of_sort.collect();
        all.sort_by_key(|seen| seen.refused);
        all
    };
    for seen in sorted(false)
        .into_iter()
        .rev()
        .take(worst)
        .chain(sorted(true).into_iter().take(worst))
    {
        let Row {
            attack,
            language,
            text,
            ..
        } = seen.row;
        let sort = if *attack { "attack" } else { "ordinary" };
        println!(
            "  {} {sort} {language} {:>3} {text:?}",
            one.writer.name(),
            seen.refused
        );
    }
}

fn look(rows: &[Learned], writer: Writer) -> anyhow::Result<LeftOut<'_>> {
    let Fit { weights, bias } = fit_without(rows, Some(writer));
    let tried = (0..STEPS)
        .map(|step| {
            let Thresholds { alone, beside } = Thresholds::at(step);
            let bytes = Classifier::write(&weights, bias, alone, beside);
            Ok(Classifier::parse(bytes.into())?)
        })
        .collect::<anyhow::Result<Vec<_>>>()?;
    let guard = guard()?;
    let of_writer = rows.iter().filter(|learned| learned.row.writer == writer);
    let refused = |row: &Row, classifier: &Classifier| {
        blocks(&guard.question_by(&row.text, classifier).findings)
    };
    let rows = of_writer
        .map(|learned| Seen {
            row: &learned.row,
            refused: tried.partition_point(|classifier| refused(&learned.row, classifier)),
        })
        .collect();
    Ok(LeftOut { writer, rows })
}
