//! Reports that are kept for some days only.

use crate::time::rfc3339;
use groundwall_ledger::SqliteLedger;
use groundwall_ports::PortError;
use std::sync::Weak;
use std::time::Duration;

/// Deletes the reports that are older than some days.
pub(super) async fn forget(ledger: &SqliteLedger, days: i64) -> Result<(), PortError> {
    let time = jiff::Timestamp::now()
        .checked_sub(jiff::SignedDuration::from_hours(days.saturating_mul(24)))
        .map_err(|error| PortError::internal(format!("reports.keep_days: {error}")))?;
    let deleted = ledger.delete_before(&rfc3339(time)).await?;
    if deleted > 0 {
        tracing::info!(deleted, days, "reports that were older were deleted");
    }
    Ok(())
}

/// [`forget`] once a day for as long as the ledger is in use.
pub(super) async fn forget_daily(ledger: Weak<SqliteLedger>, days: i64) {
    loop {
        tokio::time::sleep(Duration::from_hours(24)).await;
        let Some(ledger) = ledger.upgrade() else {
            return;
        };
        if let Err(error) = forget(&ledger, days).await {
            tracing::error!(%error, "old reports are not deleted; tried again in a day");
        }
    }
}
