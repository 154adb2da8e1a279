//! Files that are taken for later: read one after the other, whoever waits, across a restart.

use crate::running::{Running, message};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, Instant};

const QUAY: &[u8] =
    b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";
const DUES: &[u8] = b"Berth,Dues\nNorth,120\nSouth,340\nEast,90\n";

fn form(files: &[(&str, &[u8])]) -> Form {
    files.iter().fold(Form::new(), |form, (name, bytes)| {
        let part = Part::bytes(bytes.to_vec()).file_name((*name).to_owned());
        form.part("file", part)
    })
}

async fn send(server: &Running, query: &str, files: &[(&str, &[u8])]) -> (u16, Value) {
    let url = server.url(&format!("/api/v1/uploads{query}"));
    let response = server.client.post(url).multipart(form(files)).send().await;
    let response = response.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

async fn pause(server: &Running, paused: bool) {
    let request = server.client.patch(server.url("/api/v1/uploads"));
    let response = request.json(&json!({"paused": paused})).send().await;
    assert_eq!(response.unwrap().status(), 200);
}

/// The queue once no file is left in it.
async fn through(server: &Running) -> Value {
    let begun = Instant::now();
    loop {
        let queue = server.json("/api/v1/uploads").await;
        if queue["left"] == 0 {
            return queue;
        }
        assert!(begun.elapsed() < Duration::from_secs(90), "{queue}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Files of the queue on the disk, each readable by its owner alone.
fn kept(dir: &Path) -> Vec<String> {
    let folder = dir.join("uploads");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let mut names: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            assert_eq!(mode(&path), 0o600, "{}", path.display());
            path.file_name().unwrap().to_string_lossy().into_owned()
        })
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn files_are_read_in_the_background_and_say_what_was_read() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let files: [(&str, &[u8]); 3] = [
        ("quay.txt", QUAY),
        ("bad.pdf", b"%PDF-1.4 no"),
        ("dues.csv", DUES),
    ];
    let (status, body) = send(&server, "", &files).await;
    assert_eq!(status, 202, "{body}");
    assert_eq!(body["uploads"].as_array().unwrap().len(), 3);
    let queue = through(&server).await;
    let states: Vec<&str> = queue["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["done", "failed", "done"], "{queue}");
    let [quay, bad, dues] = [0, 1, 2].map(|place| &queue["files"][place]);
    assert_eq!(quay["read"]["passages"], 1);
    assert!(bad["reason"].as_str().unwrap().len() > 20, "{bad}");
    assert_eq!(dues["read"]["tables"][0]["rows"], 3);
    assert_eq!(
        dues["read"]["tables"][0]["columns"],
        json!(["Berth", "Dues"])
    );
    // Only what may be tried again keeps its bytes.
    let bytes = kept(dir.path());
    assert_eq!(
        bytes.iter().filter(|name| name.contains(".file")).count(),
        1,
        "{bytes:?}"
    );
    let status = server.json("/api/status").await;
    assert_eq!(status["uploaded_files"], json!(["dues.csv", "quay.txt"]));

    let page = server.get("/uploads").await.1;
    assert!(page.contains("table of 3 rows, 2 columns"), "{page}");
    assert!(page.contains("Not taken in") && page.contains("Try again"));
    assert!(
        server
            .get("/upload")
            .await
            .1
            .contains("See what was read of each")
    );
    let id = bad["id"].as_str().unwrap();
    let (status, again) = server
        .post(&format!("/api/v1/uploads/{id}/retry"), &json!({}))
        .await;
    assert_eq!(status, 202, "{again}");
    assert_eq!(through(&server).await["files"][1]["state"], "failed");
    let done = quay["id"].as_str().unwrap();
    let (status, problem) = server
        .post(&format!("/api/v1/uploads/{done}/retry"), &json!({}))
        .await;
    assert_eq!(status, 409, "{problem}");
    let removed = server.form(&format!("/uploads/{id}/remove"), &[]).await;
    assert_eq!(removed.status(), 303);
    assert_eq!(server.form("/uploads/forget", &[]).await.status(), 303);
    assert_eq!(server.json("/api/v1/uploads").await["files"], json!([]));
    assert!(kept(dir.path()).is_empty());
    let documents = server.json("/api/v1/documents").await;
    assert_eq!(documents["documents"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn what_waits_outlives_a_kill_and_a_stop() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    pause(&server, true).await;
    for (name, bytes) in [("quay.txt", QUAY), ("dues.csv", DUES)] {
        assert_eq!(send(&server, "", &[(name, bytes)]).await.0, 202);
    }
    server.kill();
    assert_eq!(
        kept(dir.path()).len(),
        5,
        "two files, two records, the pause"
    );
    // What was cut off while it was written is no file.
    std::fs::write(dir.path().join("uploads/000000000009.file"), b"half").unwrap();

    let server = Running::start(dir.path(), &[]);
    let queue = server.json("/api/v1/uploads").await;
    assert_eq!(
        (&queue["paused"], &queue["left"]),
        (&json!(true), &json!(2))
    );
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(server.json("/api/v1/uploads").await["left"], 2);
    assert!(
        server
            .get("/uploads")
            .await
            .1
            .contains("Paused; 2 files waiting.")
    );
    assert_eq!(server.form("/uploads/resume", &[]).await.status(), 303);
    let queue = through(&server).await;
    assert_eq!(queue["files"][0]["state"], "done", "{queue}");
    assert_eq!(queue["files"][1]["state"], "done", "{queue}");
    assert_eq!(server.stop(), Some(0));
    let server = Running::start(dir.path(), &[]);
    let queue = server.json("/api/v1/uploads").await;
    assert_eq!(queue["files"][1]["read"]["tables"][0]["rows"], 3, "{queue}");
}

#[tokio::test]
async fn the_queue_is_bounded_and_goes_with_its_collection() {
    let dir = tempfile::tempdir().unwrap();
    let small = [("GROUNDWALL__LIMITS__FILE_BYTES", "1000")];
    let server = Running::start(dir.path(), &small);
    pause(&server, true).await;
    let (status, made) = server
        .post("/api/v1/collections", &json!({"name": "Mills"}))
        .await;
    assert_eq!(status, 201, "{made}");
    assert_eq!(
        send(&server, "?collection=mills", &[("mill.txt", QUAY)])
            .await
            .0,
        202
    );
    assert_eq!(
        send(&server, "?collection=none", &[("mill.txt", QUAY)])
            .await
            .0,
        404
    );
    let (status, problem) = send(&server, "", &[("../up.txt", QUAY)]).await;
    assert_eq!(status, 422, "{problem}");
    let (status, problem) = send(&server, "", &[("large.txt", &[b'x'; 1_001])]).await;
    assert_eq!(status, 413, "{problem}");
    let mut full = None;
    for number in 0..25 {
        let name = format!("{number}.txt");
        let (status, body) = send(&server, "", &[(&name, &[b'x'; 900])]).await;
        if status != 202 {
            full = Some((number, status, body));
            break;
        }
    }
    let (number, status, problem) = full.unwrap();
    assert_eq!((number, status), (22, 429), "{problem}");
    assert!(message(&problem).contains("queue is full"));

    let url = server.url("/api/v1/collections/mills");
    assert_eq!(
        server.client.delete(url).send().await.unwrap().status(),
        200
    );
    let queue = server.json("/api/v1/uploads").await;
    assert_eq!(queue["left"], 22, "its file went with it");
    let taken = server
        .client
        .post(server.url("/uploads"))
        .multipart(form(&[("page.txt", QUAY)]))
        .send()
        .await
        .unwrap();
    assert_eq!(taken.status(), 303);
    assert_eq!(taken.headers()["location"], "/uploads");
}

#[tokio::test]
async fn the_same_file_under_two_names_is_one_document_and_is_said_to_be() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let text: &[u8] = b"The quay was built in 1931. It is 120 m long.";
    let (status, _) = send(&server, "", &[("a.md", text), ("b.md", text)]).await;
    assert_eq!(status, 202);
    let queue = through(&server).await;
    assert_eq!(queue["files"][0]["read"]["same_as"], Value::Null, "{queue}");
    assert_eq!(queue["files"][1]["read"]["same_as"], "a.md", "{queue}");
    let said = "b.md is the same file as a.md; it is kept once, under both names.";
    assert!(server.get("/uploads").await.1.contains(said));

    let (_, page) = server.get("/upload").await;
    let page = page.replace("<!>", "");
    assert!(page.contains("1 document, 1 passage"), "{page}");
    assert_eq!(page.matches("scope=\"row\"").count(), 1, "{page}");
    assert!(page.contains("Also as b.md"), "{page}");
    assert!(page.contains("Delete all 1 document and"), "{page}");

    let deleted = server.form("/documents/delete", &[("name", "a.md")]).await;
    let address = deleted.headers()["location"].to_str().unwrap().to_owned();
    let (_, page) = server.get(&address).await;
    let page = page.replace("<!>", "");
    let said = "a.md was deleted. The same file is still there as b.md.";
    assert!(page.contains(said), "{page}");
    assert!(page.contains("1 document, 1 passage"), "{page}");

    let url = server.url("/upload");
    let again = server.client.post(url).multipart(form(&[("c.md", text)]));
    let again = again.send().await.unwrap();
    let address = again.headers()["location"].to_str().unwrap().to_owned();
    let (_, page) = server.get(&address).await;
    let said = "c.md is the same file as b.md";
    assert!(page.replace("<!>", "").contains(said), "{page}");
}
