//! `groundwall restore`: a backup as the data directory.

use super::super::{Done, Format, say};
use super::files::{
    Entry, Unfinished, copy, folder, hash, inside, leads_inside, link, passing, stamp, stays, sync,
    text,
};
use super::{BEFORE, FORMAT, MANIFEST, Manifest, STAGE, finished};
use crate::config::Config;
use crate::lock::{DataDirLock, RESTORING};
use anyhow::Context as _;
use std::fs::File;
use std::path::{Path, PathBuf};

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

/// What lies at the top of a data directory and does not stay.
fn present(dir: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir).with_context(|| format!("cannot read {}", dir.display()))? {
        let name = entry?.file_name();
        let name = text(&name)?;
        if !stays(name) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Removes what a restore that was cut off copied: it is of no use.
fn forget_stages(dir: &Path) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(STAGE) {
            std::fs::remove_dir_all(entry.path())
                .with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    Ok(())
}

/// Copies the backup into a folder of the data directory, where it can be moved from at once.
fn staged(manifest: &Manifest, from: &Path, at: PathBuf) -> anyhow::Result<Unfinished> {
    let stage = Unfinished(at);
    folder(&stage.0)?;
    for (name, known) in &manifest.files {
        compare(name, known, &copy(&from.join(name), &stage.0.join(name))?)?;
    }
    for (at, target) in &manifest.links {
        link(target, &stage.0.join(at))?;
    }
    sync(&stage.0)?;
    Ok(stage)
}

/// Moves what is there into a folder, and says where it is.
fn keep_aside(dir: &Path, replaced: &[String], before: &Path) -> anyhow::Result<()> {
    folder(before)?;
    for name in replaced {
        std::fs::rename(dir.join(name), before.join(name))
            .with_context(|| format!("cannot move {name} to {}", before.display()))?;
    }
    sync(before)?;
    say(&format!("What was there lies in {}", before.display()));
    Ok(())
}

pub(in super::super) fn restore(
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
    forget_stages(dir)?;
    let stamp = stamp();
    let stage = staged(&manifest, from, dir.join(format!("{STAGE}{stamp}")))?;
    // From here on the directory is neither the old nor the new one: until the marker is gone, nothing is served from it.
    File::create(&marker)
        .and_then(|file| file.sync_all())
        .with_context(|| format!("cannot write {}", marker.display()))?;
    sync(dir)?;
    if !replaced.is_empty() {
        keep_aside(dir, &replaced, &dir.join(format!("{BEFORE}{stamp}")))?;
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
