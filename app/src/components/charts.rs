//! Charts as inline SVG. Each stands above a table that says the same in figures.

/// A share of a chart's width: a chart is as wide as its column, and its words keep their size.
pub(crate) fn share(percent: f64) -> String {
    format!("{percent:.2}%")
}

pub(crate) fn px(value: f64) -> String {
    format!("{value:.1}")
}
