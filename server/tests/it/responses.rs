//! `/v1/responses`: the other form in which an application may ask.

use crate::proxy::events;
use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat, Then};
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

/// The events of a streamed response; each one's name is its type, and they are numbered from 0.
async fn streamed(server: &Running, asked: &Value) -> Vec<Value> {
    let request = server.client.post(server.url("/v1/responses")).json(asked);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().await.unwrap();
    let parts = text
        .split("\n\n")
        .filter(|part| part.starts_with("event: "));
    let events: Vec<Value> = parts
        .map(|part| {
            let (name, data) = part.split_once("\ndata: ").unwrap();
            let event: Value = serde_json::from_str(data).unwrap();
            assert_eq!(name.strip_prefix("event: "), event["type"].as_str());
            event
        })
        .collect();
    for (number, event) in events.iter().enumerate() {
        assert_eq!(event["sequence_number"], number, "{event}");
    }
    events
}

fn kinds(events: &[Value]) -> Vec<&str> {
    events
        .iter()
        .map(|event| event["type"].as_str().unwrap())
        .collect()
}

fn text(events: &[Value]) -> String {
    let deltas = events
        .iter()
        .filter(|event| event["type"] == "response.output_text.delta");
    deltas
        .map(|event| event["delta"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_streamed_response_lets_go_sentence_by_sentence() {
    let draft = format!("{TRUE} {FALSE} The quay is 120 metres long.");
    let chat = ScriptedChat::start([
        Reply::Events(events(&draft), Then::Done),
        Reply::Events(events(&draft), Then::Done),
    ])
    .await;
    let (_dir, server) = start(&chat);
    let told = streamed(&server, &asking(true)).await;
    let kept = format!("{TRUE} The quay is 120 metres long.");
    assert_eq!(text(&told), kept);
    let kinds = kinds(&told);
    assert_eq!(
        kinds[..4],
        [
            "response.created",
            "response.in_progress",
            "response.output_item.added",
            "response.content_part.added"
        ]
    );
    assert_eq!(
        kinds[kinds.len() - 4..],
        [
            "response.output_text.done",
            "response.content_part.done",
            "response.output_item.done",
            "response.completed"
        ]
    );
    let last = &told.last().unwrap()["response"];
    assert_eq!(last["output"][0]["content"][0]["text"], kept);
    assert_eq!(last["groundwall"]["state"], "partly_verified");
    let report = last["groundwall"]["report_id"].as_str().unwrap();
    let report = server.json(&format!("/api/v1/reports/{report}")).await;
    assert_eq!(report["delivered"], kept);
    assert_eq!(chat.requests()[0]["stream"], true);

    let mut withheld = asking(true);
    withheld["groundwall"]["policy"] = json!({"final_action": "withhold"});
    let told = streamed(&server, &withheld).await;
    assert_eq!(text(&told), TRUE, "nothing leaves behind what failed");
    let last = told.last().unwrap();
    assert_eq!(last["type"], "response.incomplete", "{last}");
    assert_eq!(
        last["response"]["incomplete_details"]["reason"],
        "content_filter"
    );
    let everything = json!(told).to_string();
    assert!(!everything.contains("40 tonnes"), "{everything}");
}

#[tokio::test]
async fn a_streamed_response_that_breaks_fails_and_lets_nothing_slip() {
    let half = |then| {
        let mut events = events(&format!("{TRUE} {FALSE} The crane is blue and"));
        events.pop();
        Reply::Events(events, then)
    };
    let chat = ScriptedChat::start([half(Then::Cut), half(Then::Hang), Reply::Status(500)]).await;
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
        ("GROUNDWALL__GENERATOR__MODEL", "scripted-1"),
        // Time enough to judge a sentence on a machine that has much to do.
        ("GROUNDWALL__GENERATOR__TIMEOUT_SECONDS", "10"),
    ];
    let server = Running::start(dir.path(), &settings);
    for words in ["broke off", "did not answer in time"] {
        let told = streamed(&server, &asking(true)).await;
        assert_eq!(text(&told), TRUE);
        let last = told.last().unwrap();
        assert_eq!(last["type"], "response.failed");
        let response = &last["response"];
        assert_eq!(response["status"], "failed");
        assert!(
            response["error"]["message"]
                .as_str()
                .unwrap()
                .contains(words),
            "{last}"
        );
    }
    let (status, refused) = server.post("/v1/responses", &asking(true)).await;
    assert_eq!(
        status, 503,
        "what fails before the first event has its status: {refused}"
    );
}
