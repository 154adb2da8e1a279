//! What the endpoint says besides an answer: errors, broken replies, messages without text; and which models there are.

use super::streams::{events, streamed_by};
use super::{PATH, TRUE, asking, fault, inline, said, start, whole};
use groundwall_testing::{Reply, ScriptedChat, Then};
use serde_json::{Value, json};

const KEYS: [&str; 11] = [
    "banner",
    "citations",
    "claims",
    "degraded",
    "kept_back",
    "not_verified",
    "remarks",
    "removed",
    "report_id",
    "state",
    "support_ratio",
];

fn keys(told: &Value) -> Vec<&str> {
    let fields = told.as_object().unwrap();
    let mut keys: Vec<&str> = fields.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys.retain(|key| *key != "choice");
    keys
}

#[tokio::test]
async fn the_field_has_the_same_keys_whatever_the_message_holds() {
    let call =
        json!({"id": "call_1", "type": "function", "function": {"name": "pay", "arguments": "{}"}});
    let chat = ScriptedChat::start([
        said(TRUE),
        said(""),
        whole(json!({"role": "assistant", "content": null, "tool_calls": [call]})),
        Reply::Events(events(""), Then::Done),
    ])
    .await;
    let (_dir, server) = start(&chat, &[]);
    for (what, reported) in [("text", true), ("none", false), ("a call", false)] {
        let (status, answer) = server.post(PATH, &asking(inline())).await;
        assert_eq!(status, 200, "{answer}");
        for told in [&answer["groundwall"], &answer["choices"][0]["groundwall"]] {
            assert_eq!(keys(told), KEYS, "{what}");
            assert_eq!(told["report_id"].is_string(), reported, "{what}");
        }
    }
    let streamed = streamed_by(&server, &asking(inline())).await;
    let told = streamed.told();
    assert_eq!(keys(told), KEYS);
    assert_eq!(
        (&told["state"], &told["report_id"]),
        (&json!("nothing_to_check"), &Value::Null)
    );
}

#[tokio::test]
async fn a_reply_without_a_choice_is_no_answer() {
    let empty = json!({"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "scripted-1", "choices": []});
    let mut broken = empty.clone();
    broken["choices"] = json!([{"index": 0, "finish_reason": "stop"}]);
    let chat = ScriptedChat::start([
        Reply::Json(empty.clone()),
        Reply::Json(broken),
        Reply::Json(empty.clone()),
        Reply::Events(vec![empty], Then::Done),
    ])
    .await;
    let (_dir, server) = start(&chat, &[]);
    let input = json!({"input": "What of the quay?", "groundwall": inline()});
    for (path, body) in [
        (PATH, asking(inline())),
        (PATH, asking(inline())),
        ("/v1/responses", input),
    ] {
        let (status, answer) = server.post(path, &body).await;
        assert_eq!(status, 503, "{answer}");
        assert!(fault(&answer).1.contains("no chat completion"), "{answer}");
    }
    let streamed = streamed_by(&server, &asking(inline())).await;
    let error = streamed.error().unwrap();
    assert!(fault(error).1.contains("no chat completion") && !streamed.done);
}

fn refused(status: u16, wait: Option<&str>, body: Value) -> Reply {
    Reply::Refused {
        status,
        wait: wait.map(str::to_owned),
        body,
    }
}

#[tokio::test]
async fn what_the_endpoint_says_of_a_refusal_reaches_who_asked() {
    let busy = |wait| refused(429, Some(wait), json!({"error": {"message": "slow down"}}));
    let large = json!({"error": {"message": "max_tokens too large, key sk-very-secret", "param": "max_tokens", "type": "invalid_request_error"}});
    let chat = ScriptedChat::start([
        busy("7"),
        busy("1"),
        busy("7"),
        refused(400, None, large.clone()),
        refused(400, None, large),
    ])
    .await;
    let (_dir, server) = start(&chat, &[]);
    let mut streaming = asking(inline());
    streaming["stream"] = json!(true);
    for (body, seconds) in [
        (asking(inline()), "7"),
        (asking(inline()), "2"),
        (streaming, "7"),
    ] {
        let request = server.client.post(server.url(PATH)).json(&body);
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 503);
        assert_eq!(response.headers()["retry-after"], seconds);
    }
    let input = json!({"input": "What of the quay?", "groundwall": inline()});
    for (path, body, named) in [
        (PATH, asking(inline()), "max_tokens"),
        ("/v1/responses", input, "max_output_tokens"),
    ] {
        let (status, answer) = server.post(path, &body).await;
        assert_eq!(status, 422);
        assert_eq!(answer["error"]["param"], named, "{answer}");
        let (_, message) = fault(&answer);
        assert!(message.contains("max_tokens too large"), "{message}");
        assert!(!message.contains("secret"), "{message}");
    }
}

#[tokio::test]
async fn the_models_that_a_request_may_name_are_listed() {
    let chat = ScriptedChat::start([]).await;
    let mapped = r#"{ "org/their-name" = "scripted-2" }"#;
    let (_dir, server) = start(&chat, &[("GROUNDWALL__PROXY__MODELS", mapped)]);
    let listed = server.json("/v1/models").await;
    let model =
        |id: &str| json!({"id": id, "object": "model", "created": 0, "owned_by": "groundwall"});
    let all = [model("scripted-1"), model("org/their-name")];
    assert_eq!(listed, json!({"object": "list", "data": all}));
    assert_eq!(server.json("/v1/models/org/their-name").await, all[1]);
    assert_eq!(server.json("/v1/models/org%2Ftheir-name").await, all[1]);
    let (status, answer) = server.get("/v1/models/scripted-2").await;
    assert_eq!(status, 404);
    let (_, message) = fault(&serde_json::from_str(&answer).unwrap());
    assert!(message.contains("scripted-2"), "{message}");
    let (status, answer) = server.post("/v1/models", &json!({})).await;
    assert_eq!(status, 405, "{answer}");
    fault(&answer);

    let dir = tempfile::tempdir().unwrap();
    let alone = crate::running::Running::start(dir.path(), &[]);
    assert_eq!(alone.json("/v1/models").await["data"], json!([]));
}
