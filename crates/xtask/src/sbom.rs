//! `cargo xtask sbom`: what the binary is made of, as CycloneDX 1.5 (cyclonedx.org/docs/1.5/json), on standard output: packages that are compiled into
//! it or into what builds it, with licences and the checksums of Cargo.lock, and the models with the hashes of their files.

use anyhow::Context as _;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The package that is the binary.
const BINARY: &str = "groundwall-server";

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
    checksum: Option<String>,
}

#[derive(Deserialize)]
struct Models {
    model: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    role: String,
    name: String,
    revision: String,
    license: String,
    files: BTreeMap<String, String>,
}

fn purl(package: &Package) -> String {
    // What is not of a name and a version of cargo needs no escape but the plus of build metadata.
    let version = package.version.to_string().replace('+', "%2B");
    format!("pkg:cargo/{}@{version}", package.name)
}

fn licences(text: Option<&str>) -> Value {
    match text {
        // An older way to write OR.
        Some(text) => json!([{"expression": text.replace('/', " OR ")}]),
        None => json!([]),
    }
}

/// The binary and everything that it is built from, tests apart, with what each of them needs.
fn closure<'a>(
    metadata: &'a Metadata,
    binary: &'a PackageId,
) -> anyhow::Result<BTreeMap<&'a PackageId, BTreeSet<&'a PackageId>>> {
    let resolve = metadata
        .resolve
        .as_ref()
        .context("cargo resolves nothing")?;
    let nodes: BTreeMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let mut all = BTreeMap::new();
    let mut open = vec![binary];
    while let Some(id) = open.pop() {
        if all.contains_key(id) {
            continue;
        }
        let node = nodes
            .get(id)
            .with_context(|| format!("cargo does not resolve {id}"))?;
        let needs: BTreeSet<&PackageId> = node
            .deps
            .iter()
            .filter(|needed| {
                needed
                    .dep_kinds
                    .iter()
                    .any(|kind| kind.kind != DependencyKind::Development)
            })
            .map(|needed| &needed.pkg)
            .collect();
        open.extend(needs.iter().copied());
        all.insert(id, needs);
    }
    Ok(all)
}

/// Checksums by name and version.
type Checksums<'a> = BTreeMap<(&'a str, &'a str), &'a str>;

fn checksums(lock: &Lock) -> Checksums<'_> {
    lock.package
        .iter()
        .filter_map(|locked| {
            let checksum = locked.checksum.as_deref()?;
            Some(((locked.name.as_str(), locked.version.as_str()), checksum))
        })
        .collect()
}

/// A package as a component of a kind.
fn component(package: &Package, kind: &str, checksums: &Checksums) -> Value {
    let version = package.version.to_string();
    let mut value = json!({
        "type": kind, "bom-ref": purl(package), "name": package.name.as_str(), "version": version, "purl": purl(package),
        "licenses": licences(package.license.as_deref()),
    });
    if let (Some(checksum), Some(object)) = (
        checksums.get(&(package.name.as_str(), version.as_str())),
        value.as_object_mut(),
    ) {
        let hashes = json!([{"alg": "SHA-256", "content": checksum}]);
        object.insert("hashes".to_owned(), hashes);
    }
    value
}

/// A model as a component, with its files.
fn model_component(model: &Model) -> Value {
    let files: Vec<Value> = model
        .files
        .iter()
        .map(|(name, hash)| json!({"type": "file", "name": name, "hashes": [{"alg": "SHA-256", "content": hash}]}))
        .collect();
    json!({
        "type": "machine-learning-model", "bom-ref": format!("model:{}", model.role), "name": model.name, "version": model.revision,
        "licenses": licences(Some(&model.license)), "components": files,
    })
}

fn document(metadata: &Metadata, lock: &Lock, models: &Models) -> anyhow::Result<Value> {
    let checksums = checksums(lock);
    let packages: BTreeMap<&PackageId, &Package> = metadata
        .packages
        .iter()
        .map(|package| (&package.id, package))
        .collect();
    let binary = metadata
        .packages
        .iter()
        .find(|package| package.name.as_str() == BINARY)
        .context("the workspace has no server")?;
    let (mut components, mut dependencies) = (Vec::new(), Vec::new());
    for (id, needs) in closure(metadata, &binary.id)? {
        let package = packages
            .get(id)
            .with_context(|| format!("cargo does not describe {id}"))?;
        if package.id != binary.id {
            components.push(component(package, "library", &checksums));
        }
        let needs: Vec<String> = needs
            .iter()
            .filter_map(|id| packages.get(*id))
            .map(|package| purl(package))
            .collect();
        dependencies.push(json!({"ref": purl(package), "dependsOn": needs}));
    }
    components.extend(models.model.iter().map(model_component));
    Ok(json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": {"component": component(binary, "application", &checksums)},
        "components": components, "dependencies": dependencies,
    }))
}

/// Prints the document for this machine's kind of system.
pub(crate) fn run(root: &Path, host: &str) -> anyhow::Result<()> {
    println!("{}", serde_json::to_string_pretty(&of(root, host)?)?);
    Ok(())
}

fn of(root: &Path, host: &str) -> anyhow::Result<Value> {
    let metadata = MetadataCommand::new()
        .manifest_path(root.join("Cargo.toml"))
        .other_options(vec![
            "--locked".to_owned(),
            "--filter-platform".to_owned(),
            host.to_owned(),
        ])
        .exec()?;
    let read =
        |name: &str| std::fs::read_to_string(root.join(name)).with_context(|| name.to_owned());
    let lock: Lock = toml::from_str(&read("Cargo.lock")?).context("Cargo.lock")?;
    let models: Models =
        toml::from_str(&read("models/manifest.toml")?).context("models/manifest.toml")?;
    document(&metadata, &lock, &models)
}

#[cfg(test)]
mod tests {
    use super::of;
    use serde_json::Value;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn the_binary_s_packages_and_models_are_listed_once_with_their_hashes() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let bom = of(&root, &crate::host().unwrap()).unwrap();
        let components = bom["components"].as_array().unwrap();
        let find = |name: &str| -> &Value {
            components
                .iter()
                .find(|component| component["name"] == name)
                .unwrap_or_else(|| panic!("{name} is not listed"))
        };
        let serde = find("serde");
        assert_eq!(serde["type"], "library");
        assert_eq!(serde["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(serde["hashes"][0]["content"].as_str().unwrap().len(), 64);
        assert!(find("groundwall-core").get("hashes").is_none());
        assert_eq!(
            find("groundwall-verifier")["type"],
            "machine-learning-model"
        );
        assert!(
            components
                .iter()
                .all(|component| component["name"] != "criterion" && component["name"] != "insta"),
            "what only tests use is not in the binary"
        );
        let references: BTreeSet<&str> = components
            .iter()
            .map(|component| component["bom-ref"].as_str().unwrap())
            .collect();
        assert_eq!(references.len(), components.len());
        let top = bom["metadata"]["component"]["bom-ref"].as_str().unwrap();
        for dependency in bom["dependencies"].as_array().unwrap() {
            for reference in dependency["dependsOn"].as_array().unwrap() {
                let reference = reference.as_str().unwrap();
                assert!(references.contains(reference) || reference == top);
            }
        }
    }
}
