//! `/v1/chat/completions`: an application that changes its base URL.

use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat, Then};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const SOURCE: &str = "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes. The quay is 120 metres long and belongs to the municipality.";
const TRUE: &str = "The Timber Quay was built in 1931.";
const FALSE: &str = "The crane on the Timber Quay lifts 40 tonnes.";
const ALSO_TRUE: &str = "The quay is 120 metres long.";
const PATH: &str = "/v1/chat/completions";

fn start(chat: &ScriptedChat, more: &[(&str, &str)]) -> (tempfile::TempDir, Running) {
    let dir = tempfile::tempdir().unwrap();
    let mut settings = vec![
        ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
        ("GROUNDWALL__GENERATOR__MODEL", "scripted-1"),
        ("GROUNDWALL__GENERATOR__API_KEY", "sk-very-secret"),
        ("GROUNDWALL__GENERATOR__TIMEOUT_SECONDS", "2"),
    ];
    settings.extend_from_slice(more);
    let server = Running::start(dir.path(), &settings);
    (dir, server)
}

fn whole(message: Value) -> Reply {
    Reply::Json(json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "scripted-1",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": {"content": [{"token": "40"}]}}],
        "usage": {"prompt_tokens": 3, "completion_tokens": 5, "total_tokens": 8},
    }))
}

fn said(text: &str) -> Reply {
    whole(
        json!({"role": "assistant", "content": text, "reasoning_content": "The crane lifts 40 tonnes."}),
    )
}

fn asking(ours: Value) -> Value {
    json!({"model": "their-name", "messages": [{"role": "user", "content": "What of the quay?"}], "temperature": 0.1, "groundwall": ours})
}

fn inline() -> Value {
    json!({"sources": [{"id": "quay", "text": SOURCE}]})
}

/// A problem as `OpenAI` clients read it.
fn fault(body: &Value) -> (String, String) {
    let error = &body["error"];
    assert!(
        error["code"].is_string() && error.get("param").is_some(),
        "{body}"
    );
    let of = |name: &str| {
        error[name]
            .as_str()
            .unwrap_or_else(|| panic!("{body}"))
            .to_owned()
    };
    (of("type"), of("message"))
}

#[tokio::test]
async fn a_whole_answer_leaves_as_the_policy_says() {
    let draft = format!("{TRUE} {FALSE} {ALSO_TRUE}");
    let chat = ScriptedChat::start(["repair", "notes", "withhold"].map(|_| said(&draft))).await;
    let (_dir, server) = start(&chat, &[]);
    let (status, answer) = server.post(PATH, &asking(inline())).await;
    assert_eq!(status, 200, "{answer}");
    let choice = &answer["choices"][0];
    assert_eq!(choice["message"]["content"], format!("{TRUE} {ALSO_TRUE}"));
    assert_eq!(choice["finish_reason"], "stop");
    let told = &answer["groundwall"];
    assert_eq!(told["state"], "partly_verified");
    assert_eq!(told["removed"][0]["verdict"], "refuted");
    assert_eq!(told["claims"][0]["evidence"]["stance"], "supports");
    assert!(
        told["claims"][0]["evidence"]["place"]
            .as_str()
            .unwrap()
            .contains("quay"),
        "{told}"
    );
    let report = server
        .json(&format!(
            "/api/v1/reports/{}",
            told["report_id"].as_str().unwrap()
        ))
        .await;
    assert_eq!(report["delivered"], choice["message"]["content"]);
    assert_eq!(
        answer["usage"]["total_tokens"], 8,
        "what is not the answer's passes"
    );
    let everything = answer.to_string();
    assert!(
        !everything.contains("reasoning_content") && !everything.contains("logprobs"),
        "{everything}"
    );

    let request = &chat.requests()[0];
    assert_eq!(request["authorization"], "Bearer sk-very-secret");
    assert_eq!(
        (&request["model"], &request["temperature"]),
        (&json!("scripted-1"), &json!(0.1))
    );
    assert!(
        request.get("groundwall").is_none()
            && request["messages"][0]["content"] == "What of the quay?"
    );

    let mut notes = inline();
    notes["policy"] = json!({"final_action": "notes"});
    let (_, answer) = server.post(PATH, &asking(notes)).await;
    let content = answer["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(
        content.contains(&format!("{FALSE} [Not verified:")),
        "{content}"
    );

    let mut withheld = inline();
    withheld["policy"] = json!({"final_action": "withhold"});
    let (_, answer) = server.post(PATH, &asking(withheld)).await;
    assert_eq!(answer["choices"][0]["message"]["content"], Value::Null);
    assert_eq!(answer["choices"][0]["finish_reason"], "content_filter");
    assert!(!answer.to_string().contains("40 tonnes"), "{answer}");
}

#[tokio::test]
async fn sources_are_what_tools_said_or_the_stored_documents() {
    let call = json!({"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{\"at\":\"crane\"}"}});
    let chat = ScriptedChat::start([
        whole(json!({"role": "assistant", "content": null, "tool_calls": [call]})),
        said(&format!("{TRUE} {FALSE}")),
        said(TRUE),
        said(TRUE),
    ])
    .await;
    let (_dir, server) = start(&chat, &[("GROUNDWALL__PROXY__PASS_MODEL", "true")]);
    let mut request = json!({"model": "their-name", "messages": [{"role": "user", "content": "What of the quay?"}], "tools": [{"type": "function", "function": {"name": "look"}}]});
    let (status, answer) = server.post(PATH, &request).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["choices"][0]["message"]["tool_calls"][0], call);
    assert_eq!(answer["groundwall"]["not_verified"], json!(["tool_calls"]));
    assert_eq!(chat.requests()[0]["model"], "their-name");
    assert_eq!(chat.requests()[0]["tools"], request["tools"]);

    let messages = request["messages"].as_array_mut().unwrap();
    messages.push(json!({"role": "assistant", "content": null, "tool_calls": [call]}));
    messages.push(json!({"role": "tool", "tool_call_id": "call_1", "content": [{"type": "text", "text": SOURCE}]}));
    let (_, answer) = server.post(PATH, &request).await;
    assert_eq!(answer["choices"][0]["message"]["content"], TRUE, "{answer}");

    let plain = asking(json!({}));
    let (_, answer) = server.post(PATH, &plain).await;
    assert_eq!(
        answer["choices"][0]["finish_reason"], "content_filter",
        "no document says it: {answer}"
    );
    let (status, body) = server
        .upload(vec![("quay.txt", SOURCE.as_bytes().to_vec())])
        .await;
    assert_eq!(status, 200, "{body}");
    let (_, answer) = server.post(PATH, &plain).await;
    assert_eq!(answer["groundwall"]["state"], "verified", "{answer}");
}

#[tokio::test]
async fn what_is_wrong_is_said_in_the_shape_of_that_api() {
    let chat = ScriptedChat::start([Reply::Status(429), Reply::Garbage, Reply::Status(400)]).await;
    let (_dir, server) = start(&chat, &[]);
    for (body, status, words) in [
        (json!({"messages": []}), 422, "no messages"),
        (json!({"model": "m"}), 422, "needs messages"),
        (asking(json!({"source": []})), 422, "unknown field"),
        (asking(json!({"policy": {"top_k": 0}})), 422, "top_k"),
        (asking(json!({"collection": "other"})), 404, "other"),
        (asking(inline()), 503, "busy or broken"),
        (asking(inline()), 503, "no chat completion"),
        (asking(inline()), 422, "status 400"),
    ] {
        let (got, answer) = server.post(PATH, &body).await;
        let (kind, message) = fault(&answer);
        assert_eq!(got, status, "{message}");
        assert!(message.contains(words), "{message}");
        assert_eq!(
            kind,
            if status == 503 {
                "server_error"
            } else {
                "invalid_request_error"
            }
        );
    }
    assert_eq!(chat.requests().len(), 3, "what is wrong is not passed on");
    for (path, status) in [(PATH, 405), ("/v1/models", 404)] {
        let (got, body) = server.get(path).await;
        assert_eq!(got, status);
        fault(&serde_json::from_str(&body).unwrap());
    }
    let foreign = server
        .client
        .post(server.url(PATH))
        .header("host", "evil.example")
        .json(&asking(inline()));
    let response = foreign.send().await.unwrap();
    assert_eq!(response.status(), 403);
    assert_eq!(fault(&response.json().await.unwrap()).0, "permission_error");

    let dir = tempfile::tempdir().unwrap();
    let alone = Running::start(dir.path(), &[]);
    let (status, answer) = alone.post(PATH, &asking(inline())).await;
    assert_eq!(status, 503);
    assert!(fault(&answer).1.contains("generator.base_url"), "{answer}");
}

/// Events of a stream whose text comes a few characters at a time.
pub(crate) fn events(text: &str) -> Vec<Value> {
    let chunk = |delta: Value, finish: Value| {
        json!({"id": "chatcmpl-2", "object": "chat.completion.chunk", "created": 2, "model": "scripted-1",
               "choices": [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": null}]})
    };
    let characters: Vec<char> = text.chars().collect();
    let mut all = vec![chunk(
        json!({"role": "assistant", "content": ""}),
        Value::Null,
    )];
    all.extend(characters.chunks(5).map(|part| {
        chunk(
            json!({"content": part.iter().collect::<String>()}),
            Value::Null,
        )
    }));
    all.push(chunk(json!({}), json!("stop")));
    all
}

struct Streamed {
    chunks: Vec<Value>,
    done: bool,
}

impl Streamed {
    fn text(&self) -> String {
        let parts = self
            .chunks
            .iter()
            .filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str());
        parts.collect()
    }

    fn finish(&self) -> Option<&str> {
        self.chunks
            .iter()
            .find_map(|chunk| chunk["choices"][0]["finish_reason"].as_str())
    }

    fn error(&self) -> Option<&Value> {
        self.chunks
            .iter()
            .find(|chunk| chunk.get("error").is_some())
    }
}

async fn streamed(server: &Running, ours: Value) -> Streamed {
    let mut body = asking(ours);
    body["stream"] = json!(true);
    let response = server
        .client
        .post(server.url(PATH))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().await.unwrap();
    let data: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .collect();
    Streamed {
        done: data.last() == Some(&"[DONE]"),
        chunks: data
            .iter()
            .filter(|data| **data != "[DONE]")
            .map(|data| serde_json::from_str(data).unwrap())
            .collect(),
    }
}

#[tokio::test]
async fn a_stream_lets_go_sentence_by_sentence() {
    let draft = format!("{TRUE} {FALSE} {ALSO_TRUE}");
    let chat = ScriptedChat::start([
        Reply::Events(events(&draft), Then::Done),
        Reply::Events(events(&draft), Then::Done),
        Reply::Events(events(&draft), Then::Hang),
    ])
    .await;
    let (_dir, server) = start(&chat, &[]);
    let answer = streamed(&server, inline()).await;
    assert!(answer.done && answer.error().is_none());
    assert_eq!(answer.text(), format!("{TRUE} {ALSO_TRUE}"));
    assert_eq!(answer.finish(), Some("stop"));
    assert_eq!(answer.chunks[0]["choices"][0]["delta"]["role"], "assistant");
    let told: Vec<&Value> = answer
        .chunks
        .iter()
        .filter_map(|chunk| chunk.get("groundwall"))
        .collect();
    assert_eq!(told.len(), 4, "three sentences and the end");
    assert_eq!(told[1]["removed"][0]["verdict"], "refuted");
    assert_eq!(told[3]["state"], "partly_verified");
    let reports = server.json("/api/v1/reports").await;
    assert_eq!(
        reports["reports"].as_array().unwrap().len(),
        1,
        "the pieces leave no reports of their own"
    );
    assert_eq!(reports["reports"][0]["id"], told[3]["report_id"]);
    assert_eq!(chat.requests()[0]["stream"], true);

    let mut notes = inline();
    notes["policy"] = json!({"final_action": "notes"});
    let answer = streamed(&server, notes).await;
    assert!(
        answer.text().contains(&format!("{FALSE} [Not verified:")),
        "{}",
        answer.text()
    );

    // Under withhold nothing leaves behind the first sentence that fails, and the endpoint is not asked on.
    let mut withheld = inline();
    withheld["policy"] = json!({"final_action": "withhold"});
    let answer = streamed(&server, withheld).await;
    assert_eq!(
        (answer.text().as_str(), answer.finish()),
        (TRUE, Some("content_filter"))
    );
    assert!(
        answer.done
            && !answer
                .chunks
                .iter()
                .any(|chunk| chunk.to_string().contains("40 tonnes"))
    );
    gone(&chat, 1).await;
}

/// Waits until the endpoint has seen so many clients go.
async fn gone(chat: &ScriptedChat, count: usize) {
    let until = Instant::now() + Duration::from_secs(10);
    while chat.gone() < count {
        assert!(
            Instant::now() < until,
            "the request to the endpoint goes on"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test]
async fn a_stream_that_breaks_ends_with_an_error_and_lets_nothing_slip() {
    let half = |then| {
        let mut events = events(&format!("{TRUE} {FALSE} The crane is blue and"));
        events.pop();
        Reply::Events(events, then)
    };
    let broken = {
        // The gate looks for the end of a sentence again when an eighth more has come.
        let mut events = events(&format!("{TRUE} Then the harbour"));
        events.pop();
        events.push(json!({"error": {"message": "the prompt was: What of the quay?"}}));
        Reply::Events(events, Then::Done)
    };
    let chat = ScriptedChat::start([
        half(Then::Cut),
        broken,
        half(Then::Hang),
        half(Then::Hang),
        Reply::Status(500),
    ])
    .await;
    let (_dir, server) = start(&chat, &[]);
    for words in ["broke off", "error of its own", "did not answer in time"] {
        let begun = Instant::now();
        let answer = streamed(&server, inline()).await;
        let error = answer
            .error()
            .unwrap_or_else(|| panic!("{words}: no error"));
        assert!(fault(error).1.contains(words), "{error}");
        assert!(!answer.done && answer.finish().is_none());
        assert_eq!(answer.text(), TRUE, "what was not verified did not leave");
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
    // A client that goes takes the request to the endpoint with it, long before that would time out.
    let (_patient_dir, server) = start(&chat, &[("GROUNDWALL__GENERATOR__TIMEOUT_SECONDS", "60")]);
    let before = chat.gone();
    let mut body = asking(inline());
    body["stream"] = json!(true);
    let mut response = server
        .client
        .post(server.url(PATH))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert!(response.chunk().await.unwrap().is_some());
    drop(response);
    gone(&chat, before + 1).await;
    // What fails before the first byte has its status.
    let response = server
        .client
        .post(server.url(PATH))
        .json(&body)
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 503);
    fault(&response.json().await.unwrap());
}

#[tokio::test]
async fn personal_data_stays_here_and_comes_back() {
    let arguments = r#"{"to":"[EMAIL_1]"}"#;
    let draft = "Write to [EMAIL_1] about the quay.";
    let mut streaming = events(draft);
    let end = streaming.pop().unwrap();
    for part in [&arguments[..9], &arguments[9..]] {
        let mut event = end.clone();
        event["choices"][0]["finish_reason"] = Value::Null;
        event["choices"][0]["delta"] = json!({"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": {"name": "mail", "arguments": part}}]});
        streaming.push(event);
    }
    streaming.push(end);
    let chat = ScriptedChat::start([said(draft), Reply::Events(streaming, Then::Done)]).await;
    let (_dir, server) = start(&chat, &[("GROUNDWALL__PRIVACY__MASK_PROMPTS", "always")]);
    let mut body = json!({"messages": [{"role": "user", "content": "Mail ada@example.org about the quay."}],
        "groundwall": {"sources": [{"id": "note", "text": "Write to ada@example.org about the quay."}], "policy": {"final_action": "notes"}}});
    let (_, answer) = server.post(PATH, &body).await;
    let content = answer["choices"][0]["message"]["content"].as_str().unwrap();
    assert!(
        content.contains("ada@example.org") && !content.contains("EMAIL"),
        "{answer}"
    );
    let sent = chat.requests()[0]["messages"].to_string();
    assert!(
        sent.contains("[EMAIL_1]") && !sent.contains("ada@"),
        "{sent}"
    );

    body["stream"] = json!(true);
    let response = server
        .client
        .post(server.url(PATH))
        .json(&body)
        .send()
        .await
        .unwrap();
    let text = response.text().await.unwrap();
    assert!(
        text.contains(r#"{\"to\":\"ada@example.org\"}"#) && !text.contains("EMAIL"),
        "{text}"
    );
}
