use crate::components::empty_line::EmptyLine;
use crate::components::notice::NoticeOf;
use crate::components::page_head::PageHead;
use crate::components::queue::Queue;
use crate::page::Notice;
use groundwall_core::UploadQueue;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The files that wait to be read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UploadsView {
    pub queue: UploadQueue,
    pub notice: Option<Notice>,
}

pub(crate) fn page(view: &UploadsView) -> AnyView {
    let UploadsView { queue, notice } = view;
    let list = if queue.files.is_empty() {
        view! { <EmptyLine said=view! { "No file waits. "<a href="/upload">"Upload some"</a> } /> }
            .into_any()
    } else {
        view! { <Queue queue=queue whole=true /> }.into_any()
    };
    view! {
        <div class="column wide">
            <PageHead title="Uploads" lead="Files are read one after the other. You can leave this page; they go on, also after a restart." />
            <NoticeOf notice=notice.as_ref() />
            {list}
            <p><a href="/upload">"Documents"</a></p>
        </div>
    }
    .into_any()
}
