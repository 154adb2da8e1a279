//! Values that the document has, but on other pages than those of their item, or by another name.

use super::pages::Pages;
use super::{Look, of};
use crate::structured::finding::Findings;
use crate::structured::fold::key;
use crate::structured::items::{Item, Reading};
use crate::structured::pack::StructuredPack;
use crate::structured::presence::Presence;
use crate::structured::rule::Rule;
use crate::structured::section::Role;
use crate::structured::source::Page;
use crate::structured::{date, figure};
use regex::Regex;
use std::collections::HashSet;

/// How often the pages of a document are read for its items, at most: items that overlap so much are none of its.
const READ: usize = 4;

/// What may still be read, and whether anything could not be compared.
pub(super) struct Left {
    pages: usize,
    pub(super) something: bool,
}

impl Left {
    pub(super) fn of(look: &Look<'_>) -> Self {
        Self {
            pages: look.source.pages.len().saturating_mul(READ),
            something: false,
        }
    }
}

/// Whether a value that is of its item alone stands on pages: an identifier may be masked, and a name may stand once for several items.
fn stands(presence: &Presence, reading: &Reading<'_>) -> bool {
    match reading.role {
        Role::Identifier => presence.holds(&reading.text) || presence.ends_number(&reading.text),
        Role::Figure => {
            let said = figure::of_value(reading.value, &reading.text);
            !said.is_empty() && presence.states_figures(&said)
        }
        Role::Date | Role::DateStart | Role::DateEnd => {
            let said = date::find(&reading.text);
            !said.is_empty() && presence.states_dates(&said)
        }
        Role::Text => presence.holds_text(&reading.text),
        Role::Name
        | Role::Party
        | Role::PageStart
        | Role::PageEnd
        | Role::PageRange
        | Role::Category
        | Role::Remark
        | Role::ItemCount
        | Role::PageCount => false,
    }
}

/// The pages of an item; none where they are not known, or the document has others.
fn pages<'p>(look: &Look<'p>, pages: Pages) -> Option<Vec<&'p Page>> {
    let (first, last) = pages.whole().filter(|_| look.source.paged())?;
    let all = look.source.pages.iter();
    let own: Vec<&Page> = all
        .filter(|page| {
            page.number
                .is_some_and(|number| (first..=last).contains(&number))
        })
        .collect();
    let there = own.last().and_then(|page| page.number) == Some(last);
    there.then_some(own)
}

/// The pattern by which the pack finds a field, behind the words that name it; none where the answer calls the field by an alias, which may be of other figures too.
fn pattern<'p>(pack: &'p StructuredPack, reading: &Reading<'_>) -> Option<&'p Regex> {
    let name = &pack.fields.get(reading.field)?.name;
    if key(reading.key) != key(name) {
        return None;
    }
    let mut fields = pack.extraction.as_ref()?.fields.iter();
    fields.find(|field| field.name == *name)?.pattern.as_ref()
}

/// Whether a figure that stands on pages stands there by another name alone: the name of its field has others.
fn of_another(look: &Look<'_>, pages: &[&Page], reading: &Reading<'_>) -> bool {
    let Some(pattern) = pattern(look.pack, reading).filter(|_| reading.role == Role::Figure) else {
        return false;
    };
    let groups = pages
        .iter()
        .flat_map(|page| pattern.captures_iter(&page.text));
    let named: HashSet<String> = groups
        .filter_map(|groups| groups.get(1))
        .flat_map(|value| figure::of_text(value.as_str()))
        .collect();
    let said = figure::of_value(reading.value, &reading.text);
    let there = |readings: &figure::Readings| readings.iter().any(|one| named.contains(one));
    !named.is_empty() && !said.iter().all(there)
}

pub(super) fn item(
    look: &Look<'_>,
    place: usize,
    item: &Item<'_>,
    at: Pages,
    left: &mut Left,
    out: &mut Findings<'_>,
) {
    let there = |reading: &&Reading<'_>| stands(look.presence, reading);
    let mut values: Vec<&Reading<'_>> = item.readings.iter().filter(there).collect();
    if values.is_empty() {
        return;
    }
    let own = pages(look, at).filter(|own| own.len() <= left.pages);
    let known = own.is_some();
    let own = own.unwrap_or_else(|| look.source.pages.iter().collect());
    if known {
        left.pages -= own.len();
        let mut presence = Presence::new(look.pack, &own, item.readings.iter());
        presence.learn_years(look.beyond);
        values.retain(|reading| {
            let here = stands(&presence, reading);
            if !here {
                let description = format!(
                    "The document has this, but not on {at}, where this {} is said to be.",
                    look.pack.noun
                );
                out.add(place, of(Rule::OtherPages, reading, description));
            }
            here
        });
    } else {
        left.something |= at.start.or(at.end).is_some();
    }
    for reading in values {
        if of_another(look, &own, reading) {
            let description =
                "This figure stands there, but not behind the words that name the field.";
            out.add(place, of(Rule::FigureOfAnother, reading, description));
        }
    }
}

/// Whether an item states its pages and nothing else.
pub(super) fn nothing_else(item: &Item<'_>) -> bool {
    let mut roles = item.readings.iter().map(|reading| reading.role);
    let pages = |role| matches!(role, Role::PageStart | Role::PageEnd | Role::PageRange);
    !item.readings.is_empty() && roles.all(pages)
}
