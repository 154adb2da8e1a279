use crate::components::problem_notice::ProblemNotice;
use groundwall_core::Problem;
use leptos::prelude::*;

pub(crate) fn page(problem: Option<&Problem>) -> AnyView {
    view! {
        <div class="column">
            <h1>"Sign in"</h1>
            <ProblemNotice problem=problem />
            <form method="post" action="/login" class="ask">
                <label for="key">"API key"</label>
                <input id="key" type="password" name="key" autocomplete="current-password" required autofocus />
                <button type="submit">"Sign in"</button>
            </form>
        </div>
    }
    .into_any()
}
