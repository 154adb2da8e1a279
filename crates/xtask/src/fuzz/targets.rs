//! `data/fuzz.toml`: what the fuzzer knows of its targets.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Targets {
    /// Those whose inputs are texts.
    pub(super) texts: Vec<String>,
    /// Those that run only where they are named.
    pub(super) named: Vec<String>,
    /// Extensions of the samples that a target reads, where they are others than its name.
    pub(super) samples: BTreeMap<String, Vec<String>>,
}

/// The file, read once. A test reads it.
pub(super) static TARGETS: LazyLock<Targets> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/fuzz.toml"))
        .unwrap_or_else(|error| panic!("data/fuzz.toml: {error}"))
});

/// Names of the files of a folder without their extension, in order; none when there is no folder.
pub(super) fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    if folder.exists() {
        for entry in std::fs::read_dir(folder)? {
            names.extend(
                entry?
                    .path()
                    .file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned()),
            );
        }
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::{TARGETS, names};
    use std::path::Path;

    #[test]
    fn every_target_of_the_file_is_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/targets");
        let known = names(&folder).unwrap();
        let listed = TARGETS.texts.iter().chain(&TARGETS.named);
        for target in listed.chain(TARGETS.samples.keys()) {
            assert!(known.contains(target), "there is no target {target}");
        }
    }
}
