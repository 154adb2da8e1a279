//! The example of a workflow: it can be read, its flags exist, and its step does what it says.

use crate::running::{binary, root};
use serde_json::{Map, Value};
use std::process::Command;

/// A line with how far it is indented.
type Line<'a> = (usize, &'a str);

fn lines(text: &str) -> Vec<Line<'_>> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty())
        .map(|line| {
            assert!(!line.contains('\t'), "{line}");
            (line.len() - line.trim_start().len(), line.trim_start())
        })
        .collect()
}

/// What lies deeper than a line, with what comes behind it.
fn inner<'a, 'b>(rest: &'b [Line<'a>], depth: usize) -> (&'b [Line<'a>], &'b [Line<'a>]) {
    let end = rest.iter().position(|(at, _)| *at <= depth);
    rest.split_at(end.unwrap_or(rest.len()))
}

/// As much of YAML as the workflow has: maps, lists, plain and quoted texts, and `|` for several lines.
fn read(mut rest: &[Line<'_>]) -> Value {
    let Some((depth, first)) = rest.first().copied() else {
        return Value::Null;
    };
    let (mut map, mut list) = (Map::new(), Vec::new());
    while let Some(((at, line), behind)) = rest.split_first() {
        assert_eq!(*at, depth, "{line}");
        let (below, after) = inner(behind, depth);
        rest = after;
        if let Some(item) = line.strip_prefix("- ") {
            let mut item = vec![(depth + 2, item)];
            item.extend_from_slice(below);
            let is_map = item[0].1.contains(": ") || item.len() > 1;
            list.push(if is_map {
                read(&item)
            } else {
                scalar(item[0].1)
            });
            continue;
        }
        let (key, value) = line
            .split_once(':')
            .unwrap_or_else(|| panic!("no key: {line}"));
        let value = match value.trim() {
            "" => read(below),
            "|" => {
                let texts: Vec<&str> = below.iter().map(|(_, text)| *text).collect();
                Value::String(texts.join("\n"))
            }
            text => {
                assert!(below.is_empty(), "{line}");
                scalar(text)
            }
        };
        assert!(
            map.insert(key.to_owned(), value).is_none(),
            "{key} stands twice"
        );
    }
    if first.starts_with("- ") {
        assert!(map.is_empty());
        Value::Array(list)
    } else {
        assert!(list.is_empty());
        Value::Object(map)
    }
}

fn scalar(text: &str) -> Value {
    Value::String(text.trim_matches('"').to_owned())
}

fn workflow() -> Value {
    let text = std::fs::read_to_string(root().join("docs/workflows/verify-claims.yml")).unwrap();
    read(&lines(&text))
}

fn step<'a>(workflow: &'a Value, name: &str) -> &'a Value {
    let steps = workflow["jobs"]["verify"]["steps"].as_array().unwrap();
    steps.iter().find(|step| step["name"] == name).unwrap()
}

#[test]
fn every_flag_of_the_workflow_exists() {
    let workflow = workflow();
    assert_eq!(workflow["permissions"]["security-events"], "write");
    assert!(
        workflow["on"]["pull_request"]["paths"]
            .as_array()
            .unwrap()
            .len()
            == 2
    );
    let run = step(&workflow, "Verify")["run"].as_str().unwrap();
    let command = run.replace("\\\n", " ");
    let command = command
        .lines()
        .find(|line| line.contains("/groundwall "))
        .unwrap();
    let words: Vec<&str> = command.split_whitespace().collect();
    assert_eq!(words[1], "verify");
    let help = binary().args(["verify", "--help"]).output().unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let flags: Vec<&&str> = words.iter().filter(|word| word.starts_with("--")).collect();
    assert_eq!(flags.len(), 4, "{words:?}");
    for flag in flags {
        let known = help.split_whitespace().any(|word| word == *flag);
        assert!(known, "groundwall verify has no {flag}");
    }
    // Every setting by environment is one.
    for (name, value) in workflow["env"].as_object().unwrap() {
        if name.starts_with("GROUNDWALL__") {
            let shown = binary()
                .arg("config")
                .env(name, value.as_str().unwrap())
                .output()
                .unwrap();
            assert!(
                shown.status.success(),
                "{name}: {}",
                String::from_utf8_lossy(&shown.stderr)
            );
        }
    }
    let uploaded = step(&workflow, "Annotate")["with"]["sarif_file"]
        .as_str()
        .unwrap();
    assert!(command.contains(&format!("> {uploaded} ")), "{command}");
    let reads = step(&workflow, "End as the bar says")["run"]
        .as_str()
        .unwrap();
    assert!(reads.contains("steps.verify.outputs.code") && run.contains("code=$code"));
}

#[test]
fn the_step_of_the_workflow_writes_annotations_and_tells_below_from_broken() {
    let workflow = workflow();
    let step = step(&workflow, "Verify");
    let run = step["run"].as_str().unwrap();
    let run = run.replace(".groundwall/target/release/groundwall", "\"$BINARY\"");
    let dir = tempfile::tempdir().unwrap();
    std::fs::create_dir(dir.path().join("documents")).unwrap();
    std::fs::create_dir(dir.path().join("answers")).unwrap();
    std::fs::write(
        dir.path().join("documents/quay.txt"),
        "The quay is 12 metres long.",
    )
    .unwrap();
    let answered = |answer: Option<&str>| {
        let path = dir.path().join("answers/release.md");
        match answer {
            Some(text) => std::fs::write(path, text).unwrap(),
            None => std::fs::remove_file(path).unwrap(),
        }
        let output = dir.path().join("output");
        std::fs::write(&output, "").unwrap();
        let mut command = Command::new("bash");
        for (name, value) in workflow["env"].as_object().unwrap() {
            command.env(name, value.as_str().unwrap());
        }
        let done = command
            .args(["-e", "-c", &run])
            .current_dir(dir.path())
            .env("BINARY", env!("CARGO_BIN_EXE_groundwall"))
            .env("GROUNDWALL__MODELS__DIR", root().join("models"))
            .env("GITHUB_OUTPUT", &output)
            .output()
            .unwrap();
        let code = std::fs::read_to_string(&output).unwrap();
        (done.status.success(), code.trim().to_owned())
    };
    let sarif = || -> Value {
        let text = std::fs::read(dir.path().join("claims.sarif")).unwrap();
        serde_json::from_slice(&text).unwrap()
    };
    assert_eq!(
        answered(Some("The quay is 12 metres long.")),
        (true, "code=0".to_owned())
    );
    assert_eq!(sarif()["runs"][0]["results"].as_array().unwrap().len(), 0);
    assert_eq!(
        answered(Some("# Notes\n\nThe quay is 14 metres long.")),
        (true, "code=1".to_owned())
    );
    let sarif = sarif();
    assert_eq!(sarif["version"], "2.1.0");
    let place = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "answers/release.md");
    assert_eq!(place["region"]["startLine"], 3, "{sarif}");
    assert_eq!(
        answered(None),
        (false, "code=2".to_owned()),
        "an error is no bar"
    );
}
