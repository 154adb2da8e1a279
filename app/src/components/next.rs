//! The box for a question.

use super::area::area;
use groundwall_core::ConversationId;
use leptos::prelude::*;

/// How a question is sent by keyboard; without script Enter breaks the line.
#[component]
pub(crate) fn Sends() -> impl IntoView {
    view! { <p class="aside script sends">"Enter sends the question, Shift and Enter begin a new line."</p> }
}

/// The form. With a conversation it goes on with that, else it begins one; `of` says what is asked.
#[component]
pub(crate) fn QuestionBox<'a>(
    conversation: Option<&'a ConversationId>,
    typed: &'a str,
    label: &'static str,
    focus: bool,
    of: AnyView,
) -> AnyView {
    let field = conversation.map(|id| {
        view! { <input type="hidden" name="conversation" value=id.to_string() /> }
    });
    view! {
        <form method="post" action="/ask" class="ask" data-api="/api/v1/questions">
            {field}
            <label for="question">{label}</label>
            <div class="line">
                <textarea id="question" name="question" rows="1" maxlength="4000" required autofocus=focus>{area(typed)}</textarea>
                <button type="submit">"Ask"</button>
            </div>
            <Sends />
            {of}
            <p class="waiting" hidden>"Finding passages, answering, and checking every statement. This takes a few seconds."</p>
        </form>
    }
    .into_any()
}
