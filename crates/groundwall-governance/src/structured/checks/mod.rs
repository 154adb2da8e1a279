//! The rules, one file a group.

mod content;
mod dates;
mod fields;
mod figures;
mod identifiers;
mod names;
mod own_pages;
mod pages;
mod parties;
mod repeated;

use super::finding::{Findings, Found, shown};
use super::items::{Item, Items, NAMED, Reading};
use super::pack::StructuredPack;
use super::presence::Presence;
use super::rule::Rule;
use super::section::Role;
use super::source::Source;
use super::{date, figure};
use pages::Pages;
use std::collections::BTreeSet;

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
    let mut left = own_pages::Left::of(look);
    for (place, (item, pages)) in look.items.list.iter().zip(&pages).enumerate() {
        let look = &look.at(*pages);
        values(look, place, item, *pages, findings);
        fields::item(look, place, item, findings);
        own_pages::item(look, place, item, *pages, &mut left, findings);
    }
    let about = &look.items.about;
    values(look, 0, about, Pages::of(about), findings);
    fields::said(look, 0, about, findings);
    content::run(look, &pages, findings);
    repeated::run(look, &pages, findings);
    fields::across(look, findings);
    if left.something && findings.runs(Rule::OtherPages) {
        findings.not_run.push(
            "values against the pages of their items: it is not known where the pages of the text end, or which are the item's"
                .to_owned(),
        );
    }
    let bare = look
        .items
        .list
        .iter()
        .filter(|item| own_pages::nothing_else(item));
    let bare = bare.count();
    if bare > 0 {
        findings.not_run.push(format!(
            "{} with pages and nothing else: there is nothing to compare with the document",
            count(look, bare)
        ));
    }
    said_not_run(look, findings);
}

/// Holds each value of an item, or of what stands beside the items, against the document.
fn values(look: &Look<'_>, place: usize, item: &Item<'_>, pages: Pages, out: &mut Findings<'_>) {
    pages::item(look, place, item, pages, out);
    dates::item(look, place, item, out);
    identifiers::item(look, place, item, out);
    names::item(look, place, item, out);
    parties::item(look, place, item, out);
    figures::item(look, place, item, out);
    content::item(look, place, item, out);
}

/// Whether a rule that is on compares a value with the document, with pages, or with other fields. The wordings of models are looked for in every field and compare
/// nothing.
fn compared(look: &Look<'_>, beside: bool, reading: &Reading<'_>, findings: &Findings<'_>) -> bool {
    let on = |rules: &[Rule]| rules.iter().any(|rule| findings.runs(*rule));
    match reading.role {
        Role::Identifier => on(&[Rule::IdentifierAbsent]),
        Role::Name => on(&[Rule::NameAbsent, Rule::NameUnknown]),
        Role::Party => on(&[Rule::PartyAbsent, Rule::PartyApart]),
        Role::Figure => {
            let said = figure::of_value(reading.value, &reading.text);
            on(&[Rule::FigureAbsent]) && !said.is_empty()
        }
        Role::Date | Role::DateStart | Role::DateEnd => {
            on(&[Rule::DateAbsent]) && !date::find(&reading.text).is_empty()
        }
        Role::Text => on(&[Rule::TextAbsent]),
        Role::Category => {
            let clashes = look.pack.clashes.iter();
            let mut named = clashes.flat_map(|clash| [&clash.one, &clash.other]);
            on(&[Rule::Clash]) && named.any(|side| side.fields.contains(&reading.field))
        }
        Role::ItemCount | Role::PageCount => {
            on(&[Rule::CountDiffers]) && beside && fields::counted(look, reading).is_some()
        }
        Role::Remark => false,
        // Without a number of pages their bounds are told by themselves.
        Role::PageStart | Role::PageEnd | Role::PageRange => true,
    }
}

/// Some names in words, and whether there are more.
fn named(names: &BTreeSet<&str>) -> String {
    let first: Vec<String> = names.iter().take(NAMED).map(|name| shown(name)).collect();
    let more = if names.len() > NAMED { ", …" } else { "" };
    format!("{}{more}", first.join(", "))
}

/// What could not be looked at.
fn said_not_run(look: &Look<'_>, findings: &mut Findings<'_>) {
    if look.source.total_pages.is_none() {
        findings.not_run.push(
            "bounds of pages: it is not known how many pages the document has; say how many (total_pages of a request, --total-pages on the command line)"
                .to_owned(),
        );
    }
    let items = look.items.list.iter().map(|item| (false, item));
    let (mut left, mut categories) = (BTreeSet::new(), BTreeSet::new());
    for (beside, item) in items.chain([(true, &look.items.about)]) {
        for reading in &item.readings {
            if left.len() <= NAMED && !compared(look, beside, reading, findings) {
                left.insert(reading.key);
            } else if reading.role == Role::Category {
                categories.insert(reading.key);
            }
        }
    }
    if !left.is_empty() {
        findings.not_run.push(format!(
            "fields that no rule of the pack {} compares: {}",
            look.pack.name,
            named(&left)
        ));
    }
    if !categories.is_empty() {
        findings.not_run.push(format!(
            "fields that the pack {} holds against other fields alone, and not against the document: {}",
            look.pack.name,
            named(&categories)
        ));
    }
    let unknown: BTreeSet<&str> = look.items.unknown.iter().map(String::as_str).collect();
    if !unknown.is_empty() {
        findings.not_run.push(format!(
            "fields that the pack {} does not know: {}",
            look.pack.name,
            named(&unknown)
        ));
    }
}
