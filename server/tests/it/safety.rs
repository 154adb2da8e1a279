//! Host, Origin, key, headers.

use crate::running::{Running, binary, message};
use serde_json::{Value, json};

#[tokio::test]
async fn other_hosts_and_other_sites_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(
        dir.path(),
        &[("GROUNDWALL__SERVER__HOSTS", "[\"wall.example.org\"]")],
    );
    let get = |host: &'static str| {
        server
            .client
            .get(server.url("/api/status"))
            .header("host", host)
            .send()
    };
    assert_eq!(get("evil.example.com").await.unwrap().status(), 403);
    assert_eq!(get("wall.example.org").await.unwrap().status(), 200);
    let authority = server.base.trim_start_matches("http://").to_owned();
    for (name, value, status) in [
        ("origin", "http://evil.example.com".to_owned(), 403),
        ("origin", "null".to_owned(), 403),
        ("origin", format!("http://{authority}"), 200),
        ("sec-fetch-site", "cross-site".to_owned(), 403),
        ("sec-fetch-site", "same-origin".to_owned(), 200),
    ] {
        let response = server
            .client
            .post(server.url("/api/clear-uploads"))
            .header(name, &value)
            .send()
            .await
            .unwrap();
        assert_eq!(response.status(), status, "{name}: {value}");
    }
}

/// The status of a request whose head is sent as it stands.
async fn raw(server: &Running, head: &str) -> String {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let address = server.base.trim_start_matches("http://");
    let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut said = Vec::new();
    stream.read_to_end(&mut said).await.unwrap();
    String::from_utf8_lossy(&said)
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[tokio::test]
async fn a_host_is_a_host_and_a_port() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    for (host, status) in [
        ("localhost", "200"),
        ("LOCALHOST:1234", "200"),
        ("[::1]:80", "200"),
        ("[::1].evil.com", "403"),
        ("127.0.0.1.evil.com", "403"),
        ("localhost:80:80", "403"),
        ("localhost:evil.com", "403"),
        ("localhost, evil.com", "403"),
        ("", "403"),
    ] {
        let head = format!("GET /api/status HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        let said = raw(&server, &head).await;
        assert_eq!(said.split(' ').nth(1), Some(status), "{host}: {said}");
    }
    let two = raw(
        &server,
        "GET /api/status HTTP/1.1\r\nhost: localhost\r\nhost: evil.com\r\nconnection: close\r\n\r\n",
    )
    .await;
    assert!(
        two.contains(" 400") || two.contains(" 403"),
        "two hosts: {two}"
    );
    let other = raw(
        &server,
        "GET http://evil.com/api/status HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n",
    )
    .await;
    assert!(other.contains(" 403"), "another target: {other}");
}

#[tokio::test]
async fn what_is_refused_carries_the_policy_too_and_is_counted_as_other() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(
        dir.path(),
        &[("GROUNDWALL__SERVER__API_KEY", "1234567890123456")],
    );
    let client = &server.client;
    let key = |request: reqwest::RequestBuilder| request.bearer_auth("1234567890123456");
    let brew = reqwest::Method::from_bytes(b"BREW").unwrap();
    for (request, status) in [
        (client.get(server.url("/api/status")), 401),
        (
            client
                .get(server.url("/reports"))
                .header("accept", "text/html"),
            303,
        ),
        (key(client.get(server.url("/api/nothing"))), 404),
        (key(client.put(server.url("/api/status"))), 405),
        (key(client.request(brew, server.url("/made/up"))), 404),
        (key(client.get(server.url("/documents/x/pages/y"))), 404),
        (key(client.post(server.url("/api/query"))).body("{}"), 415),
        (
            key(client.post(server.url("/api/query")))
                .header("content-type", "application/json")
                .body("{"),
            400,
        ),
        (
            key(client.get(server.url("/api/status"))).header("host", "evil.com"),
            403,
        ),
    ] {
        let response = request.send().await.unwrap();
        let (path, headers) = (response.url().path().to_owned(), response.headers());
        assert_eq!(response.status(), status, "{path}");
        assert!(headers.contains_key("content-security-policy"), "{path}");
        assert_eq!(headers["x-frame-options"], "DENY", "{path}");
        assert_eq!(headers["cache-control"], "no-store", "{path}");
    }
    let metrics = key(client.get(server.url("/metrics")))
        .send()
        .await
        .unwrap();
    let metrics = metrics.text().await.unwrap();
    assert!(
        metrics.contains(r#"method="other",route="other",status="404""#),
        "{metrics}"
    );
    assert!(
        metrics.contains(r#"method="GET",route="/api/status",status="401""#),
        "{metrics}"
    );
    assert!(!metrics.contains("BREW") && !metrics.contains("/made/up"));
}

/// The rights of a file or directory.
fn rights(path: &std::path::Path) -> u32 {
    use std::os::unix::fs::PermissionsExt as _;
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn the_data_directory_is_its_users_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = tempfile::tempdir().unwrap();
    let open = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let new = dir.path().join("new").join("data");
    let server = Running::start(&new, &[]);
    server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    let private = || {
        assert_eq!(rights(&new), 0o700);
        let mut seen = Vec::new();
        for entry in std::fs::read_dir(&new).unwrap() {
            let path = entry.unwrap().path();
            assert_eq!(rights(&path), 0o600, "{}", path.display());
            seen.push(path.file_name().unwrap().to_string_lossy().into_owned());
        }
        for name in ["lock", "passages.sqlite", "passages.sqlite-wal"] {
            assert!(seen.iter().any(|other| other == name), "{name}: {seen:?}");
        }
    };
    private();
    // Killed, so that the journals stay; then opened up, as an earlier version left it.
    server.kill();
    for entry in std::fs::read_dir(&new).unwrap() {
        open(&entry.unwrap().path(), 0o644);
    }
    open(&new, 0o755);
    let server = Running::start(&new, &[]);
    server
        .upload(vec![("b.txt", b"The pier was built in 1932.".to_vec())])
        .await;
    private();

    let shared = dir.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    open(&shared, 0o755);
    std::fs::write(shared.join("somebody's.txt"), "theirs").unwrap();
    let _server = Running::start(&shared, &[]);
    assert_eq!(rights(&shared), 0o755, "a directory of others stays open");
    assert_eq!(rights(&shared.join("passages.sqlite")), 0o600);
}

#[tokio::test]
async fn every_response_carries_its_policy_and_no_page_has_inline_script() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    for path in [
        "/",
        "/upload",
        "/verify",
        "/reports",
        "/insights",
        "/settings",
        "/about",
        "/api/docs",
        "/nowhere",
        "/api/status",
        "/assets/style.css",
    ] {
        let response = server.client.get(server.url(path)).send().await.unwrap();
        let policy = response.headers()["content-security-policy"]
            .to_str()
            .unwrap()
            .to_owned();
        assert!(
            policy.contains("script-src 'self'") && !policy.contains("unsafe"),
            "{path}: {policy}"
        );
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert!(
            !response
                .headers()
                .contains_key("access-control-allow-origin")
        );
        let body = response.text().await.unwrap();
        assert!(
            !body.contains("<script>")
                && !body.contains(" style=\"")
                && !body.contains(" onclick="),
            "{path}"
        );
    }
    let long_gone = server
        .client
        .get(server.url("/assets/fonts/../../Cargo.toml"))
        .send()
        .await
        .unwrap();
    assert_eq!(long_gone.status(), 404);
}

#[test]
fn another_address_needs_a_key() {
    let dir = tempfile::tempdir().unwrap();
    let refused = binary()
        .args(["serve", "--addr", "0.0.0.0:0", "--data-dir"])
        .arg(dir.path())
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("server.api_key"), "{said}");
}

#[tokio::test]
async fn more_than_the_server_takes_is_told_to_come_again() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(
        dir.path(),
        &[
            ("GROUNDWALL__SERVER__MAX_CONCURRENT", "1"),
            ("GROUNDWALL__SERVER__MAX_WAITING", "0"),
        ],
    );
    server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    let claims: Vec<String> = (0..40)
        .map(|n| format!("The quay number {n} was built in {} by hand.", 1800 + n))
        .collect();
    let body = json!({"claims": claims});
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..8 {
        requests.spawn(
            server
                .client
                .post(server.url("/api/verify"))
                .json(&body)
                .send(),
        );
    }
    let (mut served, mut refused) = (0, 0);
    for response in requests.join_all().await {
        let response = response.unwrap();
        match response.status().as_u16() {
            200 => served += 1,
            429 => {
                assert_eq!(response.headers()["retry-after"], "2");
                assert!(message(&response.json::<Value>().await.unwrap()).contains("Try again"));
                refused += 1;
            }
            status => panic!("{status}"),
        }
    }
    assert!(
        served >= 1 && refused >= 1 && served + refused == 8,
        "{served} served, {refused} refused"
    );
}

#[tokio::test]
async fn who_asks_for_the_head_alone_gets_that_of_the_page() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    for (path, status) in [
        ("/", 200),
        ("/reports", 200),
        ("/assets/app.js", 200),
        ("/api/status", 200),
        ("/healthz", 200),
        ("/nothing", 404),
        ("/reports/absent", 404),
    ] {
        let url = server.url(path);
        let whole = server.client.get(&url).send().await.unwrap();
        let head = server.client.head(&url).send().await.unwrap();
        assert_eq!(head.status(), status, "{path}");
        for name in ["content-type", "content-length", "content-security-policy"] {
            let (of_head, of_whole) = (head.headers().get(name), whole.headers().get(name));
            assert_eq!(of_head, of_whole, "{path}: {name}");
        }
        assert_eq!(head.text().await.unwrap(), "", "{path}");
    }
}
