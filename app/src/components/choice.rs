//! Which collection is meant, and which of its documents.

use crate::collections::Choice;
use groundwall_core::{CollectionId, Document, Scope};
use leptos::prelude::*;

/// Documents that are offered by name, at most.
const OFFERED: usize = 200;

/// The list of collections; nothing where there is only one.
pub(crate) fn collections(
    choice: &Choice,
    label: &'static str,
    go: &'static str,
) -> Option<AnyView> {
    choice.is_open().then(|| {
        let options = choice
            .collections
            .iter()
            .map(|one| {
                let now = one.id == choice.chosen;
                view! { <option value=one.id.to_string() selected=now>{one.name.clone()}</option> }
            })
            .collect_view();
        view! {
            <p class="of-collection">
                <label for="collection">{label}</label>
                <select id="collection" name="collection" data-go=go>{options}</select>
            </p>
        }
        .into_any()
    })
}

/// The collection of a form that is about one.
pub(crate) fn hidden(collection: &CollectionId) -> AnyView {
    view! { <input type="hidden" name="collection" value=collection.to_string() /> }.into_any()
}

/// The ways to the same page of each collection, and what stands behind them.
pub(crate) fn others(
    choice: &Choice,
    page: &'static str,
    behind: impl IntoView + 'static,
) -> AnyView {
    let links = choice
        .collections
        .iter()
        .map(|one| {
            let now = (one.id == choice.chosen).then_some("page");
            view! { <a href=format!("{page}?collection={}", one.id) aria-current=now>{one.name.clone()}</a> }
        })
        .collect_view();
    view! { <nav class="leaf" aria-label="Collections">{links}{behind.into_any()}</nav> }.into_any()
}

/// The button that deletes a document of a collection.
pub(crate) fn delete_document(collection: &CollectionId, name: &str) -> AnyView {
    view! {
        <form method="post" action="/documents/delete">
            {hidden(collection)}
            <input type="hidden" name="name" value=name.to_owned() />
            <button class="quiet" aria-label=format!("Delete {name}")>"Delete"</button>
        </form>
    }
    .into_any()
}

/// Boxes for single documents. Without a tick all are asked.
fn documents(choice: &Choice, documents: &[Document]) -> Option<AnyView> {
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
pub(crate) fn asked_of(choice: &Choice, held: &[Document]) -> AnyView {
    let shown = view! { <input type="hidden" name="shown" value=choice.chosen.to_string() /> };
    let show = choice.is_open().then(|| {
        view! { <button type="submit" name="choose" value="1" class="quiet unscripted" formnovalidate>"Show its documents"</button> }
    });
    view! {
        <div class="asked-of">
            {shown}
            {collections(choice, "In the collection", "/ask")}
            {show}
            {documents(choice, held)}
        </div>
    }
    .into_any()
}

/// What goes on being asked in a conversation, unseen.
pub(crate) fn kept(collection: &CollectionId, scope: &Scope) -> AnyView {
    let names = scope
        .documents
        .iter()
        .map(|name| view! { <input type="hidden" name="document" value=name.to_string() /> })
        .collect_view();
    view! { {hidden(collection)}{names} }.into_any()
}

/// What a conversation is about, where that is not all there is.
pub(crate) fn about(choice: &Choice) -> Option<AnyView> {
    let names: Vec<String> = choice.documents.iter().map(ToString::to_string).collect();
    let of = choice.name().map(|name| {
        view! { "In "<a href=format!("/collections/{}", choice.chosen)>{name.to_owned()}</a>". " }
    });
    let only = (!names.is_empty()).then(|| format!("Only {}. ", names.join(", ")));
    (of.is_some() || only.is_some()).then(|| {
        view! { <p class="aside about">{of}{only}<a href=choice.address("/ask")>"Ask something else"</a></p> }.into_any()
    })
}
