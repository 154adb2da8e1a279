//! Items that stand twice, and items whose pages overlap.

use super::Look;
use super::pages::Pages;
use crate::structured::finding::{Findings, Found};
use crate::structured::items::Item;
use crate::structured::presence::by_value;
use crate::structured::rule::Rule;
use crate::structured::section::Role;
use std::collections::BTreeSet;

fn pages_of(range: (u32, u32)) -> String {
    match range {
        (start, end) if start == end => format!("page {start}"),
        (start, end) => format!("pages {start} to {end}"),
    }
}

/// One finding for each item behind the first of its like.
fn duplicates<K: Eq + std::hash::Hash>(
    look: &Look<'_>,
    rule: Rule,
    pairs: impl Iterator<Item = (K, usize)>,
    say: impl Fn(&K) -> (String, String),
    out: &mut Findings<'_>,
) {
    for (value, places) in by_value(pairs) {
        for place in places.iter().skip(1) {
            let (description, detected) = say(&value);
            let path = look.items.list.get(*place).map(|item| item.path.clone());
            let found = Found {
                rule,
                path: path.unwrap_or_default(),
                description,
                detected: Some(detected),
                expected: None,
            };
            out.add(*place, found);
        }
    }
}

/// Ranges, sorted, against the one before that reaches furthest.
fn overlaps(look: &Look<'_>, ranges: &[((u32, u32), usize)], out: &mut Findings<'_>) {
    let mut furthest: Option<(u32, u32)> = None;
    for (range, place) in ranges {
        if let Some(before) = furthest
            && range.0 <= before.1
        {
            let shared = before.1.min(range.1) - range.0 + 1;
            let border =
                shared <= look.pack.shared_pages && range.0 > before.0 && range.1 > before.1;
            let path = look.items.list.get(*place).map(|item| item.path.clone());
            let found = Found {
                rule: if border {
                    Rule::SharedPage
                } else {
                    Rule::Overlap
                },
                path: path.unwrap_or_default(),
                description: format!(
                    "It overlaps with another {}, on {}.",
                    look.pack.noun,
                    pages_of(before)
                ),
                detected: Some(pages_of(*range)),
                expected: None,
            };
            out.add(*place, found);
        }
        if furthest.is_none_or(|before| range.1 > before.1) {
            furthest = Some(*range);
        }
    }
}

/// What an item states beside its pages, where that tells it from every other: a number, and a time or a figure.
fn stated<'i>(item: &'i Item<'_>) -> Option<Vec<(usize, &'i str)>> {
    let of = |roles: &[Role]| item.readings.iter().any(|one| roles.contains(&one.role));
    let telling = [Role::Date, Role::DateStart, Role::DateEnd, Role::Figure];
    if !of(&[Role::Identifier]) || !of(&telling) {
        return None;
    }
    let beside = [
        Role::PageStart,
        Role::PageEnd,
        Role::PageRange,
        Role::Remark,
    ];
    let readings = item.readings.iter();
    let mut said: Vec<(usize, &str)> = readings
        .filter(|one| !beside.contains(&one.role))
        .map(|one| (one.field, one.text.as_str()))
        .collect();
    said.sort_unstable();
    Some(said)
}

pub(super) fn run(look: &Look<'_>, pages: &[Pages], out: &mut Findings<'_>) {
    let with_pages = pages.iter().enumerate();
    let ranges = with_pages.filter_map(|(place, pages)| Some((pages.whole()?, place)));
    let say = |range: &(u32, u32)| {
        let description = format!(
            "More than one {} is said to be on {}.",
            look.pack.noun,
            pages_of(*range)
        );
        (description, pages_of(*range))
    };
    duplicates(look, Rule::DuplicatePages, ranges.clone(), say, out);
    let say_item = |said: &Vec<(usize, &str)>| {
        let values: Vec<&str> = said.iter().map(|(_, text)| *text).collect();
        let description = format!("This {} stands there more than once.", look.pack.noun);
        (description, values.join(", "))
    };
    let mut sorted: Vec<((u32, u32), usize)> = ranges.collect();
    sorted.sort_unstable();
    sorted.dedup_by_key(|(range, _)| *range);
    overlaps(look, &sorted, out);
    // On other pages, items are the same that state the same number, time and figures; without pages, those that say the same.
    let mut seen = BTreeSet::new();
    let same = look.items.list.iter().zip(pages).enumerate();
    let same = same.filter_map(|(place, (item, pages))| {
        let said = stated(item)?;
        let range = pages.whole()?;
        seen.insert((said.clone(), range)).then_some((said, place))
    });
    duplicates(look, Rule::DuplicateItem, same, say_item, out);
    let all = look.items.list.iter().zip(pages).enumerate();
    let said = all.filter_map(|(place, (item, pages))| {
        if pages.start.is_some() || pages.end.is_some() || item.readings.is_empty() {
            return None;
        }
        let mut said: Vec<(usize, &str)> = item
            .readings
            .iter()
            .map(|reading| (reading.field, reading.text.as_str()))
            .collect();
        said.sort_unstable();
        Some((said, place))
    });
    duplicates(look, Rule::DuplicateItem, said, say_item, out);
}
