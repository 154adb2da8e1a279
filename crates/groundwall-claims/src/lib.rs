#![doc = include_str!("../README.md")]

mod ascription;
mod classify;
mod language;
mod lines;
mod split;
mod wrapped;

pub use ascription::{Ascribed, ascribed};
pub use language::LISTS;
pub use split::looks_like_verb;

use groundwall_checks::{Text, citation};
use groundwall_core::{Checkability, Claim, ClaimKind, Span, Specificity};
use groundwall_values::number;
use lines::{Frame, Unit, cells, item};

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
    // What an item speaks of is not what the text behind its list does.
    let mut in_item: Option<String> = None;
    let mut next_id = 1;
    let mut end_of_last = 0;
    let mut characters = 0;
    for Unit { range, frame } in lines::units(text) {
        let raw = &text[range.clone()];
        let clean = strip_marks(raw, &frame);
        let checkability = checkability(&clean, &frame);
        let parts = match &frame {
            _ if checkability != Checkability::Checkable => vec![clean.clone()],
            Frame::Row(_) | Frame::Headers => vec![split::finish(&clean)],
            Frame::Item(Some(opening)) if !split::stands_alone(&clean) => {
                let opening = strip_marks(opening, &Frame::Item(None));
                vec![split::finish(&format!("{opening} {clean}"))]
            }
            Frame::Item(_) => {
                if is_item(raw) {
                    in_item.clone_from(&subject);
                }
                split::standalone(&clean, &mut in_item)
            }
            Frame::Plain | Frame::Heading => split::standalone(&clean, &mut subject),
        };
        let gap = &text[end_of_last..range.start];
        let start = characters + gap.chars().count();
        characters = start + raw.chars().count();
        let span = Span {
            start,
            end: characters,
        };
        let claims = parts
            .into_iter()
            .map(|part| {
                let claim = claim(next_id, part, &clean, span, checkability);
                next_id += 1;
                claim
            })
            .collect();
        sentences.push(SentenceClaims {
            gap: gap.to_owned(),
            text: raw.to_owned(),
            span,
            claims,
        });
        end_of_last = range.end;
    }
    sentences
}

/// Whether a statement stands in a list, with its mark.
pub fn is_item(text: &str) -> bool {
    item(text).is_some()
}

/// Whether a statement is a row of a table, with its marks.
pub fn is_row(text: &str) -> bool {
    text.trim_start().starts_with('|')
}

/// A claim that was given as such: one statement, not taken apart.
pub fn given(id: u32, text: &str) -> Claim {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let span = Span {
        start: 0,
        end: text.chars().count(),
    };
    let statement = wrapped::unwrapped(&text);
    let checkability = classify::checkability(&statement);
    claim(id, statement, &text, span, checkability)
}

fn claim(id: u32, text: String, sentence: &str, span: Span, checkability: Checkability) -> Claim {
    let (kind, facts) = kind(&text.as_str().into());
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
fn kind(text: &Text) -> (ClaimKind, usize) {
    let numbers = text.numbers();
    let dates = text.dates().len();
    let names = text.identifiers().len();
    let quotes = text.quotes().len();
    let facts = numbers.len() + dates + names + quotes;
    let folded = text.to_lowercase();
    let english = &language::ENGLISH.statements;
    let kind = if quotes > 0 {
        ClaimKind::Quote
    } else if !text.citations().is_empty() {
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
    } else if english.comparisons.within(&folded).is_some() {
        ClaimKind::Comparison
    } else if names > 0 {
        ClaimKind::Entity
    } else if english.definitions.within(&folded).is_some() {
        ClaimKind::Definition
    } else {
        ClaimKind::Other
    };
    (kind, facts)
}

/// A heading and the headers of a table state nothing; a heading with a value in it does.
fn checkability(clean: &str, frame: &Frame) -> Checkability {
    match (classify::checkability(clean), frame) {
        (Checkability::Checkable, Frame::Headers) => Checkability::Meta,
        // "## Two" is no statement.
        (Checkability::Checkable, Frame::Heading)
            if !classify::holds_value(clean) || clean.split_whitespace().nth(2).is_none() =>
        {
            Checkability::Meta
        }
        (own, Frame::Plain | Frame::Heading | Frame::Headers | Frame::Item(_) | Frame::Row(_)) => {
            own
        }
    }
}

/// A statement without list marks, emphasis, its own numbered citations and what surrounds it; a row as `Header: value. Header: value.`, as the rows of documents are written.
fn strip_marks(raw: &str, frame: &Frame) -> String {
    let text = raw.trim().trim_start_matches('#').trim();
    let text = item(text).unwrap_or(text);
    let text = &without_notes(text);
    let text = match frame {
        Frame::Row(headers) => row(headers, &cells(text)),
        Frame::Headers => cells(text).join(", "),
        Frame::Plain | Frame::Heading | Frame::Item(_) => text.to_owned(),
    };
    let plain = citation::strip_numbered(&without_emphasis(&text));
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    match frame {
        Frame::Row(_) | Frame::Headers => plain,
        Frame::Plain | Frame::Heading | Frame::Item(_) => wrapped::unwrapped(&plain),
    }
}

/// Bytes of what a note is called, at most.
const NOTE: usize = 40;

/// A text without the marks of its footnotes, `[^1]`, and without the one that a note begins with: `[^1]: Handbook, page 3`.
fn without_notes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("[^") {
        kept.push_str(before);
        let name = behind.split_once(']').filter(|(name, _)| {
            !name.is_empty() && name.len() <= NOTE && !name.contains(char::is_whitespace)
        });
        rest = if let Some((_, after)) = name {
            let begins = kept.is_empty();
            after.strip_prefix(':').filter(|_| begins).unwrap_or(after)
        } else {
            kept.push_str("[^");
            behind
        };
    }
    kept.push_str(rest);
    kept.trim().to_owned()
}

fn row(headers: &[String], cells: &[String]) -> String {
    if headers.len() != cells.len() {
        return cells.join(", ");
    }
    let told = headers
        .iter()
        .zip(cells)
        .filter(|(_, cell)| !cell.is_empty());
    told.map(|(header, cell)| {
        let cell = cell.trim_end_matches('.');
        if header.is_empty() {
            format!("{cell}.")
        } else {
            format!("{header}: {cell}.")
        }
    })
    .collect::<Vec<_>>()
    .join(" ")
}

/// A text without the marks of emphasis and code. A star between two words or digits, or between spaces, is none.
fn without_emphasis(text: &str) -> String {
    let text = text.replace("**", "").replace("__", "").replace('`', "");
    let mut plain = String::with_capacity(text.len());
    let mut before = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let after = letters.peek().is_some_and(|next| next.is_alphanumeric());
        if letter != '*' || before == after {
            plain.push(letter);
        }
        before = letter.is_alphanumeric();
    }
    plain
}

#[cfg(test)]
mod tests;
