//! `/v1/chat/completions`: an application that changes its base URL.

mod guarded;
mod streams;
mod upstream;

pub(crate) use streams::events;

use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat, Then};
use serde_json::{Value, json};

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

/// What comes of a question where a header names the collection.
async fn of_collection(server: &Running, named: &str, ours: Value) -> (u16, Value) {
    let request = server.client.post(server.url(PATH));
    let request = request.header("groundwall-collection", named);
    let response = request.json(&asking(ours)).send().await.unwrap();
    let status = response.status().as_u16();
    (status, response.json().await.unwrap())
}

#[tokio::test]
async fn a_header_names_the_collection() {
    let chat = ScriptedChat::start([said(TRUE), said(TRUE), said(TRUE)]).await;
    let (_dir, server) = start(&chat, &[]);
    let (status, made) = server
        .post("/api/v1/collections", &json!({"name": "Brücke"}))
        .await;
    assert_eq!(status, 201, "{made}");
    let id = made["id"].as_str().unwrap();
    let part = reqwest::multipart::Part::bytes(SOURCE.as_bytes()).file_name("quay.txt");
    let sent = server
        .client
        .post(server.url(&format!("/api/v1/documents?collection={id}")))
        .multipart(reqwest::multipart::Form::new().part("file", part));
    assert_eq!(sent.send().await.unwrap().status(), 201);

    for named in ["Br%C3%BCcke", id] {
        let (status, answer) = of_collection(&server, named, json!({})).await;
        assert_eq!(status, 200, "{answer}");
        assert_eq!(answer["groundwall"]["state"], "verified", "{answer}");
    }
    let (_, answer) = of_collection(&server, id, json!({"collection": "default"})).await;
    assert_eq!(
        answer["choices"][0]["finish_reason"], "content_filter",
        "the field wins: {answer}"
    );
    let (status, answer) = of_collection(&server, "none", json!({})).await;
    assert_eq!(status, 404, "{answer}");
    let (status, answer) = of_collection(&server, "%FF", json!({})).await;
    assert_eq!(status, 422, "{answer}");
    assert_eq!(chat.requests().len(), 3, "what is wrong asks nobody");
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
        (asking(json!({"documents": ["nope.txt"]})), 404, "nope.txt"),
        (
            asking(json!({"sources": [{"id": "a", "text": SOURCE}, {"id": "a", "text": TRUE}]})),
            422,
            "the id \"a\"",
        ),
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
    for (path, status) in [(PATH, 405), ("/v1/files", 404)] {
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

#[tokio::test]
async fn personal_data_of_no_field_leaves() {
    let call = |mark: &str| json!({"id": "call_1", "type": "function", "function": {"name": "mail", "arguments": format!(r#"{{"to":"[{mark}]"}}"#)}});
    // The third address in the order of the fields as the endpoint gets them.
    let mark = "EMAIL_3";
    let replies = [mark, mark].map(|mark| {
        whole(json!({"role": "assistant", "content": null, "tool_calls": [call(mark)]}))
    });
    let chat = ScriptedChat::start(replies).await;
    let (_dir, server) = start(&chat, &[("GROUNDWALL__PRIVACY__MASK_PROMPTS", "always")]);
    let to = json!({"type": "object", "properties": {"id": {"type": "string", "default": "bea@example.org", "enum": ["bea@example.org"]}}});
    let function =
        json!({"name": "mail", "description": "Mails bea@example.org.", "parameters": to});
    let mut flat = function.clone();
    flat["type"] = json!("function");
    let schema = json!({"name": "note", "schema": {"type": "string", "description": "For cyd@example.org."}});
    let bodies = [
        (
            PATH,
            json!({"messages": [{"role": "user", "content": "Mail ada@example.org."}], "user": "ada@example.org", "metadata": {"who": "ada@example.org"},
                "stop": ["ada@example.org"], "prediction": {"type": "content", "content": "To ada@example.org"}, "safety_identifier": "bea@example.org",
                "tools": [{"type": "function", "function": function}], "response_format": {"type": "json_schema", "json_schema": schema}}),
        ),
        (
            "/v1/responses",
            json!({"input": "Mail ada@example.org.", "user": "ada@example.org", "metadata": {"who": "ada@example.org"}, "tools": [flat],
                "text": {"format": {"type": "json_schema", "name": "note", "schema": schema["schema"]}}}),
        ),
    ];
    for (path, body) in bodies {
        let (status, answer) = server.post(path, &body).await;
        assert_eq!(status, 200, "{answer}");
        let sent = chat.requests().pop().unwrap();
        assert!(!sent.to_string().contains("@example"), "{path}: {sent}");
        let tool = &sent["tools"][0]["function"];
        assert_eq!(
            tool["parameters"]["properties"]["id"]["default"],
            format!("[{mark}]")
        );
        assert_eq!(sent["model"], "scripted-1");
        let text = answer.to_string();
        assert!(text.contains(r#"{\"to\":\"bea@example.org\"}"#), "{text}");
    }
    let sent = chat.requests();
    let who = sent[0]["user"].as_str().unwrap();
    assert!(who.starts_with("person-"), "{who}");
    assert_eq!(sent[1]["user"], who, "the same person");
    assert_ne!(sent[0]["safety_identifier"], who, "another one");
    assert_eq!(sent[0]["stop"][0], "[EMAIL_1]");
}
