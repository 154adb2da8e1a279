use groundwall_core::{Problem, ProblemCode};
use leptos::prelude::*;

pub(crate) fn page(problem: &Problem) -> AnyView {
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
    let details = problem.details.clone();
    view! {
        <div class="column">
            <h1>{title}</h1>
            <p class="lead">{problem.message.clone()}</p>
            {(!details.is_empty()).then(|| view! { <ul>{details.into_iter().map(|line| view! { <li>{line}</li> }).collect_view()}</ul> })}
            <p><a href="/">"To the start"</a></p>
        </div>
    }
    .into_any()
}
