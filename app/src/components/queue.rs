//! The files that wait to be read, and what was read of each.

use super::post_button::PostButton;
use super::table_answer::address;
use crate::page::address_of;
use groundwall_core::{DocumentName, QueuedUpload, UploadQueue, UploadRead, UploadState};
use leptos::prelude::*;

/// Tables that are named of one file, at most.
const TABLES: usize = 6;

fn counted(count: u32, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}

/// What a file is at.
fn words(file: &QueuedUpload) -> String {
    match (file.state, file.reached) {
        (UploadState::Waiting, _) => "Waiting".to_owned(),
        (UploadState::Reading, _) => "Being read".to_owned(),
        (UploadState::Indexing, Some((count, of))) => {
            format!("{count} of {} indexed", counted(of, "passage"))
        }
        (UploadState::Indexing, None) => "Being indexed".to_owned(),
        (UploadState::Done, _) => "Ready".to_owned(),
        (UploadState::Failed, _) => "Not taken in".to_owned(),
    }
}

/// That the content of an uploaded file is there already under another name.
pub fn same_file(name: &str, twin: &DocumentName) -> String {
    format!("{name} is the same file as {twin}; it is kept once, under both names.")
}

/// What was read: pages, passages, tables with their size, and what could not be read.
fn preview(name: &str, read: &UploadRead) -> AnyView {
    let pages = read
        .pages
        .map(|pages| format!("{}, ", counted(pages, "page")))
        .unwrap_or_default();
    let tables = read
        .tables
        .iter()
        .take(TABLES)
        .map(|table| {
            let columns = u32::try_from(table.columns.len()).unwrap_or(u32::MAX);
            let size = format!(
                "table of {}, {}",
                counted(table.rows, "row"),
                counted(columns, "column")
            );
            let named = table.columns.iter().take(TABLES).cloned();
            let named = named.collect::<Vec<_>>().join(" · ");
            view! { <li><a href=address(&read.document, table.index, &[])>{size}</a>{format!(": {named}")}</li> }
        })
        .collect_view();
    let more = read.tables.len().saturating_sub(TABLES);
    let notes = read
        .notes
        .iter()
        .map(|note| view! { <li>{note.clone()}</li> })
        .collect_view();
    let some = !(read.tables.is_empty() && read.notes.is_empty());
    view! {
        <span class="read">{pages}{counted(read.passages, "passage")}</span>
        {read.same_as.as_ref().map(|twin| view! { <p class="same">{same_file(name, twin)}</p> })}
        {some.then(|| view! {
            <ul class="preview">{tables}{(more > 0).then(|| view! { <li>{format!("and {more} more tables")}</li> })}{notes}</ul>
        })}
    }
    .into_any()
}

fn act(file: &QueuedUpload, what: &'static str, label: &'static str) -> AnyView {
    let name = format!("{label}: {}", file.name);
    view! {
        <form method="post" action=format!("/uploads/{}/{what}", file.id)><button type="submit" class="quiet" aria-label=name>{label}</button></form>
    }
    .into_any()
}

fn line(file: &QueuedUpload) -> AnyView {
    let name = match &file.read {
        Some(read) => {
            view! { <a class="name" href=address_of(&read.document, None)>{file.name.clone()}</a> }
                .into_any()
        }
        None => view! { <span class="name">{file.name.clone()}</span> }.into_any(),
    };
    let actions = match file.state {
        UploadState::Failed => {
            view! { {act(file, "retry", "Try again")}{act(file, "remove", "Take out")} }.into_any()
        }
        UploadState::Waiting => act(file, "remove", "Take out"),
        UploadState::Done => act(file, "remove", "Take off the list"),
        UploadState::Reading | UploadState::Indexing => ().into_any(),
    };
    view! {
        <li data-id=file.id.clone() data-state=file.state.name()>
            <div>{name}" "<span class="state">{words(file)}</span></div>
            {file.reason.clone().map(|reason| view! { <p class="reason">{reason}</p> })}
            {file.read.as_ref().map(|read| preview(&file.name, read))}
            <div class="actions">{actions}</div>
        </li>
    }
    .into_any()
}

/// "2 minutes", "40 seconds".
pub(crate) fn time(seconds: u64) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        seconds @ ..=90 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}

/// The queue, as a whole or without what is done; nothing where it is empty.
#[component]
pub(crate) fn Queue<'a>(queue: &'a UploadQueue, whole: bool) -> Option<AnyView> {
    let shown = |file: &&QueuedUpload| whole || file.state != UploadState::Done;
    let lines = queue
        .files
        .iter()
        .rev()
        .filter(shown)
        .map(line)
        .collect_view();
    let way = match (whole, queue.left) {
        (true, 0) => None,
        (true, _) => Some("See how far it is"),
        (false, _) => Some("See what was read of each"),
    };
    let left = match (queue.left, queue.paused) {
        (0, _) => "All files are read.".to_owned(),
        (left, true) => format!("Paused; {} waiting.", counted(left, "file")),
        (left, false) => {
            let about = queue
                .seconds_left
                .map(|seconds| format!(", about {} left", time(seconds)))
                .unwrap_or_default();
            format!("{} to go{about}.", counted(left, "file"))
        }
    };
    let done = whole
        && queue
            .files
            .iter()
            .any(|file| file.state == UploadState::Done);
    let switch = if queue.paused {
        Some(("/uploads/resume", "Go on"))
    } else {
        (queue.left > 0).then_some(("/uploads/pause", "Pause after this file"))
    };
    (!queue.files.is_empty()).then(|| {
        view! {
            <section class="queue" aria-labelledby="queue-heading">
                <h2 id="queue-heading">"Queue"</h2>
                <p class="aside"><span class="left">{left}</span>" "{way.map(|words| view! { <a href="/uploads">{words}</a> })}</p>
                <div class="actions">
                    {switch.map(|(action, label)| view! { <PostButton action=action label=label /> })}
                    {done.then(|| view! { <PostButton action="/uploads/forget" label="Take what is ready off the list" /> })}
                </div>
                <ol>{lines}</ol>
            </section>
        }
        .into_any()
    })
}
