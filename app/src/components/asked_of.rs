//! Which collection is asked, and which of its documents.

use super::collection_choice::CollectionChoice;
use crate::collections::Choice;
use groundwall_core::Document;
use leptos::prelude::*;

/// Documents that are offered by name, at most.
const OFFERED: usize = 200;

/// Boxes for single documents. Without a tick all are asked.
#[component]
fn DocumentBoxes<'a>(choice: &'a Choice, documents: &'a [Document]) -> Option<AnyView> {
    let boxes = documents
        .iter()
        .take(OFFERED)
        .map(|document| {
            let name = document.name().to_string();
            let on = choice
                .documents
                .iter()
                .any(|one| document.names.contains(one));
            view! { <label><input type="checkbox" name="document" value=name.clone() checked=on />{name}</label> }
        })
        .collect_view();
    let all = documents.len();
    let more = (all > OFFERED).then(|| {
        view! { <p class="aside">{format!("The first {OFFERED} of {all} are listed; open any other one in Upload and ask it from there.")}</p> }
    });
    (all > 1).then(|| {
        view! {
            <details class="some" open=!choice.documents.is_empty()>
                <summary>{format!("Ask only some of the {all} documents")}</summary>
                <fieldset>
                    <legend class="aside">"Tick none to ask all of them."</legend>
                    {boxes}
                    {more}
                </fieldset>
            </details>
        }
        .into_any()
    })
}

/// What a new question is asked of: the collection, with a way to see its documents without script, and single documents of it.
#[component]
pub(crate) fn AskedOf<'a>(choice: &'a Choice, held: &'a [Document]) -> AnyView {
    let shown = view! { <input type="hidden" name="shown" value=choice.chosen.to_string() /> };
    let show = choice.is_open().then(|| {
        view! { <button type="submit" name="choose" value="1" class="quiet unscripted" formnovalidate>"Show its documents"</button> }
    });
    view! {
        <div class="asked-of">
            {shown}
            <CollectionChoice choice=choice label="In the collection" go="/ask" />
            {show}
            <DocumentBoxes choice=choice documents=held />
        </div>
    }
    .into_any()
}
