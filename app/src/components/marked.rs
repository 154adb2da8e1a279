//! A text with some of its words marked.

use leptos::prelude::*;

/// Why a word is marked: each is drawn in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Why {
    /// Another value than on the other side.
    Clash,
    /// The passage that it is held against does not have it.
    Lacks,
    /// What was asked for.
    Asked,
    /// A rule of a pack found it.
    Rule,
}

impl Why {
    fn class(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Lacks => "lacks",
            Self::Asked => "asked",
            Self::Rule => "rule",
        }
    }
}

/// `text` with every occurrence of a needle in `<mark>`; whole values only.
#[component]
pub(crate) fn MarkedText<'a>(text: &'a str, needles: &'a [(String, Why)]) -> AnyView {
    let mut ranges: Vec<(usize, usize, Why)> = needles
        .iter()
        .map(|(needle, why)| (needle.trim(), *why))
        .filter(|(needle, _)| !needle.is_empty() && needle.len() < 80)
        .flat_map(|(needle, why)| {
            text.match_indices(needle)
                .map(|(at, found)| (at, at.saturating_add(found.len()), why))
                .collect::<Vec<_>>()
        })
        .filter(|(start, end, _)| {
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
    for (start, end, why) in ranges {
        if start < from {
            continue;
        }
        let of = |range: std::ops::Range<usize>| text.get(range).unwrap_or_default().to_owned();
        parts.push(of(from..start).into_any());
        let word = of(start..end);
        parts.push(view! { <mark class=why.class()>{word}</mark> }.into_any());
        from = end;
    }
    parts.push(text.get(from..).unwrap_or_default().to_owned().into_any());
    parts.into_any()
}

/// Needles that are marked for one reason.
pub(crate) fn all(needles: &[String], why: Why) -> Vec<(String, Why)> {
    needles.iter().map(|needle| (needle.clone(), why)).collect()
}
