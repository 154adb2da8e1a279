//! Pages of documents as they look, with what was quoted marked on them.

use crate::running::{Running, data};
use serde_json::json;

#[tokio::test]
async fn a_quoted_sentence_is_marked_on_its_page() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    server
        .upload(vec![("storm-plan.pdf", data("samples/storm-plan.pdf")), ("about-the-port.txt", data("samples/about-the-port.txt"))])
        .await;
    let (_, report) = server.post("/api/v1/questions", &json!({"question": "What happens when a storm warning is given?"})).await;
    let cited = report["citations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|citation| citation["place"].as_str().unwrap().starts_with("storm-plan.pdf"))
        .unwrap_or_else(|| panic!("{report}"));
    let (id, sentences) = (cited["document"].as_str().unwrap(), &cited["sentences"]);
    let marked = format!("sentences={}-{}", sentences[0], sentences[1]);
    let (_, text) = server.get(&format!("/documents/{id}?{marked}")).await;
    let link = text
        .split("href=\"")
        .find_map(|part| part.split_once('"').map(|(href, _)| href).filter(|href| href.contains("/pages/") && href.contains(&marked)));
    let (status, page) = server.get(link.unwrap_or_else(|| panic!("{text}"))).await;
    assert_eq!(status, 200, "{page}");
    assert!(page.contains("<rect") && !page.contains("could not be located"), "{page}");

    let (status, page) = server.get(&format!("/documents/{id}/pages/1?sentences=900-901")).await;
    assert_eq!((status, page.contains("<rect")), (200, false), "nothing is marked: {page}");

    let picture = server.client.get(server.url(&format!("/documents/{id}/pages/1/picture"))).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/png");
    let png = picture.bytes().await.unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() > 10_000, "{} bytes", png.len());

    let documents = server.json("/api/v1/documents").await;
    let other = documents["documents"].as_array().unwrap().iter().find(|document| document["format"] != "pdf").unwrap();
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
