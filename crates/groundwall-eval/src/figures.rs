//! Counts to figures.

use crate::Label;
use groundwall_core::Verdict;
use serde::Serialize;
use std::time::Duration;

/// Bins of the score histogram; the AUC is exact up to ties within 1/10,000.
const BINS: usize = 10_000;
/// Bins of the probability in which it is held against what became of it.
const LEVELS: usize = 10;
/// Bins of the latency histogram, 1.05 apart from 0.1 ms on.
const TIMES: usize = 400;

/// Counts of one set, of fixed size whatever the number of rows.
///
/// ```
/// use groundwall_core::Verdict;
/// use groundwall_eval::{Label, Tally};
/// use std::time::Duration;
///
/// let mut tally = Tally::default();
/// let took = Duration::from_millis(5);
/// tally.add(Label::Supported, Verdict::Supported, 0.9, took);
/// tally.add(Label::Contradicted, Verdict::Refuted, 0.1, took);
/// let figures = tally.figures("two rows", 2 * took);
/// assert_eq!((figures.rows, figures.auc), (2, Some(1.0)));
/// ```
pub struct Tally {
    rows: u64,
    /// By label (SUPPORTED, CONTRADICTED, NEUTRAL, UNSUPPORTED) and verdict (supported, refuted, unsupported, unverifiable).
    counts: [[u64; 4]; 4],
    supported_scores: Vec<u64>,
    other_scores: Vec<u64>,
    times: Vec<u64>,
    claims: u64,
    claims_verified: u64,
    answer_rows: u64,
    spent: Duration,
}

impl Default for Tally {
    fn default() -> Self {
        Self {
            rows: 0,
            counts: [[0; 4]; 4],
            supported_scores: vec![0; BINS + 1],
            other_scores: vec![0; BINS + 1],
            times: vec![0; TIMES],
            claims: 0,
            claims_verified: 0,
            answer_rows: 0,
            spent: Duration::ZERO,
        }
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

impl Tally {
    /// Adds a judged row: a row is SUPPORTED iff all its claims are, `score` is that of its lowest claim.
    pub fn add(&mut self, label: Label, verdict: Verdict, score: f32, took: Duration) {
        self.rows += 1;
        self.counts[label as usize][verdict as usize] += 1;
        let bin = (f64::from(score.clamp(0.0, 1.0)) * BINS as f64).round() as usize;
        if label == Label::Supported {
            self.supported_scores[bin] += 1;
        } else {
            self.other_scores[bin] += 1;
        }
        let bin = ((took.as_secs_f64() * 1e4).max(1.0).ln() / 1.05f64.ln()) as usize;
        self.times[bin.min(TIMES - 1)] += 1;
        self.spent += took;
    }

    /// Adds the claims of an answer row.
    pub fn add_claims(&mut self, claims: u64, verified: u64) {
        self.answer_rows += 1;
        self.claims += claims;
        self.claims_verified += verified;
    }

    /// Share of (supported, other) pairs of rows in which the supported one has the higher score, ties half.
    fn auc(&self) -> Option<f64> {
        let (supported, other): (u64, u64) = (
            self.supported_scores.iter().sum(),
            self.other_scores.iter().sum(),
        );
        if supported == 0 || other == 0 {
            return None;
        }
        let (mut below, mut won) = (0.0, 0.0);
        for bin in 0..=BINS {
            won +=
                self.supported_scores[bin] as f64 * (below + self.other_scores[bin] as f64 / 2.0);
            below += self.other_scores[bin] as f64;
        }
        Some(won / (supported as f64 * other as f64))
    }

    /// Mean distance between the score, read as a probability, and the share of supported rows among those with about this score, over ten bins (expected calibration
    /// error, Guo et al. 2017). Supported and other rows have the same weight, as the judge's probability means it.
    fn calibration_error(&self) -> Option<f64> {
        let (supported, other): (u64, u64) = (
            self.supported_scores.iter().sum(),
            self.other_scores.iter().sum(),
        );
        if supported == 0 || other == 0 {
            return None;
        }
        let distance = |level: usize| -> f64 {
            let (mut said, mut came): (f64, f64) = (0.0, 0.0);
            for bin in (0..=BINS).filter(|bin| (bin * LEVELS / BINS).min(LEVELS - 1) == level) {
                let (yes, no) = (
                    self.supported_scores[bin] as f64 / supported as f64,
                    self.other_scores[bin] as f64 / other as f64,
                );
                said += (yes + no) * bin as f64 / BINS as f64;
                came += yes;
            }
            (said - came).abs()
        };
        Some((0..LEVELS).map(distance).sum::<f64>() / 2.0)
    }

    fn percentile(&self, share: f64) -> Option<f64> {
        let wanted = (self.rows as f64 * share).ceil() as u64;
        let mut seen = 0;
        self.times.iter().enumerate().find_map(|(bin, count)| {
            seen += count;
            (wanted > 0 && seen >= wanted).then(|| 1.05f64.powi(bin as i32 + 1) / 10.0)
        })
    }

    /// Rows of a label that got a verdict.
    fn judged(&self, label: Label, verdict: Verdict) -> u64 {
        self.counts[label as usize][verdict as usize]
    }

    /// Rows of a label.
    fn total(&self, label: Label) -> u64 {
        self.counts[label as usize].iter().sum()
    }

    /// Of the rows that are not UNSUPPORTED; none where supported is told from the rest alone.
    fn accuracy_three_way(&self) -> Option<f64> {
        let right = self.judged(Label::Supported, Verdict::Supported)
            + self.judged(Label::Contradicted, Verdict::Refuted)
            + self.judged(Label::Neutral, Verdict::Unsupported)
            + self.judged(Label::Neutral, Verdict::Unverifiable);
        let refined = self.total(Label::Contradicted) + self.total(Label::Neutral);
        (refined > 0)
            .then(|| ratio(right, self.total(Label::Supported) + refined))
            .flatten()
    }

    /// The figures of a set.
    pub fn figures(&self, set: &str, wall: Duration) -> Figures {
        let accepted = |label: Label| self.judged(label, Verdict::Supported);
        let (tp, supported) = (accepted(Label::Supported), self.total(Label::Supported));
        let others = [Label::Contradicted, Label::Neutral, Label::Unsupported];
        let fp: u64 = others.iter().map(|label| accepted(*label)).sum();
        let not_supported: u64 = others.iter().map(|label| self.total(*label)).sum();
        let recall = ratio(tp, supported);
        let specificity = ratio(not_supported - fp, not_supported);
        let precision = ratio(tp, tp + fp);
        let hallucination_rate = (self.answer_rows > 0)
            .then(|| ratio(self.claims - self.claims_verified, self.claims))
            .flatten();
        Figures {
            set: set.to_owned(),
            rows: self.rows,
            majority_share: ratio(supported.max(not_supported), self.rows),
            balanced_accuracy: recall
                .zip(specificity)
                .map(|(recall, specificity)| f64::midpoint(recall, specificity)),
            precision,
            recall,
            f1: precision
                .zip(recall)
                .filter(|(p, r)| p + r > 0.0)
                .map(|(p, r)| 2.0 * p * r / (p + r)),
            auc: self.auc(),
            calibration_error: self.calibration_error(),
            false_accept_rate: ratio(fp, not_supported),
            accuracy_three_way: self.accuracy_three_way(),
            true_accepts: tp,
            false_accepts: fp,
            false_rejects: supported - tp,
            true_rejects: not_supported - fp,
            labels: [
                supported,
                self.total(Label::Contradicted),
                self.total(Label::Neutral),
                self.total(Label::Unsupported),
            ],
            pairs_per_second: self.rows as f64 / wall.as_secs_f64().max(1e-9),
            p50_ms: self.percentile(0.5),
            p95_ms: self.percentile(0.95),
            claims_verified: (self.answer_rows > 0).then_some(self.claims_verified),
            claims_unverified: (self.answer_rows > 0).then(|| self.claims - self.claims_verified),
            hallucination_rate,
            meets_target: hallucination_rate.map(|rate| rate <= 0.05),
            hallucinated: (self.answer_rows > 0).then(|| {
                let flagged = not_supported - fp;
                Detection::of(flagged, flagged + (supported - tp), not_supported)
            }),
            flag_every_answer: (self.answer_rows > 0)
                .then(|| Detection::of(not_supported, self.rows, not_supported)),
        }
    }
}

/// Precision, recall and F1 of the class *hallucinated*, as RAGTruth measures it (Niu et al. 2024): an answer is flagged unless all its claims are supported.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Detection {
    /// right / flagged.
    pub precision: Option<f64>,
    /// right / hallucinated.
    pub recall: Option<f64>,
    /// Harmonic mean of precision and recall.
    pub f1: Option<f64>,
}

impl Detection {
    /// Of `flagged` answers `right` are among the `wanted` ones.
    fn of(right: u64, flagged: u64, wanted: u64) -> Self {
        Self {
            precision: ratio(right, flagged),
            recall: ratio(right, wanted),
            f1: ratio(2 * right, flagged + wanted),
        }
    }
}

/// Figures of one set. Rates are shares in [0, 1]; null where the set has no row to compute them from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figures {
    pub set: String,
    pub rows: u64,
    /// Share of the larger class.
    pub majority_share: Option<f64>,
    /// Mean of the shares of supported and of other rows that were judged right.
    pub balanced_accuracy: Option<f64>,
    /// Of "supported": true accepts / accepts.
    pub precision: Option<f64>,
    /// Of "supported": true accepts / supported rows.
    pub recall: Option<f64>,
    /// Harmonic mean of precision and recall.
    pub f1: Option<f64>,
    /// Of "supported", ranked by the lowest claim's score.
    pub auc: Option<f64>,
    /// Of the lowest claim's score read as the probability of "supported", supported and other rows weighing the same.
    pub calibration_error: Option<f64>,
    /// Share of the rows that are not supported and were accepted.
    pub false_accept_rate: Option<f64>,
    /// Null on binary sets; UNSUPPORTED rows are left out.
    pub accuracy_three_way: Option<f64>,
    pub true_accepts: u64,
    pub false_accepts: u64,
    pub false_rejects: u64,
    pub true_rejects: u64,
    /// Rows labelled SUPPORTED, CONTRADICTED, NEUTRAL, UNSUPPORTED.
    pub labels: [u64; 4],
    /// Rows a second of wall time.
    pub pairs_per_second: f64,
    /// Milliseconds a row, median and 95th percentile, to within 5 %.
    pub p50_ms: Option<f64>,
    pub p95_ms: Option<f64>,
    /// On answer rows only.
    pub claims_verified: Option<u64>,
    pub claims_unverified: Option<u64>,
    /// claims_unverified / claims.
    pub hallucination_rate: Option<f64>,
    /// Whether the hallucination rate is at most 5 %.
    pub meets_target: Option<bool>,
    /// How well hallucinated answers are found.
    pub hallucinated: Option<Detection>,
    /// The same for a rule that flags every answer.
    pub flag_every_answer: Option<Detection>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_small_set() {
        let mut tally = Tally::default();
        let took = Duration::from_millis(10);
        tally.add(Label::Supported, Verdict::Supported, 0.9, took);
        tally.add(Label::Supported, Verdict::Unsupported, 0.4, took);
        tally.add(Label::Neutral, Verdict::Unsupported, 0.2, took);
        tally.add(Label::Contradicted, Verdict::Supported, 0.6, took);
        let figures = tally.figures("x", Duration::from_secs(1));
        assert_eq!(
            (figures.balanced_accuracy, figures.false_accept_rate),
            (Some(0.5), Some(0.5))
        );
        assert_eq!(figures.auc, Some(0.75));
        // Halves of a weight each: .9 and .4 came true, .2 and .6 did not.
        assert!((figures.calibration_error.unwrap() - (0.1 + 0.6 + 0.2 + 0.6) / 4.0).abs() < 1e-9);
        assert_eq!(figures.accuracy_three_way, Some(0.5));
        assert!((9.0..=11.5).contains(&figures.p95_ms.unwrap()));
        assert_eq!(Tally::default().figures("x", took).auc, None);
        assert_eq!(figures.hallucinated, None);
        tally.add_claims(3, 1);
        let figures = tally.figures("x", Duration::from_secs(1));
        // Two are flagged, one of them hallucinated; of the two that are, one is flagged.
        let half = Detection {
            precision: Some(0.5),
            recall: Some(0.5),
            f1: Some(0.5),
        };
        assert_eq!(figures.hallucinated, Some(half));
        assert_eq!(
            figures.flag_every_answer,
            Some(Detection {
                recall: Some(1.0),
                f1: Some(2.0 / 3.0),
                ..half
            })
        );
    }
}
