#![doc = include_str!("../README.md")]

pub mod answers;
pub mod cases;
pub mod corpus;
mod figures;
mod row;
mod run;
pub mod suite;
pub mod tables;
pub mod twins;
pub mod workload;

pub use figures::{Detection, Figures, Tally};
pub use row::{Label, PairRow, Row, RowError};
pub use run::{EvalError, Half, Route, Seen, evaluate, sample};
