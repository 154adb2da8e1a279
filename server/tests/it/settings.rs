//! The settings page: the policy and the language model.

use crate::running::{Running, binary};
use groundwall_testing::{Reply, ScriptedChat};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

const DOCUMENT: &[u8] =
    b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";
const KEY: &str = "sk-very-secret-42";

/// The fields of the policy as the page sends them.
fn fields(change: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    let mut fields = vec![
        ("support_threshold", "60"),
        ("max_regenerations", "2"),
        ("final_action", "repair"),
        ("prompt_mode", "strict"),
        ("verifier", "precise"),
        ("samples", "0"),
        ("look_up_addresses", "false"),
        ("tolerances.currency", "0"),
        ("tolerances.currency.unit", "share"),
        ("tolerances.percentage", "0"),
        ("tolerances.percentage.unit", "share"),
        ("tolerances.ratio", "0"),
        ("tolerances.ratio.unit", "share"),
        ("tolerances.approximate", "5"),
    ];
    for name in [
        "checks.identifiers",
        "checks.numbers",
        "checks.currency",
        "checks.percentages",
        "checks.ratios",
        "checks.dates",
        "checks.quotes",
        "checks.citations",
        "checks.impossibilities",
        "checks.self_contradiction",
        "checks.patterns",
        "checks.assertions",
        "checks.nli",
        "checks.tables",
        "checks.instructions",
    ] {
        fields.push((name, "on"));
    }
    for (name, value) in change {
        fields.retain(|(known, _)| known != name);
        if !value.is_empty() {
            fields.push((name, value));
        }
    }
    fields
}

async fn verified(server: &Running, policy: Value) -> Value {
    let claims = json!({"claims": ["The Timber Quay was built in 1931.", "The moon is made of cheese."], "policy": policy});
    let (status, report) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(status, 201, "{report}");
    report
}

async fn started(dir: &Path, settings: &[(&str, &str)]) -> Running {
    let server = Running::start(dir, settings);
    let (status, body) = server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
    assert_eq!(status, 200, "{body}");
    server
}

#[tokio::test]
async fn a_saved_policy_decides_at_once_and_after_a_restart_and_a_request_still_overrides() {
    let dir = tempfile::tempdir().unwrap();
    let server = started(dir.path(), &[]).await;
    let before = verified(&server, json!({})).await;
    assert_eq!(before["state"], "not_verified", "half is under 60 %");
    let preview = server
        .form("/settings/preview", &fields(&[("support_threshold", "50")]))
        .await;
    assert_eq!(preview.status(), 200);
    let page = preview.text().await.unwrap();
    assert!(
        page.contains("Not verified would be partly verified."),
        "{page}"
    );
    assert_eq!(
        verified(&server, json!({})).await["state"],
        "not_verified",
        "nothing was saved"
    );
    let saved = server
        .form(
            "/settings/save",
            &fields(&[("support_threshold", "50"), ("checks.dates", "")]),
        )
        .await;
    assert_eq!(saved.status(), 303);
    let after = verified(&server, json!({})).await;
    assert_eq!(after["provenance"]["policy"]["support_threshold"], 0.5);
    assert_eq!(after["provenance"]["policy"]["checks"]["dates"], false);
    assert!(after["degraded"].to_string().contains("dates"));
    let own = verified(&server, json!({"support_threshold": 0.9, "checks": {}})).await;
    assert_eq!(
        (&own["state"], &own["degraded"]),
        (&json!("not_verified"), &json!([]))
    );
    assert_eq!(server.stop(), Some(0));

    let server = Running::start(
        dir.path(),
        &[("GROUNDWALL__POLICY__SUPPORT_THRESHOLD", "0.8")],
    );
    let fixed = verified(&server, json!({})).await;
    assert_eq!(
        fixed["provenance"]["policy"]["support_threshold"], 0.8,
        "the environment wins"
    );
    assert_eq!(
        fixed["provenance"]["policy"]["checks"]["dates"], false,
        "the rest stays"
    );
    let (_, page) = server.get("/settings").await;
    assert!(page.contains("sets support_threshold and wins"), "{page}");
    let refused = server
        .form("/settings/save", &fields(&[("max_regenerations", "7")]))
        .await;
    assert_eq!(refused.status(), 422);
    let page = refused.text().await.unwrap();
    assert!(
        page.contains(
            "Write the answer again, at most (times): must be a whole number from 0 to 2."
        ),
        "{page}"
    );
    let reset = server.form("/settings/reset", &fields(&[])).await;
    assert_eq!(reset.status(), 303);
    let end = verified(&server, json!({})).await;
    assert_eq!(end["degraded"], json!([]));
    let nothing = server.form("/settings/save", &[("a", "b")]).await;
    assert_eq!(nothing.status(), 422);
}

#[tokio::test]
async fn a_language_model_is_tried_used_at_once_kept_from_everybody_and_forgotten() {
    let draft = "The Timber Quay was built in 1931.";
    let chat = ScriptedChat::start([
        Reply::Text("ready".to_owned()),
        Reply::Status(401),
        Reply::Text(draft.to_owned()),
        Reply::Text(draft.to_owned()),
    ])
    .await;
    let root = tempfile::tempdir().unwrap();
    let dir = root.path().join("data");
    let server = started(&dir, &[]).await;
    let model = |button: &'static str, key: &'static str| {
        vec![
            ("base_url", chat.url().to_owned()),
            ("model", "scripted-1".to_owned()),
            ("api_key", key.to_owned()),
            ("do", button.to_owned()),
        ]
    };
    let send = async |fields: Vec<(&'static str, String)>| {
        let fields: Vec<(&str, &str)> = fields
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        let button = fields.iter().find(|(name, _)| *name == "do").unwrap().1;
        server
            .form(&format!("/settings/model/{button}"), &fields)
            .await
    };
    let tried = send(model("try", KEY)).await.text().await.unwrap();
    assert!(
        tried.contains("answered “ready”") && !tried.contains(KEY),
        "{tried}"
    );
    assert_eq!(chat.requests()[0]["authorization"], format!("Bearer {KEY}"));
    let refused = send(model("try", KEY)).await.text().await.unwrap();
    assert!(
        refused.contains("The endpoint refuses the key."),
        "{refused}"
    );
    let file = dir.join("language-model.json");
    assert!(!file.exists(), "trying keeps nothing");
    let mut far = model("save", KEY);
    far[0].1 = "file:///etc/passwd".to_owned();
    let wrong = send(far).await;
    assert_eq!(wrong.status(), 422);
    assert!(!wrong.text().await.unwrap().contains(KEY));

    assert_eq!(send(model("save", KEY)).await.status(), 303);
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    let question = json!({"query": "When was the Timber Quay built?"});
    let (status, answer) = server.post("/api/query", &question).await;
    assert_eq!(
        (status, answer["response"].as_str()),
        (200, Some(draft)),
        "{answer}"
    );
    let id = answer["report_id"].as_str().unwrap();
    for path in [
        "/settings",
        "/about",
        "/api/status",
        "/metrics",
        &format!("/api/v1/reports/{id}"),
    ] {
        let (_, body) = server.get(path).await;
        assert!(!body.contains(KEY), "{path}");
    }
    // An empty field keeps the key at the same place.
    assert_eq!(send(model("save", "")).await.status(), 303);
    assert!(std::fs::read_to_string(&file).unwrap().contains(KEY));
    let to = root.path().join("backup");
    let made = binary()
        .args(["backup", "--data-dir"])
        .arg(&dir)
        .arg(&to)
        .output()
        .unwrap();
    assert_eq!(made.status.code(), Some(0));
    let said = String::from_utf8_lossy(&[made.stdout, made.stderr].concat()).into_owned();
    let manifest = std::fs::read_to_string(to.join("manifest.json")).unwrap();
    assert!(!said.contains("language-model") && !manifest.contains("language-model"));
    assert!(!to.join("language-model.json").exists());
    assert_eq!(server.stop(), Some(0));

    let server = Running::start(&dir, &[]);
    let (status, answer) = server.post("/api/query", &question).await;
    assert_eq!(
        (status, answer["response"].as_str()),
        (200, Some(draft)),
        "after a restart"
    );
    assert_eq!(chat.requests()[3]["authorization"], format!("Bearer {KEY}"));
    let forgotten = server.form("/settings/model/forget", &[]).await;
    assert_eq!(forgotten.status(), 303);
    assert!(!file.exists());
    let (status, _) = server.post("/api/query", &question).await;
    assert_eq!(
        (status, chat.requests().len()),
        (200, 4),
        "nobody is asked any more"
    );
}

#[tokio::test]
async fn a_configured_model_wins_and_a_key_does_not_follow_to_another_host() {
    let chat = ScriptedChat::start([Reply::Text("ready".to_owned())]).await;
    let dir = tempfile::tempdir().unwrap();
    let stored = json!({"base_url": "http://127.0.0.1:1/v1", "model": "m", "api_key": KEY});
    std::fs::write(dir.path().join("language-model.json"), stored.to_string()).unwrap();
    let server = Running::start(dir.path(), &[]);
    let fields = [
        ("base_url", chat.url()),
        ("model", "m"),
        ("api_key", ""),
        ("do", "try"),
    ];
    let tried = server
        .form("/settings/model/try", &fields)
        .await
        .text()
        .await
        .unwrap();
    assert!(tried.contains("It works"), "{tried}");
    assert!(
        !chat.requests()[0].to_string().contains(KEY),
        "another host gets no stored key"
    );
    assert_eq!(server.stop(), Some(0));

    let settings = [
        ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
        ("GROUNDWALL__GENERATOR__MODEL", "configured-1"),
    ];
    let server = Running::start(dir.path(), &settings);
    let (_, page) = server.get("/settings").await;
    assert!(
        page.contains("configured-1")
            && page.contains("which wins")
            && !page.contains("id=\"api_key\""),
        "{page}"
    );
    let refused = server.form("/settings/model/save", &fields).await;
    assert_eq!(refused.status(), 409);
    assert_eq!(server.stop(), Some(0));
    std::fs::write(dir.path().join("language-model.json"), "{").unwrap();
    let damaged = binary()
        .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(dir.path())
        .output()
        .unwrap();
    assert_eq!(damaged.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&damaged.stderr).contains("language-model.json"));
}
