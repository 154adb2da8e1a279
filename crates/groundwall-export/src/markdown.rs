//! An outline as Markdown with footnotes and pipe tables.

use crate::outline::{Inline, Notes, Outline, Part, of_conversation, outline};
use groundwall_core::Report;

/// Signs that mean something to Markdown wherever they stand.
const SPECIAL: &str = "\\`*_[]<>|~#&";

/// A text that Markdown shows as it is, in one line.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for sign in word.chars() {
            if SPECIAL.contains(sign) {
                out.push('\\');
            }
            out.push(sign);
        }
    }
    out
}

/// As [`plain`], with the white space at both ends.
fn within(text: &str) -> String {
    let edge = |found: bool| if found { " " } else { "" };
    let body = plain(text);
    if body.is_empty() {
        return edge(!text.is_empty()).to_owned();
    }
    let before = edge(text.starts_with(char::is_whitespace));
    let after = edge(text.ends_with(char::is_whitespace));
    format!("{before}{body}{after}")
}

/// A line that would begin a list, a rule or a heading is none.
fn line(text: &str) -> String {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    let rest = text.get(digits..).unwrap_or_default();
    if digits > 0 && rest.starts_with(['.', ')']) {
        return format!("{}\\{rest}", text.get(..digits).unwrap_or_default());
    }
    if text.starts_with(['-', '+', '=']) {
        return format!("\\{text}");
    }
    text.to_owned()
}

fn marked(text: &str, mark: &str) -> String {
    let body = plain(text);
    if body.is_empty() {
        return body;
    }
    let before = if text.starts_with(' ') { " " } else { "" };
    format!("{before}{mark}{body}{mark}")
}

fn paragraph(parts: &[Inline]) -> String {
    let text: String = parts
        .iter()
        .map(|part| match part {
            Inline::Text(text) => within(text),
            Inline::Strong(text) => marked(text, "**"),
            Inline::Emphasis(text) => marked(text, "_"),
            Inline::Note(place) => format!("[^{}]", place.saturating_add(1)),
        })
        .collect();
    line(text.trim())
}

fn row<'a>(cells: impl Iterator<Item = &'a str>) -> String {
    let cells: Vec<String> = cells.map(plain).collect();
    format!("| {} |\n", cells.join(" | "))
}

pub(crate) fn write(report: &Report) -> String {
    written(&outline(report, Notes::Citations))
}

pub(crate) fn conversation(reports: &[Report]) -> String {
    written(&of_conversation(reports, Notes::Citations))
}

fn written(outline: &Outline) -> String {
    let mut out = format!("# {}\n", plain(&outline.title));
    for part in &outline.parts {
        out.push('\n');
        match part {
            Part::Heading(words) => out.push_str(&format!("## {}\n", plain(words))),
            Part::Paragraph(parts) => out.push_str(&format!("{}\n", paragraph(parts))),
            Part::Table { head, rows } => {
                out.push_str(&row(head.iter().copied()));
                out.push_str(&format!("|{}\n", " --- |".repeat(head.len())));
                for cells in rows {
                    out.push_str(&row(cells.iter().map(String::as_str)));
                }
            }
        }
    }
    for (number, note) in (1u32..).zip(&outline.notes) {
        out.push_str(&format!("\n[^{number}]: {}\n", plain(note)));
    }
    out
}
