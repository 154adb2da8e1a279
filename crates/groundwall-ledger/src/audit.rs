//! The audit log: entries that never change, and beside them the texts that may be erased.

use groundwall_audit::{Fault, RECORD, Unreadable, Verifier, file, seal, sha256};
use groundwall_core::{AuditEntry, AuditKind, AuditPage, AuditText, Happening, Recorded, ReportId};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, Write, fault};
use sqlx::sqlite::SqliteConnection;
use std::collections::BTreeMap;

/// Entries cannot be changed, and taken out only where a checkpoint signed them off. Whoever writes to the file around this is found by the chain.
pub(crate) const TABLES: &str = "
CREATE TABLE audit (number INTEGER PRIMARY KEY, kind TEXT NOT NULL, report TEXT, entry TEXT NOT NULL);
CREATE INDEX audit_by_report ON audit (report, number) WHERE report IS NOT NULL;
CREATE INDEX audit_checkpoints ON audit (kind) WHERE kind = 'checkpoint';
CREATE TABLE audit_texts (
    number INTEGER NOT NULL REFERENCES audit ON DELETE CASCADE, name TEXT NOT NULL, salt TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (number, name)
) WITHOUT ROWID;
CREATE TRIGGER audit_stands BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'an entry of the audit log does not change'); END;
CREATE TRIGGER audit_texts_stand BEFORE UPDATE ON audit_texts BEGIN SELECT RAISE(ABORT, 'a text of the audit log does not change'); END;
CREATE TRIGGER audit_stays BEFORE DELETE ON audit
WHEN NOT EXISTS (SELECT 1 FROM audit WHERE kind = 'checkpoint' AND CAST(json_extract(entry, '$.facts.through') AS INTEGER) >= old.number)
BEGIN SELECT RAISE(ABORT, 'an entry of the audit log stays until a checkpoint signs it off'); END;
";

/// Entries that are read in one go.
const ROWS: i64 = 500;

/// Number, entry, and texts as JSON: name to salt and text. As bytes, since what somebody wrote there may be no text.
type Row = (i64, Vec<u8>, Option<Vec<u8>>);

const COLUMNS: &str = "SELECT number, CAST(entry AS BLOB), CAST((
    SELECT json_group_object(name, json_object('salt', salt, 'text', text)) FROM (SELECT name, salt, text FROM audit_texts t WHERE t.number = audit.number ORDER BY name)
) AS BLOB) FROM audit";

fn salt() -> String {
    uuid::Uuid::new_v4().simple().to_string()
}

fn json(error: serde_json::Error) -> PortError {
    PortError::internal(format!("audit log: {error}"))
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// The newest entry's number and hash.
async fn newest(connection: &mut SqliteConnection) -> Result<Option<(u64, String)>, PortError> {
    let last: Option<String> =
        sqlx::query_scalar("SELECT entry FROM audit ORDER BY number DESC LIMIT 1")
            .fetch_optional(connection)
            .await
            .map_err(fault)?;
    let entry = last.map(|entry| serde_json::from_str::<AuditEntry>(&entry).map_err(json));
    Ok(entry.transpose()?.map(|entry| (entry.number, entry.hash)))
}

/// Writes an entry, in the transaction of what it is about.
pub(crate) async fn append(
    tx: &mut Write,
    happening: &Happening,
    actor: &str,
) -> Result<Recorded, PortError> {
    let at: String = sqlx::query_scalar("SELECT strftime('%Y-%m-%dT%H:%M:%SZ', 'now')")
        .fetch_one(&mut **tx)
        .await
        .map_err(fault)?;
    let last = newest(tx).await?;
    let previous = last.as_ref().map(|(number, hash)| (*number, hash.as_str()));
    let recorded = seal(happening, actor, at, previous, salt);
    let Recorded { entry, texts } = &recorded;
    sqlx::query("INSERT INTO audit (number, kind, report, entry) VALUES (?, ?, ?, ?)")
        .bind(signed(entry.number))
        .bind(entry.kind.name())
        .bind(entry.report.as_ref().map(|report| &report.0))
        .bind(serde_json::to_string(entry).map_err(json)?)
        .execute(&mut **tx)
        .await
        .map_err(fault)?;
    for (name, AuditText { salt, text }) in texts {
        sqlx::query("INSERT INTO audit_texts (number, name, salt, text) VALUES (?, ?, ?, ?)")
            .bind(signed(entry.number))
            .bind(name)
            .bind(salt)
            .bind(text)
            .execute(&mut **tx)
            .await
            .map_err(fault)?;
    }
    Ok(recorded)
}

/// Erases the texts of a report's entries and writes the entry that says so.
pub(crate) async fn erase(
    tx: &mut Write,
    report: &ReportId,
    outcome: &str,
    actor: &str,
) -> Result<(), PortError> {
    sqlx::query("DELETE FROM audit_texts WHERE number IN (SELECT number FROM audit WHERE report = ? AND kind <> 'report_deleted')")
        .bind(&report.0)
        .execute(&mut **tx)
        .await
        .map_err(fault)?;
    let happening = Happening::of(AuditKind::ReportDeleted, outcome).about(report);
    append(tx, &happening, actor).await?;
    Ok(())
}

/// A row as it was written, or why it is not.
fn read((number, entry, texts): Row) -> Result<Recorded, Unreadable> {
    let text = String::from_utf8(entry).map_err(|error| Unreadable::NoText(error.utf8_error()))?;
    let entry: AuditEntry = serde_json::from_str(&text).map_err(Unreadable::NoEntry)?;
    if serde_json::to_string(&entry).map_err(Unreadable::NoEntry)? != text {
        return Err(Unreadable::OtherCharacters);
    }
    if signed(entry.number) != number {
        return Err(Unreadable::OtherNumber(entry.number));
    }
    let texts: BTreeMap<String, AuditText> = match texts {
        Some(texts) => serde_json::from_slice(&texts).map_err(Unreadable::NoTexts)?,
        None => BTreeMap::new(),
    };
    Ok(Recorded { entry, texts })
}

/// A page, newest first.
pub(crate) async fn page(
    database: &Database,
    before: Option<u64>,
    report: Option<&ReportId>,
    limit: u32,
) -> Result<AuditPage, PortError> {
    let query = format!(
        "{COLUMNS} WHERE (?1 IS NULL OR number < ?1) AND (?2 IS NULL OR report = ?2) ORDER BY number DESC LIMIT ?3"
    );
    let rows: Vec<Row> = sqlx::query_as(sqlx::AssertSqlSafe(query))
        .bind(before.map(signed))
        .bind(report.map(|report| &report.0))
        .bind(i64::from(limit).saturating_add(1))
        .fetch_all(database.pool())
        .await
        .map_err(fault)?;
    let many = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > many;
    let entries = rows
        .into_iter()
        .take(many)
        .map(|row| {
            let number = row.0;
            read(row).map_err(|why| {
                PortError::internal(format!(
                    "entry {number} of the audit log: {why}; groundwall audit verify says more"
                ))
            })
        })
        .collect::<Result<Vec<Recorded>, PortError>>()?;
    let total: i64 = sqlx::query_scalar("SELECT count(*) FROM audit")
        .fetch_one(database.pool())
        .await
        .map_err(fault)?;
    let mut connection = database.pool().acquire().await.map_err(fault)?;
    let next = entries.last().map(|last| last.entry.number);
    Ok(AuditPage {
        head: newest(&mut connection).await?.map(|(_, hash)| hash),
        total: u64::try_from(total).unwrap_or_default(),
        next: next.filter(|_| more),
        entries,
    })
}

/// Every entry from the first to the last, as it is read. `each` says whether to go on.
async fn every(
    connection: &mut SqliteConnection,
    mut each: impl FnMut(Result<Recorded, Unreadable>) -> Result<(), PortError>,
) -> Result<(), PortError> {
    let query = format!("{COLUMNS} WHERE number > ? ORDER BY number LIMIT ?");
    let mut last = 0i64;
    loop {
        let rows: Vec<Row> = sqlx::query_as(sqlx::AssertSqlSafe(query.clone()))
            .bind(last)
            .bind(ROWS)
            .fetch_all(&mut *connection)
            .await
            .map_err(fault)?;
        let Some((number, ..)) = rows.last() else {
            return Ok(());
        };
        last = *number;
        for row in rows {
            each(read(row))?;
        }
    }
}

/// The log against its chain, and every report against its entry.
pub(crate) async fn verify(
    database: &Database,
    anchor: Option<&str>,
) -> Result<Result<groundwall_audit::Chain, Vec<Fault>>, PortError> {
    // One moment of the file, whatever is written meanwhile.
    let mut moment = database.pool().begin().await.map_err(fault)?;
    let mut verifier = Verifier::new(anchor);
    // Number and hash of what each report was stored as, until it is deleted.
    let mut stored: BTreeMap<String, (u64, Option<String>)> = BTreeMap::new();
    every(&mut moment, |recorded| {
        if let Ok(Recorded { entry, texts }) = &recorded
            && let Some(report) = &entry.report
        {
            match entry.kind {
                AuditKind::Question | AuditKind::Verification => {
                    let hash = texts.get(RECORD).map(|record| record.text.clone());
                    stored.insert(report.0.clone(), (entry.number, hash));
                }
                AuditKind::ReportDeleted => {
                    stored.remove(&report.0);
                }
                AuditKind::StructuredAnswer
                | AuditKind::Upload
                | AuditKind::DocumentDeleted
                | AuditKind::DocumentsCleared
                | AuditKind::DocumentReviewed
                | AuditKind::PolicyChanged
                | AuditKind::Calibration
                | AuditKind::ModelChanged
                | AuditKind::ApiKey
                | AuditKind::Review
                | AuditKind::Dispute
                | AuditKind::Checkpoint => {}
            }
        }
        verifier.take(recorded);
        Ok(())
    })
    .await?;
    for (report, (number, hash)) in stored {
        let body: Option<Vec<u8>> = sqlx::query_scalar(
            "SELECT CAST(body AS BLOB) FROM bodies JOIN reports ON number = report WHERE id = ?",
        )
        .bind(&report)
        .fetch_optional(&mut *moment)
        .await
        .map_err(fault)?;
        match body {
            None => verifier.report(Fault::ReportGone { number, report }),
            Some(body) if hash.is_some_and(|hash| hash != sha256(&body)) => {
                verifier.report(Fault::Report { number, report });
            }
            Some(_) => {}
        }
    }
    Ok(verifier.finish())
}

/// Signs off everything before a time (RFC 3339 in UTC) and takes it out; the number of the last entry that went, none where nothing did.
pub(crate) async fn prune(
    database: &Database,
    before: &str,
    actor: &str,
) -> Result<Option<u64>, PortError> {
    let mut tx = database.write().await?;
    let kept: Option<i64> =
        sqlx::query_scalar("SELECT min(number) FROM audit WHERE json_extract(entry, '$.at') >= ?")
            .bind(before)
            .fetch_one(&mut *tx)
            .await
            .map_err(fault)?;
    let last: Option<(i64, String)> = sqlx::query_as(
        "SELECT number, entry FROM audit WHERE ?1 IS NULL OR number < ?1 ORDER BY number DESC LIMIT 1",
    )
    .bind(kept)
    .fetch_optional(&mut *tx)
    .await
    .map_err(fault)?;
    let Some((number, entry)) = last else {
        return Ok(None);
    };
    let entry: AuditEntry = serde_json::from_str(&entry).map_err(json)?;
    let checkpoint = Happening::of(AuditKind::Checkpoint, "signed_off")
        .fact("through", entry.number.to_string())
        .fact("hash", entry.hash);
    append(&mut tx, &checkpoint, actor).await?;
    sqlx::query("DELETE FROM audit WHERE number <= ?")
        .bind(number)
        .execute(&mut *tx)
        .await
        .map_err(fault)?;
    tx.commit().await?;
    database.empty_log().await;
    Ok(Some(entry.number))
}

/// The log as JSON, line by line, the head last.
pub(crate) async fn export(
    database: &Database,
    mut write: impl FnMut(&str) -> std::io::Result<()>,
) -> Result<u64, PortError> {
    let failed = |error: std::io::Error| PortError::internal(format!("the export: {error}"));
    write(file::JSON_START).map_err(failed)?;
    let (mut entries, mut head) = (0u64, None);
    let mut moment = database.pool().begin().await.map_err(fault)?;
    every(&mut moment, |recorded| {
        let recorded = recorded.map_err(|why| {
            PortError::internal(format!(
                "the log is damaged behind entry {entries}: {why}; groundwall audit verify says more"
            ))
        })?;
        let line = file::line(&recorded, entries == 0).map_err(json)?;
        entries = entries.saturating_add(1);
        head = Some(recorded.entry.hash);
        write(&line).map_err(failed)
    })
    .await?;
    write(&file::json_end(head.as_deref())).map_err(failed)?;
    Ok(entries)
}
