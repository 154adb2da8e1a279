#![doc = include_str!("../README.md")]

mod chunk;
mod extract;
mod language;
mod limits;
mod page;
mod row;

pub use chunk::{Chunker, Cut, PassageSize};
pub use extract::{answers, extract, extract_with};
pub use groundwall_text::sentences_of;
pub use language::LISTS;
pub use limits::Limits;
pub use page::{page, picture};
pub use row::cells_of;
