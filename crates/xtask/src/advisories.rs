//! Known faults of packages: `cargo xtask advisories DIR` writes `data/advisories/rustsec.jsonl` from a clone of the RustSec database, and `cargo xtask licences` holds Cargo.lock against it without a
//! network. The file is not part of the repository: where it is missing, the command says that nothing was looked up.

use anyhow::{Context as _, ensure};
use cargo_metadata::semver::{Version, VersionReq};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::process::Command;

const FILE: &str = "data/advisories/rustsec.jsonl";

/// The first line of the file: what it was made of.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Made {
    database: String,
    commit: String,
    /// The day of that commit.
    pub(crate) date: String,
    advisories: usize,
}

/// What is known of a package. The description stays where the address leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Advisory {
    pub(crate) id: String,
    package: String,
    date: String,
    /// `unmaintained`, `unsound` or `notice`; none for a hole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    informational: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    url: Option<String>,
    /// Where it is another one than the database's, which gives its entries to the public domain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    license: Option<String>,
    /// Requirements on versions, each of which is free of it.
    patched: Vec<VersionReq>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unaffected: Vec<VersionReq>,
}

impl Advisory {
    fn touches(&self, name: &str, version: &Version) -> bool {
        let free = self.patched.iter().chain(&self.unaffected);
        self.package == name && !free.into_iter().any(|free| free.matches(version))
    }

    /// Whether nobody has to do anything at once.
    fn is_note(&self) -> bool {
        self.informational.as_deref() == Some("unmaintained")
    }

    fn told(&self, version: &Version) -> String {
        let what = self.informational.as_deref().unwrap_or("a hole");
        let url = self.url.as_deref().unwrap_or("no address");
        format!(
            "{} {version}: {} ({what}, {}, {url})",
            self.package, self.id, self.date
        )
    }
}

/// Reads the file.
fn read(text: &str) -> anyhow::Result<(Made, Vec<Advisory>)> {
    let mut lines = text.lines();
    let first = lines.next().context("the file is empty")?;
    let made: Made = serde_json::from_str(first).context("line 1")?;
    let mut all: Vec<Advisory> = Vec::with_capacity(made.advisories);
    for (number, line) in (2u32..).zip(lines) {
        all.push(serde_json::from_str(line).with_context(|| format!("line {number}"))?);
    }
    ensure!(
        all.len() == made.advisories,
        "{} advisories are there, and the first line says {}",
        all.len(),
        made.advisories
    );
    Ok((made, all))
}

/// The file of this checkout; none where nobody has written it yet.
pub(crate) fn known(root: &Path) -> anyhow::Result<Option<(Made, Vec<Advisory>)>> {
    let path = root.join(FILE);
    if !path.exists() {
        return Ok(None);
    }
    let text = std::fs::read_to_string(path).context(FILE)?;
    read(&text).context(FILE).map(Some)
}

/// What is wrong with some packages, and what is only to be known. `ignored`: ids that somebody looked at.
pub(crate) fn found(
    all: &[Advisory],
    packages: &[(String, Version)],
    ignored: &[&str],
) -> (Vec<String>, Vec<String>) {
    let (mut wrong, mut notes) = (Vec::new(), Vec::new());
    for (name, version) in packages {
        for advisory in all.iter().filter(|one| one.touches(name, version)) {
            if ignored.contains(&advisory.id.as_str()) {
                continue;
            }
            let list = if advisory.is_note() {
                &mut notes
            } else {
                &mut wrong
            };
            list.push(advisory.told(version));
        }
    }
    (wrong, notes)
}

/// The head of an entry of the database.
#[derive(Deserialize)]
struct Entry {
    advisory: Head,
    #[serde(default)]
    versions: Versions,
}

#[derive(Deserialize)]
struct Head {
    id: String,
    package: String,
    date: String,
    informational: Option<String>,
    url: Option<String>,
    license: Option<String>,
    withdrawn: Option<String>,
}

#[derive(Default, Deserialize)]
struct Versions {
    #[serde(default)]
    patched: Vec<VersionReq>,
    #[serde(default)]
    unaffected: Vec<VersionReq>,
}

/// An entry as the database keeps it: TOML between fences, and behind it the description. None where it was withdrawn.
fn entry(text: &str) -> anyhow::Result<Option<Advisory>> {
    let head = text
        .strip_prefix("```toml\n")
        .and_then(|rest| rest.split_once("\n```"))
        .context("it does not begin with TOML between fences")?;
    let Entry { advisory, versions } = toml::from_str(head.0)?;
    if advisory.withdrawn.is_some() {
        return Ok(None);
    }
    Ok(Some(Advisory {
        id: advisory.id,
        package: advisory.package,
        date: advisory.date,
        informational: advisory.informational,
        url: advisory.url,
        license: advisory.license,
        patched: versions.patched,
        unaffected: versions.unaffected,
    }))
}

fn git(dir: &Path, format: &str) -> anyhow::Result<String> {
    let told = Command::new("git")
        .arg("-C")
        .arg(dir)
        .args(["log", "-1", &format!("--format={format}")])
        .output()
        .context("git does not run")?;
    ensure!(
        told.status.success(),
        "{} is no clone of the database",
        dir.display()
    );
    Ok(String::from_utf8(told.stdout)?.trim().to_owned())
}

/// Writes the file anew from a clone of the database.
pub(crate) fn refresh(root: &Path, clone: &Path) -> anyhow::Result<()> {
    let mut all = Vec::new();
    let folder = clone.join("crates");
    for package in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
        for file in std::fs::read_dir(package?.path())? {
            let path = file?.path();
            let text = std::fs::read_to_string(&path)?;
            all.extend(entry(&text).with_context(|| path.display().to_string())?);
        }
    }
    all.sort_by(|one, other| one.id.cmp(&other.id));
    let made = Made {
        database: "https://github.com/RustSec/advisory-db".to_owned(),
        commit: git(clone, "%H")?,
        date: git(clone, "%cs")?,
        advisories: all.len(),
    };
    let mut text = serde_json::to_string(&made)? + "\n";
    for advisory in &all {
        text += &(serde_json::to_string(advisory)? + "\n");
    }
    let file = root.join(FILE);
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(file, text)?;
    println!("{FILE}: {} advisories, as of {}", all.len(), made.date);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{entry, found, read};
    use cargo_metadata::semver::Version;

    const ENTRY: &str = "```toml\n[advisory]\nid = \"RUSTSEC-2020-0001\"\npackage = \"quay\"\ndate = \"2020-01-02\"\nurl = \"https://example.org\"\n\n[versions]\npatched = [\">= 1.2.0\", \"^0.9.4\"]\nunaffected = [\"< 0.5.0\"]\n```\n\n# A hole\n";

    #[test]
    fn versions_between_the_free_ones_are_touched() {
        let all = [entry(ENTRY).unwrap().unwrap()];
        for (version, touched) in [
            ("0.4.9", false),
            ("0.5.0", true),
            ("0.9.3", true),
            ("0.9.4", false),
            ("1.0.0", true),
            ("1.2.0", false),
        ] {
            let packages = [("quay".to_owned(), Version::parse(version).unwrap())];
            let (wrong, notes) = found(&all, &packages, &[]);
            assert_eq!(
                (wrong.len(), notes.len()),
                (usize::from(touched), 0),
                "{version}"
            );
            assert!(found(&all, &packages, &["RUSTSEC-2020-0001"]).0.is_empty());
        }
        let other = [("quays".to_owned(), Version::parse("1.0.0").unwrap())];
        assert!(found(&all, &other, &[]).0.is_empty());
    }

    #[test]
    fn nobody_looking_after_it_is_a_note_and_withdrawn_is_nothing() {
        let note = ENTRY.replace("url =", "informational = \"unmaintained\"\nurl =");
        let all = [entry(&note).unwrap().unwrap()];
        let packages = [("quay".to_owned(), Version::parse("1.0.0").unwrap())];
        let (wrong, notes) = found(&all, &packages, &[]);
        assert!(wrong.is_empty() && notes[0].contains("unmaintained"));
        let gone = ENTRY.replace("url =", "withdrawn = \"2021-01-01\"\nurl =");
        assert!(entry(&gone).unwrap().is_none());
        assert!(entry("# No head").is_err());
    }

    #[test]
    fn a_file_that_lost_lines_is_refused() {
        let head = r#"{"database":"d","commit":"c","date":"2020-01-01","advisories":1}"#;
        let line = serde_json::to_string(&entry(ENTRY).unwrap().unwrap()).unwrap();
        assert_eq!(read(&format!("{head}\n{line}\n")).unwrap().1.len(), 1);
        assert!(read(head).is_err() && read("").is_err());
        assert!(read(&format!("{head}\n{}\n", line.replace("date", "day"))).is_err());
    }
}
