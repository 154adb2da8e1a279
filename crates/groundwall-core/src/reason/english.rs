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
                winner,
            } => {
                write!(
                    out,
                    "{place} supports this, {other} does not: {difference}."
                )?;
                match winner {
                    Some(winner) => write!(out, " {}.", upper(winner)),
                    None => Ok(()),
                }
            }
            Self::Says { place, model } => says(out, place, "so", model.as_deref()),
            Self::Denied { place, says, words } => write!(out, "{place} {says} (“{words}”)."),
            Self::Contradicted { place, model } => says(out, place, "otherwise", model.as_deref()),
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
            Self::CheckOff { check } => {
                not_run(out, format_args!("The check of {check} is switched off"))
            }
            Self::ScriptNotRead => {
                not_read(out, "written in a script that the verifier does not read")
            }
            Self::ReaderNotRun => not_run(out, format_args!("The reader did not run")),
            Self::TooLong => not_read(out, "longer than the verifier reads"),
            Self::ModelNotRun => not_run(out, format_args!("The NLI model did not run")),
            Self::Opinion => this_is(out, "an opinion; documents cannot prove or refute it"),
            Self::Greeting => this_is(out, "a greeting, not a statement of fact"),
            Self::Question => this_is(out, "a question, not a statement of fact"),
            Self::Meta => out.write_str(
                "This speaks about the answer itself, not about the documents' subject.",
            ),
            Self::Empty => out.write_str("There are no words to check here."),
            Self::NotCheckable => out.write_str("This cannot be checked."),
        }
    }
}

/// What a document says, and whose reading that is.
fn says(out: &mut fmt::Formatter<'_>, place: &str, what: &str, model: Option<&str>) -> fmt::Result {
    write!(out, "{place} says {what}{}.", by(model))
}

/// What did not run, and what follows from it.
fn not_run(out: &mut fmt::Formatter<'_>, what: fmt::Arguments<'_>) -> fmt::Result {
    write!(out, "{what}, so this was not verified.")
}

/// Why the verifier cannot read a claim, and what follows from it.
fn not_read(out: &mut fmt::Formatter<'_>, why: &str) -> fmt::Result {
    write!(out, "This is {why}, so it was not verified.")
}

/// What the words are instead of a claim.
fn this_is(out: &mut fmt::Formatter<'_>, what: &str) -> fmt::Result {
    write!(out, "This is {what}.")
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
