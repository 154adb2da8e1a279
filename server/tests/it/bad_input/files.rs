//! Files that are none, or made to do harm.

use super::{still_there, with_a_document};
use crate::running::message;
use groundwall_testing::fixtures;
use serde_json::json;

#[tokio::test]
async fn files() {
    let (_dir, server) = with_a_document().await;
    let long = format!("{}.txt", "x".repeat(296));
    for (name, bytes, status, part) in [
        ("empty.txt", Vec::new(), 422, "empty"),
        ("blank.txt", b" \n\n ".to_vec(), 422, "no text"),
        (
            "picture.png",
            b"\x89PNG\r\n\x1a\n0000".to_vec(),
            415,
            "PDF, DOCX",
        ),
        (
            "really-a-picture.pdf",
            b"\x89PNG\r\n\x1a\n0000".to_vec(),
            422,
            "",
        ),
        ("not-a.pdf", b"%PDF-1.7 and nothing more".to_vec(), 422, ""),
        (
            "not-a.docx",
            b"PK\x03\x04 and nothing more".to_vec(),
            422,
            "",
        ),
        ("locked.pdf", fixtures::locked_pdf(), 422, "password"),
        ("scan.pdf", fixtures::textless_pdf(), 422, "no text"),
        (
            "../../etc/passwd.txt",
            b"The text.".to_vec(),
            422,
            "file name",
        ),
        (
            "con\u{7}trol.txt",
            b"The text.".to_vec(),
            400,
            "cannot be read",
        ),
        (
            "turned\u{202e}fdp.txt",
            b"The text.".to_vec(),
            422,
            "control",
        ),
        (long.as_str(), b"The text.".to_vec(), 422, "300 bytes"),
        ("large.txt", vec![b'a'; 50 * 1024 * 1024 + 1], 413, "50 MiB"),
    ] {
        let (answered, problem) = server.upload(vec![(name, bytes)]).await;
        assert_eq!(answered, status, "{name}: {problem}");
        assert!(message(&problem).contains(part), "{name}: {problem}");
    }
    still_there(&server).await;
}

#[tokio::test]
async fn files_made_to_do_harm_end_their_child_and_not_the_server() {
    let (_dir, server) = with_a_document().await;
    for (name, bytes) in [
        ("bomb.docx", fixtures::bomb_docx(600)),
        ("vast.xlsx", fixtures::vast_xlsx()),
        ("nested.docx", fixtures::nested_docx(20_000)),
    ] {
        let started = std::time::Instant::now();
        let (status, body) = server.upload(vec![(name, bytes)]).await;
        assert!(
            started.elapsed().as_secs() < 60,
            "{name} took {:?}",
            started.elapsed()
        );
        assert_eq!(
            (status, message(&body).is_empty()),
            (422, false),
            "{name}: {body}"
        );
        assert_eq!(server.get("/healthz").await.0, 200);
    }
    still_there(&server).await;
}

#[tokio::test]
async fn one_bad_file_never_stops_the_rest() {
    let (_dir, server) = with_a_document().await;
    let (status, body) = server
        .upload(vec![
            ("bad.pdf", b"no".to_vec()),
            ("good.txt", b"The tower is red.".to_vec()),
        ])
        .await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(
        (
            &body["filename"],
            &body["chunks_added"],
            &body["total_chunks"]
        ),
        (&json!("good.txt"), &json!(1), &json!(2))
    );
    let bad = body["files"]
        .as_array()
        .unwrap()
        .iter()
        .find(|file| file["filename"] == "bad.pdf")
        .unwrap();
    assert!(
        bad["error"].as_str().is_some_and(|error| error.len() > 10),
        "{body}"
    );
    let (status, problem) = server
        .upload(vec![("bad.pdf", b"no".to_vec()), ("worse.pdf", Vec::new())])
        .await;
    assert_eq!(
        (status, problem["error"]["details"].as_array().map(Vec::len)),
        (422, Some(2)),
        "{problem}"
    );
}
