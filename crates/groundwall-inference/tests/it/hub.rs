//! Weights by hub id, against a loopback server that speaks the hub's protocol.

use super::reference::models;
use groundwall_inference::{CandleNli, LoadError, LoadedFiles, Precision, describe, fetch};
use groundwall_ports::{NliModel, Pair};
use groundwall_testing::{COMMIT, Hub};
use std::collections::HashMap;

#[tokio::test]
async fn a_model_by_hub_id_is_downloaded_once_and_judges() {
    let bundled = models().join("verifier");
    let files = HashMap::from(
        ["config.json", "tokenizer.json", "model.safetensors"]
            .map(|name| (name, bundled.join(name))),
    );
    let hub = Hub::start(files).await;
    let cache = tempfile::tempdir().unwrap();
    let dir = fetch("team/nli-small", "main", Some(hub.url()), cache.path())
        .await
        .unwrap();
    let nli = CandleNli::start(
        &LoadedFiles::from_dir(&dir, "team/nli-small").unwrap(),
        Precision::Auto,
    )
    .unwrap();
    let pair = Pair {
        window: "The lighthouse was built in 1871.".into(),
        claim: "The lighthouse was built in 1902.".into(),
    };
    let scores = nli.judge(&[pair]).await.unwrap();
    assert!(scores[0].contradiction > scores[0].entailment, "{scores:?}");
    assert_eq!(nli.identity().name, "team/nli-small");
}

#[tokio::test]
async fn a_missing_file_is_named() {
    let hub = Hub::start(HashMap::from([(
        "config.json",
        models().join("verifier/config.json"),
    )]))
    .await;
    let cache = tempfile::tempdir().unwrap();
    let error = fetch("team/absent", "main", Some(hub.url()), cache.path())
        .await
        .unwrap_err();
    assert!(
        matches!(&error, LoadError::Hub { file, .. } if file == "tokenizer.json"),
        "{error}"
    );
}

#[tokio::test]
async fn licence_and_size_are_known_before_a_download() {
    let config = models().join("verifier/config.json");
    let bytes = std::fs::metadata(&config).unwrap().len();
    let hub = Hub::start(HashMap::from([
        ("config.json", config.clone()),
        ("README.md", config),
    ]))
    .await;
    let cache = tempfile::tempdir().unwrap();
    let model = describe("team/nli-small", "main", Some(hub.url()), cache.path())
        .await
        .unwrap();
    assert_eq!(
        (model.commit.as_str(), model.license.as_str()),
        (COMMIT, "mit")
    );
    assert_eq!(
        model.files,
        [("config.json".to_owned(), Some(bytes))],
        "only what would be downloaded"
    );
    assert!(
        std::fs::read_dir(cache.path()).unwrap().next().is_none(),
        "nothing was downloaded"
    );
    let error = describe("team/absent", "main", Some(hub.url()), cache.path())
        .await
        .unwrap_err();
    assert!(error.to_string().contains("team/absent"), "{error}");
}
