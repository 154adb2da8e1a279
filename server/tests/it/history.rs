//! The history: searched, labelled, exported, counted, deleted.

use crate::running::{Running, message};
use serde_json::{Value, json};

const DOCUMENT: &[u8] =
    b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";

/// A server with a document, the id of a question's report, and that of a verification.
async fn asked() -> (tempfile::TempDir, Running, String, String) {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, body) = server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
    assert_eq!(status, 200, "{body}");
    let ask = json!({"question": "When was the Timber Quay built?"});
    let (status, report) = server.post("/api/v1/questions", &ask).await;
    assert_eq!(status, 201, "{report}");
    let claims =
        json!({"claims": ["The Timber Quay was built in 1932.", "The crane lifts 12 tonnes."]});
    let (status, verified) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(status, 201, "{verified}");
    let id = |report: &Value| report["id"].as_str().unwrap().to_owned();
    let ids = (id(&report), id(&verified));
    (dir, server, ids.0, ids.1)
}

async fn found(server: &Running, query: &str) -> Vec<String> {
    let page = server.json(&format!("/api/v1/reports?{query}")).await;
    let reports = page["reports"].as_array().unwrap();
    assert_eq!(page["total"], reports.len());
    reports
        .iter()
        .map(|line| line["id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn reports_are_found_named_and_deleted() {
    let (dir, server, question, verification) = asked().await;
    let both = [verification.clone(), question.clone()];
    assert_eq!(found(&server, "").await, both);
    assert_eq!(found(&server, "search=WHEN%20was").await, both[1..]);
    assert_eq!(
        found(&server, "q=lifts%2012").await,
        both[..1],
        "texts are searched"
    );
    assert_eq!(found(&server, "document=quay.txt").await, both);
    assert_eq!(found(&server, "document=other.txt").await, [""; 0]);
    assert_eq!(found(&server, "state=not_verified").await, both[..1]);
    assert_eq!(
        found(&server, "from=2020-01-01&to=2020-12-31").await,
        [""; 0]
    );
    let first = server.json("/api/v1/reports?limit=1").await;
    let next = format!("limit=1&after={}", first["next"]);
    let second = server.json(&format!("/api/v1/reports?{next}")).await;
    assert_eq!(
        (&second["reports"][0]["id"], &second["next"]),
        (&json!(question), &Value::Null)
    );
    for wrong in [
        "state=good",
        "from=yesterday",
        "limit=0",
        "limit=201",
        "unknown=1",
        "after=x",
    ] {
        let (status, body) = server.get(&format!("/api/v1/reports?{wrong}")).await;
        assert_eq!(status, 422, "{wrong}: {body}");
    }

    let patch = |id: &str, body: Value| {
        let request = server
            .client
            .patch(server.url(&format!("/api/v1/reports/{id}")));
        async move {
            let response = request.json(&body).send().await.unwrap();
            (
                response.status().as_u16(),
                response.json::<Value>().await.unwrap(),
            )
        }
    };
    let (status, line) = patch(&question, json!({"title": "For the board", "tags": ["Q3"]})).await;
    assert_eq!(status, 200, "{line}");
    assert_eq!(
        (&line["title"], &line["tags"]),
        (&json!("For the board"), &json!(["Q3"]))
    );
    assert_eq!(found(&server, "tag=q3").await, both[1..]);
    assert_eq!(patch("nothing", json!({"title": "x"})).await.0, 404);
    let (status, problem) = patch(&question, json!({"tags": ["a,b"]})).await;
    assert_eq!(status, 422);
    assert!(message(&problem).contains("comma"));

    let delete = |id: &str| {
        server
            .client
            .delete(server.url(&format!("/api/v1/reports/{id}")))
            .send()
    };
    assert_eq!(delete(&question).await.unwrap().status(), 204);
    assert_eq!(delete(&question).await.unwrap().status(), 404);
    assert_eq!(
        server.get(&format!("/api/v1/reports/{question}")).await.0,
        404
    );
    assert_eq!(found(&server, "").await, both[..1]);
    let holds = |text: &str| {
        std::fs::read_dir(dir.path()).unwrap().any(|entry| {
            let path = entry.unwrap().path();
            let ledger = path
                .file_name()
                .unwrap()
                .to_string_lossy()
                .starts_with("ledger");
            ledger && String::from_utf8_lossy(&std::fs::read(path).unwrap()).contains(text)
        })
    };
    assert!(!holds("For the board") && !holds("When was the Timber Quay built"));
    assert!(holds("The Timber Quay was built in 1932"));
}

#[tokio::test]
async fn the_pages_of_the_history_work_without_script() {
    let (_dir, server, question, verification) = asked().await;
    let (status, list) = server.get("/reports?search=timber").await;
    assert!(
        status == 200 && list.contains(&question) && list.contains("2 reports match."),
        "{list}"
    );
    let (_, none) = server.get("/reports?search=zebra").await;
    assert!(none.contains("No report matches."));
    let (status, wrong) = server.get("/reports?from=soon&search=a").await;
    assert!(
        status == 422 && wrong.contains("from must be a day") && wrong.contains("value=\"soon\""),
        "{wrong}"
    );
    let (_, report) = server.get(&format!("/reports/{question}")).await;
    for format in ["docx", "markdown", "csv", "json"] {
        assert!(
            report.contains(&format!(
                "/api/v1/reports/{question}/export?format={format}"
            )),
            "{format}"
        );
    }
    let (status, edit) = server.get(&format!("/reports/{question}/edit")).await;
    assert!(
        status == 200 && edit.contains("When was the Timber Quay built?"),
        "{edit}"
    );
    let label = format!("/reports/{question}/label");
    let saved = server
        .form(&label, &[("title", "<b>Board</b>"), ("tags", "one, two,,")])
        .await;
    assert_eq!(saved.status(), 303);
    let at = saved.headers()["location"].to_str().unwrap().to_owned();
    let (_, list) = server.get(&at).await;
    assert!(
        list.contains("was saved") && list.contains("&lt;b&gt;Board") && list.contains("tag=two"),
        "{list}"
    );
    let long = "x".repeat(201);
    let refused = server
        .form(&label, &[("title", &long), ("tags", "kept")])
        .await;
    assert_eq!(refused.status(), 422);
    assert!(
        refused.text().await.unwrap().contains("value=\"kept\""),
        "what was typed stays"
    );
    let gone = server
        .form(&format!("/reports/{verification}/delete"), &[])
        .await;
    assert_eq!(gone.status(), 303);
    assert_eq!(server.get(&format!("/reports/{verification}")).await.0, 404);
    let foreign = server
        .client
        .post(server.url(&format!("/reports/{question}/delete")))
        .header("origin", "https://evil.example")
        .send()
        .await
        .unwrap();
    assert_eq!(foreign.status(), 403);
    assert_eq!(server.get(&format!("/reports/{question}")).await.0, 200);
}

#[tokio::test]
async fn a_report_is_a_file_in_every_form() {
    let (_dir, server, question, _) = asked().await;
    let export = |format: &str| {
        let url = server.url(&format!(
            "/api/v1/reports/{question}/export?format={format}"
        ));
        server.client.get(url).send()
    };
    for (format, kind, end) in [
        ("docx", "wordprocessingml", "docx"),
        ("markdown", "text/markdown", "md"),
        ("csv", "text/csv", "csv"),
        ("json", "application/json", "json"),
    ] {
        let response = export(format).await.unwrap();
        assert_eq!(response.status(), 200, "{format}");
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert!(header("content-type").contains(kind));
        let disposition = header("content-disposition");
        assert!(
            disposition.starts_with("attachment")
                && disposition.contains(&format!("when-was-the-timber-quay-built.{end}")),
            "{disposition}"
        );
        let bytes = response.bytes().await.unwrap();
        match format {
            "docx" => {
                let name = "export.docx";
                let (status, taken) = server.upload(vec![(name, bytes.to_vec())]).await;
                assert_eq!(status, 200, "our own reader takes it: {taken}");
            }
            "json" => {
                let report = server.json(&format!("/api/v1/reports/{question}")).await;
                assert_eq!(serde_json::from_slice::<Value>(&bytes).unwrap(), report);
            }
            _ => assert!(String::from_utf8_lossy(&bytes).contains("1931")),
        }
    }
    assert_eq!(export("pdf").await.unwrap().status(), 422);
    let (status, said) = server
        .get(&format!("/api/v1/reports/{question}/export"))
        .await;
    assert!(
        status == 422 && said.contains("docx, markdown, csv or json"),
        "{said}"
    );
    let (status, _) = server
        .get("/api/v1/reports/nothing/export?format=csv")
        .await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn what_the_reports_tell_together_is_counted_and_drawn() {
    let empty = tempfile::tempdir().unwrap();
    let none = Running::start(empty.path(), &[]);
    let (status, page) = none.get("/insights").await;
    assert!(
        status == 200 && page.contains("There are no reports yet"),
        "{page}"
    );
    drop(none);
    let (_dir, server, _, verification) = asked().await;
    let insights = server.json("/api/v1/insights?days=7").await;
    assert_eq!(
        (&insights["reports"], &insights["stretch"]),
        (&json!(2), &json!("day"))
    );
    assert_eq!(
        insights["refuting"],
        json!([{"name": "quay.txt", "count": 1}])
    );
    assert_eq!(insights["refuted"][0]["report"], verification);
    assert_eq!(insights["findings"][0]["type"], "date_mismatch");
    assert!(insights["p95"].as_u64() >= insights["p50"].as_u64());
    let sent = json!({"claims": ["The Timber Quay was built in 1932."], "origin": "my-model"});
    assert_eq!(server.post("/api/v1/verifications", &sent).await.0, 201);
    let insights = server.json("/api/v1/insights?days=7").await;
    let told = insights["generators"].as_array().unwrap();
    let mine = told.iter().find(|one| one["name"] == "my-model").unwrap();
    assert_eq!(
        mine,
        &json!({"name": "my-model", "reports": 1, "rejected": 1, "statements": 1, "failed": 1, "bands": []})
    );
    let (status, page) = server.get("/insights?days=30").await;
    assert_eq!(status, 200);
    for part in [
        "<svg",
        "3 reports.",
        "100 % rejected; not supported: 100.0 %, over the target",
        "quay.txt",
        "another date",
        "The Timber Quay was built in 1932.",
        "<summary>Figures",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        !page.contains(" style="),
        "the policy allows no inline style"
    );
    assert_eq!(server.get("/api/v1/insights?days=0").await.0, 422);
    assert_eq!(server.get("/api/v1/insights?days=x").await.0, 422);
}
