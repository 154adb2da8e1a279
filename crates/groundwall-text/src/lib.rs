#![doc = include_str!("../README.md")]

pub mod korean;
pub mod language;
mod lists;
pub mod reach;
mod script;
mod sentences;
pub mod words;

pub use lists::begins_list;
pub use reach::pieces;
pub use script::in_another_script;
pub use sentences::{QUESTION, asks, sentences_of};
