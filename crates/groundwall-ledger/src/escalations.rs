//! What was said to somebody about reviews that are overdue.

use crate::{SqliteLedger, audit, reviews};
use groundwall_core::{AuditKind, Happening, ReportId, Review};
use groundwall_ports::PortError;
use groundwall_sqlite::fault;

/// A review is escalated once for each time at which it was due.
pub(crate) const TABLES: &str = "
CREATE TABLE escalations (
    report INTEGER PRIMARY KEY REFERENCES reports ON DELETE CASCADE, due_at TEXT NOT NULL, tries INTEGER NOT NULL, next_at TEXT NOT NULL, sent_at TEXT
);
";

/// Reviews that are told of in one go.
const MOST: u32 = 50;

impl SqliteLedger {
    /// Overdue reviews that nobody was told of, with how often that was tried already.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or when a stored review cannot be understood.
    pub async fn to_escalate(&self, tries: u32) -> Result<Vec<(Review, u32)>, PortError> {
        let due: Vec<(String, u32)> = sqlx::query_as(
            "SELECT r.id, coalesce(e.tries, 0) FROM reviews v JOIN reports r ON r.number = v.report
             LEFT JOIN escalations e ON e.report = v.report AND e.due_at = v.due_at
             WHERE v.state IN ('pending', 'in_review') AND v.due_at < strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
               AND (e.report IS NULL OR (e.sent_at IS NULL AND e.tries < ?1 AND e.next_at <= strftime('%Y-%m-%dT%H:%M:%SZ', 'now')))
             ORDER BY v.priority DESC, v.due_at LIMIT ?2",
        )
        .bind(tries)
        .bind(MOST)
        .fetch_all(self.database.pool())
        .await
        .map_err(fault)?;
        let mut connection = self.database.pool().acquire().await.map_err(fault)?;
        let mut found = Vec::with_capacity(due.len());
        for (id, tried) in due {
            let review = reviews::one(&mut connection, &ReportId(id)).await?;
            found.extend(review.map(|review| (review, tried)));
        }
        Ok(found)
    }

    /// Keeps that somebody was told, or that it was tried and is tried again after so many seconds. What ends it, either way, is an entry of the audit log.
    ///
    /// # Errors
    /// Fails when the file cannot be read or written, or when the disk is full.
    pub async fn escalated(
        &self,
        review: &Review,
        sent: bool,
        last: bool,
        again_after: u32,
    ) -> Result<(), PortError> {
        let Some(due_at) = &review.due_at else {
            return Ok(());
        };
        let mut tx = self.database.write().await?;
        let kept = sqlx::query(
            "INSERT INTO escalations (report, due_at, tries, next_at, sent_at)
             SELECT number, ?2, 1, strftime('%Y-%m-%dT%H:%M:%SZ', 'now', ?3), CASE WHEN ?4 THEN strftime('%Y-%m-%dT%H:%M:%SZ', 'now') END FROM reports WHERE id = ?1
             ON CONFLICT (report) DO UPDATE SET tries = CASE WHEN due_at = excluded.due_at THEN tries + 1 ELSE 1 END,
                due_at = excluded.due_at, next_at = excluded.next_at, sent_at = excluded.sent_at",
        )
        .bind(&review.report.0)
        .bind(due_at)
        .bind(format!("+{again_after} seconds"))
        .bind(sent)
        .execute(&mut *tx)
        .await
        .map_err(fault)?
        .rows_affected();
        if kept > 0 && (sent || last) {
            let outcome = if sent { "escalated" } else { "not_escalated" };
            let happening = Happening::of(AuditKind::Review, outcome)
                .about(&review.report)
                .fact("due_at", due_at);
            audit::append(&mut tx, &happening, &self.actor()).await?;
        }
        tx.commit().await
    }
}
