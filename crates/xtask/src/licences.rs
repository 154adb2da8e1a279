//! `cargo xtask licences`: every package of Cargo.lock against the advisories of the repository and against `deny.toml`, which cargo-deny reads, too. What that file says here is checked here; a
//! key that this program does not know is an error and not passed over.

#[cfg(test)]
mod tests;

use crate::advisories;
use anyhow::{Context as _, ensure};
use cargo_metadata::{Metadata, MetadataCommand};
use serde::Deserialize;
use spdx::{Expression, Licensee, ParseMode};
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rules {
    /// For cargo-deny alone: which features it looks at.
    #[serde(rename = "graph")]
    _graph: Graph,
    #[serde(default)]
    advisories: Advisories,
    licenses: Licences,
    bans: Bans,
    /// Whatever is of another source is an error.
    #[serde(rename = "sources")]
    _sources: Sources,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Graph {
    #[serde(rename = "all-features")]
    _all_features: bool,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Advisories {
    /// What somebody looked at and found not to matter here.
    ignore: Vec<Ignored>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ignored {
    id: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Licences {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

/// The only level that is used: what is not allowed is an error.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Level {
    Deny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Bans {
    #[serde(rename = "wildcards")]
    _wildcards: Level,
    allow_wildcard_paths: bool,
    #[serde(rename = "multiple-versions")]
    _multiple_versions: Level,
    deny: Vec<Named>,
    skip: Vec<Named>,
}

/// `name` or `name@version`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    #[serde(rename = "crate")]
    name: String,
    reason: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Sources {
    #[serde(rename = "unknown-registry")]
    _unknown_registry: Level,
    #[serde(rename = "unknown-git")]
    _unknown_git: Level,
}

/// What is looked at of a package.
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    source: Source,
    /// Dependencies on any version, by name.
    wildcards: Vec<String>,
}

enum Source {
    /// Of the workspace.
    Own,
    DefaultRegistry,
    Other(String),
}

fn packages(metadata: &Metadata) -> Vec<Package> {
    let own = |package: &cargo_metadata::Package| metadata.workspace_members.contains(&package.id);
    metadata
        .packages
        .iter()
        .map(|package| Package {
            name: package.name.to_string(),
            version: package.version.to_string(),
            licence: package.license.clone(),
            source: match &package.source {
                Some(source) if source.is_crates_io() => Source::DefaultRegistry,
                Some(source) => Source::Other(source.to_string()),
                None if own(package) => Source::Own,
                None => Source::Other(package.manifest_path.to_string()),
            },
            wildcards: package
                .dependencies
                .iter()
                .filter(|dependency| {
                    own(package) && dependency.path.is_none() && dependency.req.to_string() == "*"
                })
                .map(|dependency| dependency.name.clone())
                .collect(),
        })
        .collect()
}

fn licensees(names: &[String]) -> anyhow::Result<Vec<Licensee>> {
    names
        .iter()
        .map(|name| {
            Licensee::parse(name)
                .map_err(|error| anyhow::anyhow!("deny.toml: {name} is no licence: {error}"))
        })
        .collect()
}

/// One line for everything that is not allowed.
fn problems(rules: &Rules, packages: &[Package]) -> anyhow::Result<Vec<String>> {
    let allowed = licensees(&rules.licenses.allow)?;
    let mut exceptions = BTreeMap::new();
    for exception in &rules.licenses.exceptions {
        exceptions.insert(exception.name.as_str(), licensees(&exception.allow)?);
    }
    let mut found = Vec::new();
    let mut versions: BTreeMap<&str, Vec<&Package>> = BTreeMap::new();
    for package in packages {
        let shown = format!("{} {}", package.name, package.version);
        versions.entry(&package.name).or_default().push(package);
        let more = exceptions
            .get(package.name.as_str())
            .map_or(&[][..], Vec::as_slice);
        match package
            .licence
            .as_deref()
            .map(|text| (text, Expression::parse_mode(text, ParseMode::LAX)))
        {
            None => found.push(format!("{shown} says no licence")),
            Some((text, Err(_))) => found.push(format!("{shown}: {text:?} is no SPDX expression")),
            Some((text, Ok(expression))) => {
                let satisfied = expression.evaluate(|required| {
                    allowed
                        .iter()
                        .chain(more)
                        .any(|licensee| licensee.satisfies(required))
                });
                if !satisfied {
                    found.push(format!("{shown}: the licence {text} is not allowed"));
                }
            }
        }
        if let Source::Other(source) = &package.source {
            found.push(format!("{shown} comes from {source}"));
        }
        if let Some(ban) = rules.bans.deny.iter().find(|ban| ban.name == package.name) {
            found.push(format!("{shown} is banned: {}", ban.reason));
        }
        for name in &package.wildcards {
            found.push(format!("{shown} takes any version of {name}"));
        }
    }
    found.extend(
        versions
            .iter()
            .filter_map(|(name, all)| several(rules, name, all)),
    );
    Ok(found)
}

/// What is said of a package that is there in more than one version without a reason.
fn several(rules: &Rules, name: &str, all: &[&Package]) -> Option<String> {
    let unlisted: Vec<&str> = all
        .iter()
        .map(|package| package.version.as_str())
        .filter(|version| {
            let this = format!("{name}@{version}");
            !rules.bans.skip.iter().any(|skip| skip.name == this)
        })
        .collect();
    (unlisted.len() > 1).then(|| {
        format!(
            "{name} is there in the versions {}: bring them together, or list all but one under bans.skip with a reason",
            unlisted.join(", ")
        )
    })
}

/// Entries of the rules that nothing needs any more.
fn unneeded(rules: &Rules, packages: &[Package]) -> Vec<String> {
    let versions = rules
        .bans
        .skip
        .iter()
        .filter(|skip| {
            !packages
                .iter()
                .any(|package| skip.name == format!("{}@{}", package.name, package.version))
        })
        .map(|skip| format!("bans.skip {} ({})", skip.name, skip.reason));
    let licences = rules
        .licenses
        .exceptions
        .iter()
        .filter(|exception| {
            !packages
                .iter()
                .any(|package| package.name == exception.name)
        })
        .map(|exception| format!("licenses.exceptions {}", exception.name));
    versions.chain(licences).collect()
}

fn rules(text: &str) -> anyhow::Result<Rules> {
    let rules: Rules = toml::from_str(text).context("deny.toml")?;
    ensure!(
        rules.bans.allow_wildcard_paths,
        "deny.toml: packages of the workspace name each other by path"
    );
    Ok(rules)
}

/// Adds the packages that an advisory speaks of to `found`, and says what they were held against.
fn looked_up(
    root: &Path,
    ignored: &[Ignored],
    metadata: &Metadata,
    found: &mut Vec<String>,
) -> anyhow::Result<String> {
    let Some((made, advisories)) = advisories::known(root)? else {
        return Ok("known faults were not looked up: cargo xtask advisories DIR writes the list from a clone of the RustSec database".to_owned());
    };
    for Ignored { id, reason } in ignored {
        if !advisories.iter().any(|advisory| advisory.id == *id) {
            println!("deny.toml: nothing needs advisories.ignore {id} ({reason})");
        }
    }
    let versions: Vec<_> = metadata
        .packages
        .iter()
        .map(|package| (package.name.to_string(), package.version.clone()))
        .collect();
    let ignored: Vec<&str> = ignored.iter().map(|one| one.id.as_str()).collect();
    let (holes, notes) = advisories::found(&advisories, &versions, &ignored);
    for note in notes {
        println!("to be known: {note}");
    }
    found.extend(holes);
    Ok(format!(
        "held against {} advisories of {}",
        advisories.len(),
        made.date
    ))
}

/// Looks at every package, those for other systems too.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let rules = rules(&std::fs::read_to_string(root.join("deny.toml")).context("deny.toml")?)?;
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .other_options(vec!["--locked".to_owned()])
        .exec()?;
    let packages = packages(&metadata);
    for entry in unneeded(&rules, &packages) {
        println!("deny.toml: nothing needs {entry}");
    }
    let mut found = problems(&rules, &packages)?;
    let looked_up = looked_up(root, &rules.advisories.ignore, &metadata, &mut found)?;
    ensure!(
        found.is_empty(),
        "{}\nLook at what it is and where it comes from; then change the dependency, or deny.toml with a reason.",
        found.join("\n")
    );
    println!(
        "{} packages are as deny.toml allows; {looked_up}",
        packages.len()
    );
    Ok(())
}
