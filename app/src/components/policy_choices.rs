//! The choices of a policy in words, in Settings and for a collection.

use super::options::Options;
use leptos::prelude::*;

/// Choices of a list: name in the policy and words.
pub(crate) type Choices = &'static [(&'static str, &'static str)];

pub(crate) const DRAFTS: Choices = &[("0", "None"), ("1", "1"), ("2", "2")];
pub(crate) const YES_NO: Choices = &[("true", "Yes"), ("false", "No")];
pub(crate) const SAMPLES: Choices = &[
    ("0", "Nothing"),
    ("1", "1 further draft"),
    ("2", "2 further drafts"),
    ("3", "3 further drafts"),
    ("4", "4 further drafts"),
    ("5", "5 further drafts"),
];
pub(crate) const ACTIONS: Choices = &[
    ("repair", "Take out what failed and release the rest"),
    (
        "notes",
        "Release it with a note behind each failed statement",
    ),
    ("withhold", "Release nothing"),
];
pub(crate) const PROMPTS: Choices = &[
    ("strict", "Say only what the documents say"),
    ("acknowledge", "Also say what the documents do not cover"),
];
pub(crate) const READERS: Choices = &[
    ("precise", "Precise: two models, the second reads closely"),
    ("fast", "Fast: the first model alone"),
];

/// The options of a list, with the one that has the value chosen.
#[component]
pub(crate) fn ChoiceOptions<'a>(choices: Choices, value: &'a str) -> AnyView {
    let owned = |(name, words): &(&str, &str)| ((*name).to_owned(), (*words).to_owned());
    let choices = choices.iter().map(owned).collect();
    view! { <Options choices=choices value=value /> }.into_any()
}
