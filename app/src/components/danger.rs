//! What cannot be taken back.

use leptos::prelude::*;

/// A form that deletes something for good, folded: `said` tells what is lost, `button` what the button does.
#[component]
pub(crate) fn Danger(
    label: &'static str,
    #[prop(into)] action: String,
    said: impl IntoView + 'static,
    #[prop(into)] button: String,
) -> impl IntoView {
    view! {
        <details class="danger">
            <summary>{label}</summary>
            <form method="post" action=action>
                {said}
                <button type="submit">{button}</button>
            </form>
        </details>
    }
}
