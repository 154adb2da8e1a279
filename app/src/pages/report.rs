use crate::components::choice::kept;
use crate::components::files::files;
use crate::components::next::next;
use crate::components::place::Place;
use crate::components::review::panel;
use crate::components::turn::turn;
use groundwall_core::{Report, Review};
use leptos::prelude::*;

/// Where one can go from a report.
fn links(report: &Report) -> AnyView {
    let (again, label) = match report.question {
        Some(_) => (format!("/ask?from={}", report.id), "Edit and ask again"),
        None => (
            format!("/verify?from={}", report.id),
            "Edit the text and verify again",
        ),
    };
    let back = report.conversation.as_ref().map(|id| {
        let href = format!("/conversations/{id}#r-{}", report.id);
        view! { <a href=href>"Its conversation"</a> }
    });
    view! {
        <a href=again>{label}</a>
        {back}
        <a class="share" href=format!("/reports/{}", report.id)>"Link to this report"</a>
        {files(&report.id)}
    }
    .into_any()
}

pub(crate) fn page(report: &Report, review: Option<&Review>, open: Option<u32>) -> AnyView {
    let at = Place {
        open,
        ..Place::ALONE
    };
    let next = report.conversation.as_ref().map(|id| {
        view! { <div class="next">{next(Some(id), "", "Next question", false, kept(&report.collection, &report.scope))}</div> }
    });
    view! {
        <div class="desk talk report">
            <div class="middle">
                {turn(report, at, links(report))}
                {review.map(panel)}
                {next}
            </div>
        </div>
    }
    .into_any()
}
