//! The tables, and how a file of an earlier version gets them.

use crate::entry::Entry;
use crate::makers::Maker;
use crate::{audit, begun, escalations, json, keys, makers, reviews};
use groundwall_core::{Report, ReportLine};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, New, Write, fault};

const VERSION: &str = "5";

const SETTINGS: &str = "CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);";

/// What is searched and counted lies apart from the bodies, which are long. All of it goes with its report.
const REPORTS: &str = "
CREATE TABLE reports (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, created_at TEXT NOT NULL, state TEXT NOT NULL,
    supported INTEGER NOT NULL, refuted INTEGER NOT NULL, unsupported INTEGER NOT NULL, unverifiable INTEGER NOT NULL, milliseconds INTEGER NOT NULL,
    own_title TEXT NOT NULL, title TEXT NOT NULL, folded_title TEXT NOT NULL, folded TEXT NOT NULL, conversation TEXT
);
CREATE INDEX reports_by_conversation ON reports (conversation, number);
CREATE INDEX report_figures ON reports (created_at, state, supported, refuted, unsupported, milliseconds);
CREATE TABLE bodies (report INTEGER PRIMARY KEY REFERENCES reports ON DELETE CASCADE, body TEXT NOT NULL);
CREATE TABLE report_tags (
    report INTEGER NOT NULL REFERENCES reports ON DELETE CASCADE, place INTEGER NOT NULL, tag TEXT NOT NULL, folded TEXT NOT NULL, PRIMARY KEY (report, place)
) WITHOUT ROWID;
CREATE TABLE report_documents (report INTEGER NOT NULL REFERENCES reports ON DELETE CASCADE, name TEXT NOT NULL, PRIMARY KEY (report, name)) WITHOUT ROWID;
CREATE TABLE refutations (
    report INTEGER NOT NULL REFERENCES reports ON DELETE CASCADE, folded TEXT NOT NULL, claim TEXT NOT NULL, document TEXT, PRIMARY KEY (report, folded)
) WITHOUT ROWID;
CREATE TABLE report_findings (
    report INTEGER NOT NULL REFERENCES reports ON DELETE CASCADE, kind TEXT NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (report, kind)
) WITHOUT ROWID;
";

/// What version 3 added. Whatever was recorded before belongs to the collection that was the only one.
const COLLECTIONS: &str = "
ALTER TABLE reports ADD COLUMN collection TEXT NOT NULL DEFAULT 'default';
CREATE INDEX reports_by_collection ON reports (collection, number);
CREATE TABLE collections (id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, policy TEXT NOT NULL, created_at TEXT);
";

/// Rows of the first version that are read in one go.
const ROWS: i64 = 100;

/// What a new ledger has in it.
pub(crate) fn new() -> New<'static> {
    New {
        schema: &[
            SETTINGS,
            REPORTS,
            COLLECTIONS,
            audit::TABLES,
            reviews::TABLES,
            begun::TABLE,
            keys::TABLES,
            escalations::TABLES,
            makers::TABLES,
        ],
        meta: &[("schema_version", VERSION)],
    }
}

/// Brings a file to this program's version, in one transaction; a later version is refused.
pub(crate) async fn bring_forward(database: &Database) -> Result<(), PortError> {
    let version = database.meta("schema_version").await?;
    match version.as_str() {
        VERSION => Ok(()),
        "1" | "2" | "3" | "4" => {
            tracing::info!("the reports are brought to schema version {VERSION}");
            let mut tx = database.write().await?;
            forward(&mut tx, &version).await?;
            sqlx::query("UPDATE meta SET value = ? WHERE key = 'schema_version'")
                .bind(VERSION)
                .execute(&mut *tx)
                .await
                .map_err(fault)?;
            tx.commit().await?;
            database.empty_log().await;
            Ok(())
        }
        _ => Err(PortError::internal(format!(
            "The reports in {} have schema version {version}, this program knows {VERSION}. Use the program that wrote them.",
            database.path().display()
        ))),
    }
}

/// Adds what each version added.
async fn forward(tx: &mut Write, version: &str) -> Result<(), PortError> {
    match version {
        "1" => from_1(tx).await?,
        "2" => add(tx, &[COLLECTIONS, makers::TABLES]).await?,
        _ => add(tx, &[makers::TABLES]).await?,
    }
    if matches!(version, "1" | "2") {
        // The log begins with what happens from now on; what was recorded before has no entries.
        add(tx, &[audit::TABLES, reviews::TABLES]).await?;
    }
    if version != "4" {
        add(tx, &[keys::TABLES, escalations::TABLES]).await?;
    }
    // Those of the first version were written anew, with who wrote them.
    if version != "1" {
        name_makers(tx).await?;
    }
    Ok(())
}

async fn from_1(tx: &mut Write) -> Result<(), PortError> {
    sqlx::raw_sql("ALTER TABLE reports RENAME TO reports_1;")
        .execute(&mut **tx)
        .await
        .map_err(fault)?;
    add(tx, &[REPORTS, COLLECTIONS, makers::TABLES]).await?;
    let mut last = 0i64;
    loop {
        let rows: Vec<(i64, String, String)> = sqlx::query_as(
            "SELECT number, line, body FROM reports_1 WHERE number > ? ORDER BY number LIMIT ?",
        )
        .bind(last)
        .bind(ROWS)
        .fetch_all(&mut **tx)
        .await
        .map_err(fault)?;
        let Some((number, ..)) = rows.last() else {
            break;
        };
        last = *number;
        for (number, line, body) in rows {
            // A body that this program cannot read any more keeps its line.
            let entry = match serde_json::from_str::<Report>(&body) {
                Ok(report) => Entry::of(&report),
                Err(_) => Entry::of_line(&serde_json::from_str::<ReportLine>(&line).map_err(json)?),
            };
            entry.insert(Some(number), &body, tx).await?;
        }
    }
    sqlx::raw_sql("DROP TABLE reports_1;")
        .execute(&mut **tx)
        .await
        .map_err(fault)?;
    Ok(())
}

/// Reads the sources out of the reports that there are; one that this program cannot read any more has none.
async fn name_makers(tx: &mut Write) -> Result<(), PortError> {
    let mut last = 0i64;
    loop {
        let rows: Vec<(i64, String)> = sqlx::query_as(
            "SELECT report, body FROM bodies WHERE report > ? ORDER BY report LIMIT ?",
        )
        .bind(last)
        .bind(ROWS)
        .fetch_all(&mut **tx)
        .await
        .map_err(fault)?;
        let Some((number, _)) = rows.last() else {
            return Ok(());
        };
        last = *number;
        for (number, body) in rows {
            let report = serde_json::from_str::<Report>(&body).ok();
            if let Some(maker) = report.as_ref().and_then(Maker::of) {
                maker.insert(number, tx).await?;
            }
        }
    }
}

async fn add(tx: &mut Write, more: &[&'static str]) -> Result<(), PortError> {
    for tables in more {
        sqlx::raw_sql(*tables)
            .execute(&mut **tx)
            .await
            .map_err(fault)?;
    }
    Ok(())
}

/// What the second version had, for the test that brings it forward.
#[cfg(test)]
pub(crate) const SECOND: [&str; 2] = [SETTINGS, REPORTS];

/// What the third version had, for the test that brings it forward.
#[cfg(test)]
pub(crate) const THIRD: [&str; 5] = [
    SETTINGS,
    REPORTS,
    COLLECTIONS,
    audit::TABLES,
    reviews::TABLES,
];

/// What the fourth version had, for the test that brings it forward.
#[cfg(test)]
pub(crate) const FOURTH: [&str; 8] = [
    SETTINGS,
    REPORTS,
    COLLECTIONS,
    audit::TABLES,
    reviews::TABLES,
    begun::TABLE,
    keys::TABLES,
    escalations::TABLES,
];

/// The tables of the first version, for the test that brings them forward.
#[cfg(test)]
pub(crate) const FIRST: &str = "
CREATE TABLE reports (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, folded_title TEXT NOT NULL, line TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
";
