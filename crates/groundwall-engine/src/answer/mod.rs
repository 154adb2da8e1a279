//! A question to a report, and a submitted text to a report.

mod ask;
mod chat;
mod compose;
mod computed;
mod conclude;
mod decide;
mod guarded;
mod open;
mod parts;
mod rank;
mod reading;
mod record;
mod runs;
mod sought;
mod submit;
mod summary;

pub use reading::ANSWERS;
