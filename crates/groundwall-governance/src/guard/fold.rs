//! Text made comparable, each byte with its place in the original.

use std::collections::HashMap;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::canonical_combining_class;

/// A text whose bytes remember where in the original they come from.
#[derive(Debug, Clone, Default)]
pub(super) struct Mapped {
    pub(super) text: String,
    /// For each byte of `text` the start of its character in the original.
    at: Vec<usize>,
    /// Where the original ends.
    pub(super) end: usize,
}

impl Mapped {
    pub(super) fn ending_at(end: usize) -> Self {
        Self {
            text: String::new(),
            at: Vec::new(),
            end,
        }
    }

    pub(super) fn push(&mut self, c: char, at: usize) {
        self.text.push(c);
        self.at.resize(self.text.len(), at);
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.text.truncate(length);
        self.at.truncate(self.text.len());
    }

    /// Where a byte of the text comes from; past the end, the end of the original.
    pub(super) fn place(&self, byte: usize) -> usize {
        self.at.get(byte).copied().unwrap_or(self.end)
    }

    /// Bytes of the original that made a range of this text.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        let start = self.place(range.start);
        start..self.place(range.end).max(start)
    }

    /// Places in the original of `inner`, from which this text was made.
    pub(super) fn through(mut self, inner: &Self) -> Self {
        for at in &mut self.at {
            *at = inner.place(*at);
        }
        self.end = inner.end;
        self
    }

    /// Characters with their places in the original.
    pub(super) fn chars(&self) -> impl Iterator<Item = (usize, char)> + '_ {
        self.text
            .char_indices()
            .map(|(byte, c)| (self.place(byte), c))
    }
}

/// How many marks on one letter are read; more are dropped.
const MARKS: usize = 6;

/// NFKC without what cannot be seen, zero-width and bidirectional controls and variation selectors, and without marks that make no letter with the one before. Tag characters, which hide ASCII, are shown.
pub(super) fn clean(text: &str) -> Mapped {
    let mut out = Mapped::ending_at(text.len());
    let mut chars = text.char_indices().peekable();
    let mut cluster = String::new();
    while let Some((at, c)) = chars.next() {
        if is_unseen(c) {
            continue;
        }
        if let Some(hidden) = tag(c) {
            out.push(hidden, at);
            continue;
        }
        cluster.clear();
        cluster.push(c);
        let mut marks = 0;
        while let Some(&(_, next)) = chars.peek() {
            if joins(next) {
                marks += 1;
                if marks <= MARKS {
                    cluster.push(next);
                }
            } else if !is_unseen(next) {
                break;
            }
            chars.next();
        }
        if cluster.len() == 1 {
            out.push(c, at);
        } else {
            for part in cluster.nfkc().filter(|part| !is_mark(*part)) {
                out.push(part, at);
            }
        }
    }
    out
}

fn joins(c: char) -> bool {
    !c.is_ascii()
        && (canonical_combining_class(c) != 0
            || matches!(c, '\u{1161}'..='\u{11ff}' | '\u{ff9e}' | '\u{ff9f}'))
}

/// Signs that cannot be seen between letters, and letters of another script or width in a Latin text, from which on somebody hides something.
const FEWEST_UNSEEN: usize = 6;
const FEWEST_ALIKE: usize = 3;
const FEWEST_WIDE: usize = 8;

/// Whether letters of a text were hidden by signs that cannot be seen, by look-alikes inside words or by their width.
pub(super) fn hides_letters(text: &str, look_alikes: &HashMap<char, char>) -> bool {
    if text.is_ascii() {
        return false;
    }
    let (mut unseen, mut wide) = (0, 0);
    let mut after_letter = false;
    for c in text.chars() {
        unseen += usize::from(after_letter && is_unseen(c));
        wide += usize::from(('\u{ff41}'..='\u{ff5a}').contains(&c));
        if !is_unseen(c) {
            after_letter = c.is_alphanumeric();
        }
    }
    let alike: usize = text
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| word.contains(|c: char| c.is_ascii_lowercase()))
        .map(|word| {
            let looks = |c: &char| !c.is_ascii() && look_alikes.contains_key(c);
            word.chars().filter(looks).count()
        })
        .sum();
    unseen >= FEWEST_UNSEEN || alike >= FEWEST_ALIKE || wide >= FEWEST_WIDE
}

fn is_unseen(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control() && !matches!(c, '\n' | '\t' | '\r');
    }
    matches!(c,
        '\u{80}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0001}' | '\u{e007f}' | '\u{e0100}'..='\u{e01ef}')
}

fn tag(c: char) -> Option<char> {
    let code = u32::from(c);
    (0xe0020..=0xe007e)
        .contains(&code)
        .then(|| char::from_u32(code - 0xe0000))
        .flatten()
}

/// Lower case without Latin diacritics, look-alikes replaced, white space folded to one space or line break.
pub(super) fn fold(text: &Mapped, look_alikes: &HashMap<char, char>) -> Mapped {
    let mut out = Mapped::ending_at(text.end);
    for (at, c) in text.chars() {
        if c.is_ascii() && !c.is_ascii_whitespace() {
            push_ascii(&mut out, c, at);
        } else if c.is_whitespace() {
            let line = matches!(c, '\n' | '\u{2028}' | '\u{2029}');
            if line && out.text.ends_with(' ') {
                out.truncate(out.text.len() - 1);
            }
            if out.text.ends_with('\n') && line {
                // Two line breaks part sentences, so that many stand as two.
                if !out.text.ends_with("\n\n") {
                    out.push('\n', at);
                }
            } else if !out.text.ends_with([' ', '\n']) {
                out.push(if line { '\n' } else { ' ' }, at);
            }
        } else if let Some(&plain) = look_alikes.get(&c) {
            out.push(plain, at);
        } else {
            for lower in c.to_lowercase() {
                push_letter(&mut out, lower, at, look_alikes);
            }
        }
    }
    out
}

fn push_ascii(out: &mut Mapped, c: char, at: usize) {
    out.push(
        if c == '`' {
            '\''
        } else {
            c.to_ascii_lowercase()
        },
        at,
    );
}

fn push_letter(out: &mut Mapped, c: char, at: usize, look_alikes: &HashMap<char, char>) {
    if let Some(&plain) = look_alikes.get(&c) {
        out.push(plain, at);
    } else if c == 'ß' {
        out.push('s', at);
        out.push('s', at);
    } else if matches!(c, '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}') {
        for part in std::iter::once(c).nfd().filter(|part| !is_mark(*part)) {
            out.push(part, at);
        }
    } else if !is_mark(c) {
        out.push(c, at);
    }
}

/// Marks on letters: accents, strokes, rings and frames.
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}
