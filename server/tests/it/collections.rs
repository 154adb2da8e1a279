//! Collections: sets of documents that know nothing of one another.

mod command_line;
mod pages;

use crate::running::{Running, message, says_nothing_of};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

const QUAY: &[u8] =
    b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";
const MILL: &[u8] =
    b"The Paper Mill was built in 1874. The Paper Mill stands on the east bank and employs 40 people.";
const DUES: &[u8] = b"Berth,Dues\nNorth,120\nSouth,340\nEast,90\n";

async fn made(server: &Running, name: &str) -> String {
    let (status, body) = server
        .post("/api/v1/collections", &json!({"name": name}))
        .await;
    assert_eq!(status, 201, "{body}");
    body["id"].as_str().unwrap().to_owned()
}

async fn put(server: &Running, collection: &str, name: &str, bytes: &[u8]) -> (u16, Value) {
    let form = Form::new().part(
        "file",
        Part::bytes(bytes.to_vec()).file_name(name.to_owned()),
    );
    let request = server
        .client
        .post(server.url(&format!("/api/v1/documents?collection={collection}")));
    let response = request.multipart(form).send().await.unwrap();
    (response.status().as_u16(), response.json().await.unwrap())
}

async fn ask(server: &Running, body: Value) -> (u16, Value) {
    server.post("/api/v1/questions", &body).await
}

/// A server with the quay in `default` and the mill in a collection, whose id it is.
async fn two() -> (tempfile::TempDir, Running, String) {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    server.upload(vec![("quay.txt", QUAY.to_vec())]).await;
    let id = made(&server, "Mills").await;
    let (status, body) = put(&server, &id, "mill.txt", MILL).await;
    assert_eq!((status, &body["collection"]), (201, &json!(id)), "{body}");
    assert_eq!(body["documents"][0]["collection"], json!(id));
    (dir, server, id)
}

fn text(report: &Value) -> String {
    report["delivered"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_question_to_one_collection_never_reads_another() {
    let (_dir, server, mills) = two().await;
    for _ in 0..2 {
        // Twice: what one collection left in a cache is no answer of the other.
        for (collection, question, said) in [
            ("default", "When was the Timber Quay built?", "1931"),
            (mills.as_str(), "When was the Paper Mill built?", "1874"),
        ] {
            let body = json!({"question": question, "collection": collection});
            let (_, report) = ask(&server, body).await;
            assert!(text(&report).contains(said), "{collection}: {report}");
            assert_eq!(report["collection"], collection);
            let other = if collection == "default" {
                &mills
            } else {
                "default"
            };
            let (_, report) =
                ask(&server, json!({"question": question, "collection": other})).await;
            assert!(!text(&report).contains(said), "{other}: {report}");
            says_nothing_of(&report, said);
        }
    }
    let claims = json!({"claims": ["The Paper Mill was built in 1874."]});
    let (_, there) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(there["summary"]["counts"]["supported"], 0, "{there}");
    let claims = json!({"claims": ["The Paper Mill was built in 1874."], "collection": "mills"});
    let (_, here) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(here["summary"]["counts"]["supported"], 1, "{here}");

    // The six endpoints know `default` alone.
    let (_, old) = server
        .post(
            "/api/query",
            &json!({"query": "When was the Paper Mill built?"}),
        )
        .await;
    assert!(!old["response"].as_str().unwrap().contains("1874"), "{old}");
    let status = server.json("/api/status").await;
    assert_eq!(status["uploaded_files"], json!(["quay.txt"]));
    let (gone, _) = server
        .post("/api/delete-file", &json!({"filename": "mill.txt"}))
        .await;
    assert_eq!(gone, 404);
    server.post("/api/clear-uploads", &json!({})).await;
    let held = server.json(&format!("/api/v1/collections/{mills}")).await;
    assert_eq!(
        (&held["documents"], &held["name"]),
        (&json!(1), &json!("Mills"))
    );
}

#[tokio::test]
async fn tables_and_suggestions_are_those_of_the_collection() {
    let (_dir, server, mills) = two().await;
    put(&server, &mills, "dues.csv", DUES).await;
    let all = server.json("/api/v1/tables").await;
    assert_eq!(all["tables"], json!([]));
    let own = server.json("/api/v1/tables?collection=Mills").await;
    assert_eq!(own["tables"][0]["rows"], 3, "{own}");
    let highest = "What is the highest dues?";
    let (_, report) = ask(&server, json!({"question": highest, "collection": mills})).await;
    assert!(text(&report).contains("340"), "{report}");
    let (_, report) = ask(&server, json!({"question": highest})).await;
    says_nothing_of(&report, "340");
    let document = own["tables"][0]["document"].as_str().unwrap();
    let table = server.json(&format!("/api/v1/tables/{document}/0")).await;
    assert_eq!(table["document_name"], "dues.csv");
    let page = crate::conversations::suggesting(&server, &format!("/ask?collection={mills}")).await;
    assert!(page.contains("highest dues"), "{page}");
    assert!(!server.get("/ask").await.1.contains("highest dues"));
    let records =
        json!({"records": [{"Boat": "Gull", "Length": 9}, {"Boat": "Tern", "Length": 12}]});
    let request = server
        .client
        .put(server.url(&format!("/api/v1/tables/boats?collection={mills}")));
    let status = request.json(&records).send().await.unwrap().status();
    assert_eq!(status, 201);
    let documents = server.json("/api/v1/documents").await;
    assert_eq!(documents["documents"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn names_policies_and_what_is_refused() {
    let (dir, server, mills) = two().await;
    for (path, body) in [
        (
            "/api/v1/questions",
            json!({"question": "When?", "collection": "none"}),
        ),
        (
            "/api/v1/verifications",
            json!({"claims": ["It is."], "collection": "none"}),
        ),
    ] {
        let (status, problem) = server.post(path, &body).await;
        assert_eq!(status, 404, "{path}");
        let said = message(&problem);
        assert!(
            said.contains("“none”") && said.contains("/api/v1/collections"),
            "{said}"
        );
    }
    assert_eq!(put(&server, "none", "a.txt", QUAY).await.0, 404);
    for path in ["documents", "tables", "reports"] {
        let (status, _) = server.get(&format!("/api/v1/{path}?collection=none")).await;
        assert_eq!(status, 404, "{path}");
    }
    for name in ["mills", "DEFAULT", &mills] {
        let (status, problem) = server
            .post("/api/v1/collections", &json!({"name": name}))
            .await;
        assert_eq!(status, 409, "{problem}");
    }
    let (status, _) = server
        .post(
            "/api/v1/collections",
            &json!({"name": "x", "policy": {"top_k": 0}}),
        )
        .await;
    assert_eq!(status, 422);

    let change = async |id: &str, body: Value| {
        let url = server.url(&format!("/api/v1/collections/{id}"));
        let response = server.client.patch(url).json(&body).send().await.unwrap();
        (
            response.status().as_u16(),
            response.json::<Value>().await.unwrap(),
        )
    };
    let policy = json!({"top_k": 2, "max_regenerations": 0});
    let (status, changed) = change(&mills, json!({"policy": policy, "name": "Paper mills"})).await;
    assert_eq!((status, &changed["policy"]), (200, &policy), "{changed}");
    let asked = json!({"question": "When was the Paper Mill built?", "collection": "paper mills"});
    let (_, report) = ask(&server, asked.clone()).await;
    assert_eq!(report["provenance"]["policy"]["top_k"], 2, "{report}");
    let mut own = asked;
    own["policy"] = json!({"top_k": 5});
    let (_, report) = ask(&server, own).await;
    assert_eq!(report["provenance"]["policy"]["top_k"], 5, "{report}");
    let (_, report) = ask(
        &server,
        json!({"question": "When was the Timber Quay built?"}),
    )
    .await;
    assert_eq!(report["provenance"]["policy"]["top_k"], 7, "{report}");
    assert_eq!(
        change(&mills, json!({"policy": {"packs": ["absent"]}}))
            .await
            .0,
        422
    );
    assert_eq!(change("none", json!({"name": "x"})).await.0, 404);

    assert_eq!(server.stop(), Some(0));
    let server = Running::start(dir.path(), &[]);
    let all = server.json("/api/v1/collections").await;
    let names: Vec<&Value> = all["collections"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, [&json!("Default"), &json!("Paper mills")]);
    assert_eq!(all["collections"][1]["policy"]["top_k"], 2);
}

#[tokio::test]
async fn a_deleted_collection_takes_its_documents_and_reports_with_it() {
    let (_dir, server, mills) = two().await;
    let (_, report) = ask(
        &server,
        json!({"question": "When was the Paper Mill built?", "collection": mills}),
    )
    .await;
    ask(
        &server,
        json!({"question": "When was the Timber Quay built?"}),
    )
    .await;
    let listed = server
        .json(&format!("/api/v1/reports?collection={mills}"))
        .await;
    assert_eq!(listed["total"], 1);
    assert_eq!(listed["reports"][0]["collection"], json!(mills));
    let document = server
        .json(&format!("/api/v1/documents?collection={mills}"))
        .await;
    let document = document["documents"][0]["id"].as_str().unwrap().to_owned();
    assert_eq!(server.get(&format!("/documents/{document}")).await.0, 200);

    let page = server.get(&format!("/collections/{mills}")).await.1;
    assert!(page.contains("1 document in 1 passage"), "{page}");
    assert!(page.contains("and 1 report with every version"), "{page}");
    let delete = async |id: &str| {
        let url = server.url(&format!("/api/v1/collections/{id}"));
        let response = server.client.delete(url).send().await.unwrap();
        (
            response.status().as_u16(),
            response.json::<Value>().await.unwrap(),
        )
    };
    let (status, problem) = delete("default").await;
    assert_eq!(status, 409, "{problem}");
    let (status, gone) = delete(&mills).await;
    assert_eq!(status, 200);
    assert_eq!(
        (&gone["deleted"]["documents"], &gone["deleted"]["reports"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(delete(&mills).await.0, 404);
    let id = report["id"].as_str().unwrap();
    for path in [
        format!("/documents/{document}"),
        format!("/reports/{id}"),
        format!("/collections/{mills}"),
    ] {
        assert_eq!(server.get(&path).await.0, 404, "{path}");
    }
    assert_eq!(server.json("/api/v1/reports").await["total"], 1);
    assert_eq!(server.json("/api/status").await["document_chunks"], 1);
}

#[tokio::test]
async fn one_document_alone_is_asked() {
    let (_dir, server, mills) = two().await;
    put(&server, &mills, "quay.txt", QUAY).await;
    let body = |names: Value| json!({"question": "When was the Paper Mill built?", "collection": mills, "scope": {"documents": names}});
    let (_, report) = ask(&server, body(json!(["mill.txt"]))).await;
    assert!(text(&report).contains("1874"), "{report}");
    assert_eq!(report["scope"]["documents"], json!(["mill.txt"]));
    let (_, report) = ask(&server, body(json!(["quay.txt"]))).await;
    says_nothing_of(&report, "1874");
    let (status, problem) = ask(&server, body(json!(["absent.txt"]))).await;
    assert_eq!(status, 404);
    assert!(message(&problem).contains("absent.txt"));
}
