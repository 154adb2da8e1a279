//! Questions that go on from one another, on the pages and through the API.

use crate::running::{Running, data};
use serde_json::json;

async fn with_the_lighthouse() -> (tempfile::TempDir, Running) {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let name = "lighthouse-history.txt";
    server
        .upload(vec![(name, data(&format!("samples/{name}")))])
        .await;
    (dir, server)
}

#[tokio::test]
async fn a_follow_up_is_read_from_the_question_before_and_verified_by_itself() {
    let (_dir, server) = with_the_lighthouse().await;
    let ask = async |question: &str, conversation: &str| {
        let body = json!({"question": question, "conversation": conversation});
        server.post("/api/v1/questions", &body).await
    };
    let (status, first) = ask("How tall is the tower?", "new").await;
    assert_eq!(status, 201, "{first}");
    let id = first["conversation"].as_str().unwrap();
    assert!(first["asked_as"].is_null(), "{first}");
    let (_, second) = ask("When was it built?", id).await;
    assert_eq!(second["question"], "When was it built?");
    assert_eq!(second["asked_as"], "When was the tower built?");
    assert_eq!(second["conversation"], id);
    assert!(
        second["delivered"].as_str().unwrap().contains("1904"),
        "{second}"
    );
    let (_, third) = ask("Who was the last keeper?", id).await;
    assert!(third["asked_as"].is_null(), "{third}");

    let talk = server.json(&format!("/api/v1/conversations/{id}")).await;
    let titles: Vec<&str> = talk["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["title"].as_str().unwrap())
        .collect();
    assert_eq!(
        titles,
        [
            "How tall is the tower?",
            "When was the tower built?",
            "Who was the last keeper?"
        ]
    );
    assert_eq!(talk["turns"][1]["id"], second["id"]);
    let all = server.json("/api/v1/conversations").await;
    assert_eq!(all["conversations"][0]["questions"], 3, "{all}");
    let page = server.get(&format!("/conversations/{id}")).await.1;
    assert!(page.contains("Read as: ") && page.contains("When was the tower built?"));

    let (status, problem) = ask("When was it built?", "absent").await;
    assert_eq!(status, 404, "{problem}");
    let (_, alone) = server
        .post(
            "/api/v1/questions",
            &json!({"question": "When was it built?"}),
        )
        .await;
    assert!(
        alone["conversation"].is_null() && alone["asked_as"].is_null(),
        "{alone}"
    );
}

#[tokio::test]
async fn a_conversation_goes_on_without_script_and_keeps_what_was_typed() {
    let (_dir, server) = with_the_lighthouse().await;
    let first = server
        .form("/ask", &[("question", "Who built the lighthouse?")])
        .await;
    let address = first.headers()["location"].to_str().unwrap().to_owned();
    let id = address
        .trim_start_matches("/conversations/")
        .split('#')
        .next()
        .unwrap();
    let asked = [("question", "How tall is it?"), ("conversation", id)];
    let second = server.form("/ask", &asked).await;
    assert_eq!(second.status(), 303);
    let (status, page) = server.get(&format!("/conversations/{id}")).await;
    assert_eq!(status, 200);
    assert_eq!(page.matches("class=\"question\"").count(), 2);
    assert!(page.contains("How tall is the lighthouse?"));

    let long = "y".repeat(5_000);
    let refused = server
        .form("/ask", &[("question", &long), ("conversation", id)])
        .await;
    assert_eq!(refused.status(), 413);
    let page = refused.text().await.unwrap();
    assert!(
        page.contains(&long) && page.contains("Who built the lighthouse?"),
        "the conversation and what was typed are still there"
    );
    let gone = server
        .form("/ask", &[("question", "Why?"), ("conversation", "absent")])
        .await;
    assert_eq!(gone.status(), 404);
    assert!(gone.text().await.unwrap().contains("Why?</textarea>"));
    assert_eq!(server.get("/conversations/absent").await.0, 404);
    let page = server.get("/").await.1;
    assert!(page.contains(&format!("/conversations/{id}")));
}

/// A page of Ask, as soon as it suggests something: that is looked for beside it.
pub(crate) async fn suggesting(server: &Running, path: &str) -> String {
    for _ in 0..600 {
        let page = server.get(path).await.1;
        if page.contains("class=\"suggestion\"") {
            return page;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("{path} suggests nothing");
}

#[tokio::test]
async fn questions_that_the_documents_suggest_are_answered() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    assert!(!server.get("/").await.1.contains("class=\"suggestion\""));
    server.form("/samples", &[]).await;
    let page = suggesting(&server, "/").await;
    let questions: Vec<String> = page
        .split("name=\"question\" value=\"")
        .skip(1)
        .map(|part| part.split('"').next().unwrap().to_owned())
        .collect();
    assert_eq!(questions.len(), 3, "{questions:?}");
    for question in questions {
        let (_, report) = server
            .post("/api/v1/questions", &json!({"question": question}))
            .await;
        assert!(
            ["verified", "partly_verified"].contains(&report["state"].as_str().unwrap()),
            "{question}: {}",
            report["banner"]
        );
    }
}

/// The questions that a page offers.
fn offered(page: &str) -> Vec<&str> {
    let parts = page.split("name=\"question\" value=\"").skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

#[tokio::test]
async fn a_figure_of_something_with_a_name_is_suggested_and_nothing_of_what_was_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let grants = "Org identifier,Organisation,Year,Budget status,Amount\nGB-1,Mill Trust,2019,1,500\nGB-2,Quay Fund,2020,2,720\nGB-3,Tower Guild,2021,1,310\nGB-4,Light House,2022,2,640\nGB-5,Rope Works,2023,1,150\n";
    server.upload(vec![("grants.csv", grants.into())]).await;
    let page = suggesting(&server, "/").await;
    assert_eq!(
        offered(&page),
        ["Which organisation has the highest amount?"]
    );
    server.form("/documents/clear", &[]).await;
    let boats = "Boat,Length\nHeron,12\nTern,9\nPuffin,14\n";
    server.upload(vec![("boats.csv", boats.into())]).await;
    let (_, at_once) = server.get("/").await;
    assert!(!at_once.contains("organisation"), "{at_once}");
    let page = suggesting(&server, "/").await;
    assert_eq!(offered(&page), ["Which boat has the highest length?"]);
}
