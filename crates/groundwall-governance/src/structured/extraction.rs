//! Items found in a document's text by the patterns of a pack, for when a model's answer is rejected.

use super::fold::words;
use super::pack::{ExtractedField, StructuredPack};
use super::section::Role;
use super::source::{Page, Source};
use serde_json::{Map, Value, json};

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
    let found = pattern.captures(text)?.get(1)?.as_str().trim();
    (!found.is_empty()).then(|| found.to_owned())
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
    for page in &source.pages {
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
