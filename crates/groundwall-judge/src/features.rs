//! One row of numbers of a claim and its windows. The order of the names is the order of the model's columns.

use crate::alignment::Alignment;
use crate::edits::Edits;
use crate::lexicon::Lexicon;
use crate::reading::Reading;
use groundwall_core::NliScores;

/// A window that the NLI model has judged.
#[derive(Debug, Clone, Copy)]
pub struct Judged<'a> {
    pub text: &'a str,
    /// Share of the claim's content words in the window.
    pub coverage: f32,
    pub nli: NliScores,
}

const SCORES: [&str; 14] = [
    "entail_max",
    "entail_second",
    "entail_first",
    "entail_mean",
    "contradict_max",
    "contradict_first",
    "contradict_mean",
    "contradict_at_best",
    "neutral_at_best",
    "entail_single",
    "contradict_single",
    "coverage_best",
    "coverage_first",
    "coverage_all",
];
/// Names of columns and their values from one list of fields; a field that is not in it does not compile.
macro_rules! columns {
    ($names:ident, $values:ident, $of:ident { $($field:ident),* $(,)? }) => {
        const $names: &[&str] = &[$(stringify!($field)),*];

        fn $values(of: &$of) -> Vec<f32> {
            let $of { $($field),* } = of;
            vec![$(*$field),*]
        }
    };
}

columns! { ALIGNED, aligned, Alignment {
    exact,
    soft,
    sentence,
    missing,
    missing_names,
    missing_numbers,
    missing_words,
    antonyms,
    siblings,
    narrower,
    wider,
    synonyms,
    opposites,
    turned,
    turned_names,
    adjacent,
    rivals,
    head,
    tail,
    negation,
    negation_turned,
    universal,
    existential,
    obligation,
    permission,
    condition,
    hedge,
    passive,
    comparative,
} }

columns! { EDITED, edited, Edits {
    in_order,
    replaced,
    opposed,
    moved,
    added,
    negation_passed,
    negation_added,
    exception_passed,
    exception_added,
    passed,
    dense,
} }

/// Number of columns.
pub const FEATURES: usize = SCORES.len() + ALIGNED.len() + EDITED.len();

/// The names of the columns: scores, then the alignment with the window of the highest entailment and the edits between them. Lengths are no columns: they tell sets apart, not claims.
pub fn names() -> Vec<String> {
    let own = SCORES.iter().map(|name| (*name).to_owned());
    own.chain(ALIGNED.iter().map(|name| format!("best_{name}"))).chain(EDITED.iter().map(|name| format!("edit_{name}"))).collect()
}

/// Logit of a probability, bounded so that a saturated score cannot dominate: in [-9.2, 9.2].
fn logit(probability: f32) -> f32 {
    let bounded = probability.clamp(1e-4, 1.0 - 1e-4);
    (bounded / (1.0 - bounded)).ln()
}

/// The window that speaks for the claim most: the highest entailment, the first among equals.
pub(crate) fn best(windows: &[Judged]) -> Option<usize> {
    (0..windows.len()).max_by(|a, b| windows[*a].nli.entailment.total_cmp(&windows[*b].nli.entailment).then(b.cmp(a)))
}

/// The row of a claim; none without windows. The order of the windows does not matter: the first is the one that covers most of the claim, the shorter among equals.
pub fn features(claim: &str, windows: &[Judged], lexicon: &Lexicon) -> Option<Vec<f32>> {
    let mut windows = windows.to_vec();
    windows.sort_by(|a, b| b.coverage.total_cmp(&a.coverage).then(a.text.len().cmp(&b.text.len())).then(a.text.cmp(b.text)));
    let windows = windows.as_slice();
    let best = best(windows)?;
    let reading = Reading::of(claim, lexicon);
    let read: Vec<Reading> = windows.iter().map(|window| Reading::of(window.text, lexicon)).collect();
    let count = windows.len() as f32;
    let entail: Vec<f32> = windows.iter().map(|window| logit(window.nli.entailment)).collect();
    let contradict: Vec<f32> = windows.iter().map(|window| logit(window.nli.contradiction)).collect();
    let mut sorted = entail.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let top = |values: &mut dyn Iterator<Item = f32>| values.fold(-10.0_f32, f32::max);
    let single = |place: &usize| read[*place].words.last().is_none_or(|word| word.sentence == 0);
    let singles: Vec<usize> = (0..windows.len()).filter(single).collect();
    let present: std::collections::HashSet<&str> = read.iter().flat_map(|reading| &reading.words).map(|word| word.stem.as_str()).collect();
    let covered: f32 = reading.words.iter().filter(|word| present.contains(word.stem.as_str())).map(|word| word.weight).sum();
    let mut row = vec![
        entail[best],
        sorted.get(1).copied().unwrap_or(-10.0),
        entail[0],
        entail.iter().sum::<f32>() / count,
        top(&mut (0..windows.len()).filter(|place| windows[*place].coverage >= 0.5).map(|place| contradict[place])),
        contradict[0],
        contradict.iter().sum::<f32>() / count,
        contradict[best],
        logit(windows[best].nli.neutral),
        top(&mut singles.iter().map(|place| entail[*place])),
        top(&mut singles.iter().map(|place| contradict[*place])),
        windows[best].coverage,
        windows[0].coverage,
        covered / reading.weight().max(1.0),
    ];
    row.extend(aligned(&Alignment::of(&reading, &read[best], lexicon)));
    row.extend(edited(&Edits::of(&reading, &read[best], lexicon)));
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn any_text_gives_finite_columns(claim in "\\PC{0,60}", window in "\\PC{0,120}", word in "[a-zıßéñ中]{3,9}(ing|ed|er|est|s|ies)") {
            let nli = NliScores { entailment: 0.2, neutral: 0.3, contradiction: 0.5 };
            let text = format!("{window} {word}");
            let windows = [Judged { text: &text, coverage: 0.5, nli }];
            let lexicon = crate::lexicon::tests::bundled_once();
            let row = features(&format!("{claim} {word}"), &windows, lexicon).unwrap();
            proptest::prop_assert!(row.iter().all(|value| value.is_finite()));
        }
    }

    #[test]
    fn every_column_has_a_name_and_a_finite_value() {
        let nli = NliScores { entailment: 1.0, neutral: 0.0, contradiction: 0.0 };
        let windows = [Judged { text: "The door is closed.", coverage: 0.5, nli }, Judged { text: "", coverage: 0.0, nli }];
        for claim in ["The door is open.", "", "…", "扉は開いている"] {
            let row = features(claim, &windows, &Lexicon::default()).unwrap();
            assert_eq!((row.len(), names().len()), (FEATURES, FEATURES));
            assert!(row.iter().all(|value| value.is_finite()), "{claim}: {row:?}");
        }
        assert!(features("The door is open.", &[], &Lexicon::default()).is_none());
    }
}
