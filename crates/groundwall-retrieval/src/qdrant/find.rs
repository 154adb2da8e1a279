//! The lists of a search and what is made of them.

use super::points::{dense_of, stored, uuid};
use super::{QdrantStore, failed, live};
use crate::bm25::rare_limit;
use crate::fusion::{DEPTH, fuse};
use crate::terms::{index, terms};
use groundwall_core::DocumentName;
use groundwall_core::report::Candidate;
use groundwall_ports::{PortError, SearchQuery, SearchResult};
use qdrant_client::qdrant::{
    BatchResult, Condition, Query, QueryBatchPointsBuilder, QueryPoints, QueryPointsBuilder,
    ScoredPoint, VectorInput, VectorsSelector,
};
use std::collections::{BTreeSet, HashMap};

/// What one search asks for, in this order: its lists, then whether each of its terms is rare and whether it stands in scope.
struct Asked<'a> {
    query: &'a SearchQuery,
    scope: Vec<Condition>,
    terms: Vec<String>,
    lists: usize,
}

impl<'a> Asked<'a> {
    /// A search, whose requests are added to `batch`. `limit` is the most passages that a rare term may occur in.
    fn new(
        table: &str,
        query: &'a SearchQuery,
        limit: usize,
        batch: &mut Vec<QueryPoints>,
    ) -> Self {
        let scope = in_names(&query.documents);
        let lists = lists(table, query, &scope);
        let wanted: BTreeSet<String> = terms(&query.text).into_iter().collect();
        let holding = |condition: Vec<Condition>, most: usize| {
            QueryPointsBuilder::new(table)
                .filter(live(condition))
                .limit(most as u64)
                .with_payload(false)
                .build()
        };
        let asked = Self {
            query,
            lists: lists.len(),
            terms: wanted.into_iter().collect(),
            scope: scope.clone(),
        };
        batch.extend(lists);
        for term in &asked.terms {
            let condition = Condition::matches("terms", term.clone());
            batch.push(holding(vec![condition.clone()], limit + 1));
            batch.push(holding([vec![condition], scope.clone()].concat(), 1));
        }
        asked
    }

    /// What was found, and what follows it in `answers`.
    fn read<'b>(
        &self,
        answers: &'b [BatchResult],
        limit: usize,
    ) -> Result<(SearchResult, &'b [BatchResult]), PortError> {
        let too_few =
            || PortError::unavailable("Qdrant answered fewer questions than it was asked.");
        let (lists, rest) = answers.split_at_checked(self.lists).ok_or_else(too_few)?;
        let (counts, rest) = rest
            .split_at_checked(2 * self.terms.len())
            .ok_or_else(too_few)?;
        let rare = |counts: &[BatchResult]| {
            let (everywhere, in_scope) = (counts[0].result.len(), counts[1].result.len());
            everywhere <= limit && in_scope > 0
        };
        let rare_terms = self
            .terms
            .iter()
            .zip(counts.chunks_exact(2))
            .filter(|(_, counts)| rare(counts))
            .map(|(term, _)| term.clone())
            .collect();
        let nearest = lists.first().map_or(&[][..], |list| &list.result);
        let found = SearchResult {
            candidates: candidates(lists, self.query)?,
            best_similarity: nearest
                .iter()
                .map(|point| point.score)
                .max_by(f32::total_cmp)
                .unwrap_or(0.0),
            rare_terms,
        };
        Ok((found, rest))
    }
}

/// Only documents of these names; every one where there are none.
fn in_names(names: &[DocumentName]) -> Vec<Condition> {
    if names.is_empty() {
        return Vec::new();
    }
    let names: Vec<String> = names.iter().map(|name| name.as_str().to_owned()).collect();
    vec![Condition::matches("names", names)]
}

impl QdrantStore {
    /// Searches of one collection: one request for how much it holds, one for all that is asked, and one for each identifier.
    pub(super) async fn find(
        &self,
        queries: &[SearchQuery],
    ) -> Result<Vec<SearchResult>, PortError> {
        let Some(first) = queries.first() else {
            return Ok(Vec::new());
        };
        if queries
            .iter()
            .any(|query| query.collection != first.collection)
        {
            return Err(PortError::internal(
                "searches of one batch are over one collection",
            ));
        }
        let table = self.ensure(&first.collection).await?;
        let limit = rare_limit(self.count(&table, live([])).await?);
        let mut batch = Vec::new();
        let asked: Vec<Asked> = queries
            .iter()
            .map(|query| Asked::new(&table, query, limit, &mut batch))
            .collect();
        let answer = self
            .client
            .query_batch(QueryBatchPointsBuilder::new(&table, batch))
            .await
            .map_err(failed)?;
        let mut answers = answer.result.as_slice();
        let mut found = Vec::with_capacity(asked.len());
        for asked in &asked {
            let mut one;
            (one, answers) = asked.read(answers, limit)?;
            self.add_holding(&table, asked.query, &asked.scope, &mut one.candidates)
                .await?;
            found.push(one);
        }
        Ok(found)
    }

    /// Adds the passages that hold an identifier of the question as it is written.
    async fn add_holding(
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
                        kept_back: None,
                    });
                }
            }
        }
        Ok(())
    }
}

/// What is asked for: the passages whose vector is near, and those that share a term.
fn lists(table: &str, query: &SearchQuery, scope: &[Condition]) -> Vec<QueryPoints> {
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
fn candidates(lists: &[BatchResult], query: &SearchQuery) -> Result<Vec<Candidate>, PortError> {
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
            kept_back: None,
        });
    }
    Ok(candidates)
}
