//! Bad input: a clear error with the right status, and nothing lost.

use crate::running::{Running, message};
use groundwall_testing::fixtures;
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

#[tokio::test]
async fn requests() {
    let (_dir, server) = with_a_document().await;
    let post = |path: &'static str, kind: &'static str, body: String| {
        let request = server
            .client
            .post(server.url(path))
            .header("content-type", kind)
            .body(body);
        async move {
            let response = request.send().await.unwrap();
            (
                response.status().as_u16(),
                response.json::<Value>().await.unwrap(),
            )
        }
    };
    let json_type = "application/json";
    let many = json!({"claims": vec!["The quay is long."; 501]}).to_string();
    for (path, kind, body, status, part) in [
        (
            "/api/query",
            json_type,
            r#"{"query": ""}"#.to_owned(),
            422,
            "empty",
        ),
        (
            "/api/query",
            json_type,
            r#"{"query": "  \n "}"#.to_owned(),
            422,
            "empty",
        ),
        (
            "/api/query",
            json_type,
            json!({"query": "x".repeat(100_000)}).to_string(),
            413,
            "limit is 4000",
        ),
        (
            "/api/query",
            json_type,
            json!({"query": "x".repeat(3_000_000)}).to_string(),
            413,
            "2 MiB",
        ),
        (
            "/api/query",
            json_type,
            r#"{"query": "When?", "topk": 3}"#.to_owned(),
            422,
            "topk",
        ),
        (
            "/api/query",
            json_type,
            r#"{"query": "When?", "top_k": 0}"#.to_owned(),
            422,
            "top_k",
        ),
        (
            "/api/query",
            json_type,
            r#"{"query": "When?", "firewall_threshold": 7}"#.to_owned(),
            422,
            "firewall_threshold",
        ),
        (
            "/api/query",
            json_type,
            r#"{"query": 3}"#.to_owned(),
            422,
            "string",
        ),
        (
            "/api/query",
            json_type,
            r#"{"query": "When?""#.to_owned(),
            400,
            "no JSON",
        ),
        (
            "/api/query",
            "text/plain",
            r#"{"query": "When?"}"#.to_owned(),
            415,
            "application/json",
        ),
        (
            "/api/verify",
            json_type,
            r#"{"claims": []}"#.to_owned(),
            422,
            "at least one claim",
        ),
        ("/api/verify", json_type, many, 413, "limit is 500"),
        (
            "/api/verify",
            json_type,
            json!({"claims": vec!["The quay is long."; 5_000]}).to_string(),
            413,
            "limit is 500",
        ),
        (
            "/api/v1/verifications",
            json_type,
            json!({"claims": ["x ".repeat(10_000)]}).to_string(),
            413,
            "limit is 4000",
        ),
        (
            "/api/v1/verifications",
            json_type,
            json!({"answer": "The quay is wet. ".repeat(5_000)}).to_string(),
            413,
            "5000 claims",
        ),
        (
            "/api/v1/verifications",
            json_type,
            "{}".to_owned(),
            422,
            "either an answer or claims",
        ),
        (
            "/api/v1/verifications",
            json_type,
            r#"{"answer": "A.", "sources": [{"id": "", "text": "B"}]}"#.to_owned(),
            422,
            "Source",
        ),
        (
            "/api/v1/verifications",
            json_type,
            r#"{"answer": "A.", "collection": "other"}"#.to_owned(),
            404,
            "other",
        ),
        (
            "/api/delete-file",
            json_type,
            r#"{"filename": "absent.txt"}"#.to_owned(),
            404,
            "absent.txt",
        ),
        (
            "/api/delete-file",
            json_type,
            r#"{"filename": "../kept.txt"}"#.to_owned(),
            422,
            "file name",
        ),
        ("/api/upload", json_type, "{}".to_owned(), 415, "multipart"),
        (
            "/api/upload",
            "multipart/form-data; boundary=x",
            "no parts".to_owned(),
            400,
            "cannot be read",
        ),
        (
            "/api/nothing",
            json_type,
            "{}".to_owned(),
            404,
            "no such endpoint",
        ),
        ("/api/status", json_type, "{}".to_owned(), 405, "method"),
    ] {
        let (answered, problem) = post(path, kind, body).await;
        assert_eq!(answered, status, "{path} {part}: {problem}");
        assert!(message(&problem).contains(part), "{path} {part}: {problem}");
    }
    still_there(&server).await;
}

#[tokio::test]
async fn forms_keep_what_was_typed() {
    let (_dir, server) = with_a_document().await;
    let long = "y".repeat(5_000);
    let page = server.form("/ask", &[("question", &long)]).await;
    assert_eq!(page.status(), 413);
    assert!(page.text().await.unwrap().contains(&long));
    let page = server
        .form("/verify", &[("text", " "), ("mode", "claims")])
        .await;
    assert_eq!(page.status(), 422);
    assert!(page.text().await.unwrap().contains("no claim to verify"));
    assert_eq!(
        server
            .form("/documents/delete", &[("name", "absent.txt")])
            .await
            .status(),
        404
    );
    let page = server.form("/ask", &[("other", "x")]).await;
    assert_eq!(page.status(), 422);
    still_there(&server).await;
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
