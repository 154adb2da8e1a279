//! Keys of the API: what a key opens, what it does not, and its end.

use crate::running::{Running, message};
use reqwest::Method;
use serde_json::{Value, json};

const SOURCE: &str =
    "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";

/// Makes a key; its id and the whole of it.
async fn made(server: &Running, new: &Value) -> (String, String) {
    let (status, key) = server.post("/api/v1/keys", new).await;
    assert_eq!(status, 201, "{key}");
    let of = |name: &str| key[name].as_str().unwrap().to_owned();
    (of("id"), of("key"))
}

/// A request with a key.
async fn with(
    server: &Running,
    key: &str,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> (u16, Value) {
    let mut request = server
        .client
        .request(method, server.url(path))
        .bearer_auth(key);
    if let Some(body) = body {
        request = request.json(body);
    }
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap_or(Value::Null))
}

fn claims() -> Value {
    json!({"claims": ["The Timber Quay was built in 1931."], "sources": [{"id": "quay", "text": SOURCE}]})
}

#[tokio::test]
async fn a_key_opens_its_scopes_until_it_is_revoked() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (id, key) = made(&server, &json!({"name": "bot", "scopes": ["ask"]})).await;
    let verify = "/api/v1/verifications";
    let (status, report) = with(&server, &key, Method::POST, verify, Some(&claims())).await;
    assert_eq!(status, 201, "{report}");
    for (method, path) in [
        (Method::GET, "/api/v1/documents"),
        (Method::POST, "/api/clear-uploads"),
        (Method::GET, "/api/v1/reviews"),
        (Method::GET, "/api/v1/keys"),
    ] {
        let (status, refused) = with(&server, &key, method, path, None).await;
        assert_eq!(status, 403, "{path}: {refused}");
        assert!(message(&refused).contains("bot"), "{refused}");
    }
    let listed = server.json("/api/v1/keys").await.to_string();
    assert!(listed.contains(&id) && !listed.contains(&key), "{listed}");
    let again = json!({"name": "bot", "scopes": ["ask"]});
    let (status, taken) = server.post("/api/v1/keys", &again).await;
    assert_eq!(status, 409, "{taken}");

    let revoke = server
        .client
        .delete(server.url(&format!("/api/v1/keys/{id}")));
    assert_eq!(revoke.send().await.unwrap().status(), 200);
    for opened in [key.as_str(), "gw_00000000_made_up"] {
        let (status, refused) = with(&server, opened, Method::POST, verify, Some(&claims())).await;
        assert_eq!(status, 401, "{refused}");
    }
    let log = server.json("/api/v1/audit?limit=50").await;
    let entries = log["entries"].as_array().unwrap();
    let outcomes: Vec<&Value> = entries
        .iter()
        .filter(|one| one["entry"]["kind"] == "api_key")
        .map(|one| &one["entry"]["outcome"])
        .collect();
    assert_eq!(outcomes, ["revoked", "made"]);
    let whole = std::fs::read(dir.path().join("ledger.sqlite")).unwrap();
    let secret = key.as_bytes();
    assert!(
        !whole.windows(secret.len()).any(|part| part == secret),
        "the key itself is not kept"
    );
}

#[tokio::test]
async fn a_key_of_one_collection_sees_nothing_of_another() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, _) = server
        .upload(vec![("quay.txt", SOURCE.as_bytes().to_vec())])
        .await;
    assert_eq!(status, 200);
    let (status, papers) = server
        .post("/api/v1/collections", &json!({"name": "Board papers"}))
        .await;
    assert_eq!(status, 201, "{papers}");
    let documents = server.json("/api/v1/documents").await;
    let foreign = documents["documents"][0]["id"].as_str().unwrap().to_owned();
    let (_, report) = server.post("/api/v1/verifications", &claims()).await;
    let report = report["id"].as_str().unwrap().to_owned();
    let (_, key) = made(
        &server,
        &json!({"name": "clerk", "scopes": ["read", "ask", "manage", "review"], "collections": ["Board papers"]}),
    )
    .await;
    let (status, own) = with(&server, &key, Method::GET, "/api/v1/documents", None).await;
    assert_eq!((status, &own["documents"]), (200, &json!([])));
    let (_, seen) = with(&server, &key, Method::GET, "/api/v1/collections", None).await;
    let names = seen["collections"].as_array().unwrap();
    assert!(
        names.len() == 1 && names[0]["name"] == "Board papers",
        "{seen}"
    );
    for path in [
        format!("/api/v1/documents/{foreign}"),
        format!("/api/v1/reports/{report}"),
        "/api/v1/documents?collection=default".to_owned(),
    ] {
        let (status, refused) = with(&server, &key, Method::GET, &path, None).await;
        let empty = refused["documents"].as_array().is_some_and(Vec::is_empty);
        assert!(status == 404 || empty, "{path}: {status} {refused}");
    }
    // Where it names no collection its own is meant, and whoever names a wrong one is told so.
    let (status, refused) = with(
        &server,
        &key,
        Method::GET,
        "/api/v1/documents?collection=Papers",
        None,
    )
    .await;
    assert_eq!(status, 404);
    let said = message(&refused);
    assert!(
        said.contains("the first collection of a key that does not reach it"),
        "{said}"
    );
    // What concerns the whole server stays shut, and no key gives away more than it has.
    let wider = json!({"name": "wider", "scopes": ["read"]});
    let (status, refused) = with(&server, &key, Method::POST, "/api/v1/keys", Some(&wider)).await;
    assert_eq!(status, 403, "{refused}");
    let (status, refused) = with(&server, &key, Method::GET, "/api/v1/audit", None).await;
    assert_eq!(status, 403, "{refused}");
}
