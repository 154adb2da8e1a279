//! Half-open ranges of characters.

use serde::{Deserialize, Serialize};

/// A half-open range `[start, end)` counted in Unicode scalar values of the text it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Span {
    /// First character inside the range.
    pub start: usize,
    /// First character after the range.
    pub end: usize,
}

impl Span {
    /// The span of the bytes `[start, end)` of `text`. Both must lie on character boundaries.
    pub fn of_bytes(text: &str, start: usize, end: usize) -> Self {
        let first = text[..start].chars().count();
        Self {
            start: first,
            end: first + text[start..end].chars().count(),
        }
    }

    /// The byte range of this span in `text`, clamped to the text.
    pub fn bytes(self, text: &str) -> std::ops::Range<usize> {
        let mut edges = text
            .char_indices()
            .map(|(byte, _)| byte)
            .chain(std::iter::once(text.len()));
        let start = edges.clone().nth(self.start).unwrap_or(text.len());
        let end = edges.nth(self.end).unwrap_or(text.len());
        start..end.max(start)
    }

    /// The part of `text` that the span covers.
    pub fn slice(self, text: &str) -> &str {
        &text[self.bytes(text)]
    }
}

#[cfg(test)]
mod tests {
    use super::Span;
    use proptest::prelude::*;

    #[test]
    fn slices_by_characters_not_bytes() {
        let text = "Zürich – 12 °C";
        let span = Span::of_bytes(text, text.find('–').unwrap(), text.len());
        assert_eq!(span, Span { start: 7, end: 14 });
        assert_eq!(span.slice(text), "– 12 °C");
    }

    proptest! {
        #[test]
        fn any_span_is_safe_and_round_trips(text in "\\PC{0,40}", a in 0usize..60, b in 0usize..60) {
            let range = Span { start: a, end: b }.bytes(&text);
            let back = Span::of_bytes(&text, range.start, range.end);
            prop_assert_eq!(back.slice(&text), &text[range]);
        }
    }
}
