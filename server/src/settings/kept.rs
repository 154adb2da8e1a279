//! What the ledger keeps of the settings.

use super::{POLICY, Values, form};
use crate::config::Config;
use groundwall_core::{AuditKind, Happening, Policy};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Ledger, PortError};

/// The policy that the ledger keeps, over the configured one.
pub(crate) async fn kept_policy(ledger: &dyn Ledger, config: &Config) -> Result<Policy, PortError> {
    let kept = kept(ledger).await?;
    match form::effective(&config.policy, &config.fixed, &kept) {
        Ok(policy) => Ok(policy),
        Err(problem) => {
            tracing::warn!(%problem, "the policy of the settings page does not fit any more; the configured one is in force");
            Ok(config.policy.clone())
        }
    }
}

pub(super) async fn kept(ledger: &dyn Ledger) -> Result<Values, PortError> {
    let Some(text) = ledger.setting(POLICY).await? else {
        return Ok(Values::new());
    };
    serde_json::from_str(&text)
        .map_err(|error| PortError::internal(format!("the setting policy: {error}")))
}

/// Writes what became of a change of the model that the end of the program cut off; `in_use` is the one that drafts now.
pub(crate) async fn settle(ledger: &SqliteLedger, in_use: &str) -> Result<(), PortError> {
    for (begun, happening) in ledger.unended().await? {
        if happening.kind != AuditKind::ModelChanged {
            continue;
        }
        let done = happening.facts.get("model").map(String::as_str) == Some(in_use);
        let outcome = if done {
            happening.outcome.clone()
        } else {
            "cut_off".to_owned()
        };
        let entry = Happening {
            outcome,
            ..happening
        }
        .fact("written", "after_restart");
        ledger.end(begun, Some(entry)).await;
    }
    Ok(())
}
