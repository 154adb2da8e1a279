//! The database file: how it is opened, its schema version, and whose vectors it holds.

use super::rows::db;
use groundwall_ports::PortError;
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use std::path::Path;

const VERSION: &str = "2";

const SCHEMA: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE collections (id TEXT PRIMARY KEY, version INTEGER NOT NULL);
CREATE TABLE documents (id TEXT PRIMARY KEY, collection TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE names (added INTEGER PRIMARY KEY, collection TEXT NOT NULL, name TEXT NOT NULL, document TEXT NOT NULL REFERENCES documents(id), UNIQUE (collection, name));
CREATE INDEX names_document ON names (document);
CREATE TABLE originals (document TEXT PRIMARY KEY REFERENCES documents(id), bytes BLOB NOT NULL);
CREATE TABLE passages (row INTEGER PRIMARY KEY, id TEXT NOT NULL, document TEXT NOT NULL REFERENCES documents(id), body TEXT NOT NULL, vector BLOB NOT NULL, weights BLOB NOT NULL);
CREATE INDEX passages_document ON passages (document);
";

/// What version 2 added.
const TABLES: &str = "CREATE TABLE tables (document TEXT NOT NULL REFERENCES documents(id), place INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (document, place));";

pub(super) async fn open(path: &Path, embedder_sha256: &str) -> Result<SqlitePool, PortError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(std::time::Duration::from_secs(10));
    let pool = SqlitePoolOptions::new().max_connections(4).connect_with(options).await.map_err(db)?;
    let known: Option<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE name = 'meta'").fetch_optional(&pool).await.map_err(db)?;
    if known.is_none() {
        let mut tx = pool.begin().await.map_err(db)?;
        sqlx::raw_sql(SCHEMA).execute(&mut *tx).await.map_err(db)?;
        sqlx::raw_sql(TABLES).execute(&mut *tx).await.map_err(db)?;
        for (key, value) in [("schema_version", VERSION), ("embedder", embedder_sha256)] {
            sqlx::query("INSERT INTO meta (key, value) VALUES (?, ?)").bind(key).bind(value).execute(&mut *tx).await.map_err(db)?;
        }
        tx.commit().await.map_err(db)?;
        return Ok(pool);
    }
    let value = async |key: &'static str| -> Result<String, PortError> {
        sqlx::query_scalar("SELECT value FROM meta WHERE key = ?").bind(key).fetch_one(&pool).await.map_err(db)
    };
    let mut version = value("schema_version").await?;
    if version == "1" {
        let mut tx = pool.begin().await.map_err(db)?;
        sqlx::raw_sql(TABLES).execute(&mut *tx).await.map_err(db)?;
        sqlx::query("UPDATE meta SET value = '2' WHERE key = 'schema_version'").execute(&mut *tx).await.map_err(db)?;
        tx.commit().await.map_err(db)?;
        VERSION.clone_into(&mut version);
    }
    if version != VERSION {
        return Err(PortError::internal(format!(
            "The data in {} have schema version {version}, this program knows {VERSION}. Use the program that wrote them.",
            path.display()
        )));
    }
    if value("embedder").await? != embedder_sha256 {
        return Err(PortError::internal(format!(
            "The data in {} were indexed with another embedder. Start with the embedder that made them, or with another --data-dir and ingest the documents again.",
            path.display()
        )));
    }
    Ok(pool)
}
