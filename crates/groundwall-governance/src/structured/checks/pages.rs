//! More items than the document can hold, and pages that it does not have.

use super::{Look, count};
use crate::structured::finding::{Findings, Found};
use crate::structured::items::{Item, Reading};
use crate::structured::rule::Rule;
use crate::structured::section::Role;
use serde_json::Value;

/// Where an item says that it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pages {
    pub(super) start: Option<i64>,
    pub(super) end: Option<i64>,
}

/// A whole number, as a number or in words such as `page 3`.
fn page(reading: &Reading<'_>) -> Option<i64> {
    match reading.value {
        Value::Number(number) => {
            let whole = || {
                number
                    .as_f64()
                    .filter(|n| n.fract() == 0.0 && n.abs() < 1e15)
            };
            number.as_i64().or_else(|| whole().map(|n| n as i64))
        }
        Value::String(_) => {
            let text = reading
                .text
                .trim_start_matches(|c: char| c.is_alphabetic() || c.is_whitespace() || c == '.');
            text.parse().ok()
        }
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The two ends of `3-7`, `pages 3 to 7` or `[3, 7]`.
fn range(reading: &Reading<'_>) -> Option<(i64, i64)> {
    let mut numbers = Vec::new();
    let (mut number, mut negative, mut before) = (String::new(), false, ' ');
    for c in reading.text.chars().chain([' ']) {
        if c.is_ascii_digit() {
            if number.is_empty() {
                // A dash behind a digit separates, another one is a sign.
                negative = before == '-' && numbers.is_empty();
            }
            number.push(c);
        } else if !number.is_empty() {
            let value: i64 = number.parse().ok()?;
            numbers.push(if negative { -value } else { value });
            number.clear();
        }
        before = c;
    }
    match numbers.as_slice() {
        [one] => Some((*one, *one)),
        [first, last] => Some((*first, *last)),
        _ => None,
    }
}

impl Pages {
    pub(super) fn of(item: &Item<'_>) -> Self {
        let both = item.of(Role::PageRange).find_map(range);
        let first = item.of(Role::PageStart).find_map(page);
        let last = item.of(Role::PageEnd).find_map(page);
        Self {
            start: first.or(both.map(|both| both.0)),
            end: last.or(both.map(|both| both.1)),
        }
    }

    /// Whether no end of it is beyond a range.
    pub(super) fn among(self, range: Option<(u32, u32)>) -> bool {
        let inside = |page: i64| {
            range.is_none_or(|(first, last)| (first.into()..=last.into()).contains(&page))
        };
        self.start.into_iter().chain(self.end).all(inside)
    }

    /// Both ends, where they are pages in order.
    pub(super) fn whole(self) -> Option<(u32, u32)> {
        let (start, end) = (self.start?, self.end?);
        let (start, end) = (u32::try_from(start).ok()?, u32::try_from(end).ok()?);
        (start >= 1 && start <= end).then_some((start, end))
    }
}

impl std::fmt::Display for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.start, self.end) {
            (Some(start), Some(end)) if start == end => write!(f, "page {start}"),
            (Some(start), Some(end)) => write!(f, "pages {start} to {end}"),
            (Some(start), None) => write!(f, "from page {start}"),
            (None, Some(end)) => write!(f, "to page {end}"),
            (None, None) => f.write_str("no page"),
        }
    }
}

/// The pages that items can stand on, in words.
fn within(look: &Look<'_>, pages: u32) -> String {
    match (look.source.range, pages) {
        (None, 1) => "a document of 1 page".to_owned(),
        (None, pages) => format!("a document of {pages} pages"),
        (Some(_), 1) => "the page that was asked about".to_owned(),
        (Some(_), pages) => format!("the {pages} pages that were asked about"),
    }
}

/// Counts of items against pages, and against lines of which each item has one.
pub(super) fn whole(look: &Look<'_>, findings: &mut Findings<'_>) {
    let items = look.items.list.len();
    if let Some(pages) = look.source.page_count()
        && items > pages as usize
    {
        let found = Found {
            rule: Rule::MoreItemsThanPages,
            path: String::new(),
            description: format!("{} in {}.", count(look, items), within(look, pages)),
            detected: Some(items.to_string()),
            expected: Some(format!("at most {pages}")),
        };
        findings.add(0, found);
        return;
    }
    let marked = |marker: &regex::Regex| {
        let lines = look.source.lines().filter(|line| marker.is_match(line));
        lines.count()
    };
    let most = look.pack.markers.iter().map(marked).max().unwrap_or(0);
    if most > 0 && items > most {
        let found = Found {
            rule: Rule::MoreItemsThanMarkers,
            path: String::new(),
            description: format!(
                "{}, but no line with which one begins stands more than {most} times in the document.",
                count(look, items)
            ),
            detected: Some(items.to_string()),
            expected: Some(format!("at most {most}")),
        };
        findings.add(0, found);
    }
}

/// The one thing that is wrong with the pages of an item, the worst first.
fn wrong(look: &Look<'_>, pages: Pages) -> Option<(Rule, String, Option<String>)> {
    let total = look.source.total_pages.map(i64::from);
    let ends = || pages.start.into_iter().chain(pages.end);
    let has = total.map(|total| format!("1 to {total}"));
    if let (Some(start), Some(total)) = (pages.start, total)
        && start > total
    {
        let description = format!("It begins on page {start} of a document of {total} pages.");
        return Some((Rule::StartBeyondEnd, description, has));
    }
    if let Some(page) = ends().find(|page| *page < 1) {
        let description = format!("There is no page {page}; pages count from 1.");
        return Some((Rule::PageBelowOne, description, has));
    }
    if let (Some(start), Some(end)) = (pages.start, pages.end)
        && start > end
    {
        let description = format!("It ends on page {end}, before it begins on page {start}.");
        return Some((Rule::PageReversed, description, None));
    }
    if let (Some(end), Some(total)) = (pages.end, total)
        && end > total
    {
        let description = format!("It ends on page {end} of a document of {total} pages.");
        return Some((Rule::EndBeyond, description, has));
    }
    let (first, last) = look.source.range?;
    if pages.among(look.source.range) {
        return None;
    }
    let description = format!("It reaches beyond pages {first} to {last}, which were asked about.");
    Some((
        Rule::OutsideRange,
        description,
        Some(format!("{first} to {last}")),
    ))
}

pub(super) fn item(
    look: &Look<'_>,
    place: usize,
    item: &Item<'_>,
    pages: Pages,
    findings: &mut Findings<'_>,
) {
    for reading in &item.readings {
        let unread = match reading.role {
            Role::PageStart | Role::PageEnd => page(reading).is_none(),
            Role::PageRange => range(reading).is_none(),
            Role::Identifier
            | Role::Name
            | Role::Party
            | Role::Figure
            | Role::Date
            | Role::DateStart
            | Role::DateEnd
            | Role::Text
            | Role::Category
            | Role::Remark
            | Role::ItemCount
            | Role::PageCount => false,
        };
        if unread {
            let found = super::of(Rule::PageNotANumber, reading, "This is no page number.");
            findings.add(place, found);
        }
    }
    if let Some((rule, description, expected)) = wrong(look, pages) {
        let found = Found {
            rule,
            path: item.path.clone(),
            description,
            detected: Some(pages.to_string()),
            expected,
        };
        findings.add(place, found);
    }
}
