//! What is read for claims: the passages that the collection has for each, with those that came along, and the windows cut from them.

use super::ports::Ports;
use super::run::Verifier;
use super::windows::{Found, Meant, Pool, Scored};
use crate::naming::Namings;
use crate::vectors::cosine;
use groundwall_checks::{Text, identifier};
use groundwall_core::report::Candidate;
use groundwall_core::{Claim, Passage, Scope};
use groundwall_ports::{PortError, SearchQuery};
use std::collections::HashSet;
use std::sync::Arc;

/// Passages that a claim fetches for itself.
const PER_CLAIM: usize = 10;

/// A claim and what the collection has for it.
pub(super) struct Sought<'c> {
    pub(super) claim: &'c Claim,
    text: Text,
    pub(super) vector: Vec<f32>,
    own: Vec<Candidate>,
}

impl Verifier<'_> {
    /// Claims with what the collection has for each.
    pub(super) async fn sought<'c>(
        &self,
        claims: &[&'c Claim],
    ) -> Result<Vec<Sought<'c>>, PortError> {
        if claims.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<String> = claims.iter().map(|claim| claim.text.clone()).collect();
        let vectors = self.ports.embedder.embed(&texts).await?;
        let texts: Vec<Text> = texts.iter().map(|text| text.as_str().into()).collect();
        let own = self.passages(&texts, &vectors).await?;
        let found = texts.into_iter().zip(vectors).zip(own);
        Ok(claims
            .iter()
            .zip(found)
            .map(|(claim, ((text, vector), own))| Sought {
                claim,
                text,
                vector,
                own,
            })
            .collect())
    }

    /// What is read for each claim; where it is read closely, also what may say it in other words.
    pub(super) async fn found(
        &self,
        sought: &[&Sought<'_>],
        closely: bool,
        namings: Namings,
    ) -> Result<Vec<Found>, PortError> {
        let namings = Arc::new(namings);
        let pools: Vec<Pool> = sought
            .iter()
            .map(|sought| {
                let passages = self.with_others(&sought.own);
                Pool::of(sought.text.clone(), passages, &namings)
            })
            .collect();
        let compared = if closely {
            self.compared(&pools, sought).await?
        } else {
            vec![Vec::new(); pools.len()]
        };
        let pick = |(pool, compared): (Pool, Vec<Meant>)| {
            pool.pick(compared, |scored| in_scope(self.scope, scored))
        };
        Ok(pools.into_iter().zip(compared).map(pick).collect())
    }

    /// What the documents are called in which claims were sought.
    pub(super) async fn namings<'s>(
        &self,
        sought: impl Iterator<Item = &'s Sought<'s>>,
    ) -> Result<Namings, PortError> {
        let found = sought.flat_map(|sought| &sought.own).chain(self.candidates);
        let passages = found.map(|candidate| &candidate.passage);
        let Ports { store, namings, .. } = self.ports;
        namings
            .of(store, self.collection, passages, self.inline)
            .await
    }

    /// The sentences that may say each claim in other words, with their similarity; all are embedded in one batch.
    async fn compared<'p>(
        &self,
        pools: &[Pool<'p>],
        sought: &[&Sought<'_>],
    ) -> Result<Vec<Vec<Meant<'p>>>, PortError> {
        let mut compared: Vec<Vec<Meant>> = pools.iter().map(Pool::to_compare).collect();
        let all = compared.iter().flatten();
        let texts: Vec<String> = all.map(|one| one.text.to_owned()).collect();
        let mut embedded = self.ports.windows.embed(&texts).await?.into_iter();
        for (own, sought) in compared.iter_mut().zip(sought) {
            for (one, other) in own.iter_mut().zip(embedded.by_ref()) {
                one.similarity = cosine(&other, &sought.vector);
            }
        }
        Ok(compared)
    }

    /// The passages that the collection has for each claim.
    async fn passages(
        &self,
        claims: &[Text],
        vectors: &[Vec<f32>],
    ) -> Result<Vec<Vec<Candidate>>, PortError> {
        if !self.search {
            return Ok(vec![Vec::new(); claims.len()]);
        }
        let query = |(text, vector): (&Text, &Vec<f32>)| SearchQuery {
            collection: self.collection.clone(),
            text: text.as_str().to_owned(),
            vector: vector.clone(),
            top_k: PER_CLAIM,
            identifiers: text
                .identifiers()
                .iter()
                .map(|identifier| identifier.text.clone())
                .collect(),
            documents: self.scope.documents.clone(),
        };
        let queries: Vec<SearchQuery> = claims.iter().zip(vectors).map(query).collect();
        let found = self.ports.store.search_all(&queries).await?;
        Ok(found.into_iter().map(|found| found.candidates).collect())
    }

    /// A claim's own passages, each with its similarity, and those that the question found or that came with the request.
    fn with_others<'p>(&'p self, own: &'p [Candidate]) -> Vec<(&'p Passage, f32)> {
        let known: HashSet<&str> = own
            .iter()
            .map(|candidate| candidate.passage.id.0.as_str())
            .collect();
        let others = self
            .candidates
            .iter()
            .map(|candidate| &candidate.passage)
            .filter(|passage| !known.contains(passage.id.0.as_str()))
            .chain(self.inline);
        own.iter()
            .map(|candidate| (&candidate.passage, candidate.similarity))
            .chain(others.map(|passage| (passage, 0.0)))
            .collect()
    }
}

/// Whether a window may speak: it names the scope's entity, and no period but the scope's.
fn in_scope(scope: &Scope, scored: &Scored) -> bool {
    let entity = scope.entity.as_ref().is_none_or(|entity| {
        identifier::occurs(entity, &scored.evidence.window.text)
            || identifier::occurs(entity, &scored.context)
    });
    let period = scope.period.as_ref().is_none_or(|period| {
        use groundwall_values::date::{Relation, extract, relation};
        let (wanted, said) = (extract(period), extract(&scored.evidence.window.text));
        said.is_empty()
            || wanted.is_empty()
            || said.iter().any(|said| {
                wanted
                    .iter()
                    .any(|wanted| relation(wanted, said) != Relation::Different)
            })
    });
    entity && period
}
