//! The searchable part of one collection, in memory: about 400 bytes a passage for its vector and three for each of its terms.

use crate::bm25::{idf, rare_limit};
use crate::fusion::{DEPTH, fuse};
use crate::postings::Index;
use crate::terms::{index, terms};
use crate::vectors::Vectors;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Passages whose exact vectors decide the order of the dense list: more than [`DEPTH`], so that none of its places is lost to rounding.
const RESCORED: usize = DEPTH + 14;

/// One passage: its key orders ties, its row fetches it from the database.
pub(crate) struct Entry {
    pub(crate) key: uuid::Uuid,
    pub(crate) row: i64,
    pub(crate) document: String,
}

struct Passage {
    key: uuid::Uuid,
    row: i64,
    document: u32,
}

/// Vectors side by side and an inverted index.
pub(crate) struct Memory {
    passages: Vec<Passage>,
    /// Documents by number; a removed one leaves its number unused.
    documents: HashMap<String, u32>,
    numbers: u32,
    vectors: Vectors,
    index: Index,
}

/// A passage that may be a hit, with its place in the list it came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Ranked {
    pub(crate) key: uuid::Uuid,
    pub(crate) row: i64,
}

/// What the two searches found, before the dense list has its exact order.
pub(crate) struct Found {
    /// The nearest by rounded vectors, in no order; the exact ones decide.
    pub(crate) near: Vec<Ranked>,
    /// By BM25, best first.
    pub(crate) sparse: Vec<Ranked>,
    pub(crate) rare_terms: Vec<String>,
}

/// A hit of the fused search.
pub(crate) struct Hit {
    pub(crate) row: i64,
    pub(crate) score: f32,
}

impl Found {
    /// Fuses the two lists; `similarities` are exact, by row, for the passages that are near.
    pub(crate) fn fuse(&self, similarities: &HashMap<i64, f32>, top_k: usize) -> Vec<Hit> {
        let mut dense: Vec<(Ranked, f32)> = self
            .near
            .iter()
            .filter_map(|near| Some((*near, *similarities.get(&near.row)?)))
            .collect();
        dense.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let dense: Vec<Ranked> = dense.into_iter().map(|(ranked, _)| ranked).collect();
        let fused = fuse(&[dense, self.sparse.clone()]);
        fused
            .into_iter()
            .take(top_k)
            .map(|(ranked, score)| Hit {
                row: ranked.row,
                score,
            })
            .collect()
    }
}

impl Memory {
    pub(crate) fn new(dimensions: usize) -> Self {
        Self {
            passages: Vec::new(),
            documents: HashMap::new(),
            numbers: 0,
            vectors: Vectors::new(dimensions),
            index: Index::default(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.passages.len()
    }

    pub(crate) fn push(
        &mut self,
        entry: Entry,
        vector: &[f32],
        weights: impl IntoIterator<Item = (u32, f32)>,
    ) {
        let slot = u32::try_from(self.passages.len()).unwrap_or(u32::MAX);
        let document = *self.documents.entry(entry.document).or_insert_with(|| {
            self.numbers += 1;
            self.numbers
        });
        self.passages.push(Passage {
            key: entry.key,
            row: entry.row,
            document,
        });
        self.vectors.push(vector);
        for (term, weight) in weights {
            self.index.push(term, slot, weight);
        }
    }

    /// Gives back what growing took beyond the passages; for after a large change.
    pub(crate) fn shrink(&mut self) {
        self.passages.shrink_to_fit();
        self.vectors.shrink();
        self.index.shrink();
    }

    /// Takes out all passages of a document and closes the gaps.
    pub(crate) fn remove(&mut self, document: &str) {
        let Some(number) = self.documents.remove(document) else {
            return;
        };
        let mut next = 0u32;
        let moved: Vec<Option<u32>> = self
            .passages
            .iter()
            .map(|passage| {
                (passage.document != number).then(|| {
                    next += 1;
                    next - 1
                })
            })
            .collect();
        self.vectors.retain(|slot| moved[slot].is_some());
        self.index.renumber(&moved);
        self.passages.retain(|passage| passage.document != number);
    }

    /// Numbers of the documents in scope; none means all.
    fn scope(&self, documents: Option<&HashSet<String>>) -> Option<HashSet<u32>> {
        documents.map(|documents| {
            documents
                .iter()
                .filter_map(|document| self.documents.get(document).copied())
                .collect()
        })
    }

    fn in_scope(&self, slot: usize, scope: Option<&HashSet<u32>>) -> bool {
        scope.is_none_or(|documents| documents.contains(&self.passages[slot].document))
    }

    /// Rows of up to `limit` passages that hold every term of one of the identifiers; the caller compares the text itself.
    pub(crate) fn holding(
        &self,
        identifier: &str,
        documents: Option<&HashSet<String>>,
        limit: usize,
    ) -> Vec<i64> {
        let scope = self.scope(documents);
        let mut wanted: Vec<u32> = terms(identifier).iter().map(|term| index(term)).collect();
        wanted.sort_by_key(|term| self.index.count(*term));
        let Some((first, rest)) = wanted.split_first() else {
            return Vec::new();
        };
        if self.index.count(*first) == 0 {
            return Vec::new();
        }
        let rest: Vec<Vec<u32>> = rest
            .iter()
            .map(|term| self.index.postings(*term).map(|(slot, _)| slot).collect())
            .collect();
        self.index
            .postings(*first)
            .map(|(slot, _)| slot)
            .filter(|slot| {
                rest.iter().all(|list| list.binary_search(slot).is_ok())
                    && self.in_scope(*slot as usize, scope.as_ref())
            })
            .take(limit)
            .map(|slot| self.passages[slot as usize].row)
            .collect()
    }

    pub(crate) fn search(
        &self,
        text: &str,
        vector: &[f32],
        documents: Option<&HashSet<String>>,
    ) -> Found {
        let scope = self.scope(documents);
        let near = self
            .vectors
            .nearest(vector, RESCORED, |slot| self.in_scope(slot, scope.as_ref()));
        let (sparse, rare_terms) = self.sparse(text, scope.as_ref());
        let ranked = |list: Vec<(usize, f32)>| {
            list.into_iter()
                .map(|(slot, _)| self.ranked(slot))
                .collect()
        };
        Found {
            near: ranked(near),
            sparse: ranked(sparse),
            rare_terms,
        }
    }

    fn ranked(&self, slot: usize) -> Ranked {
        let Passage {
            key,
            row,
            document: _,
        } = self.passages[slot];
        Ranked { key, row }
    }

    fn sparse(&self, text: &str, scope: Option<&HashSet<u32>>) -> (Vec<(usize, f32)>, Vec<String>) {
        let mut scores = vec![0.0f32; self.passages.len()];
        let mut rare = Vec::new();
        let wanted: BTreeSet<String> = terms(text).into_iter().collect();
        for term in wanted {
            let number = index(&term);
            let count = self.index.count(number);
            if count == 0 {
                continue;
            }
            let is_rare = count <= rare_limit(self.passages.len());
            if is_rare
                && self
                    .index
                    .postings(number)
                    .any(|(slot, _)| self.in_scope(slot as usize, scope))
            {
                rare.push(term);
            }
            let idf = idf(self.passages.len(), count);
            for (slot, weight) in self.index.postings(number) {
                scores[slot as usize] += idf * weight;
            }
        }
        let mut list: Vec<(usize, f32)> = scores
            .into_iter()
            .enumerate()
            .filter(|(slot, score)| *score > 0.0 && self.in_scope(*slot, scope))
            .collect();
        self.best_first(&mut list);
        (list, rare)
    }

    /// Keeps the best `DEPTH`, best first, ties by key.
    fn best_first(&self, list: &mut Vec<(usize, f32)>) {
        let order = |a: &(usize, f32), b: &(usize, f32)| {
            b.1.total_cmp(&a.1)
                .then_with(|| self.passages[a.0].key.cmp(&self.passages[b.0].key))
        };
        if list.len() > DEPTH {
            list.select_nth_unstable_by(DEPTH - 1, order);
            list.truncate(DEPTH);
        }
        list.sort_by(order);
    }
}
