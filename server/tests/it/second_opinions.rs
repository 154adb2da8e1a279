//! Second opinions of a language model about what the models of the program leave undecided.

use crate::generation::server;
use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat};
use serde_json::{Value, json};

/// What the endpoint says of one claim, and what the report makes of it.
async fn opinion_of(server: &Running, claim: &str) -> (Value, Value) {
    let (status, report) = server
        .post("/api/v1/verifications", &json!({"claims": [claim]}))
        .await;
    assert_eq!(status, 201, "{report}");
    let claim = report["claims"][0].clone();
    (claim["verdict"].clone(), claim["second_opinion"].clone())
}

#[tokio::test]
async fn a_second_opinion_decides_what_is_undecided_and_never_over_a_check() {
    let says =
        |label: &str, words: &str| Reply::Text(json!({"label": label, "words": words}).to_string());
    let chat = ScriptedChat::start([
        says("supported", "belongs to the municipality"),
        says("contradicted", "built in 1931"),
        says("supported", "belongs to the harbour"),
        Reply::Text("Supported!".to_owned()),
        Reply::Status(401),
    ])
    .await;
    let on = [
        ("GROUNDWALL__POLICY__SECOND_OPINION__ASK", "true"),
        (
            "GROUNDWALL__POLICY__SECOND_OPINION__UNDECIDED",
            "[0.0, 1.0]",
        ),
    ];
    let (_dir, server) = server(&chat, &on).await;

    let owner = "The municipality has the quay as its own.";
    let (verdict, opinion) = opinion_of(&server, owner).await;
    assert_eq!(
        (&verdict, &opinion["state"], &opinion["stance"]),
        (&json!("supported"), &json!("asked"), &json!("supports"))
    );
    assert!(
        chat.prompt(0).contains(owner) && chat.requests()[0]["temperature"] == 0.0,
        "{:?}",
        chat.requests()[0]
    );
    let (verdict, opinion) = opinion_of(&server, owner).await;
    assert_eq!(
        (verdict, &opinion["state"], chat.requests().len()),
        (json!("supported"), &json!("remembered"), 1)
    );

    // A clash and an absence are not asked about.
    for (claim, verdict) in [
        ("The Timber Quay was built in 1913.", "refuted"),
        ("The quay cost 4.7 million euros.", "unsupported"),
    ] {
        assert_eq!(
            opinion_of(&server, claim).await,
            (json!(verdict), Value::Null)
        );
    }
    assert_eq!(chat.requests().len(), 1);

    let (verdict, opinion) = opinion_of(&server, "Nobody ever built the quay.").await;
    assert_eq!(
        (verdict, &opinion["words"]),
        (json!("refuted"), &json!("built in 1931"))
    );
    // Words that stand nowhere, a reply without words, an endpoint that refuses: the local verdict stands.
    for (claim, state) in [
        ("A ferry sank beside the quay.", "void"),
        ("The crane stands on wheels.", "void"),
        ("A crane is painted yellow.", "failed"),
    ] {
        let (verdict, opinion) = opinion_of(&server, claim).await;
        assert_eq!(
            (&opinion["state"], &opinion["stance"]),
            (&json!(state), &Value::Null),
            "{claim}"
        );
        let alone = json!({"claims": [claim], "policy": {"second_opinion": false}});
        assert_eq!(
            verdict,
            server.post("/api/v1/verifications", &alone).await.1["claims"][0]["verdict"],
            "{claim}"
        );
    }
    assert_eq!(chat.left(), 0);
}

#[tokio::test]
async fn second_opinions_are_off_by_default_and_bounded_by_their_budget() {
    let chat = ScriptedChat::start([Reply::Text(
        json!({"label": "not stated", "words": "The quay"}).to_string(),
    )])
    .await;
    let (_dir, server) = server(
        &chat,
        &[("GROUNDWALL__POLICY__SECOND_OPINION__AT_MOST", "1")],
    )
    .await;
    let claims = json!([
        "The crane stands on wheels.",
        "A crane is painted yellow.",
        "Wood gave the quay its name."
    ]);
    let (_, report) = server
        .post("/api/v1/verifications", &json!({"claims": claims}))
        .await;
    assert!(
        report["claims"]
            .as_array()
            .unwrap()
            .iter()
            .all(|claim| claim.get("second_opinion").is_none()),
        "{report}"
    );
    assert_eq!(chat.requests().len(), 0);
    let policy = json!({"second_opinion": true});
    let (status, report) = server
        .post(
            "/api/v1/verifications",
            &json!({"claims": claims, "policy": policy}),
        )
        .await;
    assert_eq!(status, 201, "{report}");
    let states: Vec<&Value> = report["claims"]
        .as_array()
        .unwrap()
        .iter()
        .map(|claim| &claim["second_opinion"]["state"])
        .collect();
    let over = states
        .iter()
        .filter(|state| **state == "over_budget")
        .count();
    assert!(chat.requests().len() == 1 && over >= 1, "{states:?}");
}
