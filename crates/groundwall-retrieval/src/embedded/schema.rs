//! The database file: how it is opened, its schema version, and whose vectors it holds.

use groundwall_ports::PortError;
use groundwall_sqlite::{Database, New, fault};
use std::path::Path;

/// Connections at the same time.
const CONNECTIONS: u32 = 4;

const VERSION: &str = "5";

const SCHEMA: &str = "
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

/// What version 3 added.
const HIDDEN: &str =
    "CREATE TABLE hidden (document TEXT PRIMARY KEY REFERENCES documents(id), body TEXT NOT NULL);";

/// What version 4 added: documents that an earlier version read, and whose tables and hidden text it did not see as this one does.
const OUTDATED: &str =
    "CREATE TABLE outdated (document TEXT PRIMARY KEY REFERENCES documents(id));";

/// What has to be done where a version reads tables otherwise than the one before: documents whose bytes are kept are read again.
const READ_AGAIN: &str = "INSERT OR IGNORE INTO outdated SELECT id FROM documents WHERE id IN (SELECT document FROM originals);";

/// How a database becomes one of the next version.
const STEPS: [(&str, &str, &[&str]); 4] = [
    ("1", "2", &[TABLES]),
    ("2", "3", &[HIDDEN]),
    ("3", "4", &[OUTDATED, READ_AGAIN]),
    // Names of columns in several rows.
    ("4", "5", &[READ_AGAIN]),
];

pub(super) async fn open(path: &Path, embedder_sha256: &str) -> Result<Database, PortError> {
    let new = New {
        schema: &[SCHEMA, TABLES, HIDDEN, OUTDATED],
        meta: &[("schema_version", VERSION), ("embedder", embedder_sha256)],
    };
    let database = Database::open(path, CONNECTIONS, &new).await?;
    let mut version = database.meta("schema_version").await?;
    for (before, after, statements) in STEPS {
        if version == before {
            let mut tx = database.write().await?;
            for statement in statements {
                sqlx::raw_sql(*statement)
                    .execute(&mut *tx)
                    .await
                    .map_err(fault)?;
            }
            sqlx::query("UPDATE meta SET value = ? WHERE key = 'schema_version'")
                .bind(after)
                .execute(&mut *tx)
                .await
                .map_err(fault)?;
            tx.commit().await?;
            after.clone_into(&mut version);
        }
    }
    if version != VERSION {
        return Err(PortError::internal(format!(
            "The data in {} have schema version {version}, this program knows {VERSION}. Use the program that wrote them.",
            path.display()
        )));
    }
    if database.meta("embedder").await? != embedder_sha256 {
        return Err(PortError::internal(format!(
            "The data in {} were indexed with another embedder. Start with the embedder that made them, or with another --data-dir and ingest the documents again.",
            path.display()
        )));
    }
    Ok(database)
}
