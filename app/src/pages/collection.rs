use super::collections::counted;
use crate::TableLine;
use crate::collections::PolicyFields;
use crate::components::collection_field::CollectionField;
use crate::components::danger::Danger;
use crate::components::delete_document::DeleteDocument;
use crate::components::documents_table::DocumentsTable;
use crate::components::empty_line::EmptyLine;
use crate::components::next::Sends;
use crate::components::notices::Notices;
use crate::components::policy_choices::{
    ACTIONS, ChoiceOptions, Choices, DRAFTS, PROMPTS, READERS, YES_NO,
};
use crate::components::select_field::SelectField;
use crate::components::table_answer::address;
use crate::page::{Notice, address_of};
use groundwall_core::collection::MAX_NAME;
use groundwall_core::{CollectionId, Document, HeldCollection, Problem, Status};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Documents that are listed, at most; the page Upload has all of them.
const LISTED: usize = 200;

/// One collection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct CollectionView {
    pub held: HeldCollection,
    pub status: Status,
    pub tables: Vec<TableLine>,
    /// Its name, as it was typed.
    pub name: String,
    /// Its policy, as it was typed.
    pub policy: PolicyFields,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
}

fn choice(
    fields: &PolicyFields,
    name: &'static str,
    label: &'static str,
    choices: Choices,
) -> AnyView {
    let value = fields.get(name).cloned().unwrap_or_default();
    let options = view! { <option value="">"As in Settings"</option><ChoiceOptions choices=choices value=&value /> };
    view! { <SelectField id=name name=name label=label options=options /> }.into_any()
}

/// The form of what a collection decides otherwise.
fn policy(id: &CollectionId, view: &CollectionView) -> AnyView {
    let fields = &view.policy;
    let text = |name: &str| fields.get(name).cloned().unwrap_or_default();
    let own = &view.held.collection.policy;
    let more = (own.checks.is_some() || own.tolerances.is_some()).then(|| {
        view! { <p class="aside">"Its checks and tolerances were set through the API and stay as they are."</p> }
    });
    view! {
        <details class="own-policy" open=view.problem.is_some()>
            <summary>"Its own policy"</summary>
            <form method="post" action=format!("/collections/{id}/policy") class="stacked">
                <p class="aside">"What is empty is as in "<a href="/settings">"Settings"</a>". A request can still bring a policy of its own."</p>
                <p>
                    <label for="support_threshold">"Statements that must be supported for a repair at once, in %"</label>
                    <input id="support_threshold" name="support_threshold" class="short" inputmode="decimal" value=text("support_threshold") />
                </p>
                {choice(fields, "max_regenerations", "Write the answer again, at most (times)", DRAFTS)}
                {choice(fields, "final_action", "When statements fail even then", ACTIONS)}
                {choice(fields, "prompt_mode", "What is written again may say", PROMPTS)}
                {choice(fields, "verifier", "How closely statements are read", READERS)}
                {choice(fields, "second_opinion", "Ask the language model about undecided statements", YES_NO)}
                {choice(fields, "table_queries", "Let the language model propose queries over tables", YES_NO)}
                <p>
                    <label for="packs">"Rule packs besides core"</label>
                    <input id="packs" name="packs" value=text("packs") aria-describedby="packs-help" />
                    <span class="aside" id="packs-help">"Names with commas between them, such as bank-statements. A single - switches all of them off."</span>
                </p>
                {more}
                <button type="submit">"Save its policy"</button>
            </form>
        </details>
    }
    .into_any()
}

fn row(document: &Document, id: &CollectionId) -> AnyView {
    let name = document.name().to_string();
    view! {
        <tr>
            <th scope="row"><a class="name" href=address_of(&document.id, None)>{name.clone()}</a></th>
            <td>{document.format.extension().to_uppercase()}</td>
            <td class="number" data-unit=if document.passages == 1 { "passage" } else { "passages" }>{document.passages}</td>
            <td>
                <DeleteDocument collection=id name=&name />
            </td>
        </tr>
    }
    .into_any()
}

fn documents(view: &CollectionView) -> AnyView {
    let (all, id) = (&view.status.documents, &view.held.collection.id);
    if all.is_empty() {
        return view! { <EmptyLine said="There are no documents in it yet. Upload some below." /> }
            .into_any();
    }
    let rows: Vec<AnyView> = all
        .iter()
        .take(LISTED)
        .map(|document| row(document, id))
        .collect();
    let more = all.len().saturating_sub(LISTED);
    view! {
        <DocumentsTable rows=rows />
        {(more > 0).then(|| view! { <p><a href=format!("/upload?collection={id}")>{format!("and {more} more")}</a></p> })}
    }
    .into_any()
}

fn tables(tables: &[TableLine]) -> Option<AnyView> {
    let links = tables
        .iter()
        .take(LISTED)
        .map(|table| {
            view! { <li><a href=address(&table.document, table.index, &[])>{table.place.clone()}</a></li> }
        })
        .collect_view();
    (!tables.is_empty()).then(|| {
        view! { <section aria-labelledby="tables-heading"><h2 id="tables-heading">"Tables"</h2><ul class="chips">{links}</ul></section> }
            .into_any()
    })
}

/// The end of a collection, with what is lost. `default` has none.
fn danger(held: &HeldCollection) -> Option<AnyView> {
    let one = &held.collection;
    (one.id != CollectionId::default()).then(|| {
        let lost = format!(
            "This deletes “{}” for good: {} in {}, with their originals, and {} with every version and verdict. Links to them stop working. The other collections stay.",
            one.name,
            counted(u64::from(held.holdings.documents), "document"),
            counted(u64::from(held.holdings.passages), "passage"),
            counted(held.holdings.reports, "report"),
        );
        view! {
            <Danger label="Delete this collection" action=format!("/collections/{}/delete", one.id) said=view! { <p>{lost}</p> } button=format!("Delete {} for good", one.name) />
        }
        .into_any()
    })
}

pub(crate) fn page(view: &CollectionView) -> AnyView {
    let held = &view.held;
    let (one, id) = (&held.collection, held.collection.id.clone());
    let facts = format!(
        "{}, {}",
        counted(u64::from(held.holdings.documents), "document"),
        counted(u64::from(held.holdings.passages), "passage")
    );
    let reports = counted(held.holdings.reports, "report");
    let accept = view
        .status
        .formats
        .iter()
        .map(|format| format!(".{}", format.extension()))
        .collect::<Vec<_>>()
        .join(",");
    view! {
        <div class="column wide">
            <h1>{one.name.clone()}</h1>
            <p class="aside" data-held="facts">{facts}", "<a href=format!("/reports?collection={id}")>{reports}</a>" · "<a href="/collections">"All collections"</a></p>
            <Notices notice=view.notice.as_ref() problem=view.problem.as_ref() />
            <form method="post" action="/ask" class="ask" data-api="/api/v1/questions">
                <CollectionField collection=&id />
                <label for="question">"Ask this collection"</label>
                <div class="line">
                    <textarea id="question" name="question" rows="1" maxlength="4000" required></textarea>
                    <button type="submit">"Ask"</button>
                </div>
                <Sends />
                <p class="waiting" hidden>"Finding passages, answering, and checking every statement. This takes a few seconds."</p>
            </form>
            <section aria-labelledby="documents-heading" data-held="documents"><h2 id="documents-heading">"Documents"</h2>{documents(view)}</section>
            <form method="post" action="/upload" enctype="multipart/form-data" class="drop" id="drop">
                <CollectionField collection=&id />
                <label for="file">{format!("Upload into {}: PDF, DOCX, XLSX, XLS, ODS, CSV, TSV, JSON records, text, Markdown or HTML, up to 50 MiB each", one.name)}</label>
                <input id="file" type="file" name="file" multiple accept=accept required />
                <button type="submit">"Upload files"</button>
                <p class="waiting" hidden>"Reading and indexing. A long document takes a while."</p>
            </form>
            {tables(&view.tables)}
            <section aria-labelledby="name-heading">
                <h2 id="name-heading">"Name and policy"</h2>
                <form method="post" action=format!("/collections/{id}/name") class="search">
                    <label for="name">"Name"</label>
                    <input id="name" name="name" required maxlength=MAX_NAME.to_string() value=view.name.clone() />
                    <button type="submit">"Save the name"</button>
                </form>
                {policy(&id, view)}
            </section>
            {danger(held)}
        </div>
    }
    .into_any()
}
