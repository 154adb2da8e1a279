//! `groundwall verify --hook`: what a coding agent says at its end, held against what its tools said.
//!
//! Reads the event of a stop hook as JSON on standard input and answers in the form that such hooks have: nothing where the agent may stop,
//! `{"decision": "block", "reason": ..}` where a statement is refuted, both with exit code 0. Exit code 1 is an error of the hook itself, which stops nobody.

use super::gate::VerifyArgs;
use super::{Done, gate, say};
use crate::compose;
use crate::config::Config;
use crate::traces::{Traces, Work};
use anyhow::Context as _;
use groundwall_core::request::{InlineSource, MAX_ANSWER, Subject};
use groundwall_core::{JudgedClaim, Report, Stance, Verdict, Verification};
use groundwall_ports::FirewallService as _;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::PathBuf;

/// Characters of tool outputs that are searched, the newest ones; and of one of them.
const MOST: usize = 400_000;
const MOST_OF_ONE: usize = 60_000;
/// Statements that a reason names.
const NAMED: usize = 10;

/// What of the event is read.
#[derive(Deserialize)]
struct Event {
    transcript_path: PathBuf,
    /// The agent goes on already because of a stop hook.
    #[serde(default)]
    stop_hook_active: bool,
    /// What it said last; without it the transcript tells.
    #[serde(default)]
    last_assistant_message: Option<String>,
}

/// What a transcript tells.
#[derive(Debug, Default, PartialEq)]
struct Told {
    /// Outputs of tools, oldest first.
    outputs: Vec<InlineSource>,
    /// What the agent said last.
    said: String,
}

/// Text of a content, or of its parts of type text.
fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts
                .iter()
                .filter(|part| part.get("type").is_none_or(|kind| kind == "text"))
                .filter_map(|part| part.get("text").and_then(Value::as_str));
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

/// A transcript: JSON lines with a message each, whose parts are texts, calls of tools and their results. A line that is none is left out: the last one may be
/// half written.
fn read(transcript: &str) -> Told {
    let mut told = Told::default();
    let mut tools: HashMap<String, String> = HashMap::new();
    for line in transcript.lines() {
        let Ok(entry) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let message = entry.get("message").unwrap_or(&Value::Null);
        let content = message.get("content").unwrap_or(&Value::Null);
        let role = message.get("role").and_then(Value::as_str);
        let field = |part: &Value, name: &str| {
            part.get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        for part in content.as_array().into_iter().flatten() {
            match part.get("type").and_then(Value::as_str) {
                Some("tool_use") => {
                    tools.insert(field(part, "id"), field(part, "name"));
                }
                Some("tool_result") => {
                    let text = text_of(part.get("content").unwrap_or(&Value::Null));
                    let text: String = text.chars().take(MOST_OF_ONE).collect();
                    let number = told.outputs.len().saturating_add(1);
                    let id = match tools.get(&field(part, "tool_use_id")) {
                        Some(name) => format!("{name} {number}"),
                        None => format!("tool {number}"),
                    };
                    if !text.trim().is_empty() {
                        told.outputs.push(InlineSource {
                            id: id.replace(char::is_control, " "),
                            text,
                            title: None,
                        });
                    }
                }
                Some(_) | None => {}
            }
        }
        match role {
            Some("assistant") => {
                let text = text_of(content);
                if !text.trim().is_empty() {
                    if !told.said.is_empty() {
                        told.said.push_str("\n\n");
                    }
                    told.said.push_str(&text);
                }
            }
            // Whatever comes from elsewhere ends what was said before.
            Some("user") => told.said.clear(),
            Some(_) | None => {}
        }
    }
    newest(&mut told.outputs);
    told
}

/// Leaves the newest outputs within the bound.
fn newest(outputs: &mut Vec<InlineSource>) {
    let mut left = MOST;
    let mut from = outputs.len();
    while let Some(output) = from.checked_sub(1).and_then(|before| outputs.get(before)) {
        let length = output.text.chars().count();
        if length > left {
            break;
        }
        left = left.saturating_sub(length);
        from = from.saturating_sub(1);
    }
    outputs.drain(..from);
}

fn line(judged: &JudgedClaim) -> String {
    let refutes = |stance: Stance| match stance {
        Stance::Refutes => true,
        Stance::Supports | Stance::Silent => false,
    };
    let evidence = judged.evidence.iter();
    let evidence = evidence
        .filter(|evidence| refutes(evidence.stance))
        .map(|evidence| {
            let words: String = evidence.window.text.chars().take(300).collect();
            format!(" {} says: “{words}”", evidence.window.place())
        });
    let evidence: String = evidence.take(1).collect();
    format!("- “{}”: {}{evidence}", judged.claim.text, judged.why)
}

/// Why the agent should go on; none where it may stop. Unsupported statements count where a bar was asked for.
fn reason(report: &Report, bar: Option<f64>) -> Option<String> {
    let of = |verdict: Verdict| {
        report
            .claims
            .iter()
            .filter(move |judged| judged.verdict == verdict)
    };
    let below = bar.is_some_and(|bar| {
        report
            .summary
            .support_ratio
            .is_some_and(|ratio| ratio < bar)
    });
    let refuted: Vec<&JudgedClaim> = of(Verdict::Refuted).collect();
    let unsupported: Vec<&JudgedClaim> = of(Verdict::Unsupported).filter(|_| below).collect();
    if refuted.is_empty() && unsupported.is_empty() {
        return None;
    }
    let lines: Vec<String> = refuted
        .iter()
        .chain(&unsupported)
        .take(NAMED)
        .map(|judged| line(judged))
        .collect();
    Some(format!(
        "Statements of your last message do not agree with what your tools said. Look again, and correct or take back:\n{}",
        lines.join("\n")
    ))
}

async fn verified(
    config: &Config,
    args: &VerifyArgs,
    told: Told,
    traces: &Traces,
) -> anyhow::Result<Report> {
    let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
    let models = compose::models(config, &say).await?;
    let firewall = compose::throwaway(config, models, dir.path()).await?;
    if let Some(docs) = &args.docs {
        gate::against(&firewall, docs, config.limits.file_bytes, traces).await?;
    }
    let said = told.said.chars().take(MAX_ANSWER).collect();
    let verification = Verification {
        sources: told.outputs,
        beside_collection: args.docs.is_some(),
        origin: Some("a coding agent".to_owned()),
        ..Verification::of(Subject::Answer(said))
    };
    verification.validate()?;
    let verifying = firewall.verify(verification);
    Ok(traces.of(Work::Verify, verifying).await?)
}

async fn answer(config: &Config, args: &VerifyArgs) -> anyhow::Result<Option<Value>> {
    let event = std::io::read_to_string(std::io::stdin()).context("cannot read standard input")?;
    let event: Event = serde_json::from_str(&event)
        .context("standard input is no event of a stop hook (it needs transcript_path)")?;
    let path = &event.transcript_path;
    let transcript = std::fs::read(path)
        .with_context(|| format!("cannot read the transcript {}", path.display()))?;
    let mut told = read(&String::from_utf8_lossy(&transcript));
    if let Some(said) = event.last_assistant_message {
        told.said = said;
    }
    if told.said.trim().is_empty() || (told.outputs.is_empty() && args.docs.is_none()) {
        say("groundwall: nothing was said, or no tool said anything to hold it against");
        return Ok(None);
    }
    let traces = Traces::of_command(&config.telemetry);
    let report = verified(config, args, told, &traces).await;
    traces.close().await;
    let report = report?;
    for part in &report.degraded {
        say(&format!("groundwall: {part}"));
    }
    let Some(reason) = reason(&report, args.fail_under) else {
        return Ok(None);
    };
    if event.stop_hook_active {
        // It was sent back once already; a person has the last word.
        return Ok(Some(json!({"systemMessage": reason})));
    }
    Ok(Some(json!({"decision": "block", "reason": reason})))
}

pub(super) async fn run(config: &Config, args: &VerifyArgs) -> Done {
    match answer(config, args).await {
        Ok(Some(answer)) => {
            println!("{answer}");
            Done::Passed
        }
        Ok(None) => Done::Passed,
        Err(error) => {
            eprintln!("groundwall: {error:#}");
            Done::Below
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, MOST_OF_ONE, newest, read};
    use groundwall_core::request::InlineSource;

    const TRANSCRIPT: &str = r#"{"type":"summary","summary":"The quay"}
{"type":"user","message":{"role":"user","content":"How long is the quay?"}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"I look."},{"type":"tool_use","id":"t1","name":"Read","input":{}}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"The quay is 120 metres long."}]}]}}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t9","content":"It was built in 1931."}]}}
{"type":"assistant","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"It is 120 metres long."}]}}
{"type":"assistant","message":{"role":"assistant","content":"It was built in 1931."}}
{"type":"assistant","mess"#;

    #[test]
    fn a_transcript_tells_what_tools_said_and_what_was_said_last() {
        let told = read(TRANSCRIPT);
        assert_eq!(told.said, "It is 120 metres long.\n\nIt was built in 1931.");
        let outputs: Vec<(&str, &str)> = told
            .outputs
            .iter()
            .map(|one| (one.id.as_str(), one.text.as_str()))
            .collect();
        assert_eq!(
            outputs,
            [
                ("Read 1", "The quay is 120 metres long."),
                ("tool 2", "It was built in 1931.")
            ]
        );
        assert_eq!(read("").outputs, Vec::new());
    }

    #[test]
    fn the_newest_outputs_are_kept() {
        let output = |number: usize| InlineSource {
            id: number.to_string(),
            text: "x".repeat(MOST_OF_ONE),
            title: None,
        };
        let mut outputs: Vec<InlineSource> = (0..10).map(output).collect();
        newest(&mut outputs);
        assert_eq!(outputs.len(), MOST / MOST_OF_ONE);
        assert_eq!(outputs.last().unwrap().id, "9");
    }
}
