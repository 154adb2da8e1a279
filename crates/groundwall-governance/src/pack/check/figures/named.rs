//! Which figures of a text stand by the name of a rule.

use crate::pack::fold::folded;
use crate::pack::language::ENGLISH;
use crate::pack::model::{Numeric, UnitName};
use crate::pack::scan::Hit;
use groundwall_checks::date::{self, Date};
use groundwall_checks::number::{self, Number, Unit};
use std::ops::Range;

/// Bytes between a name and the figure behind it, at most.
const BEHIND: usize = 48;
/// Bytes between a figure and the name behind that, at most: "95% occupancy".
const BEFORE: usize = 3;

/// All figures and dates of a text.
pub(in crate::pack::check) struct Figures {
    pub(super) numbers: Vec<Number>,
    pub(super) dates: Vec<Date>,
}

impl Figures {
    pub(super) fn of(text: &str) -> Self {
        let mut numbers = number::extract(text);
        for number in &mut numbers {
            if is_level(text, number) {
                number.unit = Unit::Percent;
            }
        }
        Self {
            numbers,
            dates: date::extract(text),
        }
    }
}

/// Whether basis points are a rate and no difference of two: "is 435 basis points", but neither "by 25 basis points" nor "25 basis points higher".
fn is_level(text: &str, number: &Number) -> bool {
    let first = number.text.to_lowercase();
    let basis = ENGLISH
        .basis_points
        .iter()
        .any(|unit| first.ends_with(unit));
    let word = |text: &str, last: bool| {
        let mut words = text
            .split(|c: char| !c.is_alphabetic())
            .filter(|word| !word.is_empty());
        let word = if last {
            words.next_back()
        } else {
            words.next()
        };
        word.unwrap_or_default().to_lowercase()
    };
    let before = text.get(..number.range.start).unwrap_or_default();
    let behind = text.get(number.range.end..).unwrap_or_default();
    matches!(number.unit, Unit::Points)
        && basis
        && ENGLISH.level_before.has(&word(before, true))
        && !ENGLISH.difference_behind.has(&word(behind, false))
}

/// A figure that stands by its name.
#[derive(Clone, Copy)]
pub(super) enum Named<'f> {
    Number(&'f Number),
    Date(&'f Date),
}

impl Named<'_> {
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            Self::Number(number) => number.range.clone(),
            Self::Date(date) => date.range.clone(),
        }
    }
}

/// A figure of a text.
pub(super) struct Placed<'f> {
    pub(super) figure: Named<'f>,
    /// Whether it goes on from another one of the same name: the second of "3 % for savings and 4 % for loans".
    pub(super) follows: bool,
    /// The kind of what the rule is about that its name tells, without spaces: "mortgagerate"; none where that is open.
    pub(super) kind: Option<String>,
}

/// The figures of a rule that stand by its names, and those that go on from one. What is denied ("is not 4.9 %") is no figure of it.
pub(super) fn named<'f>(
    rule: &Numeric,
    text: &str,
    figures: &'f Figures,
    names: &[Hit],
) -> Vec<Placed<'f>> {
    let unit = rule.unit;
    let all: Vec<Named<'f>> = match unit {
        UnitName::Period => figures.dates.iter().map(Named::Date).collect(),
        UnitName::Currency | UnitName::Percentage | UnitName::Ratio | UnitName::Count => figures
            .numbers
            .iter()
            .filter(|number| counts(unit, &number.unit))
            .map(Named::Number)
            .collect(),
    };
    let mut found: Vec<Placed<'f>> = Vec::new();
    for name in names {
        let Some(first) = nearest(text, &all, &name.range) else {
            continue;
        };
        let mut end = 0;
        for figure in all.iter().skip(first) {
            let follows = end > 0;
            if follows && !goes_on(text.get(end..figure.range().start).unwrap_or_default()) {
                break;
            }
            let range = figure.range();
            let before = text.get(..range.start).unwrap_or_default();
            end = range.end;
            if !is_denied(before, text.get(end..).unwrap_or_default()) {
                found.push(Placed {
                    figure: *figure,
                    follows,
                    kind: kind(rule, text, &name.range),
                });
            }
        }
    }
    found.sort_by_key(|placed| {
        let start = placed.figure.range().start;
        (start, placed.follows, placed.kind.is_none())
    });
    found.dedup_by_key(|placed| placed.figure.range().start);
    found
}

/// Whether the words on either side of a figure deny it.
fn is_denied(before: &str, behind: &str) -> bool {
    let before = before.trim_end();
    let mut denials = ENGLISH.not_before.iter();
    denials.any(|denial| before.ends_with(denial)) || ENGLISH.not_behind.open(behind)
}

/// The kind that a name tells: one of the rule's, or the whole of a word of which the name is the end ("전세대출 금리").
fn kind(rule: &Numeric, text: &str, name: &Range<usize>) -> Option<String> {
    let before = text.get(..name.start)?;
    let word = before.trim_end_matches(char::is_alphanumeric).len();
    let called = folded(text.get(word..name.end)?);
    let told = word < name.start || rule.kinds.contains(&called);
    told.then(|| called.split_whitespace().collect())
}

/// Whether what stands between two figures puts the second beside the first.
fn goes_on(between: &str) -> bool {
    let links = &ENGLISH.links;
    between.len() <= BEHIND
        && !ends_a_clause(between)
        && links.iter().any(|link| between.trim_end().ends_with(link))
}

fn counts(wanted: UnitName, unit: &Unit) -> bool {
    let bare = matches!(unit, Unit::Count(noun) if noun.is_empty());
    match wanted {
        UnitName::Currency => bare || matches!(unit, Unit::Currency(_)),
        UnitName::Percentage => matches!(unit, Unit::Percent),
        UnitName::Ratio => bare || matches!(unit, Unit::Ratio),
        UnitName::Count => matches!(unit, Unit::Count(_)),
        UnitName::Period => false,
    }
}

/// The place of the figure right before a name, else of the next one behind it in the same sentence.
fn nearest(text: &str, sorted: &[Named<'_>], name: &Range<usize>) -> Option<usize> {
    let after = sorted.partition_point(|figure| figure.range().start < name.end);
    let range = |at: usize| Some(sorted.get(at)?.range());
    let before = after.checked_sub(1);
    let close = before.filter(|at| {
        let gap = range(*at).and_then(|figure| text.get(figure.end..name.start));
        gap.is_some_and(|gap| gap.len() <= BEFORE && gap.chars().all(|c| c == ' ' || c == '-'))
    });
    close.or_else(|| {
        let gap = range(after).and_then(|figure| text.get(name.end..figure.start));
        gap.filter(|gap| gap.len() <= BEHIND && !ends_a_clause(gap))
            .map(|_| after)
    })
}

/// What ends a sentence or clause.
pub(super) const ENDS: [&str; 6] = [";", "\n", "!", "?", "。", ". "];

/// Whether a sentence or clause ends between a name and a figure.
fn ends_a_clause(gap: &str) -> bool {
    ENDS.iter().any(|end| gap.contains(end))
}
