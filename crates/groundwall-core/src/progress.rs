//! What a question, a verification or an upload says while it runs.

use crate::report::Stage;
use serde::Serialize;

/// One step's news. What ends has begun, and what begins ends, unless it fails and the work with it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Progress {
    /// A step that is done, as the report has it.
    Ended(Stage),
    /// How far the step is that runs: `count` of `of` in `unit`.
    Reached {
        name: String,
        count: u32,
        of: u32,
        unit: String,
    },
    /// A step begins.
    Begun { name: String },
}

impl Progress {
    /// Name of the event in a stream.
    pub fn event(&self) -> &'static str {
        match self {
            Self::Ended(_) => "ended",
            Self::Reached { .. } => "reached",
            Self::Begun { .. } => "begun",
        }
    }
}
