//! What it takes to turn words of a window into the claim: word for word in order (Needleman and Wunsch, the window's ends free). A claim that is nearly
//! a sentence of the document is decided by the few words that differ; shares of covered words do not show them.

use crate::alignment::strength;
use crate::cues::{LISTS, opposed};
use crate::lexicon::{Lexicon, Relation};
use crate::reading::{Reading, Word};
use groundwall_text::language::Words;

/// Cost of a function word of the claim that stands nowhere in order, beside the weights of content words.
const FUNCTION: f32 = 0.3;
/// Cost of passing over a word of the window between two that are used.
const PASSED_CONTENT: f32 = 0.15;
const PASSED_FUNCTION: f32 = 0.05;
/// What a replacement costs more than a missing word.
const REPLACED: f32 = 0.02;
/// Words around the used stretch that may turn what it says.
const REACH: usize = 2;
/// Strength from which a word elsewhere is the same word, moved.
const MOVED: f32 = 0.8;

/// The edits, counted in words; shares lie in [0, 1].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Edits {
    /// Weighted share of the claim's content words that stand in the window in the claim's order.
    pub in_order: f32,
    /// Content words with another, unrelated content word in their place.
    pub replaced: f32,
    /// Words with an antonym, a sibling or an opposite function word in their place.
    pub opposed: f32,
    /// Content words that are out of order but stand elsewhere in the same sentences.
    pub moved: f32,
    /// Content words that stand nowhere in those sentences.
    pub added: f32,
    /// Negations that the claim passes over, and those that it adds.
    pub negation_passed: f32,
    pub negation_added: f32,
    /// "only", "except", "unless" and the like that the claim passes over, and those that it adds.
    pub exception_passed: f32,
    pub exception_added: f32,
    /// Content words passed over between the first and the last used one.
    pub passed: f32,
    /// Share of the words between the first and the last used one that are used.
    pub dense: f32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Step {
    /// A claim word stands for a window word, or is replaced by it.
    Both,
    /// A claim word without one.
    Claim,
    /// A window word passed over.
    Window,
}

struct Table<'a> {
    claim: &'a [Word],
    window: &'a [Word],
    /// For every pair how surely the window's word stands for the claim's; 0 where it does not.
    same: Vec<f32>,
}

fn weight(word: &Word) -> f32 {
    if word.content { word.weight } else { FUNCTION }
}

impl<'a> Table<'a> {
    fn of(claim: &'a [Word], window: &'a [Word], lexicon: &Lexicon) -> Self {
        let mut same = Vec::with_capacity(claim.len() * window.len());
        for one in claim {
            for other in window {
                let sure = if one.content && other.content {
                    strength(one, other, lexicon).map_or(0.0, |(strength, _)| strength)
                } else {
                    f32::from(u8::from(one.folded == other.folded))
                };
                same.push(sure);
            }
        }
        Self {
            claim,
            window,
            same,
        }
    }

    fn same(&self, one: usize, other: usize) -> f32 {
        self.same[one * self.window.len() + other]
    }

    /// The cheapest steps, from the first word of the claim to its last: for each claim word the window word that it is laid on, and the stretch used.
    fn places(&self) -> Vec<Option<usize>> {
        let (rows, columns) = (self.claim.len() + 1, self.window.len() + 1);
        let mut cost = vec![0.0_f32; rows * columns];
        let mut steps = vec![Step::Window; rows * columns];
        for row in 1..rows {
            let own = weight(&self.claim[row - 1]);
            cost[row * columns] = cost[(row - 1) * columns] + own;
            steps[row * columns] = Step::Claim;
            for column in 1..columns {
                let other = &self.window[column - 1];
                let sure = self.same(row - 1, column - 1);
                let both = match (sure > 0.0, self.claim[row - 1].content == other.content) {
                    (true, _) => own * (1.0 - sure),
                    (false, true) => own + REPLACED,
                    (false, false) => f32::INFINITY,
                };
                let passed = match (row + 1 == rows, other.content) {
                    (true, _) => 0.0,
                    (false, true) => PASSED_CONTENT,
                    (false, false) => PASSED_FUNCTION,
                };
                let choices = [
                    (cost[(row - 1) * columns + column - 1] + both, Step::Both),
                    (cost[(row - 1) * columns + column] + own, Step::Claim),
                    (cost[row * columns + column - 1] + passed, Step::Window),
                ];
                let (least, step) = choices
                    .into_iter()
                    .min_by(|a, b| a.0.total_cmp(&b.0))
                    .unwrap_or((f32::INFINITY, Step::Claim));
                cost[row * columns + column] = least;
                steps[row * columns + column] = step;
            }
        }
        let mut places = vec![None; self.claim.len()];
        let (mut row, mut column) = (rows - 1, columns - 1);
        while row > 0 {
            match steps[row * columns + column] {
                Step::Both => {
                    (row, column) = (row - 1, column - 1);
                    places[row] = Some(column);
                }
                Step::Claim => row -= 1,
                Step::Window => column -= 1,
            }
        }
        places
    }
}

impl Edits {
    /// The edits between a window and a claim. The work is the product of their lengths.
    pub fn of(claim: &Reading, window: &Reading, lexicon: &Lexicon) -> Self {
        let table = Table::of(&claim.words, &window.words, lexicon);
        let places = table.places();
        let used: Vec<usize> = places
            .iter()
            .enumerate()
            .filter_map(|(one, place)| place.filter(|place| table.same(one, *place) > 0.0))
            .collect();
        let (Some(first), Some(last)) = (used.first().copied(), used.last().copied()) else {
            return Self::default();
        };
        let mut edits = Self {
            dense: used.len() as f32 / (last - first + 1) as f32,
            ..Self::default()
        };
        let (mut total, mut kept) = (0.0, 0.0);
        let sentences = window.words[first].sentence..=window.words[last].sentence;
        for (one, (word, place)) in claim.words.iter().zip(&places).enumerate() {
            let sure = place.map_or(0.0, |place| table.same(one, place));
            total += word.weight;
            kept += word.weight * sure;
            if sure > 0.0 {
                continue;
            }
            let inside = place.filter(|place| {
                (first..=last).contains(place)
                    || place.abs_diff(first).min(place.abs_diff(last)) <= REACH
            });
            edits.unkept(
                one,
                word,
                inside.map(|place| &window.words[place]),
                &table,
                &sentences,
                lexicon,
            );
        }
        edits.in_order = if total > 0.0 { kept / total } else { 1.0 };
        let around = first.saturating_sub(REACH)..(last + 1 + REACH).min(window.words.len());
        for place in around.filter(|place| !used.contains(place)) {
            let word = &window.words[place];
            if !sentences.contains(&word.sentence) {
                continue;
            }
            edits.passed += f32::from(u8::from(word.content && (first..=last).contains(&place)));
            edits.negation_passed += f32::from(u8::from(LISTS.negators.has(&word.folded)));
            edits.exception_passed += f32::from(u8::from(LISTS.exceptions.has(&word.folded)));
        }
        edits
    }

    /// A word of the claim that nothing stands for in order; `instead` stands in its place.
    fn unkept(
        &mut self,
        one: usize,
        word: &Word,
        instead: Option<&Word>,
        table: &Table,
        sentences: &std::ops::RangeInclusive<usize>,
        lexicon: &Lexicon,
    ) {
        let is = |list: &Words| f32::from(u8::from(list.has(&word.folded)));
        self.negation_added += is(&LISTS.negators);
        self.exception_added += is(&LISTS.exceptions);
        if let Some(other) = instead {
            let related = matches!(
                lexicon.relation(&word.known, &other.known),
                Relation::Antonym | Relation::Sibling
            );
            if related || opposed(&word.folded, &other.folded) {
                self.opposed += 1.0;
            } else if word.content {
                self.replaced += 1.0;
            }
        }
        if word.content {
            let elsewhere = (0..table.window.len()).any(|place| {
                sentences.contains(&table.window[place].sentence) && table.same(one, place) >= MOVED
            });
            if elsewhere {
                self.moved += 1.0;
            } else {
                self.added += 1.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lexicon::tests::bundled_once;

    fn edits(claim: &str, window: &str) -> Edits {
        let lexicon = bundled_once();
        Edits::of(
            &Reading::of(claim, lexicon),
            &Reading::of(window, lexicon),
            lexicon,
        )
    }

    #[test]
    fn a_part_of_a_sentence_needs_no_edit() {
        let part = edits(
            "The pumps were renewed in spring.",
            "Because of the flood, the pumps were renewed in spring by the town.",
        );
        assert_eq!(
            (
                part.in_order,
                part.replaced,
                part.moved,
                part.added,
                part.negation_passed
            ),
            (1.0, 0.0, 0.0, 0.0, 0.0)
        );
    }

    #[test]
    fn a_word_in_the_place_of_another_is_seen() {
        let other = edits(
            "The captain is elected by the players.",
            "The captain is appointed by the players.",
        );
        assert!(
            other.replaced + other.opposed > 0.5 && other.added > 0.5,
            "{other:?}"
        );
        assert!(
            edits(
                "Water is taken below the bridge.",
                "Water is taken above the bridge."
            )
            .opposed
                > 0.5
        );
    }

    #[test]
    fn exchanged_places_are_moves() {
        let moved = edits(
            "Complaints go to the town first and then to the manager.",
            "Complaints go to the manager first and then to the town.",
        );
        assert!(moved.moved >= 1.0 && moved.added < 0.5, "{moved:?}");
    }

    #[test]
    fn negations_and_exceptions_are_not_passed_over_unseen() {
        assert!(
            edits(
                "Grytta has announced that it will object.",
                "Grytta has announced that it will not object."
            )
            .negation_passed
                > 0.5
        );
        assert!(edits("Grytta will not object.", "Grytta will object.").negation_added > 0.5);
        assert!(
            edits(
                "Students pay half.",
                "Students pay half, except at premieres."
            )
            .exception_passed
                > 0.5
        );
    }

    #[test]
    fn nothing_breaks_on_empty_texts() {
        assert_eq!(edits("", "The door is open."), Edits::default());
        assert_eq!(edits("The door is open.", ""), Edits::default());
    }
}
