//! One writer a data directory.

use anyhow::Context as _;
use std::fs::{File, TryLockError};
use std::path::Path;

/// Held for as long as the process writes to the data directory; released by the system however the process ends.
pub(crate) struct DataDirLock {
    _file: File,
}

impl DataDirLock {
    /// Creates the directory when needed and takes its lock.
    pub(crate) fn take(dir: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(dir).with_context(|| format!("cannot create the data directory {}", dir.display()))?;
        let path = dir.join("lock");
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
            Err(TryLockError::Error(error)) => Err(error).with_context(|| format!("cannot lock {}", path.display())),
        }
    }
}
