//! Files of the data directory that their user alone reads, written as a whole or not at all.

use std::fs::{DirBuilder, File, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

/// A result for which what is not there is no fault.
pub(crate) fn unless_absent(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Takes wider rights that somebody gave a folder away; nothing where there is none yet.
pub(crate) fn restrict(folder: &Path) -> io::Result<()> {
    unless_absent(std::fs::set_permissions(
        folder,
        Permissions::from_mode(0o700),
    ))
}

/// Writes a file of a folder, which is made where it is missing.
pub(crate) fn write(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder)?;
    let unfinished = path.with_extension("new");
    unless_absent(std::fs::remove_file(&unfinished))?;
    let mut file = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&unfinished, path)?;
    File::open(folder)?.sync_all()
}

/// Adds to the end of a file, which is made where it is missing.
pub(crate) fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options()
        .append(true)
        .create(true)
        .mode(0o600)
        .open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}
