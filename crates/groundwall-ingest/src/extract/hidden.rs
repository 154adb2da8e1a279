//! Text that a reader does not see, collected beside what is read.

use groundwall_core::{HiddenBy, HiddenText, Locator};

/// Text lower than this cannot be read: 1.5 points, in points.
pub(super) const TINY: f32 = 1.5;

/// An opaque color, each part from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Color(pub(super) [f32; 3]);

impl Color {
    pub(super) const WHITE: Self = Self([1.0, 1.0, 1.0]);
    pub(super) const BLACK: Self = Self([0.0, 0.0, 0.0]);

    /// Six hexadecimal digits, or three.
    pub(super) fn hex(digits: &str) -> Option<Self> {
        let digits = digits.as_bytes();
        let part = |at: usize| char::from(*digits.get(at)?).to_digit(16);
        let short = digits.len() == 3;
        if !short && digits.len() != 6 {
            return None;
        }
        let mut parts = [0.0; 3];
        for (at, own) in parts.iter_mut().enumerate() {
            let value = if short {
                part(at)? * 17
            } else {
                part(2 * at)? * 16 + part(2 * at + 1)?
            };
            *own = value as f32 / 255.0;
        }
        Some(Self(parts))
    }

    /// Whether nobody can tell the two apart: no part differs by more than ten steps of 255.
    pub(super) fn same(self, other: Self) -> bool {
        self.0
            .iter()
            .zip(other.0)
            .all(|(a, b)| (a - b).abs() <= 10.0 / 255.0 + 1e-4)
    }
}

/// What was found so far; texts that follow each other at one place for one reason are one.
#[derive(Debug, Default)]
pub(super) struct Collected(Vec<HiddenText>);

/// Characters of one hidden text, at most; what goes on begins another.
const LONGEST: usize = 2_000;

impl Collected {
    /// Adds a text, white space folded; one without letters or digits says nothing and is left out.
    pub(super) fn add(&mut self, by: HiddenBy, text: &str, locator: Locator) {
        let text = super::squeeze(text);
        if !text.chars().any(char::is_alphanumeric) {
            return;
        }
        match self.0.last_mut() {
            Some(last)
                if last.by == by
                    && last.locator == locator
                    && last.text.len() + text.len() < LONGEST =>
            {
                last.text.push(' ');
                last.text.push_str(&text);
            }
            _ => self.0.push(HiddenText { by, text, locator }),
        }
    }

    pub(super) fn into_texts(self) -> Vec<HiddenText> {
        self.0
    }
}

/// A note on hidden texts; none where there are none.
pub(super) fn note(hidden: &[HiddenText]) -> Option<String> {
    let (count, one) = (hidden.len(), hidden.len() == 1);
    (count > 0).then(|| {
        format!(
            "{count} {} hidden in the file from its readers. {} kept apart: shown below, not searched and no evidence.",
            if one { "text is" } else { "texts are" },
            if one { "It is" } else { "They are" }
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_that_nobody_tells_apart() {
        let color = |digits: &str| Color::hex(digits).unwrap();
        assert!(
            color("fff").same(Color::WHITE)
                && color("FEFDF6").same(Color::WHITE)
                && color("010203").same(Color::BLACK)
        );
        assert!(!color("e6e6e6").same(Color::WHITE) && !color("ffff00").same(Color::WHITE));
        assert_eq!((Color::hex("ff"), Color::hex("gggggg")), (None, None));
    }

    #[test]
    fn what_follows_at_one_place_is_one_text() {
        let mut all = Collected::default();
        let at = |page: u32| Locator {
            page: Some(page),
            ..Locator::default()
        };
        for (by, text, page) in [
            (HiddenBy::Mark, "One", 1),
            (HiddenBy::Mark, " two\n", 1),
            (HiddenBy::Mark, " … ", 1),
            (HiddenBy::Size, "three", 1),
            (HiddenBy::Size, "four", 2),
        ] {
            all.add(by, text, at(page));
        }
        let texts: Vec<_> = all
            .into_texts()
            .into_iter()
            .map(|hidden| hidden.text)
            .collect();
        assert_eq!(texts, ["One two", "three", "four"]);
    }
}
