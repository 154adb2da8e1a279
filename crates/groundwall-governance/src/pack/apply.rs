//! What becomes of a text by the actions of broken rules.

use super::check::{Checked, Effect, Part, Subject};
use groundwall_core::Action;
use std::collections::BTreeSet;
use std::ops::Range;

/// A part of a text as it leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    Stays(String),
    /// Something in it was covered or put right.
    Edited(String),
    /// The rule's own words, and the rule with its reason.
    Replaced {
        words: String,
        by: String,
    },
    /// The rule with its reason; none for the space behind what goes.
    Gone {
        by: Option<String>,
    },
}

impl Left {
    /// What leaves.
    pub fn text(&self) -> &str {
        match self {
            Self::Stays(text) | Self::Edited(text) | Self::Replaced { words: text, .. } => text,
            Self::Gone { .. } => "",
        }
    }
}

/// A text after the packs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Governed {
    /// Each part as it leaves.
    pub parts: Vec<Left>,
    /// What goes to the end, in order.
    pub appended: Vec<String>,
    /// Why nothing leaves.
    pub blocked: Option<String>,
    /// What a reader is told.
    pub warnings: Vec<String>,
    /// What the log is told: rules and reasons, never the text.
    pub alerts: Vec<String>,
    /// Every action that was taken.
    pub taken: BTreeSet<Action>,
}

impl Governed {
    /// The whole text; empty where nothing leaves.
    pub fn text(&self) -> String {
        if self.blocked.is_some() {
            return String::new();
        }
        let mut text: String = self.parts.iter().map(Left::text).collect();
        text.truncate(text.trim_end().len());
        for words in &self.appended {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            text.push_str(words);
        }
        text
    }
}

/// The language in which a reader of a text is spoken to, of those that packs write.
pub fn language_of(text: &str) -> &'static str {
    let hangul = |c: char| matches!(c, '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}');
    if text.contains(hangul) { "ko" } else { "en" }
}

/// What happens to one part, the gravest last.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fate {
    Stays,
    /// Pieces of it give way: bytes of the whole text, and what takes their place.
    Edited(Vec<(Range<usize>, String)>),
    Replaced {
        words: String,
        by: String,
    },
    Goes {
        by: String,
    },
}

impl Checked {
    /// The text with the evidence's values in the place of those that rules put right; none where there is nothing to put right.
    pub fn put_right(&self, text: &str) -> Option<String> {
        let corrections = self
            .effects
            .iter()
            .filter(|effect| effect.action == Action::Correct);
        let places = corrections.flat_map(|effect| effect.ranges.iter().zip(&effect.instead));
        let edits: Vec<(Range<usize>, String)> = places
            .filter(|(_, instead)| !instead.is_empty())
            .map(|(range, instead)| (range.clone(), instead.clone()))
            .collect();
        (!edits.is_empty()).then(|| edited(text, &(0..text.len()), edits))
    }

    /// Applies the actions of the broken rules. Of several that befall one sentence the gravest holds: remove, replace, then mask and correct.
    pub fn apply(&self, subject: &Subject<'_>) -> Governed {
        let ranges = ranges(subject.parts);
        let mut fates = vec![Fate::Stays; subject.parts.len()];
        let text: String = subject.parts.iter().map(|part| part.text).collect();
        let language = language_of(subject.question.unwrap_or(&text));
        let mut governed = Governed::default();
        for effect in &self.effects {
            governed.taken.insert(effect.action);
            match effect.action {
                Action::Flag | Action::Escalate => {}
                Action::Warn => note(&mut governed.warnings, &effect.note),
                Action::Alert => note(&mut governed.alerts, &effect.note),
                Action::Block => {
                    governed.blocked.get_or_insert_with(|| effect.note.clone());
                }
                Action::Append => {
                    if let Some(words) = &effect.words {
                        note(&mut governed.appended, words.in_language(language));
                    }
                }
                Action::Replace | Action::Remove | Action::Mask | Action::Correct => {
                    befall(effect, subject.parts, &ranges, &mut fates);
                }
            }
        }
        governed.parts = settle(subject.parts, &ranges, fates);
        governed
    }
}

fn note(list: &mut Vec<String>, text: &str) {
    if !text.is_empty() && !list.iter().any(|known| known == text) {
        list.push(text.to_owned());
    }
}

fn ranges(parts: &[Part<'_>]) -> Vec<Range<usize>> {
    let mut start = 0usize;
    parts
        .iter()
        .map(|part| {
            let end = start.saturating_add(part.text.len());
            let range = start..end;
            start = end;
            range
        })
        .collect()
}

/// The parts that a range of the text touches.
fn touched(ranges: &[Range<usize>], range: &Range<usize>) -> Range<usize> {
    let first = ranges.partition_point(|part| part.end <= range.start);
    let last = ranges.partition_point(|part| part.start < range.end);
    first..last.max(first)
}

fn befall(effect: &Effect, parts: &[Part<'_>], ranges: &[Range<usize>], fates: &mut [Fate]) {
    for (range, instead) in effect.ranges.iter().zip(&effect.instead) {
        for at in touched(ranges, range) {
            let (Some(fate), Some(part)) = (fates.get_mut(at), parts.get(at)) else {
                continue;
            };
            match effect.action {
                Action::Remove => {
                    *fate = Fate::Goes {
                        by: effect.note.clone(),
                    };
                }
                Action::Replace if !matches!(fate, Fate::Goes { .. }) => {
                    let words = effect.words.as_ref();
                    let words = words.map(|words| words.in_language(language_of(part.text)));
                    *fate = Fate::Replaced {
                        words: words.unwrap_or_default().to_owned(),
                        by: effect.note.clone(),
                    };
                }
                // A value for which there is no other stays, and its finding says why.
                Action::Mask | Action::Correct if !instead.is_empty() => match fate {
                    Fate::Stays => *fate = Fate::Edited(vec![(range.clone(), instead.clone())]),
                    Fate::Edited(edits) => edits.push((range.clone(), instead.clone())),
                    Fate::Replaced { .. } | Fate::Goes { .. } => {}
                },
                Action::Replace
                | Action::Mask
                | Action::Correct
                | Action::Flag
                | Action::Append
                | Action::Warn
                | Action::Alert
                | Action::Block
                | Action::Escalate => {}
            }
        }
    }
}

/// The parts after their fates. Words that replace several sentences stand once, and the space behind what goes goes with it.
fn settle(parts: &[Part<'_>], ranges: &[Range<usize>], fates: Vec<Fate>) -> Vec<Left> {
    let mut said: BTreeSet<String> = BTreeSet::new();
    let mut gone = false;
    let mut settled = Vec::with_capacity(parts.len());
    for ((part, range), fate) in parts.iter().zip(ranges).zip(fates) {
        let space = part.text.trim().is_empty();
        let left = match fate {
            Fate::Stays if space && gone => Left::Gone { by: None },
            Fate::Stays => Left::Stays(part.text.to_owned()),
            Fate::Edited(edits) => Left::Edited(edited(part.text, range, edits)),
            Fate::Replaced { words, by } if said.insert(words.clone()) => {
                let end = part.text.trim_end().len();
                let words = words + part.text.get(end..).unwrap_or_default();
                Left::Replaced { words, by }
            }
            Fate::Replaced { by, .. } | Fate::Goes { by } => Left::Gone { by: Some(by) },
        };
        gone = matches!(left, Left::Gone { .. });
        settled.push(left);
    }
    settled
}

fn edited(text: &str, part: &Range<usize>, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| range.start);
    let mut out = String::with_capacity(text.len());
    let mut from = 0usize;
    for (range, instead) in edits {
        let start = range.start.saturating_sub(part.start);
        let end = range.end.saturating_sub(part.start).min(text.len());
        // A second edit of the same place, or the rest of one that began in the part before.
        let Some(kept) = text.get(from..start) else {
            continue;
        };
        out.push_str(kept);
        if range.start >= part.start {
            out.push_str(&instead);
        }
        from = end;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}
