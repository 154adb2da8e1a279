//! `groundwall verify --hook`: a coding agent stops, and is held to what its tools said.

use crate::running::binary;
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::Path;
use std::process::{Output, Stdio};

const OUTPUT: &str =
    "The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes.";

/// Runs the hook with an event on standard input.
fn hook(event: &str, more: &[&str]) -> Output {
    let mut command = binary();
    let mut child = command
        .args(["verify", "--hook"])
        .args(more)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(event.as_bytes()).unwrap();
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// A transcript in which a tool says [`OUTPUT`] and the agent says something.
fn event(dir: &Path, said: &str, again: bool) -> String {
    let lines = [
        json!({"type": "user", "message": {"role": "user", "content": "What of the quay?"}}),
        json!({"type": "assistant", "message": {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "Read", "input": {}}]}}),
        json!({"type": "user", "message": {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": OUTPUT}]}}),
        json!({"type": "assistant", "message": {"role": "assistant", "content": [{"type": "text", "text": said}]}}),
    ];
    let transcript = dir.join("transcript.jsonl");
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&transcript, text.join("\n")).unwrap();
    json!({"session_id": "s", "hook_event_name": "Stop", "transcript_path": transcript, "stop_hook_active": again}).to_string()
}

/// What the hook answers, where it answers at all.
fn answer(output: &Output) -> Option<Value> {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    (!output.stdout.is_empty()).then(|| serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn an_agent_that_says_what_its_tools_said_may_stop_and_another_is_sent_back_once() {
    let dir = tempfile::tempdir().unwrap();
    let right = event(dir.path(), "The Timber Quay was built in 1931.", false);
    assert_eq!(answer(&hook(&right, &[])), None);

    let wrong = "The Timber Quay was built in 1987.";
    let blocked = answer(&hook(&event(dir.path(), wrong, false), &[])).unwrap();
    assert_eq!(blocked["decision"], "block");
    let reason = blocked["reason"].as_str().unwrap();
    assert!(
        reason.contains(wrong) && reason.contains("1931"),
        "{reason}"
    );
    assert!(reason.contains("Read 1"), "it names the tool: {reason}");

    let again = answer(&hook(&event(dir.path(), wrong, true), &[])).unwrap();
    assert!(again.get("decision").is_none(), "{again}");
    assert!(again["systemMessage"].as_str().unwrap().contains(wrong));
}

#[test]
fn a_bar_also_counts_what_no_tool_said() {
    let dir = tempfile::tempdir().unwrap();
    let unsaid = event(
        dir.path(),
        "The harbour master of the quay is Astrid Holm.",
        false,
    );
    assert_eq!(answer(&hook(&unsaid, &[])), None);
    let blocked = answer(&hook(&unsaid, &["--fail-under", "0.9"])).unwrap();
    assert_eq!(blocked["decision"], "block", "{blocked}");
}

#[test]
fn an_error_of_the_hook_stops_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let none = json!({"transcript_path": dir.path().join("none.jsonl")}).to_string();
    for (event, said) in [
        ("no JSON", "transcript_path"),
        (none.as_str(), "none.jsonl"),
    ] {
        let output = hook(event, &[]);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(said), "{error}");
    }
}
