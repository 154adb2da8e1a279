//! What is wrong with a log, and where.

use std::fmt;

/// What is wrong with a log. `number` is that of the entry, as it is counted from the one before where its own cannot be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// What stands there is no entry as it was written.
    Unreadable { number: u64, why: String },
    /// Its hash is not that of what it says.
    Changed { number: u64 },
    /// Whole in itself, but it does not follow the one before: one of the two was written anew.
    Unlinked { number: u64 },
    /// Entries are not there.
    Removed { first: u64, last: u64 },
    /// Another entry stands in its place, and it comes later.
    Moved { number: u64, found: u64 },
    /// It stands there a second time.
    Repeated { number: u64 },
    /// A text is not the one that its entry was written with.
    Text { number: u64, name: String },
    /// A text is gone, and no entry says that its report was deleted.
    Erased { number: u64, name: String },
    /// The stored report is not the one that the entry was written of.
    Report { number: u64, report: String },
    /// The report is not there, and no entry says that it was deleted.
    ReportGone { number: u64, report: String },
    /// No entry has the hash that was given: the end was cut off, or it is another log.
    CutOff { hash: String },
}

impl Fault {
    /// The entry that it is about; none where the end is missing.
    pub fn number(&self) -> Option<u64> {
        match self {
            Self::Unreadable { number, .. }
            | Self::Changed { number }
            | Self::Unlinked { number }
            | Self::Moved { number, .. }
            | Self::Repeated { number }
            | Self::Text { number, .. }
            | Self::Erased { number, .. }
            | Self::Report { number, .. }
            | Self::ReportGone { number, .. } => Some(*number),
            Self::Removed { first, .. } => Some(*first),
            Self::CutOff { .. } => None,
        }
    }

    /// A word for programs.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Unreadable { .. } => "unreadable",
            Self::Changed { .. } => "changed",
            Self::Unlinked { .. } => "unlinked",
            Self::Removed { .. } => "removed",
            Self::Moved { .. } => "moved",
            Self::Repeated { .. } => "repeated",
            Self::Text { .. } => "text_changed",
            Self::Erased { .. } => "text_erased",
            Self::Report { .. } => "report_changed",
            Self::ReportGone { .. } => "report_gone",
            Self::CutOff { .. } => "cut_off",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { number, why } => {
                write!(f, "Entry {number} is not as it was written: {why}.")
            }
            Self::Changed { number } => write!(
                f,
                "Entry {number} was changed: its hash is not that of what it says."
            ),
            Self::Unlinked { number } => write!(
                f,
                "Entry {number} does not follow the one before it: one of the two was written anew."
            ),
            Self::Removed { first, last } if first == last => {
                write!(f, "Entry {first} was taken out.")
            }
            Self::Removed { first, last } => {
                write!(f, "Entries {first} to {last} were taken out.")
            }
            Self::Moved { number, found } => write!(
                f,
                "Entry {number} is not in its place: entry {found} stands there."
            ),
            Self::Repeated { number } => write!(f, "Entry {number} stands there a second time."),
            Self::Text { number, name } => write!(
                f,
                "The text “{name}” of entry {number} is not the one that it was written with."
            ),
            Self::Erased { number, name } => write!(
                f,
                "The text “{name}” of entry {number} is gone, and no entry says that its report was deleted."
            ),
            Self::Report { number, report } => write!(
                f,
                "The stored report {report} is not the one that entry {number} was written of."
            ),
            Self::ReportGone { number, report } => write!(
                f,
                "The report {report} of entry {number} is gone, and no entry says that it was deleted."
            ),
            Self::CutOff { hash } => write!(
                f,
                "No entry has the hash {hash}: the end of the log was cut off, or this is another log."
            ),
        }
    }
}
