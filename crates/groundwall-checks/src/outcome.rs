//! What a check says.

use groundwall_core::{CheckKind, FindingKind};
use std::ops::Range;

/// What a check says of one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// The value stands in the evidence.
    Passed,
    /// Another value stands where the claim's should.
    Clash,
    /// The value is not in the evidence.
    Absent,
    /// The value is not in the evidence, and its shape alone speaks against it.
    Suspect,
    /// What the claim points at does not exist.
    Gone,
    /// Cannot be true in itself.
    Impossible,
    /// Worth a note; the verdict stays.
    Warning,
}

/// One statement of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observation {
    pub check: CheckKind,
    pub signal: Signal,
    /// Type of the finding it becomes; for a pass the type it would have been.
    pub kind: FindingKind,
    /// The claim's value as written.
    pub detected: String,
    /// The evidence's value as written, where there is one.
    pub expected: Option<String>,
    /// Place of the deciding source.
    pub source: Option<usize>,
    /// What of the claim the models read otherwise, where its value was worked out from others.
    pub read_as: Option<ReadAs>,
    /// One phrase for a reader.
    pub note: String,
}

/// A part of a claim in the evidence's own values: "by 10 million euros" as "from 40 million euros to 50 million euros".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAs {
    /// Bytes of the claim.
    pub range: Range<usize>,
    pub text: String,
}
