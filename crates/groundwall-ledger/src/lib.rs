#![doc = include_str!("../README.md")]

mod conversations;

use async_trait::async_trait;
use groundwall_core::report::ReportLine;
use groundwall_core::{ConversationId, ConversationLine, Report, ReportId};
use groundwall_ports::{Ledger, PortError};
use groundwall_sqlite::{Database, New, fault};
use std::path::Path;

const SCHEMA: &str = "
CREATE TABLE reports (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, folded_title TEXT NOT NULL, line TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
";
const VERSION: &str = "1";
/// Connections at the same time.
const CONNECTIONS: u32 = 2;
/// Characters of a title in the history.
const TITLE: usize = 120;

/// Reports and settings in SQLite.
pub struct SqliteLedger {
    database: Database,
}

fn json(error: serde_json::Error) -> PortError {
    PortError::internal(format!("stored report: {error}"))
}

impl SqliteLedger {
    /// Opens or creates the ledger.
    pub async fn open(path: &Path) -> Result<Self, PortError> {
        let new = New {
            schema: &[SCHEMA],
            meta: &[("schema_version", VERSION)],
        };
        let database = Database::open(path, CONNECTIONS, &new).await?;
        let version = database.meta("schema_version").await?;
        if version != VERSION {
            return Err(PortError::internal(format!(
                "The reports in {} have schema version {version}, this program knows {VERSION}. Use the program that wrote them.",
                path.display()
            )));
        }
        conversations::index(&database).await?;
        Ok(Self { database })
    }

    /// Deletes the reports of before a time in RFC 3339 (UTC, whole seconds, as reports carry it); returns how many there were.
    pub async fn delete_before(&self, time: &str) -> Result<u64, PortError> {
        let mut tx = self.database.write().await?;
        let deleted =
            sqlx::query("DELETE FROM reports WHERE json_extract(line, '$.created_at') < ?")
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

fn line(report: &Report) -> ReportLine {
    let text = report
        .question
        .as_deref()
        .or(report.delivered.as_deref())
        .unwrap_or("(withheld)");
    let title: String = text
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(TITLE)
        .collect();
    ReportLine {
        id: report.id.clone(),
        created_at: report.created_at.clone(),
        title,
        state: report.state,
        counts: report.summary.counts,
        conversation: report.conversation.clone(),
    }
}

#[async_trait]
impl Ledger for SqliteLedger {
    async fn record(&self, report: &Report) -> Result<(), PortError> {
        let line = line(report);
        let mut tx = self.database.write().await?;
        sqlx::query("INSERT INTO reports (id, folded_title, line, body) VALUES (?, ?, ?, ?)")
            .bind(&report.id.0)
            .bind(line.title.to_lowercase())
            .bind(serde_json::to_string(&line).map_err(json)?)
            .bind(serde_json::to_string(report).map_err(json)?)
            .execute(&mut *tx)
            .await
            .map_err(fault)?;
        tx.commit().await
    }

    async fn report(&self, id: &ReportId) -> Result<Option<Report>, PortError> {
        let body: Option<String> = sqlx::query_scalar("SELECT body FROM reports WHERE id = ?")
            .bind(&id.0)
            .fetch_optional(self.database.pool())
            .await
            .map_err(fault)?;
        body.map(|body| serde_json::from_str(&body).map_err(json))
            .transpose()
    }

    async fn reports(&self, search: &str, limit: u32) -> Result<Vec<ReportLine>, PortError> {
        let lines: Vec<String> =
            sqlx::query_scalar("SELECT line FROM reports WHERE instr(folded_title, ?) > 0 ORDER BY number DESC LIMIT ?")
                .bind(search.trim().to_lowercase())
                .bind(limit)
                .fetch_all(self.database.pool())
                .await
                .map_err(fault)?;
        lines
            .iter()
            .map(|line| serde_json::from_str(line).map_err(json))
            .collect()
    }

    async fn conversation(&self, id: &ConversationId) -> Result<Vec<ReportLine>, PortError> {
        conversations::lines(&self.database, id).await
    }

    async fn conversations(&self, limit: u32) -> Result<Vec<ConversationLine>, PortError> {
        conversations::newest(&self.database, limit).await
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    pub(crate) fn report(id: &str, question: &str) -> Report {
        report_of("2026-01-01T00:00:00Z", id, question)
    }

    fn report_of(created_at: &str, id: &str, question: &str) -> Report {
        let counts = json!({"supported": 1, "refuted": 0, "unsupported": 0, "unverifiable": 0});
        serde_json::from_value(json!({
            "id": id, "collection": "default", "created_at": created_at, "question": question, "state": "verified", "banner": "b", "delivered": "d",
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
        let (first, second) = (
            report("1", "Über   die Mole?"),
            report("2", "Who is the pilot?"),
        );
        ledger.record(&first).await.unwrap();
        ledger.record(&second).await.unwrap();
        ledger.set_setting("theme", "dark").await.unwrap();
        ledger.set_setting("theme", "light").await.unwrap();
        assert!(
            ledger.record(&first).await.is_err(),
            "a report is written once"
        );
        drop(ledger);

        let ledger = SqliteLedger::open(&path).await.unwrap();
        assert_eq!(ledger.report(&first.id).await.unwrap(), Some(first));
        assert_eq!(ledger.report(&ReportId("3".into())).await.unwrap(), None);
        assert_eq!(
            ledger.setting("theme").await.unwrap().as_deref(),
            Some("light")
        );
        let titles = async |search: &str, limit| -> Vec<String> {
            ledger
                .reports(search, limit)
                .await
                .unwrap()
                .into_iter()
                .map(|line| line.title)
                .collect()
        };
        assert_eq!(titles("", 9).await, ["Who is the pilot?", "Über die Mole?"]);
        assert_eq!(titles("", 1).await, ["Who is the pilot?"]);
        assert_eq!(
            titles(" ÜBER ", 9).await,
            ["Über die Mole?"],
            "case does not matter, beyond ASCII too"
        );
        assert!(
            titles("%", 9).await.is_empty(),
            "a search is a text and no pattern"
        );
    }

    #[tokio::test]
    async fn another_schema_version_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let ledger = SqliteLedger::open(&path).await.unwrap();
        sqlx::raw_sql("UPDATE meta SET value = '2' WHERE key = 'schema_version'")
            .execute(ledger.database.pool())
            .await
            .unwrap();
        drop(ledger);
        let error = SqliteLedger::open(&path).await.err().unwrap();
        assert!(error.to_string().contains("schema version 2"), "{error}");
    }

    #[tokio::test]
    async fn reports_of_before_a_time_are_deleted_and_their_text_is_gone_from_the_files() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let ledger = SqliteLedger::open(&path).await.unwrap();
        let (old, young) = (
            report_of("2026-01-01T23:59:59Z", "1", "Zanzibarian turnips?"),
            report_of("2026-01-02T00:00:00Z", "2", "Which pilot?"),
        );
        ledger.record(&old).await.unwrap();
        ledger.record(&young).await.unwrap();
        let holds = |text: &str| {
            std::fs::read_dir(dir.path()).unwrap().any(|file| {
                let bytes = std::fs::read(file.unwrap().path()).unwrap();
                bytes
                    .windows(text.len())
                    .any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
            })
        };
        assert!(holds("Zanzibarian turnips"));
        assert_eq!(
            ledger.delete_before("2026-01-02T00:00:00Z").await.unwrap(),
            1
        );
        assert_eq!(
            ledger.delete_before("2026-01-02T00:00:00Z").await.unwrap(),
            0
        );
        assert_eq!(ledger.report(&old.id).await.unwrap(), None);
        assert_eq!(ledger.report(&young.id).await.unwrap(), Some(young));
        assert!(!holds("Zanzibarian turnips"));
        assert!(holds("Which pilot"));
    }

    #[tokio::test]
    async fn an_empty_ledger_file_is_refused_and_a_closed_one_is_whole_without_its_log() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("l.sqlite");
        let ledger = SqliteLedger::open(&path).await.unwrap();
        let first = report("1", "Who?");
        ledger.record(&first).await.unwrap();
        ledger.close().await;
        let log = std::fs::metadata(dir.path().join("l.sqlite-wal"));
        assert!(log.map_or(0, |log| log.len()) == 0);
        let copy = dir.path().join("copy.sqlite");
        std::fs::copy(&path, &copy).unwrap();
        let ledger = SqliteLedger::open(&copy).await.unwrap();
        assert_eq!(ledger.report(&first.id).await.unwrap(), Some(first));

        std::fs::write(&path, b"").unwrap();
        let error = SqliteLedger::open(&path).await.err().unwrap().to_string();
        assert!(
            error.contains("l.sqlite is damaged: the file is empty"),
            "{error}"
        );
    }
}
