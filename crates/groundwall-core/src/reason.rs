//! Why a verdict is what it is: a code that applications branch on, with what it was decided by. `english` says it in words.

mod english;

use crate::Checkability;
use serde::{Deserialize, Serialize};

/// Why a claim has its verdict. On the wire an object with `code`, in snake case, and the fields of that code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Reason {
    /// A check finds the claim impossible in itself.
    Impossible {
        note: String,
    },
    /// No window of the documents speaks of it.
    NothingFound,
    /// By the cosine alone: presets for comparison.
    Similarity {
        cosine: f32,
    },
    /// A window says another value than the claim.
    Clash {
        detected: String,
        expected: String,
        place: String,
    },
    /// What the claim names stands in no window.
    Absent {
        detected: String,
    },
    /// A check that would have decided is switched off.
    CheckOff {
        check: String,
    },
    /// The verifier does not read the claim's script.
    ScriptNotRead,
    /// The reader did not run.
    ReaderNotRun,
    /// The claim is longer than the verifier reads.
    TooLong,
    /// The NLI model did not run.
    ModelNotRun,
    /// One document supports it and another one does not.
    Conflict {
        place: String,
        other: String,
        /// What the other one says instead, as a clause.
        difference: String,
        /// Of which of them the word counts, and why, as a clause; none where both are of one rank.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<String>,
    },
    /// A window says so; `model` names the chat endpoint's where its reading decided.
    Says {
        place: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
    },
    /// A window denies it.
    Denied {
        place: String,
        /// What its words say of the claim, as a clause.
        says: String,
        words: String,
    },
    /// A window says otherwise.
    Contradicted {
        place: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
    },
    /// A window names it and does not assert it.
    Withheld {
        place: String,
        says: String,
        words: String,
    },
    /// Windows come close and do not say it.
    Near {
        place: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<String>,
    },
    /// Recomputed from cells of a table; `said` is what they say, where the claim could be held against it.
    Computed {
        table: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        said: Option<String>,
    },
    /// Another claim of the same text cannot hold beside it.
    SelfContradiction {
        note: String,
    },
    Opinion,
    Greeting,
    Question,
    Meta,
    Empty,
    /// Nothing says why it cannot be checked.
    NotCheckable,
}

impl Reason {
    /// Why a statement is shown and not judged.
    pub fn unverifiable(checkability: Checkability) -> Self {
        match checkability {
            Checkability::Checkable => Self::NotCheckable,
            Checkability::Opinion => Self::Opinion,
            Checkability::Greeting => Self::Greeting,
            Checkability::Question => Self::Question,
            Checkability::Meta => Self::Meta,
            Checkability::Empty => Self::Empty,
        }
    }

    /// The stable name, as it stands on the wire.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Impossible { .. } => "impossible",
            Self::NothingFound => "nothing_found",
            Self::Similarity { .. } => "similarity",
            Self::Clash { .. } => "clash",
            Self::Absent { .. } => "absent",
            Self::CheckOff { .. } => "check_off",
            Self::ScriptNotRead => "script_not_read",
            Self::ReaderNotRun => "reader_not_run",
            Self::TooLong => "too_long",
            Self::ModelNotRun => "model_not_run",
            Self::Conflict { .. } => "conflict",
            Self::Says { .. } => "says",
            Self::Denied { .. } => "denied",
            Self::Contradicted { .. } => "contradicted",
            Self::Withheld { .. } => "withheld",
            Self::Near { .. } => "near",
            Self::Computed { .. } => "computed",
            Self::SelfContradiction { .. } => "self_contradiction",
            Self::Opinion => "opinion",
            Self::Greeting => "greeting",
            Self::Question => "question",
            Self::Meta => "meta",
            Self::Empty => "empty",
            Self::NotCheckable => "not_checkable",
        }
    }

    /// The same with every text of the claim or of a document passed through `change`, so that personal data is covered in it as in the text itself.
    #[must_use]
    pub fn with_texts(mut self, change: impl Fn(&str) -> String) -> Self {
        let texts: Vec<&mut String> = match &mut self {
            Self::Impossible { note } | Self::SelfContradiction { note } => vec![note],
            Self::Clash {
                detected,
                expected,
                place,
            } => vec![detected, expected, place],
            Self::Absent { detected } => vec![detected],
            Self::Conflict {
                place,
                other,
                difference,
                winner,
            } => [place, other, difference]
                .into_iter()
                .chain(winner)
                .collect(),
            Self::Denied { place, words, .. } | Self::Withheld { place, words, .. } => {
                vec![place, words]
            }
            Self::Says { place, .. }
            | Self::Contradicted { place, .. }
            | Self::Near { place, .. } => vec![place],
            Self::Computed { table, said } => std::iter::once(table).chain(said).collect(),
            Self::NothingFound
            | Self::Similarity { .. }
            | Self::CheckOff { .. }
            | Self::ScriptNotRead
            | Self::ReaderNotRun
            | Self::TooLong
            | Self::ModelNotRun
            | Self::Opinion
            | Self::Greeting
            | Self::Question
            | Self::Meta
            | Self::Empty
            | Self::NotCheckable => Vec::new(),
        };
        for text in texts {
            *text = change(text);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn every() -> Vec<Reason> {
        let text = String::new;
        let (place, model) = (text(), Some(text()));
        vec![
            Reason::Impossible { note: text() },
            Reason::NothingFound,
            Reason::Similarity { cosine: 0.5 },
            Reason::Clash {
                detected: text(),
                expected: text(),
                place: text(),
            },
            Reason::Absent { detected: text() },
            Reason::CheckOff { check: text() },
            Reason::ScriptNotRead,
            Reason::ReaderNotRun,
            Reason::TooLong,
            Reason::ModelNotRun,
            Reason::Conflict {
                place: text(),
                other: text(),
                difference: text(),
                winner: None,
            },
            Reason::Conflict {
                place: text(),
                other: text(),
                difference: text(),
                winner: Some(text()),
            },
            Reason::Says {
                place: place.clone(),
                model: model.clone(),
            },
            Reason::Denied {
                place: text(),
                says: text(),
                words: text(),
            },
            Reason::Contradicted {
                place: place.clone(),
                model: model.clone(),
            },
            Reason::Withheld {
                place: text(),
                says: text(),
                words: text(),
            },
            Reason::Near { place, model },
            Reason::Computed {
                table: text(),
                said: None,
            },
            Reason::SelfContradiction { note: text() },
            Reason::Opinion,
            Reason::Greeting,
            Reason::Question,
            Reason::Meta,
            Reason::Empty,
            Reason::NotCheckable,
        ]
    }

    #[test]
    fn the_code_is_what_stands_on_the_wire_and_comes_back() {
        let mut codes = std::collections::BTreeSet::new();
        for reason in every() {
            let wire = serde_json::to_value(&reason).unwrap();
            assert_eq!(wire["code"], json!(reason.code()));
            assert_eq!(serde_json::from_value::<Reason>(wire).unwrap(), reason);
            assert!(!reason.to_string().is_empty());
            codes.insert(reason.code());
        }
        // One reason stands twice above: with a winner and without.
        assert_eq!(codes.len(), every().len() - 1);
    }

    #[test]
    fn texts_are_covered() {
        let clash = Reason::Clash {
            detected: "Ada".into(),
            expected: "Bea".into(),
            place: "staff.txt, line 1".into(),
        };
        let covered = clash.with_texts(|_| "…".to_owned());
        assert_eq!(covered.to_string(), "Claim says …. … says ….");
    }
}
