//! `groundwall eval --suite`: every figure of docs/accuracy.md beside its bar.

use super::super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use groundwall_core::Verdict;
use groundwall_core::policy::{Closeness, PolicyOverride, Preset};
use groundwall_core::report::{JudgedClaim, Outcome};
use groundwall_engine::{Firewall, claims};
use groundwall_eval::suite::{Suite, mixed};
use groundwall_eval::twins::{Fault, TwinFigures, corrupt, twins};
use groundwall_eval::{
    Detection, Figures, Half, Label, PairRow, Route, Row, Seen, Tally, evaluate, sample,
};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The document sets whose mean balanced accuracy has a bar.
const DOCUMENT_SETS: [&str; 6] = [
    "begin",
    "lfqa_verification",
    "q2_wow",
    "expertqa",
    "qags",
    "factcheck_gpt_stance",
];
/// Sets on which three-way accuracy must not be below the verifier's.
const THREE_WAY: [&str; 3] = ["mnli_dev_matched", "snli", "infotabs"];
const OTHERS: [&str; 5] = [
    "negation_nli",
    "breaking_nli",
    "glue_diagnostic",
    "dialfact_small",
    FILINGS,
];
/// Figures of company filings, derived more often than stated: the set has its own figure of clashes and no twins.
const FILINGS: &str = "financebench";
/// Rows whose twins are verified, at most.
const TWINS: usize = 2_000;
/// Answers of language models with annotated spans.
const ANSWERS: &str = "ragtruth";
/// How rows are judged: as shipped first, then what it is measured against.
const RULES: [(&str, Preset, Closeness); 5] = [
    ("Groundwall", Preset::Firewall, Closeness::Precise),
    ("fast", Preset::Firewall, Closeness::Fast),
    ("screen alone", Preset::Nli, Closeness::Fast),
    ("similarity-nli", Preset::SimilarityNli, Closeness::Fast),
    ("cosine ≥ 0.6", Preset::Cosine, Closeness::Fast),
];
fn rule(preset: Preset, verifier: Closeness) -> PolicyOverride {
    PolicyOverride {
        preset: Some(preset),
        verifier: Some(verifier),
        ..PolicyOverride::default()
    }
}

/// A figure beside its bar.
struct Bar {
    what: String,
    figure: String,
    wanted: &'static str,
    /// None where it was not run.
    met: Option<bool>,
}

struct Bars(Vec<Bar>);

impl Bars {
    fn at_least(&mut self, what: &str, figure: Option<f64>, bar: &'static str, least: f64) {
        let text = figure.map_or("not run".to_owned(), |figure| format!("{figure:.3}"));
        self.0.push(Bar {
            what: what.to_owned(),
            figure: text,
            wanted: bar,
            met: figure.map(|figure| figure >= least),
        });
    }

    fn at_most(&mut self, what: &str, figure: Option<f64>, bar: &'static str, most: f64) {
        let text = figure.map_or("not run".to_owned(), |figure| format!("{figure:.3}"));
        self.0.push(Bar {
            what: what.to_owned(),
            figure: text,
            wanted: bar,
            met: figure.map(|figure| figure <= most),
        });
    }
}

fn share(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

/// What a preset makes of a set.
struct Measured {
    figures: Figures,
    /// What its checks alone would come to: everything accepted that none of them refutes or misses something of.
    checks: Figures,
    /// Supported rows in which a check claims a clash.
    clashes: u64,
}

async fn figures(
    firewall: &Arc<Firewall>,
    set: &str,
    text: &str,
    policy: PolicyOverride,
) -> anyhow::Result<Measured> {
    let service: Arc<dyn groundwall_ports::FirewallService> = Arc::<Firewall>::clone(firewall);
    let (mut checks, mut clashes) = (Tally::default(), 0);
    let observe = |seen: &Seen| {
        let claims = || seen.report.iter().flat_map(|report| &report.claims);
        let settled = claims().any(JudgedClaim::decided_by_check);
        let clash = claims()
            .flat_map(|claim| &claim.checks)
            .any(|check| check.outcome == Outcome::Clash);
        clashes += u64::from(clash && seen.label == Label::Supported);
        let (verdict, score) = if settled {
            (Verdict::Unsupported, 0.0)
        } else {
            (Verdict::Supported, 1.0)
        };
        checks.add(seen.label, verdict, score, Duration::ZERO);
        Ok(())
    };
    let figures = evaluate(
        set,
        BufReader::new(Cursor::new(text)),
        Half::Both,
        &Route::Product(service, policy),
        observe,
    )
    .await?;
    Ok(Measured {
        figures,
        checks: checks.figures(set, Duration::ZERO),
        clashes,
    })
}

/// `rows` of each labelled set, at most.
pub(super) async fn run(
    config: &Config,
    dir: &Path,
    sets: &Path,
    rows: Option<usize>,
    format: Format,
) -> anyhow::Result<Done> {
    let suite =
        Suite::read(dir).with_context(|| format!("cannot read the suite in {}", dir.display()))?;
    let models = compose::models(config, &say).await?;
    let scratch = tempfile::tempdir().context("cannot create a temporary directory")?;
    let firewall = Arc::new(compose::throwaway(config, models, scratch.path()).await?);
    let mut bars = Bars(Vec::new());
    let mut out = String::new();
    hand_written(&firewall, &suite, &mut bars, &mut out).await?;
    let rows = rows.unwrap_or(usize::MAX);
    let measured = labelled(&firewall, sets, rows, &mut bars, &mut out).await?;
    answers(&firewall, sets, rows, &mut bars, &mut out).await?;
    twin_figures(&firewall, sets, rows.min(TWINS), &mut bars, &mut out).await?;
    bars.at_most(
        "claims extracted from an answer of 2,000 characters, p95 ms",
        Some(extraction(&suite)),
        "≤ 10",
        10.0,
    );
    summary(&bars, &mut out);
    match format {
        Format::Text => println!("{out}"),
        Format::Json => println!("{}", serde_json::to_string_pretty(&measured)?),
    }
    Ok(if bars.0.iter().all(|bar| bar.met == Some(true)) {
        Done::Passed
    } else {
        Done::Below
    })
}

async fn hand_written(
    firewall: &Arc<Firewall>,
    suite: &Suite,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    let text = suite
        .rows()
        .map(|row| serde_json::to_string(&row))
        .collect::<Result<Vec<_>, _>>()?
        .join("\n");
    let lies = suite
        .claims
        .iter()
        .filter(|claim| claim.label != Label::Supported)
        .count();
    out.push_str(&format!(
        "### Hand-written claims ({} about {} documents)\n\n",
        suite.claims.len(),
        suite.documents.len()
    ));
    out.push_str("| rule | balanced accuracy | AUC | false accepts | true claims turned away |\n|---|---|---|---|---|\n");
    for (name, preset, closeness) in RULES {
        say(&format!("suite: {name}"));
        let Measured {
            figures,
            checks,
            clashes: _,
        } = figures(firewall, "suite", &text, rule(preset, closeness)).await?;
        let shipped = name == RULES[0].0;
        let own = shipped.then_some(("checks alone", &checks));
        for (name, figures) in std::iter::once((name, &figures)).chain(own) {
            out.push_str(&format!(
                "| {name} | {} | {} | {} of {lies} | {} |\n",
                share(figures.balanced_accuracy),
                share(figures.auc),
                figures.false_accepts,
                figures.false_rejects
            ));
        }
        if shipped {
            bars.at_least(
                "suite, balanced accuracy",
                figures.balanced_accuracy,
                "≥ .85",
                0.85,
            );
            bars.at_most(
                "suite, false accepts",
                Some(figures.false_accepts as f64),
                "≤ 10",
                10.0,
            );
        }
    }
    let mut by_kind: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let kinds: std::collections::BTreeSet<&str> = suite
        .claims
        .iter()
        .map(|claim| claim.kind.as_str())
        .collect();
    let (_, preset, closeness) = RULES[0];
    let own = rule(preset, closeness);
    for kind in kinds {
        let rows = suite
            .rows()
            .zip(&suite.claims)
            .filter(|(_, claim)| claim.kind == kind)
            .map(|(row, _)| serde_json::to_string(&row));
        let Measured { figures, .. } = figures(
            firewall,
            kind,
            &rows.collect::<Result<Vec<_>, _>>()?.join("\n"),
            own.clone(),
        )
        .await?;
        by_kind.insert(
            kind,
            (figures.true_accepts + figures.false_accepts, figures.rows),
        );
    }
    let accepted = by_kind
        .iter()
        .map(|(kind, (accepted, rows))| format!("{kind} {accepted} of {rows}"))
        .collect::<Vec<_>>()
        .join(", ");
    out.push_str(&format!("\nAccepted by kind: {accepted}.\n\n"));
    let answers = mixed(firewall.as_ref(), suite).await?;
    out.push_str(&format!(
        "Mixed into {} answers of three sentences: {} of {} false sentences leave unmarked, {} of {} true ones are marked.\n\n",
        answers.answers, answers.unmarked, answers.false_sentences, answers.marked_truths, answers.true_sentences
    ));
    bars.at_most(
        "false sentences of mixed answers that leave unmarked",
        Some(answers.unmarked as f64),
        "≤ 20",
        20.0,
    );
    Ok(())
}

async fn labelled(
    firewall: &Arc<Firewall>,
    sets: &Path,
    rows: usize,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<Vec<Figures>> {
    out.push_str("### Labelled sets (the halves that nothing was tuned on)\n\n");
    out.push_str("| set | rows | majority | Groundwall: balanced accuracy | AUC | false accepts | three-way | fast: balanced accuracy | AUC | false accepts | three-way | screen alone | checks alone | similarity-nli | cosine |\n");
    out.push_str("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    let mut all: BTreeMap<&str, Vec<Measured>> = BTreeMap::new();
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
        let [own, fast, screen, older, cosine] = of_set.as_slice() else {
            unreachable!("one of each rule")
        };
        out.push_str(&format!(
            "| {set} | {} | {} ",
            own.figures.rows,
            share(own.figures.majority_share)
        ));
        for figures in [&own.figures, &fast.figures] {
            let cells = [
                figures.balanced_accuracy,
                figures.auc,
                figures.false_accept_rate,
                figures.accuracy_three_way,
            ];
            out.push_str(&cells.map(|cell| format!("| {} ", share(cell))).concat());
        }
        let others = [
            &screen.figures,
            &own.checks,
            &older.figures,
            &cosine.figures,
        ];
        out.push_str(&format!(
            "{}|\n",
            others
                .map(|figures| format!("| {} ", share(figures.balanced_accuracy)))
                .concat()
        ));
        all.insert(set, of_set);
    }
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
    Ok(all
        .into_values()
        .flatten()
        .map(|measured| measured.figures)
        .collect())
}

/// The reported half of a set, or a sample of it; none where the set is not there.
fn reported(sets: &Path, set: &str, rows: usize) -> anyhow::Result<Option<String>> {
    let Ok(file) = File::open(sets.join(format!("{set}.jsonl"))) else {
        return Ok(None);
    };
    Ok(Some(
        sample(BufReader::new(file), Half::Reported, rows).with_context(|| set.to_owned())?,
    ))
}

/// Answers of language models: how well hallucinated ones are found.
async fn answers(
    firewall: &Arc<Firewall>,
    sets: &Path,
    rows: usize,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    out.push_str("### Answers of language models (RAGTruth)\n\n| rule | answers | precision | recall | F1 | balanced accuracy |\n|---|---|---|---|---|---|\n");
    let Some(text) = reported(sets, ANSWERS, rows)? else {
        out.push_str("| not run |\n\n");
        bars.at_least("RAGTruth, F1 of hallucinated", None, "≥ .70", 0.70);
        return Ok(());
    };
    let mut line = |name: &str, rows: u64, found: Option<Detection>, balanced: Option<f64>| {
        let [precision, recall, f1] = found
            .map_or([None; 3], |found| [found.precision, found.recall, found.f1])
            .map(share);
        out.push_str(&format!(
            "| {name} | {rows} | {precision} | {recall} | {f1} | {} |\n",
            share(balanced)
        ));
    };
    for (name, preset, closeness) in &RULES[..3] {
        say(&format!("{ANSWERS}: {name}"));
        let Figures {
            rows,
            balanced_accuracy,
            hallucinated,
            flag_every_answer,
            ..
        } = figures(firewall, ANSWERS, &text, rule(*preset, *closeness))
            .await
            .context(ANSWERS)?
            .figures;
        line(name, rows, hallucinated, balanced_accuracy);
        if *name == RULES[0].0 {
            line("flagging every answer", rows, flag_every_answer, Some(0.5));
            bars.at_least(
                "RAGTruth, F1 of hallucinated",
                hallucinated.and_then(|found| found.f1),
                "≥ .70",
                0.70,
            );
            bars.at_least(
                "RAGTruth, balanced accuracy",
                balanced_accuracy,
                "≥ .74",
                0.74,
            );
        }
    }
    out.push('\n');
    Ok(())
}

/// Supported rows of the reported halves, in the order of a hash, so that no set comes first.
fn supported_rows(sets: &Path) -> anyhow::Result<Vec<PairRow>> {
    let mut rows = Vec::new();
    for set in DOCUMENT_SETS
        .into_iter()
        .chain(THREE_WAY)
        .chain(OTHERS)
        .filter(|set| *set != FILINGS)
    {
        let Ok(text) = std::fs::read_to_string(sets.join(format!("{set}.jsonl"))) else {
            return Ok(Vec::new());
        };
        for (line, content) in text.lines().enumerate() {
            rows.extend(Row::parse(line as u64 + 1, content)?.supported(Half::Reported));
        }
    }
    rows.sort_by_cached_key(|row| {
        Sha256::digest(format!("{}\n{}", row.claim, row.evidence).as_bytes()).to_vec()
    });
    Ok(rows)
}

async fn twin_figures(
    firewall: &Arc<Firewall>,
    sets: &Path,
    most: usize,
    bars: &mut Bars,
    out: &mut String,
) -> anyhow::Result<()> {
    let mut rows = supported_rows(sets)?;
    rows.retain(|row| {
        Fault::CHECKED
            .iter()
            .any(|fault| corrupt(&row.claim, &row.evidence, *fault, 1).is_some())
    });
    rows.truncate(most);
    say(&format!("twins: {} rows", rows.len()));
    let TwinFigures {
        twins: count,
        caught,
        by_fault,
        supported_alone,
        turned_away,
        clashes,
        mut decided_by_check,
    } = twins(firewall.as_ref(), &rows).await?;
    let ratio = |part: u64, whole: u64| (whole > 0).then(|| part as f64 / whole as f64);
    let faults = by_fault
        .iter()
        .map(|(fault, (twins, caught))| format!("{} {caught} of {twins}", fault.name()))
        .collect::<Vec<_>>()
        .join(", ");
    decided_by_check.sort_by(f64::total_cmp);
    let p95 = decided_by_check
        .get(decided_by_check.len() * 95 / 100)
        .map(|seconds| seconds * 1e3);
    out.push_str(&format!(
        "### Corrupted twins\n\nOf {count} twins of supported rows {caught} are not supported ({faults}). Of {supported_alone} originals that the verifier alone supports the checks turn away {turned_away}; \
         a clash is claimed in {clashes} of {count}.\n\n"
    ));
    bars.at_least("twins not supported", ratio(caught, count), "≥ .99", 0.99);
    bars.at_most(
        "originals that the verifier supports and the checks turn away",
        ratio(turned_away, supported_alone),
        "≤ .02",
        0.02,
    );
    bars.at_most(
        "claims that a check decides, p95 ms (four at a time)",
        p95,
        "≤ 100",
        100.0,
    );
    Ok(())
}

/// Milliseconds to take an answer of about 2,000 characters apart, p95 of 100 runs.
fn extraction(suite: &Suite) -> f64 {
    let all = suite
        .claims
        .iter()
        .map(|claim| claim.claim.as_str())
        .collect::<Vec<_>>()
        .join(" ");
    let text: String = all.chars().take(2_000).collect();
    let mut times: Vec<f64> = (0..100)
        .map(|_| {
            let started = Instant::now();
            std::hint::black_box(claims::decompose(&text));
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[95]
}

fn summary(bars: &Bars, out: &mut String) {
    out.push_str("### Bars\n\n| what | figure | bar | |\n|---|---|---|---|\n");
    for Bar {
        what,
        figure,
        wanted,
        met,
    } in &bars.0
    {
        let met = match met {
            Some(true) => "met",
            Some(false) => "**missed**",
            None => "**not run**",
        };
        out.push_str(&format!("| {what} | {figure} | {wanted} | {met} |\n"));
    }
}
