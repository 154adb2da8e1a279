#![doc = include_str!("../README.md")]

pub mod language;
pub mod reach;
mod sentences;
pub mod words;

pub use reach::pieces;
pub use sentences::sentences_of;
