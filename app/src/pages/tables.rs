use crate::TableLine;
use crate::collections::Choice;
use crate::components::collection_field::CollectionField;
use crate::components::empty_line::EmptyLine;
use crate::components::other_collections::OtherCollections;
use crate::components::table_answer::address;
use groundwall_core::TableColumn;
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The list of tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TablesView {
    pub lines: Vec<TableLine>,
    #[serde(default)]
    pub choice: Choice,
}

/// Columns named in a line of the list, at most.
const NAMED: usize = 12;

fn columns(columns: &[TableColumn]) -> String {
    let more = columns.len().saturating_sub(NAMED);
    let names = columns
        .iter()
        .take(NAMED)
        .map(|column| column.name.as_str())
        .collect::<Vec<_>>()
        .join(" · ");
    if more > 0 {
        format!("{names} and {more} more")
    } else {
        names
    }
}

pub(crate) fn page(view: &TablesView) -> AnyView {
    let TablesView { lines, choice } = view;
    let list = lines.clone();
    view! {
        <div class="column wide">
            <h1>"Tables"</h1>
            {choice.is_open().then(|| view! { <OtherCollections choice=choice page="/tables" behind=().into_any() /> })}
            <p class="lead">"Ask for rows, sums, averages and comparisons. Each answer is computed from the cells, and names them."</p>
            {if list.is_empty() {
                view! { <EmptyLine said=view! { "There are no tables yet. "<a href=choice.address("/upload")>"Upload"</a>" a workbook, a CSV file or a document with tables." } /> }.into_any()
            } else {
                view! {
                    <form method="post" action="/ask" class="search">
                        <CollectionField collection=&choice.chosen />
                        <label for="question">"Ask the tables"</label>
                        <input id="question" type="text" name="question" required maxlength="2000" placeholder="What is the average of …?" />
                        <button type="submit">"Ask"</button>
                    </form>
                    <ol class="lines">
                        {list
                            .into_iter()
                            .map(|line| {
                                let title = line.title.clone();
                                view! {
                                    <li>
                                        <a href=address(&line.document, line.index, &[])>{line.place.clone()}</a>
                                        <span class="state">{if line.rows == 1 { "1 row".to_owned() } else { format!("{} rows", line.rows) }}</span>
                                        <span class="time">{(!title.is_empty()).then(|| format!("{title}. "))}{columns(&line.columns)}</span>
                                    </li>
                                }
                            })
                            .collect_view()}
                    </ol>
                }
                    .into_any()
            }}
        </div>
    }
    .into_any()
}
