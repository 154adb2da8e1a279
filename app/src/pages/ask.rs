use super::holdings;
use crate::collections::Choice;
use crate::components::asked_of::AskedOf;
use crate::components::collection_field::CollectionField;
use crate::components::degraded::Degraded;
use crate::components::generator::is_built_in;
use crate::components::history::History;
use crate::components::next::QuestionBox;
use crate::components::notices::Notices;
use crate::components::page_head::PageHead;
use crate::page::{Notice, address_of};
use groundwall_core::{ConversationLine, Document, Problem, Status};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Documents that are named before the rest is counted.
const CHIPS: usize = 14;

/// The box for a question that begins a conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskView {
    pub status: Status,
    pub question: String,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
    pub conversations: Vec<ConversationLine>,
    /// Questions that the documents suggest.
    pub suggestions: Vec<String>,
    #[serde(default)]
    pub choice: Choice,
}

/// Documents as chips that lead to them.
fn chips(documents: &[Document], choice: &Choice) -> AnyView {
    let chips: Vec<_> = documents
        .iter()
        .take(CHIPS)
        .map(|document| {
            view! { <li><a href=address_of(&document.id, None)>{document.name().to_string()}</a></li> }
        })
        .collect();
    let more = documents.len().saturating_sub(CHIPS);
    view! {
        <ul class="chips">
            {chips}
            {(more > 0).then(|| view! { <li><a href=choice.address("/upload")>{format!("and {more} more")}</a></li> })}
            <li><a class="add" href=choice.address("/upload")>"Add documents"</a></li>
        </ul>
    }
    .into_any()
}

/// Questions to begin with: each is a button that asks it.
fn suggested(suggestions: &[String], choice: &Choice) -> Option<AnyView> {
    let buttons: Vec<_> = suggestions
        .iter()
        .map(|question| {
            view! { <li><button type="submit" name="question" value=question.clone() class="suggestion">{question.clone()}</button></li> }
        })
        .collect();
    (!buttons.is_empty()).then(|| {
        view! {
            <form method="post" action="/ask" class="suggested" data-api="/api/v1/questions">
                <CollectionField collection=&choice.chosen />
                <h2 class="label">"Questions from your documents"</h2>
                <ul>{buttons}</ul>
            </form>
        }
        .into_any()
    })
}

/// What to do where there are no documents.
fn first_steps(choice: &Choice) -> AnyView {
    view! {
        <section class="empty">
            <p>"There are no documents yet. "<a href=choice.address("/upload")>"Upload your own"</a>", or look around first with the papers of a small port: reports, minutes, tables and rules."</p>
            <form method="post" action="/samples">
                <CollectionField collection=&choice.chosen />
                <button type="submit">"Load the sample documents"</button>
                <p class="waiting" hidden>"Reading and indexing. This takes a few seconds."</p>
            </form>
        </section>
    }
    .into_any()
}

pub(crate) fn page(view: &AskView) -> AnyView {
    let AskView {
        status,
        question,
        notice,
        problem,
        conversations,
        suggestions,
        choice,
    } = view;
    let documents = &status.documents;
    let empty = documents.is_empty();
    let generator = &status.generator;
    let by = if is_built_in(generator) {
        "Answers are put together from sentences of your documents. To have them written by a language model, set one up in ".to_owned()
    } else {
        format!("Answers are written by {generator}. Change that in ")
    };
    view! {
        <div class="desk">
            <div class="middle home">
                <PageHead title="Ask your documents" lead="Every sentence of the answer is checked against them. What they contradict or do not say is taken out." />
                <Notices notice=notice.as_ref() problem=problem.as_ref() />
                <Degraded lines=&status.degraded />
                {empty.then(|| first_steps(choice))}
                <QuestionBox conversation=None typed=question label="Question" focus=true of=view! { <AskedOf choice=choice held=documents /> }.into_any() />
                {(!empty).then(|| suggested(suggestions, choice))}
                {(!empty)
                    .then(|| {
                        view! {
                            <section class="held-documents">
                                <h2 class="label">{holdings(status)}</h2>
                                {chips(documents, choice)}
                                <p class="aside">{by}<a href="/settings#model">"Settings"</a>"."</p>
                            </section>
                        }
                    })}
            </div>
            <History lines=conversations current=None />
        </div>
    }
    .into_any()
}
