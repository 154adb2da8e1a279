#![doc = include_str!("../README.md")]

mod currency;
pub mod date;
mod language;
pub mod number;

pub use language::LISTS;
