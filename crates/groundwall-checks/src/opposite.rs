//! Opposite assertions: two sentences of one text with the same words, of which one denies what the other says.

use crate::Text;
use crate::language::ENGLISH;
use crate::number::Unit;
use crate::words::stem;
use std::collections::HashMap;

/// What a sentence says and whether it denies it.
#[derive(PartialEq, Eq)]
struct Assertion {
    /// Stems in order, without negations; of two opposite words always the first, marked.
    said: Vec<String>,
    /// An odd number of negations.
    denied: bool,
    /// An odd number of words that are the second of two opposite ones.
    turned: bool,
}

impl Assertion {
    /// None where the sentence leaves room for its opposite, or says too little.
    fn of(sentence: &Text) -> Option<Self> {
        let counts = |unit: &Unit| matches!(unit, Unit::Count(_) | Unit::Percent | Unit::Points);
        if sentence.numbers().iter().any(|number| counts(&number.unit)) {
            return None;
        }
        let english = &ENGLISH.opposites;
        let (mut said, mut denied, mut turned) = (Vec::new(), false, false);
        let mut behind_negation = false;
        for word in sentence.tokens() {
            if english.leave_room.has(word) {
                return None;
            }
            let without_exception = english.without_exception.has(word);
            if without_exception && behind_negation {
                return None;
            }
            let (word, negation) = without_negation(word);
            behind_negation = negation;
            denied ^= negation;
            if word.is_empty() || without_exception || english.filling.has(word) {
                continue;
            }
            let antonym = english
                .pairs
                .iter()
                .find(|(first, second)| first == word || second == word);
            turned ^= antonym.is_some_and(|(_, second)| second == word);
            // Opposite words are no stems: what is open and what opened are not the same.
            said.push(antonym.map_or_else(|| stem(word), |(first, _)| format!("={first}")));
        }
        (said.len() >= 2).then_some(Self {
            said,
            denied,
            turned,
        })
    }

    /// Whether both cannot hold. Neither of two opposite words need be true: "neither rose nor fell".
    fn opposes(&self, other: &Self) -> bool {
        let denies = self.denied != other.denied && self.turned == other.turned;
        let turns = self.turned != other.turned && !self.denied && !other.denied;
        self.said == other.said && (denies || turns)
    }
}

/// A word without a negation in it, and whether there was one: "doesn't" is "does".
fn without_negation(word: &str) -> (&str, bool) {
    match word {
        "not" | "never" | "no" => ("", true),
        "cannot" | "can't" => ("can", true),
        "won't" => ("will", true),
        _ => match word.strip_suffix("n't") {
            Some(word) => (word, true),
            None => (word, false),
        },
    }
}

/// Pairs of sentences that cannot both hold, by their places, the earlier one first; each sentence with the first that opposes it.
pub(crate) fn pairs(sentences: &[Text]) -> Vec<(usize, usize)> {
    let assertions: Vec<Option<Assertion>> = sentences.iter().map(Assertion::of).collect();
    // At most four sentences of each wording are kept: one for each way to deny and turn it.
    let mut earlier: HashMap<&[String], Vec<usize>> = HashMap::new();
    let mut pairs = Vec::new();
    for (place, assertion) in assertions.iter().enumerate() {
        let Some(assertion) = assertion else {
            continue;
        };
        let known = earlier.entry(&assertion.said).or_default();
        let of = |place: &usize| assertions[*place].as_ref();
        let rival = known
            .iter()
            .find(|place| of(place).is_some_and(|other| other.opposes(assertion)));
        pairs.extend(rival.map(|rival| (*rival, place)));
        if !known.iter().any(|place| of(place) == Some(assertion)) {
            known.push(place);
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::pairs;
    use crate::Text;

    #[test]
    fn a_denial_and_an_opposite_word_oppose() {
        for (first, second) in [
            ("The cache is thread-safe.", "The cache is not thread-safe."),
            (
                "The service stores passwords.",
                "The service doesn't store passwords.",
            ),
            ("There is a pool.", "There is no pool."),
            ("Users can log in.", "Users cannot log in."),
            (
                "The server always encrypts the data.",
                "The server never encrypts the data.",
            ),
            ("All members paid.", "No member paid."),
            ("Sales increased in 2023.", "Sales decreased in 2023."),
            (
                "The shop is open on Mondays.",
                "The shop is closed on Mondays.",
            ),
        ] {
            let sentences = [first, "It rained.", second].map(Text::from);
            assert_eq!(pairs(&sentences), [(0, 2)], "{second}");
        }
    }

    #[test]
    fn what_can_both_hold_does_not() {
        for (first, second) in [
            (
                "The cache is thread-safe.",
                "The parser is not thread-safe.",
            ),
            ("Some users agree.", "Some users do not agree."),
            ("45% of users agree.", "45% of users do not agree."),
            ("Sales increased in 2023.", "Sales decreased in 2024."),
            ("Prices have not increased.", "Prices have not decreased."),
            ("It may rain.", "It may not rain."),
            (
                "The server encrypts the data.",
                "The server does not always encrypt the data.",
            ),
            ("Not all members paid.", "Members paid."),
            ("It opens before noon.", "It does not open after noon."),
            ("The shop opened in 2023.", "The shop closed in 2023."),
        ] {
            let sentences = [first, second].map(Text::from);
            assert_eq!(pairs(&sentences), [], "{second}");
        }
    }
}
