//! What does not run.

use super::lines::Lines;
use super::notice_box::{NoticeBox, Tells};
use leptos::prelude::*;

/// What does not run and therefore counts as not passed.
#[component]
pub(crate) fn Degraded<'a>(lines: &'a [String]) -> Option<impl IntoView + use<>> {
    (!lines.is_empty()).then(|| {
        let said = view! {
            <p>"Something does not run. Nothing that failed to run counts as passed."</p>
            <Lines lines=lines />
        };
        view! { <NoticeBox tells=Tells::Missing said=said /> }
    })
}
