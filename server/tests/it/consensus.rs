//! Several endpoints on a question of high risk: agreeing, dissenting, failing, hanging.

use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat};
use serde_json::{Value, json};

const DOCUMENT: &[u8] = b"The Harbour Bond pays 3.5 percent a year. It ends on 4 May 2031. The Harbour Bond was issued by the municipality.";
const QUESTION: &str = "What does the Harbour Bond pay?";
const TRUE: &str = "The Harbour Bond pays 3.5 percent a year.";
const OTHER: &str = "The Harbour Bond pays 4.5 percent a year.";

fn says(text: &str) -> Reply {
    Reply::Text(text.to_owned())
}

struct Panelled {
    server: Running,
    _dir: tempfile::TempDir,
    /// The first is the generator.
    chats: Vec<ScriptedChat>,
}

async fn panelled(replies: Vec<Reply>, more: &[(&str, &str)]) -> Panelled {
    let mut chats = Vec::new();
    for reply in replies {
        // Of several drafts each says the same.
        chats.push(ScriptedChat::start([reply.clone(), reply]).await);
    }
    let further: Vec<String> = chats
        .iter()
        .enumerate()
        .skip(1)
        .map(|(place, chat)| format!("{{base_url={:?},model=\"other-{place}\"}}", chat.url()))
        .collect();
    let further = format!("[{}]", further.join(","));
    let mut settings = vec![
        ("GROUNDWALL__GENERATOR__BASE_URL", chats[0].url()),
        ("GROUNDWALL__GENERATOR__MODEL", "own"),
        ("GROUNDWALL__POLICY__PACKS", "[\"finance-kr\"]"),
        ("GROUNDWALL__POLICY__MAX_REGENERATIONS", "0"),
        ("GROUNDWALL__CONSENSUS__ENDPOINTS", further.as_str()),
        ("GROUNDWALL__CONSENSUS__SECONDS", "3"),
    ];
    settings.extend_from_slice(more);
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &settings);
    let (status, body) = server.upload(vec![("bond.txt", DOCUMENT.to_vec())]).await;
    assert_eq!(status, 200, "{body}");
    Panelled {
        server,
        _dir: dir,
        chats,
    }
}

impl Panelled {
    /// The report of a question, and its page.
    async fn ask(&self, question: &str) -> (Value, String) {
        let (status, answer) = self
            .server
            .post("/api/query", &json!({"query": question}))
            .await;
        assert_eq!(status, 200, "{answer}");
        let id = answer["report_id"].as_str().unwrap();
        let report = self.server.get(&format!("/api/v1/reports/{id}")).await.1;
        let page = self.server.get(&format!("/reports/{id}")).await.1;
        (serde_json::from_str(&report).unwrap(), page)
    }
}

fn consensus(report: &Value) -> &Value {
    &report["governance"]["consensus"]
}

fn stands(report: &Value) -> Vec<&str> {
    let answers = consensus(report)["answers"].as_array().unwrap();
    answers
        .iter()
        .filter_map(|answer| answer["stand"].as_str())
        .collect()
}

#[tokio::test]
async fn endpoints_that_say_the_same_approve() {
    let panel = panelled(
        vec![says(TRUE), says(TRUE), says("It pays 3.5 % a year.")],
        &[],
    )
    .await;
    let (report, page) = panel.ask(QUESTION).await;
    let found = consensus(&report);
    assert_eq!(
        (&found["outcome"], &found["score"]),
        (&json!("approved"), &json!(1.0)),
        "{found}"
    );
    assert!(found["added_milliseconds"].is_u64());
    assert_eq!(stands(&report), ["agrees"; 3]);
    assert!(
        page.contains("3 of 3 language models answered: they say the same."),
        "{page}"
    );
    assert!(
        report["stages"]
            .as_array()
            .unwrap()
            .iter()
            .any(|stage| stage["name"] == "Consensus"),
        "{report}"
    );
}

#[tokio::test]
async fn a_later_draft_is_not_what_the_majority_said() {
    let once_more = [("GROUNDWALL__POLICY__MAX_REGENERATIONS", "1")];
    let panel = panelled(vec![says(TRUE), says(OTHER), says(OTHER)], &once_more).await;
    let (report, page) = panel.ask(QUESTION).await;
    assert_eq!(consensus(&report)["outcome"], "majority", "{report}");
    assert_eq!(stands(&report), ["dissents", "agrees", "agrees"]);
    assert!(
        report["delivered"].as_str().unwrap().contains(TRUE),
        "{report}"
    );
    assert_eq!(report["state"], "partly_verified", "{report}");
    let remarks = report["remarks"].to_string();
    assert!(
        remarks.contains("2 of 3 language models said something else first"),
        "{report}"
    );
    assert!(!page.contains("say this"), "{page}");
}

#[tokio::test]
async fn the_majority_is_delivered_and_dissent_is_told() {
    let panel = panelled(vec![says(OTHER), says(TRUE), says(TRUE)], &[]).await;
    let (report, page) = panel.ask(QUESTION).await;
    assert_eq!(consensus(&report)["outcome"], "majority", "{report}");
    assert_eq!(stands(&report), ["dissents", "agrees", "agrees"]);
    assert!(
        report["delivered"].as_str().unwrap().contains(TRUE),
        "the majority's draft is verified and delivered: {report}"
    );
    assert!(
        page.contains(OTHER) && page.contains("says otherwise"),
        "{page}"
    );
    assert!(
        page.contains("3 of 3 language models answered: 2 say this.")
            && page.contains("2 of 3 language models say this"),
        "{page}"
    );
    assert!(
        report["banner"]
            .as_str()
            .unwrap()
            .contains("2 of 3 language models say this"),
        "{report}"
    );
}

#[tokio::test]
async fn who_fails_or_hangs_never_fails_the_question() {
    let panel = panelled(
        vec![says(TRUE), Reply::Silence, Reply::Garbage, says(TRUE)],
        &[],
    )
    .await;
    let (report, _) = panel.ask(QUESTION).await;
    assert_eq!(stands(&report), ["agrees", "late", "failed", "agrees"]);
    assert_eq!(
        consensus(&report)["outcome"],
        "approved",
        "of those that answered"
    );
    assert_eq!(report["state"], "verified", "{report}");

    let alone = panelled(vec![says(TRUE), Reply::Nothing], &[]).await;
    let (report, _) = alone.ask(QUESTION).await;
    assert_eq!(consensus(&report)["outcome"], "not_compared", "{report}");
    assert!(
        report["banner"]
            .as_str()
            .unwrap()
            .contains("nothing was compared"),
        "{report}"
    );

    let without = panelled(vec![Reply::Garbage, says(TRUE)], &[]).await;
    let (report, _) = without.ask(QUESTION).await;
    assert!(
        report["delivered"].as_str().unwrap().contains(TRUE),
        "the generator itself may fail: {report}"
    );
}

#[tokio::test]
async fn where_all_say_other_things_a_person_has_to_look() {
    let third = "The Harbour Bond pays 9.5 percent a year.";
    let panel = panelled(vec![says(TRUE), says(OTHER), says(third)], &[]).await;
    let (report, page) = panel.ask(QUESTION).await;
    assert_eq!(consensus(&report)["outcome"], "escalated", "{report}");
    assert_ne!(report["state"], "verified", "{report}");
    assert!(page.contains("a person has to look at this"), "{page}");
    let (_, reviews) = panel.server.get("/api/v1/reviews").await;
    assert!(reviews.contains("no-consensus"), "{reviews}");
}

#[tokio::test]
async fn nobody_else_is_asked_of_little_risk_or_where_it_is_off() {
    let panel = panelled(vec![says(TRUE), says(TRUE)], &[]).await;
    let (report, _) = panel.ask("When was the municipality's jetty issued?").await;
    assert_eq!(consensus(&report), &Value::Null);
    assert!(panel.chats[1].requests().is_empty());
    let off = panelled(
        vec![says(TRUE), says(TRUE)],
        &[("GROUNDWALL__POLICY__CONSENSUS", "false")],
    )
    .await;
    let (report, _) = off.ask(QUESTION).await;
    assert_eq!(consensus(&report), &Value::Null);
    assert!(off.chats[1].requests().is_empty());
}

#[tokio::test]
async fn a_model_added_in_the_app_answers_too_and_is_removed_with_its_key() {
    let own = ScriptedChat::start([says(TRUE), says(TRUE)]).await;
    let other = ScriptedChat::start([says(TRUE)]).await;
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(
        dir.path(),
        &[
            ("GROUNDWALL__GENERATOR__BASE_URL", own.url()),
            ("GROUNDWALL__POLICY__PACKS", "[\"finance-kr\"]"),
        ],
    );
    server.upload(vec![("bond.txt", DOCUMENT.to_vec())]).await;
    let fields = [
        ("base_url", other.url()),
        ("model", "added-1"),
        ("api_key", "sk-added"),
    ];
    assert_eq!(
        server.form("/settings/further/add", &fields).await.status(),
        303
    );
    let (_, page) = server.get("/settings").await;
    assert!(
        page.contains("added-1") && !page.contains("sk-added"),
        "{page}"
    );
    let question = json!({"query": QUESTION});
    assert_eq!(server.post("/api/query", &question).await.0, 200);
    assert_eq!(other.requests()[0]["authorization"], "Bearer sk-added");
    let wrong = [("base_url", "nowhere"), ("model", "m"), ("api_key", "")];
    assert_eq!(
        server.form("/settings/further/add", &wrong).await.status(),
        422
    );
    let removed = server.form("/settings/further/remove", &fields[..2]).await;
    assert_eq!(removed.status(), 303);
    let kept = std::fs::read_to_string(dir.path().join("further-models.json")).unwrap();
    assert_eq!(kept, "[]");
    assert_eq!(server.post("/api/query", &question).await.0, 200);
    assert_eq!(other.requests().len(), 1, "nobody is asked any more");
}
