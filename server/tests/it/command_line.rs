//! The command line and its exit codes.

mod evaluation;
mod models;

use crate::running::binary;
use serde_json::Value;
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
fn help_says_what_the_program_and_its_arguments_are_for() {
    let first = out(&run(&["--help"]));
    assert!(first.starts_with("A firewall for answers"), "{first}");
    for (command, said) in [
        ("ingest", "Files to read"),
        ("ask", "The question"),
        ("serve", "--data-dir and data_dir are not used"),
        ("backup", "text or json"),
    ] {
        let help = out(&run(&[command, "--help"]));
        assert!(help.contains(said), "{help}");
        assert!(!help.contains("- sarif"), "{help}");
    }
}

#[test]
fn wrong_use_ends_with_2_and_says_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let claims = file(dir.path(), "claims.txt", "The tower is high.\n");
    let docs = dir.path().join("docs");
    std::fs::create_dir(&docs).unwrap();
    let docs = docs.to_string_lossy().into_owned();
    for (args, part) in [
        (
            vec!["verify", "--docs", "data/samples"],
            "--claims <FILE>|--answer <FILE>|--json <FILE>|--hook",
        ),
        (
            vec!["verify", "--claims", &claims, "--answer", &claims],
            "cannot be used with",
        ),
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
