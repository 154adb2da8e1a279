//! A copy while others write.

use crate::fault::{at, damaged};
use crate::open::{check, look, options};
use groundwall_ports::PortError;
use sqlx::sqlite::SqliteConnection;
use sqlx::{ConnectOptions as _, Connection as _};
use std::path::Path;

/// Writes a whole, compact copy of one moment of a database to a file that does not exist, while others use the database. Returns the schema version.
/// The copy is durable when it returns.
///
/// # Errors
/// Fails when there is no database at `from`, it is damaged or cannot be read, or when `to` is not UTF-8, exists already or cannot be written.
pub async fn copy(from: &Path, to: &Path) -> Result<String, PortError> {
    let Some(target) = to.to_str() else {
        return Err(PortError::rejected(format!(
            "{} is not UTF-8; SQLite needs a name that is.",
            to.display()
        )));
    };
    if !look(from)? {
        return Err(PortError::rejected(format!(
            "There is no database {}.",
            from.display()
        )));
    }
    let mut connection: SqliteConnection = options(from)
        .create_if_missing(false)
        .connect()
        .await
        .map_err(|error| at(from, error))?;
    let copied = copy_open(from, &mut connection, target).await;
    // A file that was only read is closed as it is; what is wrong with it was said before.
    let _ = connection.close().await;
    let version = copied?;
    std::fs::File::open(to)
        .and_then(|file| file.sync_all())
        .map_err(|error| at(to, sqlx::Error::Io(error)))?;
    Ok(version)
}

async fn copy_open(
    from: &Path,
    connection: &mut SqliteConnection,
    target: &str,
) -> Result<String, PortError> {
    check(from, connection).await?;
    sqlx::query("VACUUM INTO ?")
        .bind(target)
        .execute(&mut *connection)
        .await
        .map_err(|error| at(from, error))?;
    let version: Option<String> =
        sqlx::query_scalar("SELECT value FROM meta WHERE key = 'schema_version'")
            .fetch_optional(connection)
            .await
            .map_err(|error| at(from, error))?;
    version.ok_or_else(|| damaged(from, "it does not say its schema_version"))
}
