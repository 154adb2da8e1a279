//! The operations of a content stream with their places in it (ISO 32000-1, 7.8.2), so that one can be taken out and all others stay byte by byte.

use std::ops::Range;

/// Arrays and dictionaries within one another.
const DEPTH: u32 = 32;
/// Operands that one operation keeps; no operation has as many.
const OPERANDS: usize = 64;

/// What an operation is about.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Operand {
    Number(f32),
    Name(Vec<u8>),
    Text(Vec<u8>),
    Array(Vec<Operand>),
    /// A dictionary, `true`, `null`.
    Other,
}

/// One operation.
#[derive(Debug, Default)]
pub(super) struct Operation {
    pub(super) operator: Vec<u8>,
    pub(super) operands: Vec<Operand>,
    /// Its bytes, from the first operand to the end of the operator.
    pub(super) place: Range<usize>,
}

impl Operation {
    pub(super) fn number(&self, at: usize) -> Option<f32> {
        match self.operands.get(at)? {
            Operand::Number(number) => Some(*number),
            Operand::Name(_) | Operand::Text(_) | Operand::Array(_) | Operand::Other => None,
        }
    }

    /// The first operands as numbers; none where one of them is none.
    pub(super) fn numbers<const N: usize>(&self) -> Option<[f32; N]> {
        let mut all = [0.0; N];
        for (at, own) in all.iter_mut().enumerate() {
            *own = self.number(at)?;
        }
        Some(all)
    }

    /// The name of the layer that a marked part belongs to.
    pub(super) fn layer(&self) -> Option<&[u8]> {
        match self.operands.as_slice() {
            [Operand::Name(kind), Operand::Name(name)] if kind == b"OC" => Some(name),
            _ => None,
        }
    }

    pub(super) fn name(&self) -> Option<&[u8]> {
        self.operands.iter().find_map(|operand| match operand {
            Operand::Name(name) => Some(name.as_slice()),
            Operand::Number(_) | Operand::Text(_) | Operand::Array(_) | Operand::Other => None,
        })
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | 9 | 10 | 12 | 13 | 32)
}

fn is_delimiter(byte: u8) -> bool {
    matches!(
        byte,
        b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%'
    )
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|digit| digit as u8)
}

/// Reads operations one after the other.
pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            if byte == b'%' {
                while self
                    .peek()
                    .is_some_and(|byte| byte != b'\n' && byte != b'\r')
                {
                    self.at += 1;
                }
            } else if is_space(byte) {
                self.at += 1;
            } else {
                return;
            }
        }
    }

    /// A run of regular bytes.
    fn word(&mut self) -> &'a [u8] {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| !is_space(byte) && !is_delimiter(byte))
        {
            self.at += 1;
        }
        &self.bytes[start..self.at]
    }

    /// Reads into `operation`; false at the end of the stream.
    pub(super) fn next(&mut self, operation: &mut Operation) -> bool {
        operation.operands.clear();
        let mut start = None;
        loop {
            self.skip_space();
            let Some(byte) = self.peek() else {
                return false;
            };
            let from = *start.get_or_insert(self.at);
            match self.operand(byte, 0) {
                Some(operand) => {
                    if operation.operands.len() < OPERANDS {
                        operation.operands.push(operand);
                    }
                }
                None => {
                    let word = self.word();
                    if word.is_empty() {
                        // A bracket that nothing opened.
                        self.at += 1;
                        continue;
                    }
                    if word == b"BI" {
                        self.inline_image();
                    }
                    operation.operator.clear();
                    operation.operator.extend_from_slice(word);
                    operation.place = from..self.at;
                    return true;
                }
            }
        }
    }

    /// An operand; none where an operator or something that fits nowhere begins, of which nothing is taken.
    fn operand(&mut self, byte: u8, depth: u32) -> Option<Operand> {
        match byte {
            b'(' => Some(Operand::Text(self.literal())),
            b'/' => Some(Operand::Name(self.name())),
            b'<' if self.bytes.get(self.at + 1) == Some(&b'<') => {
                self.at += 2;
                self.list(b'>', depth);
                self.at = (self.at + 1).min(self.bytes.len());
                Some(Operand::Other)
            }
            b'<' => Some(Operand::Text(self.hexadecimal())),
            b'[' => {
                self.at += 1;
                Some(Operand::Array(self.list(b']', depth)))
            }
            b'0'..=b'9' | b'+' | b'-' | b'.' => {
                let word = self.word();
                Some(Operand::Number(
                    std::str::from_utf8(word)
                        .ok()
                        .and_then(number)
                        .unwrap_or(0.0),
                ))
            }
            _ => {
                let (before, word) = (self.at, self.word());
                if matches!(word, b"true" | b"false" | b"null") {
                    return Some(Operand::Other);
                }
                self.at = before;
                None
            }
        }
    }

    /// Operands up to a bracket, which is taken too.
    fn list(&mut self, end: u8, depth: u32) -> Vec<Operand> {
        let mut all = Vec::new();
        loop {
            self.skip_space();
            let Some(byte) = self.peek() else { return all };
            if byte == end {
                self.at += 1;
                return all;
            }
            match if depth < DEPTH {
                self.operand(byte, depth + 1)
            } else {
                None
            } {
                Some(operand) => all.push(operand),
                None => {
                    if self.word().is_empty() {
                        self.at += 1;
                    }
                }
            }
        }
    }

    fn literal(&mut self) -> Vec<u8> {
        self.at += 1;
        let (mut text, mut depth) = (Vec::new(), 1u32);
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.escape(&mut text),
                b'(' => {
                    depth += 1;
                    text.push(byte);
                }
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                    text.push(byte);
                }
                _ => text.push(byte),
            }
        }
        text
    }

    fn escape(&mut self, text: &mut Vec<u8>) {
        let Some(byte) = self.peek() else { return };
        self.at += 1;
        match byte {
            b'n' => text.push(b'\n'),
            b'r' => text.push(b'\r'),
            b't' => text.push(b'\t'),
            b'b' => text.push(8),
            b'f' => text.push(12),
            b'\r' if self.peek() == Some(b'\n') => self.at += 1,
            b'\r' | b'\n' => {}
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(next @ b'0'..=b'7') = self.peek() else {
                        break;
                    };
                    code = code * 8 + u32::from(next - b'0');
                    self.at += 1;
                }
                text.push((code & 0xFF) as u8);
            }
            other => text.push(other),
        }
    }

    fn hexadecimal(&mut self) -> Vec<u8> {
        self.at += 1;
        let (mut text, mut half) = (Vec::new(), None);
        while let Some(byte) = self.peek() {
            self.at += 1;
            if byte == b'>' {
                break;
            }
            half = match (half, digit(byte)) {
                (half, None) => half,
                (None, Some(digit)) => Some(digit),
                (Some(high), Some(low)) => {
                    text.push(high * 16 + low);
                    None
                }
            };
        }
        text.extend(half.map(|high| high * 16));
        text
    }

    fn name(&mut self) -> Vec<u8> {
        self.at += 1;
        let raw = self.word();
        let mut name = Vec::with_capacity(raw.len());
        let mut at = 0;
        while let Some(byte) = raw.get(at) {
            let code = || Some(digit(*raw.get(at + 1)?)? * 16 + digit(*raw.get(at + 2)?)?);
            match (*byte == b'#').then(code).flatten() {
                Some(code) => {
                    name.push(code);
                    at += 3;
                }
                None => {
                    name.push(*byte);
                    at += 1;
                }
            }
        }
        name
    }

    /// Goes behind the data of an inline image.
    fn inline_image(&mut self) {
        let data = |at: usize, mark: &[u8]| {
            let before = at
                .checked_sub(1)
                .and_then(|at| self.bytes.get(at))
                .is_none_or(|byte| is_space(*byte) || is_delimiter(*byte));
            let after = self.bytes.get(at + 2).is_none_or(|byte| is_space(*byte));
            before && after && self.bytes[at..].starts_with(mark)
        };
        let find = |from: usize, mark: &[u8]| {
            (from..self.bytes.len())
                .find(|at| data(*at, mark))
                .map_or(self.bytes.len(), |at| at + 2)
        };
        let begin = find(self.at, b"ID");
        self.at = find(begin, b"EI").min(self.bytes.len());
    }
}

/// A number as PDF writes it; `--5` and `5-3` of careless writers are read as far as they go.
fn number(word: &str) -> Option<f32> {
    let trimmed = word.trim_start_matches('-');
    let negative = trimmed.len() < word.len();
    let end = trimmed
        .find(|c: char| !(c.is_ascii_digit() || c == '.' || c == '+'))
        .unwrap_or(trimmed.len());
    let value: f32 = trimmed[..end].trim_start_matches('+').parse().ok()?;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_keep_their_places() {
        let stream = br"q /F#31 12 Tf % (no) Tj
            [(A\)\050) -20.5 <4 2>] TJ << /A [1 2] >> BDC BI /W 1 ID x EIx EI Q ) ] (open";
        let (mut scanner, mut operation, mut all) =
            (Scanner::of(stream), Operation::default(), Vec::new());
        while scanner.next(&mut operation) {
            all.push((
                String::from_utf8_lossy(&operation.operator).into_owned(),
                operation.operands.clone(),
                operation.place.clone(),
            ));
        }
        let operators: Vec<&str> = all.iter().map(|(operator, ..)| operator.as_str()).collect();
        assert_eq!(operators, ["q", "Tf", "TJ", "BDC", "BI", "Q"]);
        assert_eq!(
            all[1].1,
            [Operand::Name(b"F1".to_vec()), Operand::Number(12.0)]
        );
        assert_eq!(
            all[2].1,
            [Operand::Array(vec![
                Operand::Text(b"A)(".to_vec()),
                Operand::Number(-20.5),
                Operand::Text(b"B".to_vec())
            ])]
        );
        assert_eq!(&stream[all[2].2.clone()], br"[(A\)\050) -20.5 <4 2>] TJ");
    }
}
