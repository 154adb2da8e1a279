//! The documents that a question seems to be about: those that say most of its words, their names included. A question about one of many documents mostly says
//! which ("the fence around a pool in Montague"), and what others say of pools is then no answer.

use super::rare::Rare;
use crate::called::called;
use groundwall_core::report::Candidate;
use groundwall_core::{DocumentId, DocumentName, Passage};
use groundwall_text::words::stems;
use std::collections::{BTreeMap, HashSet};

/// A document is meant beside the one that says most where it says at least this share of what that one says.
const AS_MUCH: f32 = 0.85;

/// What was fetched of one document.
struct Fetched<'c> {
    name: &'c DocumentName,
    stems: HashSet<String>,
}

/// The documents of the candidates that say most of a question; none where all of them do.
pub(super) fn documents(question: &str, candidates: &[Candidate]) -> Vec<DocumentName> {
    let fetched = fetched(candidates.iter().map(|candidate| &candidate.passage));
    let sets: Vec<&HashSet<String>> = fetched.values().map(|one| &one.stems).collect();
    let rare = Rare::among(question, &sets);
    let shares: Vec<(&DocumentName, f32)> = fetched
        .values()
        .map(|one| (one.name, rare.share(std::iter::once(&one.stems))))
        .collect();
    let most = shares.iter().map(|(_, share)| *share).fold(0.0, f32::max);
    let meant: Vec<DocumentName> = shares
        .iter()
        .filter(|(_, share)| *share >= AS_MUCH * most)
        .map(|(name, _)| (*name).clone())
        .collect();
    if meant.len() < shares.len() {
        meant
    } else {
        Vec::new()
    }
}

/// What was fetched of each document, with the words of its name and of the headings above it.
fn fetched<'c>(
    passages: impl Iterator<Item = &'c Passage>,
) -> BTreeMap<&'c DocumentId, Fetched<'c>> {
    let mut fetched: BTreeMap<&DocumentId, Fetched> = BTreeMap::new();
    for passage in passages {
        let own = fetched.entry(&passage.document).or_insert_with(|| Fetched {
            name: &passage.document_name,
            stems: HashSet::new(),
        });
        own.stems
            .extend(called(&passage.document_name, &passage.locator));
        own.stems.extend(stems(&passage.text));
    }
    fetched
}

#[cfg(test)]
pub(super) mod tests {
    use super::documents;
    use groundwall_core::report::Candidate;
    use serde_json::json;

    pub(in crate::answer) fn candidate(document: &str, text: &str) -> Candidate {
        let passage = json!({
            "id": format!("{document}-{}", text.len()), "document": document, "document_name": document, "index": 0,
            "span": {"start": 0, "end": 1}, "locator": {}, "text": text, "sentences": [],
        });
        serde_json::from_value(
            json!({"passage": passage, "rank": 1, "score": 1.0, "similarity": 1.0}),
        )
        .unwrap()
    }

    fn meant(question: &str, passages: &[(&str, &str)]) -> Vec<String> {
        let candidates: Vec<Candidate> = passages
            .iter()
            .map(|(document, text)| candidate(document, text))
            .collect();
        documents(question, &candidates)
            .iter()
            .map(|name| name.as_str().to_owned())
            .collect()
    }

    #[test]
    fn the_document_that_says_most_of_a_question_is_meant_by_its_name_too() {
        let pools = [
            ("robots.md", "The pool has a gate."),
            ("montague-bylaws.pdf", "A fence stands around a pool."),
            ("montague-bylaws.pdf", "Dogs stay on a lead."),
        ];
        let asked = "How high is the fence around a pool in Montague?";
        assert_eq!(meant(asked, &pools), ["montague-bylaws.pdf"]);
        let none: Vec<String> = Vec::new();
        assert_eq!(meant(asked, &pools[1..]), none, "there is no other");
        assert_eq!(meant("Who pays?", &pools), none, "none says any word of it");
    }
}
