//! Telephone numbers: the international form (ITU-T E.164: at most 15 digits), `(ddd) ddd-dddd` of North America,
//! and national forms behind a word that says so.

use crate::personal::context::{before, last_of};
use crate::personal::language::LANGUAGE;
use crate::personal::registries::REGISTRIES;
use crate::personal::{Candidate, Kind, Sure, joins, number_stands_alone};
use groundwall_text::language::Phrases;
use std::ops::Range;

pub(in crate::personal) fn find(text: &str, found: &mut Vec<Candidate>) {
    let mut passed = 0;
    let mut last = 0;
    for (at, c) in text.char_indices() {
        if at < passed || !(c.is_ascii_digit() || matches!(c, '+' | '(')) {
            continue;
        }
        let number = read(text, at).and_then(|number| Some((judge(text, &number, last)?, number)));
        let Some((sure, number)) = number else {
            // The rest of this run of digits begins no number either.
            passed = at + digits(text.get(at..).unwrap_or_default()).max(1);
            continue;
        };
        passed = number.range.end;
        last = number.range.end;
        found.push(Candidate {
            kind: Kind::Phone,
            range: number.range,
            country: None,
            sure,
        });
    }
}

/// How many digits the text begins with.
fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()
}

/// Groups of digits that may be a telephone number.
struct Number {
    range: Range<usize>,
    digits: String,
    groups: Vec<usize>,
    plus: bool,
}

/// Groups from here on, parted by one space, hyphen, dot or slash or a pair of parentheses; at most 15 digits.
fn read(text: &str, start: usize) -> Option<Number> {
    let rest = text.get(start..)?;
    let plus = rest.starts_with('+');
    let mut at = usize::from(plus);
    let mut number = Number {
        range: start..start,
        digits: String::new(),
        groups: Vec::new(),
        plus,
    };
    let mut open = false;
    loop {
        let tail = rest.get(at..)?;
        let inside = tail.starts_with('(');
        let tail = tail.strip_prefix('(').unwrap_or(tail);
        let group = digits(tail);
        let next = tail.get(group..).and_then(|t| t.chars().next());
        open |= inside;
        let closes = next == Some(')') && open;
        if group == 0
            || number.digits.len() + group > 15
            || next.is_some_and(joins)
            || (inside && !closes)
            || (rest.get(..at).is_some_and(|t| t.ends_with(' ')) && begins_date(tail, false))
        {
            break;
        }
        number.digits.push_str(tail.get(..group)?);
        number.groups.push(group);
        at += usize::from(inside) + group + usize::from(closes);
        open &= !closes;
        number.range.end = start + at;
        let behind = rest.get(at..)?;
        let mut following = behind.chars();
        match (following.next(), following.next()) {
            (Some(' ' | '-' | '.' | '/'), Some(c)) if c.is_ascii_digit() || c == '(' => at += 1,
            (Some('('), _) => {}
            (Some(c), _) if closes && c.is_ascii_digit() => {}
            _ => break,
        }
    }
    (!number.groups.is_empty()).then_some(number)
}

/// `12.03.2024` and `2024-03-12`, or with `short` years `12.03.24`, and no longer run such as `06.12.34.56.78`.
fn begins_date(text: &str, short: bool) -> bool {
    let mut groups = text.splitn(4, |c: char| !c.is_ascii_digit());
    let mut length = || groups.next().map_or(0, str::len);
    let lengths = [length(), length(), length()];
    let mut marks = text.chars().filter(|c| !c.is_ascii_digit());
    let (first, second, third) = (marks.next(), marks.next(), marks.next());
    let goes_on = third == first
        && groups
            .next()
            .is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit()));
    let fits = match lengths {
        [1 | 2, 1 | 2, 4] | [4, 2, 2] => true,
        [1 | 2, 1 | 2, 2] => short,
        _ => false,
    };
    fits && first == second && matches!(first, Some('.' | '/' | '-')) && !goes_on
}

fn judge(text: &str, number: &Number, last: usize) -> Option<Sure> {
    let behind = text
        .get(number.range.end..)
        .unwrap_or_default()
        .trim_start();
    let amount = behind.starts_with(['%', '€', '$', '£', '¥']) || LANGUAGE.phone.units.open(behind);
    if !number_stands_alone(text, &number.range) || amount {
        return None;
    }
    if number.plus {
        return is_international(&number.digits).then_some(Sure::Form);
    }
    let opened = text.get(number.range.start..)?.starts_with('(');
    let area = |digits: &str| digits.starts_with(|c: char| ('2'..='9').contains(&c));
    if opened
        && number.groups == [3, 3, 4]
        && area(&number.digits)
        && area(number.digits.get(3..).unwrap_or_default())
    {
        return Some(Sure::Form);
    }
    let written = text.get(number.range.clone())?;
    if is_mobile(number, written) {
        return Some(Sure::Form);
    }
    if is_figure(number, written) {
        return None;
    }
    // The second of `030 1234567 or 030 7654321`.
    let link = text
        .get(last..number.range.start)
        .unwrap_or_default()
        .trim();
    let linked = last > 0 && LANGUAGE.phone.links.has(link);
    let looks = number.digits.starts_with('0')
        || opened
        || written.contains('-')
        || number.groups == [3, 3, 4];
    match speaks(before(text, number.range.start, 40)) {
        Some(Word::Noun) => Some(Sure::Labelled),
        Some(Word::Verb) if looks => Some(Sure::Labelled),
        None if linked && looks => Some(Sure::Labelled),
        Some(Word::Verb) | None => None,
    }
}

/// `010-1234-5678`, as mobile telephones of Korea and Japan are written.
fn is_mobile(number: &Number, written: &str) -> bool {
    let prefix = written.get(..3).unwrap_or_default();
    matches!(number.groups[..], [3, 3 | 4, 4])
        && written.matches('-').count() == 2
        && REGISTRIES
            .mobile_prefixes
            .iter()
            .any(|known| known == prefix)
}

/// Whether groups without a `+` are rather a date, an address of a network, an object identifier or an amount.
fn is_figure(number: &Number, written: &str) -> bool {
    let zero = number.digits.starts_with('0');
    let spaced = written.contains(' ');
    let year = number.groups.first() == Some(&4)
        && (number.digits.starts_with("19") || number.digits.starts_with("20"));
    let dotted = written.contains('.') && number.groups.len() > 3 && !zero;
    let ones = number.groups.iter().filter(|group| **group == 1).count();
    let least = if zero || spaced { 6 } else { 7 };
    number.digits.len() < least
        || begins_date(written, true)
        || dotted
        || (year && !spaced && number.groups.len() > 1)
        || ones > 2
}

/// Whether the digits behind the `+` begin with a country code and are as many as a number of that country may have.
fn is_international(digits: &str) -> bool {
    let count = digits.len();
    if digits.starts_with('1') || digits.starts_with('7') {
        return count == 11;
    }
    REGISTRIES.country_codes.iter().any(|codes| {
        let (from, to) = codes.split_once('-').unwrap_or((codes, codes));
        let fits = digits
            .get(..from.len())
            .is_some_and(|code| (from..=to).contains(&code));
        // Small countries have three digits of code and few behind them.
        let least = if from.len() == 3 { 8 } else { 10 };
        fits && (least..=15).contains(&count)
    })
}

enum Word {
    Noun,
    Verb,
}

/// The word that leads to the number, with nothing but fillers between, and who is called: such a number must look like one.
fn speaks(before: &str) -> Option<Word> {
    if before.contains("\n\n") {
        return None;
    }
    let mut whom = false;
    for word in before
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .rev()
        .filter(|word| !word.is_empty())
        .take(5)
    {
        let written = word;
        let word = &*written.to_lowercase();
        // Chinese, Japanese and Korean words are not parted.
        let ends = |list: &Phrases| {
            list.iter().any(|known| {
                word == known
                    || (!known.is_ascii() && !known.contains(joins) && word.ends_with(known))
            })
        };
        if ends(&LANGUAGE.phone.names) {
            return Some(if whom { Word::Verb } else { Word::Noun });
        }
        if ends(&LANGUAGE.phone.calling) {
            return Some(Word::Verb);
        }
        if ends(&LANGUAGE.phone.fillers) {
            continue;
        }
        let named =
            written.starts_with(char::is_uppercase) && last_of(&LANGUAGE.trade, word).is_none();
        if !named && !LANGUAGE.phone.people.has(word) {
            return None;
        }
        whom = true;
    }
    None
}
