//! A claim laid over a window: which of its words stand there, in what order, and what stands instead of the others.

use crate::cues::{Cues, opposites};
use crate::lexicon::{Lexicon, Relation};
use crate::reading::{Reading, Word};

/// Words of a window that stand for a word of the claim count by how sure that is.
const SAME: f32 = 1.0;
const SYNONYM: f32 = 0.9;
const DERIVED: f32 = 0.8;
const KIND: f32 = 0.7;

/// What the claim says in the words of one window. Counts are of words; shares lie in [0, 1].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Alignment {
    /// Weighted share of the claim's content words that stand in the window by their stem.
    pub exact: f32,
    /// The same with synonyms, derived words and kinds.
    pub soft: f32,
    /// `soft` of the best single sentence.
    pub sentence: f32,
    /// Weight of the claim's content words that nothing stands for.
    pub missing: f32,
    /// How many of them are names, numbers and other words.
    pub missing_names: f32,
    pub missing_numbers: f32,
    pub missing_words: f32,
    /// Words of the claim whose antonym stands in the best sentence.
    pub antonyms: f32,
    /// Words of the claim that are missing, with another of the same kind in the best sentence.
    pub siblings: f32,
    /// Words of the claim that are narrower than what stands in the window.
    pub narrower: f32,
    /// Words of the claim that are wider than what stands in the window: entailed.
    pub wider: f32,
    pub synonyms: f32,
    /// Opposite function words and directions.
    pub opposites: f32,
    /// Share of pairs of aligned words whose order is turned.
    pub turned: f32,
    /// The same among names and numbers.
    pub turned_names: f32,
    /// Share of neighbours in the claim that stand within three words of each other in the window, in the same order.
    pub adjacent: f32,
    /// Aligned words with a rival (an antonym, sibling, name for a name, number for a number) nearer to their neighbours than they are.
    pub rivals: f32,
    /// Share of the first and of the last two content words that are aligned.
    pub head: f32,
    pub tail: f32,
    /// Cues of the claim less those of the best sentence.
    pub negation: f32,
    pub negation_turned: f32,
    pub universal: f32,
    pub existential: f32,
    pub obligation: f32,
    pub permission: f32,
    pub condition: f32,
    pub hedge: f32,
    pub passive: f32,
    pub comparative: f32,
}

/// For one content word of the claim: its place in the window and how sure that is.
type Place = Option<(usize, f32, Relation)>;

pub(crate) fn strength(one: &Word, other: &Word, lexicon: &Lexicon) -> Option<(f32, Relation)> {
    if let (Some(one), Some(other)) = (one.number, other.number) {
        return ((one - other).abs() < 1e-9).then_some((SAME, Relation::Synonym));
    }
    if one.stem == other.stem {
        return Some((SAME, Relation::Synonym));
    }
    if !other.content || one.number.is_some() || other.number.is_some() {
        return None;
    }
    let shared = one
        .folded
        .chars()
        .zip(other.folded.chars())
        .take_while(|(a, b)| a == b)
        .count();
    if shared >= 5 && shared + 4 >= one.folded.chars().count().max(other.folded.chars().count()) {
        return Some((DERIVED, Relation::Synonym));
    }
    match lexicon.relation(&one.known, &other.known) {
        Relation::Synonym => Some((SYNONYM, Relation::Synonym)),
        Relation::Wider => Some((KIND, Relation::Wider)),
        Relation::Antonym | Relation::Narrower | Relation::Sibling | Relation::None => None,
    }
}

/// For each content word every word of the window that may stand for it. Made once: relating two words is the dear part.
fn candidates(
    claim: &[&Word],
    window: &[Word],
    lexicon: &Lexicon,
) -> Vec<Vec<(usize, f32, Relation)>> {
    let of = |word: &&Word| {
        let found = |(place, other): (usize, &Word)| {
            strength(word, other, lexicon).map(|(strength, relation)| (place, strength, relation))
        };
        window.iter().enumerate().filter_map(found).collect()
    };
    claim.iter().map(of).collect()
}

/// Best place for each content word; among equals the sentence `home`, then the place nearest behind the last one.
fn lay(
    candidates: &[Vec<(usize, f32, Relation)>],
    window: &[Word],
    home: Option<usize>,
) -> Vec<Place> {
    let mut last: Option<usize> = None;
    candidates
        .iter()
        .map(|found| {
            let score = |place: usize, strength: f32| {
                let at_home = f32::from(u8::from(
                    home.is_some_and(|home| window[place].sentence == home),
                ));
                let near = last.map_or(0.0, |last| {
                    -(place as f32 - last as f32 - 1.0).abs() / 1_000.0
                });
                strength + 0.15 * at_home + near
            };
            let best = found.iter().copied().max_by(|a, b| {
                score(a.0, a.1)
                    .total_cmp(&score(b.0, b.1))
                    .then(b.0.cmp(&a.0))
            });
            last = best.map(|(place, ..)| place).or(last);
            best
        })
        .collect()
}

fn share(claim: &[&Word], places: &[Place], of: impl Fn(usize, f32) -> f32) -> f32 {
    let total: f32 = claim.iter().map(|word| word.weight).sum();
    if total == 0.0 {
        return 1.0;
    }
    claim
        .iter()
        .zip(places)
        .filter_map(|(word, place)| {
            place.map(|(place, strength, _)| word.weight * of(place, strength))
        })
        .sum::<f32>()
        / total
}

fn inversions(places: &[usize]) -> f32 {
    let (mut turned, mut pairs) = (0.0, 0.0);
    for (first, one) in places.iter().enumerate() {
        for other in places.iter().skip(first + 1).filter(|other| *other != one) {
            pairs += 1.0;
            turned += f32::from(u8::from(one > other));
        }
    }
    if pairs > 0.0 { turned / pairs } else { 0.0 }
}

/// How many words of the claim have a rival in the sentence that lies nearer to their neighbours than they do: another name, another number, a word that is
/// related and excludes it.
fn rivals(
    aligned: &[(&Word, usize)],
    window: &Reading,
    at_home: impl Fn(usize) -> bool,
    lexicon: &Lexicon,
) -> f32 {
    let mut used = vec![false; window.words.len()];
    for (_, place) in aligned {
        used[*place] = true;
    }
    let mut rivals = 0.0;
    for (number, (word, place)) in aligned.iter().enumerate() {
        let beside: Vec<usize> = [number.checked_sub(1), Some(number + 1)]
            .into_iter()
            .flatten()
            .filter_map(|other| aligned.get(other))
            .map(|(_, place)| *place)
            .collect();
        let far = |place: usize| {
            beside
                .iter()
                .map(|other| place.abs_diff(*other))
                .min()
                .unwrap_or(0)
        };
        let rival = |other: &Word| {
            let kinds = matches!(
                lexicon.relation(&word.known, &other.known),
                Relation::Sibling | Relation::Antonym
            );
            other.content
                && (word.name && other.name
                    || word.number.is_some() && other.number.is_some()
                    || kinds)
        };
        let nearer = window.words.iter().enumerate().any(|(at, other)| {
            at != *place
                && !used[at]
                && at_home(at)
                && other.stem != word.stem
                && rival(other)
                && far(at) < far(*place)
        });
        rivals += f32::from(u8::from(nearer));
    }
    rivals
}

impl Alignment {
    /// Lays a claim over a window. Deterministic; the work is the product of their lengths.
    ///
    /// ```
    /// use groundwall_judge::{Alignment, Lexicon, Reading};
    ///
    /// let lexicon = Lexicon::default();
    /// let claim = Reading::of("The valve opens at noon.", &lexicon);
    /// let window = Reading::of("Every day the valve opens at noon.", &lexicon);
    /// assert_eq!(Alignment::of(&claim, &window, &lexicon).exact, 1.0);
    /// ```
    pub fn of(claim: &Reading, window: &Reading, lexicon: &Lexicon) -> Self {
        let words: Vec<&Word> = claim.words.iter().filter(|word| word.content).collect();
        let candidates = candidates(&words, &window.words, lexicon);
        let first = lay(&candidates, &window.words, None);
        let sentences = window.words.last().map_or(0, |last| last.sentence + 1);
        let in_sentence = |number: usize| {
            share(&words, &first, |place, strength| {
                if window.words[place].sentence == number {
                    strength
                } else {
                    0.0
                }
            })
        };
        let home = (0..sentences)
            .max_by(|a, b| in_sentence(*a).total_cmp(&in_sentence(*b)).then(b.cmp(a)));
        let places = lay(&candidates, &window.words, home);
        let best = home.map_or_else(Reading::default, |home| window.sentence(home));
        let mut alignment = Self {
            exact: share(&words, &places, |_, strength| {
                f32::from(u8::from(strength >= SAME))
            }),
            soft: share(&words, &places, |_, strength| strength),
            sentence: share(&words, &places, |place, strength| {
                if Some(window.words[place].sentence) == home {
                    strength
                } else {
                    0.0
                }
            }),
            opposites: opposites(claim, &best),
            ..Self::default()
        };
        alignment.missing(&words, &places, &best, lexicon);
        alignment.order(&words, &places, window, home, lexicon);
        alignment.cues(Cues::of(claim), Cues::of(&best));
        alignment
    }

    fn missing(&mut self, words: &[&Word], places: &[Place], best: &Reading, lexicon: &Lexicon) {
        for (word, place) in words.iter().zip(places) {
            match place {
                Some((_, _, Relation::Wider)) => self.wider += 1.0,
                Some((_, strength, _)) => self.synonyms += f32::from(u8::from(*strength < SAME)),
                None => {
                    self.missing += word.weight;
                    if word.name {
                        self.missing_names += 1.0;
                    } else if word.number.is_some() {
                        self.missing_numbers += 1.0;
                    } else {
                        self.missing_words += 1.0;
                        let others = best.words.iter().filter(|other| other.content);
                        let relations: Vec<Relation> = others
                            .map(|other| lexicon.relation(&word.known, &other.known))
                            .collect();
                        let related = |wanted: Relation| relations.contains(&wanted);
                        self.antonyms += f32::from(u8::from(related(Relation::Antonym)));
                        self.siblings += f32::from(u8::from(related(Relation::Sibling)));
                        self.narrower += f32::from(u8::from(related(Relation::Narrower)));
                    }
                }
            }
        }
        let aligned =
            |places: &[Place]| places.iter().flatten().count() as f32 / places.len().max(1) as f32;
        self.head = aligned(&places[..places.len().min(2)]);
        self.tail = aligned(&places[places.len().saturating_sub(2)..]);
    }

    fn order(
        &mut self,
        words: &[&Word],
        places: &[Place],
        window: &Reading,
        home: Option<usize>,
        lexicon: &Lexicon,
    ) {
        let at_home = |place: usize| Some(window.words[place].sentence) == home;
        let aligned: Vec<(&Word, usize)> = words
            .iter()
            .zip(places)
            .filter_map(|(word, place)| place.map(|(place, ..)| (*word, place)))
            .filter(|(_, place)| at_home(*place))
            .collect();
        let all: Vec<usize> = aligned.iter().map(|(_, place)| *place).collect();
        let names: Vec<usize> = aligned
            .iter()
            .filter(|(word, _)| word.name || word.number.is_some())
            .map(|(_, place)| *place)
            .collect();
        self.turned = inversions(&all);
        self.turned_names = inversions(&names);
        let neighbours = places.windows(2);
        let kept = |pair: &[Place]| matches!(pair, [Some((one, ..)), Some((other, ..))] if one < other && other - one <= 3);
        self.adjacent = neighbours.clone().filter(|pair| kept(pair)).count() as f32
            / neighbours.count().max(1) as f32;
        self.rivals = rivals(&aligned, window, at_home, lexicon);
    }

    fn cues(&mut self, claim: Cues, window: Cues) {
        let Cues {
            negation,
            universal,
            existential,
            obligation,
            permission,
            condition,
            hedge,
            passive,
            comparative,
        } = claim;
        self.negation = negation - window.negation;
        self.negation_turned = f32::from(u8::from((negation > 0.0) != (window.negation > 0.0)));
        self.universal = universal - window.universal;
        self.existential = existential - window.existential;
        self.obligation = obligation - window.obligation;
        self.permission = permission - window.permission;
        self.condition = condition - window.condition;
        self.hedge = hedge - window.hedge;
        self.passive = passive - window.passive;
        self.comparative = comparative;
    }
}

#[cfg(test)]
mod tests;
