//! The labelled sets.

use super::super::super::say;
use super::bars::{Bars, share};
use super::plan::{Plan, SetFigure};
use super::{Measured, RULES, Run, figures, rule};
use anyhow::Context as _;
use groundwall_eval::{Figures, Half, Label, sample};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

pub(super) async fn labelled(
    run: &Run<'_>,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<Vec<Figures>> {
    out.push_str("### Labelled sets (the halves that nothing was tuned on)\n\n");
    out.push_str("| set | rows | majority | Groundwall: balanced accuracy | AUC | false accepts | three-way | fast: balanced accuracy | AUC | false accepts | three-way | screen alone | checks alone | similarity-nli | cosine |\n");
    out.push_str("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    let mut all = All::new();
    for set in run.plan.sets.labelled() {
        let Some(text) = reported(run.sets, set, run.rows)? else {
            out.push_str(&format!("| {set} | not run |\n"));
            continue;
        };
        let mut of_set = Vec::new();
        for (name, preset, closeness) in RULES {
            say(&format!("{set}: {name}"));
            of_set.push(
                figures(run.firewall, set, &text, rule(preset, closeness))
                    .await
                    .with_context(|| set.to_owned())?,
            );
        }
        out.push_str(&line(set, &of_set));
        all.insert(set, of_set);
    }
    clashes(&all, run.plan, bars, out);
    calibration(&all, out);
    accuracies(&all, run.plan, bars);
    Ok(all
        .into_values()
        .flatten()
        .map(|measured| measured.figures)
        .collect())
}

/// What each rule makes of each set, in the order of the rules.
type All<'a> = BTreeMap<&'a str, Vec<Measured>>;

/// The line of a set.
fn line(set: &str, measured: &[Measured]) -> String {
    let [own, fast, screen, older, cosine] = measured else {
        unreachable!("one of each rule")
    };
    let mut line = format!(
        "| {set} | {} | {} ",
        own.figures.rows,
        share(own.figures.majority_share)
    );
    for figures in [&own.figures, &fast.figures] {
        let cells = [
            figures.balanced_accuracy,
            figures.auc,
            figures.false_accept_rate,
            figures.accuracy_three_way,
        ];
        line.push_str(&cells.map(|cell| format!("| {} ", share(cell))).concat());
    }
    let others = [
        &screen.figures,
        &own.checks,
        &older.figures,
        &cosine.figures,
    ];
    line.push_str(&format!(
        "{}|\n",
        others
            .map(|figures| format!("| {} ", share(figures.balanced_accuracy)))
            .concat()
    ));
    line
}

/// Supported rows in which a check claims a clash.
fn clashes(all: &All, plan: &Plan, bars: &mut Bars, out: &mut String) {
    let apart = &plan.sets.apart;
    // Supported rows in which a check claims a clash, and how many there are.
    let clashes = |is_apart: bool| {
        let sets = all
            .iter()
            .filter(|(set, _)| (**set == apart.as_str()) == is_apart)
            .map(|(_, measured)| &measured[0]);
        sets.fold((0, 0), |(clashes, rows), own| {
            (
                clashes + own.clashes,
                rows + own.figures.labels[Label::Supported as usize],
            )
        })
    };
    let ((clashed, supported), (clashed_apart, of_apart)) = (clashes(false), clashes(true));
    out.push_str(&format!(
        "\nIn {clashed} of {supported} supported rows a check claims a clash; in {apart}, which is apart, in {clashed_apart} of {of_apart}.\n"
    ));
    let clashing = (supported > 0).then(|| clashed as f64 / supported as f64);
    bars.hold(&plan.bars.clashes, clashing);
}

/// How far stated probabilities lie from the shares that are supported.
fn calibration(all: &All, out: &mut String) {
    let error = |rule: usize| {
        let errors: Vec<f64> = all
            .values()
            .filter_map(|measured| measured[rule].figures.calibration_error)
            .collect();
        (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
    };
    out.push_str(&format!(
        "\nCalibration: the stated probability and the share that is supported lie {} apart in the mean of the sets (ten bins, supported and other rows of the same weight); with the screen's own probability {}.\n\n",
        share(error(0)),
        share(error(2))
    ));
}

/// Accuracies beside their bars.
fn accuracies(all: &All, plan: &Plan, bars: &mut Bars) {
    let accuracy = |set: &str, rule: usize| {
        all.get(set)
            .and_then(|measured| measured[rule].figures.balanced_accuracy)
    };
    let of_documents = |rule: usize| {
        let sets = plan.sets.documents.iter();
        sets.map(|set| accuracy(set, rule))
            .collect::<Option<Vec<f64>>>()
    };
    let mean = |rule: usize| {
        of_documents(rule).map(|values| values.iter().sum::<f64>() / values.len() as f64)
    };
    let lowest = of_documents(0).map(|values| values.into_iter().fold(1.0, f64::min));
    let above_fast = mean(0).zip(mean(1)).map(|(own, fast)| own - fast);
    bars.hold(&plan.bars.documents_mean, mean(0));
    bars.hold(&plan.bars.documents_lowest, lowest);
    bars.hold(&plan.bars.documents_above_fast, above_fast);
    for bar in &plan.bars.sets {
        let figure = all
            .get(bar.set.as_str())
            .and_then(|measured| match bar.figure {
                SetFigure::ThreeWay => measured[0].figures.accuracy_three_way,
                SetFigure::Balanced => measured[0].figures.balanced_accuracy,
            });
        let what = format!("{}, {}", bar.set, bar.figure.name());
        bars.hold_as(what, &bar.wanted, figure);
    }
}

/// The reported half of a set, or a sample of it; none where the set is not there.
pub(super) fn reported(sets: &Path, set: &str, rows: usize) -> anyhow::Result<Option<String>> {
    let Ok(file) = File::open(sets.join(format!("{set}.jsonl"))) else {
        return Ok(None);
    };
    Ok(Some(
        sample(BufReader::new(file), Half::Reported, rows).with_context(|| set.to_owned())?,
    ))
}
