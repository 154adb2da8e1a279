use super::batch::left;
use super::holdings;
use crate::collections::Choice;
use crate::components::area::area;
use crate::components::collection_choice::CollectionChoice;
use crate::components::collection_field::CollectionField;
use crate::components::degraded::Degraded;
use crate::components::empty_line::EmptyLine;
use crate::components::moment::minute;
use crate::components::notices::Notices;
use crate::components::page_head::PageHead;
use crate::page::Notice;
use groundwall_core::{BatchLine, Problem, Status};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The box for a text that somebody wrote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VerifyView {
    pub status: Status,
    pub text: String,
    pub whole_answer: bool,
    pub problem: Option<Problem>,
    #[serde(default)]
    pub choice: Choice,
    /// Files of many answers that were sent before, the newest first.
    #[serde(default)]
    pub batches: Vec<BatchLine>,
    #[serde(default)]
    pub notice: Option<Notice>,
}

/// Batches that are named, at most.
const NAMED: usize = 20;
/// What a file of many answers may be.
const ACCEPT: &str = ".docx,.xlsx,.xls,.ods,.csv,.tsv,.jsonl,.ndjson,.json,.md,.markdown,.txt";

/// Files that were sent before.
fn earlier(batches: &[BatchLine]) -> Option<AnyView> {
    let lines = batches
        .iter()
        .take(NAMED)
        .map(|line| {
            let at = minute(&line.added_at);
            view! {
                <li>
                    <a href=format!("/batches/{}", line.id)>{line.name.clone()}</a>
                    <span class="time">{left(line)}" · "{at}</span>
                </li>
            }
        })
        .collect_view();
    let more = batches.len().checked_sub(NAMED).filter(|more| *more > 0);
    (!batches.is_empty()).then(|| {
        view! {
            <h3>"Files that were sent before"</h3>
            <ul class="lines">{lines}</ul>
            {more.map(|more| view! { <p class="aside">{format!("And {more} older ones.")}</p> })}
        }
        .into_any()
    })
}

/// The form for a file of many answers.
fn many(view: &VerifyView) -> AnyView {
    view! {
        <section class="many" aria-labelledby="many-heading">
            <h2 id="many-heading">"Many answers at once"</h2>
            <form method="post" action="/batches" enctype="multipart/form-data" class="drop" id="many">
                <CollectionField collection=&view.choice.chosen />
                <label for="answers">"A file with an answer in each row or section: CSV, Excel, JSON Lines, Word, Markdown or text, up to 1,000 answers"</label>
                <input id="answers" type="file" name="file" accept=ACCEPT required />
                <details class="reading">
                    <summary>"How the file is read"</summary>
                    <p class="aside">"A table has an answer a row, in a column such as “answer” or “response”. Word and Markdown have one under each heading; between lines of --- a text has one."</p>
                    <label for="column">"Column or field of the answers, if it is called otherwise"</label>
                    <input id="column" name="column" maxlength="200" />
                    <fieldset>
                        <legend>"Read each as"</legend>
                        <label><input type="radio" name="mode" value="answer" checked />"a whole answer, taken apart into claims"</label>
                        <label><input type="radio" name="mode" value="claims" />"one claim per line"</label>
                    </fieldset>
                </details>
                <button type="submit">"Verify the file"</button>
                <p class="aside script">"You can also drop a file anywhere on this page."</p>
                <p class="waiting" hidden>"Reading the file."</p>
            </form>
            {earlier(&view.batches)}
        </section>
    }
    .into_any()
}

pub(crate) fn page(view: &VerifyView) -> AnyView {
    let VerifyView {
        status,
        text,
        whole_answer,
        problem,
        choice,
        notice,
        ..
    } = view;
    let whole_answer = *whole_answer;
    view! {
        <div class="column">
            <PageHead title="Verify a text" lead="Paste what somebody or some model wrote. Each claim gets its verdict and the words that decide it." />
            <Notices notice=notice.as_ref() problem=problem.as_ref() />
            <Degraded lines=&status.degraded />
            {if status.documents.is_empty() {
                view! { <EmptyLine said=view! { "There are no documents to verify against. "<a href=choice.address("/upload")>"Upload some first"</a>"." } /> }.into_any()
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
                <CollectionChoice choice=choice label="Against the collection" go="/verify" />
                <button type="submit">"Verify claims"</button>
                <p class="waiting" hidden>"Fetching evidence for every claim and judging it."</p>
            </form>
            {many(view)}
        </div>
    }
    .into_any()
}
