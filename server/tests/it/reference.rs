//! Every worked example of the reference documents, posted to one server. `data/reference/rows.jsonl` holds them; docs/reference-examples.md lists them.

use crate::running::{Running, binary, data, root};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A worked example and what Groundwall says of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: String,
    /// The document of the reference.
    from: String,
    example: String,
    /// What the reference says of it.
    says: String,
    /// Why Groundwall says otherwise, where it does.
    reason: Option<String>,
    /// Body of `POST /api/v1/verifications`.
    request: Value,
    claims: Vec<Expected>,
    state: Option<String>,
    /// Support ratio, to two decimals.
    ratio: Option<f64>,
    /// How much the confidence is reduced by.
    penalty: Option<f64>,
}

/// What is said of one claim.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    /// `*` is any; `!refuted` is any but that.
    verdict: String,
    /// `type:certainty` of each finding; `*` is any certainty, and "..." allows further ones.
    findings: Vec<String>,
}

fn rows() -> Vec<Row> {
    let file = String::from_utf8(data("reference/rows.jsonl")).unwrap();
    file.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

impl Expected {
    /// What differs from what was said; none where all is as expected.
    fn differs(&self, claim: &Value) -> Option<String> {
        let verdict = claim["verdict"].as_str().unwrap();
        let as_wanted = match self.verdict.strip_prefix('!') {
            Some(other) => verdict != other,
            None => self.verdict == "*" || verdict == self.verdict,
        };
        let mut left: Vec<String> = claim["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|found| {
                let part = |name: &str| found[name].as_str().unwrap();
                format!("{}:{}", part("type"), part("certainty"))
            })
            .collect();
        let said = format!("{verdict} {left:?}: {}", claim["why"]);
        let further = self.findings.iter().any(|wanted| wanted == "...");
        let mut wanted = self.findings.iter().filter(|wanted| *wanted != "...");
        let all_there = wanted.all(|wanted| {
            let fits = |found: &String| match wanted.strip_suffix('*') {
                Some(kind) => found.starts_with(kind),
                None => found == wanted,
            };
            left.iter()
                .position(fits)
                .map(|place| left.remove(place))
                .is_some()
        });
        let right = as_wanted && all_there && (further || left.is_empty());
        (!right).then(|| format!("wanted {} {:?}, got {said}", self.verdict, self.findings))
    }
}

impl Row {
    /// What differs in the report, one line each.
    fn differs(&self, report: &Value) -> Vec<String> {
        let Some(claims) = report["claims"].as_array() else {
            return vec![report.to_string()];
        };
        let mut wrong: Vec<String> = self
            .claims
            .iter()
            .zip(claims)
            .filter_map(|(expected, claim)| expected.differs(claim))
            .collect();
        if claims.len() != self.claims.len() {
            wrong.push(format!("{} claims", claims.len()));
        }
        let summary = |name: &str| report["summary"][name].as_f64().unwrap_or(-1.0);
        if let Some(state) = &self.state
            && report["state"] != json!(state)
        {
            wrong.push(format!("the state is {}", report["state"]));
        }
        if let Some(ratio) = self.ratio
            && (summary("support_ratio") - ratio).abs() > 0.005
        {
            wrong.push(format!("the ratio is {}", summary("support_ratio")));
        }
        if let Some(penalty) = self.penalty {
            let (before, after) = (summary("confidence"), summary("adjusted_confidence"));
            if (before - after - penalty.min(before)).abs() > 1e-6 {
                wrong.push(format!("the confidence goes from {before} to {after}"));
            }
        }
        wrong
    }
}

#[tokio::test]
async fn every_worked_example_is_answered_as_listed() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let mut wrong = String::new();
    for row in rows() {
        let (_, report) = server.post("/api/v1/verifications", &row.request).await;
        for line in row.differs(&report) {
            let _ = writeln!(wrong, "{} ({}): {line}", row.id, row.example);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn every_row_is_listed_with_its_reason() {
    let list = std::fs::read_to_string(root().join("docs/reference-examples.md")).unwrap();
    let mut seen = std::collections::HashSet::new();
    for row in rows() {
        assert!(seen.insert(row.id.clone()), "{} stands there twice", row.id);
        let line = list
            .lines()
            .find(|line| line.ends_with(&format!("| `{}` |", row.id)))
            .unwrap_or_else(|| panic!("{} is not listed", row.id));
        let told = [Some(&row.says), row.reason.as_ref()];
        for text in told.into_iter().flatten() {
            assert!(line.contains(text.as_str()), "{}: {text}", row.id);
        }
        assert!(!row.from.is_empty(), "{}", row.id);
    }
}

#[tokio::test]
async fn passages_are_as_long_as_they_are_set() {
    let dir = tempfile::tempdir().unwrap();
    let text = "The harbour lies on the north shore and has a light. ".repeat(600);
    let mut counts = Vec::new();
    for (size, overlap) in [("1000", "200"), ("1000", "0"), ("300", "100")] {
        let settings = [
            ("GROUNDWALL__PASSAGES__SIZE", size),
            ("GROUNDWALL__PASSAGES__OVERLAP", overlap),
        ];
        let server = Running::start(&dir.path().join(format!("{size}-{overlap}")), &settings);
        let (status, uploaded) = server
            .upload(vec![("harbour.txt", text.clone().into_bytes())])
            .await;
        assert_eq!(status, 200, "{uploaded}");
        counts.push(uploaded["chunks_added"].as_u64().unwrap());
    }
    assert!(counts[1] < counts[0] && counts[0] < counts[2], "{counts:?}");
}

/// Section 7 of the firewall's documentation.
#[test]
fn the_configuration_s_defaults_are_the_reference_s() {
    let output = binary()
        .args(["config", "--format", "json"])
        .output()
        .unwrap();
    let config: Value = serde_json::from_slice(&output.stdout).unwrap();
    for (place, value) in [
        ("/policy/similarity_threshold", json!(0.6)),
        ("/policy/support_threshold", json!(0.6)),
        ("/policy/relevance_threshold", json!(0.3)),
        ("/policy/top_k", json!(7)),
        ("/policy/max_regenerations", json!(2)),
        ("/policy/confidence_penalty", json!(0.2)),
        ("/passages/size", json!(1000)),
        ("/passages/overlap", json!(200)),
        ("/generator/max_tokens", json!(1024)),
        ("/generator/temperature", json!(0.3)),
    ] {
        let set = config
            .pointer(place)
            .unwrap_or_else(|| panic!("{place} is not set"));
        let (set, value) = (set.as_f64().unwrap(), value.as_f64().unwrap());
        assert!((set - value).abs() < 1e-6, "{place}: {set}");
    }
}
