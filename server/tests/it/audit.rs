//! The log of decisions: written with what it tells, whole after a kill, and every change of it is named.

use crate::running::{Running, binary};
use serde_json::{Value, json};
use std::path::Path;

const DOCUMENT: &[u8] = b"The Timber Quay was built in 1931. The crane on it lifts 12 tonnes.";

/// What `groundwall audit` says, and its exit code.
fn audit(dir: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = binary()
        .arg("audit")
        .args(args)
        .arg("--data-dir")
        .arg(dir)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (
        output.status.code(),
        said + &String::from_utf8_lossy(&output.stderr),
    )
}

fn kinds(page: &Value) -> Vec<&str> {
    let entries = page["entries"].as_array().unwrap();
    entries
        .iter()
        .map(|one| one["entry"]["kind"].as_str().unwrap())
        .collect()
}

async fn asked(server: &Running) -> String {
    let ask = json!({"question": "When was the Timber Quay built?"});
    let (status, report) = server.post("/api/v1/questions", &ask).await;
    assert_eq!(status, 201, "{report}");
    report["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn every_decision_is_an_entry_and_every_change_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, _) = server
        .upload(vec![
            ("quay.txt", DOCUMENT.to_vec()),
            ("bad.pdf", b"%PDF-1.4 nothing".to_vec()),
        ])
        .await;
    assert_eq!(status, 200);
    let id = asked(&server).await;
    let claims = json!({"claims": ["The Timber Quay was built in 1932."]});
    server.post("/api/v1/verifications", &claims).await;
    let reset = server.form("/settings/reset", &[]).await;
    assert_eq!(reset.status(), 303);
    let delete = json!({"filename": "quay.txt"});
    assert_eq!(server.post("/api/delete-file", &delete).await.0, 200);
    let gone = server.url(&format!("/api/v1/reports/{id}"));
    assert_eq!(
        server.client.delete(gone).send().await.unwrap().status(),
        204
    );
    let page = server.json("/api/v1/audit").await;
    assert_eq!(
        kinds(&page),
        [
            "report_deleted",
            "document_deleted",
            "policy_changed",
            "verification",
            "question",
            "upload",
            "upload"
        ]
    );
    let entries = page["entries"].as_array().unwrap();
    assert_eq!(entries[4]["texts"], json!({}), "its report was deleted");
    assert_eq!(entries[3]["texts"]["actor"]["text"], "at 127.0.0.1");
    assert_eq!(entries[3]["entry"]["facts"]["refuted"], "1");
    let model = entries[3]["entry"]["facts"]["model.verifier"].as_str();
    assert!(model.is_some_and(|model| model.len() > 64), "{model:?}");
    let words = entries[3]["entry"]["facts"]["language"].as_str();
    assert!(words.is_some_and(|hash| hash.len() == 64), "{words:?}");
    assert_eq!(entries[5]["entry"]["outcome"], "refused");
    assert_eq!(entries[5]["entry"]["facts"]["code"], "unprocessable");
    let two = server.json("/api/v1/audit?limit=2").await;
    assert_eq!((kinds(&two).len(), &two["next"]), (2, &json!(6)));
    let older = server.json("/api/v1/audit?limit=2&before=6").await;
    assert_eq!(kinds(&older), ["policy_changed", "verification"]);
    let one = server.json(&format!("/api/v1/audit?report={id}")).await;
    assert_eq!(kinds(&one), ["report_deleted", "question"]);
    assert_eq!(server.get("/api/v1/audit?limit=0").await.0, 422);

    // Beside a server that runs.
    let (code, said) = audit(dir.path(), &["verify"]);
    assert!(code == Some(0) && said.contains("7 entries"), "{said}");
    let (_, head) = audit(dir.path(), &["head"]);
    assert_eq!(page["head"], head.trim());
    let (code, _) = audit(dir.path(), &["verify", "--head", head.trim()]);
    assert_eq!(code, Some(0));
    let (code, said) = audit(dir.path(), &["verify", "--head", &"0".repeat(64)]);
    assert!(code == Some(1) && said.contains("cut off"), "{said}");
    let file = dir.path().join("log.json");
    let path = file.to_str().unwrap();
    let (code, _) = audit(dir.path(), &["export", "--format", "json", "--out", path]);
    assert_eq!(code, Some(0));
    assert_eq!(audit(dir.path(), &["verify", path]).0, Some(0));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("quay.txt") && !text.contains("When was the Timber Quay"));
    std::fs::write(
        &file,
        text.replacen("\"refuted\":\"1\"", "\"refuted\":\"0\"", 1),
    )
    .unwrap();
    let (code, said) = audit(dir.path(), &["verify", path]);
    assert!(
        code == Some(1) && said.contains("Entry 4 was changed"),
        "{said}"
    );
    let lines: Vec<&str> = text.lines().collect();
    let without: Vec<&str> = lines
        .iter()
        .copied()
        .filter(|line| !line.contains("\"number\":3,"))
        .collect();
    std::fs::write(&file, without.join("\n") + "\n").unwrap();
    let (code, said) = audit(dir.path(), &["verify", path, "--format", "json"]);
    let told: Value = serde_json::from_str(said.lines().next().unwrap()).unwrap();
    assert_eq!((code, &told["faults"][0]["entry"]), (Some(1), &json!(3)));
    assert_eq!(audit(dir.path(), &["verify", "/nowhere"]).0, Some(2));
    let (code, page) = audit(dir.path(), &["export", "--format", "html"]);
    assert!(code == Some(0) && page.contains("\"format\":\"groundwall-audit/1\""));
    assert_eq!(page.matches("</script>").count(), 2);
    // A server writes here.
    assert_eq!(
        audit(dir.path(), &["prune", "--before", "2999-01-01"]).0,
        Some(2)
    );
    server.stop();
    let (code, said) = audit(dir.path(), &["prune", "--before", "2999-01-01"]);
    assert!(code == Some(0) && said.contains("up to 7"), "{said}");
    let (code, said) = audit(dir.path(), &["verify"]);
    assert!(code == Some(0) && said.contains("from number 8"), "{said}");
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(audit(empty.path(), &["verify"]).0, Some(2));
}

#[tokio::test]
async fn a_kill_leaves_every_acknowledged_report_with_its_entry_and_a_whole_chain() {
    let dir = tempfile::tempdir().unwrap();
    let mut known: Vec<String> = Vec::new();
    for round in 0..3u64 {
        let server = Running::start(dir.path(), &[]);
        if round == 0 {
            server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
        }
        for _ in 0..2 {
            known.push(asked(&server).await);
        }
        let (client, url) = (server.client.clone(), server.url("/api/v1/questions"));
        let cut = tokio::spawn(async move {
            let ask = json!({"question": "What does the crane lift?"});
            client.post(url).json(&ask).send().await
        });
        tokio::time::sleep(std::time::Duration::from_millis(40 * round)).await;
        server.kill();
        let _ = cut.await;
        let (code, said) = audit(dir.path(), &["verify"]);
        assert_eq!(code, Some(0), "{said}");
        let (_, log) = audit(dir.path(), &["export"]);
        for id in &known {
            assert!(log.contains(id), "{id}");
        }
    }
}
