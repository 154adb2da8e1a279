//! A problem above a form.

use super::lines::Lines;
use super::notice_box::{NoticeBox, Tells};
use groundwall_core::Problem;
use leptos::prelude::*;

/// A problem above a form: what happened and what to do.
#[component]
pub(crate) fn ProblemNotice<'a>(problem: Option<&'a Problem>) -> Option<impl IntoView + use<>> {
    problem.map(|problem| {
        let said = view! {
            <p>{problem.message.clone()}</p>
            <Lines lines=&problem.details />
        };
        view! { <NoticeBox tells=Tells::Failed said=said /> }
    })
}
