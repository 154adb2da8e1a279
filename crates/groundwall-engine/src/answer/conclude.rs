//! The end of the last attempt: release, repair, notes or withhold; and whether what leaves answers the question.

use super::compose::{Composed, Treatment, compose};
use super::decide::Decision;
use super::judged::Judged;
use super::summary::{count, tally_sentence};
use groundwall_core::report::AskedPart;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{FinalAction, Policy, ReportState};

/// What leaves the server.
pub(super) struct Outcome {
    pub(super) state: ReportState,
    pub(super) banner: String,
    pub(super) composed: Option<Composed>,
    pub(super) withheld: bool,
}

impl Outcome {
    /// The outcome where no text leaves and nothing was withheld.
    pub(super) fn not_covered(banner: String) -> Self {
        Self {
            state: ReportState::NotCovered,
            banner,
            composed: None,
            withheld: false,
        }
    }

    /// The outcome of a greeting or a remark.
    pub(super) fn remark(line: &str) -> Self {
        let banner =
            "A greeting or a remark: nothing was searched for, and there is nothing to check."
                .to_owned();
        Self {
            state: ReportState::NothingToCheck,
            banner,
            composed: Some(Composed::plain(line)),
            withheld: false,
        }
    }

    /// The outcome of an order to the app, named by its own words.
    pub(super) fn refused(order: &str) -> Self {
        Self {
            state: ReportState::NothingToCheck,
            banner: format!(
                "This gives an order to the app instead of asking about documents (“{order}”): nothing was searched for."
            ),
            composed: Some(Composed::plain(
                "This cannot be answered. Ask what you want to know from your documents.",
            )),
            withheld: false,
        }
    }

    /// The outcome of a question that a rule pack declines.
    pub(super) fn declined(source: &str, code: &str, reason: &str) -> Self {
        Self {
            state: ReportState::NothingToCheck,
            banner: format!(
                "The question is outside what is answered here ({source} {code}): nothing was searched for."
            ),
            composed: Some(Composed::plain(reason)),
            withheld: false,
        }
    }

    /// The outcome of a text by what it answers: none of the question is not covered, some of it or nobody knows what is at most partly verified.
    pub(super) fn answering(mut self, asked: &[AskedPart]) -> Self {
        let found = asked.iter().filter(|part| part.found == Some(true)).count();
        if self.composed.is_none() {
            return self;
        }
        if found == asked.len() {
            return self.surely(asked);
        }
        let unknown = asked.iter().any(|part| part.found.is_none());
        let (words, below) = match (unknown, found) {
            (true, _) => (
                format!(
                    "{} Whether the text answers the question was not judged.",
                    self.banner
                ),
                ReportState::PartlyVerified,
            ),
            (false, 0) => (
                format!("The text does not answer the question. {}", self.banner),
                ReportState::NotCovered,
            ),
            (false, _) => (
                format!("{} {}", self.banner, parts_sentence(asked)),
                ReportState::PartlyVerified,
            ),
        };
        self.banner = words;
        self.state = match self.state {
            ReportState::Verified => below,
            ReportState::PartlyVerified | ReportState::NothingToCheck
                if below == ReportState::NotCovered =>
            {
                below
            }
            state @ (ReportState::PartlyVerified
            | ReportState::NothingToCheck
            | ReportState::NotVerified
            | ReportState::NotCovered) => state,
        };
        self
    }

    /// Tells how parts were read whose words a table does not all know.
    pub(super) fn noted(mut self, asked: &[AskedPart]) -> Self {
        if self.composed.is_some() {
            for note in asked.iter().filter_map(|part| part.note.as_ref()) {
                self.banner = format!("{} {note}", self.banner);
            }
        }
        self
    }

    /// Verified only where it is sure that every part is answered.
    fn surely(mut self, asked: &[AskedPart]) -> Self {
        if self.state == ReportState::Verified && asked.iter().any(AskedPart::is_unsure) {
            self.state = ReportState::PartlyVerified;
            let unsaid = asked.iter().find_map(|part| part.unsaid.as_ref());
            let why = unsaid.map(|name| format!(", since “{name}” is not said where it stands"));
            self.banner = format!(
                "{} Whether this answers the question is not sure{}: see for yourself.",
                self.banner,
                why.unwrap_or_default()
            );
        }
        self
    }
}

/// "2 of 3 parts found; not found: “Who leads Acme?”."
pub(super) fn parts_sentence(asked: &[AskedPart]) -> String {
    let missing: Vec<String> = asked
        .iter()
        .filter(|part| part.found == Some(false))
        .map(|part| format!("“{}”", part.text))
        .collect();
    format!(
        "{} of {} parts found; not found: {}.",
        asked.len() - missing.len(),
        asked.len(),
        missing.join(", ")
    )
}

/// What becomes of the last attempt.
pub(super) fn conclude(attempts: &[Judged], decision: Decision, policy: &Policy) -> Outcome {
    let last = &attempts[attempts.len() - 1];
    let counts = last.attempt.counts;
    let tries = if attempts.len() > 1 {
        format!(
            " {} were discarded before.",
            count(attempts.len() as u32 - 1, "draft")
        )
        .replace("1 draft were", "1 draft was")
    } else {
        String::new()
    };
    let withhold = || Outcome {
        state: ReportState::NotVerified,
        banner: withheld(counts, &tries),
        composed: None,
        withheld: true,
    };
    match decision {
        Decision::NothingToCheck => Outcome {
            state: ReportState::NothingToCheck,
            banner: "There is nothing to check in this answer: no sentence states a fact. That is not a pass.".to_owned(),
            composed: Some(compose(&last.sentences, &last.claims, Treatment::Keep)),
            withheld: false,
        },
        Decision::Release => Outcome {
            state: ReportState::Verified,
            banner: format!("{}{tries}", tally_sentence(counts)),
            composed: Some(compose(&last.sentences, &last.claims, Treatment::Keep)),
            withheld: false,
        },
        Decision::Regenerate if policy.final_action == FinalAction::Withhold => withhold(),
        Decision::Regenerate if policy.final_action == FinalAction::Notes => {
            noted(last, policy, &tries)
        }
        Decision::Repair | Decision::Regenerate => repaired(last, &tries).unwrap_or_else(withhold),
    }
}

/// What a reader is told of a text of which nothing leaves.
pub(super) fn withheld(counts: VerdictCounts, tries: &str) -> String {
    format!(
        "The answer was withheld: {}{tries} Nothing in it could be released.",
        tally_sentence(counts).trim_end_matches('.').to_lowercase() + "."
    )
}

/// The text with notes at what failed.
fn noted(last: &Judged, policy: &Policy, tries: &str) -> Outcome {
    let counts = last.attempt.counts;
    let below = counts
        .support_ratio()
        .is_none_or(|ratio| ratio < policy.support_threshold);
    Outcome {
        state: if below {
            ReportState::NotVerified
        } else {
            ReportState::PartlyVerified
        },
        banner: format!(
            "{} The others are marked with notes.{tries}",
            tally_sentence(counts)
        ),
        composed: Some(compose(&last.sentences, &last.claims, Treatment::Note)),
        withheld: false,
    }
}

/// The text without what failed; none where nothing that was checked is left.
fn repaired(last: &Judged, tries: &str) -> Option<Outcome> {
    let composed = compose(&last.sentences, &last.claims, Treatment::Drop);
    let kept = VerdictCounts::of(composed.kept.iter().map(|claim| claim.verdict));
    if kept.checkable() == 0 {
        return None;
    }
    let removed = composed.removed.len() as u32;
    let first = composed.removed.first();
    let why = first
        .map(|claim| format!(" {}", claim.why))
        .unwrap_or_default();
    let was = if removed == 1 {
        "1 was removed:".to_owned()
    } else {
        format!("{removed} were removed, the first because:")
    };
    Some(Outcome {
        state: ReportState::PartlyVerified,
        banner: format!("{} {was}{why}{tries}", tally_sentence(last.attempt.counts)),
        composed: Some(composed),
        withheld: false,
    })
}
