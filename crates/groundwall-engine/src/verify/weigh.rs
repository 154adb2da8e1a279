//! What the models make of a claim's windows: by the judge, by the model's thresholds, or by similarity where a benchmark asks for it.

use super::windows::{Joined, Scored};
use groundwall_core::{Evidence, NliLabel, NliScores, Policy, Preset, Thresholds, Verdict};
use groundwall_judge::{Judge, Opinion};

/// Coverage that a window needs before its contradiction counts: it must speak of the claim's subject.
const CONTRADICTS: f32 = 0.5;
/// Coverage or similarity that a window needs before its entailment counts.
pub(super) const ENTAILS_COVERAGE: f32 = 0.35;
const ENTAILS_SIMILARITY: f32 = 0.5;
/// A window with this share of the highest entailment says as much as the one that has it.
const NEARLY: f32 = 0.9;

/// Where the reader and the screen find that one window of text entails the claim, each at least as clearly as this, it does, whatever the other windows add. On the open
/// halves of eleven sets of claims about public documents (`data/answers`) 28 true claims that the weighing alone is less sure of have such a window and 2 false ones; a row
/// of a table, whose cells either model may mix up, 1 and 2.
const AGREED: (f32, f32) = (0.85, 0.5);

/// How NLI scores become a verdict: by a judge that was trained on this model's scores, or by the model's thresholds.
#[derive(Clone, Copy)]
pub(crate) struct Weigher<'a> {
    pub(crate) thresholds: Thresholds,
    pub(crate) judge: Option<&'a Judge>,
    /// Whether a reader reads what the screen picks.
    pub(crate) precise: bool,
}

/// What the models make of the windows of a claim.
#[derive(Default)]
pub(super) struct Weighed {
    /// The window that supports the claim.
    pub(super) supports: Option<usize>,
    /// The window that contradicts it, where none supports it.
    pub(super) refutes: Option<usize>,
    /// Probability of support.
    pub(super) probability: f32,
    /// The window that comes nearest to supporting the claim.
    pub(super) nearest: Option<usize>,
}

/// Whether a verifier without a judge supports by these scores: its largest label is entailment, over its threshold, or the probability that was calibrated
/// on a user's documents is reached.
pub(super) fn entails(nli: &NliScores, thresholds: Thresholds, policy: &Policy) -> bool {
    match policy
        .support_probability
        .filter(|_| policy.preset == Preset::Firewall)
    {
        Some(least) => nli.entailment >= least,
        None => nli.label() == NliLabel::Entailment && nli.entailment >= thresholds.entailment,
    }
}

/// The windows that entail the claim and that are about the claim's subject: the first of them, which decides, and the
/// highest entailment. Windows come best first, so that those that nobody looked at yet cannot take the decision from it.
fn entailment(windows: &[Scored], thresholds: Thresholds, policy: &Policy) -> Option<(usize, f32)> {
    let about = |scored: &Scored| {
        scored.evidence.coverage >= ENTAILS_COVERAGE
            || scored
                .evidence
                .similarity
                .is_some_and(|similarity| similarity >= ENTAILS_SIMILARITY)
    };
    let supporting: Vec<(usize, f32)> = windows
        .iter()
        .enumerate()
        .filter(|(_, scored)| scored.standing.is_asserted() && about(scored))
        .filter_map(|(place, scored)| {
            Some((
                place,
                scored
                    .evidence
                    .nli
                    .filter(|nli| entails(nli, thresholds, policy))?
                    .entailment,
            ))
        })
        .collect();
    let first = supporting.first()?.0;
    Some((
        first,
        supporting
            .iter()
            .map(|(_, entailment)| *entailment)
            .fold(0.0, f32::max),
    ))
}

/// The window with the highest contradiction over the threshold among those that speak of the claim's subject.
fn contradiction(windows: &[Scored], thresholds: Thresholds) -> Option<(usize, f32)> {
    windows
        .iter()
        .enumerate()
        .filter(|(_, scored)| {
            scored.standing.is_asserted() && scored.evidence.coverage >= CONTRADICTS
        })
        .filter_map(|(place, scored)| Some((place, scored.evidence.nli?.contradiction)))
        .filter(|(_, contradiction)| *contradiction > thresholds.contradiction)
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// What the models make of the windows that were judged.
pub(super) fn weigh(
    claim: &str,
    windows: &[Scored],
    joined: &[Joined],
    weigher: Option<Weigher>,
    policy: &Policy,
) -> Weighed {
    if policy.preset == Preset::Cosine && !windows.is_empty() {
        return Weighed {
            probability: most_similar(windows).1.max(0.0),
            ..Weighed::default()
        };
    }
    let Some(Weigher {
        thresholds,
        judge,
        precise: _,
    }) = weigher
    else {
        return Weighed::default();
    };
    match judge {
        Some(judge) => by_judge(claim, windows, joined, judge, policy),
        None => by_thresholds(windows, thresholds, policy),
    }
}

/// The highest entailment, and the first window that entails nearly as clearly: windows come with the shorter ones first.
fn nearest(judged: &[(usize, NliScores)]) -> (f32, Option<usize>) {
    let clearest = judged
        .iter()
        .map(|(_, nli)| nli.entailment)
        .fold(0.0, f32::max);
    let place = judged
        .iter()
        .find(|(_, nli)| nli.entailment >= clearest * NEARLY)
        .map(|(place, _)| *place);
    (clearest, place)
}

/// The window that comes nearest to supporting a claim; none where none was judged.
pub(super) fn nearest_window(windows: &[Scored]) -> Option<usize> {
    nearest(&spoken_of(windows)).1
}

fn by_thresholds(windows: &[Scored], thresholds: Thresholds, policy: &Policy) -> Weighed {
    let (clearest, nearest) = nearest(&spoken_of(windows));
    let supports = entailment(windows, thresholds, policy);
    Weighed {
        supports: supports.map(|(place, _)| place),
        refutes: contradiction(windows, thresholds).map(|(place, _)| place),
        probability: supports.map_or(clearest, |(_, entailment)| entailment),
        nearest,
    }
}

fn by_judge(
    claim: &str,
    windows: &[Scored],
    joined: &[Joined],
    judge: &Judge,
    policy: &Policy,
) -> Weighed {
    let judged = spoken_of(windows);
    let (_, nearest) = nearest(&judged);
    let Some(opinion) = opinion(judge, claim, windows, joined) else {
        return Weighed::default();
    };
    let most = judged.iter().max_by(|a, b| {
        a.1.contradiction
            .total_cmp(&b.1.contradiction)
            .then(b.0.cmp(&a.0))
    });
    let weighed = nearest.filter(|place| {
        let enough = policy
            .support_probability
            .map_or(opinion.supported, |least| opinion.support >= least);
        enough && !denied(windows, *place)
    });
    let agreed = agreed(windows)
        .filter(|place| policy.support_probability.is_none() && !denied(windows, *place));
    Weighed {
        supports: weighed.or(agreed),
        refutes: most.map(|(place, _)| *place).filter(|_| opinion.refuted),
        probability: agreed.map_or(opinion.support, |_| opinion.support.max(AGREED.0)),
        nearest: agreed.filter(|_| weighed.is_none()).or(nearest),
    }
}

/// The windows that assert something, with their places.
fn asserting(windows: &[Scored]) -> impl Iterator<Item = (usize, &Scored)> {
    windows
        .iter()
        .enumerate()
        .filter(|(_, scored)| scored.standing.is_asserted())
}

/// What is said of each window: by the reader where it has read, which names the sentence that decides, else by the screen.
fn spoken_of(windows: &[Scored]) -> Vec<(usize, NliScores)> {
    let read: Vec<(usize, NliScores)> = asserting(windows)
        .filter_map(|(place, scored)| Some((place, scored.evidence.read?)))
        .collect();
    if !read.is_empty() {
        return read;
    }
    asserting(windows)
        .filter_map(|(place, scored)| Some((place, scored.evidence.nli?)))
        .collect()
}

/// The first window of text of which both models say that it entails the claim.
fn agreed(windows: &[Scored]) -> Option<usize> {
    let (reader, screen) = AGREED;
    asserting(windows)
        .filter(|(_, scored)| scored.evidence.window.locator.cells.is_none())
        .find(|(_, scored)| {
            scored
                .evidence
                .read
                .is_some_and(|read| read.entailment >= reader)
                && scored
                    .evidence
                    .nli
                    .is_some_and(|nli| nli.entailment >= screen)
        })
        .map(|(place, _)| place)
}

/// Whether the reader finds that another window contradicts the claim more clearly than the one at `supporting` entails it, and that window speaks of at
/// least as many of the claim's words: "built in 1987" lies near "left in 1987, when it was automated", and is denied by "built between 1902 and 1904".
fn denied(windows: &[Scored], supporting: usize) -> bool {
    let Some(entailment) = windows[supporting]
        .evidence
        .read
        .map(|read| read.entailment)
    else {
        return false;
    };
    asserting(windows).any(|(place, scored)| {
        place != supporting
            && scored.evidence.coverage >= windows[supporting].evidence.coverage
            && scored
                .evidence
                .read
                .is_some_and(|read| read.contradiction > entailment)
    })
}

/// What the judge makes of the scores.
fn opinion(judge: &Judge, claim: &str, windows: &[Scored], joined: &[Joined]) -> Option<Opinion> {
    let own: Vec<&Evidence> = asserting(windows)
        .map(|(_, scored)| &scored.evidence)
        .collect();
    let together: Vec<NliScores> = joined.iter().filter_map(|joined| joined.read).collect();
    judge.judge(claim, &own, &together)
}

/// The most similar window and its cosine.
fn most_similar(windows: &[Scored]) -> (usize, f32) {
    let similarity = |place: usize| windows[place].evidence.similarity.unwrap_or(0.0);
    let best = (0..windows.len())
        .max_by(|a, b| similarity(*a).total_cmp(&similarity(*b)).then(b.cmp(a)))
        .unwrap_or(0);
    (best, similarity(best))
}

/// The rules over similarity, for comparison only: the most similar window, its cosine, and the verdict.
pub(super) fn by_similarity(windows: &[Scored], preset: Preset) -> (usize, f32, Verdict) {
    let (best, similarity) = most_similar(windows);
    let cosine = preset == Preset::Cosine;
    let label = windows[best]
        .evidence
        .nli
        .filter(|_| !cosine)
        .map(NliScores::label);
    let supported = if cosine {
        similarity >= 0.6
    } else {
        (similarity >= 0.6 && label != Some(NliLabel::Contradiction))
            || (similarity >= 0.5 && label == Some(NliLabel::Entailment))
            || similarity >= 0.85
    };
    let verdict = if supported {
        Verdict::Supported
    } else if label == Some(NliLabel::Contradiction) {
        Verdict::Refuted
    } else {
        Verdict::Unsupported
    };
    (best, similarity, verdict)
}

#[cfg(test)]
mod tests {
    use super::denied;
    use crate::verify::windows::Scored;
    use groundwall_core::{DocumentId, DocumentName, Locator, NliScores, Window};

    fn read(coverage: f32, entailment: f32, contradiction: f32) -> Scored {
        let window = Window {
            document: DocumentId("d".to_owned()),
            document_name: DocumentName::parse("d.txt").unwrap(),
            first_sentence: 0,
            last_sentence: 0,
            text: String::new(),
            locator: Locator::default(),
        };
        let mut scored = Scored::new(window, String::new(), coverage);
        scored.evidence.read = Some(NliScores {
            entailment,
            neutral: 1.0 - entailment - contradiction,
            contradiction,
        });
        scored
    }

    #[test]
    fn what_speaks_more_of_the_claim_and_denies_it_more_clearly_takes_its_support() {
        let supports = || read(0.44, 0.74, 0.22);
        assert!(denied(&[supports(), read(0.55, 0.01, 0.96)], 0));
        // Less of the claim's words, or less clearly.
        assert!(!denied(&[supports(), read(0.3, 0.01, 0.96)], 0));
        assert!(!denied(&[supports(), read(0.55, 0.2, 0.7)], 0));
        assert!(!denied(&[supports()], 0));
    }
}
