//! The packs that speak of structured answers: those that the program carries, and a person's own from a file.

use anyhow::Context as _;
use groundwall_core::model::hex;
use groundwall_core::{Problem, ProblemCode};
use groundwall_governance::pack::examples::Outcome;
use groundwall_governance::pack::{Pack, Packs};
use groundwall_governance::structured::{PackError, StructuredPack};
use sha2::{Digest as _, Sha256};
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// A pack and the hash of its file.
pub(crate) struct Loaded {
    pub(crate) pack: StructuredPack,
    /// Lower-case hexadecimal.
    pub(crate) sha256: String,
}

const SHIPPED: [(&str, &str); 1] = [(
    "bank-statements.toml",
    include_str!("../../../data/packs/bank-statements.toml"),
)];

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

fn load(
    file: &str,
    text: &str,
    files: &dyn Fn(&str) -> Option<String>,
) -> Result<Option<Loaded>, PackError> {
    let sha256 = hex(&Sha256::digest(text.as_bytes()));
    let pack = StructuredPack::parse(file, text, files)?;
    Ok(pack.map(|pack| Loaded { pack, sha256 }))
}

/// Those that can be used; a test sees to it that this is all of them.
static PACKS: LazyLock<Vec<Arc<Loaded>>> = LazyLock::new(|| {
    let list = |name: &str| {
        let found = LISTS.iter().find(|(known, _)| *known == name);
        found.map(|(_, text)| (*text).to_owned())
    };
    let read = |(file, text): &(&str, &str)| {
        load(file, text, &list)
            .inspect_err(|error| tracing::error!(%error, "a rule pack cannot be used"))
            .ok()
            .flatten()
            .map(Arc::new)
    };
    SHIPPED.iter().filter_map(read).collect()
});

/// A pack that the program carries.
pub(crate) fn shipped(name: &str) -> Option<Arc<Loaded>> {
    let found = PACKS.iter().find(|loaded| loaded.pack.name == name);
    found.map(Arc::clone)
}

/// A list of names: a file beside the pack, else the program's.
fn list(beside: Option<&Path>, name: &str) -> Option<String> {
    let own = beside.and_then(|dir| std::fs::read_to_string(dir.join(name)).ok());
    let known = LISTS.iter().find(|(known, _)| *known == name);
    own.or_else(|| known.map(|(_, text)| (*text).to_owned()))
}

/// What a pack says of structured answers; none where it says nothing of them.
pub(crate) fn section(pack: &Pack, beside: Option<&Path>) -> anyhow::Result<Option<Loaded>> {
    if pack.structured_section().is_none() {
        return Ok(None);
    }
    Ok(load(&pack.file, &pack.text, &|name| list(beside, name))?)
}

/// A pack of this name: one of the program, or one of `packs.dir`.
pub(crate) fn named(
    name: &str,
    packs: &Packs,
    beside: Option<&Path>,
) -> Result<Arc<Loaded>, Problem> {
    if let Some(shipped) = shipped(name) {
        return Ok(shipped);
    }
    let own = packs.find(name).ok();
    let own = own.and_then(|pack| section(&pack, beside).ok().flatten());
    own.map(Arc::new).ok_or_else(|| {
        let speaks = |pack: &&Arc<Pack>| pack.structured_section().is_some();
        let all = packs.all();
        let known: Vec<&str> = all
            .iter()
            .filter(speaks)
            .map(|pack| pack.identity.name.as_str())
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
    let Some(loaded) = section(pack, beside)? else {
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

/// A pack of a person's own.
pub(crate) fn from_file(path: &Path) -> anyhow::Result<Arc<Loaded>> {
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {shown} as UTF-8 text"))?;
    let beside = path.parent().unwrap_or(Path::new(""));
    let list = |name: &str| std::fs::read_to_string(beside.join(name)).ok();
    let loaded = load(&shown.to_string(), &text, &list)?;
    let loaded = loaded.with_context(|| {
        format!("{shown} has no section [structured], so it says nothing of structured answers")
    })?;
    Ok(Arc::new(loaded))
}

#[cfg(test)]
mod tests {
    use super::{PACKS, SHIPPED, named, shipped};
    use groundwall_governance::pack::{Pack, Packs};

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
        let packs = Packs::bundled().unwrap();
        let problem = named("banks", &packs, None).map(|_| ()).unwrap_err();
        assert!(problem.message.contains("bank-statements"), "{problem}");
        assert!(shipped("banks").is_none());
    }

    #[test]
    fn a_pack_of_a_person_s_own_is_found_by_its_name() {
        let text = SHIPPED[0].1.replacen("bank-statements", "my-statements", 1);
        let packs = Packs::of(vec![Pack::parse("my.toml", &text).unwrap()]).unwrap();
        let found = named("my-statements", &packs, None);
        assert_eq!(found.unwrap().pack.name, "my-statements");
    }
}
