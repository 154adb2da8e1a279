//! What a check says.

use groundwall_core::{CheckKind, FindingKind};

/// What a check says of one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// The value stands in the evidence.
    Passed,
    /// Another value stands where the claim's should.
    Clash,
    /// The value is not in the evidence.
    Absent,
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
    /// One phrase for a reader.
    pub note: String,
}
