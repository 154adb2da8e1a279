//! A sentence of a draft that a passage holds word for word, or that a table computed, is one claim: taken apart, its pieces may say less or other than the document does.

use crate::claims::{SentenceClaims, given, is_item};
use crate::language::ENGLISH;
use groundwall_core::report::Candidate;
use groundwall_core::{Claim, DocumentId, Sentence, SentenceKind, TableAnswer};
use groundwall_text::words::tokens;
use std::collections::HashMap;

/// Where a sentence stands.
type Place<'a> = (&'a DocumentId, u32);

/// Sentences with those undivided that the candidates hold; claims are numbered anew. One that begins with a pronoun is taken apart unless the sentence before it is
/// the same in the draft and in the document: the pronoun might stand for something else.
pub(super) fn undivided(
    sentences: Vec<SentenceClaims>,
    candidates: &[Candidate],
    computed: &[TableAnswer],
) -> Vec<SentenceClaims> {
    let known = places(candidates);
    let mut before: Vec<Place> = Vec::new();
    let mut next = 1;
    together(sentences, computed)
        .into_iter()
        .map(|mut sentence| {
            let words = tokens(&sentence.text);
            let here = known.get(&words).cloned().unwrap_or_default();
            let points = words
                .first()
                .is_some_and(|first| ENGLISH.claims.pointing.has(first));
            let follows = || {
                before.iter().any(|(document, index)| {
                    here.iter()
                        .any(|(other, at)| document == other && index.checked_add(1) == Some(*at))
                })
            };
            let held = !here.is_empty() && !is_item(&sentence.text) && (!points || follows());
            if is_computed(&sentence.text, computed) {
                sentence.claims = whole(&sentence.claims, &sentence.text);
            } else if held {
                let plain = sentence.claims.first().map(|claim| claim.sentence.clone());
                sentence.claims = whole(&sentence.claims, &plain.unwrap_or_default());
            }
            before = here;
            for claim in &mut sentence.claims {
                claim.span = sentence.span;
                claim.id = next;
                next += 1;
            }
            sentence
        })
        .collect()
}

fn is_computed(text: &str, computed: &[TableAnswer]) -> bool {
    computed.iter().any(|answer| answer.text == text)
}

/// The sentences, those as one that a table computed together.
fn together(sentences: Vec<SentenceClaims>, computed: &[TableAnswer]) -> Vec<SentenceClaims> {
    let mut rest = sentences.as_slice();
    let mut whole = Vec::new();
    while let [first, behind @ ..] = rest {
        let mut one = first.clone();
        let mut taken = 0;
        for (place, next) in behind.iter().enumerate() {
            if !computed
                .iter()
                .any(|answer| answer.text.starts_with(&one.text))
            {
                break;
            }
            one.text = format!("{}{}{}", one.text, next.gap, next.text);
            one.span.end = next.span.end;
            if is_computed(&one.text, computed) {
                taken = place + 1;
                break;
            }
        }
        whole.push(if taken == 0 { first.clone() } else { one });
        rest = &behind[taken..];
    }
    whole
}

fn places(candidates: &[Candidate]) -> HashMap<Vec<String>, Vec<Place<'_>>> {
    let mut places: HashMap<Vec<String>, Vec<Place>> = HashMap::new();
    for passage in candidates.iter().map(|candidate| &candidate.passage) {
        for sentence in passage.sentences.iter().filter(|sentence| says(sentence)) {
            let here = places.entry(tokens(&sentence.text)).or_default();
            let place = (&passage.document, sentence.index);
            if !here.contains(&place) {
                here.push(place);
            }
        }
    }
    places
}

/// Whether a sentence of a document states something: headings and rows are read otherwise.
fn says(sentence: &Sentence) -> bool {
    match sentence.kind {
        SentenceKind::Prose | SentenceKind::ListItem => true,
        SentenceKind::Heading | SentenceKind::Row => false,
    }
}

/// The claims of a sentence as one that says `text`.
fn whole(claims: &[Claim], text: &str) -> Vec<Claim> {
    let one = |first: &Claim| Claim {
        span: first.span,
        ..given(first.id, text)
    };
    claims.first().map(one).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::undivided;
    use crate::claims::decompose;
    use groundwall_core::TableAnswer;
    use groundwall_core::report::Candidate;
    use serde_json::json;

    fn candidate(sentences: &[&str]) -> Candidate {
        let sentences: Vec<_> = sentences
            .iter()
            .enumerate()
            .map(|(index, text)| {
                json!({
                    "index": index, "section": 0, "kind": "prose", "text": text,
                    "span": {"start": 0, "end": 1}, "locator": {},
                })
            })
            .collect();
        let passage = json!({
            "id": "p", "document": "d", "document_name": "d.txt", "index": 0, "span": {"start": 0, "end": 1},
            "locator": {}, "text": "", "sentences": sentences,
        });
        serde_json::from_value(
            json!({"passage": passage, "rank": 1, "score": 1.0, "similarity": 1.0}),
        )
        .unwrap()
    }

    fn claims(draft: &str, sentences: &[&str]) -> Vec<String> {
        undivided(decompose(draft), &[candidate(sentences)], &[])
            .into_iter()
            .flat_map(|sentence| sentence.claims)
            .enumerate()
            .map(|(place, claim)| {
                assert_eq!(claim.id as usize, place + 1);
                claim.text
            })
            .collect()
    }

    #[test]
    fn what_a_document_says_word_for_word_is_one_claim() {
        let said = "The tower opened in 1904, and the harbour closed in 1987.";
        let own = "The quay opened in 1904, and the harbour closed in 1987.";
        let draft = format!("{said} {own}");
        let found = claims(&draft, &[said]);
        assert_eq!(found.len(), 3, "{found:?}");
        assert_eq!(found[0], said);
    }

    #[test]
    fn what_a_table_computed_is_one_claim_however_many_sentences_it_has() {
        let answer: TableAnswer = serde_json::from_value(json!({
            "document": "d", "document_name": "d.csv", "table": "d.csv", "index": 0,
            "text": "Acme has 2 rows. 2 rows: Acme (2002), Acme (2003).",
            "result": {"kind": "figure", "label": "", "value": "2"}, "query": "", "formula": "", "cells": [], "holds": null,
        }))
        .unwrap();
        let draft = format!(
            "{}\n\nAcme pays its actors, and Globex pays nobody.",
            answer.text
        );
        let sentences = undivided(decompose(&draft), &[], std::slice::from_ref(&answer));
        assert_eq!(sentences.len(), 2);
        let claims = &sentences[0].claims;
        assert_eq!(claims.len(), 1);
        assert_eq!(claims[0].text, answer.text);
        assert_eq!(claims[0].span.end, answer.text.chars().count());
        assert_eq!(sentences[1].claims[0].id, 2);
        assert_eq!(sentences[1].claims.len(), 2);
    }

    #[test]
    fn a_pronoun_stands_only_where_the_sentence_before_is_the_documents_too() {
        let sentences = ["The tower opened in 1904.", "It has a lamp."];
        let both = sentences.join(" ");
        assert_eq!(claims(&both, &sentences)[1], "It has a lamp.");
        let other = "The quay opened in 1905. It has a lamp.";
        assert_eq!(claims(other, &sentences)[1], "The quay has a lamp.");
    }
}
