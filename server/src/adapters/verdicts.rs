//! What the extension field `groundwall` says of a text.

use groundwall_core::report::{Citation, JudgedClaim};
use groundwall_core::{Report, ReportState, Stance, Verdict};
use serde::Serialize;

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

/// What leaves with a piece of a text.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = VerifiedPiece)]
pub(crate) struct Piece<'a> {
    claims: Vec<Claim<'a>>,
    removed: Vec<Claim<'a>>,
}

/// What is said of a whole text.
#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct Verdicts<'a> {
    state: ReportState,
    banner: &'a str,
    #[schema(required)]
    support_ratio: Option<f64>,
    #[serde(flatten)]
    piece: Piece<'a>,
    citations: &'a [Citation],
    report_id: &'a str,
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
    pub(super) fn of(report: &'a Report) -> Self {
        Self {
            claims: report.claims.iter().map(claim).collect(),
            removed: report.removed.iter().map(claim).collect(),
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
            piece: Piece::of(report),
            citations: &report.citations,
            report_id: &report.id.0,
            degraded: &report.degraded,
            remarks: &report.remarks,
            kept_back,
            not_verified,
        }
    }
}
