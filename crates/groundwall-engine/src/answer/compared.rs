//! Whether two answers to a question say the same: by their words, their values, and what a model says follows from what.

use groundwall_checks::Text;
use groundwall_core::policy::Tolerances;
use groundwall_ports::{NliModel, Pair, PortError};
use groundwall_text::language;
use groundwall_text::sentences_of;
use groundwall_text::words::{fold, is_stop, stem, stems};
use groundwall_values::date::{self, Date, Relation};
use groundwall_values::number::{self, Bound, Fit, Number};
use serde::Deserialize;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Sentences of an answer that are compared, at most.
const MOST_SENTENCES: usize = 12;
/// Probability from which a sentence is contradicted by an answer.
const CONTRADICTED: f32 = 0.5;

/// `data/compared.toml`, folded as texts are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Words {
    /// What may stand beside a value and says nothing of its own.
    beside_values: Vec<String>,
    denials: Vec<String>,
    /// Parts of words of languages that write denials into them.
    denials_within: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let file = include_str!("../../data/compared.toml");
    let read: Words = language::read("data/compared.toml", file);
    let folded = |list: Vec<String>| list.iter().map(|word| fold(word)).collect();
    Words {
        beside_values: folded(read.beside_values),
        denials: folded(read.denials),
        denials_within: folded(read.denials_within),
    }
});

/// Letters and digits, folded.
fn words(text: &str) -> Vec<String> {
    fold(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

pub(super) fn same_words(one: &str, other: &str) -> bool {
    words(one) == words(other)
}

/// Whether one answer gives a value that none of the other's comes near, where both give values of that kind.
pub(super) fn clash(one: &str, other: &str) -> bool {
    let bands = Tolerances::default();
    let (one, other) = (Text::from(one), Text::from(other));
    let numbers_differ = one.numbers().iter().any(|number| {
        let mut like = other
            .numbers()
            .iter()
            .filter(|other| number::comparable(number, other))
            .peekable();
        like.peek().is_some()
            && like.all(|other| number::fit(number, other, &bands) == Fit::Different)
    });
    let (dates, others) = (one.dates(), other.dates());
    numbers_differ
        || (!others.is_empty()
            && dates.iter().any(|date| {
                let mut all = others.iter();
                all.all(|other| date::relation(date, other) == Relation::Different)
            }))
}

/// Whether one answer is nothing but values, and the other gives each of them, none else of their kind, and denies nothing: "14 days." beside "You have two weeks to report it."
pub(super) fn values_alone(one: &str, other: &str, question: &str) -> bool {
    let (one, other) = (Text::from(one), Text::from(other));
    if one.numbers().is_empty() && one.dates().is_empty() {
        return false;
    }
    let asked = stems(question);
    let said = words(&without_values(&one));
    let bare = |word: &String| {
        WORDS.beside_values.contains(word) || is_stop(word) || asked.contains(&stem(word))
    };
    let denies = |text: &Text| {
        let folded = fold(text.as_str());
        words(&folded)
            .iter()
            .any(|word| WORDS.denials.contains(word))
            || WORDS
                .denials_within
                .iter()
                .any(|part| folded.contains(part.as_str()))
    };
    said.iter().all(bare) && !denies(&one) && !denies(&other) && gives(&one, &other)
}

/// The words of a text between its values.
fn without_values(text: &Text) -> String {
    let numbers = text.numbers().iter().map(|number| &number.range);
    let dates = text.dates().iter().map(|date| &date.range);
    let ranges: Vec<&Range<usize>> = numbers.chain(dates).collect();
    let outside = |at: usize| !ranges.iter().any(|range| range.contains(&at));
    let letters = text.as_str().char_indices();
    letters
        .map(|(at, letter)| if outside(at) { letter } else { ' ' })
        .collect()
}

/// Whether a text gives every value of another, and of their kinds no other. "40 euros" is a price and "at least 40 euros" is none; "up to 40" and "within 14 days" are
/// how a limit is told.
fn gives(one: &Text, other: &Text) -> bool {
    let bands = Tolerances::default();
    let dates = |one: &Date, other: &Date| {
        date::relation(one, other) == Relation::Contained
            || date::relation(other, one) == Relation::Contained
    };
    let at_least = |number: &Number| matches!(number.bound, Bound::AtLeast | Bound::MoreThan);
    let numbers = |one: &Number, other: &Number| {
        at_least(one) == at_least(other) && number::fit(one, other, &bands) == Fit::Equal
    };
    one.dates().iter().all(|given| {
        !other.dates().is_empty() && other.dates().iter().all(|found| dates(given, found))
    }) && one.numbers().iter().all(|given| {
        let mut like = other
            .numbers()
            .iter()
            .filter(|found| number::comparable(given, found))
            .peekable();
        like.peek().is_some() && like.all(|found| numbers(given, found))
    })
}

/// How far an answer follows from another: the mean entailment of its sentences by the other answer behind the question; 0 where one is contradicted.
/// A sentence is read behind the question, as what is no sentence without it ("14 days."), and by itself, as what repeats it ("You have two weeks to report it."); the better of the two counts.
pub(super) async fn entailed(
    model: &dyn NliModel,
    question: &str,
    texts: &[&str],
    read: &[(usize, usize)],
) -> Result<HashMap<(usize, usize), f64>, PortError> {
    let mut pairs = Vec::new();
    let mut of = Vec::new();
    for (from, to) in read {
        let (premise, conclusion) = (texts[*from], texts[*to]);
        for range in sentences_of(conclusion).into_iter().take(MOST_SENTENCES) {
            let sentence = conclusion.get(range).unwrap_or_default().trim();
            if !sentence.is_empty() {
                of.push((*from, *to));
                let window = format!("{question} {premise}");
                for claim in [format!("{question} {sentence}"), sentence.to_owned()] {
                    let window = window.clone();
                    pairs.push(Pair { window, claim });
                }
            }
        }
    }
    let scores = model.judge(&pairs).await?;
    let mut sums: HashMap<(usize, usize), (f64, usize, bool)> = HashMap::new();
    let readings = pairs.chunks(2).zip(scores.chunks(2));
    for ((pair, score), place) in readings.zip(&of) {
        let (sum, count, denied) = sums.entry(*place).or_default();
        *count += 1;
        // Of what is cut off nothing is known.
        let read = pair
            .iter()
            .zip(score)
            .filter(|(pair, _)| model.reads(&pair.claim));
        let best = read.map(|(_, score)| score.entailment).fold(0.0, f32::max);
        *sum += f64::from(best);
        *denied |= score
            .iter()
            .all(|score| score.contradiction >= CONTRADICTED);
    }
    let mean = |(sum, count, denied): (f64, usize, bool)| match (denied, count) {
        (true, _) | (_, 0) => 0.0,
        (false, count) => sum / count as f64,
    };
    Ok(sums
        .into_iter()
        .map(|(place, sums)| (place, mean(sums)))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_text::in_another_script;

    #[test]
    fn values_that_differ_clash_and_words_of_one_kind_are_the_same() {
        for (one, other) in [
            ("The fee is 40 euros.", "It is 45 euros."),
            ("The fund pays 3.5 %.", "It pays 3.8 % a year."),
            ("It ends on 4 May 2024.", "On 5 May 2024."),
        ] {
            assert!(clash(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("The fee is 40 euros.", "40 euros, due on 4 May."),
            ("It ends in May 2024.", "On 5 May 2024."),
            ("It is allowed.", "It costs 3 euros."),
        ] {
            assert!(!clash(one, other), "{one} {other}");
        }
        assert!(same_words("Yes, 14 days.", "yes 14 days"));
        assert!(!same_words("14 days", "15 days"));
        assert!(
            !in_another_script("Überweisung 12") && in_another_script("이체 한도는 60% 입니다")
        );
    }

    #[test]
    fn an_answer_of_values_alone_is_that_of_a_sentence_with_them() {
        let asked = "How long may I wait?";
        for (one, other) in [
            ("14 days.", "You have two weeks to report it."),
            (
                "Within 14 days.",
                "Claims are reported within fourteen days.",
            ),
            ("Up to 40 euros", "The fee is up to EUR 40."),
            ("On 4 May 2024.", "It ends on 4 May 2024, at noon."),
            ("60%입니다.", "아파트는 60%까지 인정됩니다."),
        ] {
            assert!(values_alone(one, other, asked), "{one} {other}");
        }
        for (one, other) in [
            ("14 days.", "You have ten days, not 14."),
            ("14 days.", "14 days, or 20 days abroad."),
            ("14 days and a signature.", "You have 14 days."),
            ("40 euros", "The fee is at least 40 euros."),
            ("On 4 May 2024.", "It ends in 2025."),
            ("Nobody knows.", "Nobody knows it."),
            ("60%입니다.", "60%는 아닙니다."),
        ] {
            assert!(!values_alone(one, other, asked), "{one} {other}");
        }
    }
}
