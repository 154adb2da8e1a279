//! A sentence of a draft that a passage holds word for word is one claim: taken apart, its pieces may say less or other than the document does.

use crate::claims::{SentenceClaims, given, is_item};
use crate::language::ENGLISH;
use groundwall_core::report::Candidate;
use groundwall_core::{Claim, DocumentId, Sentence, SentenceKind};
use groundwall_text::words::tokens;
use std::collections::HashMap;

/// Where a sentence stands.
type Place<'a> = (&'a DocumentId, u32);

/// Sentences with those undivided that the candidates hold; claims are numbered anew. One that begins with a pronoun is taken apart unless the sentence before it is
/// the same in the draft and in the document: the pronoun might stand for something else.
pub(super) fn undivided(
    sentences: Vec<SentenceClaims>,
    candidates: &[Candidate],
) -> Vec<SentenceClaims> {
    let known = places(candidates);
    let mut before: Vec<Place> = Vec::new();
    let mut next = 1;
    sentences
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
            if !here.is_empty() && !is_item(&sentence.text) && (!points || follows()) {
                sentence.claims = whole(&sentence.claims).into_iter().collect();
            }
            before = here;
            for claim in &mut sentence.claims {
                claim.id = next;
                next += 1;
            }
            sentence
        })
        .collect()
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

/// The claims of a sentence as one.
fn whole(claims: &[Claim]) -> Option<Claim> {
    let first = claims.first()?;
    Some(Claim {
        span: first.span,
        ..given(first.id, &first.sentence)
    })
}

#[cfg(test)]
mod tests {
    use super::undivided;
    use crate::claims::decompose;
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
        undivided(decompose(draft), &[candidate(sentences)])
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
    fn a_pronoun_stands_only_where_the_sentence_before_is_the_documents_too() {
        let sentences = ["The tower opened in 1904.", "It has a lamp."];
        let both = sentences.join(" ");
        assert_eq!(claims(&both, &sentences)[1], "It has a lamp.");
        let other = "The quay opened in 1905. It has a lamp.";
        assert_eq!(claims(other, &sentences)[1], "The quay has a lamp.");
    }
}
