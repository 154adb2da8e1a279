//! PDF: lopdf for encryption, structure and page count; unpdf for text in reading order; lopdf again for pages that unpdf leaves empty. What nobody sees on
//! a page is taken out before.

mod apart;
mod heads;
mod hyphens;
mod joined;
mod layers;
mod letters;
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
mod turned;

use super::{squeeze, unreadable};
use crate::Limits;
use apart::{Apart, TakeOut, apart};
use groundwall_core::{Block, BlockKind, ExtractedDocument, Format, Locator, Problem};
use heads::remove_running_heads;
use hyphens::rejoin;
use joined::joined;
use letters::Unread;
use marks::Marks;
use numbered::remove_line_numbers;
use std::collections::BTreeMap;
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
        mut marks,
        turns,
    } = if limits.hidden_text_counts {
        apart(bytes, structure.as_mut(), TakeOut::Nothing).unwrap_or_default()
    } else {
        apart(bytes, structure.as_mut(), TakeOut::Hidden)?
    };
    let bytes = without.as_deref().unwrap_or(bytes);
    let upright = (structure.as_mut()).and_then(|pdf| turned::upright(bytes, pdf, &turns));
    let bytes = upright.as_deref().unwrap_or(bytes);
    if upright.is_some() {
        marks = apart(bytes, structure.as_mut(), TakeOut::Nothing)?.marks;
    }
    let mut document = read(bytes, structure.as_ref(), &marks)?;
    let crowded = spaced::without_spaces(&document);
    if !crowded.is_empty()
        && let Some(pdf) = structure.as_mut()
        && let Some(bytes) = spaced::with_gaps(bytes, pdf, &crowded)
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
    let (mut empty, mut unread) = (Vec::new(), Unread::default());
    for number in backend.pages().into_keys() {
        let own = marks.get(&number).unwrap_or(&none);
        let mut blocks = reading::page(&backend, number, own, &mut unread);
        if blocks.is_empty() && !unread.has(number) {
            let others = structure.map(|pdf| lopdf_page(pdf, number));
            blocks = unread.among(number, others.unwrap_or_default());
        }
        if blocks.is_empty() && !unread.has(number) {
            empty.push(number);
        }
        pages.push((number, blocks));
    }
    let mut document = finish(pages, &empty);
    document.notes.extend(unread.note());
    Ok(document)
}

/// Bytes at the end of a PDF in which its end is marked.
const END: usize = 1024;

/// Whether a PDF lacks its end, as when a transfer broke off.
pub(super) fn is_cut_off(bytes: &[u8]) -> bool {
    let end = &bytes[bytes.len().saturating_sub(END)..];
    let has = |mark: &[u8]| end.windows(mark.len()).any(|part| part == mark);
    !has(b"%%EOF") && !has(b"startxref")
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

#[cfg(test)]
mod tests;
