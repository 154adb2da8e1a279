//! What somebody sends never becomes a header of a response or a line of the log, and a key of one collection reads nothing of another by any address.

use crate::running::{Running, binary};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A line break, a header, a colour of a terminal, and a line as the log has them.
const EVIL: &str = "a\r\nX-Injected: yes\r\n\u{1b}[31m{\"level\":\"ERROR\",\"injected\":true}\n";
const SOURCE: &str = "The Timber Quay was built in 1931, and its crane lifts 12 tonnes.";

/// A response as it came, head and body.
async fn raw(server: &Running, request: &[u8]) -> Vec<u8> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let address = server.base.trim_start_matches("http://");
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(request).await.unwrap();
    let mut said = Vec::new();
    stream.read_to_end(&mut said).await.unwrap();
    said
}

/// No header of ours begins as the one that was sent.
fn harmless(said: &[u8]) {
    let said = String::from_utf8_lossy(said).into_owned();
    let head = said.split("\r\n\r\n").next().unwrap_or_default();
    let injected = head
        .lines()
        .any(|line| line.to_lowercase().starts_with("x-injected"));
    assert!(!injected, "{head}");
}

async fn uploaded(server: &Running, name: &str) -> (u16, Value) {
    let part = Part::bytes(SOURCE.as_bytes().to_vec()).file_name(name.to_owned());
    let request = server
        .client
        .post(server.url("/api/v1/documents"))
        .multipart(Form::new().part("file", part));
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap())
}

#[tokio::test]
async fn nothing_that_is_sent_becomes_a_header() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    uploaded(&server, EVIL).await;
    let (_, taken) = uploaded(&server, "quay \u{1b}[31m\u{85}\u{2028}\".txt").await;
    let document = taken["documents"][0]["id"]
        .as_str()
        .unwrap_or("none")
        .to_owned();
    let claims = json!({"claims": ["The quay is long."], "origin": EVIL});
    let (_, report) = server.post("/api/v1/verifications", &claims).await;
    let id = report["id"].as_str().unwrap_or("none").to_owned();
    let label = json!({"title": EVIL, "tags": []});
    let label = server
        .client
        .patch(server.url(&format!("/api/v1/reports/{id}")))
        .json(&label);
    label.send().await.unwrap();
    let evil = "a%0d%0aX-Injected:%20yes%0d%0a";
    for path in [
        format!("/api/v1/reports/{id}/export?format=markdown"),
        format!("/api/v1/reports/{id}/export?format={evil}"),
        format!("/documents/{document}/original"),
        format!("/documents/{evil}"),
        format!("/reports/{evil}"),
        format!("/conversations/{evil}"),
        format!("/collections?notice={evil}"),
        format!("/ask?collection={evil}"),
        format!("/login?next={evil}"),
        format!("/assets/fonts/{evil}"),
        format!("/{evil}"),
    ] {
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\nconnection: close\r\n\r\n"
        );
        harmless(&raw(&server, request.as_bytes()).await);
    }
    for (path, field) in [
        ("/collections", "name"),
        ("/keys", "name"),
        ("/login", "key"),
        ("/ask", "question"),
        ("/documents/delete", "name"),
    ] {
        let body = format!("{field}={evil}&{field}={evil}");
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        );
        harmless(&raw(&server, request.as_bytes()).await);
    }
}

/// A server whose log is kept, a JSON object a line.
fn logging(dir: &Path) -> (Child, String) {
    let mut command: Command = binary();
    let log = std::fs::File::create(dir.join("log")).unwrap();
    let child = command
        .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(dir.join("data"))
        .env("GROUNDWALL_LOG", "json")
        .env("RUST_LOG", "debug")
        .env("GROUNDWALL__SERVER__API_KEY", "1234567890123456")
        .stdout(Stdio::piped())
        .stderr(log)
        .spawn();
    let mut child = child.unwrap();
    let mut said = String::new();
    let mut out = child.stdout.take().unwrap();
    let mut byte = [0];
    while !(said.contains(" at http://") && said.ends_with('\n')) {
        assert_eq!(out.read(&mut byte).unwrap(), 1, "{said}");
        said.push(char::from(byte[0]));
    }
    let base = said.split(" at ").nth(1).unwrap().trim().to_owned();
    // Keeps the pipe empty.
    std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
    (child, base)
}

#[tokio::test]
async fn nothing_that_is_sent_becomes_a_line_of_the_log() {
    let dir = tempfile::tempdir().unwrap();
    let (mut child, base) = logging(dir.path());
    let client = reqwest::Client::new();
    let key = |request: reqwest::RequestBuilder| request.bearer_auth("1234567890123456");
    let secret = "gw_deadbeef_this-is-no-key-of-yours";
    let part = || Part::bytes(b"{ no format".to_vec()).file_name(EVIL);
    let mut sent = vec![
        key(client.post(format!("{base}/api/v1/documents")))
            .multipart(Form::new().part("file", part())),
        key(client.post(format!("{base}/api/v1/batches")))
            .multipart(Form::new().part("file", part())),
        client.get(format!("{base}/api/status")).bearer_auth(secret),
        key(client.get(format!("{base}/documents/%0a%7B%22injected%22%3Atrue%7D"))),
        key(client.get(format!("{base}/api/status"))).header("user-agent", "x\tinjected"),
    ];
    for (path, body) in [
        ("/api/v1/questions", json!({"question": EVIL})),
        (
            "/api/v1/verifications",
            json!({"answer": EVIL, "origin": EVIL}),
        ),
        ("/api/v1/collections", json!({"name": EVIL})),
        ("/api/v1/keys", json!({"name": EVIL, "scopes": ["read"]})),
        ("/mcp", json!({"jsonrpc": "2.0", "id": 1, "method": EVIL})),
        (
            "/mcp",
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": EVIL}}),
        ),
        (
            "/v1/chat/completions",
            json!({"model": EVIL, "messages": [{"role": "user", "content": EVIL}]}),
        ),
    ] {
        sent.push(key(client.post(format!("{base}{path}"))).json(&body));
    }
    for request in sent {
        request.send().await.unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let log = std::fs::read_to_string(dir.path().join("log")).unwrap();
    assert!(log.lines().count() > 3, "{log}");
    for line in log.lines() {
        let entry: Value =
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(entry.get("injected").is_none(), "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
    assert!(log.contains("wrong API key"), "{log}");
    assert!(!log.contains(secret) && !log.contains("1234567890123456"));
}

#[tokio::test]
async fn a_foreign_key_reads_nothing_by_any_address() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (_, taken) = uploaded(&server, "quay.txt").await;
    let document = taken["documents"][0]["id"].as_str().unwrap().to_owned();
    server
        .post("/api/v1/collections", &json!({"name": "Board papers"}))
        .await;
    let question = json!({"question": "When was the Timber Quay built?", "conversation": "new"});
    let (_, report) = server.post("/api/v1/questions", &question).await;
    let new = json!({
        "name": "clerk", "scopes": ["read", "ask", "manage", "review"], "collections": ["Board papers"]
    });
    let (_, key) = server.post("/api/v1/keys", &new).await;
    let key = key["key"].as_str().unwrap().to_owned();
    let described: Value = server.json("/api/openapi.json").await;
    let ids = |path: &str| {
        let id = if path.contains("conversations") {
            &report["conversation"]
        } else if path.contains("reports") || path.contains("reviews") {
            &report["id"]
        } else if path.contains("collections") {
            &json!("default")
        } else {
            &json!(document)
        };
        path.replace("{id}", id.as_str().unwrap())
            .replace("{document}", &document)
            .replace("{index}", "0")
            .replace("{number}", "1")
            .replace("{name}", "quay.txt")
    };
    let paths = described["paths"].as_object().unwrap();
    let mut all: Vec<String> = paths
        .iter()
        .filter(|(path, methods)| methods.get("get").is_some() && *path != "/api/openapi.json")
        .map(|(path, _)| ids(path))
        .collect();
    assert!(all.len() > 20, "{all:?}");
    for path in [
        "/",
        "/reports",
        "/reports/{id}",
        "/conversations/{id}",
        "/documents/{id}",
        "/documents/{id}/original",
        "/documents/{id}/pages/{number}",
        "/tables",
        "/tables/{document}/{index}",
        "/collections",
        "/collections/{id}",
        "/review",
        "/uploads",
        "/ask",
        "/verify",
        "/batches",
        "/api/v1/reports?collection=default",
        "/api/v1/reports?search=Timber",
        "/api/v1/documents?collection=default",
        "/api/v1/tables?collection=default",
        "/api/v1/reports/{id}/export?format=markdown",
    ] {
        all.push(ids(path));
    }
    for path in all {
        let get = || server.client.get(server.url(&path)).header("accept", "*/*");
        let body = get()
            .bearer_auth(&key)
            .send()
            .await
            .unwrap()
            .text()
            .await
            .unwrap();
        assert!(
            !body.contains("Timber") && !body.contains("quay.txt"),
            "{path}: {body}"
        );
    }
    let (_, own) = server.get(&format!("/api/v1/documents/{document}")).await;
    assert!(own.contains("Timber"), "without a key it is there");
}
