//! What a person has to look at: flagged, taken, decided, taken back, disputed.

use crate::running::{Running, message};
use serde_json::{Value, json};

const DOCUMENT: &[u8] =
    b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";

/// The id of the report of one claim.
async fn verified(server: &Running, claim: &str) -> String {
    let claims = json!({"claims": [claim]});
    let (status, report) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(status, 201, "{report}");
    report["id"].as_str().unwrap().to_owned()
}

async fn running(settings: &[(&str, &str)]) -> (tempfile::TempDir, Running) {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), settings);
    let (status, _) = server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
    assert_eq!(status, 200);
    (dir, server)
}

async fn listed(server: &Running, query: &str) -> Vec<String> {
    let page = server.json(&format!("/api/v1/reviews?{query}")).await;
    let reviews = page["reviews"].as_array().unwrap();
    let ids = reviews.iter().map(|one| one["report"].as_str().unwrap());
    ids.map(str::to_owned).collect()
}

#[tokio::test]
async fn a_false_claim_is_flagged_taken_decided_and_counted() {
    let (_dir, server) = running(&[]).await;
    let fine = verified(&server, "The Timber Quay was built in 1931.").await;
    let wrong = verified(&server, "The Timber Quay was built in 1932.").await;
    let other = verified(&server, "The crane on the Timber Quay lifts 15 tonnes.").await;
    assert_eq!(listed(&server, "").await, [wrong.clone(), other.clone()]);
    let (status, none) = server.get(&format!("/api/v1/reviews/{fine}")).await;
    assert_eq!(status, 404, "{none}");
    let at = |what: &str| format!("/api/v1/reviews/{wrong}{what}");
    let review = server.json(&at("")).await;
    assert_eq!(
        (&review["state"], &review["priority"], &review["overdue"]),
        (&json!("pending"), &json!("high"), &json!(false))
    );
    assert_eq!(review["claims"][0]["value"], "1932");
    assert_eq!(review["counts"]["refuted"], 1);
    assert!(review["adjusted_confidence"].as_f64() <= review["confidence"].as_f64());

    let taken = server.client.put(server.url(&at("/assignee")));
    let taken: Value = taken
        .json(&json!({"assignee": "Berit"}))
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(
        (&taken["state"], &taken["assignee"]),
        (&json!("in_review"), &json!("Berit"))
    );
    assert_eq!(
        listed(&server, "assignee=Berit&state=in_review").await,
        std::slice::from_ref(&wrong)
    );
    let decision = json!({"decision": "rejected", "note": "Page 1 is right."});
    let (status, decided) = server.post(&at("/decision"), &decision).await;
    assert_eq!(
        (status, &decided["state"]),
        (200, &json!("rejected")),
        "{decided}"
    );
    let (status, twice) = server.post(&at("/decision"), &decision).await;
    assert_eq!(status, 409, "{twice}");
    let insights = server.json("/api/v1/insights").await;
    assert_eq!(
        insights["reviewed"],
        json!([{"type": "date_mismatch", "true_finds": 1, "false_alarms": 0, "missed": 0}])
    );
    let (_, page) = server.get("/insights").await;
    assert!(page.contains("How often findings are right") && page.contains("100 %"));
    let undone = server
        .client
        .delete(server.url(&at("/decision")))
        .send()
        .await
        .unwrap();
    assert_eq!(undone.status(), 200);
    let many = json!({"reports": [wrong, other, fine], "decision": "approved"});
    let (status, outcomes) = server.post("/api/v1/reviews/decisions", &many).await;
    assert_eq!(status, 200);
    assert_eq!(outcomes["outcomes"][1]["review"]["state"], "approved");
    assert!(outcomes["outcomes"][2]["error"].is_string());
    assert_eq!(listed(&server, "").await, [""; 0]);
    assert_eq!(listed(&server, "state=approved").await.len(), 2);
    for bad in ["state=good", "priority=grave", "limit=0", "unknown=1"] {
        assert_eq!(
            server.get(&format!("/api/v1/reviews?{bad}")).await.0,
            422,
            "{bad}"
        );
    }
    let log = server.json(&format!("/api/v1/audit?report={wrong}")).await;
    let outcomes: Vec<&Value> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["entry"]["outcome"])
        .collect();
    assert_eq!(
        outcomes,
        [
            "approved",
            "taken_back",
            "rejected",
            "assigned",
            "delivered"
        ]
    );
    assert_eq!(log["entries"][4]["entry"]["facts"]["flagged"], "high");
}

#[tokio::test]
async fn a_verdict_is_disputed_and_decided_without_script() {
    let (_dir, server) = running(&[]).await;
    let id = verified(&server, "The Timber Quay was built in 1931.").await;
    let (_, page) = server.get(&format!("/reports/{id}")).await;
    assert!(page.contains("Dispute this verdict") && !page.contains("id=\"review\""));
    let disputes = format!("/reports/{id}/disputes");
    let sent = server
        .form(
            &disputes,
            &[("claim", "1"), ("note", "The <b>plan</b> says 1930.")],
        )
        .await;
    assert_eq!(sent.status(), 303);
    assert_eq!(
        sent.headers()["location"],
        format!("/reports/{id}#review").as_str()
    );
    let without = server
        .form(&disputes, &[("claim", "1"), ("note", " ")])
        .await;
    assert_eq!(without.status(), 422, "a reason is asked for");
    let missing = server
        .form(&disputes, &[("claim", "7"), ("note", "It says 1930.")])
        .await;
    assert_eq!(missing.status(), 404);
    let (_, page) = server.get(&format!("/reports/{id}")).await;
    assert!(
        page.contains("id=\"review\"") && page.contains("The &lt;b&gt;plan"),
        "{page}"
    );
    let (status, queue) = server.get("/review").await;
    assert!(
        status == 200 && queue.contains("1 report waits") && queue.contains(&id),
        "{queue}"
    );
    assert!(!queue.contains(" style=") && queue.contains("Medium"));
    let to = |what: &str| format!("/review/{id}/{what}");
    let taken = server
        .form(&to("assignee"), &[("assignee", "Astrid")])
        .await;
    assert_eq!(taken.status(), 303);
    let decided = server
        .form(
            &to("decision"),
            &[("decision", "approved"), ("note", "It says 1931.")],
        )
        .await;
    let address = decided.headers()["location"].to_str().unwrap().to_owned();
    let (_, after) = server.get(&address).await;
    assert!(
        after.contains("a false alarm") && after.contains(&to("undo")),
        "{after}"
    );
    let again = server
        .form(&to("decision"), &[("decision", "approved")])
        .await;
    assert_eq!(again.status(), 409);
    assert_eq!(server.form(&to("undo"), &[]).await.status(), 303);
    let all = server
        .form(
            "/review/decisions",
            &[("id", &id), ("decision", "rejected"), ("note", "")],
        )
        .await;
    assert_eq!(all.status(), 303);
    let (_, closed) = server.get("/review?state=rejected").await;
    assert!(
        closed.contains(&id) && closed.contains("Decided"),
        "{closed}"
    );
    let (status, wrong) = server.get("/review?state=good").await;
    assert!(status == 422 && wrong.contains("state must be"), "{wrong}");
    let none = server
        .form("/review/decisions", &[("decision", "rejected")])
        .await;
    assert_eq!(none.status(), 422);
}

#[tokio::test]
async fn the_queue_can_be_switched_off_and_rules_are_data() {
    let wrong = "The Timber Quay was built in 1932.";
    let (_dir, server) = running(&[("GROUNDWALL__REVIEW__AUTO_FLAG", "false")]).await;
    let id = verified(&server, wrong).await;
    assert_eq!(listed(&server, "").await, [""; 0]);
    let dispute = json!({"claim": 1});
    let disputes = format!("/api/v1/reports/{id}/disputes");
    assert_eq!(server.post(&disputes, &dispute).await.0, 200);
    assert_eq!(listed(&server, "").await, [id]);
    drop(server);

    let (_dir, server) = running(&[("GROUNDWALL__REVIEW__QUEUE", "false")]).await;
    let id = verified(&server, wrong).await;
    let (status, refused) = server
        .post(&format!("/api/v1/reports/{id}/disputes"), &dispute)
        .await;
    assert!(
        status == 409 && message(&refused).contains("review.queue"),
        "{refused}"
    );
    assert!(server.get("/review").await.1.contains("switched off"));
    drop(server);

    let rules = tempfile::NamedTempFile::new().unwrap();
    let own = "[[rule]]\nid = \"any-date\"\nwhy = \"A date is wrong.\"\npriority = \"low\"\ntypes = [\"date_mismatch\"]\n[dispute]\npriority = \"low\"\n";
    std::fs::write(rules.path(), own).unwrap();
    let path = rules.path().to_str().unwrap();
    let (_dir, server) = running(&[("GROUNDWALL__REVIEW__RULES", path)]).await;
    let id = verified(&server, wrong).await;
    let review = server.json(&format!("/api/v1/reviews/{id}")).await;
    assert_eq!(review["reasons"][0]["rule"], "any-date");
    assert_eq!(review["due_at"], Value::Null);
}
