//! An overdue review is told to a webhook by a running server: once, signed, and without a text.

use crate::running::{Running, root};
use groundwall_testing::{Answering, Receiver};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use std::fmt::Write as _;
use std::time::Duration;

const SECRET: &str = "a secret of sixteen";

fn signed(time: &str, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(format!("{time}.{body}").as_bytes());
    let mut hex = String::new();
    for byte in mac.finalize().into_bytes() {
        write!(hex, "{byte:02x}").unwrap();
    }
    hex
}

#[tokio::test]
async fn a_refuted_claim_that_nobody_looks_at_reaches_the_webhook() {
    let receiver = Receiver::start(Answering::Status(204)).await;
    let url = format!("{}/hooks/groundwall?team=harbour", receiver.url());
    let dir = tempfile::tempdir().unwrap();
    // The rules of the program, with no time to look.
    let rules = root().join("crates/groundwall-governance/data/review.toml");
    let rules = std::fs::read_to_string(rules).unwrap();
    let hurried = dir.path().join("review.toml");
    std::fs::write(&hurried, rules.replace("within = 30", "within = 0")).unwrap();
    let settings = [
        ("GROUNDWALL__REVIEW__RULES", hurried.to_str().unwrap()),
        ("GROUNDWALL__REVIEW__WEBHOOK__URL", url.as_str()),
        ("GROUNDWALL__REVIEW__WEBHOOK__SECRET", SECRET),
        ("GROUNDWALL__REVIEW__WEBHOOK__PRIVATE", "true"),
    ];
    let data = dir.path().join("data");
    let server = Running::start(&data, &settings);
    let claims = json!({"claims": ["The quay is 14 metres long."], "sources": [{"id": "quay", "text": "The quay is 12 metres long."}]});
    let (status, report) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(status, 201, "{report}");
    let id = report["id"].as_str().unwrap();
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let review = server.json(&format!("/api/v1/reviews/{id}")).await;
    assert_eq!(review["overdue"], true, "{review}");
    // A server looks as soon as it starts.
    assert_eq!(server.stop(), Some(0));
    let server = Running::start(&data, &settings);
    let received = receiver.until(|received| !received.is_empty()).await;
    let [told] = received.as_slice() else {
        panic!("told {} times", received.len());
    };
    assert!(
        told.head
            .starts_with("POST /hooks/groundwall?team=harbour "),
        "{}",
        told.head
    );
    let header = |name: &str| {
        let mut lines = told.head.lines();
        let found = lines.find_map(|line| {
            line.split_once(": ")
                .filter(|(known, _)| known.eq_ignore_ascii_case(name))
        });
        found.unwrap().1.to_owned()
    };
    assert_eq!(header("groundwall-event"), "review.overdue");
    let signature = header("groundwall-signature");
    let (time, hex) = signature
        .strip_prefix("t=")
        .unwrap()
        .split_once(",v1=")
        .unwrap();
    assert_eq!(hex, signed(time, &told.body));
    let body: Value = serde_json::from_str(&told.body).unwrap();
    assert_eq!(body["event"], "review.overdue");
    assert_eq!(
        (&body["report"], &body["priority"]),
        (&json!(id), &json!("high"))
    );
    assert_eq!(body["page"], format!("/reports/{id}"));
    assert!(!told.body.contains("metres"), "{}", told.body);

    // It is on record, and another start tells nobody again.
    let mut escalated = 0;
    for _ in 0..100 {
        let log = server.json(&format!("/api/v1/audit?report={id}")).await;
        escalated = log["entries"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|one| one["entry"]["outcome"] == "escalated")
            .count();
        if escalated > 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(escalated, 1);
    assert_eq!(server.stop(), Some(0));
    let _server = Running::start(&data, &settings);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(receiver.received().len(), 1);
}
