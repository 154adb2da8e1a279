#![doc = include_str!("../README.md")]

mod collections;
mod conversations;
mod entry;
mod history;
mod insights;
mod schema;

#[cfg(test)]
mod tests;

use async_trait::async_trait;
use entry::Entry;
use groundwall_core::{
    Collection, CollectionId, ConversationId, ConversationLine, Insights, Report, ReportFilter,
    ReportId, ReportLabel, ReportLine, ReportPage, Stretch,
};
use groundwall_ports::{Ledger, PortError};
use groundwall_sqlite::{Database, fault};
use std::path::Path;

/// Connections at the same time.
const CONNECTIONS: u32 = 2;

/// Reports and settings in SQLite.
pub struct SqliteLedger {
    database: Database,
}

fn json(error: serde_json::Error) -> PortError {
    PortError::internal(format!("stored report: {error}"))
}

impl SqliteLedger {
    /// Opens or creates the ledger; one of an earlier schema version is brought forward.
    pub async fn open(path: &Path) -> Result<Self, PortError> {
        let database = Database::open(path, CONNECTIONS, &schema::new()).await?;
        schema::bring_forward(&database).await?;
        Ok(Self { database })
    }

    /// Deletes the reports of before a time in RFC 3339 (UTC, whole seconds, as reports carry it); returns how many there were.
    pub async fn delete_before(&self, time: &str) -> Result<u64, PortError> {
        let mut tx = self.database.write().await?;
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

#[async_trait]
impl Ledger for SqliteLedger {
    async fn record(&self, report: &Report) -> Result<(), PortError> {
        let entry = Entry::of(report);
        let body = serde_json::to_string(report).map_err(json)?;
        let mut tx = self.database.write().await?;
        entry.insert(None, &body, &mut tx).await?;
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
        collections::keep(&self.database, collection).await
    }

    async fn forget_collection(&self, id: &CollectionId) -> Result<u64, PortError> {
        collections::forget(&self.database, id).await
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
        sqlx::query("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
            .bind(key)
            .bind(value)
            .execute(&mut *tx)
            .await
            .map_err(fault)?;
        tx.commit().await
    }

    async fn close(&self) {
        self.database.close().await;
    }
}
