use super::{holdings, size};
use crate::TableLine;
use crate::collections::Choice;
use crate::components::collection_choice::CollectionChoice;
use crate::components::collection_field::CollectionField;
use crate::components::danger::Danger;
use crate::components::delete_document::DeleteDocument;
use crate::components::documents_table::DocumentsTable;
use crate::components::governed::unreviewed;
use crate::components::notices::Notices;
use crate::components::other_collections::OtherCollections;
use crate::components::queue::Queue;
use crate::components::table_answer::address;
use crate::page::{Notice, address_of};
use groundwall_core::governance::StaleDocument;
use groundwall_core::{Document, DocumentId, Problem, Status, UploadQueue};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The documents, and the form for more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UploadView {
    pub status: Status,
    pub tables: Vec<TableLine>,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
    /// How many sample documents there are.
    pub samples: u32,
    #[serde(default)]
    pub choice: Choice,
    #[serde(default)]
    pub queue: UploadQueue,
    /// Documents that are past the review that their tier asks for.
    #[serde(default)]
    pub stale: Vec<StaleDocument>,
}

/// Tables that are named of one document.
const TABLES: usize = 6;

/// What was read of a document: its tables, each with its size.
fn read(tables: &[&TableLine]) -> AnyView {
    let lines: Vec<_> = tables
        .iter()
        .take(TABLES)
        .map(|table| {
            let text = size(table);
            view! { <a class="aside" href=address(&table.document, table.index, &[])>{text}</a> }
        })
        .collect();
    let more = tables.len().saturating_sub(TABLES);
    view! { {lines}{(more > 0).then(|| view! { <span class="aside">{format!("and {more} more tables")}</span> })} }
        .into_any()
}

/// One content; a further name that it was uploaded under stands in its row, so that there are as many rows as documents.
fn row(document: &Document, tables: &[&TableLine], choice: &Choice) -> AnyView {
    let details = {
        let pages = document
            .pages
            .map(|pages| format!(", {pages} {}", if pages == 1 { "page" } else { "pages" }))
            .unwrap_or_default();
        format!("{}{pages}", document.format.extension().to_uppercase())
    };
    let also: Vec<_> = document
        .names
        .iter()
        .skip(1)
        .map(|name| view! { <span class="aside">{format!("Also as {name}")}</span> })
        .collect();
    let notes = document.notes.clone();
    let several = document.names.len() > 1;
    let deletes: Vec<_> = document
        .names
        .iter()
        .map(|name| {
            let name = name.to_string();
            view! { <DeleteDocument collection=&choice.chosen name=&name named=several /> }
        })
        .collect();
    view! {
        <tr>
            <th scope="row">
                <a class="name" href=address_of(&document.id, None)>{document.name().to_string()}</a>
                {also}
                {read(tables)}
                {notes.into_iter().map(|note| view! { <span class="aside">{note}</span> }).collect_view()}
            </th>
            <td>{details}</td>
            <td class="number" data-unit=if document.passages == 1 { "passage" } else { "passages" }>{document.passages}</td>
            <td>{deletes}</td>
        </tr>
    }
    .into_any()
}

/// The documents that somebody has to look at again; none where there are none.
fn past_their_review(stale: &[StaleDocument]) -> Option<AnyView> {
    let lines: Vec<AnyView> = stale
        .iter()
        .map(|one| {
            let named = format!("{} still holds", one.name);
            view! {
                <li>
                    <a href=format!("/documents/{}", one.document)>{one.name.clone()}</a>{format!(": {}", unreviewed(one))}
                    <form method="post" action=format!("/documents/{}/review", one.document)>
                        <button class="quiet" aria-label=named>"Still holds"</button>
                    </form>
                </li>
            }
            .into_any()
        })
        .collect();
    (!lines.is_empty()).then(|| {
        view! {
            <section class="notice stale" aria-labelledby="stale">
                <h2 id="stale">"Past their review"</h2>
                <ul>{lines}</ul>
                <p class="aside">"Go through each of them: say that it still holds, or upload what replaces it. Until then answers that rest on it say so."</p>
            </section>
        }
        .into_any()
    })
}

pub(crate) fn page(view: &UploadView) -> AnyView {
    let UploadView {
        status,
        tables,
        notice,
        problem,
        samples,
        choice,
        queue,
        stale,
    } = view;
    let documents = status.documents.clone();
    let mut of: HashMap<&DocumentId, Vec<&TableLine>> = HashMap::new();
    for table in tables {
        of.entry(&table.document).or_default().push(table);
    }
    let rows: Vec<AnyView> = documents
        .iter()
        .map(|document| {
            row(
                document,
                of.get(&document.id).map_or(&[], Vec::as_slice),
                choice,
            )
        })
        .collect();
    let accept = status
        .formats
        .iter()
        .map(|format| format!(".{}", format.extension()))
        .collect::<Vec<_>>()
        .join(",");
    let clear = format!("Delete all {}", holdings(status).replace(", ", " and "));
    view! {
        <div class="column wide">
            <h1>{choice.name().map_or_else(|| "Documents".to_owned(), |name| format!("Documents in {name}"))}</h1>
            {choice.is_open().then(|| view! { <OtherCollections choice=choice page="/upload" behind=view! { <a href="/collections">"All collections"</a> }.into_any() /> })}
            <Notices notice=notice.as_ref() problem=problem.as_ref() />
            <form method="post" action="/upload" enctype="multipart/form-data" class="drop" id="drop">
                <CollectionChoice choice=choice label="Into the collection" go="/upload" />
                <label for="file">"PDF, DOCX, XLSX, XLS, ODS, CSV, TSV, JSON records, text, Markdown or HTML, up to 50 MiB each"</label>
                <input id="file" type="file" name="file" multiple accept=accept required />
                <button type="submit">"Upload files"</button>
                <button type="submit" formaction="/uploads" class="quiet unscripted">"Upload and leave this page"</button>
                <p class="aside script">"You can also drop files anywhere on this page."</p>
                <p class="waiting" hidden>"Reading and indexing. A long document takes a while."</p>
            </form>
            <Queue queue=queue whole=false />
            <div data-held="documents">
            {documents
                .is_empty()
                .then(|| {
                    view! {
                        <section class="empty">
                            <p>{format!("There are no documents yet. To try Groundwall at once, load the {samples} samples: a small port's reports, minutes, tables and rules, in every format.")}</p>
                            <form method="post" action="/samples"><CollectionField collection=&choice.chosen /><button type="submit">{format!("Load {samples} sample documents")}</button></form>
                        </section>
                    }
                })}
            {(!documents.is_empty())
                .then(|| {
                    view! {
                        <section aria-label="Documents">
                            <p class="aside">{holdings(status)}". "<a href=choice.address("/ask")>"Ask about them"</a></p>
                            {past_their_review(stale)}
                            <DocumentsTable rows=rows />
                            <Danger label="Clear all" action="/documents/clear" said=view! { <CollectionField collection=&choice.chosen /><p>"This cannot be undone. Reports stay, with the evidence that they quote."</p> } button=clear />
                        </section>
                    }
                })}
            </div>
        </div>
    }
    .into_any()
}
