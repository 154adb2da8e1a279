//! What the decisions of reviewers say about the policy: proposals that a person accepts or rejects, and how far the probability of support is off. Nothing here
//! changes the policy but [`decide`], for a person who accepts.

mod deviation;
mod effect;
mod labelled;
mod proposed;

use crate::settings::Settings;
use crate::time::rfc3339;
use effect::Looking;
use groundwall_core::calibration::{
    Calibration, Change, Effect, Proposal, ProposalState, Verdict as Answer,
};
use groundwall_core::{
    AuditKind, Happening, Policy, Problem, ProblemCode, ReportFilter, ReviewFilter, ReviewState,
};
use groundwall_governance::uncertainty::{CALIBRATION_NEEDS, calibration_error};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Ledger as _, PortError, Records as _};
use labelled::{Decided, Labelled, labelled};
use std::time::Duration;

/// Where the ledger keeps proposals.
const PROPOSALS: &str = "calibration.proposals";
/// Proposals that are kept.
const KEPT: usize = 50;
/// The newest decided reviews that are read.
const REVIEWS: usize = 500;
/// The newest reports that an effect is of.
const REPORTS: u32 = 300;
/// Reports or reviews of one page.
const PAGE: u32 = 100;
/// Between two looks at decisions.
const PAUSE: Duration = Duration::from_secs(5);

/// The newest decided reviews with their reports.
async fn decided(ledger: &SqliteLedger) -> Result<(u64, Vec<Decided>), PortError> {
    let (mut total, mut reviews) = (0u64, Vec::new());
    for state in [ReviewState::Approved, ReviewState::Rejected] {
        let mut filter = ReviewFilter {
            state: state.name().to_owned(),
            limit: PAGE,
            ..ReviewFilter::default()
        };
        loop {
            let page = ledger.reviews(&filter).await?;
            reviews.extend(page.reviews);
            let Some(next) = page.next else {
                total = total.saturating_add(page.total);
                break;
            };
            filter.after = next;
        }
    }
    reviews.sort_by(|one, other| other.decided_at.cmp(&one.decided_at));
    reviews.truncate(REVIEWS);
    let mut all = Vec::with_capacity(reviews.len());
    for review in reviews {
        if let Some(report) = ledger.report(&review.report).await? {
            all.push(Decided { report, review });
        }
    }
    Ok((total, all))
}

/// The probability of each labelled statement, and whether it was fine.
fn error_of(labelled: &[Labelled<'_>]) -> Option<f64> {
    let pairs: Vec<(f64, bool)> = labelled
        .iter()
        .map(|one| (f64::from(one.claim.probability), one.fine))
        .collect();
    calibration_error(&pairs)
}

/// The expected calibration error over the newest decided reviews; none where there are too few.
pub(crate) async fn error(ledger: &SqliteLedger) -> Result<Option<f64>, PortError> {
    let (_, all) = decided(ledger).await?;
    Ok(error_of(&labelled(&all)))
}

/// Follows the decisions for as long as the server runs.
pub(crate) async fn follow(settings: &Settings) {
    loop {
        settings.decisions_change().await;
        match error(&settings.ledger()).await {
            Ok(error) => settings.set_calibration(error),
            Err(error) => tracing::error!(%error, "the calibration error is as it was"),
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn kept(ledger: &SqliteLedger) -> Result<Vec<Proposal>, PortError> {
    let Some(text) = ledger.setting(PROPOSALS).await? else {
        return Ok(Vec::new());
    };
    serde_json::from_str(&text)
        .map_err(|error| PortError::internal(format!("the setting {PROPOSALS}: {error}")))
}

async fn keep(
    ledger: &SqliteLedger,
    proposals: &[Proposal],
    happening: &Happening,
) -> Result<(), PortError> {
    let text = serde_json::to_string(proposals)
        .map_err(|error| PortError::internal(format!("{PROPOSALS}: {error}")))?;
    ledger.set_setting_noted(PROPOSALS, &text, happening).await
}

fn counted(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What decisions say now, without the effect of anything; proposals are those that were kept.
fn seen(total: u64, all: &[Decided], policy: &Policy) -> (Calibration, Vec<proposed::Proposed>) {
    let labelled = labelled(all);
    let found = proposed::proposed(all, &labelled, policy);
    let calibration = Calibration {
        decided: u32::try_from(total).unwrap_or(u32::MAX),
        statements: counted(labelled.len()),
        needed: counted(CALIBRATION_NEEDS),
        error: error_of(&labelled),
        notes: found.notes,
        proposals: Vec::new(),
    };
    (calibration, found.proposed)
}

/// What decisions say, with the proposals that were made.
pub(crate) async fn read(settings: &Settings) -> Result<Calibration, PortError> {
    let ledger = settings.ledger();
    let (total, all) = decided(&ledger).await?;
    let (calibration, _) = seen(total, &all, &settings.policy());
    Ok(Calibration {
        proposals: kept(&ledger).await?,
        ..calibration
    })
}

/// What each change would have made of the newest reports.
async fn effects(
    ledger: &SqliteLedger,
    policy: &Policy,
    more: bool,
    changes: &[&Change],
) -> Result<Vec<Option<Effect>>, PortError> {
    let mut looking: Vec<Option<Looking<'_>>> = changes
        .iter()
        .map(|change| Looking::start(change, policy, more))
        .collect();
    let mut filter = ReportFilter {
        limit: PAGE,
        ..ReportFilter::default()
    };
    let mut seen = 0u32;
    loop {
        let page = ledger.reports(&filter).await?;
        for line in &page.reports {
            seen = seen.saturating_add(1);
            let Some(report) = ledger.report(&line.id).await? else {
                continue;
            };
            for one in looking.iter_mut().flatten() {
                one.at(&report);
            }
        }
        filter.after = page.next;
        if filter.after.is_none() || seen >= REPORTS {
            break;
        }
    }
    let end = |one: Option<Looking<'_>>| one.map(Looking::end);
    Ok(looking.into_iter().map(end).collect())
}

/// What decisions say under the policy in force, with new proposals that are not kept.
pub(crate) async fn propose(
    ledger: &SqliteLedger,
    policy: &Policy,
    more: bool,
) -> Result<Calibration, PortError> {
    let (total, all) = decided(ledger).await?;
    let (mut calibration, found) = seen(total, &all, policy);
    drop(all);
    if found.is_empty() {
        return Ok(calibration);
    }
    let changes: Vec<&Change> = found.iter().map(|one| &one.change).collect();
    let effects = effects(ledger, policy, more, &changes).await?;
    let made_at = rfc3339(jiff::Timestamp::now());
    let proposals = found.into_iter().zip(effects).filter_map(|(one, effect)| {
        Some(Proposal {
            id: uuid::Uuid::new_v4().simple().to_string(),
            made_at: made_at.clone(),
            change: one.change,
            why: one.why,
            agreement: one.agreement,
            effect: effect?,
            state: ProposalState::Open,
            decided_at: None,
        })
    });
    calibration.proposals = proposals.collect();
    Ok(calibration)
}

/// Makes proposals and keeps them, in the place of those that nobody decided about.
pub(crate) async fn run(settings: &Settings) -> Result<Calibration, PortError> {
    let _turn = settings.proposing().await;
    let ledger = settings.ledger();
    let more = settings.can_regenerate();
    let mut calibration = propose(&ledger, &settings.policy(), more).await?;
    let made = calibration.proposals.len();
    let before = kept(&ledger).await?;
    let decided = before
        .into_iter()
        .filter(|one| one.state != ProposalState::Open);
    calibration.proposals.extend(decided);
    calibration.proposals.truncate(KEPT);
    let happening = Happening::of(AuditKind::Calibration, "proposed")
        .fact("proposals", made.to_string())
        .fact("decided_reviews", calibration.decided.to_string());
    keep(&ledger, &calibration.proposals, &happening).await?;
    Ok(calibration)
}

fn conflict(message: impl Into<String>) -> PortError {
    Problem::new(ProblemCode::Conflict, message).into()
}

/// Accepts a proposal, which changes the policy as the settings do, or rejects it.
pub(crate) async fn decide(
    settings: &Settings,
    id: &str,
    answer: Answer,
) -> Result<Proposal, PortError> {
    let _turn = settings.proposing().await;
    let ledger = settings.ledger();
    let mut proposals = kept(&ledger).await?;
    let Some(proposal) = proposals.iter_mut().find(|one| one.id == id) else {
        let none = "There is no proposal with this id.";
        return Err(Problem::new(ProblemCode::NotFound, none).into());
    };
    if proposal.state != ProposalState::Open {
        return Err(conflict("This proposal is decided already."));
    }
    let name = proposal.change.name();
    let (state, outcome) = match answer {
        Answer::Accepted => {
            if settings.is_fixed(name) {
                return Err(conflict(format!(
                    "The configuration (policy.{name}) sets this and wins. Take it out there, or set it there."
                )));
            }
            let changed = proposal.change.applied(&settings.policy());
            let changed = changed.ok_or_else(|| {
                conflict("The policy has changed since this was proposed. Make proposals anew.")
            })?;
            settings.keep_proposed(changed, id).await?;
            (ProposalState::Accepted, "accepted")
        }
        Answer::Rejected => (ProposalState::Rejected, "rejected"),
    };
    proposal.state = state;
    proposal.decided_at = Some(rfc3339(jiff::Timestamp::now()));
    let done = proposal.clone();
    let happening = Happening::of(AuditKind::Calibration, outcome)
        .fact("proposal", id)
        .fact("setting", name);
    keep(&ledger, &proposals, &happening).await?;
    Ok(done)
}

#[cfg(test)]
mod tests;
