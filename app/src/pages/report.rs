use crate::components::files::ReportFiles;
use crate::components::kept_scope::KeptScope;
use crate::components::next::QuestionBox;
use crate::components::place::Place;
use crate::components::review_panel::ReviewPanel;
use crate::components::turn::Turn;
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
        <ReportFiles id=&report.id />
    }
    .into_any()
}

pub(crate) fn page(report: &Report, review: Option<&Review>, open: Option<u32>) -> AnyView {
    let at = Place {
        open,
        ..Place::ALONE
    };
    let next = report.conversation.as_ref().map(|id| {
        view! { <div class="next"><QuestionBox conversation=Some(id) typed="" label="Next question" focus=false of=view! { <KeptScope collection=&report.collection scope=&report.scope /> }.into_any() /></div> }
    });
    view! {
        <div class="desk talk report">
            <div class="middle">
                <Turn report=report at=at links=links(report) />
                {review.map(|review| view! { <ReviewPanel review=review /> })}
                {next}
            </div>
        </div>
    }
    .into_any()
}
