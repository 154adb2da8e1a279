#![doc = include_str!("../README.md")]

mod bm25;
mod embedded;
mod fusion;
mod memory;
mod qdrant;
mod terms;

pub use embedded::SqliteStore;
pub use qdrant::QdrantStore;
