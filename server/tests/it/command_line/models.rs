//! `groundwall models` and `groundwall config`.

use super::{err, file, out, run};
use crate::running::{binary, root};
use groundwall_testing::{COMMIT, Hub};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

#[tokio::test]
async fn a_model_is_pulled_by_its_hub_id_and_licence_and_size_come_first() {
    let bundled = root().join("models/verifier");
    let files = ["config.json", "tokenizer.json", "model.safetensors"]
        .map(|name| (name, bundled.join(name)));
    let hub = Hub::start(HashMap::from(files)).await;
    let dir = tempfile::tempdir().unwrap();
    let pull = async |id: &str, more: &[&str]| {
        let mut command = tokio::process::Command::from(binary());
        command
            .args(["models", "pull", id])
            .args(more)
            .arg("--data-dir")
            .arg(dir.path())
            .env("GROUNDWALL__MODELS__HUB_ENDPOINT", hub.url());
        command
            .stdin(std::process::Stdio::null())
            .output()
            .await
            .unwrap()
    };
    let asked = pull("team/nli-small", &[]).await;
    assert_eq!(asked.status.code(), Some(2));
    assert!(
        err(&asked).contains("licence mit, 46.") && err(&asked).contains("--yes"),
        "{}",
        err(&asked)
    );
    assert!(
        !dir.path().join("hub").exists(),
        "nothing is downloaded before somebody agrees"
    );
    let pulled = pull("team/nli-small", &["--yes", "--format", "json"]).await;
    assert!(pulled.status.success(), "{}", err(&pulled));
    let shown: Value = serde_json::from_slice(&pulled.stdout).unwrap();
    assert_eq!(
        (&shown["commit"], &shown["license"]),
        (&Value::from(COMMIT), &Value::from("mit"))
    );
    assert!(
        Path::new(shown["directory"].as_str().unwrap())
            .join("model.safetensors")
            .is_file()
    );
    let absent = pull("team/absent", &["--yes"]).await;
    assert_eq!(absent.status.code(), Some(2));
    assert!(err(&absent).contains("team/absent"), "{}", err(&absent));
}

#[test]
fn models_and_config_hide_no_hash_and_show_no_secret() {
    let models = out(&run(&["models"]));
    assert!(
        models.contains("hashes match")
            && models.contains("embedder")
            && models.contains("verifier"),
        "{models}"
    );
    let manifest = std::fs::read_to_string(root().join("models/manifest.toml")).unwrap();
    assert!(
        manifest
            .lines()
            .filter_map(|line| line.rsplit('"').nth(1))
            .filter(|text| text.len() == 64)
            .all(|hash| models.contains(hash))
    );
    let dir = tempfile::tempdir().unwrap();
    let claims = file(dir.path(), "claims.txt", "Timber Quay is closed.\n");
    let args = [
        "verify",
        "--docs",
        "data/samples/berths.csv",
        "--claims",
        &claims,
        "--format",
        "json",
    ];
    let other = binary()
        .args(args)
        .env("GROUNDWALL__MODELS__VERIFIER", "models/verifier")
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&other.stdout).unwrap();
    assert_eq!(
        report["provenance"]["verifier"]["name"], "models/verifier",
        "a model can be a directory"
    );
    let config = binary()
        .args(["config", "--format", "json"])
        .env("GROUNDWALL__GENERATOR__API_KEY", "sk-very-secret")
        .output()
        .unwrap();
    let shown: Value = serde_json::from_slice(&config.stdout).unwrap();
    assert_eq!(shown["generator"]["api_key"], "(set)");
    assert_eq!(shown["policy"]["support_threshold"], 0.6);
    let config = binary()
        .arg("config")
        .env(
            "GROUNDWALL__GENERATOR__BASE_URL",
            "https://me:s3cret@chat.example.org/v1?key=s3cret",
        )
        .env("GROUNDWALL__STORE__QDRANT_URL", "https://s3cret@host:6334")
        .env("GROUNDWALL__SERVER__API_KEY", "00123456789012345678")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&config.stdout).into_owned();
    assert!(config.status.success(), "{}", err(&config));
    assert!(
        !said.contains("s3cret") && !said.contains("123456"),
        "{said}"
    );
    assert!(
        said.contains("https://(set)@chat.example.org/v1?key=(set)"),
        "{said}"
    );
    let unknown = binary()
        .args(["config"])
        .env("GROUNDWALL__POLICY__TOPK", "3")
        .output()
        .unwrap();
    assert_eq!(unknown.status.code(), Some(2));
}
