//! Ways to read one text: as it stands, and with the disguises of letters taken off.

use super::addresses::Addresses;
use super::fold::{Mapped, fold};
use super::{Tables, ciphers, hangul};

/// One reading of a text.
pub(super) struct View {
    pub(super) mapped: Mapped,
    /// What was taken off.
    pub(super) disguise: Option<&'static str>,
    /// Words run into each other: borders of words say nothing.
    pub(super) loose: bool,
    /// Nobody writes like this but to hide something.
    pub(super) hides: bool,
}

/// Letters written one by one are words from this many on.
const FEWEST_LETTERS: usize = 8;
/// A text with fewer separators inside words hides nothing by them.
const FEWEST_SEPARATORS: usize = 3;
/// Digits for one letter of a word, at most: with more it is a number of an account, a passport or a part.
const MOST_DIGITS: usize = 3;
/// Digits in the place of letters, from which on somebody hides something.
const FEWEST_DIGITS: usize = 4;

/// The folded text and, where they differ from it, the readings without disguise.
pub(super) fn of(clean: &Mapped, folded: Mapped, tables: &Tables) -> Vec<View> {
    let fold = |text: &Mapped| fold(text, &tables.look_alikes);
    let mut views = Vec::new();
    let mut add = |mapped: Mapped, disguise, loose, hides| {
        views.push(View {
            mapped,
            disguise: Some(disguise),
            loose,
            hides,
        });
    };
    let one = folded.text.contains('1');
    for one_is in if one { &['i', 'l'][..] } else { &['i'][..] } {
        if let Some((read, count)) = leet(&folded, *one_is) {
            add(read, "digits for letters", false, count >= FEWEST_DIGITS);
        }
    }
    if let Some(joined) = joined(&folded) {
        if let Some((read, _)) = leet(&joined, 'i') {
            add(read, "separators inside words", false, false);
        }
        add(joined, "separators inside words", false, false);
    }
    if let Some(spaced) = spaced(clean) {
        let spaced = fold(&spaced);
        let loose = !spaced.text.contains(' ');
        if let Some((read, _)) = leet(&spaced, 'i') {
            add(read, "letters one by one", loose, true);
        }
        add(spaced, "letters one by one", loose, true);
    }
    for (turned, name, told) in ciphers::alphabets(clean, &tables.common)
        .into_iter()
        .chain(ciphers::backwards(clean, &tables.common))
    {
        add(fold(&turned), name, false, told);
    }
    for (parted, name, hides) in [
        (ciphers::humps(clean), "words run together", false),
        (ciphers::literals(clean), "pieces put together", true),
        (hangul::letters(clean), "letters of syllables", true),
        (hangul::keys(clean), "keys of another keyboard", true),
    ] {
        if let Some(parted) = parted {
            add(fold(&parted), name, false, hides);
        }
    }
    views.insert(
        0,
        View {
            mapped: folded,
            disguise: None,
            loose: false,
            hides: false,
        },
    );
    views
}

/// Digits and signs for letters in words that have a letter too, but in addresses. The digit one is an i or an l.
fn leet(text: &Mapped, one_is: char) -> Option<(Mapped, usize)> {
    let mut out = Mapped::ending_at(text.end);
    let addresses = Addresses::of(&text.text);
    let mut word: Vec<(usize, char)> = Vec::new();
    let mut changed = 0;
    let bytes = text.text.char_indices().map(|(byte, _)| byte);
    let chars = text.chars().zip(bytes);
    for ((at, c), byte) in chars.chain([((text.end, ' '), text.text.len())]) {
        if !addresses.holds(byte) && (c.is_alphanumeric() || matches!(c, '@' | '$' | '!')) {
            word.push((at, c));
            continue;
        }
        let letters = word.iter().filter(|(_, c)| c.is_ascii_lowercase()).count();
        let count = word.len();
        let digits = word.iter().filter(|(_, c)| c.is_ascii_digit()).count();
        let letters = letters > 0 && digits <= MOST_DIGITS * letters;
        for (place, (at, c)) in word.drain(..).enumerate() {
            let read = letter(c, one_is).filter(|_| letters && (c != '!' || place + 1 < count));
            changed += usize::from(read.is_some());
            out.push(read.unwrap_or(c), at);
        }
        out.push(c, at);
    }
    (changed > 0).then_some((out, changed))
}

fn letter(c: char, one_is: char) -> Option<char> {
    Some(match c {
        '0' => 'o',
        '1' => one_is,
        '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '6' | '9' => 'g',
        '7' => 't',
        '8' => 'b',
        _ => return None,
    })
}

fn separates(c: char) -> bool {
    matches!(
        c,
        '-' | '_'
            | '.'
            | '*'
            | '·'
            | '•'
            | '~'
            | '^'
            | '|'
            | '/'
            | '\\'
            | ','
            | '+'
            | '\''
            | '='
            | ':'
    )
}

/// Without the signs between two letters, but in addresses.
fn joined(text: &Mapped) -> Option<Mapped> {
    let mut out = Mapped::ending_at(text.end);
    let addresses = Addresses::of(&text.text);
    let mut dropped = 0;
    let mut before = ' ';
    let bytes = text.text.char_indices().map(|(byte, _)| byte);
    let mut chars = text.chars().zip(bytes).peekable();
    while let Some(((at, c), byte)) = chars.next() {
        let next = chars.peek().map_or(' ', |((_, next), _)| *next);
        let parts = separates(c) && before.is_alphanumeric() && next.is_alphanumeric();
        if parts && !addresses.holds(byte) {
            dropped += 1;
        } else {
            out.push(c, at);
        }
        before = c;
    }
    (dropped >= FEWEST_SEPARATORS).then_some(out)
}

/// Only the runs of letters that stand one by one, as words: one sign between letters joins them, more part words.
fn spaced(text: &Mapped) -> Option<Mapped> {
    let mut out = Mapped::ending_at(text.end);
    // Of the run so far: its start in `out`, its letters.
    let (mut from, mut letters) = (0, 0);
    let mut signs = 0;
    let mut alone: Option<(usize, char)> = None;
    let mut in_word = false;
    let chars: Vec<(usize, char)> = text
        .chars()
        .chain([(text.end, ' '), (text.end, 'x'), (text.end, 'x')])
        .collect();
    for (at, c) in chars {
        if !c.is_alphanumeric() && !matches!(c, '@' | '$' | '\'') {
            if let Some((place, letter)) = alone.take() {
                out.push(letter, place);
                letters += 1;
                signs = 0;
            }
            in_word = false;
            signs += 1;
            continue;
        }
        if in_word || alone.is_some() {
            // A longer word ends the run.
            alone = None;
            in_word = true;
            if letters >= FEWEST_LETTERS {
                out.push('\n', at);
            } else {
                out.truncate(from);
            }
            (from, letters) = (out.text.len(), 0);
            continue;
        }
        if letters > 0 && signs > 1 {
            out.push(' ', at);
        }
        alone = Some((at, c));
    }
    (!out.text.is_empty()).then_some(out)
}
