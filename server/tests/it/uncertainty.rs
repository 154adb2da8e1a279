//! What a language model's tokens and further drafts say of how sure its answer is.

use crate::generation::server;
use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat};
use serde_json::{Value, json};

const QUESTION: &str = "When was the Timber Quay built?";
const TRUE: &str = "The Timber Quay was built in 1931.";
const ELSE: &str = "The Timber Quay belongs to the municipality.";

/// The uncertainty of the answer to the question, by the names of its signals.
async fn uncertainty(server: &Running) -> (Value, Value) {
    let (status, answer) = server.post("/api/query", &json!({"query": QUESTION})).await;
    assert_eq!(status, 200, "{answer}");
    let id = answer["report_id"].as_str().unwrap();
    let report = server.get(&format!("/api/v1/reports/{id}")).await.1;
    let report: Value = serde_json::from_str(&report).unwrap();
    let signals = report["governance"]["uncertainty"]["signals"].clone();
    let of = |name: &str| {
        let mut all = signals.as_array().unwrap().iter();
        all.find(|signal| signal["name"] == name).unwrap()["value"].clone()
    };
    (of("token_entropy"), of("self_consistency"))
}

/// A whole answer whose two tokens were certain and even.
fn with_probabilities() -> Reply {
    let token = |logprobs: [f64; 2]| json!({"token": "t", "logprob": logprobs[0], "top_logprobs": logprobs.map(|logprob| json!({"token": "t", "logprob": logprob}))});
    let third = (1.0f64 / 3.0).ln();
    Reply::Json(
        json!({"model": "scripted-1", "choices": [{"message": {"content": TRUE}, "logprobs": {"content": [token([0.0, -9999.0]), token([third, third])]}}]}),
    )
}

#[tokio::test]
async fn the_probabilities_of_tokens_are_asked_for_and_count() {
    let chat = ScriptedChat::start([with_probabilities(), Reply::Text(TRUE.to_owned())]).await;
    let (_dir, server) = server(&chat, &[]).await;
    let (entropy, _) = uncertainty(&server).await;
    assert!((entropy.as_f64().unwrap() - 0.5).abs() < 1e-6, "{entropy}");
    assert_eq!(chat.requests()[0]["logprobs"], true);
    assert_eq!(chat.requests()[0]["top_logprobs"], 5);
    assert_eq!(uncertainty(&server).await.0, Value::Null, "none were given");
}

#[tokio::test]
async fn an_endpoint_that_refuses_probabilities_is_asked_without_from_then_on() {
    let answer = || Reply::Text(TRUE.to_owned());
    let chat = ScriptedChat::start([Reply::Status(400), answer(), answer()]).await;
    let (_dir, server) = server(&chat, &[]).await;
    assert_eq!(uncertainty(&server).await.0, Value::Null);
    assert_eq!(uncertainty(&server).await.0, Value::Null);
    let asked: Vec<bool> = chat
        .requests()
        .iter()
        .map(|request| request.get("logprobs").is_some())
        .collect();
    assert_eq!(asked, [true, false, false]);
}

#[tokio::test]
async fn nobody_asks_for_probabilities_where_that_is_switched_off() {
    let chat = ScriptedChat::start([Reply::Text(TRUE.to_owned())]).await;
    let off = ("GROUNDWALL__GENERATOR__TOKEN_PROBABILITIES", "false");
    let (_dir, server) = server(&chat, &[off]).await;
    assert_eq!(uncertainty(&server).await, (Value::Null, Value::Null));
    assert_eq!(chat.requests()[0].get("logprobs"), None);
}

#[tokio::test]
async fn further_drafts_that_say_something_else_make_an_answer_less_sure() {
    let says = |text: &str| Reply::Text(text.to_owned());
    let chat = ScriptedChat::start([
        says(TRUE),
        says("The Timber Quay was built in 1972."),
        says(TRUE),
        Reply::Status(401),
        says(ELSE),
    ])
    .await;
    let (_dir, server) = server(&chat, &[("GROUNDWALL__POLICY__SAMPLES", "4")]).await;
    let (_, inconsistency) = uncertainty(&server).await;
    assert_eq!(chat.left(), 0);
    let share = inconsistency.as_f64().unwrap();
    assert!(
        (share - 2.0 / 3.0).abs() < 1e-6,
        "one of three agrees: {share}"
    );
    let requests = chat.requests();
    let temperatures: Vec<f64> = requests
        .iter()
        .map(|request| request["temperature"].as_f64().unwrap())
        .collect();
    let different: std::collections::BTreeSet<u64> = temperatures[1..]
        .iter()
        .map(|one| (one * 100.0).round() as u64)
        .collect();
    assert_eq!(different.len(), 4, "{temperatures:?}");
    assert!(
        requests
            .iter()
            .all(|request| request["messages"] == requests[0]["messages"])
    );
}

#[tokio::test]
async fn nothing_is_sampled_of_what_does_not_leave() {
    let false_one = || Reply::Text("The crane on the Timber Quay lifts 40 tonnes.".to_owned());
    let chat = ScriptedChat::start([false_one(), false_one()]).await;
    let settings = [
        ("GROUNDWALL__POLICY__SAMPLES", "2"),
        ("GROUNDWALL__POLICY__MAX_REGENERATIONS", "0"),
        ("GROUNDWALL__POLICY__FINAL_ACTION", "withhold"),
    ];
    let (_dir, server) = server(&chat, &settings).await;
    let (status, answer) = server.post("/api/query", &json!({"query": QUESTION})).await;
    assert_eq!((status, &answer["state"]), (200, &json!("not_verified")));
    assert_eq!(chat.requests().len(), 1);
}
