//! What happened, above what a page shows.

use super::notice::NoticeOf;
use super::problem_notice::ProblemNotice;
use crate::page::Notice;
use groundwall_core::Problem;
use leptos::prelude::*;

/// What became of the last form: what was done, and what went wrong.
#[component]
pub(crate) fn Notices<'a>(
    notice: Option<&'a Notice>,
    problem: Option<&'a Problem>,
) -> impl IntoView + use<> {
    view! {
        <NoticeOf notice=notice />
        <ProblemNotice problem=problem />
    }
}
