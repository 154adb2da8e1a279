//! A text to claims: sentences, list items and table rows; compound sentences split where both halves can stand alone; pronouns resolved.

mod classify;
mod split;

use groundwall_core::{Checkability, Claim, ClaimKind, Span, Specificity};
use groundwall_ingest::sentences_of;

/// A sentence of a text with its claims; `gap` is what stood before it.
#[derive(Debug, Clone, PartialEq)]
pub struct SentenceClaims {
    pub gap: String,
    pub text: String,
    pub span: Span,
    pub claims: Vec<Claim>,
}

/// Takes a text apart. Every character of the text is in a sentence or in the gap before one; ids count from 1.
pub fn decompose(text: &str) -> Vec<SentenceClaims> {
    let mut sentences = Vec::new();
    let mut subject: Option<String> = None;
    let mut next_id = 1;
    let mut end_of_last = 0;
    for range in units(text) {
        let raw = &text[range.clone()];
        let clean = strip_marks(raw);
        let checkability = classify::checkability(&clean);
        let parts = if checkability == Checkability::Checkable { split::standalone(&clean, &mut subject) } else { vec![clean.clone()] };
        let span = Span::of_bytes(text, range.start, range.end);
        let claims = parts
            .into_iter()
            .map(|part| {
                let claim = claim(next_id, part, &clean, span, checkability);
                next_id += 1;
                claim
            })
            .collect();
        sentences.push(SentenceClaims { gap: text[end_of_last..range.start].to_owned(), text: raw.to_owned(), span, claims });
        end_of_last = range.end;
    }
    sentences
}

/// A claim that was given as such: one statement, not taken apart.
pub fn given(id: u32, text: &str) -> Claim {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let span = Span { start: 0, end: text.chars().count() };
    let checkability = classify::checkability(&text);
    claim(id, text.clone(), &text, span, checkability)
}

fn claim(id: u32, text: String, sentence: &str, span: Span, checkability: Checkability) -> Claim {
    let (kind, facts) = kind(&text);
    let specificity = match facts {
        0 => Specificity::Low,
        1 => Specificity::Medium,
        _ => Specificity::High,
    };
    Claim {
        id,
        kind,
        hedge: classify::hedge(&text),
        vague: classify::is_vague(&text),
        text,
        sentence: sentence.to_owned(),
        span,
        specificity,
        checkability,
    }
}

/// The kind of a claim and how many values it states.
fn kind(text: &str) -> (ClaimKind, usize) {
    use groundwall_checks::{citation, date, identifier, number, quote};
    let numbers = number::extract(text);
    let dates = date::extract(text).len();
    let names = identifier::extract(text).len();
    let quotes = quote::extract(text).len();
    let facts = numbers.len() + dates + names + quotes;
    let folded = text.to_lowercase();
    let kind = if quotes > 0 {
        ClaimKind::Quote
    } else if !citation::extract(text).is_empty() {
        ClaimKind::Citation
    } else if let Some(number) = numbers.first() {
        match number.unit {
            number::Unit::Currency(_) => ClaimKind::Currency,
            number::Unit::Percent | number::Unit::Points => ClaimKind::Percentage,
            number::Unit::Ratio => ClaimKind::Ratio,
            number::Unit::Measure(_) | number::Unit::Count(_) => ClaimKind::Count,
        }
    } else if dates > 0 {
        ClaimKind::Date
    } else if [" than ", " more ", " less ", " largest ", " highest "].iter().any(|word| folded.contains(word)) {
        ClaimKind::Comparison
    } else if names > 0 {
        ClaimKind::Entity
    } else if [" is a ", " is an ", " means ", " refers to ", " are a "].iter().any(|word| folded.contains(word)) {
        ClaimKind::Definition
    } else {
        ClaimKind::Other
    };
    (kind, facts)
}

/// Byte ranges of the statements of a text: lines of lists and tables, sentences of the rest.
fn units(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut ranges = Vec::new();
    let mut start = 0;
    let mut paragraph: Option<std::ops::Range<usize>> = None;
    let flush = |paragraph: &mut Option<std::ops::Range<usize>>, ranges: &mut Vec<std::ops::Range<usize>>| {
        if let Some(range) = paragraph.take() {
            ranges.extend(sentences_of(&text[range.clone()]).into_iter().map(|inner| range.start + inner.start..range.start + inner.end));
        }
    };
    for line in text.split_inclusive('\n') {
        let range = start..start + line.len();
        start = range.end;
        let trimmed = line.trim();
        if trimmed.is_empty() {
            flush(&mut paragraph, &mut ranges);
        } else if is_own_line(trimmed) {
            flush(&mut paragraph, &mut ranges);
            let lead = range.start + (line.len() - line.trim_start().len());
            let body = lead..lead + trimmed.len();
            if trimmed.starts_with('|') {
                ranges.push(body);
            } else {
                ranges.extend(sentences_of(&text[body.clone()]).into_iter().map(|inner| body.start + inner.start..body.start + inner.end));
            }
        } else {
            paragraph = Some(paragraph.map_or(range.clone(), |open| open.start..range.end));
        }
    }
    flush(&mut paragraph, &mut ranges);
    ranges.retain(|range| !is_table_rule(&text[range.clone()]));
    join_rows(text, ranges)
}

/// Joins the cells of a row that is written out as `Header: value. Header: value.`: a cell alone has no subject.
fn join_rows(text: &str, ranges: Vec<std::ops::Range<usize>>) -> Vec<std::ops::Range<usize>> {
    let mut joined: Vec<std::ops::Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        let is_next = is_cell(&text[range.clone()])
            && joined.last().is_some_and(|last| is_cell(&text[last.clone()]) && !text[last.end..range.start].contains('\n'));
        match joined.last_mut() {
            // The first cell of a row names it, so that the same header again begins another row.
            Some(last) if is_next && header(&text[last.clone()]) != header(&text[range.clone()]) => last.end = range.end,
            Some(_) | None => joined.push(range),
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
        header.chars().count() <= 40 && !header.contains([',', ';', '!', '?']) && header.split_whitespace().count() <= 6
    })
}

fn is_own_line(line: &str) -> bool {
    let numbered = line.split_once(['.', ')']).is_some_and(|(number, rest)| {
        !number.is_empty() && number.len() <= 3 && number.bytes().all(|b| b.is_ascii_digit()) && rest.starts_with(' ')
    });
    line.starts_with("- ") || line.starts_with("* ") || line.starts_with("• ") || line.starts_with('|') || line.starts_with('#') || numbered
}

fn is_table_rule(line: &str) -> bool {
    line.starts_with('|') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

/// A statement without list marks, emphasis and its own numbered citations.
fn strip_marks(raw: &str) -> String {
    let mut text = raw.trim().trim_start_matches('#').trim();
    for mark in ["- ", "* ", "• "] {
        text = text.strip_prefix(mark).unwrap_or(text);
    }
    if let Some((number, rest)) = text.split_once(['.', ')'])
        && !number.is_empty()
        && number.len() <= 3
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && let Some(rest) = rest.strip_prefix(' ')
    {
        text = rest;
    }
    let text = if text.starts_with('|') {
        text.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>().join(", ")
    } else {
        text.to_owned()
    };
    let plain = groundwall_checks::citation::strip_numbered(&text.replace("**", "").replace("__", "").replace('`', ""));
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
