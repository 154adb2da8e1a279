//! Traces of a running server, as a collector gets them, and what a collector that fails costs.

use crate::running::{Running, texts};
use groundwall_testing::{Answering, Received, Receiver};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const DOCUMENT: &[u8] =
    b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Everything that was posted to a path, in one list.
fn sent(received: &[Received], path: &str, pointers: [&str; 3]) -> Vec<Value> {
    let [resources, scopes, records] = pointers;
    let mut all = Vec::new();
    for one in received {
        if !one.head.starts_with(&format!("POST {path} ")) {
            continue;
        }
        let body: Value = serde_json::from_str(&one.body).unwrap();
        let name = &body[resources][0]["resource"]["attributes"][0];
        assert_eq!(name["value"]["stringValue"], "harbour gate");
        let list = &body[resources][0][scopes][0][records];
        all.extend(list.as_array().unwrap().clone());
    }
    all
}

fn spans(received: &[Received]) -> Vec<Value> {
    sent(
        received,
        "/v1/traces",
        ["resourceSpans", "scopeSpans", "spans"],
    )
}

fn events(received: &[Received]) -> Vec<Value> {
    sent(
        received,
        "/v1/logs",
        ["resourceLogs", "scopeLogs", "logRecords"],
    )
}

fn named<'a>(spans: &'a [Value], name: &str) -> Option<&'a Value> {
    spans.iter().find(|span| span["name"] == name)
}

fn attribute<'a>(of: &'a Value, key: &str) -> Option<&'a Value> {
    let all = of["attributes"].as_array().unwrap();
    let found = all.iter().find(|one| one["key"] == key)?;
    found["value"].as_object().unwrap().values().next()
}

fn is_child(span: &Value, of: &Value) -> bool {
    span["parentSpanId"] == of["spanId"] && span["traceId"] == of["traceId"]
}

#[tokio::test]
async fn a_question_and_a_verification_are_traced_without_a_text() {
    let collector = Receiver::start(Answering::Status(200)).await;
    let dir = tempfile::tempdir().unwrap();
    let settings = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url()),
        (
            "OTEL_EXPORTER_OTLP_HEADERS",
            "authorization=Bearer%20s3cret",
        ),
        ("GROUNDWALL__TELEMETRY__SERVICE_NAME", "harbour gate"),
    ];
    let server = Running::start(dir.path(), &settings);
    let (status, _) = server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
    assert_eq!(status, 200);
    let asked = server
        .client
        .post(server.url("/api/v1/questions"))
        .header("traceparent", format!("00-{TRACE}-00f067aa0ba902b7-01"))
        .json(&json!({"question": "When was the Timber Quay built?"}))
        .send()
        .await
        .unwrap();
    assert_eq!(asked.status(), 201);
    let answered: Value = asked.json().await.unwrap();
    let claims = json!({"claims": ["The Timber Quay was built in 1932."]});
    let (_, verified) = server.post("/api/v1/verifications", &claims).await;
    let received = collector
        .until(|received| {
            let spans = spans(received);
            let mut all = ["ingest", "ask", "verify"].into_iter();
            all.all(|name| named(&spans, name).is_some()) && events(received).len() >= 4
        })
        .await;
    let (spans, events) = (spans(&received), events(&received));
    for (name, report) in [("ask", &answered), ("verify", &verified)] {
        let root = spans
            .iter()
            .find(|span| span["name"] == name && span["kind"] == 2)
            .unwrap();
        assert_eq!(
            attribute(root, "groundwall.report.id").unwrap(),
            &report["id"]
        );
        let children: Vec<&Value> = spans.iter().filter(|span| is_child(span, root)).collect();
        let told: Vec<&str> = children
            .iter()
            .map(|span| span["name"].as_str().unwrap())
            .collect();
        let stages = report["stages"].as_array().unwrap();
        let timed: Vec<String> = stages
            .iter()
            .map(|stage| stage["name"].as_str().unwrap().to_lowercase())
            .collect();
        assert!(!timed.is_empty());
        assert_eq!(told, timed, "a span for each stage of the report");
        let of: Vec<&Value> = events
            .iter()
            .filter(|event| event["spanId"] == root["spanId"])
            .collect();
        assert_eq!(
            attribute(of[0], "gen_ai.evaluation.name").unwrap(),
            "groundedness"
        );
        assert_eq!(
            attribute(of[0], "gen_ai.evaluation.score.label").unwrap(),
            &report["state"]
        );
        let ratio = attribute(of[0], "gen_ai.evaluation.score.value").unwrap();
        assert_eq!(ratio.as_f64(), report["summary"]["support_ratio"].as_f64());
        let claim = attribute(of[1], "gen_ai.evaluation.score.label").unwrap();
        assert_eq!(claim, &report["claims"][0]["verdict"]);
    }
    let upload = named(&spans, "ingest").unwrap();
    assert_eq!(upload["kind"], 2);
    assert_eq!(
        attribute(upload, "groundwall.documents.taken_in").unwrap(),
        "1"
    );
    let root = named(&spans, "ask").unwrap();
    assert_eq!(
        (&root["traceId"], &root["parentSpanId"]),
        (&json!(TRACE), &json!("00f067aa0ba902b7"))
    );
    for request in &received {
        assert!(request.head.contains("Bearer s3cret"), "{}", request.head);
        let sent = texts(&serde_json::from_str(&request.body).unwrap());
        assert!(sent.iter().any(|text| text == "harbour gate"));
        for text in ["Timber", "1931", "1932", "crane", "quay.txt", "s3cret"] {
            let told = sent.iter().find(|sent| sent.contains(text));
            assert_eq!(told, None, "{text}");
        }
    }
    let (_, metrics) = server.get("/metrics").await;
    assert!(
        metrics.contains(r#"telemetry_records_total{outcome="dropped"} 0"#),
        "{metrics}"
    );
    assert!(
        !metrics.contains(r#"telemetry_records_total{outcome="sent"} 0"#),
        "{metrics}"
    );
}

#[tokio::test]
async fn a_command_is_traced_in_the_trace_that_it_was_started_in() {
    let collector = Receiver::start(Answering::Status(200)).await;
    let dir = tempfile::tempdir().unwrap();
    let docs = dir.path().join("docs");
    std::fs::create_dir(&docs).unwrap();
    std::fs::write(docs.join("quay.txt"), DOCUMENT).unwrap();
    std::fs::write(docs.join("broken.pdf"), b"%PDF-1.7 and nothing").unwrap();
    let data = dir.path().join("data");
    let endpoint = collector.url().to_owned();
    let run = move |args: Vec<std::path::PathBuf>| {
        let mut command = crate::running::binary();
        command
            .args(args)
            .arg("--data-dir")
            .arg(&data)
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", &endpoint)
            .env("OTEL_SERVICE_NAME", "harbour gate")
            .env("TRACEPARENT", format!("00-{TRACE}-00f067aa0ba902b7-01"));
        command.output().unwrap()
    };
    // A file that is refused fails the command, and is told, too.
    let (ingested, asked) = tokio::task::spawn_blocking(move || {
        let ingested = run(vec!["ingest".into(), docs]);
        let question = "When was the Timber Quay built?";
        (ingested, run(vec!["ask".into(), question.into()]))
    })
    .await
    .unwrap();
    assert_eq!(ingested.status.code(), Some(2));
    assert_eq!(asked.status.code(), Some(0));
    let received = collector
        .until(|received| named(&spans(received), "ask").is_some())
        .await;
    let spans = spans(&received);
    let uploads: Vec<&Value> = spans.iter().filter(|one| one["name"] == "ingest").collect();
    let refused = |span: &&&Value| attribute(span, "groundwall.documents.refused").unwrap() == "1";
    assert_eq!(
        (uploads.len(), uploads.iter().filter(refused).count()),
        (2, 1)
    );
    let failed = uploads.iter().find(|span| refused(span)).unwrap();
    assert_eq!(failed["status"]["code"], 2);
    assert!(attribute(failed, "error.type").is_some());
    for span in uploads.into_iter().chain(named(&spans, "ask")) {
        assert_eq!(
            (&span["traceId"], &span["kind"]),
            (&json!(TRACE), &json!(1))
        );
        assert_eq!(span["parentSpanId"], "00f067aa0ba902b7");
    }
}

#[tokio::test]
async fn a_collector_that_is_gone_or_hangs_costs_no_request_and_no_time() {
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let hanging = Receiver::start(Answering::Never).await;
    let claims = json!({"claims": ["The quay is 14 metres long."], "sources": [{"id": "quay", "text": "The quay is 12 metres long."}]});
    for endpoint in [gone.as_str(), hanging.url()] {
        let dir = tempfile::tempdir().unwrap();
        let server = Running::start(dir.path(), &[("GROUNDWALL__TELEMETRY__ENDPOINT", endpoint)]);
        // The first one loads what is loaded once.
        server.post("/api/v1/verifications", &claims).await;
        let begun = Instant::now();
        for _ in 0..5 {
            let (status, report) = server.post("/api/v1/verifications", &claims).await;
            assert_eq!(status, 201, "{report}");
        }
        // A delivery would take five seconds to give up.
        assert!(
            begun.elapsed() < Duration::from_secs(5),
            "{:?}",
            begun.elapsed()
        );
        if endpoint == gone {
            let mut failed = false;
            for _ in 0..100 {
                let (_, metrics) = server.get("/metrics").await;
                let lines = metrics.lines();
                let mut of =
                    lines.filter(|line| line.contains(r#"records_total{outcome="failed"}"#));
                failed = of.any(|line| !line.ends_with(" 0"));
                if failed {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            assert!(failed, "what the collector did not take is counted");
        }
        let stopping = Instant::now();
        assert_eq!(server.stop(), Some(0));
        assert!(stopping.elapsed() < Duration::from_secs(10));
    }
}

#[test]
fn an_address_that_is_none_stops_the_start_and_no_key_is_shown() {
    let run = |settings: &[(&str, &str)], args: &[&str]| {
        let mut command = crate::running::binary();
        command.envs(settings.iter().copied()).args(args);
        command.output().unwrap()
    };
    let bad = [("GROUNDWALL__TELEMETRY__ENDPOINT", "localhost:4317")];
    let dir = tempfile::tempdir().unwrap();
    let data = dir.path().to_str().unwrap();
    let stopped = run(
        &bad,
        &["serve", "--addr", "127.0.0.1:0", "--data-dir", data],
    );
    let said = String::from_utf8_lossy(&stopped.stderr).into_owned();
    assert_eq!(stopped.status.code(), Some(2), "{said}");
    assert!(said.contains("telemetry.endpoint"), "{said}");
    let secret = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318"),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=s3cret"),
    ];
    let shown = run(&secret, &["config"]);
    let said = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert!(
        said.contains("http://collector:4318") && !said.contains("s3cret"),
        "{said}"
    );
}
