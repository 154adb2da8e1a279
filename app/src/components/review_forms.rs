//! The forms to decide a review.

use super::note_field::NoteField;
use groundwall_core::Review;
use leptos::prelude::*;

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
            <NoteField id=note label="Note" />
            <button type="submit" name="decision" value="approved" class="quiet">"False alarm"</button>
            <button type="submit" name="decision" value="rejected" class="quiet">"Real problem"</button>
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
