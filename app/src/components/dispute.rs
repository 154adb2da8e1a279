//! The form that disputes a verdict.

use super::note_field::NoteField;
use leptos::prelude::*;

/// The form of a claim card with which somebody says that a verdict is wrong.
#[component]
pub(crate) fn Dispute<'a>(report: &'a str, claim: u32, field: String) -> Option<AnyView> {
    (!report.is_empty()).then(|| {
        view! {
            <details class="dispute">
                <summary>"Dispute this verdict"</summary>
                <form method="post" action=format!("/reports/{report}/disputes") class="decide">
                    <input type="hidden" name="claim" value=claim.to_string() />
                    <NoteField id=field label="What is wrong with it?" required=true />
                    <button type="submit" class="quiet">"Send to review"</button>
                </form>
            </details>
        }
        .into_any()
    })
}
