//! Changes outside of this file, such as a document that is stored, and their entries in the audit log. A change is written down before it is begun and taken off with its
//! entry, so that one that a kill cut off is found at the next start.

use crate::{SqliteLedger, audit, json};
use groundwall_core::Happening;
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, Write, fault};

/// An earlier version of the program passes it over, so it has no version of its own.
pub(crate) const TABLE: &str = "CREATE TABLE IF NOT EXISTS begun (number INTEGER PRIMARY KEY, actor TEXT NOT NULL, happening TEXT NOT NULL);";

/// A change that was begun, and who began it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    number: i64,
    actor: String,
}

/// Makes the table where a file has none.
pub(crate) async fn ready(database: &Database) -> Result<(), PortError> {
    let known: Option<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'begun'",
    )
    .fetch_optional(database.pool())
    .await
    .map_err(fault)?;
    if known.is_some() {
        return Ok(());
    }
    let mut tx = database.write().await?;
    sqlx::raw_sql(TABLE)
        .execute(&mut *tx)
        .await
        .map_err(fault)?;
    tx.commit().await
}

/// Takes one off, in the transaction of its entry.
pub(crate) async fn over(tx: &mut Write, number: i64) -> Result<(), PortError> {
    sqlx::query("DELETE FROM begun WHERE number = ?")
        .bind(number)
        .execute(&mut **tx)
        .await
        .map_err(fault)?;
    Ok(())
}

impl SqliteLedger {
    /// Writes down what is about to be done, durably. What cannot be written down must not be done.
    ///
    /// # Errors
    /// Fails when the file cannot be read or written, or when the disk is full.
    pub async fn begin(&self, happening: &Happening) -> Result<Begun, PortError> {
        let actor = self.actor();
        let text = serde_json::to_string(happening).map_err(json)?;
        let mut tx = self.database.write().await?;
        let number = sqlx::query("INSERT INTO begun (actor, happening) VALUES (?, ?)")
            .bind(&actor)
            .bind(text)
            .execute(&mut *tx)
            .await
            .map_err(fault)?
            .last_insert_rowid();
        tx.commit().await?;
        Ok(Begun { number, actor })
    }

    /// Writes what became of it into the log, for who began it; none: nothing was changed. What cannot be written now is written before the next entry, or after the next start.
    pub async fn end(&self, begun: Begun, became: Option<Happening>) {
        let Begun { number, actor } = begun;
        self.late.add(became, actor, Some(number));
        self.late.write(&self.database).await;
    }

    /// What was begun and never ended, oldest first.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or when a row cannot be understood.
    pub async fn unended(&self) -> Result<Vec<(Begun, Happening)>, PortError> {
        let rows: Vec<(i64, String, String)> =
            sqlx::query_as("SELECT number, actor, happening FROM begun ORDER BY number")
                .fetch_all(self.database.pool())
                .await
                .map_err(fault)?;
        rows.into_iter()
            .map(|(number, actor, happening)| {
                let happening = serde_json::from_str(&happening).map_err(json)?;
                Ok((Begun { number, actor }, happening))
            })
            .collect()
    }
}

/// An entry, and the end of what it is about.
pub(crate) async fn append(
    tx: &mut Write,
    became: Option<&Happening>,
    actor: &str,
    begun: Option<i64>,
) -> Result<(), PortError> {
    if let Some(happening) = became {
        audit::append(tx, happening, actor).await?;
    }
    match begun {
        Some(number) => over(tx, number).await,
        None => Ok(()),
    }
}
