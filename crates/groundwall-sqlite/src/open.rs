//! Opening, checking, emptying the log, closing.

use crate::fault::{at, damaged, fault};
use crate::write::{Held, Write};
use groundwall_ports::PortError;
use sqlx::Connection as _;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use std::ffi::OsString;
use std::io::Read as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What every SQLite file begins with.
const HEADER: &[u8; 16] = b"SQLite format 3\0";
/// How long a statement waits for another writer.
const WAIT: Duration = Duration::from_secs(10);
/// How long emptying the log waits for readers, in milliseconds; it is done again at the next occasion.
const WAIT_TO_EMPTY: u32 = 500;

/// What a file has in it when it is made.
pub struct New<'a> {
    /// Statements that make its tables, but for `meta`, which every file has.
    pub schema: &'a [&'static str],
    /// Rows of `meta`.
    pub meta: &'a [(&'static str, &'a str)],
}

/// A SQLite file that is open.
///
/// ```
/// use groundwall_sqlite::{Database, New};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let dir = tempfile::tempdir()?;
/// let new = New {
///     schema: &["CREATE TABLE notes (text TEXT NOT NULL)"],
///     meta: &[("schema_version", "1")],
/// };
/// let database = Database::open(&dir.path().join("notes.sqlite"), 2, &new).await?;
/// assert_eq!(database.meta("schema_version").await?, "1");
/// database.close().await;
/// # Ok(())
/// # }
/// ```
pub struct Database {
    path: PathBuf,
    pool: SqlitePool,
    /// Open from the start to the end and never written on. When the last connection of a pool was thrown away on a full disk, the log's index would go
    /// with it, and there would be no room to make another one: nothing could be read.
    keeper: Mutex<Option<SqliteConnection>>,
}

/// A path with something behind its name.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(end);
    PathBuf::from(name)
}

pub(crate) fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .pragma("secure_delete", "ON")
        .busy_timeout(WAIT)
}

fn io(path: &Path, error: std::io::Error) -> PortError {
    at(path, sqlx::Error::Io(error))
}

/// Whether the file is there, and looks like a database from outside.
pub(crate) fn look(path: &Path) -> Result<bool, PortError> {
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let log = beside(path, "-wal");
            if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
                return Err(damaged(
                    path,
                    "the file is gone, but its log with the latest changes is there",
                ));
            }
            return Ok(false);
        }
        Err(error) => return Err(io(path, error)),
    };
    let mut start = Vec::with_capacity(HEADER.len());
    file.take(HEADER.len() as u64)
        .read_to_end(&mut start)
        .map_err(|error| io(path, error))?;
    if start.is_empty() {
        return Err(damaged(path, "the file is empty"));
    }
    if start != HEADER {
        return Err(damaged(path, "it does not begin as a SQLite file does"));
    }
    Ok(true)
}

/// Makes the file under another name and renames it when everything is in it.
async fn create(path: &Path, new: &New<'_>) -> Result<(), PortError> {
    let unfinished = beside(path, ".new");
    for end in ["", "-wal", "-shm"] {
        let left = beside(&unfinished, end);
        match std::fs::remove_file(&left) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(io(&left, error));
            }
            Ok(()) | Err(_) => {}
        }
    }
    let mut connection =
        SqliteConnection::connect_with(&options(&unfinished).create_if_missing(true))
            .await
            .map_err(|error| at(path, error))?;
    sqlx::raw_sql(
        "BEGIN IMMEDIATE; CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);",
    )
    .execute(&mut connection)
    .await
    .map_err(fault)?;
    for statement in new.schema {
        sqlx::raw_sql(*statement)
            .execute(&mut connection)
            .await
            .map_err(fault)?;
    }
    for (key, value) in new.meta {
        sqlx::query("INSERT INTO meta (key, value) VALUES (?, ?)")
            .bind(*key)
            .bind(*value)
            .execute(&mut connection)
            .await
            .map_err(fault)?;
    }
    sqlx::raw_sql("COMMIT")
        .execute(&mut connection)
        .await
        .map_err(fault)?;
    // The last one to close a file writes its log back and removes it.
    connection.close().await.map_err(fault)?;
    let finish = || {
        // The log and its index get the rights of the file.
        std::fs::set_permissions(&unfinished, std::fs::Permissions::from_mode(0o600))?;
        std::fs::rename(&unfinished, path)?;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        std::fs::File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    };
    finish().map_err(|error| io(path, error))
}

/// Finds damage of the file's structure. What the rows hold is not looked at.
pub(crate) async fn check(path: &Path, connection: &mut SqliteConnection) -> Result<(), PortError> {
    let started = Instant::now();
    let told: String = sqlx::query_scalar("PRAGMA quick_check(1)")
        .fetch_one(&mut *connection)
        .await
        .map_err(|error| at(path, error))?;
    if told != "ok" {
        return Err(damaged(path, &told));
    }
    tracing::debug!(
        file = %path.display(),
        milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
        "the database was checked"
    );
    let tables: i64 = sqlx::query_scalar(
        "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'meta'",
    )
    .fetch_one(connection)
    .await
    .map_err(|error| at(path, error))?;
    if tables == 0 {
        return Err(damaged(path, "it holds no tables of this program"));
    }
    Ok(())
}

/// Looks at a file that others may use and changes nothing: whether it is damaged, as at every start, and the version of its schema.
///
/// # Errors
/// Fails when there is no database, or when it is damaged or cannot be read.
pub async fn examine(path: &Path) -> Result<String, PortError> {
    if !look(path)? {
        return Err(PortError::rejected(format!(
            "There is no database {}.",
            path.display()
        )));
    }
    let reading = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(WAIT);
    let mut connection = SqliteConnection::connect_with(&reading)
        .await
        .map_err(|error| at(path, error))?;
    let version = match check(path, &mut connection).await {
        Ok(()) => sqlx::query_scalar("SELECT value FROM meta WHERE key = 'schema_version'")
            .fetch_one(&mut connection)
            .await
            .map_err(|error| at(path, error)),
        Err(error) => Err(error),
    };
    // What is wrong with the file is said already.
    let _ = connection.close().await;
    version
}

impl Database {
    /// Opens a file, or makes it where there is none. A file that is empty, cut off or damaged is an error that names it.
    ///
    /// # Errors
    /// Fails when the file is empty, cut off or damaged, or when it cannot be made, read or written.
    pub async fn open(path: &Path, connections: u32, new: &New<'_>) -> Result<Self, PortError> {
        if !look(path)? {
            create(path, new).await?;
        }
        let mut keeper = SqliteConnection::connect_with(&options(path))
            .await
            .map_err(|error| at(path, error))?;
        if let Err(error) = check(path, &mut keeper).await {
            // What is wrong with the file is said already.
            let _ = keeper.close().await;
            return Err(error);
        }
        let pool = SqlitePoolOptions::new()
            .max_connections(connections)
            .connect_with(options(path))
            .await
            .map_err(|error| at(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            pool,
            keeper: Mutex::new(Some(keeper)),
        })
    }

    /// For reading.
    pub fn pool(&self) -> &SqlitePool {
        &self.pool
    }

    /// Where the file lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// For writing.
    ///
    /// # Errors
    /// Fails when no connection is free in time, or when another writer holds the file for too long.
    pub async fn write(&self) -> Result<Write, PortError> {
        Write::begin(&self.pool).await
    }

    /// A row of `meta`; a file without it is damaged.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or when it has no such row.
    pub async fn meta(&self, key: &str) -> Result<String, PortError> {
        let value: Option<String> = sqlx::query_scalar("SELECT value FROM meta WHERE key = ?")
            .bind(key)
            .fetch_optional(&self.pool)
            .await
            .map_err(|error| at(&self.path, error))?;
        value.ok_or_else(|| damaged(&self.path, &format!("it does not say its {key}")))
    }

    /// Writes the log back and empties it, so that what was deleted is gone from it, too. It waits for readers for a moment only; where they stay, the
    /// log is emptied at the next occasion, at the latest when the file is closed.
    pub async fn empty_log(&self) {
        match self.try_to_empty_log().await {
            Ok(true) => {}
            Ok(false) => {
                tracing::debug!(file = %self.path.display(), "the log is in use and not emptied yet");
            }
            Err(error) => {
                tracing::warn!(file = %self.path.display(), %error, "the log is not emptied");
            }
        }
    }

    async fn try_to_empty_log(&self) -> Result<bool, PortError> {
        let mut held = Held::from(&self.pool).await?;
        let connection = &mut *held.connection;
        let wait = |milliseconds: u128| {
            sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
                "PRAGMA busy_timeout = {milliseconds}"
            )))
        };
        wait(u128::from(WAIT_TO_EMPTY))
            .execute(&mut *connection)
            .await
            .map_err(fault)?;
        let busy: i64 = sqlx::query_scalar("PRAGMA wal_checkpoint(TRUNCATE)")
            .fetch_one(&mut *connection)
            .await
            .map_err(fault)?;
        wait(WAIT.as_millis())
            .execute(&mut *connection)
            .await
            .map_err(fault)?;
        held.give_back();
        Ok(busy == 0)
    }

    /// Empties the log and closes the file when everybody is done with it. Nothing can be read or written afterwards.
    pub async fn close(&self) {
        self.empty_log().await;
        self.pool.close().await;
        let keeper = self
            .keeper
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(keeper) = keeper
            && let Err(error) = keeper.close().await
        {
            tracing::warn!(file = %self.path.display(), %error, "the database is not closed");
        }
    }
}
