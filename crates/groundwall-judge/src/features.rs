//! One row of numbers of a claim and its windows. The order of the names is the order of the model's columns.

use crate::alignment::Alignment;
use crate::edits::Edits;
use crate::lexicon::Lexicon;
use crate::reading::Reading;
use groundwall_core::{Evidence, NliScores};

/// A window with what the screen says of it.
type Judged<'a> = (&'a Evidence, NliScores);

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
/// What the reader says: of the windows that it read and of the joined texts, and each reader's entailment times the share of the claim's words that its
/// window has: where a false claim says it with the document's own words, the screen knows least.
const READ: [&str; 12] = [
    "read_entail_max",
    "read_entail_mean",
    "read_neutral_at_best",
    "read_contradict_at_best",
    "read_contradict_max",
    "joined_entail_max",
    "joined_neutral_at_best",
    "joined_contradict_at_best",
    "joined_contradict_max",
    "entail_covered",
    "read_entail_covered",
    "joined_entail_covered",
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
pub const FEATURES: usize = SCORES.len() + ALIGNED.len() + EDITED.len() + READ.len();

/// The names of the columns: the screen's scores, the alignment with the window that speaks for the claim most and the edits between them, and what the reader says. Lengths are no columns: they tell sets apart, not claims.
pub fn names() -> Vec<String> {
    let own = SCORES.iter().map(|name| (*name).to_owned());
    let aligned = ALIGNED.iter().map(|name| format!("best_{name}"));
    let edited = EDITED.iter().map(|name| format!("edit_{name}"));
    own.chain(aligned)
        .chain(edited)
        .chain(READ.iter().map(|name| (*name).to_owned()))
        .collect()
}

/// Logit of a probability, bounded so that a saturated score cannot dominate: in [-9.2, 9.2].
fn logit(probability: f32) -> f32 {
    let bounded = probability.clamp(1e-4, 1.0 - 1e-4);
    (bounded / (1.0 - bounded)).ln()
}

/// The place of the highest entailment, the first among equals.
fn highest(scores: &[NliScores]) -> Option<usize> {
    (0..scores.len()).max_by(|a, b| {
        scores[*a]
            .entailment
            .total_cmp(&scores[*b].entailment)
            .then(b.cmp(a))
    })
}

/// The columns of the reader; where it read no joined text, a window's reading stands for it. All 0 where it read nothing.
fn read(windows: &[Judged], joined: &[NliScores], screen: usize) -> [f32; READ.len()] {
    let own: Vec<NliScores> = windows
        .iter()
        .filter_map(|(window, _)| window.read)
        .collect();
    let Some(best) = highest(&own) else {
        return [0.0; READ.len()];
    };
    let together = if joined.is_empty() {
        own.as_slice()
    } else {
        joined
    };
    let near = highest(together).unwrap_or(0);
    let contradicts = |scores: &[NliScores]| {
        scores
            .iter()
            .map(|scores| logit(scores.contradiction))
            .fold(-10.0, f32::max)
    };
    let entails = |scores: &NliScores| logit(scores.entailment);
    let (window, screened) = windows[screen];
    let coverage = window.coverage;
    [
        entails(&own[best]),
        own.iter().map(entails).sum::<f32>() / own.len() as f32,
        logit(own[best].neutral),
        logit(own[best].contradiction),
        contradicts(&own),
        entails(&together[near]),
        logit(together[near].neutral),
        logit(together[near].contradiction),
        contradicts(together),
        coverage * entails(&screened),
        coverage * entails(&own[best]),
        coverage * entails(&together[near]),
    ]
}

/// The columns of the screen, and how much of the claim the windows have together.
fn scores_of(claim: &Reading, windows: &[Judged], texts: &[Reading], best: usize) -> Vec<f32> {
    let count = windows.len() as f32;
    let entail: Vec<f32> = windows
        .iter()
        .map(|(_, nli)| logit(nli.entailment))
        .collect();
    let contradict: Vec<f32> = windows
        .iter()
        .map(|(_, nli)| logit(nli.contradiction))
        .collect();
    let mut sorted = entail.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let top = |values: &mut dyn Iterator<Item = f32>| values.fold(-10.0_f32, f32::max);
    let single = |place: &usize| {
        texts[*place]
            .words
            .last()
            .is_none_or(|word| word.sentence == 0)
    };
    let singles: Vec<usize> = (0..windows.len()).filter(single).collect();
    let present: std::collections::HashSet<&str> = texts
        .iter()
        .flat_map(|reading| &reading.words)
        .map(|word| word.stem.as_str())
        .collect();
    let covered: f32 = claim
        .words
        .iter()
        .filter(|word| present.contains(word.stem.as_str()))
        .map(|word| word.weight)
        .sum();
    vec![
        entail[best],
        sorted.get(1).copied().unwrap_or(-10.0),
        entail[0],
        entail.iter().sum::<f32>() / count,
        top(&mut (0..windows.len())
            .filter(|place| windows[*place].0.coverage >= 0.5)
            .map(|place| contradict[place])),
        contradict[0],
        contradict.iter().sum::<f32>() / count,
        contradict[best],
        logit(windows[best].1.neutral),
        top(&mut singles.iter().map(|place| entail[*place])),
        top(&mut singles.iter().map(|place| contradict[*place])),
        windows[best].0.coverage,
        windows[0].0.coverage,
        covered / claim.weight().max(1.0),
    ]
}

/// The row of a claim over the windows that the screen has judged; none without such a window. The order of the windows does not matter: the first is the one that covers most of the claim, the shorter among equals.
/// The words are compared with the window of the highest entailment, the reader's where it has read.
pub fn features(
    claim: &str,
    windows: &[&Evidence],
    joined: &[NliScores],
    lexicon: &Lexicon,
) -> Option<Vec<f32>> {
    let screened = windows.iter();
    let mut windows: Vec<Judged> = screened
        .filter_map(|evidence| Some((*evidence, evidence.nli?)))
        .collect();
    windows.sort_by(|(a, _), (b, _)| {
        let (one, other) = (&a.window.text, &b.window.text);
        b.coverage
            .total_cmp(&a.coverage)
            .then(one.len().cmp(&other.len()))
            .then(one.cmp(other))
    });
    let windows = windows.as_slice();
    let scores: Vec<NliScores> = windows.iter().map(|(_, nli)| *nli).collect();
    let best = highest(&scores)?;
    let by_reader = |place: &usize| windows[*place].0.read.map(|read| read.entailment);
    let words_of = (0..windows.len())
        .filter(|place| windows[*place].0.read.is_some())
        .max_by(|a, b| {
            by_reader(a)
                .unwrap_or(0.0)
                .total_cmp(&by_reader(b).unwrap_or(0.0))
                .then(b.cmp(a))
        })
        .unwrap_or(best);
    let reading = Reading::of(claim, lexicon);
    let texts: Vec<Reading> = windows
        .iter()
        .map(|(evidence, _)| Reading::of(&evidence.window.text, lexicon))
        .collect();
    let mut row = scores_of(&reading, windows, &texts, best);
    row.extend(aligned(&Alignment::of(&reading, &texts[words_of], lexicon)));
    row.extend(edited(&Edits::of(&reading, &texts[words_of], lexicon)));
    row.extend(read(windows, joined, best));
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::{DocumentId, DocumentName, Locator, Stance, Window};

    fn evidence(text: &str, coverage: f32, nli: NliScores) -> Evidence {
        let window = Window {
            document: DocumentId("d".to_owned()),
            document_name: DocumentName::parse("d.txt").unwrap(),
            first_sentence: 0,
            last_sentence: 0,
            text: text.to_owned(),
            locator: Locator::default(),
        };
        Evidence {
            window,
            similarity: None,
            coverage,
            nli: Some(nli),
            read: None,
            stance: Stance::Silent,
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_gives_finite_columns(claim in "\\PC{0,60}", window in "\\PC{0,120}", word in "[a-zıßéñ中]{3,9}(ing|ed|er|est|s|ies)") {
            let nli = NliScores { entailment: 0.2, neutral: 0.3, contradiction: 0.5 };
            let text = format!("{window} {word}");
            let window = evidence(&text, 0.5, nli);
            let lexicon = crate::lexicon::tests::bundled_once();
            let row = features(&format!("{claim} {word}"), &[&window], &[nli], lexicon).unwrap();
            proptest::prop_assert!(row.iter().all(|value| value.is_finite()));
        }
    }

    #[test]
    fn every_column_has_a_name_and_a_finite_value() {
        let nli = NliScores {
            entailment: 1.0,
            neutral: 0.0,
            contradiction: 0.0,
        };
        let window = evidence("The door is closed.", 0.5, nli);
        let read = Evidence {
            read: Some(nli),
            ..evidence("", 0.0, nli)
        };
        let windows = [&window, &read];
        for claim in ["The door is open.", "", "…", "扉は開いている"] {
            let row = features(claim, &windows, &[], &Lexicon::default()).unwrap();
            assert_eq!((row.len(), names().len()), (FEATURES, FEATURES));
            assert!(
                row.iter().all(|value| value.is_finite()),
                "{claim}: {row:?}"
            );
        }
        assert!(features("The door is open.", &[], &[], &Lexicon::default()).is_none());
    }
}
