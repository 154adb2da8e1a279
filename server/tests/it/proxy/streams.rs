//! Answers that leave sentence by sentence, and streams that break.

use super::{ALSO_TRUE, FALSE, PATH, TRUE, asking, fault, inline, start};
use crate::running::Running;
use groundwall_testing::{Reply, ScriptedChat, Then};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

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

pub(super) struct Streamed {
    chunks: Vec<Value>,
    pub(super) done: bool,
}

impl Streamed {
    pub(super) fn text(&self) -> String {
        let parts = self
            .chunks
            .iter()
            .filter_map(|chunk| chunk["choices"][0]["delta"]["content"].as_str());
        parts.collect()
    }

    pub(super) fn finish(&self) -> Option<&str> {
        self.chunks
            .iter()
            .find_map(|chunk| chunk["choices"][0]["finish_reason"].as_str())
    }

    /// The verdicts of the whole.
    pub(super) fn told(&self) -> &Value {
        let mut told = self.chunks.iter().rev();
        &told
            .find(|chunk| chunk.get("groundwall").is_some())
            .unwrap()["groundwall"]
    }

    pub(super) fn error(&self) -> Option<&Value> {
        self.chunks
            .iter()
            .find(|chunk| chunk.get("error").is_some())
    }
}

async fn streamed(server: &Running, ours: Value) -> Streamed {
    let body = asking(ours);
    streamed_by(server, &body).await
}

pub(super) async fn streamed_by(server: &Running, body: &Value) -> Streamed {
    let mut body = body.clone();
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
    assert_eq!(told[1]["removed"][0].get("text"), None);
    assert_eq!(told[3]["removed"][0]["text"], FALSE);
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
    // It is on record like any other, with what had left.
    let told = answer.told();
    assert_eq!(told["state"], "not_verified", "{told}");
    assert_eq!(
        (&told["support_ratio"], &told["removed"]),
        (&json!(0.5), &json!([]))
    );
    assert_eq!(told["claims"][0]["text"], TRUE);
    let banner = told["banner"].as_str().unwrap();
    assert!(banner.contains("ends before a sentence"), "{banner}");
    let id = told["report_id"].as_str().unwrap();
    let report = server.json(&format!("/api/v1/reports/{id}")).await;
    assert_eq!(report["delivered"], TRUE);
    assert!(!report.to_string().contains("40 tonnes"), "{report}");
    let audit = server.json(&format!("/api/v1/audit?report={id}")).await;
    assert_eq!(audit["entries"].as_array().unwrap().len(), 1, "{audit}");
}

#[tokio::test]
async fn a_stream_of_which_all_is_withheld_says_it_in_no_chunk() {
    let chat = ScriptedChat::start(["repair", "withhold"].map(|_| {
        let events = events(&format!("{FALSE} It was paid for by the king."));
        Reply::Events(events, Then::Done)
    }))
    .await;
    let (_dir, server) = start(&chat, &[]);
    for action in ["repair", "withhold"] {
        let mut ours = inline();
        ours["policy"] = json!({"final_action": action});
        let answer = streamed(&server, ours).await;
        assert!(answer.done, "{action}");
        assert_eq!(
            (answer.text().as_str(), answer.finish()),
            ("", Some("content_filter"))
        );
        for chunk in &answer.chunks {
            let chunk = chunk.to_string();
            assert!(
                !chunk.contains(FALSE.trim_end_matches('.')) && !chunk.contains("king"),
                "{action}: {chunk}"
            );
        }
        let told = answer.told();
        assert!(told["report_id"].is_string(), "{told}");
        let banner = told["banner"].as_str().unwrap();
        assert!(banner.contains("Nothing in it could be released"), "{told}");
        if action == "repair" {
            let removed: Vec<&Value> = answer
                .chunks
                .iter()
                .filter_map(|chunk| chunk["groundwall"]["removed"].as_array())
                .flatten()
                .collect();
            assert_eq!(
                removed[0],
                &json!({"verdict": "refuted", "code": "clash", "sentence": 1})
            );
            assert_eq!(removed[1]["sentence"], 2);
        }
    }
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
        // The gate looks for the end of a sentence again when a word of the next one has come.
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
