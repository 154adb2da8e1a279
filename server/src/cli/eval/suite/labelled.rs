//! The labelled sets.

use super::super::super::say;
use super::bars::{Bars, share};
use super::{DOCUMENT_SETS, FILINGS, Measured, OTHERS, RULES, THREE_WAY, figures, rule};
use anyhow::Context as _;
use groundwall_engine::Firewall;
use groundwall_eval::{Figures, Half, Label, sample};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

pub(super) async fn labelled(
    firewall: &Arc<Firewall>,
    sets: &Path,
    rows: usize,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<Vec<Figures>> {
    out.push_str("### Labelled sets (the halves that nothing was tuned on)\n\n");
    out.push_str("| set | rows | majority | Groundwall: balanced accuracy | AUC | false accepts | three-way | fast: balanced accuracy | AUC | false accepts | three-way | screen alone | checks alone | similarity-nli | cosine |\n");
    out.push_str("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    let mut all = All::new();
    for set in DOCUMENT_SETS.into_iter().chain(THREE_WAY).chain(OTHERS) {
        let Some(text) = reported(sets, set, rows)? else {
            out.push_str(&format!("| {set} | not run |\n"));
            continue;
        };
        let mut of_set = Vec::new();
        for (name, preset, closeness) in RULES {
            say(&format!("{set}: {name}"));
            of_set.push(
                figures(firewall, set, &text, rule(preset, closeness))
                    .await
                    .with_context(|| set.to_owned())?,
            );
        }
        out.push_str(&line(set, &of_set));
        all.insert(set, of_set);
    }
    clashes(&all, bars, out);
    calibration(&all, out);
    accuracies(&all, bars);
    Ok(all
        .into_values()
        .flatten()
        .map(|measured| measured.figures)
        .collect())
}

/// What each rule makes of each set, in the order of the rules.
type All = BTreeMap<&'static str, Vec<Measured>>;

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
fn clashes(all: &All, bars: &mut Bars, out: &mut String) {
    // Supported rows in which a check claims a clash, and how many there are.
    let clashes = |filings: bool| {
        let sets = all
            .iter()
            .filter(|(set, _)| (**set == FILINGS) == filings)
            .map(|(_, measured)| &measured[0]);
        sets.fold((0, 0), |(clashes, rows), own| {
            (
                clashes + own.clashes,
                rows + own.figures.labels[Label::Supported as usize],
            )
        })
    };
    let ((clashed, supported), (in_filings, of_filings)) = (clashes(false), clashes(true));
    out.push_str(&format!(
        "\nIn {clashed} of {supported} supported rows a check claims a clash; in {FILINGS}, which is apart, in {in_filings} of {of_filings}.\n"
    ));
    let clashing = (supported > 0).then(|| clashed as f64 / supported as f64);
    bars.at_most(
        "supported rows in which a clash is claimed",
        clashing,
        "≤ .005",
        0.005,
    );
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
fn accuracies(all: &All, bars: &mut Bars) {
    let accuracy = |set: &str, rule: usize| {
        all.get(set)
            .and_then(|measured| measured[rule].figures.balanced_accuracy)
    };
    let mean = |rule: usize| {
        let values: Option<Vec<f64>> = DOCUMENT_SETS
            .iter()
            .map(|set| accuracy(set, rule))
            .collect();
        values.map(|values| values.iter().sum::<f64>() / values.len() as f64)
    };
    let worst = DOCUMENT_SETS
        .iter()
        .map(|set| accuracy(set, 0))
        .collect::<Option<Vec<f64>>>()
        .map(|values| values.into_iter().fold(1.0, f64::min));
    bars.at_least(
        "six document sets, mean balanced accuracy",
        mean(0),
        "≥ .76",
        0.76,
    );
    bars.at_least("the lowest of the six", worst, "≥ .60", 0.60);
    bars.at_least(
        "mean over the six, more than fast",
        mean(0).zip(mean(1)).map(|(own, fast)| own - fast),
        "≥ 0",
        0.0,
    );
    let three_way = |set: &str| {
        all.get(set)
            .and_then(|measured| measured[0].figures.accuracy_three_way)
    };
    for (set, bar, least) in [
        ("mnli_dev_matched", "≥ .76", 0.76),
        ("snli", "≥ .87", 0.87),
        ("infotabs", "≥ .68", 0.68),
    ] {
        bars.at_least(
            &format!("{set}, three-way accuracy"),
            three_way(set),
            bar,
            least,
        );
    }
    bars.at_least(
        "negation_nli, balanced accuracy",
        accuracy("negation_nli", 0),
        "≥ .78",
        0.78,
    );
    bars.at_least(
        "breaking_nli, balanced accuracy",
        accuracy("breaking_nli", 0),
        "≥ .95",
        0.95,
    );
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
