//! One writer a data directory, and nobody else who reads it.

use anyhow::Context as _;
use rustix::fs::Mode;
use std::fs::{DirBuilder, File, Permissions, TryLockError};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::Path;

/// Name of the file that is locked.
pub(crate) const LOCK: &str = "lock";
/// Name of the file that is there while a restore moves files.
pub(crate) const RESTORING: &str = "restoring";
/// What lies in a data directory; files that begin like this are the databases with their journals.
const OURS: [&str; 7] = [
    crate::uploads::DIR,
    LOCK,
    RESTORING,
    "passages.sqlite",
    "ledger.sqlite",
    "hub",
    "before-restore-",
];

/// Held for as long as the process writes to the data directory; released by the system however the process ends.
pub(crate) struct DataDirLock {
    _file: File,
}

impl DataDirLock {
    /// Creates the directory when needed, closes it to other users and takes its lock. What this process creates from now on is its user's alone. A directory
    /// in which a restore was cut off is refused.
    pub(crate) fn take(dir: &Path) -> anyhow::Result<Self> {
        let lock = Self::take_for_restore(dir)?;
        anyhow::ensure!(
            !dir.join(RESTORING).exists(),
            "a restore into {} was cut off. Run groundwall restore with --force again; what was there before lies in its before-restore folders",
            dir.display()
        );
        Ok(lock)
    }

    /// [`DataDirLock::take`] whatever became of an earlier restore.
    pub(crate) fn take_for_restore(dir: &Path) -> anyhow::Result<Self> {
        rustix::process::umask(Mode::RWXG | Mode::RWXO);
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(dir)
            .with_context(|| format!("cannot create the data directory {}", dir.display()))?;
        close(dir).with_context(|| format!("cannot read the data directory {}", dir.display()))?;
        let path = dir.join(LOCK);
        let file = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .with_context(|| format!("cannot open {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => anyhow::bail!(
                "another groundwall process uses the data directory {}. Ask it over HTTP, stop it, or give another --data-dir",
                dir.display()
            ),
            Err(TryLockError::Error(error)) => {
                Err(error).with_context(|| format!("cannot lock {}", path.display()))
            }
        }
    }
}

/// Takes the rights of other users away from what an earlier version, or somebody else, made: our files, and the directory where it holds nothing else.
fn close(dir: &Path) -> std::io::Result<()> {
    let mut foreign = false;
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name();
        let ours = OURS
            .iter()
            .any(|known| name.to_string_lossy().starts_with(known));
        foreign |= !ours;
        // A link is left alone: what it leads to may be somebody else's.
        if ours && entry.file_type()?.is_file() {
            restrict(&entry.path(), 0o600);
        }
    }
    if foreign {
        if std::fs::metadata(dir)?.permissions().mode() & 0o077 != 0 {
            tracing::warn!(dir = %dir.display(), "the data directory holds other files and is open to other users; it is left as it is");
        }
    } else {
        restrict(dir, 0o700);
    }
    Ok(())
}

fn restrict(path: &Path, mode: u32) {
    let wider = std::fs::metadata(path).is_ok_and(|data| data.permissions().mode() & 0o077 != 0);
    if wider && let Err(error) = std::fs::set_permissions(path, Permissions::from_mode(mode)) {
        tracing::warn!(path = %path.display(), %error, "other users can read this; its rights cannot be taken away");
    }
}
