//! A draft with what the verifier makes of it.

use crate::claims::SentenceClaims;
use groundwall_core::report::{Attempt, JudgedClaim};

/// One draft, taken apart and judged.
pub(super) struct Judged {
    pub(super) sentences: Vec<SentenceClaims>,
    pub(super) claims: Vec<JudgedClaim>,
    pub(super) attempt: Attempt,
}
