//! A question to a report, and a submitted text to a report.

mod ask;
mod beside;
mod chat;
mod compared;
mod compose;
mod computed;
mod conclude;
mod decide;
mod draft;
pub(crate) mod follow_up;
mod governance;
mod governed;
mod guarded;
mod judged;
mod judgement;
mod named;
mod open;
mod outlook;
mod panel;
mod parts;
mod rank;
mod rare;
mod reading;
mod record;
mod retrieve;
mod runs;
mod samples;
mod sought;
mod submit;
mod summary;
mod supposed;
mod undivided;

pub(crate) use governed::packs_on;
pub use outlook::{Fate, Outlook, outlook};
pub use panel::{Compared, Panel};
pub use reading::ANSWERS;
