//! Charts as inline SVG. Each stands above a table that says the same in figures.

/// Of every chart; it is scaled to its column.
pub(crate) const WIDTH: f64 = 400.0;

pub(crate) fn px(value: f64) -> String {
    format!("{value:.1}")
}
