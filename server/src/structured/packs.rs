//! The packs that speak of structured answers: those that the program carries, and a person's own from a file.

use anyhow::Context as _;
use groundwall_core::model::hex;
use groundwall_core::{Problem, ProblemCode};
use groundwall_governance::pack::Pack;
use groundwall_governance::pack::examples::Outcome;
use groundwall_governance::structured::{PackError, StructuredPack};
use sha2::{Digest as _, Sha256};
use std::path::Path;
use std::sync::LazyLock;

/// A pack and the hash of its file.
pub(crate) struct Loaded {
    pub(crate) pack: StructuredPack,
    /// Lower-case hexadecimal.
    pub(crate) sha256: String,
}

const SHIPPED: [&str; 1] = [include_str!("../../../data/packs/bank-statements.toml")];

/// Lists of names, as the packs call them.
const LISTS: [(&str, &str); 5] = [
    (
        "bank-statements/us.txt",
        include_str!("../../../data/packs/bank-statements/us.txt"),
    ),
    (
        "bank-statements/au.txt",
        include_str!("../../../data/packs/bank-statements/au.txt"),
    ),
    (
        "bank-statements/uk.txt",
        include_str!("../../../data/packs/bank-statements/uk.txt"),
    ),
    (
        "bank-statements/ca.txt",
        include_str!("../../../data/packs/bank-statements/ca.txt"),
    ),
    (
        "bank-statements/eu.txt",
        include_str!("../../../data/packs/bank-statements/eu.txt"),
    ),
];

fn load(text: &str, files: &dyn Fn(&str) -> Option<String>) -> Result<Option<Loaded>, PackError> {
    let sha256 = hex(&Sha256::digest(text.as_bytes()));
    let pack = StructuredPack::parse(text, files)?;
    Ok(pack.map(|pack| Loaded { pack, sha256 }))
}

/// Those that can be used; a test sees to it that this is all of them.
static PACKS: LazyLock<Vec<Loaded>> = LazyLock::new(|| {
    let list = |name: &str| {
        let found = LISTS.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| (*text).to_owned())
    };
    let read = |text: &&str| {
        load(text, &list)
            .inspect_err(|error| tracing::error!(%error, "a rule pack cannot be used"))
            .ok()
            .flatten()
    };
    SHIPPED.iter().filter_map(read).collect()
});

/// A pack that the program carries.
pub(crate) fn shipped(name: &str) -> Result<&'static Loaded, Problem> {
    let found = PACKS.iter().find(|loaded| loaded.pack.name == name);
    found.ok_or_else(|| {
        let known: Vec<&str> = PACKS
            .iter()
            .map(|loaded| loaded.pack.name.as_str())
            .collect();
        Problem::new(
            ProblemCode::Unprocessable,
            format!(
                "There is no pack {name:?} for structured answers. Those there are: {}.",
                known.join(", ")
            ),
        )
    })
}

/// What the examples over answers in JSON of a pack come to; none where it has none. Lists of names lie beside the pack, or are the program's.
pub(crate) fn examples(
    pack: &Pack,
    beside: Option<&Path>,
    year: i32,
) -> anyhow::Result<Vec<Outcome>> {
    if pack.structured_section().is_none() {
        return Ok(Vec::new());
    }
    let list = |name: &str| {
        let own = beside.and_then(|dir| std::fs::read_to_string(dir.join(name)).ok());
        let known = LISTS.iter().find(|(known, _)| *known == name);
        own.or_else(|| known.map(|(_, text)| (*text).to_owned()))
    };
    let named = || format!("the section [structured] of {}", pack.identity.name);
    let Some(loaded) = load(&pack.text, &list).with_context(named)? else {
        return Ok(Vec::new());
    };
    let failed = loaded.pack.failed_examples(year);
    let outcome = |name: &str| {
        let misses = failed.iter().filter(|error| error.name == name);
        let mut lines = pack.text.lines();
        let line =
            lines.position(|line| line.trim_start().starts_with("name") && line.contains(name));
        Outcome {
            name: name.to_owned(),
            line: line.unwrap_or_default().saturating_add(1),
            misses: misses
                .map(|error| format!("expected {}, found {}", error.expected, error.found))
                .collect(),
        }
    };
    Ok(loaded.pack.example_names().map(outcome).collect())
}

/// A pack of a person's own. It lives as long as the program.
pub(crate) fn from_file(path: &Path) -> anyhow::Result<&'static Loaded> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {shown} as UTF-8 text"))?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let list = |name: &str| std::fs::read_to_string(beside.join(name)).ok();
    let loaded = load(&text, &list).with_context(|| format!("{shown} cannot be used"))?;
    let loaded = loaded.with_context(|| {
        format!("{shown} has no section [structured], so it says nothing of structured answers")
    })?;
    Ok(Box::leak(Box::new(loaded)))
}

#[cfg(test)]
mod tests {
    use super::{PACKS, SHIPPED, shipped};

    #[test]
    fn every_pack_can_be_used_and_its_examples_hold() {
        assert_eq!(PACKS.len(), SHIPPED.len());
        for loaded in PACKS.iter() {
            assert!(loaded.pack.example_count() > 0);
            assert_eq!(loaded.pack.failed_examples(super::super::this_year()), []);
        }
    }

    #[test]
    fn another_name_is_told_those_that_there_are() {
        let problem = shipped("banks").map(|_| ()).unwrap_err();
        assert!(problem.message.contains("bank-statements"), "{problem}");
    }
}
