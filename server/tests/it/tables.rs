//! Tables and documents over HTTP: computed answers, recomputed claims, cells and sentences in their place, the original as it was.

use crate::running::{Running, data};
use serde_json::json;

#[tokio::test]
async fn figures_are_computed_and_claims_about_them_recomputed() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    server
        .upload(vec![
            ("attendance.xlsx", data("tables/attendance.xlsx")),
            ("lighthouse-history.txt", data("samples/lighthouse-history.txt")),
        ])
        .await;

    let (status, report) = server.post("/api/v1/questions", &json!({"question": "What is the average attendance?"})).await;
    assert_eq!((status, report["state"].as_str()), (201, Some("verified")), "{report}");
    assert_eq!(report["table"]["formula"], "AVERAGE(M6:M80) = 75.02");
    assert_eq!(report["table"]["cells"], json!(["M6:M80"]));
    assert_eq!(report["table"]["query"], "SELECT AVERAGE(\"%\") FROM \"attendance.xlsx, sheet CSE-B\"");

    let claims = ["The average attendance was 75 %.", "The average attendance was 81 %.", "The tower of the lighthouse is 27 metres high."];
    let (status, verified) = server.post("/api/verify", &json!({"claims": claims})).await;
    assert_eq!(status, 200, "{verified}");
    let labels: Vec<&str> =
        verified["results"].as_array().unwrap().iter().map(|claim| claim["entailment_label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["DATA_VERIFIED", "CONTRADICTED", "ENTAILED"], "{verified}");

    let (_, off) = server
        .post(
            "/api/v1/verifications",
            &json!({"claims": [claims[0]], "sources": [{"id": "note", "text": "The average attendance was 60 %."}]}),
        )
        .await;
    assert!(off["claims"][0].get("computed").is_none(), "sources of a request stand alone: {off}");

    let (status, missing) = server.post("/api/query", &json!({"query": "What is the attendance of 22B81A0999?"})).await;
    assert_eq!((status, missing["state"].as_str()), (200, Some("not_covered")), "{missing}");
    assert!(missing["response"].as_str().unwrap().starts_with("There is no student “22B81A0999”"), "{missing}");
}

#[tokio::test]
async fn tables_and_documents_are_shown_with_what_was_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let text = data("samples/lighthouse-history.txt");
    server.upload(vec![("attendance.xlsx", data("tables/attendance.xlsx")), ("Grunnskjær.txt", text.clone())]).await;

    let tables = server.json("/api/v1/tables").await;
    let line = &tables["tables"][0];
    assert_eq!((line["place"].as_str(), line["rows"].as_u64()), (Some("attendance.xlsx, sheet CSE-B"), Some(75)));
    let id = line["document"].as_str().unwrap();
    let table = server.json(&format!("/api/v1/tables/{id}/0")).await;
    assert_eq!(table["table"]["rows"][0]["cells"][2]["kind"], "text");
    assert_eq!(table["table"]["columns"][12]["kind"], "percent");
    let (status, page) = server.get(&format!("/tables/{id}/0?cells=M65,Q99,nonsense")).await;
    assert_eq!((status, page.matches("id=\"marked\"").count()), (200, 1));
    assert!(page.contains("<mark>66.55%</mark>"));
    for absent in
        [format!("/tables/{id}/7"), "/tables/absent/0".to_owned(), "/documents/absent".to_owned(), "/documents/absent/original".to_owned()]
    {
        assert_eq!(server.get(&absent).await.0, 404, "{absent}");
    }

    let (_, report) = server.post("/api/v1/questions", &json!({"question": "When did the last keeper leave?"})).await;
    let cited =
        report["citations"].as_array().unwrap().iter().find(|citation| citation["quote"].as_str().unwrap().contains("1987")).unwrap();
    let (id, sentences) = (cited["document"].as_str().unwrap(), &cited["sentences"]);
    let (status, page) = server.get(&format!("/documents/{id}?sentences={}-{}", sentences[0], sentences[1])).await;
    assert_eq!(status, 200);
    assert!(page.contains("<mark id=\"marked\">The last keeper, Marta Nilsen, left on 30 June 1987"), "{page}");
    let (_, page) = server.get(&format!("/documents/{id}?sentences=900-901")).await;
    assert!(page.contains("could not be found") && !page.contains("id=\"marked\""));

    let original = server.client.get(server.url(&format!("/documents/{id}/original"))).send().await.unwrap();
    let disposition = original.headers()["content-disposition"].to_str().unwrap().to_owned();
    assert!(disposition.starts_with("attachment") && disposition.contains("Grunnskj%C3%A6r.txt"), "{disposition}");
    assert_eq!(original.bytes().await.unwrap(), text, "byte for byte");
}
