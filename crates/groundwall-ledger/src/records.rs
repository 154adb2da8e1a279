//! Reviews and the audit log as the edges see them. Every change is an entry of the log in the same transaction.

use crate::{SqliteLedger, audit, json, reviews};
use async_trait::async_trait;
use groundwall_core::review::{Decided, Dispute, severity_name};
use groundwall_core::{
    AuditKind, AuditPage, Happening, Report, ReportId, Review, ReviewFilter, ReviewPage,
};
use groundwall_ports::{PortError, Records};
use groundwall_sqlite::{Write, fault};

/// What the log says of a change of a review.
fn happening(kind: AuditKind, outcome: &str, review: &Review) -> Happening {
    Happening::of(kind, outcome)
        .about(&review.report)
        .fact("priority", severity_name(review.priority))
        .fact("before", review.state.name())
}

/// With texts that are not empty.
fn with(happening: Happening, texts: [(&str, &str); 2]) -> Happening {
    texts
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .fold(happening, |all, (name, text)| all.personal(name, text))
}

impl SqliteLedger {
    /// Writes the entry and commits; the review as it is then.
    async fn written(
        &self,
        mut tx: Write,
        happening: &Happening,
        report: &ReportId,
    ) -> Result<Option<Review>, PortError> {
        audit::append(&mut tx, happening, &self.actor()).await?;
        let review = reviews::one(&mut tx, report).await?;
        tx.commit().await?;
        Ok(review)
    }
}

#[async_trait]
impl Records for SqliteLedger {
    async fn audit(
        &self,
        before: Option<u64>,
        report: Option<&ReportId>,
        limit: u32,
    ) -> Result<AuditPage, PortError> {
        audit::page(&self.database, before, report, limit).await
    }

    async fn reviews(&self, filter: &ReviewFilter) -> Result<ReviewPage, PortError> {
        reviews::page(&self.database, filter).await
    }

    async fn review(&self, report: &ReportId) -> Result<Option<Review>, PortError> {
        let mut connection = self.database.pool().acquire().await.map_err(fault)?;
        reviews::one(&mut connection, report).await
    }

    async fn assign(&self, report: &ReportId, to: &str) -> Result<Option<Review>, PortError> {
        let mut tx = self.database.write().await?;
        let Some(review) = reviews::one(&mut tx, report).await? else {
            return Ok(None);
        };
        reviews::assign(&mut tx, &review, to).await?;
        let outcome = if to.is_empty() {
            "given_back"
        } else {
            "assigned"
        };
        let happening = happening(AuditKind::Review, outcome, &review);
        let happening = with(happening, [("assignee", to), ("", "")]);
        self.written(tx, &happening, report).await
    }

    async fn decide(
        &self,
        report: &ReportId,
        decided: &Decided,
    ) -> Result<Option<Review>, PortError> {
        let mut tx = self.database.write().await?;
        let Some(review) = reviews::one(&mut tx, report).await? else {
            return Ok(None);
        };
        reviews::decide(&mut tx, &review, decided).await?;
        let outcome = decided.decision.state().name();
        let happening = with(
            happening(AuditKind::Review, outcome, &review),
            [("note", &decided.note), ("by", &decided.by)],
        );
        self.written(tx, &happening, report).await
    }

    async fn undo(&self, report: &ReportId) -> Result<Option<Review>, PortError> {
        let mut tx = self.database.write().await?;
        let Some(review) = reviews::one(&mut tx, report).await? else {
            return Ok(None);
        };
        reviews::undo(&mut tx, &review).await?;
        let happening = happening(AuditKind::Review, "taken_back", &review);
        self.written(tx, &happening, report).await
    }

    async fn dispute(
        &self,
        report: &ReportId,
        dispute: &Dispute,
    ) -> Result<Option<Review>, PortError> {
        let mut tx = self.database.write().await?;
        let stored: Option<(i64, String)> = sqlx::query_as(
            "SELECT number, body FROM bodies JOIN reports ON number = report WHERE id = ?",
        )
        .bind(&report.0)
        .fetch_optional(&mut *tx)
        .await
        .map_err(fault)?;
        let Some((number, body)) = stored else {
            return Ok(None);
        };
        let whole: Report = serde_json::from_str(&body).map_err(json)?;
        reviews::dispute(&mut tx, number, &whole, dispute, &self.told.disputed).await?;
        let happening = Happening::of(AuditKind::Dispute, "disputed")
            .about(report)
            .fact("claim", dispute.claim.to_string());
        let happening = with(happening, [("note", &dispute.note), ("", "")]);
        self.written(tx, &happening, report).await
    }
}
