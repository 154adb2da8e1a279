//! Files of many answers: verified one after the other, kept over a restart, a table of results.

use crate::running::{Running, message};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const DOCUMENT: &[u8] =
    b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";
const ANSWERS: &[u8] = b"{\"answer\": \"The Timber Quay was built in 1931.\"}\n{\"answer\": \"The crane on the Timber Quay lifts 40 tonnes.\"}\nno json\n";

async fn send(server: &Running, name: &str, bytes: &[u8]) -> (u16, Value) {
    let part = Part::bytes(bytes.to_vec()).file_name(name.to_owned());
    let request = server.client.post(server.url("/api/v1/batches"));
    let response = request.multipart(Form::new().part("file", part)).send();
    let response = response.await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

async fn through(server: &Running, id: &str) -> Value {
    let begun = Instant::now();
    loop {
        let batch = server.json(&format!("/api/v1/batches/{id}")).await;
        if batch["waiting"] == 0 {
            return batch;
        }
        assert!(begun.elapsed() < Duration::from_secs(90), "{batch}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn each_answer_gets_a_report_and_what_is_none_says_so() {
    let dir = tempfile::tempdir().unwrap();
    let mut server = Running::start(dir.path(), &[]);
    server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
    let (status, batch) = send(&server, "answers.jsonl", ANSWERS).await;
    assert_eq!(status, 202, "{batch}");
    let id = batch["id"].as_str().unwrap().to_owned();
    let batch = through(&server, &id).await;
    let answers = batch["answers"].as_array().unwrap();
    let states: Vec<(&Value, &Value)> = answers
        .iter()
        .map(|one| (&one["state"], &one["outcome"]))
        .collect();
    assert_eq!(
        states,
        [
            (&json!("done"), &json!("verified")),
            (&json!("done"), &json!("not_verified")),
            (&json!("failed"), &Value::Null),
        ],
        "{batch}"
    );
    assert!(answers[2]["reason"].as_str().unwrap().contains("JSON"));
    let report = answers[1]["report"].as_str().unwrap().to_owned();
    let report = server.json(&format!("/api/v1/reports/{report}")).await;
    assert_eq!(report["claims"][0]["verdict"], "refuted", "{report}");

    assert_eq!(server.stop(), Some(0));
    server = Running::start(dir.path(), &[]);
    let (status, table) = server
        .get(&format!("/api/v1/batches/{id}/export?format=csv"))
        .await;
    assert_eq!(status, 200, "{table}");
    assert!(
        table.contains("lifts 40 tonnes") && table.contains("not_verified"),
        "{table}"
    );
    let (status, page) = server.get(&format!("/batches/{id}")).await;
    assert!(status == 200 && page.contains("answers.jsonl"), "{status}");
    let gone = server
        .client
        .delete(server.url(&format!("/api/v1/batches/{id}")));
    assert_eq!(gone.send().await.unwrap().status(), 204);
    assert_eq!(server.json("/api/v1/batches").await["batches"], json!([]));
}

#[tokio::test]
async fn a_file_without_answers_is_refused_and_says_what_to_send() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    for (name, bytes) in [
        ("none.json", b"{\"a\": 1}".as_slice()),
        ("none.csv", b"Berth,Dues\nNorth,120\n"),
        ("none.docx", b"PK"),
    ] {
        let (status, refused) = send(&server, name, bytes).await;
        assert_eq!(status, 422, "{name}: {refused}");
        assert!(message(&refused).len() > 20, "{refused}");
    }
    assert_eq!(server.json("/api/v1/batches").await["batches"], json!([]));
}
