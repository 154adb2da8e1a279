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

#[tokio::test]
async fn a_key_opens_by_bearer_and_by_login() {
    let dir = tempfile::tempdir().unwrap();
    let key = "a-key-of-some-length";
    let server = Running::start(dir.path(), &[("GROUNDWALL__SERVER__API_KEY", key)]);
    let (status, problem) = server.get("/api/status").await;
    assert_eq!(status, 401);
    assert!(message(&serde_json::from_str::<Value>(&problem).unwrap()).contains("API key"));
    let get = |token: &str| {
        server
            .client
            .get(server.url("/api/status"))
            .bearer_auth(token)
            .send()
    };
    assert_eq!(get("wrong").await.unwrap().status(), 401);
    assert_eq!(get(key).await.unwrap().status(), 200);
    assert_eq!(server.get("/healthz").await.0, 200);
    let page = server
        .client
        .get(server.url("/"))
        .header("accept", "text/html")
        .send()
        .await
        .unwrap();
    assert_eq!(
        (
            page.status().as_u16(),
            page.headers()["location"].to_str().unwrap()
        ),
        (303, "/login")
    );
    assert_eq!(
        server.form("/login", &[("key", "wrong")]).await.status(),
        401
    );
    let signed_in = server.form("/login", &[("key", key)]).await;
    let cookie = signed_in.headers()["set-cookie"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(key),
        "{cookie}"
    );
    assert!(!cookie.contains("Secure"), "no TLS here: {cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let page = server
        .client
        .get(server.url("/"))
        .header("cookie", cookie)
        .send()
        .await
        .unwrap();
    assert_eq!(page.status(), 200);
}

/// The cookie that a response sets, and all that it says of it.
fn cookie_of(response: &reqwest::Response) -> (String, String) {
    let all = response.headers()["set-cookie"].to_str().unwrap();
    (all.split(';').next().unwrap().to_owned(), all.to_owned())
}

#[tokio::test]
async fn a_session_is_random_and_ends_with_log_out_and_with_the_server() {
    let dir = tempfile::tempdir().unwrap();
    let key = "a-key-of-some-length";
    let settings = [("GROUNDWALL__SERVER__API_KEY", key)];
    let server = Running::start(dir.path(), &settings);
    let login = async || server.form("/login", &[("key", key)]).await;
    let (one, _) = cookie_of(&login().await);
    let (two, _) = cookie_of(&login().await);
    assert_ne!(one, two, "two sessions of one key");
    let as_browser = |request: reqwest::RequestBuilder, cookie: &str| {
        request
            .header("cookie", cookie.to_owned())
            .header("accept", "text/html")
            .send()
    };
    let open = async |cookie: &str| {
        let request = server.client.get(server.url("/reports"));
        let page = as_browser(request, cookie).await.unwrap();
        (page.status().as_u16(), page.text().await.unwrap())
    };
    let (status, page) = open(&one).await;
    assert_eq!(status, 200);
    assert!(page.contains(r#"action="/logout""#), "{page}");
    let request = server
        .client
        .get(server.url("/reports"))
        .bearer_auth(key)
        .send();
    let page = request.await.unwrap().text().await.unwrap();
    assert!(!page.contains("/logout"), "a key has no session to end");

    let request = server.client.post(server.url("/logout"));
    let out = as_browser(request, &one).await.unwrap();
    assert_eq!(
        (out.status().as_u16(), out.headers()["location"].as_bytes()),
        (303, b"/login".as_slice())
    );
    let (empty, all) = cookie_of(&out);
    assert!(
        empty.ends_with('=') && all.contains("Max-Age=0") && all.contains("HttpOnly"),
        "{all}"
    );
    assert_eq!(open(&one).await.0, 303, "it is over");
    assert_eq!(open(&two).await.0, 200, "the other one is not");
    assert_eq!(open("groundwall_session=").await.0, 303);
    assert_eq!(server.stop(), Some(0));

    let server = Running::start(dir.path(), &settings);
    let request = server.client.get(server.url("/reports"));
    let page = as_browser(request, &two).await.unwrap();
    assert_eq!(page.status(), 303, "a new process knows no session");
}

#[tokio::test]
async fn a_cookie_is_secure_where_a_trusted_proxy_speaks_tls() {
    for (believed, secure) in [("true", true), ("false", false)] {
        let dir = tempfile::tempdir().unwrap();
        let key = "1234567890123456";
        let server = Running::start(
            dir.path(),
            &[
                ("GROUNDWALL__SERVER__API_KEY", key),
                ("GROUNDWALL__SERVER__BEHIND_PROXY", believed),
            ],
        );
        let signed_in = server
            .client
            .post(server.url("/login"))
            .header("x-forwarded-proto", "https")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(format!("key={key}"))
            .send()
            .await
            .unwrap();
        assert_eq!(signed_in.status(), 303);
        let (_, all) = cookie_of(&signed_in);
        assert_eq!(all.contains("; Secure"), secure, "{all}");
    }
}

#[tokio::test]
async fn guessing_keys_is_made_to_wait() {
    let dir = tempfile::tempdir().unwrap();
    let key = "a-key-of-some-length";
    let server = Running::start(dir.path(), &[("GROUNDWALL__SERVER__API_KEY", key)]);
    let mut refused = None;
    for n in 0..12 {
        let guess = format!("guess number {n}");
        let response = server.form("/login", &[("key", &guess)]).await;
        match response.status().as_u16() {
            401 => {}
            429 => {
                refused = Some((n, response));
                break;
            }
            status => panic!("{status}"),
        }
    }
    let (n, response) = refused.expect("twelve guesses are too many");
    assert!(n >= 5, "a person may mistype; refused after {n}");
    let wait: u64 = response.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let told = std::time::Instant::now();
    let page = response.text().await.unwrap();
    assert!(page.contains("Too many wrong keys"), "{page}");
    let early = server.form("/login", &[("key", key)]).await.status();
    assert!(
        early == 429 || told.elapsed().as_millis() > 500,
        "the right key is not looked at either"
    );
    tokio::time::sleep(std::time::Duration::from_secs(wait)).await;
    assert_eq!(server.form("/login", &[("key", key)]).await.status(), 303);
    // A program with a wrong key is told so, then to wait; one with the right key never waits.
    let bearer = async |key: &str| {
        let request = server.client.get(server.url("/api/status"));
        request.bearer_auth(key).send().await.unwrap()
    };
    let mut told = Vec::new();
    for n in 0..12 {
        told.push(bearer(&format!("guess number {n}")).await.status().as_u16());
    }
    assert_eq!(told[..5], [401; 5]);
    assert!(told.contains(&429), "{told:?}");
    assert_eq!(bearer(key).await.status(), 200);
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
    let server = Running::start(dir.path(), &[("GROUNDWALL__SERVER__MAX_CONCURRENT", "1")]);
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
