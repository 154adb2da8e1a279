//! The data directory: rights, room, databases, the log of decisions, the clock.

use super::Check;
use crate::lock::{LOCK, RESTORING};
use groundwall_ledger::SqliteLedger;
use std::fs::TryLockError;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Room below which it gets tight, and below which nothing should be begun, in bytes.
const TIGHT: u64 = 2 << 30;
const FULL: u64 = 200 << 20;
/// The clock may lie so far before a file that was written.
const BEHIND: Duration = Duration::from_mins(5);
/// The first of January 2025, since 1970: no clock that is right is before it.
const WRITTEN: Duration = Duration::from_hours(482_136);

/// The directory, or the nearest one above it that is there.
fn nearest(dir: &Path) -> &Path {
    let mut at = dir;
    while !at.exists() {
        match at.parent() {
            Some(above) if !above.as_os_str().is_empty() => at = above,
            Some(_) | None => return Path::new("."),
        }
    }
    at
}

/// Whether another process has the lock.
fn in_use(dir: &Path) -> bool {
    let lock = std::fs::File::open(dir.join(LOCK));
    lock.is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)))
}

pub(super) fn directory(dir: &Path) -> Check {
    let name = "data directory";
    let shown = dir.display();
    let at = nearest(dir);
    if !at.is_dir() {
        return Check::failed(
            name,
            format!("{} is no directory", at.display()),
            "name another one with --data-dir or data_dir",
        );
    }
    if let Err(error) = tempfile::tempfile_in(at) {
        return Check::failed(
            name,
            format!("{} cannot be written: {error}", at.display()),
            "give it to the user that runs the server, or name another one with --data-dir",
        );
    }
    if !dir.exists() {
        return Check::ok(
            name,
            format!("{shown} is not there yet; the first start makes it"),
        );
    }
    if dir.join(RESTORING).exists() {
        return Check::failed(
            name,
            format!("a restore into {shown} was cut off"),
            "run groundwall restore with --force again",
        );
    }
    let mode = std::fs::metadata(dir).map_or(0, |data| data.permissions().mode() & 0o777);
    if mode & 0o077 != 0 {
        return Check::warning(
            name,
            format!("{shown} has the rights {mode:o}: other users can look into it"),
            format!("chmod 700 {shown}"),
        );
    }
    let used = if in_use(dir) {
        ", a process runs on it"
    } else {
        ""
    };
    Check::ok(name, format!("{shown}, writable, {mode:o}{used}"))
}

pub(super) fn room(dir: &Path) -> Check {
    let name = "disk";
    let at = nearest(dir);
    let free = match rustix::fs::statvfs(at) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            return Check::warning(
                name,
                format!("the room at {} cannot be told: {error}", at.display()),
                "look at it with df",
            );
        }
    };
    let said = format!("{:.1} GB free at {}", free as f64 / 1e9, at.display());
    let todo = "make room, or move the data directory";
    match free {
        ..FULL => Check::failed(name, said, todo),
        FULL..TIGHT => Check::warning(name, said, todo),
        TIGHT.. => Check::ok(name, said),
    }
}

pub(super) fn clock(dir: &Path, now: SystemTime) -> Check {
    let name = "clock";
    let todo = "set the clock: times of reports, reviews and the audit log are taken from it";
    let since = now
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let shown = i64::try_from(since.as_secs())
        .ok()
        .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok())
        .map_or_else(String::new, |time| time.to_string());
    if since < WRITTEN {
        return Check::failed(
            name,
            format!("it says {shown}, before this program was made"),
            todo,
        );
    }
    let written = ["ledger.sqlite", "ledger.sqlite-wal"]
        .iter()
        .filter_map(|file| std::fs::metadata(dir.join(file)).ok()?.modified().ok())
        .max();
    if written.is_some_and(|written| written > now.checked_add(BEHIND).unwrap_or(now)) {
        return Check::warning(
            name,
            format!("it says {shown}, before the last change of the ledger"),
            todo,
        );
    }
    Check::ok(name, shown)
}

pub(super) async fn database(name: &'static str, path: &Path) -> Check {
    if !path.exists() {
        return Check::ok(
            name,
            format!(
                "{} is not there yet; the first start makes it",
                path.display()
            ),
        );
    }
    match groundwall_sqlite::examine(path).await {
        Ok(version) => Check::ok(
            name,
            format!("{}, quick_check ok, schema {version}", path.display()),
        ),
        Err(error) => Check::failed(
            name,
            error.to_string(),
            "restore a backup (groundwall restore), or move the file away with its -wal and -shm to start without what it held",
        ),
    }
}

pub(super) async fn audit(dir: &Path) -> Check {
    let name = "audit log";
    let path = dir.join("ledger.sqlite");
    if !path.exists() {
        return Check::ok(name, "empty");
    }
    let verified = match SqliteLedger::open(&path).await {
        Ok(ledger) => ledger.verify_audit(None).await,
        Err(error) => Err(error),
    };
    match verified {
        Ok(Ok(chain)) => Check::ok(name, format!("whole, {} entries", chain.entries)),
        Ok(Err(faults)) => {
            let first = faults.first().map(ToString::to_string).unwrap_or_default();
            Check::failed(
                name,
                format!("{} faults, the first: {first}", faults.len()),
                "groundwall audit verify names all of them; compare with a backup or an export",
            )
        }
        Err(error) => Check::failed(name, error.to_string(), "groundwall audit verify says more"),
    }
}

#[cfg(test)]
mod tests {
    use super::{SystemTime, clock, directory, nearest, room};
    use crate::cli::doctor::State;
    use std::path::Path;
    use std::time::Duration;

    #[test]
    fn a_clock_before_the_program_or_the_ledger_is_told() {
        let dir = tempfile::tempdir().unwrap();
        let now = SystemTime::now();
        assert_eq!(clock(dir.path(), now).state, State::Ok);
        assert_eq!(
            clock(dir.path(), SystemTime::UNIX_EPOCH).state,
            State::Failed
        );
        std::fs::write(dir.path().join("ledger.sqlite"), "x").unwrap();
        let early = now.checked_sub(Duration::from_hours(1)).unwrap();
        assert_eq!(clock(dir.path(), early).state, State::Warning);
        assert_eq!(room(dir.path()).name, "disk");
    }

    #[test]
    fn a_directory_that_is_not_there_is_looked_for_above() {
        let dir = tempfile::tempdir().unwrap();
        let below = dir.path().join("a/b");
        assert_eq!(nearest(&below), dir.path());
        assert_eq!(nearest(Path::new("not-here")), Path::new("."));
        assert_eq!(directory(&below).state, State::Ok);
        std::fs::write(dir.path().join("a"), "a file").unwrap();
        assert_eq!(directory(&below).state, State::Failed);
    }
}
