//! A question to a report, and a submitted text to a report.

mod ask;
mod compose;
mod computed;
mod decide;
mod sought;
mod submit;
mod summary;
