//! A reason in one English sentence: for pages, answers of the API and the command line.

use super::Reason;
use std::fmt;

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Impossible { note } => write!(out, "This cannot be: {note}."),
            Self::NothingFound => out.write_str("Nothing in the documents speaks of this."),
            Self::Similarity { cosine } => {
                write!(out, "By similarity ({cosine:.2}), for comparison.")
            }
            Self::Clash {
                detected,
                expected,
                place,
            } => write!(out, "Claim says {detected}. {place} says {expected}."),
            Self::Absent { detected } => {
                write!(out, "{} is not in the evidence.", upper(detected))
            }
            Self::Conflict {
                place,
                other,
                difference,
            } => write!(out, "{place} supports this, {other} does not: {difference}."),
            Self::Says { place, model } => write!(out, "{place} says so{}.", by(model.as_deref())),
            Self::Denied { place, says, words } => write!(out, "{place} {says} (“{words}”)."),
            Self::Contradicted { place, model } => {
                write!(out, "{place} says otherwise{}.", by(model.as_deref()))
            }
            Self::Withheld { place, says, words } => write!(
                out,
                "{place} {says} (“{words}”); that is no evidence for it."
            ),
            Self::Near { place, model } => write!(
                out,
                "The documents come close in {place} but do not say this{}.",
                by(model.as_deref())
            ),
            Self::Computed {
                table,
                said: Some(said),
            } => write!(out, "Computed from {table}: {said}"),
            Self::Computed { table, said: None } => write!(out, "Computed from {table}."),
            Self::SelfContradiction { note } => write!(out, "{}.", upper(note)),
            Self::CheckOff { check } => write!(
                out,
                "The check of {check} is switched off, so this was not verified."
            ),
            Self::ScriptNotRead => out.write_str(
                "This is written in a script that the verifier does not read, so it was not verified.",
            ),
            Self::ReaderNotRun => {
                out.write_str("The reader did not run, so this was not verified.")
            }
            Self::TooLong => {
                out.write_str("This is longer than the verifier reads, so it was not verified.")
            }
            Self::ModelNotRun => {
                out.write_str("The NLI model did not run, so this was not verified.")
            }
            Self::Opinion => {
                out.write_str("This is an opinion; documents cannot prove or refute it.")
            }
            Self::Greeting => out.write_str("This is a greeting, not a statement of fact."),
            Self::Question => out.write_str("This is a question, not a statement of fact."),
            Self::Meta => out.write_str(
                "This speaks about the answer itself, not about the documents' subject.",
            ),
            Self::Empty => out.write_str("There are no words to check here."),
            Self::NotCheckable => out.write_str("This cannot be checked."),
        }
    }
}

/// Whose reading it is, where it is not that of the models here.
fn by(model: Option<&str>) -> String {
    model.map_or(String::new(), |model| format!(", as {model} reads it"))
}

/// A text with its first letter in upper case.
fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}
