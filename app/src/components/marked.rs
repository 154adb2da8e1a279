//! A text with some of its words marked.

use leptos::prelude::*;

/// `text` with every occurrence of a needle in `<mark>`; whole values only.
pub(crate) fn marked(text: &str, needles: &[String]) -> AnyView {
    let mut ranges: Vec<(usize, usize)> = needles
        .iter()
        .map(|needle| needle.trim())
        .filter(|needle| !needle.is_empty() && needle.len() < 80)
        .flat_map(|needle| {
            text.match_indices(needle)
                .map(|(at, found)| (at, at.saturating_add(found.len())))
                .collect::<Vec<_>>()
        })
        .filter(|(start, end)| {
            let edge = |part: Option<&str>, last: bool| {
                let mut letters = part.unwrap_or_default().chars();
                !(if last {
                    letters.next_back()
                } else {
                    letters.next()
                })
                .is_some_and(char::is_alphanumeric)
            };
            edge(text.get(..*start), true) && edge(text.get(*end..), false)
        })
        .collect();
    ranges.sort_unstable();
    let mut parts = Vec::new();
    let mut from = 0;
    for (start, end) in ranges {
        if start < from {
            continue;
        }
        let of = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
        parts.push(of(from..start).into_any());
        let word = of(start..end);
        parts.push(view! { <mark>{word}</mark> }.into_any());
        from = end;
    }
    parts.push(text.get(from..).unwrap_or_default().to_owned().into_any());
    parts.into_any()
}
