//! The history: which reports there are, and what a person calls them.

use crate::entry::folded;
use crate::json;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{
    CollectionId, ConversationId, ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage,
    ReportState,
};
use groundwall_ports::PortError;
use groundwall_sqlite::{Database, fault};
use sqlx::sqlite::SqlitePool;

const LINES: &str = "
SELECT number, id, created_at, state, supported, refuted, unsupported, unverifiable, title, conversation, collection FROM reports
WHERE (?1 = '' OR instr(folded_title, ?1) > 0 OR instr(folded, ?1) > 0)
  AND (?2 = '' OR state = ?2)
  AND (?3 = '' OR EXISTS (SELECT 1 FROM report_documents d WHERE d.report = number AND d.name = ?3))
  AND created_at >= ?4
  AND (?5 = '' OR created_at <= ?5)
  AND (?6 = '' OR EXISTS (SELECT 1 FROM report_tags t WHERE t.report = number AND t.folded = ?6))
  AND (?7 = '' OR collection = ?7)
  AND (?8 IS NULL OR collection IN (SELECT value FROM json_each(?8)))
  AND (?9 IS NULL OR number < ?9)
ORDER BY number DESC LIMIT ?10";

const COUNT: &str = "
SELECT count(*) FROM reports
WHERE (?1 = '' OR instr(folded_title, ?1) > 0 OR instr(folded, ?1) > 0)
  AND (?2 = '' OR state = ?2)
  AND (?3 = '' OR EXISTS (SELECT 1 FROM report_documents d WHERE d.report = number AND d.name = ?3))
  AND created_at >= ?4
  AND (?5 = '' OR created_at <= ?5)
  AND (?6 = '' OR EXISTS (SELECT 1 FROM report_tags t WHERE t.report = number AND t.folded = ?6))
  AND (?7 = '' OR collection = ?7)
  AND (?8 IS NULL OR collection IN (SELECT value FROM json_each(?8)))";

/// Number, id, time, state, counts by verdict, title, conversation, collection.
pub(crate) type Row = (
    i64,
    String,
    String,
    String,
    u32,
    u32,
    u32,
    u32,
    String,
    Option<String>,
    String,
);

async fn tags(pool: &SqlitePool, number: i64) -> Result<Vec<String>, PortError> {
    sqlx::query_scalar("SELECT tag FROM report_tags WHERE report = ? ORDER BY place")
        .bind(number)
        .fetch_all(pool)
        .await
        .map_err(fault)
}

pub(crate) async fn line_of(row: Row, pool: &SqlitePool) -> Result<ReportLine, PortError> {
    let (
        number,
        id,
        created_at,
        state,
        supported,
        refuted,
        unsupported,
        unverifiable,
        title,
        conversation,
        collection,
    ) = row;
    let unknown = || PortError::internal(format!("stored report: the state {state}"));
    Ok(ReportLine {
        tags: tags(pool, number).await?,
        state: ReportState::parse(&state).ok_or_else(unknown)?,
        counts: VerdictCounts {
            supported,
            refuted,
            unsupported,
            unverifiable,
        },
        id: ReportId(id),
        created_at,
        title,
        conversation: conversation.map(ConversationId),
        collection: CollectionId(collection),
    })
}

/// The ids of collections as SQLite reads a list of them; none where all are meant.
pub(crate) fn ids(within: Option<&[CollectionId]>) -> Result<Option<String>, PortError> {
    within
        .map(|ids| serde_json::to_string(ids).map_err(json))
        .transpose()
}

/// One page, newest first.
pub(crate) async fn page(
    database: &Database,
    filter: &ReportFilter,
) -> Result<ReportPage, PortError> {
    let pool = database.pool();
    let (search, tag) = (folded(&filter.search), folded(&filter.tag));
    let within = ids(filter.within.as_deref())?;
    // Anything on the last day comes before its hour 99.
    let to = if filter.to.is_empty() {
        String::new()
    } else {
        format!("{}T99", filter.to)
    };
    let rows: Vec<Row> = sqlx::query_as(LINES)
        .bind(&search)
        .bind(&filter.state)
        .bind(&filter.document)
        .bind(&filter.from)
        .bind(&to)
        .bind(&tag)
        .bind(&filter.collection)
        .bind(&within)
        .bind(filter.after)
        .bind(i64::from(filter.limit) + 1)
        .fetch_all(pool)
        .await
        .map_err(fault)?;
    let total: i64 = sqlx::query_scalar(COUNT)
        .bind(&search)
        .bind(&filter.state)
        .bind(&filter.document)
        .bind(&filter.from)
        .bind(&to)
        .bind(&tag)
        .bind(&filter.collection)
        .bind(&within)
        .fetch_one(pool)
        .await
        .map_err(fault)?;
    let limit = usize::try_from(filter.limit).unwrap_or(usize::MAX);
    let last = rows.get(limit.saturating_sub(1)).map(|row| row.0);
    let next = last.filter(|_| rows.len() > limit);
    let mut reports = Vec::with_capacity(limit.min(rows.len()));
    for row in rows.into_iter().take(limit) {
        reports.push(line_of(row, pool).await?);
    }
    Ok(ReportPage {
        reports,
        total: u64::try_from(total).unwrap_or_default(),
        next,
    })
}

/// One report's line.
pub(crate) async fn line(
    database: &Database,
    id: &ReportId,
) -> Result<Option<ReportLine>, PortError> {
    let row: Option<Row> = sqlx::query_as(
        "SELECT number, id, created_at, state, supported, refuted, unsupported, unverifiable, title, conversation, collection FROM reports WHERE id = ?",
    )
    .bind(&id.0)
    .fetch_optional(database.pool())
    .await
    .map_err(fault)?;
    match row {
        Some(row) => Ok(Some(line_of(row, database.pool()).await?)),
        None => Ok(None),
    }
}

/// Writes title and tags; an empty title is the report's own.
pub(crate) async fn label(
    database: &Database,
    id: &ReportId,
    label: &ReportLabel,
) -> Result<(), PortError> {
    let mut tx = database.write().await?;
    let found: Option<(i64, String)> =
        sqlx::query_as("SELECT number, own_title FROM reports WHERE id = ?")
            .bind(&id.0)
            .fetch_optional(&mut *tx)
            .await
            .map_err(fault)?;
    let Some((number, own)) = found else {
        return Ok(());
    };
    if let Some(title) = &label.title {
        let title = if title.is_empty() { &own } else { title };
        sqlx::query("UPDATE reports SET title = ?, folded_title = ? WHERE number = ?")
            .bind(title)
            .bind(folded(title))
            .bind(number)
            .execute(&mut *tx)
            .await
            .map_err(fault)?;
    }
    if let Some(tags) = &label.tags {
        sqlx::query("DELETE FROM report_tags WHERE report = ?")
            .bind(number)
            .execute(&mut *tx)
            .await
            .map_err(fault)?;
        for (place, tag) in (1i64..).zip(tags) {
            sqlx::query("INSERT INTO report_tags (report, place, tag, folded) VALUES (?, ?, ?, ?)")
                .bind(number)
                .bind(place)
                .bind(tag)
                .bind(folded(tag))
                .execute(&mut *tx)
                .await
                .map_err(fault)?;
        }
    }
    tx.commit().await?;
    // What a report was called is gone like any other deleted text.
    database.empty_log().await;
    Ok(())
}
