//! Why an overdue review did not arrive at its webhook.

use crate::outward::NoTarget;

#[derive(Debug, thiserror::Error)]
pub(super) enum Undelivered {
    #[error("{0}; review.webhook.private = true allows that")]
    Private(#[source] NoTarget),
    #[error(transparent)]
    NoTarget(NoTarget),
    /// The address is not part of what it says.
    #[error(transparent)]
    Lost(#[from] reqwest::Error),
    #[error("it was answered with status {0}")]
    Refused(u16),
}

impl From<NoTarget> for Undelivered {
    fn from(why: NoTarget) -> Self {
        match why {
            NoTarget::Private(_) => Self::Private(why),
            NoTarget::Unknown(_) | NoTarget::Nowhere => Self::NoTarget(why),
        }
    }
}
