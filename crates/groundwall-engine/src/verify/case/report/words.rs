//! The verdict in one English sentence.

use crate::verify::case::Case;
use crate::verify::case::rule::{NotRun, Ruling};
use groundwall_checks::assertion::Embedding;
use groundwall_text::words::capitalised;

impl Case<'_> {
    /// Where a window stands.
    fn place(&self, window: usize) -> String {
        self.windows[window].window.place()
    }

    /// What a reader is told of a window that does not assert the claim.
    pub(super) fn told(&self, place: usize, embedding: &Embedding) -> String {
        let Embedding { words, says } = embedding;
        format!("{} {says} (“{words}”)", self.place(place))
    }

    /// Why the verdict is what it is.
    pub(super) fn why(&self, ruling: &Ruling) -> String {
        match ruling {
            Ruling::Impossible(said) => format!("This cannot be: {}.", said.note),
            Ruling::NothingFound => "Nothing in the documents speaks of this.".to_owned(),
            Ruling::Similarity { cosine, .. } => {
                format!("By similarity ({cosine:.2}), for comparison.")
            }
            Ruling::Clash { window, said } => format!(
                "Claim says {}. {} says {}.",
                said.detected,
                self.place(*window),
                said.expected.as_deref().unwrap_or_default()
            ),
            Ruling::Absent(said) => format!(
                "{} stands nowhere in the evidence.",
                capitalised(&said.detected)
            ),
            Ruling::NotRun(what) => not_run(*what),
            Ruling::Conflict { window, other, why } => format!(
                "{} supports this, {} does not: {why}.",
                self.place(*window),
                self.place(*other)
            ),
            Ruling::Says { window, model } => {
                format!("{} says so{}.", self.place(*window), by(*model))
            }
            Ruling::Denied { window, embedding } => {
                format!("{}.", self.told(*window, embedding))
            }
            Ruling::Contradicted { window, model } => {
                format!("{} says otherwise{}.", self.place(*window), by(*model))
            }
            Ruling::Withheld { window, embedding } => format!(
                "{}; that is no evidence for it.",
                self.told(*window, embedding)
            ),
            Ruling::Unsaid(asked) => self.unsaid(*asked),
        }
    }

    fn unsaid(&self, asked: Option<(usize, &str)>) -> String {
        if self.windows.iter().any(|scored| scored.coverage > 0.0) {
            let (window, model) = asked.unzip();
            format!(
                "The documents come close in {} but do not say this{}.",
                self.place(window.unwrap_or(0)),
                by(model)
            )
        } else {
            "Nothing in the documents speaks of this.".to_owned()
        }
    }
}

/// Whose reading it is, where it is not that of the models here.
fn by(model: Option<&str>) -> String {
    model.map_or(String::new(), |model| format!(", as {model} reads it"))
}

fn not_run(what: NotRun) -> String {
    match what {
        NotRun::Check(check) => {
            return format!("The check of {check} is switched off, so this was not verified.");
        }
        NotRun::Script => {
            "This is written in a script that the verifier does not read, so it was not verified."
        }
        NotRun::Reader => "The reader did not run, so this was not verified.",
        NotRun::TooLong => "This is longer than the verifier reads, so it was not verified.",
        NotRun::Model => "The NLI model did not run, so this was not verified.",
    }
    .to_owned()
}
