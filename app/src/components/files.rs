//! What can be done with a report as a whole: files of it, its title and tags, its end.

use groundwall_core::ReportId;
use leptos::prelude::*;

/// The names of the forms in an address, and as a reader knows them.
const FORMS: [(&str, &str); 4] = [
    ("docx", "Word"),
    ("markdown", "Markdown"),
    ("csv", "CSV"),
    ("json", "JSON"),
];

/// Links to the files of a report and to its title, tags and deletion.
pub(crate) fn files(id: &ReportId) -> impl IntoView + use<> {
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
            <a href=format!("/reports/{id}/edit")>"Rename, tag, delete"</a>
        </p>
    }
}
