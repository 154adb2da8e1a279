//! `groundwall backup` and `groundwall restore`: a data directory as a folder of whole files with their hashes, and back.

mod files;
mod restore;

pub(super) use restore::restore;

use super::{Done, Format, say};
use crate::config::Config;
use crate::lock::RESTORING;
use crate::time::rfc3339;
use anyhow::Context as _;
use files::{Entry, Found, Unfinished, copy, find, hash, link, occupied, sync};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{DirBuilder, File};
use std::io::Write as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

/// What lies in a backup.
const MANIFEST: &str = "manifest.json";
/// The form of a manifest.
const FORMAT: u32 = 1;
/// Where the data are kept that a restore replaced.
const BEFORE: &str = "before-restore-";
/// Where a restore copies to before anything is moved.
const STAGE: &str = ".restore-";

/// The list of a backup's files.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    format: u32,
    /// Version of the program that wrote it.
    groundwall: String,
    created_at: String,
    /// Schema version of each database.
    databases: BTreeMap<String, String>,
    files: BTreeMap<String, Entry>,
    /// Symbolic links and where they lead, inside of the directory.
    links: BTreeMap<String, String>,
}

pub(super) async fn backup(config: &Config, to: &Path, format: Format) -> anyhow::Result<Done> {
    let dir = &config.data_dir;
    let to = target(dir, to)?;
    let found = find(dir)?;
    anyhow::ensure!(
        !found.databases.is_empty(),
        "there is nothing to back up in {}",
        dir.display()
    );
    let name = to
        .file_name()
        .with_context(|| format!("{} is no name of a folder", to.display()))?;
    let parent = to.parent().unwrap_or(Path::new("/"));
    let unfinished = begun(parent, &name.to_string_lossy())?;
    let manifest = copied(dir, found, &unfinished.0).await?;
    write(&manifest, &unfinished.0.join(MANIFEST))?;
    sync(&unfinished.0)?;
    // An empty folder is replaced, one that was filled meanwhile is not.
    std::fs::rename(&unfinished.0, &to).with_context(|| {
        format!(
            "cannot rename the finished backup to {}; is it a mount point? Name a folder in it",
            to.display()
        )
    })?;
    sync(parent)?;
    finished(format, "backup", &to, &manifest)
}

/// Where the backup of a directory goes, where both can be what they are said to be.
fn target(dir: &Path, to: &Path) -> anyhow::Result<PathBuf> {
    anyhow::ensure!(
        dir.is_dir(),
        "there is no data directory {}; name one with --data-dir",
        dir.display()
    );
    anyhow::ensure!(
        !dir.join(RESTORING).exists(),
        "a restore into {} was cut off. Run groundwall restore with --force again first",
        dir.display()
    );
    anyhow::ensure!(
        !occupied(to)?,
        "{} is not empty; name a folder that does not exist yet",
        to.display()
    );
    let to = std::path::absolute(to)?;
    anyhow::ensure!(
        !to.starts_with(std::path::absolute(dir)?),
        "{} lies in the data directory; name a folder outside of it",
        to.display()
    );
    Ok(to)
}

/// The folder that is filled before it gets its name.
fn begun(parent: &Path, name: &str) -> anyhow::Result<Unfinished> {
    std::fs::create_dir_all(parent)
        .with_context(|| format!("cannot create {}", parent.display()))?;
    let unfinished = Unfinished(parent.join(format!(".{name}.unfinished-{}", std::process::id())));
    DirBuilder::new()
        .mode(0o700)
        .create(&unfinished.0)
        .with_context(|| format!("cannot create {}", unfinished.0.display()))?;
    Ok(unfinished)
}

/// Copies what was found, the databases through SQLite, and lists it.
async fn copied(dir: &Path, found: Found, into: &Path) -> anyhow::Result<Manifest> {
    let mut manifest = Manifest {
        format: FORMAT,
        groundwall: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: rfc3339(jiff::Timestamp::now()),
        databases: BTreeMap::new(),
        files: BTreeMap::new(),
        links: found.links,
    };
    let all = found.databases.len().saturating_add(found.files.len());
    let told = |place: usize, name: &str, entry: &Entry| {
        say(&format!(
            "[{}/{all}] {name}: {} bytes",
            place.saturating_add(1),
            entry.bytes
        ));
    };
    for (place, name) in found.databases.into_iter().enumerate() {
        let copied = into.join(&name);
        let version = groundwall_sqlite::copy(&dir.join(&name), &copied).await?;
        let entry = hash(&copied)?;
        told(place, &name, &entry);
        manifest.databases.insert(name.clone(), version);
        manifest.files.insert(name, entry);
    }
    let before = manifest.files.len();
    for (place, name) in found.files.into_iter().enumerate() {
        let entry = copy(&dir.join(&name), &into.join(&name))?;
        told(before.saturating_add(place), &name, &entry);
        manifest.files.insert(name, entry);
    }
    for (at, target) in &manifest.links {
        link(target, &into.join(at))?;
    }
    Ok(manifest)
}

/// Writes the manifest so that it is on the disk.
fn write(manifest: &Manifest, at: &Path) -> anyhow::Result<()> {
    let mut file =
        File::create_new(at).with_context(|| format!("cannot write {}", at.display()))?;
    serde_json::to_writer_pretty(&mut file, manifest)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
    Ok(())
}

/// Says what was done.
fn finished(format: Format, what: &str, dir: &Path, manifest: &Manifest) -> anyhow::Result<Done> {
    let bytes: u64 = manifest.files.values().map(|entry| entry.bytes).sum();
    match format {
        Format::Text => println!(
            "{what}: {} files, {:.1} MB in {}",
            manifest.files.len(),
            bytes as f64 / 1e6,
            dir.display()
        ),
        Format::Json => println!(
            "{}",
            serde_json::to_string_pretty(
                &serde_json::json!({"directory": dir, "bytes": bytes, "manifest": manifest})
            )?
        ),
    }
    Ok(Done::Passed)
}
