#![doc = include_str!("../README.md")]

pub mod currency;
pub mod date;
mod language;
pub mod number;
mod plain;

pub use language::LISTS;
