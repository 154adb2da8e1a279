use super::holdings;
use crate::components::area::area;
use crate::components::notices;
use crate::page::Notice;
use groundwall_core::{Problem, Status};
use leptos::prelude::*;

pub(crate) fn page(
    status: &Status,
    question: &str,
    notice: Option<&Notice>,
    problem: Option<&Problem>,
) -> AnyView {
    let empty = status.documents.is_empty();
    let generator = status.generator.clone();
    view! {
        <div class="column">
            <h1>"Ask your documents"</h1>
            <p class="lead">"Every sentence of the answer is checked against them. What they contradict or do not say is taken out."</p>
            {notices::notice(notice)}
            {notices::problem(problem)}
            {notices::degraded(&status.degraded)}
            {if empty {
                view! {
                    <section class="empty">
                        <p>"There are no documents yet. "<a href="/upload">"Upload your own"</a>", or look around first with the papers of a small port: reports, minutes, tables and rules."</p>
                        <form method="post" action="/samples">
                            <button type="submit">"Load the sample documents"</button>
                            <p class="waiting" hidden>"Reading and indexing. This takes a few seconds."</p>
                        </form>
                    </section>
                }
                    .into_any()
            } else {
                view! { <p class="aside">{holdings(status)}" · answers by "{generator}</p> }.into_any()
            }}
            <form method="post" action="/ask" class="ask" data-api="/api/v1/questions">
                <label for="question">"Question"</label>
                <textarea id="question" name="question" rows="3" maxlength="4000" required autofocus>{area(question)}</textarea>
                <button type="submit">"Ask"</button>
                <p class="waiting" hidden>"Retrieving passages, drafting, and checking every claim. This takes a few seconds."</p>
            </form>
        </div>
    }
    .into_any()
}
