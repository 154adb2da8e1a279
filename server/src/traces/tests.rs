use super::*;
use groundwall_core::ProblemCode;
use groundwall_testing::{Answering, Receiver};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A report of a question with two stages and two claims.
fn report() -> Report {
    let claim = |id: u32, verdict: &str| {
        json!({
            "claim": {
                "id": id, "kind": "date", "text": "It is blue.", "sentence": "It is blue.", "span": {"start": 0, "end": 11}, "specificity": "medium",
                "checkability": "checkable", "hedge": null, "vague": false,
            },
            "verdict": verdict, "why": "The documents say so.", "probability": 0.25, "checks": [], "findings": [], "evidence": [],
        })
    };
    let stage = |name: &str, milliseconds: u64| json!({"name": name, "count": 7, "unit": "passages", "milliseconds": milliseconds});
    serde_json::from_value(json!({
        "id": "r1", "collection": "default", "created_at": "2026-01-01T00:00:00Z", "question": "Which colour has the boat?", "state": "partly_verified",
        "banner": "Half of it stands.", "delivered": "It is blue.", "segments": [], "citations": [], "claims": [claim(1, "supported")],
        "removed": [claim(2, "refuted")], "attempts": [], "candidates": [], "stages": [stage("Retrieve", 20), stage("Verify", 30)], "degraded": [],
        "elapsed_seconds": 0.06,
        "summary": {
            "counts": {"supported": 1, "refuted": 1, "unsupported": 0, "unverifiable": 0}, "support_ratio": 0.5, "findings_by_severity": {},
            "findings_by_type": {}, "findings_by_certainty": {}, "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null,
            "mean_entailment": null, "confidence": null, "adjusted_confidence": null,
        },
        "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": "m", "policy": {}, "collection_version": 1},
    }))
    .unwrap()
}

fn config(endpoint: &str, texts: bool) -> TelemetryConfig {
    TelemetryConfig {
        endpoint: Some(endpoint.to_owned()),
        texts,
        ..TelemetryConfig::default()
    }
}

async fn asked(traces: &Traces) {
    let work = async {
        tokio::time::sleep(Duration::from_millis(70)).await;
        Ok::<_, Problem>(report())
    };
    traces.of(Work::Ask, work).await.unwrap();
}

/// The value of an attribute, whatever its type.
fn attribute<'a>(of: &'a Value, key: &str) -> Option<&'a Value> {
    let all = of["attributes"].as_array().unwrap();
    let found = all.iter().find(|one| one["key"] == key)?;
    found["value"].as_object().unwrap().values().next()
}

/// The spans and the events that a collector got.
async fn got(collector: &Receiver) -> (Vec<Value>, Vec<Value>) {
    let came = |received: &[groundwall_testing::Received]| received.len() >= 2;
    let received = collector.until(came).await;
    let of = |path: &str| -> Value {
        let mut all = received.iter();
        let found = all.find(|one| one.head.starts_with(&format!("POST {path} ")));
        serde_json::from_str(&found.unwrap().body).unwrap()
    };
    let (traces, logs) = (of("/v1/traces"), of("/v1/logs"));
    let list = |value: &Value| value.as_array().unwrap().clone();
    (
        list(&traces["resourceSpans"][0]["scopeSpans"][0]["spans"]),
        list(&logs["resourceLogs"][0]["scopeLogs"][0]["logRecords"]),
    )
}

#[tokio::test]
async fn a_trace_has_the_stages_and_the_events_name_label_and_score() {
    let collector = Receiver::start(Answering::Status(200)).await;
    let counts = Counts::default();
    let traces = Traces::start(&config(collector.url(), false), counts.clone());
    asked(&traces).await;
    let (spans, events) = got(&collector).await;
    let names: Vec<&str> = spans
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["ask", "retrieve", "verify"]);
    let time = |span: &Value, name: &str| -> u128 { span[name].as_str().unwrap().parse().unwrap() };
    let (root, first, second) = (&spans[0], &spans[1], &spans[2]);
    assert!(root.get("parentSpanId").is_none() && root["kind"] == 2);
    for stage in [first, second] {
        assert_eq!(stage["parentSpanId"], root["spanId"]);
        assert_eq!(stage["traceId"], root["traceId"]);
        assert!(time(stage, "startTimeUnixNano") >= time(root, "startTimeUnixNano"));
        assert!(time(stage, "endTimeUnixNano") <= time(root, "endTimeUnixNano"));
        assert_eq!(attribute(stage, "groundwall.stage.count").unwrap(), "7");
    }
    assert_eq!(second["startTimeUnixNano"], first["endTimeUnixNano"]);
    let length = time(second, "endTimeUnixNano") - time(second, "startTimeUnixNano");
    assert_eq!(length, 30_000_000);
    assert_eq!(root["traceId"].as_str().unwrap().len(), 32);
    assert_eq!(root["spanId"].as_str().unwrap().len(), 16);
    assert_eq!(
        attribute(root, "groundwall.report.state").unwrap(),
        "partly_verified"
    );

    assert_eq!(events.len(), 3);
    let told: Vec<(&Value, &Value, &Value)> = events
        .iter()
        .map(|event| {
            assert_eq!(event["eventName"], "gen_ai.evaluation.result");
            assert_eq!(event["spanId"], root["spanId"]);
            assert_eq!(attribute(event, "gen_ai.response.id").unwrap(), "r1");
            let of = |key: &str| attribute(event, key).unwrap();
            (
                of("gen_ai.evaluation.name"),
                of("gen_ai.evaluation.score.label"),
                of("gen_ai.evaluation.score.value"),
            )
        })
        .collect();
    let (whole, claim) = (json!("groundedness"), json!("claim_support"));
    assert_eq!(
        told,
        [
            (&whole, &json!("partly_verified"), &json!(0.5)),
            (&claim, &json!("supported"), &json!(0.25)),
            (&claim, &json!("refuted"), &json!(0.25)),
        ]
    );
    traces.close().await;
    assert_eq!(counts.sent.get(), 6);
    assert_eq!(counts.dropped.get() + counts.failed.get(), 0);
    for request in collector.received() {
        assert!(
            request
                .head
                .to_lowercase()
                .contains("content-type: application/json")
        );
        for text in ["blue", "colour", "Half", "documents"] {
            assert!(!request.body.contains(text), "{text}: {}", request.body);
        }
    }
}

#[tokio::test]
async fn texts_are_told_where_the_switch_says_so() {
    let collector = Receiver::start(Answering::Status(200)).await;
    let traces = Traces::start(&config(collector.url(), true), Counts::default());
    asked(&traces).await;
    let (spans, events) = got(&collector).await;
    assert_eq!(
        attribute(&spans[0], "groundwall.question").unwrap(),
        "Which colour has the boat?"
    );
    assert_eq!(
        attribute(&events[1], "groundwall.claim.text").unwrap(),
        "It is blue."
    );
    let why = attribute(&events[1], "gen_ai.evaluation.explanation").unwrap();
    assert_eq!(why, "The documents say so.");
}

#[tokio::test]
async fn a_trace_of_somebody_else_goes_on_where_it_is_recorded() {
    let collector = Receiver::start(Answering::Status(200)).await;
    let traces = Traces::start(&config(collector.url(), false), Counts::default());
    let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7");
    let header = |flags: &str| Parent::read(&format!("00-{trace}-{span}-{flags}"));
    continues(header("00"), asked(&traces)).await;
    let refused = async {
        Err(Problem::new(
            ProblemCode::Overloaded,
            "Which colour has it?",
        ))
    };
    let carried = async { carried(traces.of(Work::Verify, refused)).await };
    continues(header("01"), carried).await.unwrap_err();
    let came = |received: &[groundwall_testing::Received]| !received.is_empty();
    collector.until(came).await;
    // Nothing else comes: what is not recorded was told first.
    traces.close().await;
    let received = collector.received();
    assert_eq!(received.len(), 1, "{received:?}");
    let sent: Value = serde_json::from_str(&received[0].body).unwrap();
    let spans = &sent["resourceSpans"][0]["scopeSpans"][0]["spans"];
    assert_eq!(spans.as_array().unwrap().len(), 1);
    let told = &spans[0];
    assert_eq!(
        (&told["traceId"], &told["parentSpanId"]),
        (&json!(trace), &json!(span))
    );
    assert_eq!(told["status"]["code"], 2);
    assert_eq!(attribute(told, "error.type").unwrap(), "overloaded");
    assert!(!received[0].body.contains("colour"));
}

#[tokio::test]
async fn a_collector_that_hangs_costs_nothing_and_what_has_no_room_is_counted() {
    let collector = Receiver::start(Answering::Never).await;
    let counts = Counts::default();
    let traces = Traces::start(&config(collector.url(), false), counts.clone());
    let started = Instant::now();
    // Six records each.
    let many = export::MOST / 6 + 200;
    for _ in 0..many {
        traces
            .of(Work::Ask, async { Ok::<_, Problem>(report()) })
            .await
            .unwrap();
    }
    assert!(counts.dropped.get() >= 150 * 6, "{}", counts.dropped.get());
    assert!(
        started.elapsed() < Duration::from_secs(5),
        "{:?}",
        started.elapsed()
    );
    let closing = Instant::now();
    traces.close().await;
    assert!(closing.elapsed() < Duration::from_secs(2));
}

#[tokio::test]
async fn a_collector_that_is_gone_or_refuses_is_counted() {
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("http://{}", listener.local_addr().unwrap())
    };
    let refusing = Receiver::start(Answering::Status(503)).await;
    for endpoint in [gone.as_str(), refusing.url()] {
        let counts = Counts::default();
        let traces = Traces::start(&config(endpoint, false), counts.clone());
        let started = Instant::now();
        traces
            .of(Work::Ask, async { Ok::<_, Problem>(report()) })
            .await
            .unwrap();
        assert!(started.elapsed() < Duration::from_millis(200));
        traces.close().await;
        assert_eq!(
            (counts.failed.get(), counts.sent.get()),
            (6, 0),
            "{endpoint}"
        );
    }
}
