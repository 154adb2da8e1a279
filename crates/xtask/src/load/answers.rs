//! Documents and answers that nobody has verified before: each answer is about a place of its own.

use crate::running::Random;
use anyhow::{Context as _, ensure};
use serde::Deserialize;

const MATERIAL: &str = include_str!("answers.toml");
/// Sentences of an answer that its document does not support. The first one is supported.
pub(super) const UNSUPPORTED: usize = 2;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Material {
    heads: Vec<String>,
    tails: Vec<String>,
    facts: Vec<Fact>,
}

/// One fact, as a document and as an answer tells it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    document: String,
    answer: String,
    least: u64,
    most: u64,
}

/// A sentence of an answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sentence {
    pub(super) text: String,
    /// Whether the document says the same.
    pub(super) supported: bool,
}

/// An answer, and the document that it is verified against.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Answer {
    pub(super) place: String,
    pub(super) document: String,
    pub(super) sentences: Vec<Sentence>,
}

/// So many answers from a seed.
pub(super) fn answers(count: usize, seed: u64) -> anyhow::Result<Vec<Answer>> {
    let material: Material = toml::from_str(MATERIAL).context("answers.toml")?;
    let mut random = Random::of(seed);
    let mut places: Vec<String> = material
        .heads
        .iter()
        .flat_map(|head| {
            material
                .tails
                .iter()
                .map(move |tail| format!("{head}{tail}"))
        })
        .collect();
    ensure!(
        count <= places.len(),
        "there are {} places and not {count}",
        places.len()
    );
    shuffle(&mut places, &mut random);
    places.truncate(count);
    Ok(places
        .into_iter()
        .map(|place| answer(place, &material.facts, &mut random))
        .collect())
}

fn answer(place: String, facts: &[Fact], random: &mut Random) -> Answer {
    let numbers: Vec<u64> = facts
        .iter()
        .map(|fact| fact.least + random.below(fact.most - fact.least + 1))
        .collect();
    let of = |form: &str, n: u64| {
        form.replace("{place}", &place)
            .replace("{n}", &n.to_string())
    };
    let document: Vec<String> = facts
        .iter()
        .zip(&numbers)
        .map(|(fact, n)| of(&fact.document, *n))
        .collect();
    let mut order: Vec<usize> = (0..facts.len()).collect();
    shuffle(&mut order, random);
    let mut wrong: Vec<usize> = (1..facts.len()).collect();
    shuffle(&mut wrong, random);
    wrong.truncate(UNSUPPORTED);
    let sentences = order
        .into_iter()
        .enumerate()
        .map(|(at, fact)| {
            let supported = !wrong.contains(&at);
            let off = if supported { 0 } else { 3 + random.below(20) };
            Sentence {
                text: of(&facts[fact].answer, numbers[fact] + off),
                supported,
            }
        })
        .collect();
    Answer {
        place,
        document: document.join(" "),
        sentences,
    }
}

/// Brings into an order by chance (Fisher and Yates).
fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last as u64 + 1) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_sentence_is_said_once_and_two_of_eight_are_wrong() {
        let made = answers(300, 7).unwrap();
        assert_eq!(made, answers(300, 7).unwrap());
        let texts: BTreeSet<&str> = made
            .iter()
            .flat_map(|answer| &answer.sentences)
            .map(|sentence| sentence.text.as_str())
            .collect();
        assert_eq!(texts.len(), 300 * 8, "no sentence comes twice");
        for answer in &made {
            assert!(answer.sentences[0].supported);
            let wrong = answer.sentences.iter().filter(|s| !s.supported).count();
            assert_eq!(wrong, UNSUPPORTED, "{answer:?}");
            let texts = answer.sentences.iter().map(|s| &s.text);
            let mut all = texts.chain([&answer.document]);
            assert!(all.all(|text| !text.contains(['{', '}']) && text.contains(&answer.place)));
        }
        assert!(answers(10_000, 7).is_err());
    }
}
