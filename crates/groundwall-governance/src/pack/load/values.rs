//! Values of a pack file: types, expressions, words, actions, names of other rules.

use super::{EXPRESSION, Read};
use crate::pack::error::Source;
use crate::pack::fold::folded;
use crate::pack::model::{Response, Wording};
use groundwall_core::pack::Escalation;
use groundwall_core::{Action, FindingKind};
use regex::{Regex, RegexBuilder};
use std::collections::BTreeSet;
use toml::Spanned;

impl Source<'_> {
    pub(super) fn said(&self, text: &Spanned<String>) -> Read<()> {
        if text.get_ref().trim().is_empty() {
            return Err(self.error(text.span(), "an empty text", "at least one word"));
        }
        Ok(())
    }

    pub(super) fn kind(&self, name: &Spanned<String>) -> Read<FindingKind> {
        FindingKind::parse(name.get_ref()).ok_or_else(|| {
            self.error(
                name.span(),
                format!("the type `{}`", name.get_ref()),
                "a letter, then letters, digits and _, all lower case, at most 40",
            )
        })
    }

    pub(super) fn regex(&self, text: &Spanned<String>) -> Read<Regex> {
        let regex = RegexBuilder::new(text.get_ref())
            .size_limit(EXPRESSION)
            .build()
            .map_err(|error| {
                let lines = error.to_string();
                let last = lines.lines().last().unwrap_or_default().trim().to_owned();
                let found = format!("the expression `{}` ({last})", text.get_ref());
                self.error(text.span(), found, "an expression of Rust's regex crate")
            })?;
        if regex.is_match("") {
            let found = format!(
                "the expression `{}`, which matches nothing at all",
                text.get_ref()
            );
            let expected = "one that needs at least one character";
            return Err(self.error(text.span(), found, expected));
        }
        Ok(regex)
    }

    pub(super) fn regexes(&self, texts: &[Spanned<String>]) -> Read<Vec<Regex>> {
        texts.iter().map(|text| self.regex(text)).collect()
    }

    /// Folded phrases, none empty or there twice.
    pub(super) fn words(&self, texts: &[Spanned<String>]) -> Read<Vec<String>> {
        let mut seen = BTreeSet::new();
        let mut words = Vec::new();
        for text in texts {
            let word = folded(text.get_ref());
            if !word.chars().any(char::is_alphanumeric) {
                let found = format!("`{}`", text.get_ref());
                return Err(self.error(text.span(), found, "a word"));
            }
            if word.trim_end_matches('*').contains('*') || word.ends_with("**") {
                let found = format!("`{}` with a `*` that is not its end", text.get_ref());
                let expected = "one `*`, at the end, where the last word may go on; for more write an expression in `regex`";
                return Err(self.error(text.span(), found, expected));
            }
            if !seen.insert(word.clone()) {
                let found = format!("`{}` a second time", text.get_ref());
                return Err(self.error(text.span(), found, "each word once"));
            }
            words.push(word);
        }
        Ok(words)
    }

    pub(super) fn some(&self, at: &Spanned<String>, has: bool, expected: &str) -> Read<()> {
        if has {
            return Ok(());
        }
        let found = format!("nothing that `{}` looks for", at.get_ref());
        Err(self.error(at.span(), found, expected))
    }

    /// Actions that need words or a due time have them.
    pub(super) fn response(
        &self,
        at: std::ops::Range<usize>,
        actions: Vec<Action>,
        wording: (Option<Wording>, Option<Wording>),
        escalation: Option<Escalation>,
        own_appendix: bool,
    ) -> Read<Response> {
        let (replacement, appendix) = wording;
        let needs = [
            (Action::Replace, replacement.is_some(), "replacement"),
            (
                Action::Append,
                appendix.is_some() || own_appendix,
                "appendix",
            ),
            (Action::Escalate, escalation.is_some(), "escalation"),
        ];
        for (action, there, key) in needs {
            if actions.contains(&action) && !there {
                let found = format!("the action `{}` alone", action.name());
                return Err(self.error(at, found, format!("the key `{key}` beside it")));
            }
        }
        Ok(Response {
            actions,
            replacement,
            appendix,
            escalation,
        })
    }

    /// Nothing can be put right but a figure.
    pub(super) fn no_correction(&self, at: std::ops::Range<usize>, actions: &[Action]) -> Read<()> {
        if actions.contains(&Action::Correct) {
            let found = "the action `correct` in a rule without a figure";
            let expected = "a rule with `numerics`, or another action, as `remove`";
            return Err(self.error(at, found, expected));
        }
        Ok(())
    }

    /// The actions of a rule that reads no figure and has no words of its own.
    pub(super) fn without_figure(
        &self,
        at: &Spanned<String>,
        actions: Option<Vec<Action>>,
    ) -> Read<Response> {
        self.no_correction(at.span(), actions.as_deref().unwrap_or_default())?;
        self.plain(at, actions)
    }

    /// The actions of a rule that has no words of its own.
    pub(super) fn plain(
        &self,
        at: &Spanned<String>,
        actions: Option<Vec<Action>>,
    ) -> Read<Response> {
        let actions = actions.unwrap_or_else(|| vec![Action::Flag]);
        self.response(at.span(), actions, (None, None), None, false)
    }

    /// The places of named rules in a list.
    pub(super) fn places(
        &self,
        named: &[Spanned<String>],
        known: &[&str],
        what: &str,
    ) -> Read<Vec<usize>> {
        named
            .iter()
            .map(|name| {
                let place = known.iter().position(|known| known == name.get_ref());
                place.ok_or_else(|| {
                    let found = format!("the {what} `{}`", name.get_ref());
                    let expected = match known {
                        [] => format!("a {what} of this pack, which has none"),
                        known => format!("one of {}", known.join(", ")),
                    };
                    self.error(name.span(), found, expected)
                })
            })
            .collect()
    }
}
