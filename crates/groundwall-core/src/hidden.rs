//! Text that a file holds and a reader of it does not see.

use crate::Locator;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a reader does not see a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum HiddenBy {
    /// The file marks it as hidden, or as drawn without ink.
    Mark,
    /// It has the color of its ground, or none.
    Color,
    /// It is too small to be read.
    Size,
    /// It stands off the page or the screen.
    Place,
    /// Something that was drawn later covers it.
    Cover,
    /// Its row is hidden.
    Row,
    /// Its column is hidden.
    Column,
    /// Its sheet is hidden.
    Sheet,
}

impl HiddenBy {
    /// The words a reader sees.
    pub fn words(self) -> &'static str {
        match self {
            Self::Mark => "marked as hidden",
            Self::Color => "in the color of its ground",
            Self::Size => "too small to read",
            Self::Place => "off the page",
            Self::Cover => "covered",
            Self::Row => "in a hidden row",
            Self::Column => "in a hidden column",
            Self::Sheet => "in a hidden sheet",
        }
    }
}

impl fmt::Display for HiddenBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words())
    }
}

/// A text that is kept apart: it is shown as hidden, is in no passage and no table, and so is neither found nor evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HiddenText {
    pub by: HiddenBy,
    pub text: String,
    pub locator: Locator,
}
