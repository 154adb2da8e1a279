#![doc = include_str!("../README.md")]

mod bm25;
mod embedded;
mod fusion;
mod memory;
mod postings;
mod qdrant;
mod terms;
mod vectors;

pub use embedded::SqliteStore;
pub use qdrant::QdrantStore;
