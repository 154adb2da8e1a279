//! Requests and forms that do not fit.

use super::{still_there, with_a_document};
use crate::running::message;
use serde_json::{Value, json};

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
async fn a_verification_names_documents_that_there_are_and_each_source_once() {
    let (_dir, server) = with_a_document().await;
    let twins = json!([{"id": "twin", "text": "A."}, {"id": "twin", "text": "B."}]);
    for (more, status, said) in [
        (
            json!({"scope": {"documents": ["absent.txt"]}}),
            404,
            "no document named absent.txt",
        ),
        (json!({"sources": twins}), 422, "the id \"twin\""),
    ] {
        let mut body = json!({"claims": ["The quay is long."]});
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        let (got, answer) = server.post("/api/v1/verifications", &body).await;
        assert_eq!(got, status, "{answer}");
        assert!(message(&answer).contains(said), "{answer}");
    }
}
