//! Priority, state and time of a review.

use super::moment::minute;
use super::review::priority;
use groundwall_core::review::severity_name;
use groundwall_core::{Review, ReviewState};
use leptos::prelude::*;

/// When it is due, or what was decided.
fn when(review: &Review) -> String {
    match (review.state.is_open(), &review.due_at) {
        (true, Some(due)) if review.overdue => {
            format!("Overdue since {}", minute(due))
        }
        (true, Some(due)) => format!("Due {}", minute(due)),
        (true, None) => "No due time".to_owned(),
        (false, _) => {
            let at = review.decided_at.as_deref().map(minute).unwrap_or_default();
            let by = review.decided_by.as_ref();
            let by = by.map_or(String::new(), |name| format!(" {}", super::who::by(name)));
            format!("Decided {at}{by}")
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
