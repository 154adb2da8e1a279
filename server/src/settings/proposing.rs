//! What proposals from decisions need of the settings.

use super::{Settings, form};
use groundwall_core::Policy;
use groundwall_ports::{Generator as _, PortError};
use tokio::sync::MutexGuard;

impl Settings {
    /// Waits for a turn at the proposals.
    pub(crate) async fn proposing(&self) -> MutexGuard<'_, ()> {
        self.proposing.lock().await
    }

    /// Says that somebody decided about a report, or took that back.
    pub(crate) fn decision_changed(&self) {
        self.decisions.notify_one();
    }

    /// Returns when decisions have changed since it returned last.
    pub(crate) async fn decisions_change(&self) {
        self.decisions.notified().await;
    }

    /// Reports say this of their uncertainty from now on.
    pub(crate) fn set_calibration(&self, error: Option<f64>) {
        self.firewall.set_calibration(error);
    }

    /// Whether another draft can be asked for.
    pub(crate) fn can_regenerate(&self) -> bool {
        self.generator.chat().is_some()
    }

    /// Whether the configuration sets a value of the policy.
    pub(crate) fn is_fixed(&self, name: &str) -> bool {
        form::is_fixed(&self.config.fixed, name)
    }

    /// [`Self::keep_policy`] of what a proposal asked for; the audit log names it.
    pub(crate) async fn keep_proposed(&self, policy: Policy, id: &str) -> Result<(), PortError> {
        self.keep(policy, Some(id)).await
    }
}
