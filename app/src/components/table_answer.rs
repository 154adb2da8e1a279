//! What was computed from a table: the result in its own shape, and how it came about.

use super::empty_line::EmptyLine;
use super::plot::{PlotOf, number};
use groundwall_core::table_answer::{ComparedField, GroupFigure, Side, TableField};
use groundwall_core::{DocumentId, TableAnswer, TableResult};
use leptos::prelude::*;

/// Ranges of cells that a link carries, at most: an address has its limits.
const LINKED: usize = 40;

/// Address of a table with cells marked.
pub(crate) fn address(document: &DocumentId, index: u32, cells: &[String]) -> String {
    let page = format!("/tables/{document}/{index}");
    if cells.is_empty() {
        page
    } else {
        format!(
            "{page}?cells={}#marked",
            cells
                .iter()
                .take(LINKED)
                .cloned()
                .collect::<Vec<_>>()
                .join(",")
        )
    }
}

/// Whether a result says all that its sentence says, and better.
pub(crate) fn stands_alone(result: &TableResult) -> bool {
    match result {
        TableResult::Figure { .. } | TableResult::Missing { .. } => false,
        TableResult::Record { fields, .. } => fields.len() > 1,
        TableResult::List { rows, .. } => rows.len() != 1,
        TableResult::Comparison { .. } | TableResult::Groups { .. } => true,
    }
}

/// The result where no sentence says it, and below it the query, the formula and the way to the cells.
#[component]
pub(crate) fn ComputedAnswer<'a>(answer: &'a TableAnswer, id: String) -> impl IntoView + use<> {
    let href = address(&answer.document, answer.index, &answer.cells);
    let where_to = if answer.cells.is_empty() {
        "Open the table"
    } else {
        "Show the cells in the table"
    };
    let shown = answer.result.value().is_none();
    let cells = answer.cells.join(", ");
    let from = if cells.is_empty() || answer.cells.len() > LINKED {
        answer.table.clone()
    } else {
        format!("{}, {cells}", answer.table)
    };
    view! {
        <div class="computed">
            {shown.then(|| view! { <PlotOf result=&answer.result id=format!("{id}-chart") /> })}
            {shown.then(|| result(&answer.result))}
            <p class="place" id=id.clone()><a class="open" href=href>{where_to}</a>": "{from}</p>
            <details class="query">
                <summary>"How it was computed"</summary>
                <dl>
                    <dt>"Table"</dt><dd>{answer.table.clone()}</dd>
                    <dt>"Query"</dt><dd><code>{answer.query.clone()}</code></dd>
                    <dt>"Formula"</dt><dd><code>{answer.formula.clone()}</code></dd>
                    {answer.compiled_by.clone().map(|model| view! { <dt>"Query by"</dt><dd>{format!("compiled by model: {model}")}</dd> })}
                </dl>
            </details>
        </div>
    }
}

fn result(result: &TableResult) -> AnyView {
    match result {
        TableResult::Figure { label, value } => figure(label.clone(), value.clone()),
        TableResult::Record { title, fields } => record(title.clone(), fields.clone()),
        TableResult::Comparison {
            left,
            right,
            fields,
        } => comparison(left.clone(), right.clone(), fields.clone()),
        TableResult::List { columns, rows, all } => list(columns.clone(), rows.clone(), *all),
        TableResult::Groups { by, what, groups } => {
            grouped(by.clone(), what.clone(), groups.clone())
        }
        TableResult::Missing { mention, closest } => missing(mention.clone(), closest.clone()),
    }
}

fn figure(label: String, value: String) -> AnyView {
    view! { <p class="figure"><b>{value}</b><span class="aside">{label}</span></p> }.into_any()
}

fn record(title: String, fields: Vec<TableField>) -> AnyView {
    if let [field] = fields.as_slice() {
        return figure(
            format!("{} of {title}, {}", field.name, field.cell),
            field.value.clone(),
        );
    }
    view! {
        <div class="scroll" tabindex="0">
            <table class="fields">
                <caption>{title}</caption>
                <tbody>
                    {fields
                        .into_iter()
                        .map(|field| view! { <tr><th scope="row">{field.name}</th><td>{field.value}</td><td class="aside">{field.cell}</td></tr> })
                        .collect_view()}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

fn comparison(left: String, right: String, fields: Vec<ComparedField>) -> AnyView {
    let side = |value: String, greater: bool| {
        view! { <td class=if greater { "number greater" } else { "number" }>{value}{greater.then_some(view! { <span class="mark-greater" title="higher">" ▲"</span> })}</td> }
    };
    view! {
        <div class="scroll" tabindex="0">
            <table class="fields">
                <thead><tr><th scope="col"><span class="visually-hidden">"What"</span></th><th scope="col" class="number">{left}</th><th scope="col" class="number">{right}</th></tr></thead>
                <tbody>
                    {fields
                        .into_iter()
                        .map(|field| {
                            view! {
                                <tr>
                                    <th scope="row">{field.name}</th>
                                    {side(field.left, field.greater == Some(Side::Left))}
                                    {side(field.right, field.greater == Some(Side::Right))}
                                </tr>
                            }
                        })
                        .collect_view()}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

/// "total Length (m)" as a heading: "Total Length (m)".
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

fn list(columns: Vec<String>, rows: Vec<Vec<String>>, all: u32) -> AnyView {
    let shown = rows.len();
    let more = (all as usize > shown).then(|| format!("{shown} of {all} rows are shown."));
    if rows.is_empty() {
        return view! { <EmptyLine said="No row meets the condition." /> }.into_any();
    }
    // Figures stand below each other, to be compared.
    let classes: Vec<Option<&'static str>> = (0..columns.len())
        .map(|column| {
            rows.iter()
                .all(|row| row.get(column).is_some_and(|value| number(value).is_some()))
                .then_some("number")
        })
        .collect();
    let class = |column: usize| classes.get(column).copied().flatten();
    let head = columns
        .iter()
        .enumerate()
        .map(|(column, name)| view! { <th scope="col" class=class(column)>{capital(name)}</th> })
        .collect_view();
    let lines = rows
        .into_iter()
        .map(|row| {
            let cells = row
                .into_iter()
                .enumerate()
                .map(|(column, value)| view! { <td class=class(column)>{value}</td> })
                .collect_view();
            view! { <tr>{cells}</tr> }
        })
        .collect_view();
    view! {
        <div class="scroll tall" tabindex="0">
            <table class="fields"><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>
        </div>
        {more.map(|text| view! { <p class="aside">{text}</p> })}
    }
    .into_any()
}

fn grouped(by: String, what: String, groups: Vec<GroupFigure>) -> AnyView {
    let rows = groups
        .into_iter()
        .map(|group| vec![group.name, group.shown])
        .collect::<Vec<_>>();
    let all = rows.len() as u32;
    list(vec![by, what], rows, all)
}

fn missing(mention: String, closest: Vec<String>) -> AnyView {
    view! {
        {(!closest.is_empty())
            .then(|| view! { <p class="label">{format!("Names close to “{mention}”")}</p><ul class="closest">{closest.into_iter().map(|name| view! { <li>{name}</li> }).collect_view()}</ul> })}
    }
    .into_any()
}
