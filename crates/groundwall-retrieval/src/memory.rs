//! The searchable part of one collection, in memory.

use crate::bm25::{idf, rare_limit};
use crate::fusion::{DEPTH, fuse};
use crate::terms::{index, terms};
use std::collections::{BTreeMap, HashMap, HashSet};

/// One passage: its key orders ties, its row fetches it from the database.
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) row: i64,
    pub(crate) document: String,
}

/// Vectors side by side and an inverted index.
pub(crate) struct Memory {
    dimensions: usize,
    entries: Vec<Entry>,
    vectors: Vec<f32>,
    postings: HashMap<u32, Vec<(u32, f32)>>,
}

/// A hit of the fused search.
pub(crate) struct Hit {
    pub(crate) row: i64,
    pub(crate) score: f32,
    pub(crate) similarity: f32,
}

pub(crate) struct Found {
    pub(crate) hits: Vec<Hit>,
    pub(crate) best_similarity: f32,
    pub(crate) rare_terms: Vec<String>,
}

impl Memory {
    pub(crate) fn new(dimensions: usize) -> Self {
        Self { dimensions, entries: Vec::new(), vectors: Vec::new(), postings: HashMap::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn push(&mut self, entry: Entry, vector: &[f32], weights: &BTreeMap<u32, f32>) {
        let slot = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        self.entries.push(entry);
        self.vectors.extend_from_slice(vector);
        for (term, weight) in weights {
            self.postings.entry(*term).or_default().push((slot, *weight));
        }
    }

    /// Takes out all passages of a document and closes the gaps.
    pub(crate) fn remove(&mut self, document: &str) {
        let mut moved: Vec<Option<u32>> = Vec::with_capacity(self.entries.len());
        let mut next = 0u32;
        for (slot, entry) in self.entries.iter().enumerate() {
            if entry.document == document {
                moved.push(None);
            } else {
                let from = slot * self.dimensions;
                self.vectors.copy_within(from..from + self.dimensions, next as usize * self.dimensions);
                moved.push(Some(next));
                next += 1;
            }
        }
        self.vectors.truncate(next as usize * self.dimensions);
        self.entries.retain(|entry| entry.document != document);
        self.postings.retain(|_, list| {
            list.retain_mut(|(slot, _)| match moved[*slot as usize] {
                Some(to) => {
                    *slot = to;
                    true
                }
                None => false,
            });
            !list.is_empty()
        });
    }

    fn similarity(&self, slot: usize, vector: &[f32]) -> f32 {
        let from = slot * self.dimensions;
        self.vectors[from..from + self.dimensions].iter().zip(vector).map(|(a, b)| a * b).sum()
    }

    /// Rows of up to `limit` passages that hold every term of one of the identifiers; the caller compares the text itself.
    pub(crate) fn holding(&self, identifier: &str, scope: Option<&HashSet<String>>, limit: usize) -> Vec<i64> {
        let mut lists: Vec<&Vec<(u32, f32)>> = Vec::new();
        for term in terms(identifier) {
            match self.postings.get(&index(&term)) {
                Some(list) => lists.push(list),
                None => return Vec::new(),
            }
        }
        lists.sort_by_key(|list| list.len());
        let Some((first, rest)) = lists.split_first() else { return Vec::new() };
        let holds = |list: &[(u32, f32)], slot: u32| list.binary_search_by_key(&slot, |(slot, _)| *slot).is_ok();
        first
            .iter()
            .map(|(slot, _)| *slot)
            .filter(|slot| rest.iter().all(|list| holds(list, *slot)) && self.in_scope(*slot as usize, scope))
            .take(limit)
            .map(|slot| self.entries[slot as usize].row)
            .collect()
    }

    fn in_scope(&self, slot: usize, scope: Option<&HashSet<String>>) -> bool {
        scope.is_none_or(|documents| documents.contains(&self.entries[slot].document))
    }

    pub(crate) fn search(&self, text: &str, vector: &[f32], top_k: usize, scope: Option<&HashSet<String>>) -> Found {
        let mut dense: Vec<(usize, f32)> =
            (0..self.entries.len()).filter(|slot| self.in_scope(*slot, scope)).map(|slot| (slot, self.similarity(slot, vector))).collect();
        self.best_first(&mut dense);
        let (sparse, rare_terms) = self.sparse(text, scope);
        let slots =
            |list: &[(usize, f32)]| list.iter().map(|(slot, _)| Ranked { key: &self.entries[*slot].key, slot: *slot }).collect::<Vec<_>>();
        let fused = fuse(&[slots(&dense), slots(&sparse)]);
        let hits = fused
            .into_iter()
            .take(top_k)
            .map(|(ranked, score)| Hit { row: self.entries[ranked.slot].row, score, similarity: self.similarity(ranked.slot, vector) })
            .collect();
        Found { hits, best_similarity: dense.first().map_or(0.0, |(_, similarity)| *similarity), rare_terms }
    }

    fn sparse(&self, text: &str, scope: Option<&HashSet<String>>) -> (Vec<(usize, f32)>, Vec<String>) {
        let mut scores: HashMap<u32, f32> = HashMap::new();
        let mut rare = Vec::new();
        let wanted: std::collections::BTreeSet<String> = terms(text).into_iter().collect();
        for term in wanted {
            let Some(list) = self.postings.get(&index(&term)) else { continue };
            if list.len() <= rare_limit(self.entries.len()) && list.iter().any(|(slot, _)| self.in_scope(*slot as usize, scope)) {
                rare.push(term);
            }
            let idf = idf(self.entries.len(), list.len());
            for (slot, weight) in list {
                *scores.entry(*slot).or_default() += idf * weight;
            }
        }
        let mut list: Vec<(usize, f32)> =
            scores.into_iter().map(|(slot, score)| (slot as usize, score)).filter(|(slot, _)| self.in_scope(*slot, scope)).collect();
        self.best_first(&mut list);
        (list, rare)
    }

    /// Keeps the best `DEPTH`, best first, ties by key.
    fn best_first(&self, list: &mut Vec<(usize, f32)>) {
        let order =
            |a: &(usize, f32), b: &(usize, f32)| b.1.total_cmp(&a.1).then_with(|| self.entries[a.0].key.cmp(&self.entries[b.0].key));
        if list.len() > DEPTH {
            list.select_nth_unstable_by(DEPTH - 1, order);
            list.truncate(DEPTH);
        }
        list.sort_by(order);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Ranked<'a> {
    key: &'a str,
    slot: usize,
}
