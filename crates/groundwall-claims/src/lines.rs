//! The lines of a text as Markdown lays them out: sentences, items with the line that opens their list, rows with the headers of their table, headings.

use groundwall_text::{pieces, sentences_of};
use std::ops::Range;

/// Bytes of a paragraph that are cut into sentences at once.
const PARAGRAPH: usize = 8_000;
/// Bytes of one statement; a longer one is several.
const STATEMENT: usize = 4_000;
/// Bytes of a line that opens a list, and headers of a table, that are said again with each item or row.
const OPENING: usize = 400;
const HEADERS: usize = 40;

/// What a statement is read with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) enum Frame {
    #[default]
    Plain,
    Heading,
    /// The headers of a table.
    Headers,
    /// An item, with the line that opens its list.
    Item(Option<String>),
    /// A row, with the headers of its table.
    Row(Vec<String>),
}

/// A statement of a text, in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) range: Range<usize>,
    pub(super) frame: Frame,
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    Heading,
    Item,
    Row,
    Rule,
    Prose,
}

fn kind(line: &str) -> Line {
    if line.is_empty() {
        Line::Blank
    } else if is_rule(line) {
        Line::Rule
    } else if line.starts_with('|') {
        Line::Row
    } else if is_heading(line) {
        Line::Heading
    } else if item(line).is_some() {
        Line::Item
    } else {
        Line::Prose
    }
}

fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - rest.len())) && rest.starts_with(' ')
}

/// The line between the headers of a table and its rows.
fn is_rule(line: &str) -> bool {
    line.starts_with('|')
        && line.contains('-')
        && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// An item without its mark.
pub(super) fn item(line: &str) -> Option<&str> {
    let marked = ["- ", "* ", "+ ", "• ", "– "]
        .iter()
        .find_map(|mark| line.strip_prefix(mark));
    marked.or_else(|| {
        let (number, rest) = line.split_once(['.', ')'])?;
        let counts = !number.is_empty()
            && number.len() <= 3
            && number.bytes().all(|byte| byte.is_ascii_digit());
        rest.strip_prefix(' ').filter(|_| counts)
    })
}

/// The cells of a row, without marks of emphasis at their ends.
pub(super) fn cells(row: &str) -> Vec<String> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').unwrap_or(row);
    row.split('|')
        .map(|cell| cell.trim().trim_matches(['*', '`']).trim().to_owned())
        .collect()
}

/// The statements of a text, in its order: lines of lists and tables, sentences of the rest.
pub(super) fn units(text: &str) -> Vec<Unit> {
    let mut reader = Reader {
        text,
        units: Vec::new(),
        paragraph: None,
        opening: None,
        headers: None,
    };
    let mut start = 0;
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let range = start..start + line.len();
        start = range.end;
        let heads = lines.peek().is_some_and(|next| is_rule(next.trim()));
        reader.line(range, line, heads);
    }
    reader.close();
    let units = reader.units;
    join_rows(text, units)
}

struct Reader<'a> {
    text: &'a str,
    units: Vec<Unit>,
    paragraph: Option<Range<usize>>,
    /// The line that opens the list which may come.
    opening: Option<String>,
    /// The headers of the table that is read.
    headers: Option<Vec<String>>,
}

impl Reader<'_> {
    /// Reads the next line; `heads` says whether a table's rule follows it.
    fn line(&mut self, range: Range<usize>, line: &str, heads: bool) {
        let trimmed = line.trim();
        let lead = range.start + (line.len() - line.trim_start().len());
        let body = lead..lead + trimmed.len();
        let kind = kind(trimmed);
        if !matches!(kind, Line::Row | Line::Rule) {
            self.headers = None;
        }
        match kind {
            Line::Blank => self.close(),
            Line::Rule => self.end_list(),
            Line::Row => {
                self.end_list();
                self.row(trimmed, body, heads);
            }
            Line::Heading => {
                self.end_list();
                self.add(cut(self.text, body), &Frame::Heading);
            }
            Line::Item => {
                self.close();
                let frame = Frame::Item(self.opening.clone());
                self.add(statements(self.text, body), &frame);
                if trimmed.ends_with(':') {
                    self.opens(trimmed);
                }
            }
            Line::Prose => {
                let open = self.paragraph.take();
                self.paragraph = Some(open.map_or(range.clone(), |open| open.start..range.end));
            }
        }
    }

    /// Ends the paragraph and whatever list it would open.
    fn end_list(&mut self) {
        self.close();
        self.opening = None;
    }

    fn row(&mut self, line: &str, body: Range<usize>, heads: bool) {
        let frame = if self.headers.is_none() && heads {
            let named = cells(line);
            let short = named.len() <= HEADERS && line.len() <= OPENING;
            self.headers = Some(if short { named } else { Vec::new() });
            Frame::Headers
        } else {
            Frame::Row(self.headers.clone().unwrap_or_default())
        };
        self.add(cut(self.text, body), &frame);
    }

    fn add(&mut self, ranges: Vec<Range<usize>>, frame: &Frame) {
        self.units.extend(ranges.into_iter().map(|range| Unit {
            range,
            frame: frame.clone(),
        }));
    }

    /// Ends the paragraph. Its last sentence opens the list behind it where it ends with a colon.
    fn close(&mut self) {
        let Some(range) = self.paragraph.take() else {
            return;
        };
        let ranges = statements(self.text, range);
        let last = ranges.last().map(|last| &self.text[last.clone()]);
        self.opening = None;
        if let Some(last) = last.filter(|last| last.ends_with(':')) {
            self.opens(last);
        }
        self.add(ranges, &Frame::Plain);
    }

    fn opens(&mut self, line: &str) {
        self.opening = (line.len() <= OPENING).then(|| line.to_owned());
    }
}

/// The sentences of a part of a text.
fn statements(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let sentences = |(at, piece): (usize, &str)| {
        let start = part.start + at;
        sentences_of(piece)
            .into_iter()
            .map(move |inner| start + inner.start..start + inner.end)
            .collect::<Vec<_>>()
    };
    let sentences: Vec<Range<usize>> = pieces(&text[part.clone()], PARAGRAPH)
        .flat_map(sentences)
        .collect();
    sentences
        .into_iter()
        .flat_map(|range| cut(text, range))
        .collect()
}

/// A range, or its parts where it is longer than a statement, without white space around them.
fn cut(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let trimmed = |(at, piece): (usize, &str)| {
        let start = range.start + at + (piece.len() - piece.trim_start().len());
        start..start + piece.trim().len()
    };
    pieces(&text[range.clone()], STATEMENT)
        .map(trimmed)
        .filter(|part| !part.is_empty())
        .collect()
}

/// Joins the cells of a row that is written out as `Header: value. Header: value.`: a cell alone has no subject.
fn join_rows(text: &str, units: Vec<Unit>) -> Vec<Unit> {
    let mut joined: Vec<Unit> = Vec::with_capacity(units.len());
    for unit in units {
        let range = &unit.range;
        let is_next = unit.frame == Frame::Plain
            && is_cell(&text[range.clone()])
            && joined.last().is_some_and(|last| {
                last.frame == Frame::Plain
                    && is_cell(&text[last.range.clone()])
                    && !text[last.range.end..range.start].contains('\n')
            });
        match joined.last_mut() {
            // The first cell of a row names it, so that the same header again begins another row.
            Some(last)
                if is_next
                    && range.end - last.range.start <= STATEMENT
                    && header(&text[last.range.clone()]) != header(&text[range.clone()]) =>
            {
                last.range.end = range.end;
            }
            Some(_) | None => joined.push(unit),
        }
    }
    joined
}

fn header(cell: &str) -> Option<&str> {
    cell.split_once(": ").map(|(header, _)| header.trim())
}

/// `Header: value.` with a short header that holds no sentence.
fn is_cell(text: &str) -> bool {
    header(text).is_some_and(|header| {
        header.chars().count() <= 40
            && !header.contains([',', ';', '!', '?'])
            && header.split_whitespace().count() <= 6
    })
}
