use crate::components::files::ReportFiles;
use crate::components::kept_scope::KeptScope;
use crate::components::next::QuestionBox;
use crate::components::place::Place;
use crate::components::review_panel::ReviewPanel;
use crate::components::turn::Turn;
use groundwall_core::{Report, Review};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// A report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportView {
    pub report: Report,
    /// Where somebody has to look at it, or has.
    #[serde(default)]
    pub review: Option<Review>,
    /// The claim that the address names.
    #[serde(default)]
    pub open: Option<u32>,
}

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

pub(crate) fn page(view: &ReportView) -> AnyView {
    let ReportView {
        report,
        review,
        open,
    } = view;
    let at = Place {
        open: *open,
        ..Place::ALONE
    };
    let next = report.conversation.as_ref().map(|id| {
        view! { <div class="next"><QuestionBox conversation=Some(id) typed="" label="Next question" focus=false of=view! { <KeptScope collection=&report.collection scope=&report.scope /> }.into_any() /></div> }
    });
    view! {
        <div class="desk talk report">
            <div class="middle">
                <Turn report=report at=at links=links(report) />
                {review.as_ref().map(|review| view! { <ReviewPanel review=review /> })}
                {next}
            </div>
        </div>
    }
    .into_any()
}
