//! Pages as a browser reads them.
#![expect(clippy::indexing_slicing, reason = "a panic fails a test")]

mod extremes;
mod lists;
mod reasons;
mod samples;
mod scaling;
mod sinks;
mod tables;
mod verdicts;
