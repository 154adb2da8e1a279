//! Why bytes are no entry, or no log.

use std::str::Utf8Error;

/// Why an entry is not as it was written. Each is a sentence without its full stop, and "it" is the entry.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    #[error("it is not UTF-8")]
    NoText(#[source] Utf8Error),
    #[error("it cannot be read ({0})")]
    NoEntry(#[source] serde_json::Error),
    #[error("{0}")]
    Unwritable(#[source] serde_json::Error),
    #[error("its characters are not those that were written")]
    OtherCharacters,
    #[error("it calls itself entry {0}")]
    OtherNumber(u64),
    #[error("its texts cannot be read ({0})")]
    NoTexts(#[source] serde_json::Error),
    #[error("the comma before it is missing")]
    NoComma,
    #[error("the end of the file does not name the entry before it")]
    NoHead,
}

/// A file that is no log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no audit log as groundwall audit export --format json writes it")]
pub struct NoLog;
