//! A part of a question that leans on another one is sought beside what answers that.

use super::parts::is_of_names;
use super::rank::places;
use super::reading::{Found, Reading};
use super::runs::Shelf;
use crate::Firewall;
use crate::language::ENGLISH;
use groundwall_ports::PortError;
use groundwall_text::words::tokens;

/// Sentences around what answers one part in which another is sought that leans on it.
const AROUND: u32 = 20;

/// How a part of a question depends on what is said before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaning {
    /// It stands alone.
    Free,
    /// It names nothing by a name: the document that answers the part before may answer it, too.
    Unnamed,
    /// It was said whole with words of another part, or names an owner by a pronoun: the same place may answer it.
    Loose,
    /// A pronoun stands for what it is about: nothing but the same document can answer it.
    Pointing,
    /// It names nothing ("Since which year?"): nothing but the same place can answer it.
    Bare,
}

impl Leaning {
    /// Of a part of a question.
    fn of(part: &str, question: &str) -> Self {
        let words = tokens(part);
        let english = &ENGLISH.questions;
        let folded = format!(" {} ", words.join(" "));
        let names_nothing = words.iter().all(|word| {
            english.asking.has(word)
                || english.auxiliaries.has(word)
                || english.prepositions.has(word)
                || english.subjects.has(word)
                || english.measures.has(word)
        });
        let asked = format!(" {} ", tokens(question).join(" "));
        let there = words.last().is_some_and(|word| word == "there");
        if there || english.pointing.within(&folded).is_some() {
            Self::Pointing
        } else if names_nothing {
            Self::Bare
        } else if words.iter().any(|word| english.owners.has(word)) || !asked.contains(&folded) {
            Self::Loose
        } else if is_of_names(part) {
            Self::Free
        } else {
            Self::Unnamed
        }
    }
}

impl Firewall {
    /// What answers a part beside the run that answers the one which it leans on; none where it may be sought everywhere. `found` are the parts before it.
    pub(super) async fn beside<'s>(
        &self,
        reading: &Reading<'_>,
        question: &str,
        (part, vector): (&str, &[f32]),
        found: &[Found<'s>],
        shelf: &Shelf<'s>,
    ) -> Result<Option<Found<'s>>, PortError> {
        if found.is_empty() {
            return Ok(None);
        }
        let leaning = Leaning::of(part, question);
        let reaches: &[Option<u32>] = match leaning {
            Leaning::Free => return Ok(None),
            Leaning::Loose | Leaning::Bare => &[Some(AROUND)],
            Leaning::Unnamed => &[None],
            Leaning::Pointing => &[Some(AROUND), None],
        };
        let before = found.iter().rev().find(|found| found.answers());
        let mut last = Some(Found::nothing());
        if let Some(run) = before.and_then(|before| before.run) {
            for sentences in reaches {
                let near = self
                    .nearest(part, vector, &shelf.beside(&run, *sentences))
                    .await?;
                last = reading.find(part, &places(&near), shelf).await?;
                if last.as_ref().is_none_or(Found::answers) {
                    break;
                }
            }
        }
        let only = matches!(leaning, Leaning::Bare | Leaning::Pointing);
        Ok(last.filter(|found| found.answers() || only))
    }
}

#[cfg(test)]
mod tests {
    use super::Leaning;

    #[test]
    fn parts_lean_on_what_is_said_before_them() {
        let asked = "Who runs the ferry, and where did he live? Since which year? How wide is the lake? How wide is Lake Ohrid? Who owns its shore, and the dam?";
        for (part, leaning) in [
            ("Who runs the ferry?", Leaning::Unnamed),
            ("Where did he live?", Leaning::Pointing),
            ("How long was it closed since then?", Leaning::Pointing),
            ("Since which year?", Leaning::Bare),
            ("How wide is the lake?", Leaning::Unnamed),
            ("How wide is Lake Ohrid?", Leaning::Free),
            ("Why does it end there?", Leaning::Pointing),
            ("Who owns its shore?", Leaning::Loose),
            ("Who owns the dam?", Leaning::Loose),
        ] {
            assert_eq!(Leaning::of(part, asked), leaning, "{part}");
        }
    }
}
