//! What can be done with a report as a whole: files of it, its title and tags, its end.

use groundwall_core::{ConversationId, ReportId};
use leptos::prelude::*;

/// The names of the forms in an address, and as a reader knows them.
const FORMS: [(&str, &str); 4] = [
    ("docx", "Word"),
    ("markdown", "Markdown"),
    ("csv", "CSV"),
    ("json", "JSON"),
];

/// Links to the files of a report and to its title, tags and deletion.
#[component]
pub(crate) fn ReportFiles<'a>(id: &'a ReportId) -> impl IntoView + use<> {
    let links = FORMS
        .map(|(name, words)| {
            let href = format!("/api/v1/reports/{id}/export?format={name}");
            view! { <a href=href download="">{words}</a> }
        })
        .into_iter()
        .collect_view();
    view! {
        <p class="files">
            <span>"Export as"</span>
            {links}
        </p>
        <p class="files"><a href=format!("/reports/{id}/edit")>"Rename, tag, delete"</a></p>
    }
}

/// Links to the files of a conversation.
#[component]
pub(crate) fn ConversationFiles<'a>(id: &'a ConversationId) -> AnyView {
    let links = FORMS
        .map(|(name, words)| {
            let href = format!("/api/v1/conversations/{id}/export?format={name}");
            view! { <a href=href download="">{words}</a> }
        })
        .into_iter()
        .collect_view();
    view! {
        <p class="files">
            <span>"Export the conversation as"</span>
            {links}
        </p>
        <p class="files">
            <a class="share" href=format!("/conversations/{id}")>"Link to this conversation"</a>
        </p>
    }
    .into_any()
}
