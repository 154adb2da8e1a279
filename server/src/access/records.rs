//! Reviews and the audit log within the reach of a key.

use super::{Access, current};
use async_trait::async_trait;
use groundwall_core::review::{Decided, Dispute};
use groundwall_core::{AuditPage, ReportId, Review, ReviewFilter, ReviewPage};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Ledger as _, PortError, Records};

/// The records; a report that is out of reach is as unknown as one that does not exist.
pub(crate) struct KeptRecords<'a>(pub(crate) &'a SqliteLedger);

impl KeptRecords<'_> {
    async fn reaches(&self, report: &ReportId) -> Result<bool, PortError> {
        let access = current();
        if access.only().is_none() {
            return Ok(true);
        }
        let line = self.0.line(report).await?;
        Ok(line.is_some_and(|line| access.reaches(&line.collection)))
    }
}

#[async_trait]
impl Records for KeptRecords<'_> {
    async fn audit(
        &self,
        before: Option<u64>,
        report: Option<&ReportId>,
        limit: u32,
    ) -> Result<AuditPage, PortError> {
        current().is_whole()?;
        self.0.audit(before, report, limit).await
    }

    async fn reviews(&self, filter: &ReviewFilter) -> Result<ReviewPage, PortError> {
        let access: Access = current();
        let filter = ReviewFilter {
            within: access.only().map(<[_]>::to_vec),
            ..filter.clone()
        };
        self.0.reviews(&filter).await
    }

    async fn review(&self, report: &ReportId) -> Result<Option<Review>, PortError> {
        if !self.reaches(report).await? {
            return Ok(None);
        }
        self.0.review(report).await
    }

    async fn assign(&self, report: &ReportId, to: &str) -> Result<Option<Review>, PortError> {
        if !self.reaches(report).await? {
            return Ok(None);
        }
        self.0.assign(report, to).await
    }

    async fn decide(
        &self,
        report: &ReportId,
        decided: &Decided,
    ) -> Result<Option<Review>, PortError> {
        if !self.reaches(report).await? {
            return Ok(None);
        }
        self.0.decide(report, decided).await
    }

    async fn undo(&self, report: &ReportId) -> Result<Option<Review>, PortError> {
        if !self.reaches(report).await? {
            return Ok(None);
        }
        self.0.undo(report).await
    }

    async fn dispute(
        &self,
        report: &ReportId,
        dispute: &Dispute,
    ) -> Result<Option<Review>, PortError> {
        if !self.reaches(report).await? {
            return Ok(None);
        }
        self.0.dispute(report, dispute).await
    }
}
