//! Files of earlier versions are brought forward, and what is no ledger is refused.

use super::audit::ledger;
use super::{by, refuted, report, searching, titles};
use crate::SqliteLedger;
use groundwall_core::{Report, ReportId, Stretch};
use groundwall_ports::{Ledger as _, Records as _};
use groundwall_sqlite::{Database, New};
use serde_json::json;
use std::path::Path;

/// Writes a file as the first version did, with one whole report and a damaged one.
async fn write_first_version(path: &Path, first: &Report) {
    let new = New {
        schema: &[crate::schema::FIRST],
        meta: &[("schema_version", "1")],
    };
    let old = Database::open(path, 1, &new).await.unwrap();
    let line = |id: &str, title: &str| {
        let counts = json!({"supported": 1, "refuted": 2, "unsupported": 3, "unverifiable": 4});
        json!({"id": id, "created_at": "2026-01-01T10:00:00Z", "title": title, "state": "not_verified", "counts": counts}).to_string()
    };
    let mut tx = old.write().await.unwrap();
    let body = serde_json::to_string(first).unwrap();
    for (number, id, title, body) in [(7, "a", "When?", body.as_str()), (9, "b", "Damaged?", "{}")]
    {
        sqlx::query("INSERT INTO reports VALUES (?, ?, ?, ?, ?)")
            .bind(number)
            .bind(id)
            .bind(title.to_lowercase())
            .bind(line(id, title))
            .bind(body)
            .execute(&mut *tx)
            .await
            .unwrap();
    }
    sqlx::raw_sql("INSERT INTO settings VALUES ('theme', 'dark')")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    old.close().await;
}

#[tokio::test]
async fn a_file_of_the_first_version_is_brought_forward() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let first = refuted(
        "2026-01-01T10:00:00Z",
        "a",
        "It opened in 1978.",
        "harbour.txt",
    );
    write_first_version(&path, &first).await;
    for _ in 0..2 {
        let ledger = SqliteLedger::open(&path).await.unwrap();
        assert_eq!(ledger.database.meta("schema_version").await.unwrap(), "5");
        assert_eq!(titles(&ledger, searching("")).await, ["Damaged?", "When?"]);
        assert_eq!(
            ledger.report(&first.id).await.unwrap().as_ref(),
            Some(&first)
        );
        assert!(ledger.report(&ReportId("b".into())).await.is_err());
        let damaged = ledger.line(&ReportId("b".into())).await.unwrap().unwrap();
        assert_eq!(damaged.counts.unsupported, 3);
        assert_eq!(titles(&ledger, searching("then")).await, ["When?"]);
        let insights = ledger.insights("", Stretch::Day).await.unwrap();
        assert_eq!((insights.reports, insights.refuted.len()), (2, 1));
        assert_eq!(
            ledger.setting("theme").await.unwrap().as_deref(),
            Some("dark")
        );
        ledger.close().await;
    }
    let ledger = SqliteLedger::open(&path).await.unwrap();
    ledger.record(&report("c", "New?")).await.unwrap();
    assert_eq!(titles(&ledger, searching("")).await[0], "New?");
}

#[tokio::test]
async fn a_file_of_the_second_version_gets_a_log_and_a_queue() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let new = New {
        schema: &crate::schema::SECOND,
        meta: &[("schema_version", "2")],
    };
    let old = Database::open(&path, 1, &new).await.unwrap();
    let before = report("1", "Who?");
    let mut tx = old.write().await.unwrap();
    let body = serde_json::to_string(&before).unwrap();
    sqlx::query("INSERT INTO reports VALUES (1, '1', '2026-01-01T10:00:00Z', 'verified', 1, 0, 0, 0, 9, 'Who?', 'Who?', 'who?', 'who?', NULL)")
        .execute(&mut *tx)
        .await
        .unwrap();
    sqlx::query("INSERT INTO bodies VALUES (1, ?)")
        .bind(body)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    old.close().await;

    let ledger = ledger(dir.path()).await;
    assert_eq!(ledger.report(&before.id).await.unwrap(), Some(before));
    assert_eq!(ledger.audit(None, None, 9).await.unwrap().total, 0);
    ledger.record(&report("2", "Who?")).await.unwrap();
    ledger.delete(&ReportId("1".into())).await.unwrap();
    let chain = ledger.verify_audit(None).await.unwrap().unwrap();
    assert_eq!(chain.entries, 2);
}

/// A report of a generator, or of a text that somebody sent, as the fourth version kept it.
async fn keep_as_the_fourth(tx: &mut groundwall_sqlite::Write, number: i64, report: &Report) {
    sqlx::query("INSERT INTO reports VALUES (?, ?, '2026-01-01T10:00:00Z', 'verified', 1, 1, 0, 0, 9, 'W', 'W', 'w', 'w', NULL, 'default')")
        .bind(number)
        .bind(&report.id.0)
        .execute(&mut **tx)
        .await
        .unwrap();
    sqlx::query("INSERT INTO bodies VALUES (?, ?)")
        .bind(number)
        .bind(serde_json::to_string(report).unwrap())
        .execute(&mut **tx)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_file_of_the_fourth_version_learns_who_wrote_the_texts() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let new = New {
        schema: &crate::schema::FOURTH,
        meta: &[("schema_version", "4")],
    };
    let old = Database::open(&path, 1, &new).await.unwrap();
    let mut tx = old.write().await.unwrap();
    let mut written = report("1", "Who?");
    written.provenance.generator = Some("llama".to_owned());
    keep_as_the_fourth(&mut tx, 1, &written).await;
    let mut sent = report("2", "Who?");
    sent.provenance.origin = Some("my-model".to_owned());
    sent.summary.rejection_recommended = true;
    keep_as_the_fourth(&mut tx, 2, &sent).await;
    keep_as_the_fourth(&mut tx, 3, &report("3", "Nobody?")).await;
    tx.commit().await.unwrap();
    old.close().await;

    let ledger = SqliteLedger::open(&path).await.unwrap();
    assert_eq!(ledger.database.meta("schema_version").await.unwrap(), "5");
    let insights = ledger.insights("", Stretch::Day).await.unwrap();
    let told: Vec<_> = insights
        .generators
        .iter()
        .map(|one| (one.name.as_str(), one.reports, one.rejected, one.failed))
        .collect();
    assert_eq!(told, [("llama", 1, 0, 1), ("my-model", 1, 1, 1)]);
    written.id = ReportId("4".into());
    ledger.record(&written).await.unwrap();
    let insights = ledger.insights("", Stretch::Day).await.unwrap();
    assert_eq!(
        (insights.generators[0].reports, insights.generators.len()),
        (2, 2)
    );
}

#[tokio::test]
async fn a_file_of_the_fourth_version_learns_who_wrote_what() {
    let dir = tempfile::tempdir().unwrap();
    let old = ledger(dir.path()).await;
    old.record(&by("2026-03-02T10:00:00Z", "1", "other-model"))
        .await
        .unwrap();
    let mut tx = old.database.write().await.unwrap();
    sqlx::raw_sql(
        "DROP TABLE report_makers; UPDATE meta SET value = '4' WHERE key = 'schema_version'",
    )
    .execute(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    old.close().await;
    let ledger = ledger(dir.path()).await;
    assert_eq!(ledger.database.meta("schema_version").await.unwrap(), "5");
    let found = ledger.insights("", Stretch::Week).await.unwrap().sources;
    assert_eq!((found.len(), found[0].source.as_str()), (1, "other-model"));
}

#[tokio::test]
async fn another_schema_version_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let ledger = SqliteLedger::open(&path).await.unwrap();
    sqlx::raw_sql("UPDATE meta SET value = '9' WHERE key = 'schema_version'")
        .execute(ledger.database.pool())
        .await
        .unwrap();
    drop(ledger);
    let error = SqliteLedger::open(&path).await.err().unwrap();
    assert!(error.to_string().contains("schema version 9"), "{error}");
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
