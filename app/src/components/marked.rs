//! A text with some of its words marked.

use leptos::prelude::*;

/// `text` with every occurrence of a needle in `<mark>`; whole values only.
pub(crate) fn marked(text: &str, needles: &[String]) -> AnyView {
    let mut ranges: Vec<(usize, usize)> = needles
        .iter()
        .map(|needle| needle.trim())
        .filter(|needle| !needle.is_empty() && needle.len() < 80)
        .flat_map(|needle| text.match_indices(needle).map(|(at, found)| (at, at + found.len())).collect::<Vec<_>>())
        .filter(|(start, end)| {
            let edge = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
            edge(text[..*start].chars().next_back()) && edge(text[*end..].chars().next())
        })
        .collect();
    ranges.sort_unstable();
    let mut parts = Vec::new();
    let mut from = 0;
    for (start, end) in ranges {
        if start < from {
            continue;
        }
        parts.push(text[from..start].to_owned().into_any());
        let word = text[start..end].to_owned();
        parts.push(view! { <mark>{word}</mark> }.into_any());
        from = end;
    }
    parts.push(text[from..].to_owned().into_any());
    parts.into_any()
}
