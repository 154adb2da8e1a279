//! Whether a part of a question is answered.

use super::reading::ANSWERS;
use groundwall_core::report::{AskedPart, AskedReading};
use groundwall_judge::Judge;

/// Whether a part of a question is answered.
#[derive(Debug, Clone)]
pub(super) struct Judgement {
    answers: bool,
    /// Whether that is a judgement at all: by words alone nobody can tell of some.
    sure: bool,
    /// How surely; none for an open request, which no reader judges.
    probability: Option<f32>,
    /// What the passages were read as.
    read: Option<AskedReading>,
    /// A name of the question that the document of the answer nowhere says or, where it answers, not in the place of the answer.
    unsaid: Option<String>,
}

impl Judgement {
    /// Nothing was there to read.
    pub(super) fn nothing() -> Self {
        Self {
            answers: false,
            sure: true,
            probability: Some(0.0),
            read: None,
            unsaid: None,
        }
    }

    pub(super) fn open(answers: bool) -> Self {
        Self {
            answers,
            sure: true,
            probability: None,
            read: None,
            unsaid: None,
        }
    }

    /// It may answer, and nobody can tell.
    pub(super) fn unsure() -> Self {
        Self {
            sure: false,
            ..Self::open(true)
        }
    }

    /// What the passages say: weighed where weights were fitted for that reader, else by the surest text.
    pub(super) fn of_passages(read: AskedReading, judge: Option<&Judge>, reader: &str) -> Self {
        let weighed = judge.and_then(|judge| judge.answered(reader, &read));
        let (probability, answers) = weighed.unwrap_or_else(|| {
            let surest = read.best.max(read.stretch);
            (surest, surest >= ANSWERS)
        });
        Self {
            answers,
            sure: true,
            probability: Some(probability),
            read: Some(read),
            unsaid: None,
        }
    }

    /// How surely passages answer that do, with what else is known of them.
    pub(super) fn look_again(&mut self, read: AskedReading, probability: Option<f32>) {
        self.probability = probability.or(self.probability);
        self.read = Some(read);
    }

    /// What a delivered text says to a part, from the reader's entailment of it.
    pub(super) fn of_text(probability: f32, text: &str, part: &AskedPart) -> Self {
        Self {
            answers: probability >= ANSWERS,
            sure: true,
            probability: Some(probability),
            read: part.read.clone(),
            unsaid: part.unsaid.clone().filter(|name| !text.contains(name)),
        }
    }

    /// The judgement that a part has already; none where nobody judged.
    pub(super) fn of(part: &AskedPart) -> Option<Self> {
        part.found.map(|answers| Self {
            answers,
            sure: true,
            probability: part.probability,
            read: part.read.clone(),
            unsaid: part.unsaid.clone(),
        })
    }

    /// Takes a name that the document nowhere says: then it does not answer.
    pub(super) fn lack(&mut self, unsaid: Option<String>) {
        self.answers &= unsaid.is_none();
        self.unsaid = unsaid;
    }

    /// Takes a name that is not said where the answer stands: then it may speak of something else.
    pub(super) fn doubt(&mut self, unsaid: Option<String>) {
        self.unsaid = unsaid;
    }

    /// It does not answer, however sure the reader is.
    pub(super) fn refuse(&mut self) {
        self.answers = false;
    }

    pub(super) fn answers(&self) -> bool {
        self.answers
    }
}

/// The parts of a question as a report has them; `judgements` in their order, none where nobody judged.
pub(super) fn asked(parts: &[String], judgements: Option<Vec<Judgement>>) -> Vec<AskedPart> {
    let mut judgements = judgements.unwrap_or_default().into_iter();
    let part = |text: &String| {
        let text = text.clone();
        match judgements.next() {
            Some(judgement) => AskedPart {
                text,
                found: judgement.sure.then_some(judgement.answers),
                probability: judgement.probability,
                read: judgement.read,
                unsaid: judgement.unsaid,
                note: None,
            },
            None => AskedPart {
                text,
                found: None,
                probability: None,
                read: None,
                unsaid: None,
                note: None,
            },
        }
    };
    parts.iter().map(part).collect()
}
