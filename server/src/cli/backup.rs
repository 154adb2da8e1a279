//! `groundwall backup` and `groundwall restore`: a data directory as a folder of whole files with their hashes, and back.

use super::{Done, Format, say};
use crate::config::Config;
use crate::lock::{DataDirLock, LOCK, RESTORING};
use crate::settings::{FURTHER_FILE, MODEL_FILE};
use crate::uploads::DIR;
use anyhow::Context as _;
use groundwall_core::model::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{DirBuilder, File};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Component, Path, PathBuf};

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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    bytes: u64,
    sha256: String,
}

/// What a data directory holds, by path inside of it.
#[derive(Default)]
struct Found {
    databases: Vec<String>,
    files: Vec<String>,
    links: BTreeMap<String, String>,
}

fn folder(path: &Path) -> anyhow::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .with_context(|| format!("cannot create {}", path.display()))
}

/// Whether a path leads nowhere but down.
fn inside(path: &Path) -> bool {
    path.components().next().is_some()
        && path
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

/// Whether a link at `path` leads to a place of the same directory.
fn leads_inside(path: &Path, target: &Path) -> bool {
    let mut depth = path.components().count().saturating_sub(1);
    target.components().all(|part| match part {
        Component::Normal(_) => {
            depth = depth.saturating_add(1);
            true
        }
        Component::ParentDir => depth.checked_sub(1).map(|less| depth = less).is_some(),
        Component::CurDir => true,
        Component::RootDir | Component::Prefix(_) => false,
    })
}

/// Whether something at the top of a data directory is of this moment only, of an earlier restore, or a secret of this machine.
fn passing(name: &str) -> bool {
    name == LOCK
        || name == DIR
        || name.starts_with(MODEL_FILE)
        || name.starts_with(FURTHER_FILE)
        || name == RESTORING
        || name.starts_with(BEFORE)
        || name.starts_with(STAGE)
        || [
            ".sqlite-wal",
            ".sqlite-shm",
            ".sqlite.new",
            ".sqlite.new-wal",
            ".sqlite.new-shm",
        ]
        .iter()
        .any(|end| name.ends_with(end))
}

fn text(name: &OsStr) -> anyhow::Result<&str> {
    name.to_str()
        .with_context(|| format!("the name {} is not UTF-8; rename it", name.display()))
}

fn find(dir: &Path) -> anyhow::Result<Found> {
    let mut found = Found::default();
    let mut folders = vec![PathBuf::new()];
    while let Some(at) = folders.pop() {
        let shown = dir.join(&at);
        for entry in
            std::fs::read_dir(&shown).with_context(|| format!("cannot read {}", shown.display()))?
        {
            let entry = entry?;
            let path = at.join(text(&entry.file_name())?);
            let name = text(path.as_os_str())?.to_owned();
            let kind = entry.file_type()?;
            if at.as_os_str().is_empty() && passing(&name) {
                continue;
            }
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_symlink() {
                let target = std::fs::read_link(entry.path())?;
                anyhow::ensure!(
                    leads_inside(&path, &target),
                    "the link {} leads out of the data directory; take it away or put what it leads to in its place",
                    entry.path().display()
                );
                found
                    .links
                    .insert(name, text(target.as_os_str())?.to_owned());
            } else if at.as_os_str().is_empty() && path.extension() == Some(OsStr::new("sqlite")) {
                found.databases.push(name);
            } else if kind.is_file() {
                found.files.push(name);
            }
        }
    }
    found.databases.sort();
    found.files.sort();
    Ok(found)
}

/// Hash and size of what `write` is given of a file.
fn pass(from: &Path, mut write: impl FnMut(&[u8]) -> std::io::Result<()>) -> anyhow::Result<Entry> {
    let context = || format!("cannot read {}", from.display());
    let mut file = File::open(from).with_context(context)?;
    let (mut hash, mut bytes, mut part) = (Sha256::new(), 0u64, vec![0; 1 << 20]);
    loop {
        let length = file.read(&mut part).with_context(context)?;
        let read = part.get(..length).unwrap_or_default();
        if read.is_empty() {
            break;
        }
        hash.update(read);
        bytes = bytes.saturating_add(read.len() as u64);
        write(read)?;
    }
    let sha256 = hex(&hash.finalize());
    Ok(Entry { bytes, sha256 })
}

fn hash(path: &Path) -> anyhow::Result<Entry> {
    pass(path, |_| Ok(()))
}

/// Copies a file to one that does not exist; what was copied is durable.
fn copy(from: &Path, to: &Path) -> anyhow::Result<Entry> {
    let context = || format!("cannot write {}", to.display());
    if let Some(parent) = to.parent() {
        folder(parent)?;
    }
    let mut file = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(to)
        .with_context(context)?;
    let entry = pass(from, |bytes| file.write_all(bytes)).with_context(context)?;
    file.sync_all().with_context(context)?;
    Ok(entry)
}

fn link(target: &str, at: &Path) -> anyhow::Result<()> {
    if let Some(parent) = at.parent() {
        folder(parent)?;
    }
    std::os::unix::fs::symlink(target, at).with_context(|| format!("cannot write {}", at.display()))
}

/// Makes the entries of a folder durable.
fn sync(folder: &Path) -> anyhow::Result<()> {
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .with_context(|| format!("cannot write {}", folder.display()))
}

/// Whether a folder is there with something in it.
fn occupied(dir: &Path) -> anyhow::Result<bool> {
    match std::fs::read_dir(dir) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", dir.display())),
    }
}

/// The time, as part of a name.
fn stamp() -> String {
    jiff::Timestamp::now()
        .strftime("%Y-%m-%dT%H-%M-%S%.3fZ")
        .to_string()
}

/// Takes a folder away when what it was for did not come to its end.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Gone when it was renamed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub(super) async fn backup(config: &Config, to: &Path, format: Format) -> anyhow::Result<Done> {
    let dir = &config.data_dir;
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
    std::fs::create_dir_all(parent)
        .with_context(|| format!("cannot create {}", parent.display()))?;
    let unfinished = Unfinished(parent.join(format!(
        ".{}.unfinished-{}",
        name.to_string_lossy(),
        std::process::id()
    )));
    DirBuilder::new()
        .mode(0o700)
        .create(&unfinished.0)
        .with_context(|| format!("cannot create {}", unfinished.0.display()))?;
    let mut manifest = Manifest {
        format: FORMAT,
        groundwall: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: jiff::Timestamp::now()
            .strftime("%Y-%m-%dT%H:%M:%SZ")
            .to_string(),
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
        let copied = unfinished.0.join(&name);
        let version = groundwall_sqlite::copy(&dir.join(&name), &copied).await?;
        let entry = hash(&copied)?;
        told(place, &name, &entry);
        manifest.databases.insert(name.clone(), version);
        manifest.files.insert(name, entry);
    }
    let before = manifest.files.len();
    for (place, name) in found.files.into_iter().enumerate() {
        let entry = copy(&dir.join(&name), &unfinished.0.join(&name))?;
        told(before.saturating_add(place), &name, &entry);
        manifest.files.insert(name, entry);
    }
    for (at, target) in &manifest.links {
        link(target, &unfinished.0.join(at))?;
    }
    let written = unfinished.0.join(MANIFEST);
    let mut file = File::create_new(&written)
        .with_context(|| format!("cannot write {}", written.display()))?;
    serde_json::to_writer_pretty(&mut file, &manifest)?;
    file.write_all(b"\n")?;
    file.sync_all()?;
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

/// The manifest of a backup, after a look at every file of it.
fn read(from: &Path) -> anyhow::Result<Manifest> {
    let path = from.join(MANIFEST);
    let text = std::fs::read(&path).with_context(|| {
        format!(
            "cannot read {}; name a folder that groundwall backup wrote",
            path.display()
        )
    })?;
    let manifest: Manifest = serde_json::from_slice(&text)
        .with_context(|| format!("{} is no manifest of a backup", path.display()))?;
    anyhow::ensure!(
        manifest.format == FORMAT,
        "{} has format {}, this program knows {FORMAT}. Use the program that wrote it, version {}",
        path.display(),
        manifest.format,
        manifest.groundwall
    );
    let names = manifest.files.keys().chain(manifest.links.keys());
    let mut outside = names
        .filter(|name| {
            let first = Path::new(name).components().next();
            let top = first.and_then(|part| part.as_os_str().to_str());
            !inside(Path::new(name)) || top.is_none_or(passing)
        })
        .chain(
            manifest
                .links
                .iter()
                .filter(|(at, target)| !leads_inside(Path::new(at), Path::new(target)))
                .map(|(at, _)| at),
        );
    if let Some(name) = outside.next() {
        anyhow::bail!(
            "{} names {name}, which does not belong into a data directory; nothing was restored",
            path.display()
        );
    }
    Ok(manifest)
}

fn compare(name: &str, known: &Entry, seen: &Entry) -> anyhow::Result<()> {
    anyhow::ensure!(
        known.sha256 == seen.sha256 && known.bytes == seen.bytes,
        "{name} of the backup is not as it was written ({} bytes with hash {}, not {} with {}); nothing was restored. Use another backup",
        seen.bytes,
        seen.sha256,
        known.bytes,
        known.sha256
    );
    Ok(())
}

/// What lies at the top of a data directory, the lock, the key of the language model, what was replaced before and unfinished copies apart.
fn present(dir: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let name = entry?.file_name();
        let name = text(&name)?;
        if name != LOCK
            && !name.starts_with(MODEL_FILE)
            && !name.starts_with(FURTHER_FILE)
            && name != RESTORING
            && !name.starts_with(BEFORE)
            && !name.starts_with(STAGE)
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

pub(super) fn restore(
    config: &Config,
    from: &Path,
    force: bool,
    format: Format,
) -> anyhow::Result<Done> {
    let dir = &config.data_dir;
    let manifest = read(from)?;
    let all = manifest.files.len();
    for (number, (name, known)) in (1u64..).zip(&manifest.files) {
        compare(name, known, &hash(&from.join(name))?)?;
        say(&format!("[{number}/{all}] {name}: as it was written"));
    }
    let lock = DataDirLock::take_for_restore(dir)?;
    let marker = dir.join(RESTORING);
    let replaced = present(dir)?;
    anyhow::ensure!(
        force || (replaced.is_empty() && !marker.exists()),
        "the data directory {} is not empty. With --force what is there is kept aside in a folder of it; or give another --data-dir",
        dir.display()
    );
    // What a restore that was cut off copied is of no use.
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(STAGE) {
            std::fs::remove_dir_all(entry.path())
                .with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    let stamp = stamp();
    let stage = Unfinished(dir.join(format!("{STAGE}{stamp}")));
    folder(&stage.0)?;
    for (name, known) in &manifest.files {
        compare(name, known, &copy(&from.join(name), &stage.0.join(name))?)?;
    }
    for (at, target) in &manifest.links {
        link(target, &stage.0.join(at))?;
    }
    sync(&stage.0)?;
    // From here on the directory is neither the old nor the new one: until the marker is gone, nothing is served from it.
    File::create(&marker)
        .and_then(|file| file.sync_all())
        .with_context(|| format!("cannot write {}", marker.display()))?;
    sync(dir)?;
    let before = dir.join(format!("{BEFORE}{stamp}"));
    if !replaced.is_empty() {
        folder(&before)?;
        for name in &replaced {
            std::fs::rename(dir.join(name), before.join(name))
                .with_context(|| format!("cannot move {name} to {}", before.display()))?;
        }
        sync(&before)?;
        say(&format!("What was there lies in {}", before.display()));
    }
    for name in present(&stage.0)? {
        std::fs::rename(stage.0.join(&name), dir.join(&name))
            .with_context(|| format!("cannot move {name} to {}", dir.display()))?;
    }
    sync(dir)?;
    std::fs::remove_file(&marker).with_context(|| format!("cannot remove {}", marker.display()))?;
    drop(stage);
    sync(dir)?;
    drop(lock);
    finished(format, "restored", dir, &manifest)
}

#[cfg(test)]
mod tests {
    use super::{inside, leads_inside};
    use std::path::Path;

    #[test]
    fn what_leads_out_of_the_directory_is_known() {
        for (path, is) in [
            ("ledger.sqlite", true),
            ("hub/a/b", true),
            ("", false),
            ("/etc/passwd", false),
            ("../x", false),
            ("hub/../../x", false),
        ] {
            assert_eq!(inside(Path::new(path)), is, "{path}");
        }
        for (at, target, is) in [
            ("hub/snapshots/c/model", "../../blobs/f", true),
            ("hub/model", "../../x", false),
            ("hub/model", "/etc/passwd", false),
            ("model", "../x", false),
            ("model", "./hub/x", true),
            ("hub/model", "a/../../../x", false),
        ] {
            assert_eq!(
                leads_inside(Path::new(at), Path::new(target)),
                is,
                "{target}"
            );
        }
    }
}
