//! A verification as SARIF 2.1.0: a result a finding, with the place in the file, for pages that annotate changes.

use super::gate::{Places, Region};
use groundwall_core::{FindingKind, JudgedClaim, Report, Severity, Verdict};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A problem of a claim, as a result names it.
struct Told {
    kind: FindingKind,
    level: &'static str,
    message: String,
    region: Region,
    claim: u32,
    verdict: Verdict,
}

fn level(severity: Severity, failed: bool) -> &'static str {
    match severity {
        Severity::High | Severity::Critical => "error",
        Severity::Medium => "warning",
        Severity::Low if failed => "warning",
        Severity::Low => "note",
    }
}

/// The problems of one claim. A claim that failed without a finding has one all the same.
fn problems(claim: &JudgedClaim, region: Region) -> Vec<Told> {
    let told = |kind, level, message| Told {
        kind,
        level,
        message,
        region,
        claim: claim.claim.id,
        verdict: claim.verdict,
    };
    let mut all: Vec<Told> = claim
        .findings
        .iter()
        .map(|finding| {
            let message = format!("{} {}", finding.description, finding.recommendation);
            told(
                finding.kind,
                level(finding.severity, claim.failed()),
                message.trim().to_owned(),
            )
        })
        .collect();
    if all.is_empty() && claim.failed() {
        let (kind, level) = match claim.verdict {
            Verdict::Refuted => (FindingKind::Contradiction, "error"),
            Verdict::Supported | Verdict::Unsupported | Verdict::Unverifiable => {
                (FindingKind::NoEvidence, "warning")
            }
        };
        all.push(told(kind, level, claim.why.clone()));
    }
    all
}

/// The address of a file: relative as it was given, or absolute.
fn uri(file: &Path) -> String {
    if file == Path::new("-") {
        return "stdin".to_owned();
    }
    if let Ok(url) = url::Url::from_file_path(file) {
        return url.to_string();
    }
    let mut uri = String::new();
    for byte in file.to_string_lossy().bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a String cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// The whole log, with one run.
pub(super) fn document(report: &Report, places: &Places) -> Value {
    let told: Vec<Told> = report
        .claims
        .iter()
        .enumerate()
        .flat_map(|(place, claim)| problems(claim, places.of(place, claim.claim.span)))
        .collect();
    let kinds: Vec<FindingKind> = told
        .iter()
        .map(|problem| problem.kind)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let rules: Vec<Value> = kinds
        .iter()
        .map(|kind| json!({"id": kind.name(), "shortDescription": {"text": kind.name().replace('_', " ")}}))
        .collect();
    let address = uri(&places.file);
    let results: Vec<Value> = told
        .iter()
        .map(|problem| {
            let Region { start, end } = problem.region;
            json!({
                "ruleId": problem.kind.name(),
                "ruleIndex": kinds.iter().position(|kind| *kind == problem.kind),
                "level": problem.level,
                "message": {"text": problem.message},
                "locations": [{"physicalLocation": {
                    "artifactLocation": {"uri": address},
                    "region": {"startLine": start.0, "startColumn": start.1, "endLine": end.0, "endColumn": end.1},
                }}],
                "properties": {"claim": problem.claim, "verdict": problem.verdict},
            })
        })
        .collect();
    let notifications: Vec<Value> = report
        .degraded
        .iter()
        .map(|part| json!({"level": "error", "message": {"text": part}}))
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "Groundwall", "version": report.provenance.groundwall, "rules": rules}},
            "columnKind": "unicodeCodePoints",
            "invocations": [{"executionSuccessful": report.degraded.is_empty(), "toolExecutionNotifications": notifications}],
            "results": results,
            "properties": {"support_ratio": report.summary.support_ratio, "state": report.state, "banner": report.banner},
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::uri;
    use std::path::Path;

    #[test]
    fn files_have_addresses() {
        for (file, address) in [
            ("docs/an answer.md", "docs/an%20answer.md"),
            ("/tmp/a b.txt", "file:///tmp/a%20b.txt"),
            ("-", "stdin"),
        ] {
            assert_eq!(uri(Path::new(file)), address);
        }
    }
}
