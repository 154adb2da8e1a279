//! Rule packs: what a trade, a law or a house adds to the checks, as data. One TOML file a pack; docs/packs.md has the format.

mod active;
mod apply;
mod check;
pub(crate) mod error;
pub mod examples;
mod explain;
mod fold;
mod language;
mod load;
mod model;
mod raw;
mod scan;
mod tiers;

pub use active::{ALWAYS, Active, BUNDLED, Packs, PacksError, bundled};
pub use apply::{Governed, Left, language_of};
pub use check::{Checked, IntentFound, Part, Subject};
pub use error::PackError;
pub use explain::RuleLine;
pub use load::LARGEST;
pub use model::{
    Compliance, Example, Identifier, Intent, IntentRisk, Lexicon, Numeric, Pack, Pattern, Place,
    Reads, Response, Review, Tier, UnitName, When, Wording,
};
pub use scan::TooMuch;
pub use tiers::days_between;

/// The JSON Schema of a pack file.
pub const SCHEMA: &str = include_str!("../../data/pack.schema.json");
