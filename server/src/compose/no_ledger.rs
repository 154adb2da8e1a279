//! A ledger for runs over a throwaway store.

use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionId, ConversationId, ConversationLine, Happening, Insights, Report,
    ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage, Stretch,
};
use groundwall_ports::{Ledger, PortError};

/// Keeps nothing: for runs over a throwaway store.
pub(super) struct NoLedger;

#[async_trait]
impl Ledger for NoLedger {
    async fn record(&self, _: &Report) -> Result<(), PortError> {
        Ok(())
    }

    async fn report(&self, _: &ReportId) -> Result<Option<Report>, PortError> {
        Ok(None)
    }

    async fn reports(&self, _: &ReportFilter) -> Result<ReportPage, PortError> {
        Ok(ReportPage::default())
    }

    async fn line(&self, _: &ReportId) -> Result<Option<ReportLine>, PortError> {
        Ok(None)
    }

    async fn label(&self, _: &ReportId, _: &ReportLabel) -> Result<Option<ReportLine>, PortError> {
        Ok(None)
    }

    async fn delete(&self, _: &ReportId) -> Result<bool, PortError> {
        Ok(false)
    }

    async fn insights(&self, _: &str, stretch: Stretch) -> Result<Insights, PortError> {
        Ok(Insights::none(stretch))
    }

    async fn conversation(&self, _: &ConversationId) -> Result<Vec<ReportLine>, PortError> {
        Ok(Vec::new())
    }

    async fn conversations(&self, _: u32) -> Result<Vec<ConversationLine>, PortError> {
        Ok(Vec::new())
    }

    async fn collections(&self) -> Result<Vec<Collection>, PortError> {
        Ok(Vec::new())
    }

    async fn keep_collection(&self, _: &Collection) -> Result<(), PortError> {
        Err(PortError::internal("a throwaway store has one collection"))
    }

    async fn forget_collection(&self, _: &CollectionId) -> Result<u64, PortError> {
        Ok(0)
    }

    async fn reports_of(&self, _: &CollectionId) -> Result<u64, PortError> {
        Ok(0)
    }

    async fn setting(&self, _: &str) -> Result<Option<String>, PortError> {
        Ok(None)
    }

    async fn set_setting(&self, _: &str, _: &str) -> Result<(), PortError> {
        Ok(())
    }

    async fn note(&self, _: &Happening) -> Result<(), PortError> {
        Ok(())
    }

    async fn note_done(&self, _: &Happening) {}
}
