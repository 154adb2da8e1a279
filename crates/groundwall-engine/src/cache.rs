//! What the models said before, by the content of what they were asked.

use async_trait::async_trait;
use groundwall_core::{ModelIdentity, NliScores, Thresholds};
use groundwall_ports::{Embedder, NliModel, Pair, PortError};
use quick_cache::sync::Cache;
use sha2::{Digest as _, Sha256};
use std::hash::Hash;
use std::sync::Arc;

/// Pairs that are kept: about 6 MB.
const PAIRS: usize = 65_536;
/// Windows that are kept: about 7 MB.
const WINDOWS: usize = 4_096;

/// SHA-256 of the parts, each with its length before it.
pub(crate) fn key(parts: &[&str]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().into()
}

/// Answers from the cache, and from `ask` for those that it lacks; an input that occurs twice is asked for once.
async fn through<K: Eq + Hash + Copy, I: Clone, O: Clone>(
    cache: &Cache<K, O>,
    inputs: &[I],
    key: impl Fn(&I) -> K,
    ask: impl AsyncFnOnce(Vec<I>) -> Result<Vec<O>, PortError>,
) -> Result<Vec<O>, PortError> {
    let keys: Vec<K> = inputs.iter().map(key).collect();
    let mut known: Vec<Option<O>> = keys.iter().map(|key| cache.get(key)).collect();
    let mut wanted: Vec<(K, I)> = Vec::new();
    for ((key, input), known) in keys.iter().zip(inputs).zip(&known) {
        if known.is_none() && !wanted.iter().any(|(other, _)| other == key) {
            wanted.push((*key, input.clone()));
        }
    }
    let (missing, asked): (Vec<K>, Vec<I>) = wanted.into_iter().unzip();
    let answers = ask(asked).await?;
    for (key, answer) in missing.iter().zip(answers) {
        cache.insert(*key, answer.clone());
        for (known, _) in known
            .iter_mut()
            .zip(&keys)
            .filter(|(_, other)| *other == key)
        {
            *known = Some(answer.clone());
        }
    }
    known
        .into_iter()
        .collect::<Option<_>>()
        .ok_or_else(|| PortError::internal("a model gave fewer answers than it was asked for"))
}

/// A verifier that remembers the scores of (window, claim).
pub(crate) struct CachedNli {
    inner: Arc<dyn NliModel>,
    cache: Cache<[u8; 32], NliScores>,
}

impl CachedNli {
    pub(crate) fn new(inner: Arc<dyn NliModel>) -> Self {
        Self {
            inner,
            cache: Cache::new(PAIRS),
        }
    }
}

#[async_trait]
impl NliModel for CachedNli {
    async fn ready(&self) -> Result<(), PortError> {
        self.inner.ready().await
    }

    async fn judge(&self, pairs: &[Pair]) -> Result<Vec<NliScores>, PortError> {
        let ask = async |pairs: Vec<Pair>| self.inner.judge(&pairs).await;
        through(
            &self.cache,
            pairs,
            |pair| key(&[&pair.window, &pair.claim]),
            ask,
        )
        .await
    }

    fn reads(&self, claim: &str) -> bool {
        self.inner.reads(claim)
    }

    fn thresholds(&self) -> Thresholds {
        self.inner.thresholds()
    }

    fn identity(&self) -> &ModelIdentity {
        self.inner.identity()
    }
}

/// The vectors of windows. Passages on their way into the store go past it: nobody asks for them again.
pub(crate) struct WindowVectors {
    embedder: Arc<dyn Embedder>,
    cache: Cache<[u8; 32], Arc<Vec<f32>>>,
}

impl WindowVectors {
    pub(crate) fn new(embedder: Arc<dyn Embedder>) -> Self {
        Self {
            embedder,
            cache: Cache::new(WINDOWS),
        }
    }

    pub(crate) async fn embed(&self, texts: &[String]) -> Result<Vec<Arc<Vec<f32>>>, PortError> {
        let ask = async |texts: Vec<String>| {
            Ok(self
                .embedder
                .embed(&texts)
                .await?
                .into_iter()
                .map(Arc::new)
                .collect())
        };
        through(&self.cache, texts, |text| key(&[text]), ask).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn asks_once_for_each_and_keeps_the_order() {
        let cache = Cache::new(100);
        let mut asked = Vec::new();
        for inputs in [vec![3, 1, 3], vec![1, 2], vec![]] {
            let ask = async |missing: Vec<i32>| {
                asked.push(missing.clone());
                Ok(missing.iter().map(|n| n * 10).collect())
            };
            let got = through(&cache, &inputs, |n| *n, ask).await.unwrap();
            assert_eq!(got, inputs.iter().map(|n| n * 10).collect::<Vec<_>>());
        }
        assert_eq!(asked, [vec![3, 1], vec![2], vec![]]);
    }

    #[tokio::test]
    async fn a_failure_and_a_missing_answer_are_errors() {
        let cache: Cache<i32, i32> = Cache::new(10);
        assert!(
            through(
                &cache,
                &[1],
                |n| *n,
                async |_| Err(PortError::internal("no"))
            )
            .await
            .is_err()
        );
        assert!(
            through(&cache, &[1, 2], |n| *n, async |_| Ok(vec![7]))
                .await
                .is_err()
        );
    }

    #[test]
    fn parts_do_not_run_together() {
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    }
}
