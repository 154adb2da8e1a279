use crate::components::notice::NoticeOf;
use crate::components::queue::Queue;
use crate::page::Notice;
use groundwall_core::UploadQueue;
use leptos::prelude::*;

pub(crate) fn page(files: &UploadQueue, notice: Option<&Notice>) -> AnyView {
    let list = if files.files.is_empty() {
        view! { <p class="empty">"No file waits. "<a href="/upload">"Upload some"</a></p> }
            .into_any()
    } else {
        view! { <Queue queue=files whole=true /> }.into_any()
    };
    view! {
        <div class="column wide">
            <h1>"Uploads"</h1>
            <p class="lead">"Files are read one after the other. You can leave this page; they go on, also after a restart."</p>
            <NoticeOf notice=notice />
            {list}
            <p><a href="/upload">"Documents"</a></p>
        </div>
    }
    .into_any()
}
