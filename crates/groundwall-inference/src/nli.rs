//! The verifier's handle.

use crate::LoadError;
use crate::manifest::LoadedFiles;
use crate::model::{Classifier, Precision};
use crate::tokens::{TextTokenizer, Tokens};
use crate::worker::{Input, Worker};
use async_trait::async_trait;
use groundwall_core::{ModelIdentity, NliScores, Thresholds};
use groundwall_ports::{NliModel, Pair, PortError};
use std::path::PathBuf;
use std::sync::Arc;

/// A three-way cross-encoder over (window, claim).
pub struct CandleNli {
    worker: Worker<Pair, [f32; 3]>,
    identity: ModelIdentity,
    thresholds: Thresholds,
    tokenizer: Arc<TextTokenizer>,
    max_tokens: usize,
}

impl CandleNli {
    /// Builds the model and starts its thread.
    ///
    /// # Errors
    /// Fails when the weights, the configuration or the tokenizer do not fit a known classifier of entailment, neutral and contradiction, the CPU lacks the instructions of `precision`, or the thread cannot be started.
    pub fn start(files: &LoadedFiles, precision: Precision) -> Result<Self, LoadError> {
        let (order, _) = label_order(&files.config)?;
        let model = Classifier::load(files, precision)?;
        let identity = ModelIdentity {
            kernel: model.kernel().to_owned(),
            ..files.identity.clone()
        };
        let tokenizer = Arc::new(TextTokenizer::load(&files.tokenizer, files.max_tokens)?);
        let pairs = Arc::clone(&tokenizer);
        let tokenize = move |pair: &Pair| pairs.pair(&pair.window, &pair.claim);
        let run = move |batch: &[Tokens]| {
            model
                .logits(batch)?
                .iter()
                .map(|logits| in_order(logits, order))
                .collect()
        };
        let worker =
            Worker::start("verifier", tokenize, run).map_err(|source| LoadError::Read {
                path: PathBuf::from("(thread)"),
                source,
            })?;
        Ok(Self {
            worker,
            identity,
            thresholds: files.thresholds,
            tokenizer,
            max_tokens: files.max_tokens,
        })
    }

    /// Raw logits in the order entailment, neutral, contradiction.
    ///
    /// # Errors
    /// Fails when the queue is full, a pair cannot be computed, or the thread has ended.
    pub async fn logits(&self, pairs: &[Pair]) -> Result<Vec<[f32; 3]>, PortError> {
        self.worker.call(pairs.to_vec()).await
    }
}

/// Entailment, neutral, contradiction of one row of logits.
fn in_order(logits: &[f32], order: [usize; 3]) -> candle_core::Result<[f32; 3]> {
    let pick = |place: usize| logits.get(place).copied().filter(|logit| logit.is_finite());
    match order.map(pick) {
        [Some(entailment), Some(neutral), Some(contradiction)] => {
            Ok([entailment, neutral, contradiction])
        }
        _ => Err(candle_core::Error::Msg(
            "the model gave a logit that is not a number".to_owned(),
        )),
    }
}

impl Input for Pair {
    fn bytes(&self) -> usize {
        self.window.len() + self.claim.len()
    }
}

#[async_trait]
impl NliModel for CandleNli {
    async fn judge(&self, pairs: &[Pair]) -> Result<Vec<NliScores>, PortError> {
        let temperature = self.thresholds.temperature;
        Ok(self
            .logits(pairs)
            .await?
            .into_iter()
            .map(|logits| NliScores::from_logits(logits, temperature))
            .collect())
    }

    fn reads(&self, claim: &str) -> bool {
        // Pairs are cut at the longer side; a token is at least a byte.
        claim.len() + 2 <= self.max_tokens / 2 || self.tokenizer.count(claim) <= self.max_tokens / 2
    }

    fn thresholds(&self) -> Thresholds {
        self.thresholds
    }

    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }
}

/// Places of entailment, neutral and contradiction in the model's output, and the number of its classes, from `id2label`.
pub(crate) fn label_order(config: &serde_json::Value) -> Result<([usize; 3], usize), LoadError> {
    let labels = config
        .get("id2label")
        .and_then(serde_json::Value::as_object);
    let place = |wanted: &str| {
        labels.into_iter().flatten().find_map(|(id, label)| {
            let label = label.as_str()?.to_lowercase();
            label.starts_with(wanted).then(|| id.parse().ok()).flatten()
        })
    };
    match (place("entail"), place("neutral"), place("contradict")) {
        (Some(entailment), Some(neutral), Some(contradiction)) => Ok((
            [entailment, neutral, contradiction],
            labels.map_or(3, serde_json::Map::len),
        )),
        _ => Err(LoadError::Unsupported {
            what: "id2label of config.json".to_owned(),
            why: "it must name entailment, neutral and contradiction".to_owned(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::label_order;

    #[test]
    fn labels_are_found_by_name_in_any_order() {
        let config = serde_json::json!({"id2label": {"0": "contradiction", "1": "ENTAILMENT", "2": "neutral"}});
        assert_eq!(label_order(&config).unwrap(), ([1, 2, 0], 3));
        assert!(label_order(&serde_json::json!({"id2label": {"0": "LABEL_0"}})).is_err());
    }
}
