use groundwall_inference::{CandleEmbedder, CandleNli, LoadedFiles, Manifest, Precision, Role};
use groundwall_ports::{Embedder, NliModel, Pair};
use std::path::PathBuf;

pub(crate) fn models() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

fn json(path: &str) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(models().join(path)).unwrap()).unwrap()
}

fn floats(value: &serde_json::Value) -> Vec<f32> {
    serde_json::from_value(value.clone()).unwrap()
}

#[tokio::test]
async fn embeddings_agree_with_pytorch() {
    let files = Manifest::read(&models())
        .unwrap()
        .load(Role::Embedder)
        .unwrap();
    let embedder = CandleEmbedder::start(&files, Precision::F32).unwrap();
    let reference = json("embedder/reference.json");
    let rows = reference["texts"].as_array().unwrap();
    let texts: Vec<String> = rows
        .iter()
        .map(|row| row["text"].as_str().unwrap().to_owned())
        .collect();
    let expected: Vec<Vec<f32>> = rows.iter().map(|row| floats(&row["embedding"])).collect();
    assert!(texts.len() >= 4);
    let vectors = embedder.embed(&texts).await.unwrap();
    for ((text, vector), wanted) in texts.iter().zip(&vectors).zip(&expected) {
        assert_eq!(vector.len(), 384);
        let cosine: f32 = vector.iter().zip(wanted).map(|(a, b)| a * b).sum();
        assert!(cosine >= 0.9999, "{cosine} for {text:?}");
    }
}

#[tokio::test]
async fn logits_agree_with_pytorch_and_do_not_depend_on_the_batch() {
    let files = Manifest::read(&models())
        .unwrap()
        .load(Role::Verifier)
        .unwrap();
    let nli = CandleNli::start(&files, Precision::F32).unwrap();
    let reference = json("verifier/reference.json");
    let rows = reference["pairs"].as_array().unwrap();
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap().to_owned();
    let pairs: Vec<Pair> = rows
        .iter()
        .map(|row| Pair {
            window: text(row, "premise"),
            claim: text(row, "hypothesis"),
        })
        .collect();
    let logits = nli.logits(&pairs).await.unwrap();
    for (row, got) in rows.iter().zip(&logits) {
        for (a, b) in got.iter().zip(floats(&row["logits"])) {
            assert!((a - b).abs() <= 1e-2, "{got:?} for {row}");
        }
    }
    let alone = nli.logits(&pairs[3..4]).await.unwrap();
    assert_eq!(
        alone[0].map(f32::to_bits),
        logits[3].map(f32::to_bits),
        "a score must not depend on its neighbours"
    );
    assert!(!nli.thresholds().calibrated);
}

/// candle's forward to the rounding; the int8 one within what 8 bits of activations change (.27 at the most here, more than in six layers of 384), with the
/// same label wherever f32 is not in doubt.
#[tokio::test]
async fn the_reader_agrees_with_pytorch() {
    let files = Manifest::read(&models())
        .unwrap()
        .load(Role::Reader)
        .unwrap();
    let reference = json("reader/reference.json");
    let rows = reference.as_array().unwrap();
    let text = |row: &serde_json::Value, key: &str| row[key].as_str().unwrap().to_owned();
    let pairs: Vec<Pair> = rows
        .iter()
        .map(|row| Pair {
            window: text(row, "evidence"),
            claim: text(row, "claim"),
        })
        .collect();
    assert_eq!(pairs.len(), 10);
    let largest = |logits: &[f32]| (0..3).max_by(|a, b| logits[*a].total_cmp(&logits[*b]));
    for (precision, tolerance) in [(Precision::F32, 1e-2), (Precision::Auto, 0.35)] {
        let reader = CandleNli::start(&files, precision).unwrap();
        for (row, got) in rows.iter().zip(reader.logits(&pairs).await.unwrap()) {
            let wanted = floats(&row["logits"]);
            assert!(
                got.iter()
                    .zip(&wanted)
                    .all(|(a, b)| (a - b).abs() <= tolerance),
                "{precision:?}: {got:?} for {row}"
            );
            let mut sorted = wanted.clone();
            sorted.sort_by(|a, b| b.total_cmp(a));
            assert!(
                sorted[0] - sorted[1] < 0.5 || largest(&got) == largest(&wanted),
                "{precision:?}: {got:?} for {row}"
            );
        }
    }
}

/// Random weights in the layout of the published DeBERTa-v3 classifiers (fixtures/make_tiny_deberta.py), from a local directory: candle's forward to the
/// rounding, the int8 one as near as 8 bits come where weights are random and nothing was trained to bear it.
#[tokio::test]
async fn deberta_agrees_with_pytorch() {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tiny-deberta");
    let reference: serde_json::Value =
        serde_json::from_slice(&std::fs::read(dir.join("reference.json")).unwrap()).unwrap();
    for (precision, kernel, tolerance) in [
        (Precision::F32, "f32/candle", 1e-2),
        (Precision::Auto, "int8/", 0.2),
        (Precision::Scalar, "int8/scalar", 0.2),
    ] {
        let nli = CandleNli::start(
            &LoadedFiles::from_dir(&dir, "tiny-deberta").unwrap(),
            precision,
        )
        .unwrap();
        assert!(
            nli.identity().kernel.starts_with(kernel),
            "{}",
            nli.identity().kernel
        );
        for row in reference["pairs"].as_array().unwrap() {
            let pair = Pair {
                window: row["premise"].as_str().unwrap().to_owned(),
                claim: row["hypothesis"].as_str().unwrap().to_owned(),
            };
            let got = nli.logits(&[pair]).await.unwrap()[0];
            for (a, b) in got.iter().zip(floats(&row["logits"])) {
                assert!((a - b).abs() <= tolerance, "{kernel}: {got:?} for {row}");
            }
        }
    }
}

/// The bars of int8 against f32: cosine of embeddings at least .98 and .995 on average, the same label on every reference pair.
#[tokio::test]
async fn the_fast_path_stays_close_and_does_not_depend_on_the_batch() {
    let manifest = Manifest::read(&models()).unwrap();
    let (files, verifier) = (
        manifest.load(Role::Embedder).unwrap(),
        manifest.load(Role::Verifier).unwrap(),
    );
    let (fast, exact) = (
        CandleEmbedder::start(&files, Precision::Auto).unwrap(),
        CandleEmbedder::start(&files, Precision::F32).unwrap(),
    );
    assert_ne!(
        fast.identity().kernel,
        exact.identity().kernel,
        "every CPU has an int8 path"
    );
    let samples =
        std::fs::read_to_string(models().join("../data/samples/lighthouse-history.txt")).unwrap();
    let mut texts: Vec<String> = samples.split(". ").map(str::to_owned).collect();
    texts.push(samples);
    texts.push("x".to_owned());
    let (a, b) = (
        fast.embed(&texts).await.unwrap(),
        exact.embed(&texts).await.unwrap(),
    );
    let cosines: Vec<f32> = a
        .iter()
        .zip(&b)
        .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum())
        .collect();
    let mean = cosines.iter().sum::<f32>() / cosines.len() as f32;
    assert!(
        mean >= 0.995 && cosines.iter().all(|cosine| *cosine >= 0.98),
        "mean {mean}, all {cosines:?}"
    );
    for (text, together) in texts.iter().zip(&a) {
        let alone = fast
            .embed(std::slice::from_ref(text))
            .await
            .unwrap()
            .remove(0);
        assert!(
            alone
                .iter()
                .zip(together)
                .all(|(a, b)| a.to_bits() == b.to_bits()),
            "{text:?} depends on its batch"
        );
    }
    let (fast, exact) = (
        CandleNli::start(&verifier, Precision::Auto).unwrap(),
        CandleNli::start(&verifier, Precision::F32).unwrap(),
    );
    let pairs: Vec<Pair> = texts
        .iter()
        .flat_map(|window| {
            [true, false].map(|right| Pair {
                window: window.clone(),
                claim: format!("The tower is {} metres high.", if right { 27 } else { 72 }),
            })
        })
        .collect();
    let (a, b) = (
        fast.judge(&pairs).await.unwrap(),
        exact.judge(&pairs).await.unwrap(),
    );
    for ((pair, a), b) in pairs.iter().zip(&a).zip(&b) {
        assert!(
            (a.entailment - b.entailment).abs() < 0.1,
            "{a:?} and {b:?} for {pair:?}"
        );
    }
}

/// A report made on one machine is the report of another: the int8 kernels give the same bits.
#[tokio::test]
async fn every_kernel_says_the_same() {
    let manifest = Manifest::read(&models()).unwrap();
    let files = manifest.load(Role::Embedder).unwrap();
    let verifiers = [Role::Verifier, Role::Reader].map(|role| manifest.load(role).unwrap());
    let texts = [
        "The tower was built in 1871.",
        "x",
        "Ships longer than ninety metres must take a pilot on board unless they are exempt.",
    ]
    .map(str::to_owned);
    let pairs = texts.clone().map(|window| Pair {
        window,
        claim: "The tower is 27 metres high.".to_owned(),
    });
    let mut first = None;
    for precision in Precision::available()
        .into_iter()
        .filter(|precision| *precision != Precision::F32)
    {
        let embedded = CandleEmbedder::start(&files, precision)
            .unwrap()
            .embed(&texts)
            .await
            .unwrap();
        let mut judged = Vec::new();
        for verifier in &verifiers {
            judged.extend(
                CandleNli::start(verifier, precision)
                    .unwrap()
                    .logits(&pairs)
                    .await
                    .unwrap(),
            );
        }
        let (vectors, logits): &(Vec<Vec<f32>>, Vec<[f32; 3]>) =
            first.get_or_insert_with(|| (embedded.clone(), judged.clone()));
        assert!(
            embedded
                .iter()
                .flatten()
                .zip(vectors.iter().flatten())
                .all(|(a, b)| a.to_bits() == b.to_bits()),
            "{precision:?} embeds otherwise"
        );
        assert_eq!(&judged, logits, "{precision:?} judges otherwise");
    }
    assert!(first.is_some());
}
