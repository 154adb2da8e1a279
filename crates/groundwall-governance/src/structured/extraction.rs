//! Items found in a document's text by the patterns of a pack, for when a model's answer is rejected.

use super::fold::{spaceless, words};
use super::pack::{ExtractedField, StructuredPack};
use super::section::Role;
use super::source::{Page, Source};
use regex::Regex;
use serde_json::{Map, Value, json};
use std::ops::Range;

/// Bytes behind a value in which the words of the next field may end.
const REACH: usize = 64;
/// Letters and digits before a stop that ends a sentence, at least; fewer are a day of a month, or short for a word.
const WORD: usize = 4;
const FIGURE: usize = 3;

/// The first name of the lexicon in a text, as the lexicon writes it.
fn known_name(pack: &StructuredPack, text: &str) -> Option<String> {
    let lexicon = &pack.lexicon;
    let all = words(text);
    (0..all.len()).find_map(|start| {
        // The longest that begins here.
        (1..=lexicon.longest).rev().find_map(|length| {
            let part = all.get(start..start.checked_add(length)?)?;
            let known = lexicon.phrases.get(&part.join(" "));
            known.map(|(name, _)| name.clone())
        })
    })
}

fn value(pack: &StructuredPack, field: &ExtractedField, text: &str) -> Option<String> {
    let Some(pattern) = &field.pattern else {
        return field.from_lexicon.then(|| known_name(pack, text)).flatten();
    };
    pattern.captures_iter(text).find_map(|groups| {
        let (all, found) = (groups.get(0)?.range(), groups.get(1)?.range());
        // A pattern that goes on behind its value says itself where that ends.
        let end = if all.end == found.end {
            end(pack, field, text, &found)?
        } else {
            found.end
        };
        let value = text.get(found.start..end)?.trim();
        (!value.is_empty()).then(|| value.to_owned())
    })
}

/// Where a value ends: with its sentence, before the words of another field, and never within a word. None where nothing is left of it.
fn end(
    pack: &StructuredPack,
    field: &ExtractedField,
    text: &str,
    found: &Range<usize>,
) -> Option<usize> {
    let value = text.get(found.clone())?;
    let rest = text.get(found.start..)?;
    let cut = is_cut(value, text.get(found.end..)?);
    let stop = (value.char_indices())
        .filter(|(_, c)| matches!(c, '.' | '!' | '?' | '。'))
        .find(|(at, c)| ends_sentence(rest, *at..at.saturating_add(c.len_utf8())))
        .map(|(at, _)| at);
    let next = next_field(pack, rest, value.len(), cut);
    let ended = match (stop, next) {
        (Some(stop), Some(next)) => Some(stop.min(next)),
        (one, other) => one.or(other),
    };
    let kept = match ended {
        Some(ended) => value.get(..ended)?,
        None if !cut => value,
        // A part of an identifier is another identifier.
        None if is_identifier(pack, field) => return None,
        None => value.get(..value.rfind(char::is_whitespace)?)?,
    };
    let kept =
        kept.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '|'));
    found.start.checked_add(kept.len())
}

fn is_identifier(pack: &StructuredPack, field: &ExtractedField) -> bool {
    let mut fields = pack.fields.iter();
    fields.any(|known| known.name == field.name && known.role == Role::Identifier)
}

/// Whether a value ends within a word or a figure.
fn is_cut(value: &str, behind: &str) -> bool {
    let Some(last) = value.chars().next_back() else {
        return false;
    };
    let mut behind = behind.chars();
    let (next, second) = (behind.next(), behind.next());
    let joins = |one: char, other: char| {
        one.is_alphanumeric() && other.is_alphanumeric() && !(spaceless(one) && spaceless(other))
    };
    let bridged = |sign: char, other: char| match sign {
        '-' | '\'' | '’' => joins(last, other),
        '.' | ',' => last.is_ascii_digit() && other.is_ascii_digit(),
        _ => false,
    };
    next.is_some_and(|next| joins(last, next) || second.is_some_and(|second| bridged(next, second)))
}

/// Whether a stop ends a sentence: a word or figure stands before it, and another sentence or nothing behind it.
fn ends_sentence(text: &str, stop: Range<usize>) -> bool {
    let before = text.get(..stop.start).unwrap_or_default();
    let behind = text.get(stop.end..).unwrap_or_default();
    if text.get(stop.clone()) == Some("。") {
        return true;
    }
    let next = behind.trim_start();
    let space = behind.strip_suffix(next).unwrap_or_default();
    let begins = |c: char| c.is_alphabetic() && !c.is_lowercase();
    let another = next.chars().next().is_none_or(begins) || space.contains('\n');
    let word = before.chars().rev();
    let word = word.take_while(|c| c.is_alphanumeric() || matches!(c, '.' | ','));
    let (length, figures) = word.take(WORD).fold((0, false), |(length, figures), c| {
        (length + 1, figures || c.is_numeric())
    });
    let whole = length >= WORD || (figures && length >= FIGURE) || before.ends_with([')', '%']);
    another && whole && (behind.is_empty() || !space.is_empty())
}

/// Where the words of another field, or of what begins an item, begin in the first `length` bytes of a text. Where they also end there they are no words of the value
/// itself, as in “current account number”; where the value is `cut` they may go on.
fn next_field(pack: &StructuredPack, text: &str, length: usize, cut: bool) -> Option<usize> {
    let extraction = pack.extraction.as_ref()?;
    let window = text.get(..text.floor_char_boundary(length.saturating_add(REACH)))?;
    let patterns = extraction.fields.iter();
    let patterns = patterns.filter_map(|field| field.pattern.as_ref());
    let all = patterns.chain(&extraction.begins).chain(&pack.markers);
    let first = |pattern: &Regex| {
        let mut found = pattern.find_iter(window).map(|found| found.range());
        found
            .find(|found| found.start > 0 && (found.end <= length || cut))
            .map(|found| found.start)
            .filter(|start| *start < length)
    };
    all.filter_map(first).min()
}

/// The fields of one item; none where not one of them stands in the text.
fn item(pack: &StructuredPack, pages: &[&Page]) -> Option<Value> {
    let texts: Vec<&str> = pages.iter().map(|page| page.text.as_str()).collect();
    let text = texts.join("\n");
    let mut map = Map::new();
    for field in &pack.extraction.as_ref()?.fields {
        if let Some(value) = value(pack, field, &text) {
            map.entry(field.name.clone())
                .or_insert(Value::String(value));
        }
    }
    if map.is_empty() {
        return None;
    }
    let mut put = |role: Role, page: Option<&&Page>| {
        let field = pack.fields.iter().find(|field| field.role == role);
        if let (Some(field), Some(number)) = (field, page.and_then(|page| page.number)) {
            map.insert(field.name.clone(), json!(number));
        }
    };
    put(Role::PageStart, pages.first());
    put(Role::PageEnd, pages.last());
    Some(Value::Object(map))
}

/// What the pack's patterns find: an item begins on every page that one of them says so of, or all of the text is one item. None where the pack has no patterns
/// or they find nothing.
pub fn extract(pack: &StructuredPack, source: &Source) -> Option<Value> {
    let begins = &pack.extraction.as_ref()?.begins;
    let mut groups: Vec<Vec<&Page>> = Vec::new();
    for page in source.asked() {
        let begin = || begins.iter().any(|pattern| pattern.is_match(&page.text));
        match groups.last_mut() {
            Some(group) if page.number.is_none() || !begin() => group.push(page),
            Some(_) | None => groups.push(vec![page]),
        }
    }
    let items: Vec<Value> = groups
        .iter()
        .filter_map(|group| item(pack, group))
        .collect();
    if items.is_empty() {
        return None;
    }
    let mut answer = Map::new();
    answer.insert(pack.list.clone(), Value::Array(items));
    Some(Value::Object(answer))
}
