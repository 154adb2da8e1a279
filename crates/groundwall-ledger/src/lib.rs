#![doc = include_str!("../README.md")]

mod audit;
mod begun;
mod collections;
mod conversations;
mod entry;
mod escalations;
mod history;
mod insights;
mod keys;
mod late;
mod makers;
mod records;
mod reviews;
mod schema;
mod sources;

pub use keys::HashedKey;

#[cfg(test)]
mod tests;

pub use begun::Begun;

use async_trait::async_trait;
use entry::Entry;
use groundwall_audit::{Chain, Fault, of_report};
use groundwall_core::review::{Reason, severity_name};
use groundwall_core::{
    Collection, CollectionId, ConversationId, ConversationLine, Flag, Happening, Insights, Report,
    ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage, Severity, Stretch,
};
use groundwall_ports::{Ledger, PortError};
use groundwall_sqlite::{Database, Write, fault};
use late::Late;
use std::path::Path;

/// Connections at the same time.
const CONNECTIONS: u32 = 2;

/// Whether a person has to look at a report, and why.
type Triage = Box<dyn Fn(&Report) -> Option<Flag> + Send + Sync>;

/// What a ledger is told by who opens it.
struct Told {
    /// Who does what is done now, for the audit log.
    actor: Box<dyn Fn() -> String + Send + Sync>,
    /// Whether a person has to look at a report.
    triage: Triage,
    /// Why a report is in the queue whose verdict somebody disputes.
    disputed: Reason,
}

impl Default for Told {
    fn default() -> Self {
        Self {
            actor: Box::new(|| "program".to_owned()),
            triage: Box::new(|_| None),
            disputed: Reason {
                rule: "disputed".to_owned(),
                why: "Somebody says that a verdict is wrong.".to_owned(),
                priority: Severity::Medium,
                within: None,
            },
        }
    }
}

/// Reports, settings, reviews and the audit log in SQLite.
///
/// ```
/// use groundwall_ledger::SqliteLedger;
/// use groundwall_ports::Ledger as _;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let dir = tempfile::tempdir()?;
/// let ledger = SqliteLedger::open(&dir.path().join("reports.sqlite")).await?;
/// ledger.set_setting("theme", "dark").await?;
/// assert_eq!(ledger.setting("theme").await?.as_deref(), Some("dark"));
/// assert!(ledger.last().await?.is_none());
/// ledger.close().await;
/// # Ok(())
/// # }
/// ```
pub struct SqliteLedger {
    database: Database,
    told: Told,
    late: Late,
}

fn json(error: serde_json::Error) -> PortError {
    PortError::internal(format!("stored report: {error}"))
}

impl SqliteLedger {
    /// Opens or creates the ledger; one of an earlier schema version is brought forward.
    ///
    /// # Errors
    /// Fails when the file is damaged, cannot be read or written, or was written by a later version.
    pub async fn open(path: &Path) -> Result<Self, PortError> {
        let database = Database::open(path, CONNECTIONS, &schema::new()).await?;
        schema::bring_forward(&database).await?;
        begun::ready(&database).await?;
        Ok(Self {
            database,
            told: Told::default(),
            late: Late::default(),
        })
    }

    /// With who acts, with what a person has to look at, and with why where somebody disputes a verdict. Without it a program acts and nothing is flagged.
    #[must_use]
    pub fn told(
        mut self,
        actor: impl Fn() -> String + Send + Sync + 'static,
        triage: impl Fn(&Report) -> Option<Flag> + Send + Sync + 'static,
        disputed: Reason,
    ) -> Self {
        self.told = Told {
            actor: Box::new(actor),
            triage: Box::new(triage),
            disputed,
        };
        self
    }

    /// Keeps a setting and writes into the audit log that it did, both or neither.
    ///
    /// # Errors
    /// Fails when the file cannot be read or written, or when the disk is full.
    pub async fn set_setting_noted(
        &self,
        key: &str,
        value: &str,
        happening: &Happening,
    ) -> Result<(), PortError> {
        let mut tx = self.database.write().await?;
        set(&mut tx, key, value).await?;
        audit::append(&mut tx, happening, &self.actor()).await?;
        tx.commit().await
    }

    /// The audit log against its chain, and every stored report against its entry. `anchor`: a hash that an entry must have.
    ///
    /// # Errors
    /// Outside: when the file cannot be read. Inside: what is wrong with the log.
    pub async fn verify_audit(
        &self,
        anchor: Option<&str>,
    ) -> Result<Result<Chain, Vec<Fault>>, PortError> {
        audit::verify(&self.database, anchor).await
    }

    /// The audit log as JSON, line by line; returns how many entries it has.
    ///
    /// # Errors
    /// Fails when the file cannot be read, an entry cannot be understood, or `write` fails.
    pub async fn export_audit(
        &self,
        write: impl FnMut(&str) -> std::io::Result<()> + Send,
    ) -> Result<u64, PortError> {
        audit::export(&self.database, write).await
    }

    /// Signs off the audit log before a time (RFC 3339 in UTC) and takes those entries out; the number of the last one, none where there is none.
    ///
    /// # Errors
    /// Fails when the file cannot be read or written, when the disk is full, or when the last entry cannot be understood.
    pub async fn prune_audit(&self, before: &str) -> Result<Option<u64>, PortError> {
        audit::prune(&self.database, before, &self.actor()).await
    }

    fn actor(&self) -> String {
        (self.told.actor)()
    }

    /// Deletes the reports of before a time in RFC 3339 (UTC, whole seconds, as reports carry it); returns how many there were.
    ///
    /// # Errors
    /// Fails when the file cannot be read or written, or when the disk is full.
    pub async fn delete_before(&self, time: &str) -> Result<u64, PortError> {
        let mut tx = self.database.write().await?;
        let gone: Vec<String> =
            sqlx::query_scalar("SELECT id FROM reports WHERE created_at < ? ORDER BY number")
                .bind(time)
                .fetch_all(&mut *tx)
                .await
                .map_err(fault)?;
        for id in gone {
            audit::erase(&mut tx, &ReportId(id), "too_old", &self.actor()).await?;
        }
        let deleted = sqlx::query("DELETE FROM reports WHERE created_at < ?")
            .bind(time)
            .execute(&mut *tx)
            .await
            .map_err(fault)?
            .rows_affected();
        tx.commit().await?;
        if deleted > 0 {
            self.database.empty_log().await;
        }
        Ok(deleted)
    }
}

async fn set(tx: &mut Write, key: &str, value: &str) -> Result<(), PortError> {
    sqlx::query("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
        .bind(key)
        .bind(value)
        .execute(&mut **tx)
        .await
        .map_err(fault)?;
    Ok(())
}

#[async_trait]
impl Ledger for SqliteLedger {
    async fn record(&self, report: &Report) -> Result<(), PortError> {
        let entry = Entry::of(report);
        let body = serde_json::to_string(report).map_err(json)?;
        let mut happening = of_report(report, &body).map_err(json)?;
        let flag = (self.told.triage)(report);
        self.late.write(&self.database).await;
        let mut tx = self.database.write().await?;
        let number = entry.insert(None, &body, &mut tx).await?;
        if let Some(flag) = flag {
            reviews::insert(&mut tx, number, report, &flag, Some(self.actor())).await?;
            happening = happening.fact("flagged", severity_name(flag.priority()));
        }
        audit::append(&mut tx, &happening, &self.actor()).await?;
        tx.commit().await
    }

    async fn report(&self, id: &ReportId) -> Result<Option<Report>, PortError> {
        let body: Option<String> = sqlx::query_scalar(
            "SELECT body FROM bodies JOIN reports ON number = report WHERE id = ?",
        )
        .bind(&id.0)
        .fetch_optional(self.database.pool())
        .await
        .map_err(fault)?;
        body.map(|body| serde_json::from_str(&body).map_err(json))
            .transpose()
    }

    async fn reports(&self, filter: &ReportFilter) -> Result<ReportPage, PortError> {
        history::page(&self.database, filter).await
    }

    async fn line(&self, id: &ReportId) -> Result<Option<ReportLine>, PortError> {
        history::line(&self.database, id).await
    }

    async fn label(
        &self,
        id: &ReportId,
        label: &ReportLabel,
    ) -> Result<Option<ReportLine>, PortError> {
        history::label(&self.database, id, label).await?;
        history::line(&self.database, id).await
    }

    async fn delete(&self, id: &ReportId) -> Result<bool, PortError> {
        let mut tx = self.database.write().await?;
        let deleted = sqlx::query("DELETE FROM reports WHERE id = ?")
            .bind(&id.0)
            .execute(&mut *tx)
            .await
            .map_err(fault)?
            .rows_affected();
        if deleted > 0 {
            audit::erase(&mut tx, id, "deleted", &self.actor()).await?;
        }
        tx.commit().await?;
        if deleted > 0 {
            self.database.empty_log().await;
        }
        Ok(deleted > 0)
    }

    async fn insights(&self, from: &str, stretch: Stretch) -> Result<Insights, PortError> {
        insights::insights(&self.database, from, stretch).await
    }

    async fn conversation(&self, id: &ConversationId) -> Result<Vec<ReportLine>, PortError> {
        conversations::lines(&self.database, id).await
    }

    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError> {
        conversations::newest(&self.database, limit).await
    }

    async fn collections(&self) -> Result<Vec<Collection>, PortError> {
        collections::all(&self.database).await
    }

    async fn keep_collection(&self, collection: &Collection) -> Result<(), PortError> {
        collections::keep(&self.database, collection, &self.actor()).await
    }

    async fn forget_collection(&self, id: &CollectionId) -> Result<u64, PortError> {
        collections::forget(&self.database, id, &self.actor()).await
    }

    async fn reports_of(&self, id: &CollectionId) -> Result<u64, PortError> {
        collections::reports(&self.database, id).await
    }

    async fn setting(&self, key: &str) -> Result<Option<String>, PortError> {
        sqlx::query_scalar("SELECT value FROM settings WHERE key = ?")
            .bind(key)
            .fetch_optional(self.database.pool())
            .await
            .map_err(fault)
    }

    async fn set_setting(&self, key: &str, value: &str) -> Result<(), PortError> {
        let mut tx = self.database.write().await?;
        set(&mut tx, key, value).await?;
        tx.commit().await
    }

    async fn note(&self, happening: &Happening) -> Result<(), PortError> {
        self.late.write(&self.database).await;
        let mut tx = self.database.write().await?;
        audit::append(&mut tx, happening, &self.actor()).await?;
        tx.commit().await
    }

    async fn note_done(&self, happening: &Happening) {
        self.late.add(Some(happening.clone()), self.actor(), None);
        self.late.write(&self.database).await;
    }

    async fn close(&self) {
        self.late.write(&self.database).await;
        self.database.close().await;
    }
}
