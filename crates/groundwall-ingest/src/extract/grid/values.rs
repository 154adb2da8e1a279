//! Text to typed values, a whole column at a time: how one cell writes its numbers and dates tells how the others are to be read.

use super::Cell;
use groundwall_core::CellKind;
use jiff::civil::Date;

/// A value with its kind, in the canonical form of [`CellKind`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::extract) struct Typed {
    pub(in crate::extract) kind: CellKind,
    pub(in crate::extract) value: String,
    /// Currency or unit.
    pub(in crate::extract) unit: Option<String>,
}

/// Share of a column's cells that must have its kind; the others stay text.
const OF_ONE_KIND: f32 = 0.8;

/// A column after its cells were read.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) kind: CellKind,
    pub(super) unit: Option<String>,
    /// One a cell; none where it is text.
    pub(super) typed: Vec<Option<Typed>>,
    /// Whether it holds dates that can be read with the day or the month first; they stay text.
    pub(super) ambiguous_dates: bool,
}

/// Signs and codes of currencies that are read as such.
const CURRENCIES: [(&str, &str); 22] = [
    ("US$", "$"),
    ("$", "$"),
    ("€", "€"),
    ("£", "£"),
    ("¥", "¥"),
    ("₹", "₹"),
    ("₩", "₩"),
    ("₽", "₽"),
    ("Rs.", "₹"),
    ("Rs", "₹"),
    ("USD", "$"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("INR", "₹"),
    ("KRW", "₩"),
    ("CHF", "CHF"),
    ("SEK", "SEK"),
    ("NOK", "NOK"),
    ("DKK", "DKK"),
    ("CAD", "CAD"),
    ("AUD", "AUD"),
];

/// The currency that a number format of a workbook names, if any: `$#,##0.00`, or `[$€-407]#,##0.00` with a place behind it.
pub(in crate::extract) fn currency_of_format(code: &str) -> Option<&'static str> {
    let named = |text: &str| {
        CURRENCIES
            .iter()
            .find(|(sign, _)| text.contains(sign))
            .map(|(_, unit)| *unit)
    };
    match code.split_once("[$") {
        Some((before, rest)) => {
            let (bracket, after) = rest.split_once(']').unwrap_or((rest, ""));
            named(bracket.split('-').next().unwrap_or_default())
                .or_else(|| named(before))
                .or_else(|| named(after))
        }
        None => named(code),
    }
}

/// Which mark parts whole numbers from decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Dot,
    Comma,
}

/// The parts of a written number before its marks are read.
struct Written<'a> {
    negative: bool,
    digits: &'a str,
    kind: CellKind,
    unit: Option<String>,
}

fn written(text: &str) -> Option<Written<'_>> {
    let mut rest = text.trim();
    let mut negative = false;
    if let Some(inner) = rest
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
    {
        (rest, negative) = (inner.trim(), true);
    }
    let (mut kind, mut unit) = (CellKind::Number, None);
    for _ in 0..2 {
        if let Some(after) = rest.strip_prefix(['-', '−', '–']) {
            (rest, negative) = (after.trim_start(), !negative);
        } else if let Some(after) = rest.strip_prefix('+') {
            rest = after.trim_start();
        }
        if let Some((sign, name)) = CURRENCIES.iter().find(|(sign, _)| rest.starts_with(sign)) {
            (rest, kind, unit) = (
                rest[sign.len()..].trim_start(),
                CellKind::Money,
                Some((*name).to_owned()),
            );
        }
    }
    if let Some(before) = rest.strip_suffix('%') {
        (rest, kind) = (before.trim_end(), CellKind::Percent);
    } else if let Some((sign, name)) = CURRENCIES.iter().find(|(sign, _)| rest.ends_with(sign)) {
        (rest, kind, unit) = (
            rest[..rest.len() - sign.len()].trim_end(),
            CellKind::Money,
            Some((*name).to_owned()),
        );
    } else if unit.is_none() {
        let letters = rest.trim_end_matches(|c: char| c.is_alphabetic() || "°²³µ/".contains(c));
        let word = &rest[letters.len()..];
        if !word.is_empty()
            && word.chars().count() <= 8
            && letters.ends_with(|c: char| c.is_ascii_digit() || c == ' ' || c == '\u{a0}')
        {
            (rest, unit) = (letters.trim_end(), Some(word.to_owned()));
        }
    }
    let valid = rest.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && rest.ends_with(|c: char| c.is_ascii_digit())
        && rest
            .chars()
            .all(|c| c.is_ascii_digit() || " \u{a0}\u{202f}'’,.".contains(c));
    valid.then_some(Written {
        negative,
        digits: rest,
        kind,
        unit,
    })
}

/// What the marks of one number say for themselves; none where either reading is possible.
fn marks(digits: &str) -> Option<Mark> {
    let (dot, comma) = (digits.rfind('.'), digits.rfind(','));
    match (dot, comma) {
        (Some(dot), Some(comma)) => Some(if dot > comma { Mark::Dot } else { Mark::Comma }),
        (Some(at), None) => alone(digits, at, '.')
            .then_some(Mark::Dot)
            .or_else(|| (digits.matches('.').count() > 1).then_some(Mark::Comma)),
        (None, Some(at)) => alone(digits, at, ',')
            .then_some(Mark::Comma)
            .or_else(|| (digits.matches(',').count() > 1).then_some(Mark::Dot)),
        (None, None) => None,
    }
}

/// Whether a mark that stands once cannot part thousands.
fn alone(digits: &str, at: usize, mark: char) -> bool {
    let (before, after) = (&digits[..at], &digits[at + 1..]);
    digits.matches(mark).count() == 1
        && (after.len() != 3 || before.is_empty() || before.len() > 3 || before == "0")
}

/// The number as a plain decimal, its digits kept as they are.
fn decimal(digits: &str, mark: Mark) -> Option<String> {
    let (point, group) = match mark {
        Mark::Dot => ('.', ','),
        Mark::Comma => (',', '.'),
    };
    let (whole, fraction) = digits
        .split_once(point)
        .map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let parts: Vec<&str> = whole
        .split(|c: char| c == group || " \u{a0}\u{202f}'’".contains(c))
        .collect();
    // Groups of three, or of two before the last three as in India.
    let grouped = parts.len() == 1
        || (parts.last().is_some_and(|last| last.len() == 3)
            && !parts[0].is_empty()
            && parts[0].len() <= 3
            && parts[1..parts.len() - 1]
                .iter()
                .all(|part| part.len() == 3 || part.len() == 2));
    if !grouped
        || fraction.is_some_and(|fraction| {
            fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit())
        })
    {
        return None;
    }
    let whole = parts.concat();
    // 007 is a code, not a number; so is what is longer than a decimal can hold.
    if whole.len() > 1 && whole.starts_with('0') || whole.len() + fraction.map_or(0, str::len) > 27
    {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { &whole };
    Some(fraction.map_or_else(
        || whole.to_owned(),
        |fraction| format!("{whole}.{fraction}"),
    ))
}

/// Whether a text is a number or date by itself, and so no name of a column.
pub(super) fn looks_typed(text: &str) -> bool {
    written(text).is_some_and(|written| written.unit.is_none() || written.kind == CellKind::Money)
        || plain_date(text).is_some()
}

const DATES: [&str; 12] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d %b %Y",
    "%d %B %Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%d.%m.%Y",
    "%d. %B %Y",
    "%b %d %Y",
    "%B %d %Y",
];

/// How the names of months begin.
const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// A date that can be read in one way.
fn plain_date(text: &str) -> Option<Date> {
    let text = text.trim().trim_end_matches(" 00:00:00");
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if !(3..=8).contains(&digits) {
        return None;
    }
    // Most cells are no dates: without these two looks each is tried in every way of writing one.
    let bare = digits == text.len();
    let name = text
        .starts_with(char::is_alphabetic)
        .then(|| text.chars().take(3).collect::<String>().to_lowercase());
    if bare || name.is_some_and(|name| !MONTHS.contains(&name.as_str())) {
        return None;
    }
    DATES
        .iter()
        .find_map(|format| Date::strptime(format, text).ok())
}

/// A date with slashes, read with the day and with the month first.
fn slashed(text: &str) -> Option<(Option<Date>, Option<Date>)> {
    let read = |format: &str| Date::strptime(format, text.trim()).ok();
    let both = (read("%d/%m/%Y"), read("%m/%d/%Y"));
    (both.0.is_some() || both.1.is_some()).then_some(both)
}

/// What stands where there is no value.
const NOTHING: [&str; 13] = [
    "-", "–", "—", "..", "...", "…", "n/a", "na", "n.a.", ":", "none", "null", "nan",
];

/// A text without the sign of a footnote behind its number: `12.5*`, `1,204 [2]`.
fn without_sign(text: &str) -> &str {
    let text = text.trim();
    let bare = text.trim_end_matches(['*', '†', '‡', '§', '¹', '²', '³']);
    let bare = match bare.rsplit_once('[') {
        Some((before, note)) if note.ends_with(']') && note.len() <= 3 => before,
        _ => bare,
    };
    let bare = bare.trim_end();
    if bare.ends_with(|c: char| c.is_ascii_digit() || c == '%') {
        bare
    } else {
        text
    }
}

/// Reads the cells of one column below its header.
pub(super) fn column(cells: &[&Cell]) -> Column {
    let (mut typed, ambiguous_dates) = typed(cells);
    let kind = kind(cells, &typed);
    let mut units: Vec<Option<String>> = typed
        .iter()
        .flatten()
        .filter(|typed| typed.kind == kind)
        .map(|typed| typed.unit.clone())
        .collect();
    units.sort_unstable();
    units.dedup();
    if kind == CellKind::Money {
        units.retain(Option::is_some);
    }
    // Values in different units cannot be compared or added.
    if units.len() > 1 {
        return Column {
            kind: CellKind::Text,
            unit: None,
            typed: vec![None; cells.len()],
            ambiguous_dates,
        };
    }
    for slot in &mut typed {
        let fits = slot.as_ref().is_some_and(|typed| {
            typed.kind == kind || (kind == CellKind::Money && typed.kind == CellKind::Number)
        });
        if !fits {
            *slot = None;
        }
    }
    Column {
        kind,
        unit: units.pop().flatten(),
        typed,
        ambiguous_dates,
    }
}

/// The kind that most cells of a column have.
fn kind(cells: &[&Cell], typed: &[Option<Typed>]) -> CellKind {
    let filled = typed.len();
    let empty = cells
        .iter()
        .filter(|cell| NOTHING.contains(&cell.text.trim().to_lowercase().as_str()))
        .count();
    let enough = |count: usize| {
        filled > empty && count > 0 && count as f32 >= OF_ONE_KIND * (filled - empty) as f32
    };
    let count = |kind: CellKind| {
        typed
            .iter()
            .flatten()
            .filter(|typed| typed.kind == kind)
            .count()
    };
    let kinds = [
        CellKind::Money,
        CellKind::Percent,
        CellKind::Number,
        CellKind::Date,
        CellKind::Duration,
        CellKind::Truth,
    ];
    let kind = kinds.into_iter().find(|kind| enough(count(*kind)));
    // Some amounts with and some without a sign.
    let amounts =
        || count(CellKind::Money) > 0 && enough(count(CellKind::Money) + count(CellKind::Number));
    match kind {
        Some(kind) => kind,
        None if amounts() => CellKind::Money,
        None => CellKind::Text,
    }
}

/// Which mark parts the decimals of a column: the comma only where nothing speaks for the dot.
fn decimal_mark(cells: &[&Cell], untyped: &[usize]) -> Mark {
    let votes: Vec<Mark> = untyped
        .iter()
        .filter_map(|place| marks(written(without_sign(&cells[*place].text))?.digits))
        .collect();
    if votes.contains(&Mark::Comma) && !votes.contains(&Mark::Dot) {
        Mark::Comma
    } else {
        Mark::Dot
    }
}

fn dated(date: Date) -> Typed {
    Typed {
        kind: CellKind::Date,
        value: date.to_string(),
        unit: None,
    }
}

/// The values of a column's cells, and whether its dates can be read in two ways.
fn typed(cells: &[&Cell]) -> (Vec<Option<Typed>>, bool) {
    let mut typed: Vec<Option<Typed>> = cells.iter().map(|cell| cell.typed.clone()).collect();
    let untyped: Vec<usize> = (0..cells.len())
        .filter(|place| typed[*place].is_none())
        .collect();
    let mark = decimal_mark(cells, &untyped);
    let mut slashes: Vec<(usize, Option<Date>, Option<Date>)> = Vec::new();
    for place in untyped {
        let text = &cells[place].text;
        if let Some(date) = plain_date(text) {
            typed[place] = Some(dated(date));
        } else if let Some((day_first, month_first)) = slashed(text) {
            slashes.push((place, day_first, month_first));
        } else if let Some(written) = written(without_sign(text))
            && let Some(value) = decimal(written.digits, mark)
        {
            let sign = if written.negative { "-" } else { "" };
            typed[place] = Some(Typed {
                kind: written.kind,
                value: format!("{sign}{value}"),
                unit: written.unit,
            });
        }
    }
    let day_first = slashes.iter().all(|(_, day_first, _)| day_first.is_some());
    let month_first = slashes
        .iter()
        .all(|(_, _, month_first)| month_first.is_some());
    let ambiguous_dates = day_first && month_first && !slashes.is_empty();
    if !ambiguous_dates {
        for (place, by_day, by_month) in slashes {
            typed[place] = if day_first { by_day } else { by_month }.map(dated);
        }
    }
    (typed, ambiguous_dates)
}

#[cfg(test)]
mod tests;
