//! The threat model names tests; each of them exists.

use crate::running::root;
use std::collections::BTreeSet;
use std::path::Path;

/// Every function behind an attribute of a test.
fn tests(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") {
            tests(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let mut is_test = false;
            for line in text.lines().map(str::trim) {
                let function = line.strip_prefix("async ").unwrap_or(line);
                if line.starts_with("#[") {
                    is_test |= line.contains("test]") || line.contains("test(");
                } else if let Some(name) = function.strip_prefix("fn ").filter(|_| is_test) {
                    found.insert(name.split(['(', '<']).next().unwrap().to_owned());
                    is_test = false;
                }
            }
        }
    }
}

#[test]
fn every_test_that_the_threat_model_names_exists() {
    let mut known = BTreeSet::new();
    for folder in ["server", "crates", "app"] {
        tests(&root().join(folder), &mut known);
    }
    let page = std::fs::read_to_string(root().join("docs/threat-model.md")).unwrap();
    let mut named = 0;
    for line in page
        .lines()
        .filter(|line| line.starts_with("| ") && line.contains('`'))
    {
        let shown = line
            .trim_end_matches([' ', '|'])
            .rsplit('|')
            .next()
            .unwrap();
        for name in shown
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|name| !name.contains('/'))
        {
            assert!(known.contains(name), "there is no test {name}");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}
