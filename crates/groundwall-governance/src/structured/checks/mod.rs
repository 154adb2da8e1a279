//! The rules, one file a group.

mod content;
mod dates;
mod fields;
mod identifiers;
mod names;
mod pages;
mod repeated;

use super::finding::{Findings, Found};
use super::items::{Items, Reading};
use super::pack::StructuredPack;
use super::presence::Presence;
use super::rule::Rule;
use super::source::Source;
use pages::Pages;

/// What the rules look at.
#[derive(Clone, Copy)]
pub(super) struct Look<'a> {
    pub(super) pack: &'a StructuredPack,
    pub(super) source: &'a Source,
    pub(super) items: &'a Items<'a>,
    /// What stands in the pages that are asked about.
    pub(super) presence: &'a Presence,
    /// What stands in the document.
    pub(super) beyond: &'a Presence,
    /// The year in which this is checked.
    pub(super) year: i32,
}

impl Look<'_> {
    /// What the rules look at for an item: where it stands on pages that are not asked about, in all of the document.
    fn at(self, pages: Pages) -> Self {
        let presence = if pages.among(self.source.range) {
            self.presence
        } else {
            self.beyond
        };
        Self { presence, ..self }
    }
}

/// A finding of one field.
fn of(rule: Rule, reading: &Reading<'_>, description: impl Into<String>) -> Found {
    Found {
        rule,
        path: reading.path.clone(),
        description: description.into(),
        detected: Some(reading.text.clone()),
        expected: None,
    }
}

/// A count of items with what they are called.
fn count(look: &Look<'_>, number: usize) -> String {
    format!("{number} {}", look.pack.items(number))
}

/// Holds an answer against every rule.
pub(super) fn run(look: &Look<'_>, findings: &mut Findings<'_>) {
    let pages: Vec<Pages> = look.items.list.iter().map(Pages::of).collect();
    pages::whole(look, findings);
    for (place, (item, pages)) in look.items.list.iter().zip(&pages).enumerate() {
        let look = &look.at(*pages);
        pages::item(look, place, item, *pages, findings);
        dates::item(look, place, item, findings);
        identifiers::item(look, place, item, findings);
        names::item(look, place, item, findings);
        fields::item(look, place, item, findings);
    }
    content::run(look, &pages, findings);
    repeated::run(look, &pages, findings);
    fields::across(look, findings);
    said_not_run(look, findings);
}

/// What could not be looked at.
fn said_not_run(look: &Look<'_>, findings: &mut Findings<'_>) {
    if look.source.total_pages.is_none() {
        findings.not_run.push(
            "bounds of pages: it is not known how many pages the document has; say how many (total_pages of the request)"
                .to_owned(),
        );
    }
    if !look.items.unknown.is_empty() {
        let names: Vec<&str> = look.items.unknown.iter().map(String::as_str).collect();
        findings.not_run.push(format!(
            "fields that the pack {} does not know: {}",
            look.pack.name,
            names.join(", ")
        ));
    }
}
