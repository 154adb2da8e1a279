//! Files of a data directory: found, copied, hashed and made durable.

use super::{BEFORE, STAGE};
use crate::lock::{LOCK, RESTORING};
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// What a data directory holds, by path inside of it.
#[derive(Default)]
pub(super) struct Found {
    pub(super) databases: Vec<String>,
    pub(super) files: Vec<String>,
    pub(super) links: BTreeMap<String, String>,
}

pub(super) fn folder(path: &Path) -> anyhow::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(path)
        .with_context(|| format!("cannot create {}", path.display()))
}

/// Whether a path leads nowhere but down.
pub(super) fn inside(path: &Path) -> bool {
    path.components().next().is_some()
        && path
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}

/// Whether a link at `path` leads to a place of the same directory.
pub(super) fn leads_inside(path: &Path, target: &Path) -> bool {
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

/// Whether something at the top of a data directory is the lock, a key of a language model, what was replaced before or an unfinished copy: a restore leaves it.
pub(super) fn stays(name: &str) -> bool {
    name == LOCK
        || name == RESTORING
        || [MODEL_FILE, FURTHER_FILE, BEFORE, STAGE]
            .iter()
            .any(|start| name.starts_with(start))
}

/// Whether something at the top of a data directory is of this moment only, of an earlier restore, or a secret of this machine.
pub(super) fn passing(name: &str) -> bool {
    stays(name)
        || name == DIR
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

pub(super) fn text(name: &OsStr) -> anyhow::Result<&str> {
    name.to_str()
        .with_context(|| format!("the name {} is not UTF-8; rename it", name.display()))
}

pub(super) fn find(dir: &Path) -> anyhow::Result<Found> {
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
pub(super) fn pass(
    from: &Path,
    mut write: impl FnMut(&[u8]) -> std::io::Result<()>,
) -> anyhow::Result<Entry> {
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

pub(super) fn hash(path: &Path) -> anyhow::Result<Entry> {
    pass(path, |_| Ok(()))
}

/// Copies a file to one that does not exist; what was copied is durable.
pub(super) fn copy(from: &Path, to: &Path) -> anyhow::Result<Entry> {
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

pub(super) fn link(target: &str, at: &Path) -> anyhow::Result<()> {
    if let Some(parent) = at.parent() {
        folder(parent)?;
    }
    std::os::unix::fs::symlink(target, at).with_context(|| format!("cannot write {}", at.display()))
}

/// Makes the entries of a folder durable.
pub(super) fn sync(folder: &Path) -> anyhow::Result<()> {
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .with_context(|| format!("cannot write {}", folder.display()))
}

/// Whether a folder is there with something in it.
pub(super) fn occupied(dir: &Path) -> anyhow::Result<bool> {
    match std::fs::read_dir(dir) {
        Ok(mut entries) => Ok(entries.next().is_some()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", dir.display())),
    }
}

/// The time, as part of a name.
pub(super) fn stamp() -> String {
    jiff::Timestamp::now()
        .strftime("%Y-%m-%dT%H-%M-%S%.3fZ")
        .to_string()
}

/// Takes a folder away when what it was for did not come to its end.
pub(super) struct Unfinished(pub(super) PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        // Gone when it was renamed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
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
