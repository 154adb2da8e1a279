//! A flagged report: why, how soon, and the forms to decide.

use super::icons::{Mark, VerdictMark};
use groundwall_core::review::{FlaggedClaim, severity_name};
use groundwall_core::{Review, ReviewState, Severity};
use leptos::prelude::*;

/// Claims that are shown of a review; the report has all of them.
const CLAIMS: usize = 5;

/// The word of a priority.
pub(crate) fn priority(severity: Severity) -> &'static str {
    match severity {
        Severity::Low => "Low",
        Severity::Medium => "Medium",
        Severity::High => "High",
        Severity::Critical => "Critical",
    }
}

/// "2026-01-02 03:04"
pub(crate) fn minute(time: &str) -> String {
    time.get(..16).unwrap_or(time).replace('T', " ")
}

/// When it is due, or what was decided.
fn when(review: &Review) -> String {
    match (review.state.is_open(), &review.due_at) {
        (true, Some(due)) if review.overdue => {
            format!("Overdue since {} UTC", minute(due))
        }
        (true, Some(due)) => format!("Due {} UTC", minute(due)),
        (true, None) => "No due time".to_owned(),
        (false, _) => {
            let at = review.decided_at.as_deref().map(minute).unwrap_or_default();
            let by = review.decided_by.as_ref();
            let by = by.map_or(String::new(), |name| format!(" by {name}"));
            format!("Decided {at} UTC{by}")
        }
    }
}

/// One line: priority, state, time.
#[component]
pub(crate) fn ReviewStatus<'a>(review: &'a Review) -> AnyView {
    let who = review
        .assignee
        .clone()
        .filter(|_| review.state == ReviewState::InReview)
        .map(|name| format!(", {name}"));
    let due = if review.overdue { "due overdue" } else { "due" };
    view! {
        <p class="status">
            <span class=format!("priority {}", severity_name(review.priority))>{priority(review.priority)}</span>
            <span class="how-far">{review.state.words()}{who}</span>
            <span class=due>{when(review)}</span>
        </p>
    }
    .into_any()
}

fn claim(report: &str, claim: &FlaggedClaim) -> AnyView {
    let kinds: Vec<String> = claim.findings.iter().map(super::finding::words).collect();
    let found = (!kinds.is_empty()).then(|| format!(" ({})", kinds.join(", ")));
    let dispute = claim.dispute.clone().map(|said| {
        view! { <span class="disputed"><b>"Disputed: "</b>{said}</span> }
    });
    let href = format!("/reports/{report}#c{}", claim.claim);
    view! {
        <li>
            <VerdictMark mark=Mark::Verdict(claim.verdict) />
            <span><a href=href>{claim.text.clone()}</a>" "<span class="aside">{Mark::Verdict(claim.verdict).label()}{found}</span>{dispute}</span>
        </li>
    }
    .into_any()
}

/// "Confidence 90 %, 70 % after what was found."
fn confidence(review: &Review) -> Option<String> {
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let original = percent(review.confidence?);
    Some(match review.adjusted_confidence {
        Some(adjusted) if percent(adjusted) != original => {
            format!(
                "Confidence {original}, {} after what was found.",
                percent(adjusted)
            )
        }
        Some(_) | None => format!("Confidence {original}."),
    })
}

/// "2 of 3 statements supported."
fn counts(review: &Review) -> String {
    let counts = review.counts;
    format!(
        "{} of {} statements supported.",
        counts.supported,
        counts.checkable()
    )
}

/// Why somebody has to look, and at what.
#[component]
pub(crate) fn ReviewReasons<'a>(review: &'a Review) -> AnyView {
    let reasons: Vec<AnyView> = review
        .reasons
        .iter()
        .map(|reason| view! { <li>{reason.why.clone()}</li> }.into_any())
        .collect();
    let claims: Vec<AnyView> = review
        .claims
        .iter()
        .take(CLAIMS)
        .map(|one| claim(&review.report.0, one))
        .collect();
    let more = review.claims.len().saturating_sub(CLAIMS);
    let note = review.note.clone().map(|note| {
        view! { <p class="note"><b>"Note: "</b>{note}</p> }
    });
    view! {
        <ul class="reasons">{reasons}</ul>
        {(!claims.is_empty()).then(|| view! { <ul class="flagged">{claims}</ul> })}
        {(more > 0).then(|| view! { <p class="aside">{format!("{more} more in the report.")}</p> })}
        <p class="aside">{counts(review)}" "{confidence(review)}</p>
        {note}
    }
    .into_any()
}

/// The forms: take it, decide, or take the decision back.
#[component]
pub(crate) fn ReviewForms<'a>(review: &'a Review) -> AnyView {
    let id = review.report.0.clone();
    let to = |what: &str| format!("/review/{id}/{what}");
    if !review.state.is_open() {
        return view! {
            <form method="post" action=to("undo") class="decide"><button type="submit" class="quiet">"Take the decision back"</button></form>
        }
        .into_any();
    }
    let (note, name) = (format!("note-{id}"), format!("name-{id}"));
    let assignee = review.assignee.clone().unwrap_or_default();
    let label = if assignee.is_empty() {
        "Take it or give it to somebody"
    } else {
        "Give it to somebody else"
    };
    view! {
        <form method="post" action=to("decision") class="decide">
            <p class="field"><label for=note.clone()>"Note"</label><input id=note name="note" maxlength="2000" autocomplete="off" /></p>
            <button type="submit" name="decision" value="approved" class="quiet">"False alarm"</button>
            <button type="submit" name="decision" value="rejected" class="quiet">"True find"</button>
        </form>
        <details class="assign">
            <summary>{label}</summary>
            <form method="post" action=to("assignee") class="decide">
                <p class="field"><label for=name.clone()>"Name; empty for nobody"</label><input id=name name="assignee" maxlength="100" autocomplete="name" value=assignee /></p>
                <button type="submit" class="quiet">"Assign"</button>
            </form>
        </details>
    }
    .into_any()
}

/// The review on its report's page.
#[component]
pub(crate) fn ReviewPanel<'a>(review: &'a Review) -> AnyView {
    view! {
        <section class="case panel" id="review" aria-labelledby="review-heading">
            <h2 id="review-heading">"Review"</h2>
            <ReviewStatus review=review />
            <ReviewReasons review=review />
            <ReviewForms review=review />
            <p class="aside"><a href="/review">"All reports in review"</a></p>
        </section>
    }
    .into_any()
}

/// The form of a claim card with which somebody says that a verdict is wrong.
#[component]
pub(crate) fn Dispute<'a>(report: &'a str, claim: u32, field: String) -> Option<AnyView> {
    (!report.is_empty()).then(|| {
        view! {
            <details class="dispute">
                <summary>"Dispute this verdict"</summary>
                <form method="post" action=format!("/reports/{report}/disputes") class="decide">
                    <input type="hidden" name="claim" value=claim.to_string() />
                    <p class="field"><label for=field.clone()>"What is wrong with it?"</label><input id=field name="note" maxlength="2000" autocomplete="off" /></p>
                    <button type="submit" class="quiet">"Send to review"</button>
                </form>
            </details>
        }
        .into_any()
    })
}
