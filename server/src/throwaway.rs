//! Data directories of `serve --fresh`: gone at the end, and after a kill at the next start.

use crate::lock::{DataDirLock, LOCK};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use tempfile::TempDir;

/// How their names begin.
const PREFIX: &str = "groundwall-fresh-";

/// A new one. What servers left that were killed is taken away first.
pub(crate) fn create() -> std::io::Result<TempDir> {
    let parent = std::env::temp_dir();
    clean(&parent);
    tempfile::Builder::new().prefix(PREFIX).tempdir_in(parent)
}

/// Removes directories of this user with our prefix whose lock nobody holds. One without a lock may be in the making and stays.
fn clean(parent: &Path) {
    let Ok(entries) = std::fs::read_dir(parent) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && std::fs::symlink_metadata(&path).is_ok_and(|data| {
                data.is_dir() && data.uid() == rustix::process::getuid().as_raw()
            });
        if !ours || !path.join(LOCK).is_file() {
            continue;
        }
        let Ok(lock) = DataDirLock::take(&path) else {
            continue;
        };
        match std::fs::remove_dir_all(&path) {
            Ok(()) => {
                tracing::info!(directory = %path.display(), "removed what a killed server left");
            }
            Err(error) => {
                tracing::warn!(directory = %path.display(), %error, "what a killed server left cannot be removed");
            }
        }
        drop(lock);
    }
}

#[cfg(test)]
mod tests {
    use super::{PREFIX, clean};
    use crate::lock::DataDirLock;

    #[test]
    fn only_what_is_ours_and_not_in_use_is_removed() {
        let parent = tempfile::tempdir().unwrap();
        let make = |name: String, locked: bool| {
            let dir = parent.path().join(name);
            std::fs::create_dir(&dir).unwrap();
            std::fs::write(dir.join("passages.sqlite"), b"x").unwrap();
            if locked {
                std::fs::write(dir.join("lock"), b"").unwrap();
            }
            dir
        };
        let left = make(format!("{PREFIX}left"), true);
        let used = make(format!("{PREFIX}used"), true);
        let unlocked = make(format!("{PREFIX}new"), false);
        let other = make("other".to_owned(), true);
        let link = parent.path().join(format!("{PREFIX}link"));
        std::os::unix::fs::symlink(&other, &link).unwrap();
        let lock = DataDirLock::take(&used).unwrap();
        clean(parent.path());
        assert!(!left.exists());
        assert!(used.join("passages.sqlite").exists());
        assert!(unlocked.exists() && other.join("passages.sqlite").exists() && link.exists());
        drop(lock);
        clean(parent.path());
        assert!(!used.exists());
    }
}
