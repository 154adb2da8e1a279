//! The lists of a search and what is made of them.

use super::points::{dense_of, stored, uuid};
use super::{QdrantStore, live};
use crate::bm25::rare_limit;
use crate::fusion::{DEPTH, fuse};
use crate::terms::{index, terms};
use groundwall_core::report::Candidate;
use groundwall_ports::{PortError, SearchQuery};
use qdrant_client::qdrant::{
    BatchResult, Condition, Query, QueryPoints, QueryPointsBuilder, ScoredPoint, VectorInput,
    VectorsSelector,
};
use std::collections::{BTreeSet, HashMap};

impl QdrantStore {
    pub(super) async fn rare_terms(
        &self,
        table: &str,
        text: &str,
        scope: &[Condition],
    ) -> Result<Vec<String>, PortError> {
        let limit = rare_limit(self.count(table, live([])).await?);
        let mut rare = Vec::new();
        let wanted: std::collections::BTreeSet<String> = terms(text).into_iter().collect();
        for term in wanted {
            let condition = Condition::matches("terms", term.clone());
            let everywhere = self.count(table, live([condition.clone()])).await?;
            let in_scope = everywhere > 0
                && self
                    .count(table, live([vec![condition], scope.to_vec()].concat()))
                    .await?
                    > 0;
            if in_scope && everywhere <= limit {
                rare.push(term);
            }
        }
        Ok(rare)
    }

    /// Adds the passages that hold an identifier of the question as it is written.
    pub(super) async fn add_holding(
        &self,
        table: &str,
        query: &SearchQuery,
        scope: &[Condition],
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), PortError> {
        for identifier in &query.identifiers {
            let holding: Vec<Condition> = terms(identifier)
                .into_iter()
                .map(|term| Condition::matches("terms", term))
                .collect();
            if holding.is_empty() {
                continue;
            }
            let lower = identifier.to_lowercase();
            for found in self
                .scroll(table, live([holding, scope.to_vec()].concat()))
                .await?
                .into_iter()
                .take(8)
            {
                let new = !candidates
                    .iter()
                    .any(|candidate| candidate.passage.id == found.passage.id);
                if new && found.passage.text.to_lowercase().contains(&lower) {
                    let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
                    candidates.push(Candidate {
                        passage: found.passage,
                        rank,
                        score: 0.0,
                        similarity: 0.0,
                    });
                }
            }
        }
        Ok(())
    }
}

/// What is asked for: the passages whose vector is near, and those that share a term.
pub(super) fn lists(table: &str, query: &SearchQuery, scope: &[Condition]) -> Vec<QueryPoints> {
    let wanted: BTreeSet<u32> = terms(&query.text).iter().map(|term| index(term)).collect();
    let ask = |vector: VectorInput, using: &str| {
        QueryPointsBuilder::new(table)
            .query(Query::new_nearest(vector))
            .using(using)
            .filter(live(scope.to_vec()))
            .limit(DEPTH as u64)
            .with_payload(true)
            .with_vectors(VectorsSelector {
                names: vec!["dense".to_owned()],
            })
            .build()
    };
    let mut asked = vec![ask(VectorInput::new_dense(query.vector.clone()), "dense")];
    if !wanted.is_empty() {
        let ones = vec![1.0; wanted.len()];
        asked.push(ask(
            VectorInput::new_sparse(wanted.into_iter().collect::<Vec<u32>>(), ones),
            "bm25",
        ));
    }
    asked
}

/// The best passages of both lists, fused.
pub(super) fn candidates(
    lists: &[BatchResult],
    query: &SearchQuery,
) -> Result<Vec<Candidate>, PortError> {
    let mut known: HashMap<&str, &ScoredPoint> = HashMap::new();
    let mut ranks: Vec<Vec<&str>> = Vec::new();
    for list in lists {
        let mut ranked: Vec<(&str, f32)> = list
            .result
            .iter()
            .filter_map(|point| Some((uuid(point)?, point.score)))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        known.extend(
            list.result
                .iter()
                .filter_map(|point| Some((uuid(point)?, point))),
        );
        ranks.push(ranked.into_iter().map(|(key, _)| key).collect());
    }
    let cosine = |point: &ScoredPoint| {
        dense_of(point).map_or(0.0, |dense| {
            dense.iter().zip(&query.vector).map(|(a, b)| a * b).sum()
        })
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    for (key, score) in fuse(&ranks).into_iter().take(query.top_k) {
        let point = known[key];
        let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
        candidates.push(Candidate {
            passage: stored(&point.payload)?.passage,
            rank,
            score,
            similarity: cosine(point),
        });
    }
    Ok(candidates)
}
