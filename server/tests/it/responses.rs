//! `/v1/responses`: the other form in which an application may ask.

use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat};
use serde_json::{Value, json};

const SOURCE: &str = "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes. The quay is 120 metres long.";
const TRUE: &str = "The Timber Quay was built in 1931.";
const FALSE: &str = "The crane on the Timber Quay lifts 40 tonnes.";

fn start(chat: &ScriptedChat) -> (tempfile::TempDir, Running) {
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
        ("GROUNDWALL__GENERATOR__MODEL", "scripted-1"),
    ];
    let server = Running::start(dir.path(), &settings);
    (dir, server)
}

fn asking(stream: bool) -> Value {
    json!({"model": "m", "input": "What of the quay?", "stream": stream, "groundwall": {"sources": [{"id": "quay", "text": SOURCE}]}})
}

#[tokio::test]
async fn a_response_says_what_was_verified_alone() {
    let said = json!({
        "id": "c", "object": "chat.completion", "created": 1, "model": "scripted-1",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": format!("{TRUE} {FALSE}")}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8},
    });
    let chat = ScriptedChat::start([Reply::Json(said)]).await;
    let (_dir, server) = start(&chat);
    let (status, response) = server.post("/v1/responses", &asking(false)).await;
    assert_eq!(status, 200, "{response}");
    assert_eq!(
        (&response["object"], &response["status"]),
        (&json!("response"), &json!("completed"))
    );
    let part = &response["output"][0]["content"][0];
    assert_eq!(
        (&part["type"], &part["text"]),
        (&json!("output_text"), &json!(TRUE))
    );
    assert_eq!(response["usage"]["total_tokens"], 8, "{response}");
    assert_eq!(response["groundwall"]["state"], "partly_verified");
    assert_eq!(
        chat.requests()[0]["messages"][0]["content"],
        "What of the quay?"
    );
    let (status, refused) = server
        .post(
            "/v1/responses",
            &json!({"input": "x", "previous_response_id": "r"}),
        )
        .await;
    assert_eq!(status, 422, "{refused}");
}
