use crate::components::problem_notice::ProblemNotice;
use groundwall_core::Problem;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The form that signs somebody in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LoginView {
    pub problem: Option<Problem>,
}

pub(crate) fn page(view: &LoginView) -> AnyView {
    view! {
        <div class="column">
            <h1>"Sign in"</h1>
            <ProblemNotice problem=view.problem.as_ref() />
            <form method="post" action="/login" class="ask">
                <label for="key">"API key"</label>
                <input id="key" type="password" name="key" autocomplete="current-password" required autofocus />
                <button type="submit">"Sign in"</button>
            </form>
        </div>
    }
    .into_any()
}
