#![doc = include_str!("../README.md")]

mod copy;
mod fault;
mod open;
mod write;

pub use copy::copy;
pub use fault::fault;
pub use open::{Database, New, examine};
pub use write::Write;
