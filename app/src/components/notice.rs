//! What happened to the files or documents of the last form.

use super::notice_box::{NoticeBox, Tells};
use crate::page::Notice;
use leptos::prelude::*;

/// What happened to the files or documents of the last form.
#[component]
pub(crate) fn NoticeOf<'a>(
    notice: Option<&'a Notice>,
    /// What takes it back, where that is not a document.
    #[prop(optional_no_strip)]
    undo: Option<AnyView>,
) -> Option<impl IntoView + use<>> {
    notice.map(|notice| {
        let refused = notice.refused.clone();
        let said = view! {
            <p>{notice.text.clone()}</p>
            {notice.undo.clone().map(|id| {
                view! {
                    <form method="post" action="/documents/restore">
                        <input type="hidden" name="id" value=id />
                        <button type="submit" class="quiet">"Put it back"</button>
                    </form>
                }
            })}
            {undo}
            {(!refused.is_empty())
                .then(|| {
                    view! {
                        <ul class="refused">
                            {refused.into_iter().map(|(name, why)| view! { <li><b>{name}</b>": "{why}</li> }).collect_view()}
                        </ul>
                    }
                })}
        };
        view! { <NoticeBox tells=Tells::Done said=said /> }
    })
}
