#![doc = include_str!("../README.md")]

mod chain;
mod error;
mod fault;
pub mod file;
mod of_report;
mod verify;

#[cfg(test)]
mod tests;

pub use chain::{GENESIS, hash_of, leaf_hash, seal, sha256};
pub use error::{NoLog, Unreadable};
pub use fault::Fault;
pub use of_report::{RECORD, of_report};
pub use verify::{Chain, Verifier};
