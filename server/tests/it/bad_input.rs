//! Bad input: a clear error with the right status, and nothing lost.

mod files;
mod requests;

use crate::running::Running;
use serde_json::{Value, json};

async fn with_a_document() -> (tempfile::TempDir, Running) {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, _) = server
        .upload(vec![("kept.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    assert_eq!(status, 200);
    (dir, server)
}

async fn still_there(server: &Running) {
    let status = server.json("/api/status").await;
    assert_eq!(
        (&status["uploaded_files"], &status["document_chunks"]),
        (&json!(["kept.txt"]), &json!(1))
    );
}

#[tokio::test]
async fn a_question_without_documents_is_answered_plainly() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, answer) = server.post("/api/query", &json!({"query": "When?"})).await;
    assert_eq!(
        (status, &answer["is_verified"], &answer["support_ratio"]),
        (200, &json!(false), &Value::Null)
    );
    assert_eq!(answer["state"], "not_covered");
}

#[tokio::test]
async fn odd_text_is_judged_or_refused_and_never_passes_by_accident() {
    let (_dir, server) = with_a_document().await;
    let long = format!(
        "The quay was built in 1931, {}and it is wet.",
        "and boats lie at it, ".repeat(180)
    );
    let started = std::time::Instant::now();
    for (claim, verdict) in [
        ("?!… — ;", "unverifiable"),
        ("\u{200b}\u{feff}.", "unverifiable"),
        ("بُني الرصيف في عام 1931.", "unsupported"),
        ("הרציף נבנה מעץ.", "unsupported"),
        ("码头建于1937年。", "unsupported"),
        ("岸壁は木で造られた。", "unsupported"),
        ("Причал построен из дерева.", "unsupported"),
        (
            "La banchina fu costruita di legno nel 1987.",
            "refuted or unsupported",
        ),
        (
            "The qua\u{fffd}y was \u{fffd}\u{fffd} built by Henrik.",
            "unsupported",
        ),
        ("\u{202e}1391 ni tliub saw yauq ehT", "unsupported"),
        (long.as_str(), "refuted or unsupported"),
    ] {
        let (status, report) = server
            .post("/api/v1/verifications", &json!({"claims": [claim]}))
            .await;
        assert_eq!(status, 201, "{claim}: {report}");
        for judged in report["claims"].as_array().unwrap() {
            assert!(
                verdict
                    .split(" or ")
                    .any(|verdict| judged["verdict"] == verdict),
                "{claim}: {judged}"
            );
        }
        assert_ne!(report["state"], "verified", "{claim}");
    }
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}

#[tokio::test]
async fn over_an_empty_collection_nothing_is_supported() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, report) = server
        .post(
            "/api/v1/verifications",
            &json!({"answer": "The quay was built in 1931. It is long."}),
        )
        .await;
    assert_eq!(status, 201, "{report}");
    let verdicts: Vec<&str> = report["claims"]
        .as_array()
        .unwrap()
        .iter()
        .map(|claim| claim["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(
        (verdicts, &report["state"]),
        (vec!["unsupported", "unsupported"], &json!("not_verified"))
    );
    assert!(
        report["claims"][0]["why"]
            .as_str()
            .unwrap()
            .contains("Nothing in the documents"),
        "{report}"
    );
}
