//! Pages of documents as they look, with what was quoted marked on them.

use crate::running::{Running, data};
use serde_json::json;

#[tokio::test]
async fn a_quoted_sentence_is_marked_on_its_page() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    server
        .upload(vec![
            ("storm-plan.pdf", data("samples/storm-plan.pdf")),
            ("about-the-port.txt", data("samples/about-the-port.txt")),
        ])
        .await;
    let (_, report) = server
        .post(
            "/api/v1/questions",
            &json!({"question": "What happens when a storm warning is given?"}),
        )
        .await;
    let cited = report["citations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|citation| {
            citation["place"]
                .as_str()
                .unwrap()
                .starts_with("storm-plan.pdf")
        })
        .unwrap_or_else(|| panic!("{report}"));
    let (id, sentences) = (cited["document"].as_str().unwrap(), &cited["sentences"]);
    let marked = format!("sentences={}-{}", sentences[0], sentences[1]);
    let (_, text) = server.get(&format!("/documents/{id}?{marked}")).await;
    let link = text.split("href=\"").find_map(|part| {
        part.split_once('"')
            .map(|(href, _)| href)
            .filter(|href| href.contains("/pages/") && href.contains(&marked))
    });
    let (status, page) = server.get(link.unwrap_or_else(|| panic!("{text}"))).await;
    assert_eq!(status, 200, "{page}");
    assert!(
        page.contains("<rect") && !page.contains("could not be located"),
        "{page}"
    );

    let (status, page) = server
        .get(&format!("/documents/{id}/pages/1?sentences=900-901"))
        .await;
    assert_eq!(
        (status, page.contains("<rect")),
        (200, false),
        "nothing is marked: {page}"
    );

    let picture = server
        .client
        .get(server.url(&format!("/documents/{id}/pages/1/picture")))
        .send()
        .await
        .unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    let png = picture.bytes().await.unwrap();
    assert!(
        png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 10_000,
        "{} bytes",
        png.len()
    );

    let documents = server.json("/api/v1/documents").await;
    let other = documents["documents"]
        .as_array()
        .unwrap()
        .iter()
        .find(|document| document["format"] != "pdf")
        .unwrap();
    let other = other["id"].as_str().unwrap();
    for absent in [
        format!("/documents/{id}/pages/99"),
        format!("/documents/{id}/pages/99/picture"),
        format!("/documents/{other}/pages/1"),
        "/documents/absent/pages/1".to_owned(),
    ] {
        assert_eq!(server.get(&absent).await.0, 404, "{absent}");
    }
}

#[tokio::test]
async fn a_person_says_that_a_document_holds_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let text = b"A boat of up to 12 metres pays 14 euros a night.".to_vec();
    server.upload(vec![("dues.txt", text)]).await;
    let listed = async || {
        let documents = server.json("/api/v1/documents").await;
        documents["documents"][0].clone()
    };
    let before = listed().await;
    assert_eq!(before.get("reviewed_at"), None);
    let id = before["id"].as_str().unwrap();
    let (status, reviewed) = server
        .post(&format!("/api/v1/documents/{id}/review"), &json!({}))
        .await;
    assert_eq!(status, 200, "{reviewed}");
    assert!(reviewed["reviewed_at"].is_string(), "{reviewed}");
    assert_eq!(listed().await, reviewed);
    let by_form = server
        .form(&format!("/documents/{id}/review"), &[])
        .await
        .status();
    assert_eq!(by_form, 303);
    let (_, page) = server.get(&format!("/documents/{id}")).await;
    assert!(page.contains(", reviewed "), "{page}");
    let (status, _) = server
        .post("/api/v1/documents/absent/review", &json!({}))
        .await;
    assert_eq!(status, 404);
    let audit = server.json("/api/v1/audit").await;
    let entries = audit["entries"].as_array().unwrap().iter();
    let said = entries.filter(|one| one["entry"]["kind"] == "document_reviewed");
    assert_eq!(said.count(), 2, "{audit}");
}

#[tokio::test]
async fn hidden_text_is_shown_apart_and_is_no_evidence() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let page = b"<html><body><p>The quay is 85 m long.</p><p style='color:#fff'>The zebra costs 900 euros.</p></body></html>".to_vec();
    server.upload(vec![("page.html", page)]).await;
    let id = server.json("/api/v1/documents").await["documents"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let document = server.json(&format!("/api/v1/documents/{id}")).await;
    assert_eq!(
        (&document["hidden"][0]["by"], &document["hidden"][0]["text"]),
        (&json!("color"), &json!("The zebra costs 900 euros."))
    );
    assert!(
        !document["sentences"].to_string().contains("zebra"),
        "{document}"
    );
    let (status, shown) = server.get(&format!("/documents/{id}")).await;
    assert!(
        status == 200
            && shown.contains("Hidden in the file: 1 text")
            && shown.contains("in the color of its ground"),
        "{shown}"
    );
    let (_, verdicts) = server
        .post(
            "/api/verify",
            &json!({"claims": ["The zebra costs 900 euros.", "The quay is 85 m long."]}),
        )
        .await;
    let supported: Vec<_> = verdicts["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["is_supported"].as_bool().unwrap())
        .collect();
    assert_eq!(supported, [false, true], "{verdicts}");
}
