//! What the extension field `groundwall` says of a text.

use groundwall_core::report::{Citation, JudgedClaim};
use groundwall_core::{Reason, Report, ReportState, Stance, Verdict};
use serde::Serialize;
use serde_json::Value;

/// The sentence that a verdict hangs on.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = DecidingSentence)]
struct Place<'a> {
    #[serde(rename = "place")]
    address: String,
    text: &'a str,
    stance: Stance,
}

/// A claim and its verdict.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = VerifiedClaim)]
struct Claim<'a> {
    text: &'a str,
    verdict: Verdict,
    why: &'a str,
    #[schema(required)]
    evidence: Option<Place<'a>>,
}

/// A claim that was left out of a text on its way. Its words do not leave: nobody knows yet whether the whole is withheld.
#[derive(Serialize)]
struct LeftOut {
    verdict: Verdict,
    /// The code of the reason; none where it has none.
    code: Option<&'static str>,
    /// The number of its sentence in the draft, from 1.
    sentence: usize,
}

/// What leaves with a piece of a text.
#[derive(Serialize)]
pub(super) struct Piece<'a> {
    claims: Vec<Claim<'a>>,
    removed: Vec<LeftOut>,
}

/// What is said of a whole text.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Verdicts<'a> {
    state: ReportState,
    banner: &'a str,
    #[schema(required)]
    support_ratio: Option<f64>,
    claims: Vec<Claim<'a>>,
    removed: Vec<Claim<'a>>,
    citations: &'a [Citation],
    /// None where there was no text to report on.
    #[schema(required)]
    report_id: Option<&'a str>,
    degraded: &'a [String],
    /// What a reader has to know beside the state, such as what rule packs changed.
    remarks: &'a [String],
    /// Texts of tools and earlier questions that the endpoint was not given, since they give orders.
    kept_back: usize,
    /// Parts of the message that nobody verified.
    not_verified: &'a [&'static str],
}

fn claim(judged: &JudgedClaim) -> Claim<'_> {
    let deciding = |stance: Stance| match stance {
        Stance::Supports | Stance::Refutes => true,
        Stance::Silent => false,
    };
    Claim {
        text: &judged.claim.text,
        verdict: judged.verdict,
        why: &judged.why,
        evidence: judged
            .evidence
            .iter()
            .find(|evidence| deciding(evidence.stance))
            .map(|evidence| Place {
                address: evidence.window.place(),
                text: &evidence.window.text,
                stance: evidence.stance,
            }),
    }
}

impl<'a> Piece<'a> {
    /// Of the report of a sentence, which is so far on in its draft.
    pub(super) fn of(report: &'a Report, sentence: usize) -> Self {
        let left_out = |judged: &JudgedClaim| LeftOut {
            verdict: judged.verdict,
            code: judged.reason.as_ref().map(Reason::code),
            sentence,
        };
        Self {
            claims: report.claims.iter().map(claim).collect(),
            removed: report.removed.iter().map(left_out).collect(),
        }
    }
}

impl<'a> Verdicts<'a> {
    pub(super) fn of(
        report: &'a Report,
        not_verified: &'a [&'static str],
        kept_back: usize,
    ) -> Self {
        Self {
            state: report.state,
            banner: &report.banner,
            support_ratio: report.summary.support_ratio,
            claims: report.claims.iter().map(claim).collect(),
            removed: report.removed.iter().map(claim).collect(),
            citations: &report.citations,
            report_id: Some(&report.id.0),
            degraded: &report.degraded,
            remarks: &report.remarks,
            kept_back,
            not_verified,
        }
    }

    /// Of a message without text.
    pub(super) fn of_nothing(not_verified: &'a [&'static str], kept_back: usize) -> Self {
        Self {
            state: ReportState::NothingToCheck,
            banner: "There is nothing to check here: the message has no text. That is not a pass.",
            support_ratio: None,
            claims: Vec::new(),
            removed: Vec::new(),
            citations: &[],
            report_id: None,
            degraded: &[],
            remarks: &[],
            kept_back,
            not_verified,
        }
    }

    /// As it goes into the extension field.
    pub(super) fn told(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}
