//! The pages of the collections, and what Ask, Verify and Upload offer of them.

use super::{MILL, QUAY, ask};
use crate::running::Running;
use reqwest::multipart::{Form, Part};
use serde_json::json;

#[tokio::test]
async fn the_pages_work_without_script_and_a_conversation_keeps_its_collection() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    assert!(!server.get("/ask").await.1.contains("<select"));
    let refused = server.form("/collections", &[("name", " ")]).await;
    assert_eq!(refused.status(), 422);
    let first = server.form("/collections", &[("name", "Mills")]).await;
    assert_eq!(first.status(), 303);
    let address = first.headers()["location"].to_str().unwrap().to_owned();
    let id = address["/collections/".len()..].split('?').next().unwrap();
    for (name, bytes) in [("mill.txt", MILL), ("quay.txt", QUAY)] {
        let form = Form::new()
            .text("collection", id.to_owned())
            .part("file", Part::bytes(bytes.to_vec()).file_name(name));
        let request = server.client.post(server.url("/upload")).multipart(form);
        let taken = request.send().await.unwrap();
        assert_eq!(taken.status(), 303);
        let to = taken.headers()["location"].to_str().unwrap();
        assert!(to.starts_with(&format!("/ask?collection={id}&")), "{to}");
    }
    for path in ["/ask", "/verify", "/upload"] {
        let page = server.get(&format!("{path}?collection={id}")).await.1;
        let option = format!("<option value=\"{id}\" selected");
        assert!(page.contains(&option), "{path}: {page}");
    }
    // Only its documents are shown, with what was typed.
    let typed = [
        ("question", "When was it?"),
        ("collection", id),
        ("shown", "default"),
        ("choose", "1"),
    ];
    let shown = server.form("/ask", &typed).await;
    assert_eq!(shown.status(), 200);
    let shown = shown.text().await.unwrap();
    assert!(shown.contains("When was it?</textarea>") && shown.contains("value=\"mill.txt\""));
    // Boxes of another collection are not taken for those of this one.
    let mixed = [
        ("question", "When was it?"),
        ("collection", "default"),
        ("shown", id),
        ("document", "mill.txt"),
    ];
    assert_eq!(server.form("/ask", &mixed).await.status(), 422);

    let asked = [
        ("question", "When was the Paper Mill built?"),
        ("collection", id),
        ("shown", id),
        ("document", "mill.txt"),
    ];
    let answered = server.form("/ask", &asked).await;
    assert_eq!(answered.status(), 303);
    let address = answered.headers()["location"].to_str().unwrap().to_owned();
    let page = server.get(address.split('#').next().unwrap()).await.1;
    assert!(
        page.contains("1874") && page.contains("Only mill.txt."),
        "{page}"
    );
    assert!(page.contains(&format!("name=\"collection\" value=\"{id}\"")));
    assert!(page.contains("name=\"document\" value=\"mill.txt\""));
    let talk = address["/conversations/".len()..]
        .split('#')
        .next()
        .unwrap();
    // Without naming it the collection is that of the conversation; another one is refused.
    let (_, next) = ask(
        &server,
        json!({"question": "How many people does the Paper Mill employ?", "conversation": talk}),
    )
    .await;
    assert_eq!(next["collection"], json!(id), "{next}");
    let elsewhere = json!({"question": "Why?", "conversation": talk, "collection": "default"});
    assert_eq!(ask(&server, elsewhere).await.0, 409);

    let policy = [("verifier", "fast"), ("support_threshold", "80")];
    let saved = server
        .form(&format!("/collections/{id}/policy"), &policy)
        .await;
    assert_eq!(saved.status(), 303);
    let own = server.json(&format!("/api/v1/collections/{id}")).await["policy"].clone();
    assert_eq!(own, json!({"verifier": "fast", "support_threshold": 0.8}));
    let wrong = [("support_threshold", "180")];
    let wrong = server
        .form(&format!("/collections/{id}/policy"), &wrong)
        .await;
    assert_eq!(wrong.status(), 422);
    let renamed = server
        .form(&format!("/collections/{id}/name"), &[("name", "Old mills")])
        .await;
    assert_eq!(renamed.status(), 303);
    let cleared = [("name", "mill.txt"), ("collection", id)];
    let deleted = server.form("/documents/delete", &cleared).await;
    let to = deleted.headers()["location"].to_str().unwrap().to_owned();
    let page = server.get(&to).await.1;
    let undo = page.split("name=\"id\" value=\"").nth(1).unwrap();
    let undo = undo.split('"').next().unwrap();
    server.form("/documents/restore", &[("id", undo)]).await;
    let held = server.json(&format!("/api/v1/collections/{id}")).await;
    assert_eq!(
        (&held["documents"], &held["name"]),
        (&json!(2), &json!("Old mills"))
    );
    let gone = server.form(&format!("/collections/{id}/delete"), &[]).await;
    let to = gone.headers()["location"].to_str().unwrap().to_owned();
    let page = server.get(&to).await.1;
    assert!(
        page.contains("Old mills was deleted, with 2 documents and 2 reports."),
        "{page}"
    );
}
