//! What the store has for a question and for each of its parts.

use super::runs::Place;
use crate::Firewall;
use groundwall_checks::identifier;
use groundwall_core::report::Candidate;
use groundwall_core::{Passage, PassageId, Policy, Question};
use groundwall_ports::{PortError, SearchQuery, SearchResult};

/// Passages that are searched for the answer of a question, for each that a language model is given: reading them costs little, and the one that answers is often not
/// among the nearest.
const WIDER: usize = 3;

/// What the store found for a question and its parts.
pub(super) struct Retrieved {
    pub(super) found: SearchResult,
    /// The passages nearest to the question and to each of its parts, as many as the policy says.
    pub(super) nearest: Vec<PassageId>,
    /// The vector of each part.
    pub(super) vectors: Vec<Vec<f32>>,
}

impl Firewall {
    /// Passages for the whole question, then for each of its parts, and the vector of each part.
    pub(super) async fn retrieve(
        &self,
        question: &Question,
        policy: &Policy,
        parts: &[String],
    ) -> Result<Retrieved, PortError> {
        let texts: Vec<String> = std::iter::once(&question.text)
            .chain(parts)
            .cloned()
            .collect();
        let mut vectors = self.parts.embedder.embed(&texts).await?;
        let query = |text: &str, vector: Vec<f32>| SearchQuery {
            collection: question.collection.clone(),
            text: text.to_owned(),
            vector,
            top_k: WIDER * policy.top_k as usize,
            identifiers: identifier::extract(&text.into())
                .into_iter()
                .map(|identifier| identifier.text)
                .collect(),
            documents: question.scope.documents.clone(),
        };
        // The whole question is searched by itself where it is its only part.
        let searched = if parts.len() > 1 { texts.len() } else { 1 };
        let queries: Vec<SearchQuery> = texts
            .iter()
            .zip(&vectors)
            .take(searched)
            .map(|(text, vector)| query(text, vector.clone()))
            .collect();
        let mut answers = self.parts.store.search_all(&queries).await?.into_iter();
        let mut found = answers.next().unwrap_or_default();
        let nearest_of = |candidates: &[Candidate]| -> Vec<PassageId> {
            let first = candidates.iter().take(policy.top_k as usize);
            first
                .map(|candidate| candidate.passage.id.clone())
                .collect()
        };
        let mut nearest = nearest_of(&found.candidates);
        for more in answers {
            found.best_similarity = found.best_similarity.max(more.best_similarity);
            found.rare_terms.extend(more.rare_terms);
            nearest.extend(nearest_of(&more.candidates));
            add(&mut found.candidates, more.candidates);
        }
        Ok(Retrieved {
            found,
            nearest,
            vectors: vectors.split_off(1),
        })
    }
}

/// The passages that come nearest, and those that hold what answers, ranked anew.
pub(super) fn shown(
    candidates: &[Candidate],
    nearest: &[PassageId],
    answering: &[Place<'_>],
) -> Vec<Candidate> {
    let answers = |passage: &Passage| {
        answering.iter().any(|(document, index)| {
            passage.document == **document
                && passage
                    .sentences
                    .iter()
                    .any(|sentence| sentence.index == *index)
        })
    };
    let kept = candidates
        .iter()
        .filter(|candidate| nearest.contains(&candidate.passage.id) || answers(&candidate.passage));
    let mut shown = Vec::new();
    add(&mut shown, kept.cloned().collect());
    shown
}

/// Adds the candidates that are not there yet, ranked behind those that are.
fn add(candidates: &mut Vec<Candidate>, more: Vec<Candidate>) {
    for candidate in more {
        if !candidates
            .iter()
            .any(|known| known.passage.id == candidate.passage.id)
        {
            let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
            candidates.push(Candidate { rank, ..candidate });
        }
    }
}
