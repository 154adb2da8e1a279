//! The guard's figures in the document, by the command that prints them.

use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The command on a set, under way.
fn started(folder: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["eval-guard", "--rows"])
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The tables of a set, as the document has them.
fn tables(running: Child) -> Vec<String> {
    let output = running.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    printed
        .split("\n\n")
        .map(|table| table.trim().to_owned())
        .filter(|table| table.starts_with('|'))
        .collect()
}

/// Sets that the classifier learns from: what the guard makes of them says nothing about others.
const LEARNED: [&str; 5] = ["evaluation", "second", "third", "fourth", "fifth"];

#[test]
fn the_document_has_figures_of_sets_that_are_not_learned_from_and_of_no_other() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("docs/guard.md")).unwrap();
    let mut running = Vec::new();
    for entry in std::fs::read_dir(root.join("data/guard")).unwrap() {
        let folder = entry.unwrap().path();
        let files = ["attacks.jsonl", "ordinary.jsonl"];
        if !files.iter().all(|file| folder.join(file).is_file()) {
            continue;
        }
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        running.push((name, started(&folder)));
    }
    let mut learned = 0;
    for (name, child) in running {
        let tables = tables(child);
        assert_eq!(tables.len(), 5, "{name}: {tables:?}");
        if LEARNED.contains(&name.as_str()) {
            learned += 1;
            for table in tables {
                assert!(
                    !document.contains(&table),
                    "docs/guard.md has a table of {name}, which is learned from:\n{table}"
                );
            }
        } else {
            for table in tables {
                assert!(
                    document.contains(&table),
                    "docs/guard.md has other figures of {name} than:\n{table}"
                );
            }
        }
    }
    assert_eq!(learned, LEARNED.len());
}
