//! Host, Origin, key, headers.

use crate::running::{Running, binary, message};
use serde_json::{Value, json};

#[tokio::test]
async fn other_hosts_and_other_sites_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[("GROUNDWALL__SERVER__HOSTS", "[\"wall.example.org\"]")]);
    let get = |host: &'static str| server.client.get(server.url("/api/status")).header("host", host).send();
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
        let response = server.client.post(server.url("/api/clear-uploads")).header(name, &value).send().await.unwrap();
        assert_eq!(response.status(), status, "{name}: {value}");
    }
}

#[tokio::test]
async fn every_response_carries_its_policy_and_no_page_has_inline_script() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    for path in ["/", "/upload", "/verify", "/reports", "/about", "/api/docs", "/nowhere", "/api/status", "/assets/style.css"] {
        let response = server.client.get(server.url(path)).send().await.unwrap();
        let policy = response.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert!(!response.headers().contains_key("access-control-allow-origin"));
        let body = response.text().await.unwrap();
        assert!(!body.contains("<script>") && !body.contains(" style=\"") && !body.contains(" onclick="), "{path}");
    }
    let long_gone = server.client.get(server.url("/assets/fonts/../../Cargo.toml")).send().await.unwrap();
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
    let get = |token: &str| server.client.get(server.url("/api/status")).bearer_auth(token).send();
    assert_eq!(get("wrong").await.unwrap().status(), 401);
    assert_eq!(get(key).await.unwrap().status(), 200);
    assert_eq!(server.get("/healthz").await.0, 200);
    let page = server.client.get(server.url("/")).header("accept", "text/html").send().await.unwrap();
    assert_eq!((page.status().as_u16(), page.headers()["location"].to_str().unwrap()), (303, "/login"));
    assert_eq!(server.form("/login", &[("key", "wrong")]).await.status(), 401);
    let signed_in = server.form("/login", &[("key", key)]).await;
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(key), "{cookie}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let page = server.client.get(server.url("/")).header("cookie", cookie).send().await.unwrap();
    assert_eq!(page.status(), 200);
}

#[test]
fn another_address_needs_a_key() {
    let dir = tempfile::tempdir().unwrap();
    let refused = binary().args(["serve", "--addr", "0.0.0.0:0", "--data-dir"]).arg(dir.path()).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("server.api_key"), "{said}");
}

#[tokio::test]
async fn more_than_the_server_takes_is_told_to_come_again() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[("GROUNDWALL__SERVER__MAX_CONCURRENT", "1")]);
    server.upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())]).await;
    let claims: Vec<String> = (0..40).map(|n| format!("The quay number {n} was built in {} by hand.", 1800 + n)).collect();
    let body = json!({"claims": claims});
    let mut requests = tokio::task::JoinSet::new();
    for _ in 0..8 {
        requests.spawn(server.client.post(server.url("/api/verify")).json(&body).send());
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
    assert!(served >= 1 && refused >= 1 && served + refused == 8, "{served} served, {refused} refused");
}
