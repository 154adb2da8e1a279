//! The log of what was decided, and the queue of what a person has to look at.

use crate::PortError;
use async_trait::async_trait;
use groundwall_core::review::{Decided, Dispute};
use groundwall_core::{AuditPage, ReportId, Review, ReviewFilter, ReviewPage};

/// Keeps the audit log and the reviews. Every change is an entry of the log, written with it or not at all.
#[async_trait]
pub trait Records: Send + Sync {
    /// A page of the log, newest first: entries before a number, or of one report alone.
    ///
    /// # Errors
    /// Fails when the log cannot be read, or when one of its entries is damaged.
    async fn audit(
        &self,
        before: Option<u64>,
        report: Option<&ReportId>,
        limit: u32,
    ) -> Result<AuditPage, PortError>;
    /// A page of the queue; the filter must have been checked.
    ///
    /// # Errors
    /// Fails when the queue cannot be read.
    async fn reviews(&self, filter: &ReviewFilter) -> Result<ReviewPage, PortError>;
    /// The review of a report; none where it was never flagged.
    ///
    /// # Errors
    /// Fails when the queue cannot be read.
    async fn review(&self, report: &ReportId) -> Result<Option<Review>, PortError>;
    /// Somebody takes a review, or nobody has it any more where the name is empty. None where there is no such review.
    ///
    /// # Errors
    /// Fails when the review is decided already, or when the change cannot be written.
    async fn assign(&self, report: &ReportId, to: &str) -> Result<Option<Review>, PortError>;
    /// Somebody decides. None where there is no such review; one that is decided already is an error.
    ///
    /// # Errors
    /// Fails when the review is decided already, or when the change cannot be written.
    async fn decide(
        &self,
        report: &ReportId,
        decided: &Decided,
    ) -> Result<Option<Review>, PortError>;
    /// A decision is taken back. None where there is no such review; one that is open is an error.
    ///
    /// # Errors
    /// Fails when the review is open, or when the change cannot be written.
    async fn undo(&self, report: &ReportId) -> Result<Option<Review>, PortError>;
    /// Somebody says that a verdict is wrong: the report is in the queue then, open. None where there is no such report.
    ///
    /// # Errors
    /// Fails when the report has no claim with this number, or when the change cannot be written.
    async fn dispute(
        &self,
        report: &ReportId,
        dispute: &Dispute,
    ) -> Result<Option<Review>, PortError>;
}
