use crate::components::notices;
use crate::components::queue::queue;
use crate::page::Notice;
use groundwall_core::UploadQueue;
use leptos::prelude::*;

pub(crate) fn page(files: &UploadQueue, notice: Option<&Notice>) -> AnyView {
    let list = queue(files, true).unwrap_or_else(|| {
        view! { <p class="empty">"No file waits. "<a href="/upload">"Upload some"</a></p> }
            .into_any()
    });
    view! {
        <div class="column wide">
            <h1>"Uploads"</h1>
            <p class="lead">"Files are read one after the other. You can leave this page; they go on, also after a restart."</p>
            {notices::notice(notice)}
            {list}
            <p><a href="/upload">"Documents"</a></p>
        </div>
    }
    .into_any()
}
