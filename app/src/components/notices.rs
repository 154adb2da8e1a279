//! Notices, problems, and what does not run.

use crate::page::Notice;
use groundwall_core::Problem;
use leptos::prelude::*;

/// A problem above a form: what happened and what to do.
#[component]
pub(crate) fn ProblemNotice<'a>(problem: Option<&'a Problem>) -> Option<impl IntoView + use<>> {
    problem.map(|problem| {
        let details = problem.details.clone();
        view! {
            <div class="notice problem" role="alert">
                <p>{problem.message.clone()}</p>
                {(!details.is_empty()).then(|| view! { <ul>{details.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul> })}
            </div>
        }
    })
}

/// What happened to the files or documents of the last form.
#[component]
pub(crate) fn NoticeOf<'a>(notice: Option<&'a Notice>) -> Option<impl IntoView + use<>> {
    notice.map(|notice| {
        let refused = notice.refused.clone();
        view! {
            <div class="notice" role="status">
                <p>{notice.text.clone()}</p>
                {notice.undo.clone().map(|id| {
                    view! {
                        <form method="post" action="/documents/restore">
                            <input type="hidden" name="id" value=id />
                            <button type="submit" class="quiet">"Put it back"</button>
                        </form>
                    }
                })}
                {(!refused.is_empty())
                    .then(|| {
                        view! {
                            <ul class="refused">
                                {refused.into_iter().map(|(name, why)| view! { <li><b>{name}</b>": "{why}</li> }).collect_view()}
                            </ul>
                        }
                    })}
            </div>
        }
    })
}

/// What does not run and therefore counts as not passed.
#[component]
pub(crate) fn Degraded<'a>(lines: &'a [String]) -> Option<impl IntoView + use<>> {
    let lines = lines.to_vec();
    (!lines.is_empty()).then(|| {
        view! {
            <div class="notice problem" role="status">
                <p>"Something does not run. Nothing that failed to run counts as passed."</p>
                <ul>{lines.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul>
            </div>
        }
    })
}
