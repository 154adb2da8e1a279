//! A search: in memory first, then what was found from the file.

use super::rows::{self, db};
use super::{PER_IDENTIFIER, SqliteStore};
use crate::memory::{Found, Hit};
use groundwall_core::report::Candidate;
use groundwall_core::{DocumentName, Passage};
use groundwall_ports::{PortError, SearchQuery, SearchResult};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, PoisonError};

impl SqliteStore {
    async fn scope(&self, query: &SearchQuery) -> Result<Option<HashSet<String>>, PortError> {
        if query.documents.is_empty() {
            return Ok(None);
        }
        let names: Vec<&str> = query.documents.iter().map(DocumentName::as_str).collect();
        let ids: Vec<String> = sqlx::query_scalar(
            "SELECT document FROM names WHERE collection = ? AND name IN (SELECT value FROM json_each(?))",
        )
        .bind(&query.collection.0)
        .bind(serde_json::to_string(&names).map_err(rows::json)?)
        .fetch_all(self.database.pool())
        .await
        .map_err(db)?;
        Ok(Some(ids.into_iter().collect()))
    }

    /// What a question finds: what both lists give, and the passages that hold its identifiers.
    pub(super) async fn find(&self, query: &SearchQuery) -> Result<SearchResult, PortError> {
        let scope = self.scope(query).await?;
        let found = self.in_memory(query, scope).await?;
        let Some((found, holding)) = found else {
            return Ok(SearchResult::default());
        };
        let near: Vec<i64> = found.near.iter().map(|near| near.row).collect();
        let mut similarities =
            rows::similarities(self.database.pool(), &near, &query.vector).await?;
        let best_similarity = similarities
            .values()
            .copied()
            .max_by(f32::total_cmp)
            .unwrap_or(0.0);
        let hits = found.fuse(&similarities, query.top_k);
        let missing: Vec<i64> = hits
            .iter()
            .map(|hit| hit.row)
            .filter(|row| !similarities.contains_key(row))
            .collect();
        if !missing.is_empty() {
            similarities
                .extend(rows::similarities(self.database.pool(), &missing, &query.vector).await?);
        }
        let wanted: Vec<i64> = hits
            .iter()
            .map(|hit| hit.row)
            .chain(holding.iter().flatten().copied())
            .collect();
        let passages = rows::passages(self.database.pool(), &wanted).await?;
        let candidates = candidates(query, &hits, &holding, &passages, &similarities);
        Ok(SearchResult {
            candidates,
            best_similarity,
            rare_terms: found.rare_terms,
        })
    }

    /// Compares with every passage, which takes a while in a large collection: not on a thread that serves others.
    async fn in_memory(
        &self,
        query: &SearchQuery,
        scope: Option<HashSet<String>>,
    ) -> Result<Option<(Found, Vec<Vec<i64>>)>, PortError> {
        let (memory, asked) = (Arc::clone(&self.memory), query.clone());
        tokio::task::spawn_blocking(move || {
            let all = memory.read().unwrap_or_else(PoisonError::into_inner);
            let memory = all
                .get(&asked.collection.0)
                .filter(|memory| memory.len() > 0)?;
            let found = memory.search(&asked.text, &asked.vector, scope.as_ref());
            let holding = asked
                .identifiers
                .iter()
                .map(|identifier| memory.holding(identifier, scope.as_ref(), PER_IDENTIFIER))
                .collect();
            Some::<(Found, Vec<Vec<i64>>)>((found, holding))
        })
        .await
        .map_err(|error| PortError::internal(format!("search: {error}")))
    }
}

/// The hits in their order, and behind them passages that hold an identifier; none twice.
fn candidates(
    query: &SearchQuery,
    hits: &[Hit],
    holding: &[Vec<i64>],
    passages: &HashMap<i64, Passage>,
    similarities: &HashMap<i64, f32>,
) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::with_capacity(hits.len());
    let mut add = |passage: &Passage, score: f32, similarity: f32| {
        if !candidates
            .iter()
            .any(|candidate| candidate.passage.id == passage.id)
        {
            let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
            candidates.push(Candidate {
                passage: passage.clone(),
                rank,
                score,
                similarity,
                kept_back: None,
            });
        }
    };
    for hit in hits {
        // A document that was deleted since the search is no hit.
        if let (Some(passage), Some(similarity)) =
            (passages.get(&hit.row), similarities.get(&hit.row))
        {
            add(passage, hit.score, *similarity);
        }
    }
    for (identifier, rows) in query.identifiers.iter().zip(holding) {
        let wanted = identifier.to_lowercase();
        for passage in rows
            .iter()
            .filter_map(|row| passages.get(row))
            .filter(|passage| passage.text.to_lowercase().contains(&wanted))
        {
            add(passage, 0.0, 0.0);
        }
    }
    candidates
}
