//! The figures of a labelled set in words.

use groundwall_eval::{Detection, Figures};

fn share(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

/// The figures of a set.
pub(super) fn print(figures: &Figures) {
    println!(
        "{}: {} rows, majority {}",
        figures.set,
        figures.rows,
        share(figures.majority_share)
    );
    println!(
        "  balanced accuracy {}  AUC {}  false-accept rate {}",
        share(figures.balanced_accuracy),
        share(figures.auc),
        share(figures.false_accept_rate)
    );
    println!(
        "  precision {}  recall {}  F1 {}  three-way accuracy {}",
        share(figures.precision),
        share(figures.recall),
        share(figures.f1),
        share(figures.accuracy_three_way)
    );
    println!(
        "  accepted: {} true, {} false; rejected: {} true, {} false",
        figures.true_accepts, figures.false_accepts, figures.true_rejects, figures.false_rejects
    );
    let [supported, contradicted, neutral, unsupported] = figures.labels;
    println!(
        "  labels: {supported} SUPPORTED, {contradicted} CONTRADICTED, {neutral} NEUTRAL, {unsupported} UNSUPPORTED"
    );
    println!(
        "  {:.1} rows/s, p50 {} ms, p95 {} ms",
        figures.pairs_per_second,
        share(figures.p50_ms),
        share(figures.p95_ms)
    );
    print_claims(figures);
    print_hallucinated(figures);
}

/// Those of the claims of answers, where the set has answers.
fn print_claims(figures: &Figures) {
    if let (Some(verified), Some(unverified)) = (figures.claims_verified, figures.claims_unverified)
    {
        let met = figures
            .meets_target
            .map_or("no claim to judge it by", |met| {
                if met { "met" } else { "not met" }
            });
        println!(
            "  claims: {verified} verified, {unverified} unverified; hallucination rate {} (target 5 %: {met})",
            share(figures.hallucination_rate)
        );
    }
}

/// How well hallucinated answers are found, where the set has answers.
fn print_hallucinated(figures: &Figures) {
    if let (Some(found), Some(all)) = (figures.hallucinated, figures.flag_every_answer) {
        let Detection {
            precision,
            recall,
            f1,
        } = found;
        println!(
            "  hallucinated answers: precision {}  recall {}  F1 {} (flagging every answer: F1 {})",
            share(precision),
            share(recall),
            share(f1),
            share(all.f1)
        );
    }
}

/// Shares of the supported rows and of the others that each threshold would let through.
pub(super) fn print_thresholds(scores: &[(f32, bool)]) {
    for least in (1..20)
        .filter(|_| !scores.is_empty())
        .map(|step| step as f32 / 20.0)
    {
        let passed = |wanted: bool| {
            let rows: Vec<f32> = scores
                .iter()
                .filter(|(_, supported)| *supported == wanted)
                .map(|(score, _)| *score)
                .collect();
            rows.iter().filter(|score| **score >= least).count() as f64 / rows.len().max(1) as f64
        };
        println!(
            "  from {least:.2}: {:.3} of the supported, {:.3} of the others",
            passed(true),
            passed(false)
        );
    }
}
