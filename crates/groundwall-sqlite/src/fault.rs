//! Errors of SQLite as problems that say what to do.

use groundwall_ports::PortError;
use std::path::Path;

/// Primary result codes (sqlite.org/rescode.html).
const READONLY: i32 = 8;
const IOERR: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const NOTADB: i32 = 26;
/// Extended codes of IOERR that come of reading.
const READS: [i32; 3] = [
    IOERR | (1 << 8),
    // A short read.
    IOERR | (2 << 8),
    // A file that is damaged under a file system that knows it.
    IOERR | (33 << 8),
];

/// The extended result code.
fn code(error: &sqlx::Error) -> Option<i32> {
    error.as_database_error()?.code()?.parse().ok()
}

/// An error of a statement. What the disk is to blame for is a problem of its own.
#[expect(clippy::needless_pass_by_value, reason = "it is given to map_err")]
pub fn fault(error: sqlx::Error) -> PortError {
    let full =
        matches!(&error, sqlx::Error::Io(io) if io.kind() == std::io::ErrorKind::StorageFull);
    let code = code(&error);
    match code.map(|code| code & 0xff) {
        Some(FULL) => no_room(),
        None if full => no_room(),
        Some(IOERR) if code.is_some_and(|code| !READS.contains(&code)) => {
            tracing::error!(%error, "the disk of the data directory fails");
            PortError::no_room(
                "The disk with the data directory reports an error, and nothing of this was stored. Look at the disk and its free room, then try again.",
            )
        }
        Some(READONLY) => {
            tracing::error!(%error, "the data directory cannot be written");
            PortError::no_room(
                "The data directory cannot be written, and nothing of this was stored. Give the server the right to write there, then try again.",
            )
        }
        _ => PortError::internal(format!("database: {error}")),
    }
}

fn no_room() -> PortError {
    tracing::warn!("the disk of the data directory is full");
    PortError::no_room(
        "The disk with the data directory is full, and nothing of this was stored. Make room there, then try again; a restart is not needed.",
    )
}

/// An error while a file is opened: damage names the file and says what to do.
pub(crate) fn at(path: &Path, error: sqlx::Error) -> PortError {
    match code(&error).map(|code| code & 0xff) {
        Some(CORRUPT | NOTADB) => damaged(path, &error.to_string()),
        Some(_) | None => {
            let PortError { class, mut problem } = fault(error);
            problem.message = format!("{}: {}", path.display(), problem.message);
            PortError { class, problem }
        }
    }
}

/// A file that is not served.
pub(crate) fn damaged(path: &Path, why: &str) -> PortError {
    let shown = path.display();
    PortError::internal(format!(
        "The database {shown} is damaged: {why}. Restore a backup (groundwall restore DIR --force), or move {shown} away, with {shown}-wal and {shown}-shm where they exist, to start without what it held."
    ))
}
