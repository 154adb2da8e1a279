//! What collections, claims and queries of the benchmarks are made of: the samples' sentences and their vectors.

use crate::samples;
use groundwall_core::{BlockKind, ModelIdentity};
use groundwall_eval::corpus::Corpus;
use groundwall_inference::CandleEmbedder;
use groundwall_ingest::{Limits, extract, sentences_of};
use groundwall_ports::{Embedder as _, PassageStore as _};
use groundwall_retrieval::SqliteStore;
use std::path::Path;

/// Sentences of a window whose vector is real, at most.
const RUN: usize = 4;
/// Passages of a made document.
const DOCUMENT: usize = 500;

/// Sentences of the samples.
pub(super) struct Material {
    pub(super) sentences: Vec<String>,
    windows: Vec<String>,
    vectors: Vec<Vec<f32>>,
}

impl Material {
    pub(super) async fn load(embedder: &CandleEmbedder) -> anyhow::Result<Self> {
        let (mut sentences, mut windows) = (Vec::new(), Vec::new());
        for sample in samples::all() {
            let document = extract(&sample.name, &sample.bytes, &Limits::default())?;
            let prose = document
                .blocks
                .iter()
                .filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem));
            let of: Vec<String> = prose
                .flat_map(|block| {
                    sentences_of(&block.text)
                        .into_iter()
                        .map(|range| block.text[range].trim().to_owned())
                })
                .filter(|sentence| sentence.split_whitespace().count() >= 6)
                .collect();
            for length in 1..=RUN {
                windows.extend(of.windows(length).map(|run| run.join(" ")));
            }
            sentences.extend(of);
        }
        let vectors = embedder.embed(&windows).await?;
        Ok(Self {
            sentences,
            windows,
            vectors,
        })
    }

    pub(super) fn corpus(&self, seed: u64) -> Corpus {
        Corpus::new(seed, &self.windows, self.vectors.clone())
    }
}

/// A store in `dir`, for that embedder's vectors, with `passages` made passages; `see` is shown every vector.
pub(super) async fn fill(
    dir: &Path,
    embedder: &ModelIdentity,
    dimensions: usize,
    corpus: &mut Corpus,
    passages: usize,
    mut see: impl FnMut(&[f32]),
) -> anyhow::Result<SqliteStore> {
    let store =
        SqliteStore::open(&dir.join("passages.sqlite"), &embedder.sha256, dimensions).await?;
    let mut left = passages;
    while left > 0 {
        let document = corpus.document(left.min(DOCUMENT));
        left -= document.passages.len();
        document.vectors.iter().for_each(|vector| see(vector));
        store.put(document).await?;
    }
    Ok(store)
}
