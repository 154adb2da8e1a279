//! Why an overdue review did not arrive at its webhook.

use std::net::IpAddr;

#[derive(Debug, thiserror::Error)]
pub(super) enum Undelivered {
    #[error("its host cannot be looked up: {0}")]
    Unknown(#[source] std::io::Error),
    #[error("its host has no address")]
    Nowhere,
    #[error("its host leads to {0}, which is private; review.webhook.private = true allows that")]
    Private(IpAddr),
    /// The address is not part of what it says.
    #[error(transparent)]
    Lost(#[from] reqwest::Error),
    #[error("it was answered with status {0}")]
    Refused(u16),
}
