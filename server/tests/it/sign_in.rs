//! Keys, sessions, and who guesses.

use crate::running::{Running, message};
use serde_json::Value;

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
