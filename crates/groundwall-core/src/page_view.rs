//! A page of a document as it looks, and where texts stand on it.

use serde::{Deserialize, Serialize};

/// A rectangle on a page as it is shown, in shares of the page's width and height, from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Area {
    pub left: f32,
    pub top: f32,
    pub width: f32,
    pub height: f32,
}

/// Where one text stands on a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mark {
    /// One rectangle a line; none when the text was not found there.
    pub areas: Vec<Area>,
    /// Whether all of the text stands on this page, and not only its beginning or end.
    pub whole: bool,
}

/// A page without its picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PageView {
    /// From 1.
    pub number: u32,
    /// Pages of the document.
    pub pages: u32,
    /// Width and height as shown, in points.
    pub width: f32,
    pub height: f32,
    /// One for each text that was looked for.
    pub marks: Vec<Mark>,
}
