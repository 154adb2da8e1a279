use super::holdings;
use crate::collections::Choice;
use crate::components::area::area;
use crate::components::choice::collections;
use crate::components::notices;
use groundwall_core::{Problem, Status};
use leptos::prelude::*;

pub(crate) fn page(
    status: &Status,
    text: &str,
    whole_answer: bool,
    problem: Option<&Problem>,
    choice: &Choice,
) -> AnyView {
    view! {
        <div class="column">
            <h1>"Verify a text"</h1>
            <p class="lead">"Paste what somebody or some model wrote. Each claim gets its verdict and the words that decide it."</p>
            {notices::problem(problem)}
            {notices::degraded(&status.degraded)}
            {if status.documents.is_empty() {
                view! { <p class="empty">"There are no documents to verify against. "<a href=choice.address("/upload")>"Upload some first"</a>"."</p> }.into_any()
            } else {
                view! { <p class="aside">"Against "{holdings(status)}{choice.name().map(|name| format!(" in {name}"))}</p> }.into_any()
            }}
            <form method="post" action="/verify" class="ask text" data-api="/api/v1/verifications">
                <label for="text">"Text"</label>
                <textarea id="text" name="text" rows="9" required>{area(text)}</textarea>
                <fieldset>
                    <legend>"Read it as"</legend>
                    <label><input type="radio" name="mode" value="answer" checked=whole_answer />"a whole answer, taken apart into claims"</label>
                    <label><input type="radio" name="mode" value="claims" checked=!whole_answer />"one claim per line"</label>
                </fieldset>
                {collections(choice, "Against the collection", "/verify")}
                <button type="submit">"Verify claims"</button>
                <p class="waiting" hidden>"Fetching evidence for every claim and judging it."</p>
            </form>
        </div>
    }
    .into_any()
}
