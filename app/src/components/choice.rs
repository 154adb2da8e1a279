//! Which collection is meant, and which of its documents.

use crate::collections::Choice;
use groundwall_core::{CollectionId, Document, Scope};
use leptos::prelude::*;

/// Documents that are offered by name, at most.
const OFFERED: usize = 200;

/// The list of collections; nothing where there is only one.
#[component]
pub(crate) fn CollectionChoice<'a>(
    choice: &'a Choice,
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
#[component]
pub(crate) fn CollectionField<'a>(collection: &'a CollectionId) -> AnyView {
    view! { <input type="hidden" name="collection" value=collection.to_string() /> }.into_any()
}

/// The ways to the same page of each collection, and what stands behind them.
#[component]
pub(crate) fn OtherCollections<'a>(
    choice: &'a Choice,
    page: &'static str,
    behind: AnyView,
) -> AnyView {
    let links = choice
        .collections
        .iter()
        .map(|one| {
            let now = (one.id == choice.chosen).then_some("page");
            view! { <a href=format!("{page}?collection={}", one.id) aria-current=now>{one.name.clone()}</a> }
        })
        .collect_view();
    view! { <nav class="leaf" aria-label="Collections">{links}{behind}</nav> }.into_any()
}

/// The button that deletes a document of a collection.
#[component]
pub(crate) fn DeleteDocument<'a>(collection: &'a CollectionId, name: &'a str) -> AnyView {
    view! {
        <form method="post" action="/documents/delete">
            <CollectionField collection=collection />
            <input type="hidden" name="name" value=name.to_owned() />
            <button class="quiet" aria-label=format!("Delete {name}")>"Delete"</button>
        </form>
    }
    .into_any()
}

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

/// What goes on being asked in a conversation, unseen.
#[component]
pub(crate) fn KeptScope<'a>(collection: &'a CollectionId, scope: &'a Scope) -> AnyView {
    let names = scope
        .documents
        .iter()
        .map(|name| view! { <input type="hidden" name="document" value=name.to_string() /> })
        .collect_view();
    view! { <CollectionField collection=collection />{names} }.into_any()
}

/// What a conversation is about, where that is not all there is.
#[component]
pub(crate) fn AboutConversation<'a>(choice: &'a Choice) -> Option<AnyView> {
    let names: Vec<String> = choice.documents.iter().map(ToString::to_string).collect();
    let of = choice.name().map(|name| {
        view! { "In "<a href=format!("/collections/{}", choice.chosen)>{name.to_owned()}</a>". " }
    });
    let only = (!names.is_empty()).then(|| format!("Only {}. ", names.join(", ")));
    (of.is_some() || only.is_some()).then(|| {
        view! { <p class="aside about">{of}{only}<a href=choice.address("/ask")>"Ask something else"</a></p> }.into_any()
    })
}
