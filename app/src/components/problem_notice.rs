//! A problem above a form.

use super::notice_box::{NoticeBox, Tells};
use groundwall_core::Problem;
use leptos::prelude::*;

/// A problem above a form: what happened and what to do.
#[component]
pub(crate) fn ProblemNotice<'a>(problem: Option<&'a Problem>) -> Option<impl IntoView + use<>> {
    problem.map(|problem| {
        let details = problem.details.clone();
        let said = view! {
            <p>{problem.message.clone()}</p>
            {(!details.is_empty()).then(|| view! { <ul>{details.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul> })}
        };
        view! { <NoticeBox tells=Tells::Failed said=said /> }
    })
}
