//! PDF: lopdf for encryption, structure and page count; unpdf for text in reading order; lopdf again for pages that unpdf leaves empty. What nobody sees on
//! a page is taken out before.

mod apart;
mod joined;
mod layers;
mod margins;
mod marks;
mod numbered;
mod painter;
mod reading;
mod space;
mod spaced;
mod state;
mod tables;
mod tokens;

use super::{squeeze, unreadable};
use crate::Limits;
use crate::language::ENGLISH;
use apart::{Apart, TakeOut, apart};
use groundwall_core::{Block, BlockKind, ExtractedDocument, Format, Locator, Problem};
use joined::joined;
use marks::Marks;
use numbered::remove_line_numbers;
use std::collections::{BTreeMap, HashMap, HashSet};
use unpdf::parser::backend::{PdfBackend as _, RawBackend};

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    let mut structure = lopdf::Document::load_mem(bytes).ok();
    if structure
        .as_ref()
        .is_some_and(|pdf| pdf.is_encrypted() || pdf.was_encrypted())
    {
        return Err(password());
    }
    if let Some(count) = structure.as_ref().map(|pdf| pdf.get_pages().len())
        && count as u64 > u64::from(limits.pages)
    {
        return Err(Limits::over("pages", limits.pages));
    }
    let Apart {
        hidden,
        bytes: without,
        marks,
    } = if limits.hidden_text_counts {
        apart(bytes, structure.as_mut(), TakeOut::Nothing).unwrap_or_default()
    } else {
        apart(bytes, structure.as_mut(), TakeOut::Hidden)?
    };
    let bytes = without.as_deref().unwrap_or(bytes);
    let mut document = read(bytes, structure.as_ref(), &marks)?;
    if spaced::lacks_spaces(&document)
        && let Some(pdf) = structure.as_mut()
        && let Some(bytes) = spaced::with_gaps(bytes, pdf)
    {
        document = read(&bytes, Some(pdf), &marks)?;
    }
    Ok(ExtractedDocument { hidden, ..document })
}

fn read(
    bytes: &[u8],
    structure: Option<&lopdf::Document>,
    marks: &BTreeMap<u32, Marks>,
) -> Result<ExtractedDocument, Problem> {
    let backend = match RawBackend::load_bytes(bytes) {
        Ok(backend) => backend,
        Err(unpdf::Error::Encrypted | unpdf::Error::InvalidPassword) => return Err(password()),
        Err(error) => return fallback_only(structure, &error.to_string()),
    };
    let none = Marks::default();
    let mut pages: Vec<(u32, Vec<Block>)> = Vec::new();
    let mut empty = Vec::new();
    for number in backend.pages().into_keys() {
        let mut blocks = reading::page(&backend, number, marks.get(&number).unwrap_or(&none));
        if blocks.is_empty() {
            blocks = structure
                .map(|pdf| lopdf_page(pdf, number))
                .unwrap_or_default();
        }
        if blocks.is_empty() {
            empty.push(number);
        }
        pages.push((number, blocks));
    }
    Ok(finish(pages, &empty))
}

fn password() -> Problem {
    unreadable("The PDF is protected with a password. Remove the password and upload it again.")
}

fn fallback_only(
    structure: Option<&lopdf::Document>,
    why: &str,
) -> Result<ExtractedDocument, Problem> {
    let damaged = || {
        unreadable(&format!(
            "The PDF is damaged and cannot be read ({why}). Export it again and upload it."
        ))
    };
    let pdf = structure.ok_or_else(damaged)?;
    let pages: Vec<(u32, Vec<Block>)> = pdf
        .get_pages()
        .into_keys()
        .map(|number| (number, lopdf_page(pdf, number)))
        .collect();
    if pages.iter().all(|(_, blocks)| blocks.is_empty()) {
        return Err(damaged());
    }
    let empty: Vec<u32> = pages
        .iter()
        .filter(|(_, blocks)| blocks.is_empty())
        .map(|(number, _)| *number)
        .collect();
    Ok(finish(pages, &empty))
}

fn lopdf_page(pdf: &lopdf::Document, number: u32) -> Vec<Block> {
    let text = pdf.extract_text(&[number]).unwrap_or_default();
    let place = Locator {
        page: Some(number),
        ..Locator::default()
    };
    let block = |text: &str| Block {
        kind: BlockKind::Paragraph,
        text: one_line(text),
        locator: place.clone(),
    };
    text.split("\n\n")
        .filter(|part| part.chars().any(char::is_alphanumeric))
        .map(block)
        .collect()
}

/// Joins lines and takes out soft hyphens; a hyphen at a line's end stays with a space behind it until [`rejoin`].
fn one_line(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim();
        if !joined.is_empty() {
            joined.push(' ');
        }
        joined.push_str(line);
    }
    squeeze(&joined.replace("\u{ad} ", "").replace('\u{ad}', ""))
}

fn finish(mut pages: Vec<(u32, Vec<Block>)>, empty: &[u32]) -> ExtractedDocument {
    let count = pages.len();
    remove_running_heads(&mut pages);
    remove_line_numbers(&mut pages);
    let mut blocks = joined(pages.into_iter().map(|(_, blocks)| blocks));
    rejoin(&mut blocks);
    let mut notes = Vec::new();
    if !empty.is_empty() {
        let list = empty
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(", ");
        let which = if empty.len() == 1 {
            format!("Page {list} holds")
        } else {
            format!("Pages {list} hold")
        };
        notes.push(format!("{which} no text, only an image or nothing. Run text recognition (OCR) on the file and upload it again."));
    }
    ExtractedDocument {
        format: Format::Pdf,
        blocks,
        tables: Vec::new(),
        hidden: Vec::new(),
        pages: u32::try_from(count).ok(),
        notes,
    }
}

/// Joins words that a reader of lines left apart (`docu- ment`), but not where the document has them with a hyphen elsewhere (`user- space`), nor before
/// the second half of a pair (`pre- and post-war`).
fn rejoin(blocks: &mut [Block]) {
    if !blocks.iter().any(|block| block.text.contains("- ")) {
        return;
    }
    let bare = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    let compounds: HashSet<String> = blocks
        .iter()
        .flat_map(|block| block.text.split(' '))
        .map(bare)
        .filter(|word| word.contains('-'))
        .collect();
    for block in blocks {
        let mut joined: Vec<String> = Vec::new();
        for word in block.text.split(' ') {
            let half = joined.last_mut().filter(|last| {
                last.strip_suffix('-').is_some_and(|half| {
                    half.chars().count() > 1 && half.ends_with(char::is_lowercase)
                }) && word.starts_with(char::is_lowercase)
                    && !ENGLISH.pairs.has(&bare(word))
            });
            match half {
                Some(half) => {
                    if !compounds.contains(&bare(&format!("{half}{word}"))) {
                        half.pop();
                    }
                    half.push_str(word);
                }
                None => joined.push(word.to_owned()),
            }
        }
        block.text = joined.join(" ");
    }
}

/// Removes first and last blocks that stand on at least three pages and half of all, and page numbers at the edges.
fn remove_running_heads(pages: &mut [(u32, Vec<Block>)]) {
    let key = |block: &Block| {
        block
            .text
            .to_lowercase()
            .chars()
            .filter(|c| !c.is_ascii_digit())
            .collect::<String>()
    };
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (_, blocks) in pages.iter() {
        let edges = [
            blocks.first(),
            if blocks.len() > 1 {
                blocks.last()
            } else {
                None
            },
        ];
        for block in edges
            .into_iter()
            .flatten()
            .filter(|block| block.text.chars().count() <= 120)
        {
            *seen.entry(key(block)).or_default() += 1;
        }
    }
    let threshold = 3.max(pages.len().div_ceil(2));
    let running = |block: &Block| {
        seen.get(&key(block))
            .is_some_and(|count| *count >= threshold)
            || is_page_number(&block.text)
    };
    for (_, blocks) in pages.iter_mut() {
        if blocks.len() > 1 && blocks.first().is_some_and(running) {
            blocks.remove(0);
        }
        if blocks.len() > 1 && blocks.last().is_some_and(running) {
            blocks.pop();
        }
    }
}

/// `7`, `Page 7`, `Page 7 of 12`, `- 7 -`.
fn is_page_number(text: &str) -> bool {
    let words: Vec<String> = text
        .to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let number = |word: &String| word.len() <= 4 && word.chars().all(|c| c.is_ascii_digit());
    match words.as_slice() {
        [only] => number(only),
        [page, one] => page == "page" && number(one),
        [page, one, of, all] => page == "page" && number(one) && of == "of" && number(all),
        _ => false,
    }
}

#[cfg(test)]
mod tests;
