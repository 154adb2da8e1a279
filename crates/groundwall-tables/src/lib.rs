#![doc = include_str!("../README.md")]

mod ask;
mod further;
mod link;
mod pack;
mod parse;
pub mod proposal;
mod query;
mod roles;
mod run;
mod say;
pub mod supposed;
mod value;
mod view;
mod words;
pub use ask::{Routed, ask, check, of_one_column, why_not};
pub use further::{Found, found, further};
pub use pack::{TablePack, TablePackError};
pub use parse::{Missing, Mood, Parsed, Reading, parse};
pub use query::{Asserted, By, Condition, Function, Op, Quantity, Query, Select, Term};
pub use run::{Grouped, Nothing, Outcome, Sides, held, run};
pub use view::View;
pub use words::LISTS;
