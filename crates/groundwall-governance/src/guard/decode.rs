//! Encoded parts of a text, decoded: Base64, percent-encoding and escapes and what `hex` and `blocks` know, one inside the other.

use super::fold::{self, Mapped, clean};
use super::{blocks, ciphers, hex};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

/// A text to look through: the one read, or what a part of it decodes to.
pub(super) struct Node {
    pub(super) text: Mapped,
    /// Where in the original the encoded block lies, if the bytes of `text` have no places of their own.
    pub(super) block: Option<Range<usize>>,
    /// The outermost encoding.
    pub(super) decoded: Option<&'static str>,
    /// Its letters were hidden before anything was taken off.
    pub(super) hides: bool,
    depth: usize,
}

type LookAlikes = HashMap<char, char>;

/// How many encodings may lie in each other.
const DEPTH: usize = 3;
/// No more is decoded than this times the length of the text, in all, and a little.
const GROWTH: usize = 3;
/// Shorter blocks hold no order: 16 characters of Base64 are 12 letters.
const SHORTEST_BASE64: usize = 16;
/// Fewer bytes that are text by chance stand in any run that is none.
const SHORTEST_PART: usize = 12;
/// Fewer escapes are part of an address or a file name.
const FEWEST_ESCAPES: usize = 3;
/// Lines of Base64 as mail breaks them are at least this long.
const SHORTEST_WRAPPED: usize = 40;

/// The text and everything decoded from it.
pub(super) fn nodes(text: &str, look_alikes: &LookAlikes) -> Vec<Node> {
    let hides = fold::hides_letters(text, look_alikes);
    let text = clean(text);
    let mut budget = GROWTH * text.text.len() + 1_024;
    let mut waiting = VecDeque::from([Node {
        text,
        block: None,
        decoded: None,
        hides,
        depth: 0,
    }]);
    let mut done = Vec::new();
    while let Some(node) = waiting.pop_front() {
        if node.depth < DEPTH {
            for child in children(&node, look_alikes) {
                let cost = child.text.text.len();
                if cost <= budget {
                    budget -= cost;
                    waiting.push_back(child);
                }
            }
        }
        done.push(node);
    }
    done
}

fn children(node: &Node, look_alikes: &LookAlikes) -> Vec<Node> {
    let child = |text, block, name, hides| Node {
        text,
        block,
        decoded: node.decoded.or(Some(name)),
        hides,
        depth: node.depth + 1,
    };
    let text = &node.text.text;
    let mut all = Vec::new();
    if let Some(read) = escapes(&node.text) {
        let hides = fold::hides_letters(&read.text, look_alikes);
        let read = clean(&read.text).through(&read);
        all.push(child(read, node.block.clone(), "escapes", hides));
    }
    let further = blocks::all(text).into_iter();
    for (range, bytes, name) in base64(text)
        .into_iter()
        .chain(hex::blocks(text))
        .chain(further)
    {
        if let Some(read) = readable(bytes) {
            let block = node
                .block
                .clone()
                .unwrap_or_else(|| node.text.original(range));
            let hides = fold::hides_letters(&read, look_alikes);
            all.push(child(clean(&read), Some(block), name, hides));
        }
    }
    all
}

/// What every run of Base64 reads as; where it does not, what a part of it does, and the run with its own letters turned by thirteen or put backwards.
fn base64(text: &str) -> Vec<blocks::Block> {
    let mut all = Vec::new();
    for (range, sextets) in base64_runs(text) {
        let bytes = bytes_of(&sextets);
        if readable(bytes.clone()).is_some() {
            all.push((range, bytes, "Base64"));
            continue;
        }
        // A word or a number that stands before the run without a space is read with it and puts the borders of its bytes elsewhere.
        for skipped in 0..4 {
            let bytes = bytes_of(sextets.get(skipped..).unwrap_or_default());
            let parts = blocks::stretches(&bytes, SHORTEST_PART);
            all.extend(
                parts.filter_map(|part| Some((range.clone(), bytes.get(part)?.to_vec(), "Base64"))),
            );
        }
        let block = text.get(range.clone()).unwrap_or_default();
        let rot13: String = block.chars().map(ciphers::rot13).collect();
        let backwards: String = block.chars().rev().collect();
        for (text, name) in [(rot13, "ROT13"), (backwards, "text backwards")] {
            let found = base64_runs(&text).into_iter();
            all.extend(found.map(|(_, sextets)| (range.clone(), bytes_of(&sextets), name)));
        }
    }
    all
}

/// The bytes as text, if it is text: UTF-8 or UTF-16, mostly letters, digits and spaces once what cannot be seen is taken off. Figures read as bytes have controls: with
/// some, nothing else may be there, and half of it must be letters.
fn readable(bytes: Vec<u8>) -> Option<String> {
    let wide = bytes.len() > 8
        && bytes
            .iter()
            .skip(1)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
            * 4
            > bytes.len();
    let text = if wide {
        let units = bytes
            .chunks_exact(2)
            .map(|two| u16::from_le_bytes([two[0], two[1]]));
        char::decode_utf16(units)
            .collect::<Result<String, _>>()
            .ok()?
    } else {
        String::from_utf8(bytes).ok()?
    };
    let controls = text.contains(|c: char| c.is_control() && !c.is_whitespace());
    let (mut all, mut plain, mut letters) = (0_usize, 0_usize, 0_usize);
    for (_, c) in clean(&text).chars() {
        all += 1;
        letters += usize::from(c.is_alphabetic());
        plain += usize::from(
            c.is_alphanumeric() || c.is_whitespace() || matches!(c, '%' | '\\' | '&' | ';' | '#'),
        );
    }
    let enough = if controls {
        plain * 10 >= all * 9 && letters * 2 >= all
    } else {
        plain * 10 >= all * 7
    };
    (all > 0 && enough).then_some(text)
}

pub(super) fn sextet(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    }))
}

/// Runs of the Base64 alphabets with what their signs stand for (RFC 4648, sections 4 and 5); the padding may be missing.
fn base64_runs(text: &str) -> Vec<(Range<usize>, Vec<u32>)> {
    let mut runs = Vec::new();
    let mut start = 0;
    let mut line = 0;
    let mut sextets: Vec<u32> = Vec::new();
    let bytes = text.as_bytes();
    for at in 0..=bytes.len() {
        let byte = bytes.get(at).copied();
        if let Some(value) = byte.and_then(sextet) {
            if sextets.is_empty() {
                (start, line) = (at, at);
            }
            sextets.push(value);
            continue;
        }
        let wraps = matches!(byte, Some(b'\n'))
            && at - line >= SHORTEST_WRAPPED
            && bytes.get(at + 1).copied().and_then(sextet).is_some();
        if wraps && !sextets.is_empty() {
            line = at + 1;
            continue;
        }
        if sextets.len() >= SHORTEST_BASE64 {
            runs.push((start..at, std::mem::take(&mut sextets)));
        }
        sextets.clear();
    }
    runs
}

pub(super) fn bytes_of(sextets: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(sextets.len());
    for four in sextets.chunks(4) {
        let bits = four
            .iter()
            .chain(std::iter::repeat_n(&0, 4 - four.len()))
            .fold(0, |bits, value| bits << 6 | value);
        let [_, first, second, third] = bits.to_be_bytes();
        bytes.extend(
            [first, second, third]
                .iter()
                .take(four.len().saturating_sub(1)),
        );
    }
    bytes
}

fn hex_pair(bytes: &[u8], at: usize) -> Option<u8> {
    let digit = |at: usize| {
        bytes
            .get(at)
            .and_then(|byte| char::from(*byte).to_digit(16))
    };
    u8::try_from(digit(at)? * 16 + digit(at + 1)?).ok()
}

/// The text with `%41`, `\x41`, `\u0041`, `&#65;`, `&#x41;` and the five named entities of XML read; none where there are few.
fn escapes(text: &Mapped) -> Option<Mapped> {
    let mut out = Mapped::ending_at(text.end);
    let mut count = 0;
    let mut at = 0;
    while let Some(rest) = text.text.get(at..).filter(|rest| !rest.is_empty()) {
        let place = text.place(at);
        if let Some((read, length)) = percent(rest).or_else(|| escape(rest)) {
            count += read.chars().count();
            for c in read.chars() {
                out.push(c, place);
            }
            at += length;
        } else if let Some(c) = rest.chars().next() {
            out.push(c, place);
            at += c.len_utf8();
        }
    }
    (count >= FEWEST_ESCAPES).then_some(out)
}

/// One character in percent-encoding, or as mail quotes it (`=41`), and the length of what it was read from.
fn percent(text: &str) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let mut read = Vec::new();
    let sign = *bytes.first().filter(|sign| matches!(sign, b'%' | b'='))?;
    while read.len() < 4 && bytes.get(read.len() * 3) == Some(&sign) {
        read.push(hex_pair(bytes, read.len() * 3 + 1)?);
        if let Ok(text) = std::str::from_utf8(&read) {
            return Some((text.to_owned(), read.len() * 3));
        }
    }
    None
}

fn octal(text: &str) -> bool {
    let digits = text
        .bytes()
        .take(3)
        .filter(|byte| (b'0'..=b'7').contains(byte));
    digits.count() == 3
}

fn escape(text: &str) -> Option<(String, usize)> {
    if !text.starts_with(['\\', '&', 'U']) {
        return None;
    }
    for (name, c) in [
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&amp;", '&'),
        ("&quot;", '"'),
        ("&apos;", '\''),
    ] {
        if text.starts_with(name) {
            return Some((c.to_string(), name.len()));
        }
    }
    let (digits, length, radix) = if let Some(rest) = text
        .strip_prefix("\\u{")
        .or_else(|| text.strip_prefix("\\x{"))
    {
        let end = rest.bytes().take(8).position(|byte| byte == b'}')?;
        (rest.get(..end)?, end + 4, 16)
    } else if let Some(rest) = text.strip_prefix("\\u").or_else(|| text.strip_prefix("U+")) {
        (rest.get(..4)?, 6, 16)
    } else if let Some(rest) = text.strip_prefix('\\').filter(|rest| octal(rest)) {
        (rest.get(..3)?, 4, 8)
    } else if let Some(rest) = text.strip_prefix("\\x") {
        (rest.get(..2)?, 4, 16)
    } else {
        let rest = text.strip_prefix("&#")?;
        let (rest, before, radix) = rest
            .strip_prefix(['x', 'X'])
            .map_or((rest, 2, 10), |rest| (rest, 3, 16));
        let end = rest.bytes().take(8).position(|byte| byte == b';')?;
        (rest.get(..end)?, before + end + 1, radix)
    };
    let c = char::from_u32(u32::from_str_radix(digits, radix).ok()?)?;
    Some((c.to_string(), length))
}
