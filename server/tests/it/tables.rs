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
            (
                "lighthouse-history.txt",
                data("samples/lighthouse-history.txt"),
            ),
        ])
        .await;

    let (status, report) = server
        .post(
            "/api/v1/questions",
            &json!({"question": "What is the average attendance?"}),
        )
        .await;
    assert_eq!(
        (status, report["state"].as_str()),
        (201, Some("verified")),
        "{report}"
    );
    assert_eq!(report["table"]["formula"], "AVERAGE(M6:M80) = 75.02");
    assert_eq!(report["table"]["cells"], json!(["M6:M80"]));
    assert_eq!(
        report["table"]["query"],
        "SELECT AVERAGE(\"%\") FROM \"attendance.xlsx, sheet CSE-B\""
    );

    let claims = [
        "The average attendance was 75 %.",
        "The average attendance was 81 %.",
        "The tower of the lighthouse is 27 metres high.",
    ];
    let (status, verified) = server.post("/api/verify", &json!({"claims": claims})).await;
    assert_eq!(status, 200, "{verified}");
    let labels: Vec<&str> = verified["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|claim| claim["entailment_label"].as_str().unwrap())
        .collect();
    assert_eq!(
        labels,
        ["DATA_VERIFIED", "CONTRADICTED", "ENTAILED"],
        "{verified}"
    );

    let (_, off) = server
        .post(
            "/api/v1/verifications",
            &json!({"claims": [claims[0]], "sources": [{"id": "note", "text": "The average attendance was 60 %."}]}),
        )
        .await;
    assert!(
        off["claims"][0].get("computed").is_none(),
        "sources of a request stand alone: {off}"
    );

    let (status, missing) = server
        .post(
            "/api/query",
            &json!({"query": "What is the attendance of 22B81A0999?"}),
        )
        .await;
    assert_eq!(
        (status, missing["state"].as_str()),
        (200, Some("not_covered")),
        "{missing}"
    );
    assert!(
        missing["response"]
            .as_str()
            .unwrap()
            .starts_with("There is no student “22B81A0999”"),
        "{missing}"
    );
}

#[tokio::test]
async fn tables_and_documents_are_shown_with_what_was_quoted() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let text = data("samples/lighthouse-history.txt");
    server
        .upload(vec![
            ("attendance.xlsx", data("tables/attendance.xlsx")),
            ("Grunnskjær.txt", text.clone()),
        ])
        .await;

    let tables = server.json("/api/v1/tables").await;
    let line = &tables["tables"][0];
    assert_eq!(
        (line["place"].as_str(), line["rows"].as_u64()),
        (Some("attendance.xlsx, sheet CSE-B"), Some(75))
    );
    let id = line["document"].as_str().unwrap();
    let table = server.json(&format!("/api/v1/tables/{id}/0")).await;
    assert_eq!(table["table"]["rows"][0]["cells"][2]["kind"], "text");
    assert_eq!(table["table"]["columns"][12]["kind"], "percent");
    let (status, page) = server
        .get(&format!("/tables/{id}/0?cells=M65,Q99,nonsense"))
        .await;
    assert_eq!((status, page.matches("id=\"marked\"").count()), (200, 1));
    assert!(page.contains("<mark>66.55%</mark>"));
    for absent in [
        format!("/tables/{id}/7"),
        "/tables/absent/0".to_owned(),
        "/documents/absent".to_owned(),
        "/documents/absent/original".to_owned(),
    ] {
        assert_eq!(server.get(&absent).await.0, 404, "{absent}");
    }

    let (_, report) = server
        .post(
            "/api/v1/questions",
            &json!({"question": "When did the last keeper leave?"}),
        )
        .await;
    let cited = report["citations"]
        .as_array()
        .unwrap()
        .iter()
        .find(|citation| citation["quote"].as_str().unwrap().contains("1987"))
        .unwrap();
    let (id, sentences) = (cited["document"].as_str().unwrap(), &cited["sentences"]);
    let (status, page) = server
        .get(&format!(
            "/documents/{id}?sentences={}-{}",
            sentences[0], sentences[1]
        ))
        .await;
    assert_eq!(status, 200);
    assert!(
        page.contains("<mark id=\"marked\">The last keeper, Marta Nilsen, left on 30 June 1987"),
        "{page}"
    );
    let (_, page) = server
        .get(&format!("/documents/{id}?sentences=900-901"))
        .await;
    assert!(page.contains("could not be found") && !page.contains("id=\"marked\""));

    let original = server
        .client
        .get(server.url(&format!("/documents/{id}/original")))
        .send()
        .await
        .unwrap();
    let disposition = original.headers()["content-disposition"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        disposition.starts_with("attachment") && disposition.contains("Grunnskj%C3%A6r.txt"),
        "{disposition}"
    );
    assert_eq!(original.bytes().await.unwrap(), text, "byte for byte");
}

/// Rounds of tables and documents that come at once, and how many of them.
const ROUNDS: usize = 3;
const RIVALS: usize = 20;

#[tokio::test]
async fn tables_and_documents_of_one_name_that_come_at_once_are_taken_or_told() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    for _ in 0..ROUNDS {
        let push = |number: usize| {
            let records = json!([{"account": "Rope Works", "balance": 310 + number}, {"account": "Sail Loft", "balance": 455 + number}]);
            let request = server.client.put(server.url("/api/v1/tables/balances"));
            request
                .json(&json!({"entity": "account", "records": records}))
                .send()
        };
        let mut kept = 0;
        for response in futures::future::join_all((0..RIVALS).map(push)).await {
            let response = response.unwrap();
            let status = response.status().as_u16();
            let said: serde_json::Value = response.json().await.unwrap();
            let detail = said["detail"].as_str().unwrap_or_default();
            let told = status == 409 && detail.contains("others that came at the same time");
            assert!(matches!(status, 200 | 201) || told, "{status}: {said}");
            kept += usize::from(status != 409);
        }
        assert!(kept > 0, "whoever is last has replaced the others");
        let tables = server.json("/api/v1/tables").await;
        assert_eq!(tables["tables"].as_array().unwrap().len(), 1, "{tables}");

        let upload = |number: usize| {
            let text = format!("The rate of this year is {number}.5 percent.");
            server.upload(vec![("rates.txt", text.into_bytes())])
        };
        for (status, said) in futures::future::join_all((0..RIVALS).map(upload)).await {
            assert_eq!(status, 200, "{said}");
        }
        let documents = server.json("/api/v1/documents").await;
        let documents = documents["documents"].as_array().unwrap();
        assert_eq!(documents.len(), 2, "{documents:?}");
    }
    let totals = json!({"records": [{"account": "Total", "balance": 900}]});
    let request = server.client.put(server.url("/api/v1/tables/sums"));
    let response = request.json(&totals).send().await.unwrap();
    assert_eq!(response.status(), 422);
    let said = response.text().await.unwrap();
    assert!(said.contains("every one is a total"), "{said}");
}

#[tokio::test]
async fn records_of_an_application_are_a_table_with_records_and_fields() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let put = |name: &str, body: String| {
        let request = server
            .client
            .put(server.url(&format!("/api/v1/tables/{name}")))
            .header("content-type", "application/json");
        async move {
            let response = request.body(body).send().await.unwrap();
            (
                response.status().as_u16(),
                response.json::<serde_json::Value>().await.unwrap(),
            )
        }
    };
    let record = |account: &str, month: &str, balance: f64| json!({"account": account, "month": month, "balance": balance, "open": true});
    let records = [
        record("Harbour Café", "2024-01", 1200.5),
        record("Harbour Café", "2024-02", 900.25),
        record("Rope Works", "2024-01", 310.0),
        record("Rope Works", "2024-02", 455.0),
    ];
    let pushed = json!({"entity": "account", "period": "month", "records": records});
    let (status, table) = put("balances", pushed.to_string()).await;
    assert_eq!(
        (status, table["place"].as_str(), table["rows"].as_u64()),
        (201, Some("balances.json"), Some(4)),
        "{table}"
    );
    assert_eq!(
        (
            table["columns"][0]["role"].as_str(),
            table["columns"][2]["role"].as_str()
        ),
        (Some("entity"), Some("period")),
        "{table}"
    );
    let id = table["document"].as_str().unwrap();

    for (question, answer, cells) in [
        (
            "What was the balance of Rope Works in February 2024?",
            "The balance of Rope Works (month 2024-02) is 455",
            json!(["record 4 balance"]),
        ),
        (
            "Compare Rope Works and Harbour Café in February 2024 by balance",
            "900.25",
            json!(["record 4 balance", "record 2 balance"]),
        ),
        (
            "What is the total balance in January 2024?",
            "The total balance is 1,510.5 over 2 rows with month in January 2024.",
            json!(["record 1 balance", "record 3 balance"]),
        ),
        (
            "Total balance by account",
            "2,100.75",
            json!(["records 1 to 2 balance", "records 3 to 4 balance"]),
        ),
        (
            "What is the average balance?",
            "716.44",
            json!(["records 1 to 4 balance"]),
        ),
    ] {
        let (status, report) = server
            .post("/api/v1/questions", &json!({"question": question}))
            .await;
        let said = report["delivered"].as_str().unwrap_or_default();
        assert!(
            status == 201 && said.contains(answer),
            "{question}: {report}"
        );
        assert_eq!(report["table"]["cells"], cells, "{question}: {report}");
    }
    let claims = [
        "The balance of Rope Works in January 2024 was 310.",
        "The balance of Rope Works in January 2024 was 455.",
    ];
    let (_, verified) = server
        .post("/api/v1/verifications", &json!({"claims": claims}))
        .await;
    assert_eq!(verified["claims"][0]["verdict"], "supported", "{verified}");
    assert_eq!(verified["claims"][1]["verdict"], "refuted", "{verified}");
    assert_eq!(
        verified["claims"][1]["evidence"][0]["window"]["locator"]["cells"], "record 3 balance",
        "{verified}"
    );

    let (status, page) = server
        .get(&format!("/tables/{id}/0?cells=records 1 to 2 balance"))
        .await;
    assert_eq!(
        (
            status,
            page.matches("<mark>").count(),
            page.matches("id=\"marked\"").count()
        ),
        (200, 2, 1)
    );

    let (status, table) = put(
        "balances",
        json!({"entity": "account", "records": [record("Rope Works", "2024-03", 1.0)]}).to_string(),
    )
    .await;
    assert_eq!((status, table["rows"].as_u64()), (200, Some(1)), "{table}");
    assert_eq!(
        server.json("/api/v1/tables").await["tables"]
            .as_array()
            .unwrap()
            .len(),
        1
    );

    for (body, expected, says) in [
        (json!({"records": []}), 422, "at least one"),
        (
            json!({"entity": "who", "records": [{"a": 1}]}),
            422,
            "“who”",
        ),
        (json!({"records": [{"a": 1}, 2]}), 422, "does not fit"),
        (json!({"rows": [{"a": 1}]}), 422, "rows"),
    ] {
        let (status, problem) = put("balances", body.to_string()).await;
        assert!(
            status == expected && problem["detail"].as_str().unwrap().contains(says),
            "{body}: {problem}"
        );
    }
    let (status, _) = put("balances", "{".to_owned()).await;
    assert_eq!(status, 400);
    let (status, problem) = put("..%2Fbalances", json!({"records": [{"a": 1}]}).to_string()).await;
    assert_eq!(status, 422, "{problem}");
}
