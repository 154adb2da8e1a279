//! Items of a document, or of pages, without text, and passages that the document does not have.

use super::pages::Pages;
use super::{Look, of};
use crate::structured::finding::{Findings, Found};
use crate::structured::items::Item;
use crate::structured::rule::Rule;
use crate::structured::section::Role;
use crate::structured::source::Page;

/// Characters of a page.
fn length(page: &Page) -> usize {
    page.text.trim().chars().count()
}

/// Characters of the text before each page, by page.
struct Lengths(Vec<(u32, usize)>, usize);

impl Lengths {
    fn new(look: &Look<'_>) -> Self {
        let mut sum = 0;
        let mut before = Vec::new();
        for page in &look.source.pages {
            before.push((page.number.unwrap_or(0), sum));
            sum += length(page);
        }
        Self(before, sum)
    }

    fn before(&self, page: u32) -> usize {
        let place = self.0.partition_point(|(number, _)| *number < page);
        self.0.get(place).map_or(self.1, |(_, sum)| *sum)
    }
}

pub(super) fn run(look: &Look<'_>, pages: &[Pages], out: &mut Findings<'_>) {
    let lengths = Lengths::new(look);
    let asked: usize = look.source.asked().map(length).sum();
    let least = look.pack.min_text;
    let paged = look.source.paged();
    let total = look.source.total_pages.unwrap_or(u32::MAX);
    for (place, (item, pages)) in look.items.list.iter().zip(pages).enumerate() {
        let own = || {
            let (start, end) = pages
                .whole()
                .filter(|(start, _)| paged && *start <= total)?;
            Some(lengths.before(end.saturating_add(1)) - lengths.before(start))
        };
        let length = if lengths.1 < least {
            Some((lengths.1, "The document has"))
        } else if asked < least && pages.among(look.source.range) {
            Some((asked, "The pages that were asked about have"))
        } else {
            own()
                .filter(|own| *own < least)
                .map(|own| (own, "The pages that it names have"))
        };
        if let Some((length, what)) = length {
            let found = Found {
                rule: Rule::TooLittleText,
                path: item.path.clone(),
                description: format!(
                    "{what} {length} characters of text; nothing can be taken from that."
                ),
                detected: Some(format!("{length} characters")),
                expected: Some(format!("at least {least} characters")),
            };
            out.add(place, found);
        }
    }
}

/// Passages of an item that the document does not have.
pub(super) fn item(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    for reading in item.of(Role::Text) {
        if !look.presence.holds_text(&reading.text) {
            let description = "This passage does not stand in the document.";
            out.add(place, of(Rule::TextAbsent, reading, description));
        }
    }
}
