//! The conversations, newest first.

use super::banner::{state_mark, state_word};
use super::icons::VerdictMark;
use crate::components::moment::day;
use groundwall_core::{ConversationId, ConversationLine};
use leptos::prelude::*;

fn line(line: &ConversationLine, current: bool) -> AnyView {
    let (_, word) = state_word(line.state);
    let count = match line.questions {
        1 => String::new(),
        more => format!("{more} questions, "),
    };
    let when = day(&line.last_at);
    view! {
        <li>
            <a href=format!("/conversations/{}", line.id) aria-current=current.then_some("page")>
                <VerdictMark mark=state_mark(line.state) />
                <span class="visually-hidden">{format!("{word}: ")}</span>
                <span class="title">{line.title.clone()}</span>
                <span class="time">{format!("{count}{when}")}</span>
            </a>
        </li>
    }
    .into_any()
}

/// The list; nothing where there is none.
#[component]
pub(crate) fn History<'a>(
    lines: &'a [ConversationLine],
    current: Option<&'a ConversationId>,
) -> Option<AnyView> {
    let list: Vec<AnyView> = lines
        .iter()
        .map(|one| line(one, current == Some(&one.id)))
        .collect();
    (!list.is_empty()).then(|| {
        view! {
            <nav class="history" aria-label="Conversations">
                <p class="label">"Conversations"</p>
                {current.map(|_| view! { <p class="new"><a href="/ask">"New conversation"</a></p> })}
                <ol>{list}</ol>
                <p class="all"><a href="/reports">"All reports"</a></p>
            </nav>
        }
        .into_any()
    })
}
