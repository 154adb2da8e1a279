use crate::components::notices::Notices;
use crate::components::page_head::PageHead;
use crate::page::Notice;
use groundwall_core::collection::MAX_NAME;
use groundwall_core::{HeldCollection, Problem};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The list of collections.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CollectionsView {
    pub held: Vec<HeldCollection>,
    /// The name of a new one, as it was typed.
    pub name: String,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
}

/// "1 document", "12 reports".
pub(crate) fn counted(count: u64, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

fn line(held: &HeldCollection) -> AnyView {
    let (one, holds) = (&held.collection, held.holdings);
    let own = serde_json::to_value(&one.policy)
        .ok()
        .and_then(|policy| Some(policy.as_object()?.len()))
        .filter(|count| *count > 0)
        .map(|count| {
            format!(
                " · {} of its own in the policy",
                counted(count as u64, "value")
            )
        });
    let said = format!(
        "{} · {}",
        counted(u64::from(holds.passages), "passage"),
        counted(holds.reports, "report")
    );
    view! {
        <li>
            <a class="title" href=format!("/collections/{}", one.id)>{one.name.clone()}</a>
            <span class="state">{counted(u64::from(holds.documents), "document")}</span>
            <span class="time"><span>{said}{own}</span></span>
        </li>
    }
    .into_any()
}

pub(crate) fn page(view: &CollectionsView) -> AnyView {
    let CollectionsView {
        held,
        name,
        notice,
        problem,
    } = view;
    view! {
        <div class="column wide">
            <PageHead title="Collections" lead="Separate sets of documents, each with a policy of its own. A question to one never reads another." />
            <Notices notice=notice.as_ref() problem=problem.as_ref() />
            <ol class="lines">{held.iter().map(line).collect_view()}</ol>
            <form method="post" action="/collections" class="search">
                <label for="name">"New collection"</label>
                <input id="name" name="name" required maxlength=MAX_NAME.to_string() value=name.clone() />
                <button type="submit">"Make the collection"</button>
            </form>
        </div>
    }
    .into_any()
}
