//! Answers of a text: what stands between rulers, else what stands under each heading, however deep, else all of it.

use super::given;
use groundwall_core::{Block, BlockKind, GivenAnswer};

/// Signs of a ruler, at least.
const RULER: usize = 3;

fn is_ruler(line: &str) -> bool {
    let line = line.trim();
    line.len() >= RULER
        && ["-", "=", "*", "_", "#"]
            .iter()
            .any(|sign| line.replace(sign, "").is_empty())
}

/// The words of a heading of Markdown.
fn heading(line: &str) -> Option<&str> {
    let depth = line.chars().take_while(|sign| *sign == '#').count();
    let words = line.get(depth..)?;
    ((1..=6).contains(&depth) && words.starts_with(' ')).then(|| words.trim())
}

/// Whether a line begins code, or ends it.
fn is_fence(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}

/// Sections, each from a line that begins one and names it; what stands before the first is a section too. One without text of its own is none.
fn parted<'a>(
    lines: &[&'a str],
    mut begins: impl FnMut(&'a str) -> Option<&'a str>,
) -> Vec<GivenAnswer> {
    let mut sections = Vec::new();
    let (mut name, mut text) = ("", String::new());
    // The title of a file is no answer.
    let says = |name: &str, text: &str| {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.any(|line| !name.is_empty() || heading(line).is_none())
    };
    for line in lines {
        match begins(line) {
            Some(next) => {
                if says(name, &text) {
                    sections.push(given(name, &text));
                }
                (name, text) = (next, String::new());
            }
            None => {
                text.push_str(line);
                text.push('\n');
            }
        }
    }
    if says(name, &text) {
        sections.push(given(name, &text));
    }
    sections
}

/// The answers of a text or of Markdown.
pub(super) fn of_text(content: &str, markdown: bool) -> Vec<GivenAnswer> {
    let lines: Vec<&str> = content.lines().collect();
    if lines.iter().any(|line| is_ruler(line)) {
        return parted(&lines, |line| is_ruler(line).then_some(""));
    }
    // A line of code may begin with the sign of a heading.
    let mut code = false;
    parted(&lines, |line| {
        code ^= markdown && is_fence(line);
        heading(line).filter(|_| markdown && !code)
    })
}

/// The answers of a document of blocks.
pub(super) fn of_blocks(blocks: &[Block]) -> Vec<GivenAnswer> {
    let ruled = blocks.iter().any(|block| is_ruler(&block.text));
    let mut sections = Vec::new();
    let (mut name, mut text) = (String::new(), String::new());
    for block in blocks {
        let begins = if ruled {
            is_ruler(&block.text)
        } else {
            block.kind == BlockKind::Heading
        };
        if begins {
            if !text.trim().is_empty() {
                sections.push(given(&name, &text));
            }
            name = if ruled {
                String::new()
            } else {
                block.text.clone()
            };
            text.clear();
            continue;
        }
        match block.kind {
            BlockKind::Heading => text.push_str("## "),
            BlockKind::ListItem => text.push_str("- "),
            BlockKind::Paragraph | BlockKind::Row => {}
        }
        text.push_str(&block.text);
        text.push_str(if block.kind == BlockKind::ListItem {
            "\n"
        } else {
            "\n\n"
        });
    }
    if !text.trim().is_empty() {
        sections.push(given(&name, &text));
    }
    sections
}
