//! Progress as server-sent events.

use crate::running::{Running, data, message};
use groundwall_testing::{Reply, ScriptedChat};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

/// Names and data of the events that a request is answered with.
async fn events(request: RequestBuilder) -> Vec<(String, Value)> {
    let response = request
        .header("accept", "text/event-stream")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let said = response.text().await.unwrap();
    let event = |lines: &str| {
        let (name, data) = lines
            .strip_prefix("event: ")
            .unwrap()
            .split_once("\ndata: ")
            .unwrap();
        (name.to_owned(), serde_json::from_str(data).unwrap())
    };
    said.split_terminator("\n\n")
        .filter(|lines| !lines.starts_with(':'))
        .map(event)
        .collect()
}

/// Whether every step that begins ends, and none ends that has not begun.
fn pair(events: &[(String, Value)]) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for (event, told) in events {
        let name = told["name"].as_str().unwrap_or_default();
        match event.as_str() {
            "begun" => open.push(name),
            "ended" if open.pop() != Some(name) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

fn steps(events: &[(String, Value)]) -> Vec<String> {
    events
        .iter()
        .filter(|(event, _)| event != "report")
        .map(|(event, told)| format!("{event} {}", told["name"].as_str().unwrap()))
        .collect()
}

#[tokio::test]
async fn a_question_tells_its_steps_and_then_its_report() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let file = |name: &str| {
        let part = reqwest::multipart::Part::bytes(data(&format!("samples/{name}")))
            .file_name(name.to_owned());
        server
            .client
            .post(server.url("/api/upload"))
            .multipart(reqwest::multipart::Form::new().part("file", part))
    };
    let uploaded = events(file("lighthouse-history.txt")).await;
    let told: Vec<&str> = uploaded.iter().map(|(event, _)| event.as_str()).collect();
    assert_eq!(
        told,
        [
            "begun", "ended", "begun", "reached", "ended", "begun", "ended", "uploaded"
        ]
    );
    let (_, last) = uploaded.last().unwrap();
    assert_eq!(
        (&uploaded[3].1["count"], &uploaded[3].1["of"]),
        (&last["chunks_added"], &last["chunks_added"])
    );

    let ask = |question: &str| {
        server
            .client
            .post(server.url("/api/v1/questions"))
            .json(&json!({"question": question}))
    };
    let asked = events(ask("When did the last keeper leave?")).await;
    let expected = [
        "begun Retrieve",
        "ended Retrieve",
        "begun Read",
        "ended Read",
        "begun Draft",
        "ended Draft",
        "begun Decompose",
        "ended Decompose",
        "begun Verify",
        "ended Verify",
        "begun Decide",
        "ended Decide",
    ];
    assert_eq!(steps(&asked), expected);
    let (name, report) = asked.last().unwrap();
    assert_eq!(name, "report");
    let ended: Vec<&Value> = asked
        .iter()
        .filter(|(event, _)| event == "ended")
        .map(|(_, stage)| stage)
        .collect();
    assert_eq!(
        ended,
        report["stages"]
            .as_array()
            .unwrap()
            .iter()
            .collect::<Vec<_>>(),
        "the report lists what was told"
    );
    assert_eq!(
        &server
            .json(&format!(
                "/api/v1/reports/{}",
                report["id"].as_str().unwrap()
            ))
            .await,
        report
    );

    let body = json!({"claims": ["The last keeper left on 30 June 1978."]});
    let verified = events(
        server
            .client
            .post(server.url("/api/v1/verifications"))
            .json(&body),
    )
    .await;
    assert_eq!(
        steps(&verified),
        [
            "begun Decompose",
            "ended Decompose",
            "begun Verify",
            "ended Verify"
        ]
    );
    // A table that has no answer is looked at, too.
    let table = "Berth,Depth\nNorth,4\nSouth,6\n";
    server
        .upload(vec![("berths.csv", table.as_bytes().to_vec())])
        .await;
    for (question, first) in [
        ("What is the average depth?", "ended Tables"),
        ("When did the last keeper leave?", "ended Tables"),
        (
            "When did the last keeper leave and what is the average depth?",
            "ended Tables",
        ),
    ] {
        let asked = events(ask(question)).await;
        assert!(
            pair(&asked) && steps(&asked).contains(&first.to_owned()),
            "{question}: {:?}",
            steps(&asked)
        );
    }
    assert_eq!(
        verified.last().unwrap().1["claims"][0]["verdict"],
        "refuted"
    );

    // What is refused before the first step has its status.
    for (path, body, status) in [
        ("questions", json!({"question": " "}), 422),
        ("verifications", json!({}), 422),
        ("questions", json!({"q": 1}), 422),
    ] {
        let request = server
            .client
            .post(server.url(&format!("/api/v1/{path}")))
            .json(&body)
            .header("accept", "text/event-stream");
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), status, "{path}");
        message(&response.json().await.unwrap());
    }
}

#[tokio::test]
async fn what_fails_on_the_way_is_the_last_event() {
    let chat = ScriptedChat::start(vec![Reply::Status(401)]).await;
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(
        dir.path(),
        &[
            ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
            ("GROUNDWALL__GENERATOR__MODEL", "scripted"),
        ],
    );
    server
        .upload(vec![("quay.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    let asked = events(
        server
            .client
            .post(server.url("/api/v1/questions"))
            .json(&json!({"question": "When was the quay built?"})),
    )
    .await;
    assert_eq!(asked[asked.len() - 2].1["name"], "Draft");
    let (name, problem) = asked.last().unwrap();
    assert_eq!(name, "problem");
    assert!(message(problem).contains("key"), "{problem}");
}

#[tokio::test]
async fn a_reader_who_goes_away_ends_the_work() {
    let chat = ScriptedChat::start(vec![Reply::Silence; 4]).await;
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        ("GROUNDWALL__GENERATOR__BASE_URL", chat.url()),
        ("GROUNDWALL__GENERATOR__MODEL", "scripted"),
        ("GROUNDWALL__GENERATOR__TIMEOUT_SECONDS", "60"),
        ("GROUNDWALL__SERVER__MAX_CONCURRENT", "1"),
        ("GROUNDWALL__SERVER__MAX_WAITING", "0"),
    ];
    let server = Running::start(dir.path(), &settings);
    server
        .upload(vec![("quay.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    let asked = server
        .client
        .post(server.url("/api/v1/questions"))
        .json(&json!({"question": "When was the quay built?"}));
    let mut response = asked
        .header("accept", "text/event-stream")
        .send()
        .await
        .unwrap();
    while !String::from_utf8(response.chunk().await.unwrap().unwrap().to_vec())
        .unwrap()
        .contains("Draft")
    {}
    let verify = async || {
        server
            .post(
                "/api/verify",
                &json!({"claims": ["The quay was built in 1931."]}),
            )
            .await
            .0
    };
    assert_eq!(verify().await, 429, "the one turn is taken");
    let page = server
        .form("/ask", &[("question", "When was the quay built?")])
        .await;
    assert_eq!(
        (
            page.status().as_u16(),
            page.headers()["retry-after"].as_bytes()
        ),
        (429, b"2".as_slice()),
        "a page says it too"
    );
    drop(response);
    let freed = async {
        while verify().await == 429 {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), freed)
        .await
        .expect("the turn comes back long before the endpoint's minute is over");
}
