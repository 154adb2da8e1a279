//! The dashboard in `data/grafana` shows what `/metrics` serves.

use crate::running::{Running, data};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The names of ours in a text.
fn names(text: &str) -> BTreeSet<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with("groundwall_"))
        .map(str::to_owned)
        .collect()
}

#[tokio::test]
async fn every_metric_of_the_dashboard_is_served() {
    let dashboard: Value = serde_json::from_slice(&data("grafana/groundwall.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let shown: BTreeSet<String> = panels
        .iter()
        .flat_map(|panel| panel["targets"].as_array().unwrap())
        .flat_map(|target| names(target["expr"].as_str().unwrap()))
        .collect();
    assert!(shown.len() >= 6, "{shown:?}");
    let labels: BTreeSet<&str> = [
        "le", "method", "outcome", "route", "stage", "state", "status", "type", "verdict",
    ]
    .into();

    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let claims = json!({"claims": ["The quay is 14 metres long."], "sources": [{"id": "quay", "text": "The quay is 12 metres long."}]});
    let (status, _) = server.post("/api/v1/verifications", &claims).await;
    assert_eq!(status, 201);
    let answer =
        json!({"pack": "bank-statements", "document_text": "Nothing.", "answer": "no JSON"});
    server.post("/api/v1/structured-answers", &answer).await;
    let (_, metrics) = server.get("/metrics").await;
    let series: Vec<&str> = metrics
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    for name in &shown {
        let of: Vec<&&str> = series
            .iter()
            .filter(|line| line.split(['{', ' ']).next() == Some(name))
            .collect();
        assert!(!of.is_empty(), "{name} is not served:\n{metrics}");
    }
    for panel in panels {
        for target in panel["targets"].as_array().unwrap() {
            let expression = target["expr"].as_str().unwrap();
            let Some((_, by)) = expression.split_once(" by (") else {
                continue;
            };
            for label in by.split(')').next().unwrap().split(", ") {
                assert!(labels.contains(label), "{label}: {expression}");
                let served = series
                    .iter()
                    .any(|line| line.contains(&format!("{label}=\"")));
                assert!(served, "no series has {label}: {expression}");
            }
        }
    }
}
