//! The row that decides as a reason that is told and recorded.

use crate::verify::case::Case;
use crate::verify::case::rule::{NotRun, Ruling};
use groundwall_checks::assertion::Embedding;
use groundwall_core::{Reason, Stance};

impl Case<'_> {
    /// Where a window stands.
    fn place(&self, window: usize) -> String {
        self.windows[window].evidence.window.place()
    }

    /// What a reader is told of a window that does not assert the claim.
    pub(super) fn told(&self, place: usize, embedding: &Embedding) -> String {
        let Embedding { words, says } = embedding;
        format!("{} {says} (“{words}”)", self.place(place))
    }

    /// Why the verdict is what it is.
    pub(super) fn reason(&self, ruling: &Ruling) -> Reason {
        let model = |model: Option<&str>| model.map(str::to_owned);
        match ruling {
            Ruling::Impossible(said) => Reason::Impossible {
                note: said.note.clone(),
            },
            Ruling::NothingFound => Reason::NothingFound,
            Ruling::Similarity { cosine, .. } => Reason::Similarity { cosine: *cosine },
            Ruling::Clash { window, said } => Reason::Clash {
                detected: said.detected.clone(),
                expected: said.expected.clone().unwrap_or_default(),
                place: self.place(*window),
            },
            Ruling::Absent(said) => Reason::Absent {
                detected: said.detected.clone(),
            },
            Ruling::NotRun(what) => not_run(*what),
            Ruling::Conflict {
                window,
                other,
                why,
                won,
            } => Reason::Conflict {
                place: self.place(*window),
                other: self.place(*other),
                difference: why.clone(),
                winner: won.map(|(stance, tier)| {
                    let place = match stance {
                        Stance::Refutes => *other,
                        Stance::Supports | Stance::Silent => *window,
                    };
                    let place = self.place(place);
                    format!("{place} counts, as a document of a higher tier ({tier})")
                }),
            },
            Ruling::Says { window, model: by } => Reason::Says {
                place: self.place(*window),
                model: model(*by),
            },
            Ruling::Denied { window, embedding } => Reason::Denied {
                place: self.place(*window),
                says: embedding.says.to_owned(),
                words: embedding.words.clone(),
            },
            Ruling::Contradicted { window, model: by } => Reason::Contradicted {
                place: self.place(*window),
                model: model(*by),
            },
            Ruling::Withheld { window, embedding } => Reason::Withheld {
                place: self.place(*window),
                says: embedding.says.to_owned(),
                words: embedding.words.clone(),
            },
            Ruling::Unsaid(asked) => self.unsaid(*asked),
        }
    }

    fn unsaid(&self, asked: Option<(usize, &str)>) -> Reason {
        if self
            .windows
            .iter()
            .all(|scored| scored.evidence.coverage <= 0.0)
        {
            return Reason::NothingFound;
        }
        let (window, model) = asked.unzip();
        Reason::Near {
            place: self.place(window.unwrap_or(0)),
            model: model.map(str::to_owned),
        }
    }
}

fn not_run(what: NotRun) -> Reason {
    match what {
        NotRun::Check(check) => Reason::CheckOff {
            check: check.to_owned(),
        },
        NotRun::Script => Reason::ScriptNotRead,
        NotRun::Reader => Reason::ReaderNotRun,
        NotRun::TooLong => Reason::TooLong,
        NotRun::Model => Reason::ModelNotRun,
    }
}
