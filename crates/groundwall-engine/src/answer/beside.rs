//! A part of a question that leans on another one is sought beside what answers that.

use crate::language::ENGLISH;
use groundwall_text::words::tokens;

/// How a part of a question depends on what is said before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Leaning {
    /// It stands alone.
    Free,
    /// It was said whole with words of another part, or names an owner by a pronoun: the same place may answer it.
    Loose,
    /// A pronoun stands for what it is about: nothing but the same document can answer it.
    Pointing,
    /// It names nothing ("Since which year?"): nothing but the same place can answer it.
    Bare,
}

impl Leaning {
    /// Of a part of a question.
    pub(super) fn of(part: &str, question: &str) -> Self {
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
        if english.pointing.within(&folded).is_some() {
            Self::Pointing
        } else if names_nothing {
            Self::Bare
        } else if english.owners.within(&folded).is_some() || !asked.contains(&folded) {
            Self::Loose
        } else {
            Self::Free
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Leaning;

    #[test]
    fn parts_lean_on_what_is_said_before_them() {
        let asked = "Who runs the ferry, and where did he live? Since which year? How wide is the lake? Who owns its shore, and the dam?";
        for (part, leaning) in [
            ("Who runs the ferry?", Leaning::Free),
            ("Where did he live?", Leaning::Pointing),
            ("How long was it closed since then?", Leaning::Pointing),
            ("Since which year?", Leaning::Bare),
            ("How wide is the lake?", Leaning::Free),
            ("Who owns its shore?", Leaning::Loose),
            ("Who owns the dam?", Leaning::Loose),
        ] {
            assert_eq!(Leaning::of(part, asked), leaning, "{part}");
        }
    }
}
