//! The guard on the rows that it was not built from, by the command that prints its figures.

use std::path::Path;
use std::process::Command;

/// The tables of a set, as the document has them.
fn tables(folder: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_xtask"))
        .args(["eval-guard", "--rows"])
        .arg(root.join(folder))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    printed
        .split("\n\n")
        .map(|table| table.trim().to_owned())
        .filter(|table| table.starts_with('|'))
        .collect()
}

fn the_document_has(folder: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("docs/guard.md")).unwrap();
    let tables = tables(folder);
    assert_eq!(tables.len(), 5, "{tables:?}");
    for table in tables {
        assert!(
            document.contains(&table),
            "docs/guard.md has other figures of {folder} than:\n{table}"
        );
    }
}

#[test]
fn the_document_has_the_guards_figures_on_the_first_set() {
    the_document_has("data/guard/evaluation");
}

#[test]
fn the_document_has_the_guards_figures_on_the_second_set() {
    the_document_has("data/guard/second");
}

#[test]
fn the_document_has_the_guards_figures_on_the_third_set() {
    the_document_has("data/guard/third");
}
