//! `cargo xtask house`: counts what the house rules name, so that a change can be held against the one before. `--list` names each finding.

mod code;

use anyhow::{Context as _, ensure};
use code::{Code, is_test};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Lines of a file, at most.
const FILE: usize = 400;
/// Lines of a function, at most.
const FUNCTION: usize = 60;
/// Words of a list in code, at least: fewer are grammar.
const LIST: usize = 5;

/// What was found of one kind: each with its place.
struct Count {
    what: &'static str,
    found: Vec<String>,
}

/// Counts the files of the repository and prints the table; with `--list` also where each finding is.
pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let list = words.into_iter().any(|word| word == "--list");
    let counts = counts(root)?;
    let mut out = String::new();
    for Count { what, found } in &counts {
        let _ = writeln!(out, "{:>5}  {what}", found.len());
        if list {
            for place in found {
                let _ = writeln!(out, "         {place}");
            }
        }
    }
    print!("{out}");
    Ok(())
}

fn counts(root: &Path) -> anyhow::Result<Vec<Count>> {
    let [
        mut files,
        mut functions,
        mut exempt,
        mut tests,
        mut lists,
        mut numbers,
    ] = [
        "files over 400 lines",
        "functions over 60 lines",
        "functions over 60 lines that are a table or a view",
        "functions over 60 lines in tests",
        "word lists in code",
        "places where the numbers of a text are read",
    ]
    .map(|what| Count {
        what,
        found: Vec::new(),
    });
    for path in rust_files(root)? {
        let text =
            std::fs::read_to_string(root.join(&path)).with_context(|| format!("{path} is gone"))?;
        let lines = text.lines().count();
        if lines > FILE {
            files.found.push(format!("{lines} {path}"));
        }
        let code = Code::of(&text);
        for function in code.functions() {
            if function.lines <= FUNCTION {
                continue;
            }
            let place = format!("{} {path} {}", function.lines, function.name);
            if function.is_exempt {
                exempt.found.push(place);
            } else if is_test(&path) || function.in_tests {
                tests.found.push(place);
            } else {
                functions.found.push(place);
            }
        }
        if !is_test(&path) {
            let at = |(line, many): (usize, usize)| format!("{many} words {path}:{line}");
            lists
                .found
                .extend(code.word_lists(LIST).into_iter().map(at));
            let place = |line: usize| format!("{path}:{line}");
            numbers
                .found
                .extend(code.reads_numbers(&path).into_iter().map(place));
        }
    }
    Ok(vec![files, functions, exempt, tests, lists, numbers])
}

/// The Rust files that Git knows, in order.
fn rust_files(root: &Path) -> anyhow::Result<Vec<String>> {
    let output = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "*.rs"])
        .output()
        .context("git does not run")?;
    ensure!(output.status.success(), "this is no Git repository");
    Ok(String::from_utf8(output.stdout)?
        .lines()
        .map(str::to_owned)
        .collect())
}
