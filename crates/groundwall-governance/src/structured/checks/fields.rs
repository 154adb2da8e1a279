//! Fields that are missing, contradict each other, or say what models say when they know nothing.

use super::{Look, of};
use crate::structured::finding::{Findings, Found};
use crate::structured::fold::{unseparated, words};
use crate::structured::items::{Item, Reading};
use crate::structured::pack::ClashSide;
use crate::structured::presence::by_value;
use crate::structured::rule::Rule;
use crate::structured::section::Role;
use std::collections::BTreeSet;

/// The field that makes one side of a clash true.
fn side<'i>(item: &'i Item<'_>, side: &ClashSide) -> Option<&'i Reading<'i>> {
    item.readings.iter().find(|reading| {
        side.fields.contains(&reading.field)
            && (side.words.is_empty() || {
                let text = format!(" {} ", words(&reading.text).join(" "));
                side.words.iter().any(|word| text.contains(word.as_str()))
            })
    })
}

fn clashes(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    for clash in &look.pack.clashes {
        if let (Some(one), Some(other)) = (side(item, &clash.one), side(item, &clash.other)) {
            let found = Found {
                rule: Rule::Clash,
                path: other.path.clone(),
                description: clash.reason.clone(),
                detected: Some(format!("{} and {}", one.text, other.text)),
                expected: None,
            };
            if out.runs(Rule::Clash) {
                out.add_as(place, clash.severity, found);
            }
        }
    }
}

fn suspicious(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    for entry in &look.pack.suspicious {
        for reading in &item.readings {
            let looked_at = entry.fields.is_empty() || entry.fields.contains(&reading.field);
            if !looked_at || !entry.pattern.is_match(&reading.text) {
                continue;
            }
            let there = entry.unless_in_document && look.presence.holds(&reading.text);
            if !there && out.runs(Rule::Suspicious) {
                let found = of(Rule::Suspicious, reading, entry.reason.clone());
                out.add_as(place, entry.severity, found);
            }
        }
    }
}

pub(super) fn item(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    if !item.value.is_object() {
        let found = Found {
            rule: Rule::ItemShape,
            path: item.path.clone(),
            description: format!("This is no object with the fields of a {}.", look.pack.noun),
            detected: Some(item.value.to_string()),
            expected: None,
        };
        out.add(place, found);
        return;
    }
    let empty = !item.states() && out.runs(Rule::EmptyItem);
    if empty {
        let found = Found {
            rule: Rule::EmptyItem,
            path: item.path.clone(),
            description: format!(
                "This {} states nothing: no field that the pack knows has a value.",
                look.pack.noun
            ),
            detected: None,
            expected: None,
        };
        out.add(place, found);
    }
    for (field, known) in look.pack.fields.iter().enumerate() {
        let missed = known.required && !empty;
        if missed && !item.readings.iter().any(|reading| reading.field == field) {
            let found = Found {
                rule: Rule::MissingField,
                path: item.path.clone(),
                description: format!("It has no {}.", known.name),
                detected: None,
                expected: Some(known.name.clone()),
            };
            out.add(place, found);
        }
    }
    said(look, place, item, out);
}

/// What its values say, wherever they stand.
pub(super) fn said(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    clashes(look, place, item, out);
    suspicious(look, place, item, out);
}

/// One number under two names.
fn two_names(look: &Look<'_>, out: &mut Findings<'_>) {
    let all = look.items.list.iter().enumerate();
    let owners = all.filter_map(|(place, item)| {
        let name = item.of(Role::Name).next();
        let identifier = item.of(Role::Identifier).next();
        let both = name.zip(identifier);
        both.map(|(name, identifier)| {
            let all = words(&name.text);
            let mut telling: Vec<String> = look.pack.telling(&all).into_iter().cloned().collect();
            if telling.is_empty() {
                telling = all;
            }
            (
                unseparated(&identifier.text),
                (place, telling, name, identifier),
            )
        })
    });
    for owners in by_value(owners).into_values() {
        let names: BTreeSet<&Vec<String>> = owners.iter().map(|(_, telling, ..)| telling).collect();
        let Some((place, _, _, identifier)) = owners.first() else {
            continue;
        };
        if names.len() < 2 {
            continue;
        }
        let mut written: Vec<&str> = owners.iter().map(|(_, _, name, _)| &*name.text).collect();
        written.sort_unstable();
        written.dedup();
        let found = Found {
            rule: Rule::TwoNames,
            path: identifier.path.clone(),
            description: "The same number stands under different names.".to_owned(),
            detected: Some(written.join(" and ")),
            expected: None,
        };
        out.add(*place, found);
    }
}

/// The number that a count of the answer should be; none where it counts nothing that is known.
pub(super) fn counted(look: &Look<'_>, reading: &Reading<'_>) -> Option<u64> {
    if reading.role == Role::ItemCount {
        Some(look.items.list.len() as u64)
    } else if reading.role == Role::PageCount {
        look.source.total_pages.map(u64::from)
    } else {
        None
    }
}

/// What the answer says of itself as a whole, and what of one name or number in several items.
pub(super) fn across(look: &Look<'_>, out: &mut Findings<'_>) {
    two_names(look, out);
    for reading in &look.items.about.readings {
        let Some(expected) = counted(look, reading) else {
            continue;
        };
        if reading.text.parse() != Ok(expected) {
            let found = of(
                Rule::CountDiffers,
                reading,
                "The answer states a number that is not the one counted.",
            );
            let expected = Some(expected.to_string());
            out.add(0, Found { expected, ..found });
        }
    }
}
