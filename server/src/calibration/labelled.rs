//! What a decision says about the statements of its report.

use groundwall_core::{JudgedClaim, Report, Review, ReviewState};

/// A report that somebody decided about, with what they decided.
pub(super) struct Decided {
    pub(super) report: Report,
    pub(super) review: Review,
}

impl Decided {
    /// Whether it was a false alarm: the text was fine.
    pub(super) fn fine(&self) -> bool {
        self.review.state == ReviewState::Approved
    }

    /// Its statements, those that were taken out with them.
    pub(super) fn claims(&self) -> impl Iterator<Item = &JudgedClaim> {
        self.report.claims.iter().chain(&self.report.removed)
    }

    fn is_disputed(&self, claim: &JudgedClaim) -> bool {
        let mut flagged = self.review.claims.iter();
        flagged.any(|one| one.claim == claim.claim.id && one.dispute.is_some())
    }
}

/// A statement about which a decision is clear.
#[derive(Clone, Copy)]
pub(super) struct Labelled<'a> {
    pub(super) claim: &'a JudgedClaim,
    pub(super) fine: bool,
}

/// Every statement of a false alarm is fine. Of a true find one is wrong: the one that failed or is disputed, where there is no other.
pub(super) fn labelled(all: &[Decided]) -> Vec<Labelled<'_>> {
    let mut found = Vec::new();
    for decided in all {
        let checkable = |claim: &&JudgedClaim| claim.verdict.is_checkable();
        if decided.fine() {
            let claims = decided.claims().filter(checkable);
            found.extend(claims.map(|claim| Labelled { claim, fine: true }));
            continue;
        }
        let suspect = |claim: &&JudgedClaim| claim.failed() || decided.is_disputed(claim);
        let mut suspects = decided.claims().filter(checkable).filter(suspect);
        if let (Some(claim), None) = (suspects.next(), suspects.next()) {
            found.push(Labelled { claim, fine: false });
        }
    }
    found
}
