//! `groundwall verify --format junit|sarif`, as the pages that read them do.

use crate::running::binary;
use serde_json::Value;
use std::path::Path;

/// Exit code and output of a verification of an answer or of claims.
fn verify(flag: &str, file: &Path, format: &str) -> (Option<i32>, String) {
    let output = binary()
        .args(["verify", "--docs", "data/samples", flag])
        .arg(file)
        .args(["--format", format])
        .output()
        .unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn findings_are_sarif_results_at_their_place() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("an answer.md");
    std::fs::write(
        &file,
        "# Harbour\n\nHello there! The last keeper left on 30 June 1978.\n",
    )
    .unwrap();
    let (code, out) = verify("--answer", &file, "sarif");
    assert_eq!(code, Some(1), "{out}");
    let log: Value = serde_json::from_str(&out).unwrap();
    // What the schema of SARIF 2.1.0 asks for.
    assert_eq!(log["version"], "2.1.0");
    assert!(
        log["$schema"]
            .as_str()
            .unwrap()
            .ends_with("sarif-2.1.0.json")
    );
    let run = &log["runs"][0];
    let driver = &run["tool"]["driver"];
    assert!(driver["name"].is_string());
    assert_eq!(run["invocations"][0]["executionSuccessful"], true, "{out}");
    let rules = driver["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    for result in results {
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[rule]["id"], result["ruleId"]);
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        assert!(
            uri.starts_with("file:///") && uri.ends_with("an%20answer.md"),
            "{uri}"
        );
        let of = |name: &str| place["region"][name].as_u64().unwrap();
        assert_eq!((of("startLine"), of("startColumn")), (3, 14), "{result}");
        assert_eq!((of("endLine"), of("endColumn")), (3, 51), "{result}");
    }
    assert!(
        results
            .iter()
            .any(|result| result["ruleId"] == "date_mismatch" && result["level"] == "error"),
        "{out}"
    );
}

#[test]
fn claims_are_junit_test_cases() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("claims.txt");
    std::fs::write(
        &file,
        "The speed limit in the inner harbour is 5 knots.\n\nThe last keeper left on <30> June 1978 & later.\nHello there!\n",
    )
    .unwrap();
    let (code, out) = verify("--claims", &file, "junit");
    assert_eq!(code, Some(1), "{out}");
    assert!(
        out.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        "{out}"
    );
    assert_eq!(out.matches("<testcase ").count(), 3, "{out}");
    assert_eq!(
        (
            out.matches("<failure ").count(),
            out.matches("<skipped ").count()
        ),
        (1, 1),
        "{out}"
    );
    assert!(
        out.contains("tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\""),
        "{out}"
    );
    assert!(
        out.contains("&lt;30&gt; June 1978 &amp; later.") && out.contains("line=\"3\""),
        "{out}"
    );
    assert!(
        out.trim_end().ends_with("</testsuite>\n</testsuites>"),
        "{out}"
    );

    // Nothing to check is no green page.
    let greeting = dir.path().join("greeting.txt");
    std::fs::write(&greeting, "Hello there!\n").unwrap();
    let (code, out) = verify("--claims", &greeting, "junit");
    assert_eq!(
        (code, out.matches("<failure ").count()),
        (Some(1), 1),
        "{out}"
    );

    let other = binary()
        .args(["config", "--format", "sarif"])
        .output()
        .unwrap();
    assert_eq!(other.status.code(), Some(2), "only verify has these");
}
