//! Proposals from decisions: made, shown, accepted or rejected by a person, and never by themselves.

use crate::running::{Running, message};
use serde_json::{Value, json};

const PATH: &str = "/api/v1/calibration";

/// Verifies a claim about a price that lies off by so much, and decides what becomes of its review.
async fn decided(server: &Running, dollars: usize, decision: &str) -> String {
    let source = json!([{"id": "prices", "text": "The ferry ticket costs $1,000."}]);
    let claims =
        json!({"claims": [format!("The ferry ticket costs ${dollars}.")], "sources": source});
    let (status, report) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(status, 201, "{report}");
    assert_eq!(report["claims"][0]["verdict"], "refuted", "{report}");
    let id = report["id"].as_str().unwrap().to_owned();
    let decision = json!({"decision": decision});
    let (status, review) = server
        .post(&format!("/api/v1/reviews/{id}/decision"), &decision)
        .await;
    assert_eq!(status, 200, "{review}");
    id
}

fn tolerance(found: &Value) -> Option<&Value> {
    let all = found["proposals"].as_array().unwrap();
    all.iter().find(|one| one["change"]["of"] == "currency")
}

async fn policy(server: &Running) -> Value {
    let claims = json!({"claims": ["The ferry ticket costs $1,010."], "sources": [{"id": "prices", "text": "The ferry ticket costs $1,000."}]});
    let (_, report) = server.post("/api/v1/verifications", &claims).await;
    report["provenance"]["policy"]["tolerances"]["currency"].clone()
}

#[tokio::test]
async fn decisions_propose_and_a_person_changes_the_policy() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    decided(&server, 1_020, "approved").await;
    let (status, few) = server.post(PATH, &json!({})).await;
    assert_eq!(status, 200, "{few}");
    assert_eq!(
        (&few["decided"], &few["error"], &few["proposals"]),
        (&json!(1), &Value::Null, &json!([]))
    );
    let notes = few["notes"].to_string();
    assert!(
        notes.contains("Tolerance of amounts of money: 1 decisions"),
        "{notes}"
    );
    let (_, page) = server.get("/review/calibration").await;
    assert!(
        page.contains("No change is proposed") && page.contains("30 are needed"),
        "{page}"
    );

    for number in 0..21 {
        decided(&server, 1_010 + number, "approved").await;
    }
    let mut wrong = String::new();
    for number in 0..9 {
        wrong = decided(&server, 1_500 + number, "rejected").await;
    }
    let (_, found) = server.post(PATH, &json!({})).await;
    let proposed = tolerance(&found)
        .unwrap_or_else(|| panic!("{found}"))
        .clone();
    assert_eq!(
        proposed["change"],
        json!({"setting": "tolerance", "of": "currency", "from": 0.0, "to": 0.03})
    );
    assert_eq!(
        proposed["agreement"],
        json!({"decisions": 31, "now": 9, "then": 31})
    );
    assert_eq!(proposed["state"], "open");
    assert_eq!(proposed["effect"]["statements"], 22, "{proposed}");
    assert_eq!(proposed["effect"]["reports"], 31);
    assert!(found["error"].as_f64().unwrap() > 0.0, "{found}");
    assert_eq!(found["statements"], 31);
    assert_eq!(
        policy(&server).await,
        json!(0.0),
        "nothing is applied by itself"
    );
    let (_, page) = server.get("/review/calibration").await;
    assert!(
        page.contains("Accept the change") && page.contains("tolerances.currency"),
        "{page}"
    );

    let id = proposed["id"].as_str().unwrap();
    let at = format!("{PATH}/{id}/decision");
    let (status, bad) = server.post(&at, &json!({"decision": "maybe"})).await;
    assert_eq!(status, 422, "{bad}");
    let (status, none) = server
        .post(
            &format!("{PATH}/none/decision"),
            &json!({"decision": "accepted"}),
        )
        .await;
    assert_eq!(status, 404, "{none}");
    let (status, accepted) = server.post(&at, &json!({"decision": "accepted"})).await;
    assert_eq!(
        (status, &accepted["state"]),
        (200, &json!("accepted")),
        "{accepted}"
    );
    assert_eq!(policy(&server).await, json!(0.03));
    let (status, twice) = server.post(&at, &json!({"decision": "rejected"})).await;
    assert_eq!(status, 409);
    assert!(message(&twice).contains("decided already"));
    let log = server.json("/api/v1/audit?limit=20").await;
    let entries: Vec<&Value> = log["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["entry"])
        .collect();
    let of = |kind: &str, outcome: &str| {
        entries.iter().any(|one| {
            one["kind"] == kind && one["outcome"] == outcome && one["facts"]["proposal"] == id
        })
    };
    assert!(
        of("policy_changed", "saved") && of("calibration", "accepted"),
        "{log}"
    );

    // What reviewers say counts to the uncertainty of the next report, and a decision that is taken back does not.
    let signal = async || {
        let claims = json!({"claims": ["The ferry ticket costs $1,000."], "sources": [{"id": "prices", "text": "The ferry ticket costs $1,000."}]});
        let (_, report) = server.post("/api/v1/verifications", &claims).await;
        let signals = report["governance"]["uncertainty"]["signals"]
            .as_array()
            .unwrap()
            .clone();
        signals
            .into_iter()
            .find(|one| one["name"] == "calibration_error")
            .unwrap()
    };
    let until = async |wanted: &dyn Fn(&Value) -> bool| {
        for _ in 0..100 {
            let said = signal().await;
            if wanted(&said) {
                return said;
            }
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
        panic!("the signal stays {}", signal().await);
    };
    let said = until(&|said| said["value"].is_number()).await;
    let now = server.json(PATH).await;
    let close = said["value"].as_f64().unwrap() - now["error"].as_f64().unwrap();
    assert!(close.abs() < 1e-9, "{said} {now}");
    for number in [wrong.as_str()] {
        let undone = server
            .client
            .delete(server.url(&format!("/api/v1/reviews/{number}/decision")));
        assert_eq!(undone.send().await.unwrap().status(), 200);
    }
    let fewer = server.json(PATH).await;
    assert_eq!(fewer["statements"], 30);
}

#[tokio::test]
async fn what_the_configuration_sets_cannot_be_accepted_and_a_rejected_one_changes_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let fixed = [("GROUNDWALL__POLICY__TOLERANCES__CURRENCY", "0")];
    let server = Running::start(dir.path(), &fixed);
    for number in 0..15 {
        decided(&server, 1_010 + number, "approved").await;
    }
    for number in 0..6 {
        decided(&server, 1_500 + number, "rejected").await;
    }
    let (_, found) = server.post(PATH, &json!({})).await;
    let id = tolerance(&found).unwrap()["id"].as_str().unwrap();
    let (status, refused) = server
        .post(
            &format!("{PATH}/{id}/decision"),
            &json!({"decision": "accepted"}),
        )
        .await;
    assert_eq!(status, 409);
    assert!(
        message(&refused).contains("policy.tolerances.currency"),
        "{refused}"
    );
    let done = server
        .form(
            &format!("/review/calibration/{id}/decision"),
            &[("decision", "rejected")],
        )
        .await;
    assert_eq!(done.status(), 303);
    let kept = server.json(PATH).await;
    assert_eq!(tolerance(&kept).unwrap()["state"], "rejected");
    assert_eq!(policy(&server).await, json!(0.0));
}
