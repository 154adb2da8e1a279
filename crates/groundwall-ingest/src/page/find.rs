//! Where a text stands among placed runs of letters: compared letter by letter, without spaces, hyphens and punctuation, because a page breaks lines and
//! a reader joins them.

use std::ops::Range;
use unicode_normalization::UnicodeNormalization as _;

/// Letters that the beginning or the end of a text must share with a page to be shown as a part of it.
const PART: usize = 24;

/// In page space: y grows upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rectangle {
    pub(super) left: f32,
    pub(super) right: f32,
    pub(super) bottom: f32,
    pub(super) top: f32,
    /// Whether the letters follow each other from left to right, and not up or down.
    pub(super) along: bool,
}

/// Where one letter comes from.
#[derive(Clone, Copy)]
struct Place {
    rectangle: Rectangle,
    begins_word: bool,
}

/// The letters and digits of a page in one order.
#[derive(Default)]
pub(super) struct Letters {
    text: String,
    /// One for each byte of `text`.
    places: Vec<Place>,
}

fn letters(c: char) -> impl Iterator<Item = char> {
    std::iter::once(c)
        .nfkc()
        .flat_map(char::to_lowercase)
        .filter(|c| c.is_alphanumeric())
}

/// How wide a text is, about, in heights of its letters.
pub(super) fn breadth(text: &str) -> f32 {
    text.chars().map(width).sum()
}

/// How wide a letter is, about, in heights: a run says only how long it is in all.
fn width(c: char) -> f32 {
    match c {
        'i' | 'j' | 'l' | '|' | '.' | ',' | ';' | ':' | '\'' | '!' | ' ' => 0.27,
        'f' | 't' | 'r' | '(' | ')' | '[' | ']' | '-' | 'I' => 0.33,
        'm' | 'w' | 'M' | 'W' | '—' | '…' => 0.8,
        c if c.is_uppercase() => 0.67,
        c if c.is_ascii() => 0.5,
        _ => 0.6,
    }
}

impl Letters {
    /// Reads runs in the order given.
    pub(super) fn of<'a>(runs: impl Iterator<Item = (&'a str, Rectangle)>) -> Self {
        let mut all = Self::default();
        for (text, rectangle) in runs {
            let whole = breadth(text).max(f32::MIN_POSITIVE);
            let (mut before, mut begins_word) = (0.0, true);
            for c in text.chars() {
                let (from, to) = (before / whole, (before + width(c)) / whole);
                before += width(c);
                let part = |from: f32, to: f32, share: f32| from + (to - from) * share;
                let here = if rectangle.along {
                    let left = part(rectangle.left, rectangle.right, from);
                    Rectangle {
                        left,
                        right: part(rectangle.left, rectangle.right, to),
                        ..rectangle
                    }
                } else {
                    rectangle
                };
                let mut any = false;
                for letter in letters(c) {
                    any = true;
                    all.text.push(letter);
                    all.places.resize(
                        all.text.len(),
                        Place {
                            rectangle: here,
                            begins_word,
                        },
                    );
                    begins_word = false;
                }
                begins_word |= !any;
            }
        }
        all
    }

    /// The rectangles of every place where the text stands from its first to its last letter, line by line.
    pub(super) fn whole(&self, text: &str) -> Option<Vec<Rectangle>> {
        let wanted: String = text.chars().flat_map(letters).collect();
        if wanted.chars().count() < 3 {
            return None;
        }
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(at) = self.text[from..].find(&wanted).map(|at| from + at) {
            from = at + wanted.len();
            if self.places[at].begins_word {
                found.extend(self.lines(at..from));
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// The same for the longest beginning or end of the text that stands here, of 24 letters at least: the rest is on another page.
    pub(super) fn part(&self, text: &str) -> Option<Vec<Rectangle>> {
        let wanted: Vec<char> = text.chars().flat_map(letters).collect();
        let stands = |part: &[char]| {
            let part: String = part.iter().collect();
            self.text.find(&part).map(|at| at..at + part.len())
        };
        let beginning = longest(wanted.len(), |length| stands(&wanted[..length]));
        let end = longest(wanted.len(), |length| {
            stands(&wanted[wanted.len() - length..])
        });
        let (_, found) = [beginning, end]
            .into_iter()
            .flatten()
            .reduce(|a, b| if b.0 > a.0 { b } else { a })?;
        Some(self.lines(found))
    }

    /// The letters of a range of bytes, joined line by line.
    fn lines(&self, letters: Range<usize>) -> Vec<Rectangle> {
        let mut lines: Vec<Rectangle> = Vec::new();
        for Place { rectangle, .. } in &self.places[letters] {
            match lines.last_mut().filter(|line| same_line(line, rectangle)) {
                Some(line) => {
                    line.left = line.left.min(rectangle.left);
                    line.right = line.right.max(rectangle.right);
                    line.bottom = line.bottom.min(rectangle.bottom);
                    line.top = line.top.max(rectangle.top);
                }
                None => lines.push(*rectangle),
            }
        }
        lines
    }
}

fn same_line(line: &Rectangle, next: &Rectangle) -> bool {
    let height = (line.top - line.bottom).max(1.0);
    let middle = f32::midpoint(next.top, next.bottom);
    line.along == next.along
        && (line.bottom..=line.top).contains(&middle)
        && next.left <= line.right + 1.5 * height
        && next.right >= line.left - 1.5 * height
}

/// The longest length that is found, and where; what is found of a length is found of every shorter one.
fn longest(
    most: usize,
    find: impl Fn(usize) -> Option<Range<usize>>,
) -> Option<(usize, Range<usize>)> {
    if most <= PART {
        return None;
    }
    let mut best = (PART, find(PART)?);
    let (mut low, mut high) = (PART + 1, most);
    while low <= high {
        let middle = usize::midpoint(low, high);
        match find(middle) {
            Some(found) => (best, low) = ((middle, found), middle + 1),
            None => high = middle - 1,
        }
    }
    Some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(text: &str, y: f32) -> (&str, Rectangle) {
        (
            text,
            Rectangle {
                left: 72.0,
                right: 72.0 + 10.0 * breadth(text),
                bottom: y,
                top: y + 10.0,
                along: true,
            },
        )
    }

    #[test]
    fn a_sentence_over_two_lines_gives_a_rectangle_for_each() {
        let page = Letters::of(
            [
                line("First of all. The ware-", 700.0),
                line("house is ﬁne. More", 688.0),
            ]
            .into_iter(),
        );
        let found = page.whole("The warehouse is fine.").unwrap();
        assert_eq!(found.len(), 2);
        assert!(
            found[0].left > 72.0
                && found[0].right <= 72.0 + 10.0 * breadth("First of all. The ware-"),
            "{found:?}"
        );
        assert_eq!((found[1].left, found[1].bottom), (72.0, 688.0));
        assert!(
            found[1].right < 72.0 + 10.0 * breadth("house is ﬁne. More"),
            "{found:?}"
        );
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let page = Letters::of([line("The gate is open at noon.", 700.0)].into_iter());
        assert_eq!(page.whole("The gate is shut at noon."), None);
        assert_eq!(page.part("The gate is shut at noon."), None);
        assert_eq!(
            page.whole("ate is open"),
            None,
            "the middle of a word is not the beginning of a sentence"
        );
    }

    #[test]
    fn a_sentence_that_goes_on_overleaf_is_found_in_part() {
        let text = "The keeper closes the outer gate whenever the tide stands over two metres.";
        let first = Letters::of(
            [
                line("Title", 700.0),
                line("The keeper closes the outer gate whenever", 688.0),
                line("7", 60.0),
            ]
            .into_iter(),
        );
        let second = Letters::of(
            [line(
                "the tide stands over two metres. Then he goes.",
                700.0,
            )]
            .into_iter(),
        );
        assert_eq!(first.part(text).unwrap().len(), 1);
        let end = second.part(text).unwrap();
        assert!(
            (end[0].left - 72.0).abs() < 0.01
                && end[0].right < 72.0 + 10.0 * breadth("the tide stands over two metres. Then"),
            "{end:?}"
        );
    }
}
