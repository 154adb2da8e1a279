//! What is slow, large or too much: others notice nothing of it, and it ends.

use crate::running::{Running, message};
use groundwall_testing::{Reply, ScriptedChat};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

const FORM: &str = "content-type: multipart/form-data; boundary=x";
const JSON: &str = "content-type: application/json";
const FILE: &str =
    "--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\nThe quay";

/// Requests that anybody may begin and never end: method and path, type, and the beginning of the body.
const BEGUN: [(&str, &str, &str); 5] = [
    ("POST /api/upload", FORM, FILE),
    ("POST /upload", FORM, FILE),
    ("PUT /api/v1/tables/half", JSON, "{\"records\": ["),
    ("POST /api/verify", JSON, "{\"claims\": ["),
    (
        "POST /ask",
        "content-type: application/x-www-form-urlencoded",
        "question=When",
    ),
];

/// Sends the head of a request with a long body, and the beginning of that.
async fn begin(server: &Running, (target, kind, part): (&str, &str, &str)) -> TcpStream {
    let authority = server.base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(authority).await.unwrap();
    let head = format!(
        "{target} HTTP/1.1\r\nhost: {authority}\r\n{kind}\r\ncontent-length: 200000\r\n\r\n{part}"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// What comes back until the server closes.
async fn said(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A connection that is reset after its response has said it.
    let _ = stream.read_to_end(&mut said).await;
    String::from_utf8_lossy(&said).into_owned()
}

async fn push(server: &Running, bytes: usize) -> (u16, Option<String>, Value) {
    let body = json!({"records": [{"name": "Ada", "balance": 3}]}).to_string();
    let request = server
        .client
        .put(server.url("/api/v1/tables/balances"))
        .header("content-type", "application/json")
        .body(body + &" ".repeat(bytes));
    let response = request.send().await.unwrap();
    let again = response
        .headers()
        .get("retry-after")
        .map(|wait| wait.to_str().unwrap().to_owned());
    let status = response.status().as_u16();
    (status, again, response.json().await.unwrap())
}

async fn verify(server: &Running) -> u16 {
    let body = json!({"claims": ["The quay was built in 1931."]});
    server.post("/api/verify", &body).await.0
}

/// Waits until a condition holds, for as long as a slow machine may take.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let wait = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), wait)
        .await
        .unwrap_or_else(|_| panic!("{what}"));
}

#[tokio::test]
async fn what_is_half_sent_takes_no_turn() {
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        ("GROUNDWALL__SERVER__MAX_CONCURRENT", "1"),
        ("GROUNDWALL__SERVER__MAX_WAITING", "0"),
        ("GROUNDWALL__SERVER__MAX_UPLOADS", "1"),
        ("GROUNDWALL__SERVER__MAX_PUSHES", "1"),
    ];
    let server = Running::start(dir.path(), &settings);
    let mut open = Vec::new();
    for _ in 0..6 {
        for begun in BEGUN {
            open.push(begin(&server, begun).await);
        }
    }
    // They have reached their handlers by now.
    tokio::time::sleep(Duration::from_millis(300)).await;
    let (status, body) = server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    assert_eq!(status, 200, "{body}");
    let (status, _, body) = push(&server, 10).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(verify(&server).await, 200);
    assert_eq!(server.get("/healthz").await.0, 200);
    drop(open);
}

#[tokio::test]
async fn a_body_that_comes_too_slowly_ends() {
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        ("GROUNDWALL__SERVER__BODY_WINDOW_SECONDS", "1"),
        ("GROUNDWALL__SERVER__BODY_RATE", "1000"),
    ];
    let server = Running::start(dir.path(), &settings);
    for begun in BEGUN {
        let started = Instant::now();
        let mut stream = begin(&server, begun).await;
        let told = said(&mut stream).await;
        assert!(told.starts_with("HTTP/1.1 408 "), "{begun:?}: {told}");
        assert!(
            told.contains("came too slowly") && told.contains("content-security-policy"),
            "{begun:?}: {told}"
        );
        assert!(started.elapsed() < Duration::from_secs(20), "{begun:?}");
    }
    let (status, body) = server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    assert_eq!(status, 200, "{body}");
    // What keeps the pace is taken, however many parts it comes in.
    let mut stream = begin(&server, BEGUN[3]).await;
    let rest = format!("\"The quay was built in 1931.\"]}}{}", " ".repeat(200_000));
    let (_, _, part) = BEGUN[3];
    let rest = rest.as_bytes()[..200_000 - part.len()].to_vec();
    for chunk in rest.chunks(50_000) {
        tokio::time::sleep(Duration::from_millis(300)).await;
        stream.write_all(chunk).await.unwrap();
    }
    let mut first = [0; 12];
    stream.read_exact(&mut first).await.unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
}

#[tokio::test]
async fn bodies_share_a_budget_of_bytes() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[("GROUNDWALL__SERVER__BODY_BYTES", "100000")]);
    // One of the two is refused, and it may be the greedy one: then it comes again.
    let mut greedy = Vec::new();
    let mut answer = (0, None, Value::Null);
    until("the budget is held", async || {
        greedy.clear();
        let mut stream = begin(&server, BEGUN[2]).await;
        let more = " ".repeat(80_000);
        stream.write_all(more.as_bytes()).await.unwrap();
        greedy.push(stream);
        tokio::time::sleep(Duration::from_millis(200)).await;
        answer = push(&server, 50_000).await;
        answer.0 == 429
    })
    .await;
    assert_eq!(answer.1.as_deref(), Some("2"));
    assert!(message(&answer.2).contains("Try again"), "{}", answer.2);
    let (status, _, body) = push(&server, 10).await;
    assert!(status < 300, "there is room for small ones: {body}");
    drop(greedy);
    until("the budget comes back", async || {
        push(&server, 50_000).await.0 < 300
    })
    .await;
    let (status, _, body) = push(&server, 150_000).await;
    assert_eq!(status, 413, "{body}");
    assert!(message(&body).contains("100 kB"), "{body}");
}

/// A server whose questions wait for an endpoint that never answers, one at a time.
async fn waiting(dir: &std::path::Path, more: &[(&str, &str)]) -> (ScriptedChat, Running) {
    let chat = ScriptedChat::start(vec![Reply::Silence; 4]).await;
    let mut settings = vec![
        ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
        ("GROUNDWALL__GENERATOR__MODEL", "scripted"),
        ("GROUNDWALL__GENERATOR__TIMEOUT_SECONDS", "60"),
        ("GROUNDWALL__SERVER__MAX_CONCURRENT", "1"),
        ("GROUNDWALL__SERVER__MAX_WAITING", "0"),
    ];
    settings.extend_from_slice(more);
    let server = Running::start(dir, &settings);
    server
        .upload(vec![("quay.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    (chat, server)
}

fn question(server: &Running) -> reqwest::RequestBuilder {
    server
        .client
        .post(server.url("/api/v1/questions"))
        .json(&json!({"question": "When was the quay built?"}))
}

#[tokio::test]
async fn work_has_a_deadline() {
    let dir = tempfile::tempdir().unwrap();
    let settings = [("GROUNDWALL__SERVER__DEADLINE_SECONDS", "2")];
    let (_chat, server) = waiting(dir.path(), &settings).await;
    let late = question(&server).send().await.unwrap();
    assert_eq!(late.status(), 503);
    assert_eq!(late.headers()["retry-after"], "2");
    let problem: Value = late.json().await.unwrap();
    assert!(message(&problem).contains("over 2 s"), "{problem}");
    let followed = question(&server).header("accept", "text/event-stream");
    let followed = followed.send().await.unwrap();
    assert_eq!(followed.status(), 200, "its steps were told");
    let events = followed.text().await.unwrap();
    let (_, last) = events.rsplit_once("event: ").unwrap();
    assert!(
        last.starts_with("problem\n") && last.contains("over 2 s"),
        "{events}"
    );
    assert_ne!(verify(&server).await, 429, "the turn is back");
}

#[tokio::test]
async fn a_client_that_hangs_up_ends_its_work() {
    let dir = tempfile::tempdir().unwrap();
    let (chat, server) = waiting(dir.path(), &[]).await;
    let asked = tokio::spawn(question(&server).send());
    until("the endpoint is asked", async || {
        !chat.requests().is_empty()
    })
    .await;
    assert_eq!(verify(&server).await, 429, "the one turn is taken");
    asked.abort();
    assert!(asked.await.is_err());
    until("the turn is back", async || verify(&server).await == 200).await;
}

#[tokio::test]
async fn the_server_stops_in_time_whatever_runs() {
    let dir = tempfile::tempdir().unwrap();
    let (chat, server) = waiting(dir.path(), &[]).await;
    let asked = tokio::spawn(question(&server).send());
    until("the endpoint is asked", async || {
        !chat.requests().is_empty()
    })
    .await;
    let _half = begin(&server, BEGUN[0]).await;
    let started = Instant::now();
    let ended = tokio::task::spawn_blocking(|| server.stop()).await.unwrap();
    assert_eq!(ended, Some(0));
    assert!(
        started.elapsed() < Duration::from_secs(10),
        "{:?}",
        started.elapsed()
    );
    let told = asked.await.unwrap().unwrap();
    assert_eq!(told.status(), 503);
    let problem: Value = told.json().await.unwrap();
    assert!(message(&problem).contains("stopping"), "{problem}");
}

#[tokio::test]
async fn slow_readers_of_originals_hold_up_nobody() {
    const SLOW: usize = 10;
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(
        dir.path(),
        &[
            ("GROUNDWALL__SERVER__MAX_VIEWS", "1"),
            ("GROUNDWALL__SERVER__MAX_DOWNLOADS", "10"),
        ],
    );
    // Long enough for no buffer on the way to hold it, and quickly read.
    let page = format!(
        "<html><body><p>The quay was built in 1931.</p><!--{}--></body></html>",
        "x".repeat(12_000_000)
    );
    let (status, body) = server
        .upload(vec![("quay.html", page.clone().into_bytes())])
        .await;
    assert_eq!(status, 200, "{body}");
    let listed = server.json("/api/v1/documents").await;
    let id = listed["documents"][0]["id"].as_str().unwrap();
    let path = format!("/documents/{id}/original");
    let authority = server.base.trim_start_matches("http://");
    let mut slow = Vec::new();
    for _ in 0..SLOW {
        let mut stream = TcpStream::connect(authority).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nhost: {authority}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
        assert_eq!(&first, b"HTTP/1.1 200");
        slow.push(stream);
    }
    let get = || server.client.get(server.url(&path)).send();
    let refused = get().await.unwrap();
    assert_eq!(refused.status(), 429, "as many as may be on their way");
    assert_eq!(refused.headers()["retry-after"], "2");
    assert_eq!(verify(&server).await, 200);
    drop(slow.pop());
    until("a download has room again", async || {
        get().await.unwrap().status() == 200
    })
    .await;
    // That one was dropped unread; its place comes back as well.
    let mut whole = Vec::new();
    until("the whole file comes", async || {
        let response = get().await.unwrap();
        if response.status() != 200 {
            return false;
        }
        let headers = response.headers();
        assert_eq!(headers["content-length"], page.len().to_string().as_str());
        assert!(
            headers["content-disposition"]
                .to_str()
                .unwrap()
                .starts_with("attachment")
        );
        whole = response.bytes().await.unwrap().to_vec();
        true
    })
    .await;
    assert!(whole == page.as_bytes(), "{} bytes", whole.len());
    let left: Vec<_> = std::fs::read_dir(dir.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != "lock" && !name.contains(".sqlite"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}
