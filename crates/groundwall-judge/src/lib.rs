#![doc = include_str!("../README.md")]

mod alignment;
mod answering;
mod boosted;
mod cues;
mod edits;
mod features;
mod judge;
mod lexicon;
mod reading;

pub use alignment::Alignment;
pub use answering::log_odds;
pub use edits::Edits;
pub use features::{FEATURES, features, names};
pub use judge::{Judge, JudgeError, Opinion, lists, sigmoid};
pub use lexicon::{Known, Lexicon, LexiconError, Relation};
pub use reading::{Reading, Word};
