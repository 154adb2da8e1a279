//! A transaction that leaves no trace on the pool when it fails.

use crate::fault::fault;
use groundwall_ports::PortError;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqliteConnection, SqlitePool};
use std::ops::{Deref, DerefMut};

/// A connection that goes back to its pool when its work went through, and is closed in every other case: after an error, a cancelled request, a
/// panic. A connection whose rollback failed would keep its transaction open, and what is written on it later would be undone with it.
pub(crate) struct Held {
    pub(crate) connection: PoolConnection<Sqlite>,
    went_through: bool,
}

impl Held {
    pub(crate) async fn from(pool: &SqlitePool) -> Result<Self, PortError> {
        Ok(Self {
            connection: pool.acquire().await.map_err(fault)?,
            went_through: false,
        })
    }

    pub(crate) fn give_back(mut self) {
        self.went_through = true;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if !self.went_through {
            // Closing undoes what is open on it.
            self.connection.close_on_drop();
        }
    }
}

/// A transaction that may write. What is not committed is undone.
pub struct Write {
    held: Held,
    pool: SqlitePool,
}

impl Write {
    pub(crate) async fn begin(pool: &SqlitePool) -> Result<Self, PortError> {
        let mut held = Held::from(pool).await?;
        sqlx::raw_sql("BEGIN IMMEDIATE")
            .execute(&mut *held.connection)
            .await
            .map_err(fault)?;
        let pool = pool.clone();
        Ok(Self { held, pool })
    }

    /// Durable when it returns; undone when it fails. Where the log took the whole change and only its sync failed, nobody sees the change, but a start
    /// after a kill would take it for made: something else is written in its place.
    ///
    /// # Errors
    /// Fails when the change cannot be written, such as on a full disk; it is undone then.
    pub async fn commit(self) -> Result<(), PortError> {
        let pool = self.pool.clone();
        let Err(error) = self.end().await else {
            return Ok(());
        };
        if let Err(error) = write_over(&pool).await {
            tracing::warn!(%error, "what a failed change left in the log is not written over yet; the next change does it");
        }
        Err(error)
    }

    async fn end(mut self) -> Result<(), PortError> {
        sqlx::raw_sql("COMMIT")
            .execute(&mut *self.held.connection)
            .await
            .map_err(fault)?;
        self.held.give_back();
        Ok(())
    }
}

/// Makes a change that means nothing. It has to be one: SQLite does not write a page whose bytes stay the same.
async fn write_over(pool: &SqlitePool) -> Result<(), PortError> {
    let mut write = Write::begin(pool).await?;
    let number: i32 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(&mut *write)
        .await
        .map_err(fault)?;
    let next = number.wrapping_add(1);
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!("PRAGMA user_version = {next}")))
        .execute(&mut *write)
        .await
        .map_err(fault)?;
    write.end().await
}

impl Deref for Write {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.held.connection
    }
}

impl DerefMut for Write {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.held.connection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions};

    #[tokio::test]
    async fn writing_over_changes_the_log() {
        let dir = tempfile::tempdir().unwrap();
        let options = SqliteConnectOptions::new()
            .filename(dir.path().join("a.sqlite"))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal);
        let pool = SqlitePoolOptions::new()
            .connect_with(options)
            .await
            .unwrap();
        // There is no log before the first change.
        let log = || std::fs::metadata(dir.path().join("a.sqlite-wal")).map_or(0, |log| log.len());
        for _ in 0..2 {
            let before = log();
            write_over(&pool).await.unwrap();
            assert!(log() > before);
        }
    }
}
