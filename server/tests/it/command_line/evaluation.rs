//! `groundwall eval` and `groundwall calibrate`.

use super::{err, file, out, run};
use crate::running::root;
use serde_json::Value;

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
        refused.status.code() == Some(2)
            && err(&refused).contains("too little text")
            && err(&refused).contains("documents with more running text"),
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
