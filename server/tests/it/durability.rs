//! What was acknowledged survives a kill; what was not is absent as a whole.

use crate::running::{Running, binary};
use serde_json::json;

#[tokio::test]
async fn acknowledged_work_survives_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, _) = server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    assert_eq!(status, 200);
    let (_, answer) = server
        .post("/api/query", &json!({"query": "When was the quay built?"}))
        .await;
    let before = server.json("/api/status").await;
    server.kill();

    let server = Running::start(dir.path(), &[]);
    assert_eq!(server.json("/api/status").await, before);
    let report = server
        .json(&format!(
            "/api/v1/reports/{}",
            answer["report_id"].as_str().unwrap()
        ))
        .await;
    assert_eq!(report["delivered"], "The quay was built in 1931.");
}

#[tokio::test]
async fn an_upload_that_was_cut_off_is_absent_or_whole() {
    let dir = tempfile::tempdir().unwrap();
    let text: Vec<String> = (0..4_000)
        .map(|n| {
            format!(
                "Crate number {n} holds {} kilograms of salted herring.",
                n * 7
            )
        })
        .collect();
    let text = text.join("\n");
    let server = Running::start(dir.path(), &[]);
    let (status, _) = server
        .upload(vec![("small.txt", b"The small file is here.".to_vec())])
        .await;
    assert_eq!(status, 200);
    let (client, url) = (server.client.clone(), server.url("/api/upload"));
    let upload = tokio::spawn(async move {
        let part = reqwest::multipart::Part::bytes(text.into_bytes()).file_name("long.txt");
        client
            .post(url)
            .multipart(reqwest::multipart::Form::new().part("file", part))
            .send()
            .await
    });
    tokio::time::sleep(std::time::Duration::from_millis(700)).await;
    let answered = upload.is_finished();
    server.kill();
    let _ = upload.await;
    assert!(!answered, "the file is large enough to be cut off");

    let server = Running::start(dir.path(), &[]);
    let status = server.json("/api/status").await;
    assert_eq!(status["uploaded_files"], json!(["small.txt"]));
    assert_eq!(
        status["document_chunks"], 1,
        "no passage of the other file is left behind"
    );
    let (_, found) = server
        .post(
            "/api/verify",
            &json!({"claims": ["Crate number 3 holds 21 kilograms of salted herring."]}),
        )
        .await;
    assert_eq!(found["supported"], 0);
}

#[tokio::test]
async fn a_data_directory_has_one_writer() {
    let dir = tempfile::tempdir().unwrap();
    let _server = Running::start(dir.path(), &[]);
    let other = binary()
        .args(["ask", "When?", "--data-dir"])
        .arg(dir.path())
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(2));
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(
        said.contains("another groundwall process uses the data directory"),
        "{said}"
    );
}
