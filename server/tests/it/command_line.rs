//! The command line and its exit codes.

use crate::running::{binary, root};
use groundwall_testing::{COMMIT, Hub};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::process::Output;

fn run(args: &[&str]) -> Output {
    binary().args(args).output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn file(dir: &Path, name: &str, text: &str) -> String {
    let path = dir.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_string_lossy().into_owned()
}

#[test]
fn the_gate_tells_true_from_false() {
    let dir = tempfile::tempdir().unwrap();
    let right = file(
        dir.path(),
        "true.txt",
        "The last keeper left on 30 June 1987.\nThe speed limit in the inner harbour is 5 knots.\n",
    );
    let wrong = file(
        dir.path(),
        "false.txt",
        "The last keeper left on 30 June 1978.\nThe speed limit in the inner harbour is 5 knots.\n",
    );
    let greeting = file(dir.path(), "greeting.txt", "Hello there!\n");

    let passed = run(&["verify", "--docs", "data/samples", "--claims", &right]);
    assert_eq!(
        passed.status.code(),
        Some(0),
        "{}{}",
        out(&passed),
        err(&passed)
    );
    assert!(out(&passed).contains("supported"));

    let failed = run(&["verify", "--docs", "data/samples", "--claims", &wrong]);
    assert_eq!(failed.status.code(), Some(1));
    assert!(
        out(&failed).contains("refuted")
            && out(&failed).contains("finding:")
            && out(&failed).contains("1987"),
        "{}",
        out(&failed)
    );

    let json = run(&[
        "verify",
        "--docs",
        "data/samples",
        "--answer",
        &wrong,
        "--format",
        "json",
    ]);
    assert_eq!(json.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert!(report["claims"][0]["findings"][0]["description"].is_string());

    assert_eq!(
        run(&[
            "verify",
            "--docs",
            "data/samples",
            "--claims",
            &wrong,
            "--fail-under",
            "0.5"
        ])
        .status
        .code(),
        Some(0)
    );
    assert_eq!(
        run(&["verify", "--docs", "data/samples", "--claims", &greeting])
            .status
            .code(),
        Some(1),
        "nothing to check is no pass"
    );
}

#[test]
fn wrong_use_ends_with_2_and_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let claims = file(dir.path(), "claims.txt", "The tower is high.\n");
    let docs = dir.path().join("docs");
    std::fs::create_dir(&docs).unwrap();
    let docs = docs.to_string_lossy().into_owned();
    for (args, part) in [
        (vec!["verify", "--docs", "data/samples"], "--claims"),
        (
            vec!["verify", "--docs", "data/absent", "--claims", &claims],
            "does not exist",
        ),
        (
            vec!["verify", "--docs", &docs, "--claims", &claims],
            "no document",
        ),
        (
            vec!["verify", "--docs", "data/samples", "--claims", "absent.txt"],
            "absent.txt",
        ),
        (
            vec![
                "verify",
                "--docs",
                "data/samples",
                "--claims",
                &claims,
                "--fail-under",
                "1.5",
            ],
            "--fail-under",
        ),
        (
            vec![
                "verify",
                "--docs",
                "data/samples",
                "--claims",
                &claims,
                "--format",
                "yaml",
            ],
            "yaml",
        ),
        (vec!["frobnicate"], "frobnicate"),
        (vec!["eval", "absent.jsonl"], "absent.jsonl"),
        (vec!["config", "--config", "absent.toml"], "absent.toml"),
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", err(&output));
        assert!(err(&output).contains(part), "{args:?}: {}", err(&output));
    }
    std::fs::write(
        dir.path().join("docs/broken.pdf"),
        b"%PDF-1.7 and nothing more",
    )
    .unwrap();
    let unreadable = run(&["verify", "--docs", &docs, "--claims", &claims]);
    assert_eq!(unreadable.status.code(), Some(2));
    assert!(
        err(&unreadable).contains("unreadable documents: broken.pdf"),
        "{}",
        err(&unreadable)
    );
    let no_model = binary()
        .args(["models"])
        .env("GROUNDWALL__MODELS__DIR", &docs)
        .output()
        .unwrap();
    assert_eq!(no_model.status.code(), Some(2));
    assert!(
        err(&no_model).contains("manifest.toml"),
        "{}",
        err(&no_model)
    );
}

#[test]
fn ingest_then_ask() {
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().join("data").to_string_lossy().into_owned();
    let taken = run(&["ingest", "data/samples", "--data-dir", &data]);
    assert_eq!(taken.status.code(), Some(0), "{}", err(&taken));
    assert!(
        out(&taken).contains("13 taken in") && err(&taken).contains("[13/13]"),
        "{}{}",
        out(&taken),
        err(&taken)
    );
    let asked = run(&[
        "ask",
        "What is the speed limit in the fairway?",
        "--data-dir",
        &data,
    ]);
    assert_eq!(asked.status.code(), Some(0), "{}", err(&asked));
    assert!(
        out(&asked).contains("8 knots")
            && out(&asked).contains("harbour-rules.docx")
            && out(&asked).contains("claims: 1 supported"),
        "{}",
        out(&asked)
    );
    let uncovered = run(&["ask", "Who invented the transistor?", "--data-dir", &data]);
    assert_eq!(uncovered.status.code(), Some(1), "{}", out(&uncovered));
}

#[test]
fn calibrate_finds_a_threshold_on_the_users_own_documents() {
    let output = run(&[
        "calibrate",
        "--docs",
        "data/development/documents",
        "--false-alarms",
        "0.1",
        "--format",
        "json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    let chosen = &found["chosen"];
    let number = |name: &str| chosen[name].as_f64().unwrap();
    assert!(
        number("true_claims_turned_away") <= 0.1
            && (0.0..1.0).contains(&number("support_probability")),
        "{found}"
    );
    assert!(
        number("twins_let_through") < 0.5,
        "most corrupted claims are caught: {found}"
    );
    let dir = tempfile::tempdir().unwrap();
    let short = file(dir.path(), "short.txt", "The tower is 27 metres high.");
    let refused = run(&["calibrate", "--docs", &short]);
    assert!(
        refused.status.code() == Some(2) && err(&refused).contains("too little text"),
        "{}",
        err(&refused)
    );
}

#[test]
fn the_suite_fails_when_a_set_is_not_there() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(dir.path().join("suite/documents")).unwrap();
    file(
        &dir.path().join("suite/documents"),
        "tower.txt",
        "The tower is 27 metres high. Henrik Lund built it.",
    );
    let claims = r#"{"document":"tower.txt","claim":"The tower is 27 metres high.","label":"SUPPORTED","kind":"true"}
{"document":"tower.txt","claim":"The tower is 72 metres high.","label":"UNSUPPORTED","kind":"number"}
"#;
    file(&dir.path().join("suite"), "claims.jsonl", claims);
    let bars = std::fs::read_to_string(root().join("data/suite/bars.toml")).unwrap();
    file(&dir.path().join("suite"), "bars.toml", &bars);
    let suite = dir.path().join("suite").to_string_lossy().into_owned();
    let output = run(&["eval", "--suite", &suite, "--sets-dir", &suite]);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    let text = out(&output);
    assert!(
        text.contains("| snli | not run |") && text.contains("**not run**"),
        "{text}"
    );
    assert!(
        text.contains("Accepted by kind: number 0 of 1, true 1 of 1."),
        "{text}"
    );
}

#[test]
fn eval_prints_every_figure() {
    let dir = tempfile::tempdir().unwrap();
    let rows = r#"{"evidence":"The tower is 27 metres high.","claim":"The tower is 27 metres high.","label":"SUPPORTED"}
{"evidence":"The tower is 27 metres high.","claim":"The tower is 72 metres high.","label":"CONTRADICTED"}
{"evidence":"The tower is 27 metres high.","claim":"Sales of bread doubled in Portugal.","label":"NEUTRAL"}
"#;
    let set = file(dir.path(), "three.jsonl", rows);
    let output = run(&["eval", &set, "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    let figures = &figures.as_array().unwrap()[0];
    assert_eq!(
        (&figures["set"], &figures["rows"]),
        (&Value::from("three"), &Value::from(3))
    );
    for name in [
        "balanced_accuracy",
        "auc",
        "false_accept_rate",
        "accuracy_three_way",
        "pairs_per_second",
    ] {
        assert!(figures[name].is_number(), "{name}: {figures}");
    }
    let answers = file(
        dir.path(),
        "answers.jsonl",
        r#"{"answer":"The tower is 27 metres high. The tower is 90 metres high.","sources":["The tower is 27 metres high."],"hallucinated":true}"#,
    );
    let output = run(&["eval", &answers, "--format", "json"]);
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        (
            &figures[0]["claims_verified"],
            &figures[0]["claims_unverified"]
        ),
        (&Value::from(1), &Value::from(1))
    );
    assert_eq!(figures[0]["accuracy_three_way"], Value::Null);
    let bad = file(dir.path(), "bad.jsonl", "{\"evidence\":\"x\"}\n");
    let output = run(&["eval", &bad]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("line 1"), "{}", err(&output));
}

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

#[test]
fn eval_asks_a_folder_of_documents() {
    let dir = tempfile::tempdir().unwrap();
    file(
        dir.path(),
        "mill.txt",
        "The mill at Brekke was built in 1874. It ground rye until the flood of 1931.\n",
    );
    file(
        dir.path(),
        "questions.jsonl",
        "{\"question\":\"When was the mill at Brekke built?\",\"answers\":[[\"1874\"]],\"kind\":\"fact\"}\n\
         {\"question\":\"Who won the 2022 World Cup?\",\"answers\":[],\"kind\":\"uncovered\"}\n\
         {\"claim\":\"The mill at Brekke was built in 1847.\",\"label\":false}\n",
    );
    let folder = dir.path().to_string_lossy().into_owned();
    let output = run(&["eval", "--answers", &folder, "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let figures: Value = serde_json::from_slice(&output.stdout).unwrap();
    let all = &figures["all"];
    assert_eq!(
        (&all["covered"], &all["answered"]),
        (&1.into(), &1.into()),
        "{figures}"
    );
    assert_eq!(
        (&all["uncovered"], &all["refused"]),
        (&1.into(), &1.into()),
        "{figures}"
    );
    assert_eq!(
        (&all["false_claims"], &all["false_accepted"]),
        (&1.into(), &0.into())
    );
    assert_eq!(all["verified_without_answer"], 0, "{figures}");

    file(dir.path(), "questions.jsonl", "{\"question\":\"When?\"}\n");
    let output = run(&["eval", "--answers", &folder]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("line 1"), "{}", err(&output));
}
