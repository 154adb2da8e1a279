//! Findings: what is wrong with a claim, how bad, and what to do about it.

use crate::verify::case::Case;
use crate::verify::case::rule::{NotRun, Ruling};
use groundwall_checks::{CheckKind, Observation, Signal};
use groundwall_core::{Certainty, Claim, Finding, FindingKind, Severity, Span, Stance};
use groundwall_text::words::capitalised;

/// What is peculiar to a finding of a claim.
struct Found {
    kind: FindingKind,
    severity: Severity,
    certainty: Certainty,
    confidence: f32,
    text: String,
    /// The place of a window.
    evidence: Option<usize>,
    source: CheckKind,
    advice: &'static str,
    detected: Option<String>,
    expected: Option<String>,
}

/// Confidence that a citation is made up whose address answers that there is nothing; the reference has it.
const GONE: f32 = 0.9;
/// Confidence that an address is made up whose shape alone says so.
const SUSPECT: f32 = 0.7;
/// Confidence of what cannot be, and of a time that cannot be.
const IMPOSSIBLE: f32 = 0.99;
const UNTIMELY: f32 = 0.9;
/// What to do about an address at which nothing is.
const MEND_ADDRESS: &str = "Correct the address, or take it out.";

const CORRECT: &str = "Correct the claim after the evidence, or take it out.";

impl Case<'_> {
    /// What the rule finds, then what the checks do. `order` is the order in which the report shows the windows.
    pub(super) fn findings(&self, ruling: &Ruling, why: &str, order: &[usize]) -> Vec<Finding> {
        of_rule(ruling, why)
            .into_iter()
            .chain(self.said.iter().filter_map(of_check))
            .enumerate()
            .map(|(count, found)| self.finding(count + 1, found, order))
            .collect()
    }

    fn finding(&self, number: usize, found: Found, order: &[usize]) -> Finding {
        let Found {
            kind,
            severity,
            certainty,
            confidence,
            text,
            evidence,
            source,
            advice,
            detected,
            expected,
        } = found;
        Finding {
            id: format!("c{}-{}-{number}", self.claim.id, kind.name()),
            kind,
            description: text,
            severity,
            certainty,
            confidence,
            claim: self.claim.id,
            location: Some(located(self.claim, detected.as_deref())),
            detected,
            expected,
            evidence: evidence.and_then(|place| order.iter().position(|shown| *shown == place)),
            source: source.source().to_owned(),
            recommendation: advice.to_owned(),
        }
    }
}

/// The characters of the draft that a finding is about: of its value, where that stands once in the claim's sentence as the draft has it, else of the sentence.
fn located(claim: &Claim, detected: Option<&str>) -> Span {
    let (sentence, whole) = (claim.sentence.as_str(), claim.span);
    let unchanged = sentence.chars().count() == whole.end.saturating_sub(whole.start);
    let value = detected.filter(|value| unchanged && sentence.matches(value).count() == 1);
    let Some((before, value)) =
        value.and_then(|value| Some((sentence.split_once(value)?.0, value)))
    else {
        return whole;
    };
    let start = whole.start + before.chars().count();
    Span {
        start,
        end: start + value.chars().count(),
    }
}

/// The finding of the row that decides, where the checks have not made it.
fn of_rule(ruling: &Ruling, why: &str) -> Option<Found> {
    let likely = |kind, severity, evidence, source, advice| {
        let kind = (kind, severity, Certainty::Likely);
        Some(plain(kind, why, evidence, source, advice))
    };
    let no_evidence = |evidence, source, advice| {
        likely(
            FindingKind::NoEvidence,
            Severity::Medium,
            evidence,
            source,
            advice,
        )
    };
    let assertion = CheckKind::Assertion;
    match ruling {
        Ruling::Impossible(_)
        | Ruling::Similarity { .. }
        | Ruling::Clash { .. }
        | Ruling::Absent(_)
        | Ruling::Says { .. } => None,
        Ruling::NothingFound => no_evidence(
            None,
            CheckKind::Evidence,
            "Add a document that covers this, or take the claim out.",
        ),
        Ruling::NotRun(what) => Some(of_not_run(*what, why)),
        Ruling::Conflict { other, won, .. } => likely(
            FindingKind::Conflict,
            match won {
                Some((Stance::Supports, _)) => Severity::Low,
                Some(_) | None => Severity::High,
            },
            Some(*other),
            CheckKind::Conflict,
            "Decide which document holds, and remove or date the other.",
        ),
        Ruling::Denied { window, .. } => likely(
            FindingKind::Contradiction,
            Severity::High,
            Some(*window),
            assertion,
            CORRECT,
        ),
        Ruling::Contradicted { window, model } => likely(
            FindingKind::Contradiction,
            Severity::High,
            Some(*window),
            model.map_or(CheckKind::Nli, |_| CheckKind::SecondOpinion),
            CORRECT,
        ),
        Ruling::Withheld { window, .. } => no_evidence(
            Some(*window),
            assertion,
            "Say it as the text says it, or add a document that asserts it.",
        ),
        Ruling::Unsaid(asked) => no_evidence(
            Some(asked.map_or(0, |(window, _)| window)),
            CheckKind::Evidence,
            "Add a document that says so, or take the claim out.",
        ),
    }
}

fn of_not_run(what: NotRun, why: &str) -> Found {
    let (source, advice) = match what {
        NotRun::Check(_) => (CheckKind::Policy, "Switch the check on and verify again."),
        NotRun::Script => (
            CheckKind::Nli,
            "Translate it into English, or name a verifier that reads the language (models.verifier).",
        ),
        NotRun::Reader => (
            CheckKind::Nli,
            "Verify again in a moment; if it stays so, look at the server's log.",
        ),
        NotRun::TooLong => (CheckKind::Nli, "Split it into shorter statements."),
        NotRun::Model => (CheckKind::Nli, "Load the model and verify again."),
    };
    let kind = (FindingKind::NotRun, Severity::Medium, Certainty::Confirmed);
    plain(kind, why, None, source, advice)
}

/// A finding without values.
fn plain(
    (kind, severity, certainty): (FindingKind, Severity, Certainty),
    why: &str,
    evidence: Option<usize>,
    source: CheckKind,
    advice: &'static str,
) -> Found {
    Found {
        kind,
        severity,
        certainty,
        confidence: certainty.confidence(),
        text: why.to_owned(),
        evidence,
        source,
        advice,
        detected: None,
        expected: None,
    }
}

/// The finding of a check that the claim did not pass.
fn of_check(said: &Observation) -> Option<Found> {
    let (severity, certainty, advice) = match said.signal {
        Signal::Passed => return None,
        Signal::Clash => (
            Severity::High,
            Certainty::Confirmed,
            "Correct the value after the evidence.",
        ),
        Signal::Absent if said.kind == FindingKind::FabricatedCitation => {
            (Severity::Medium, Certainty::Likely, MEND_ADDRESS)
        }
        Signal::Absent => (
            Severity::Medium,
            Certainty::Likely,
            "Add a document that holds this value, or take it out.",
        ),
        Signal::Suspect => (Severity::Medium, Certainty::Likely, MEND_ADDRESS),
        Signal::Gone => (Severity::High, Certainty::Confirmed, MEND_ADDRESS),
        Signal::Impossible if said.kind == FindingKind::TemporalError => {
            (Severity::High, Certainty::Likely, "Correct the date.")
        }
        Signal::Impossible => (
            Severity::Critical,
            Certainty::Confirmed,
            "Correct the value.",
        ),
        Signal::Warning => (
            Severity::Low,
            Certainty::Warning,
            "Look at this before you rely on it.",
        ),
    };
    Some(Found {
        kind: said.kind,
        severity,
        certainty,
        confidence: match said.signal {
            Signal::Gone => GONE,
            Signal::Suspect => SUSPECT,
            Signal::Impossible if said.kind == FindingKind::TemporalError => UNTIMELY,
            Signal::Impossible => IMPOSSIBLE,
            Signal::Passed | Signal::Clash | Signal::Absent | Signal::Warning => {
                certainty.confidence()
            }
        },
        text: capitalised(&format!("{}.", said.note)),
        evidence: said.source,
        source: said.check,
        advice,
        detected: Some(said.detected.clone()),
        expected: said.expected.clone(),
    })
}
