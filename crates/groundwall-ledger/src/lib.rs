#![doc = include_str!("../README.md")]

use async_trait::async_trait;
use groundwall_core::report::ReportLine;
use groundwall_core::{Report, ReportId};
use groundwall_ports::{Ledger, PortError};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use std::path::Path;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT OR IGNORE INTO meta (key, value) VALUES ('schema_version', '1');
CREATE TABLE IF NOT EXISTS reports (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, folded_title TEXT NOT NULL, line TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
";
const VERSION: &str = "1";
/// Characters of a title in the history.
const TITLE: usize = 120;

/// Reports and settings in SQLite.
pub struct SqliteLedger {
    pool: SqlitePool,
}

fn db(error: sqlx::Error) -> PortError {
    PortError::internal(format!("ledger: {error}"))
}

fn json(error: serde_json::Error) -> PortError {
    PortError::internal(format!("stored report: {error}"))
}

impl SqliteLedger {
    /// Opens or creates the ledger.
    pub async fn open(path: &Path) -> Result<Self, PortError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(std::time::Duration::from_secs(10));
        let pool = SqlitePoolOptions::new().max_connections(2).connect_with(options).await.map_err(db)?;
        sqlx::raw_sql(SCHEMA).execute(&pool).await.map_err(db)?;
        let version: String =
            sqlx::query_scalar("SELECT value FROM meta WHERE key = 'schema_version'").fetch_one(&pool).await.map_err(db)?;
        if version != VERSION {
            return Err(PortError::internal(format!(
                "The reports in {} have schema version {version}, this program knows {VERSION}. Use the program that wrote them.",
                path.display()
            )));
        }
        Ok(Self { pool })
    }
}

fn line(report: &Report) -> ReportLine {
    let text = report.question.as_deref().or(report.delivered.as_deref()).unwrap_or("(withheld)");
    let title: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(TITLE).collect();
    ReportLine { id: report.id.clone(), created_at: report.created_at.clone(), title, state: report.state, counts: report.summary.counts }
}

#[async_trait]
impl Ledger for SqliteLedger {
    async fn record(&self, report: &Report) -> Result<(), PortError> {
        let line = line(report);
        sqlx::query("INSERT INTO reports (id, folded_title, line, body) VALUES (?, ?, ?, ?)")
            .bind(&report.id.0)
            .bind(line.title.to_lowercase())
            .bind(serde_json::to_string(&line).map_err(json)?)
            .bind(serde_json::to_string(report).map_err(json)?)
            .execute(&self.pool)
            .await
            .map_err(db)?;
        Ok(())
    }

    async fn report(&self, id: &ReportId) -> Result<Option<Report>, PortError> {
        let body: Option<String> =
            sqlx::query_scalar("SELECT body FROM reports WHERE id = ?").bind(&id.0).fetch_optional(&self.pool).await.map_err(db)?;
        body.map(|body| serde_json::from_str(&body).map_err(json)).transpose()
    }

    async fn reports(&self, search: &str, limit: u32) -> Result<Vec<ReportLine>, PortError> {
        let lines: Vec<String> =
            sqlx::query_scalar("SELECT line FROM reports WHERE instr(folded_title, ?) > 0 ORDER BY number DESC LIMIT ?")
                .bind(search.trim().to_lowercase())
                .bind(limit)
                .fetch_all(&self.pool)
                .await
                .map_err(db)?;
        lines.iter().map(|line| serde_json::from_str(line).map_err(json)).collect()
    }

    async fn setting(&self, key: &str) -> Result<Option<String>, PortError> {
        sqlx::query_scalar("SELECT value FROM settings WHERE key = ?").bind(key).fetch_optional(&self.pool).await.map_err(db)
    }

    async fn set_setting(&self, key: &str, value: &str) -> Result<(), PortError> {
        sqlx::query("INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value")
            .bind(key)
            .bind(value)
            .execute(&self.pool)
            .await
            .map_err(db)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn report(id: &str, question: &str) -> Report {
        let counts = json!({"supported": 1, "refuted": 0, "unsupported": 0, "unverifiable": 0});
        serde_json::from_value(json!({
            "id": id, "collection": "default", "created_at": "2026-01-01T00:00:00Z", "question": question, "state": "verified", "banner": "b", "delivered": "d",
            "segments": [], "citations": [], "claims": [], "removed": [], "attempts": [], "candidates": [], "stages": [],
            "summary": {
                "counts": counts, "support_ratio": 1.0, "findings_by_severity": {}, "findings_by_type": {}, "findings_by_certainty": {},
                "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null, "mean_entailment": null, "confidence": null, "adjusted_confidence": null
            },
            "degraded": [],
            "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": null, "policy": {}, "collection_version": 1},
            "elapsed_seconds": 0.1
        }))
        .unwrap()
    }

    #[tokio::test]
    async fn reports_and_settings_survive_and_are_found() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let ledger = SqliteLedger::open(&path).await.unwrap();
        let (first, second) = (report("1", "Über   die Mole?"), report("2", "Who is the pilot?"));
        ledger.record(&first).await.unwrap();
        ledger.record(&second).await.unwrap();
        ledger.set_setting("theme", "dark").await.unwrap();
        ledger.set_setting("theme", "light").await.unwrap();
        assert!(ledger.record(&first).await.is_err(), "a report is written once");
        drop(ledger);

        let ledger = SqliteLedger::open(&path).await.unwrap();
        assert_eq!(ledger.report(&first.id).await.unwrap(), Some(first));
        assert_eq!(ledger.report(&ReportId("3".into())).await.unwrap(), None);
        assert_eq!(ledger.setting("theme").await.unwrap().as_deref(), Some("light"));
        let titles = async |search: &str, limit| -> Vec<String> {
            ledger.reports(search, limit).await.unwrap().into_iter().map(|line| line.title).collect()
        };
        assert_eq!(titles("", 9).await, ["Who is the pilot?", "Über die Mole?"]);
        assert_eq!(titles("", 1).await, ["Who is the pilot?"]);
        assert_eq!(titles(" ÜBER ", 9).await, ["Über die Mole?"], "case does not matter, beyond ASCII too");
        assert!(titles("%", 9).await.is_empty(), "a search is a text and no pattern");
    }

    #[tokio::test]
    async fn another_schema_version_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let ledger = SqliteLedger::open(&path).await.unwrap();
        sqlx::raw_sql("UPDATE meta SET value = '2' WHERE key = 'schema_version'").execute(&ledger.pool).await.unwrap();
        drop(ledger);
        let error = SqliteLedger::open(&path).await.err().unwrap();
        assert!(error.to_string().contains("schema version 2"), "{error}");
    }
}
