use crate::components::lines::Lines;
use crate::components::page_head::PageHead;
use groundwall_core::{Problem, ProblemCode};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What went wrong, as a page of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProblemView {
    pub problem: Problem,
    /// The HTTP status that it is sent with.
    pub status: u16,
}

pub(crate) fn page(view: &ProblemView) -> AnyView {
    let ProblemView { problem, .. } = view;
    let title = match problem.code {
        ProblemCode::NotFound => "Not found",
        ProblemCode::Forbidden | ProblemCode::Unauthorized => "Refused",
        ProblemCode::Overloaded => "Too busy",
        ProblemCode::TooSlow => "Too slow",
        ProblemCode::Internal => "Something failed on the server",
        ProblemCode::Unavailable => "A service does not answer",
        ProblemCode::InsufficientStorage => "No room on the disk",
        ProblemCode::TooLarge => "Too large",
        ProblemCode::Malformed
        | ProblemCode::MethodNotAllowed
        | ProblemCode::Conflict
        | ProblemCode::UnsupportedMedia
        | ProblemCode::Unprocessable => "This did not work",
    };
    view! {
        <div class="column">
            <PageHead title=title lead=problem.message.clone() />
            <Lines lines=&problem.details />
            <p><a href="/">"To the start"</a></p>
        </div>
    }
    .into_any()
}
