//! The row that names the columns of a sheet, put right by hand.

use super::forms::{form, to};
use super::problem_page;
use crate::api::Shared;
use crate::api::with_headers;
use actix_web::{HttpResponse, web};
use groundwall_core::{DocumentId, HeaderRow, Problem, ProblemCode, TableLine};
use serde::Deserialize;

#[derive(Deserialize)]
struct HeaderForm {
    /// Empty for a file that is one sheet.
    #[serde(default)]
    sheet: String,
    /// The row from 1; without it the row is found again.
    #[serde(default)]
    row: String,
    /// The row that names the columns of the table that the form is about.
    #[serde(default)]
    before: String,
}

fn row(typed: &str) -> Result<Option<u32>, Problem> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    typed.parse().map(Some).map_err(|_| {
        Problem::new(
            ProblemCode::Unprocessable,
            "The row is a number, as the sheet numbers its rows, such as 4.",
        )
    })
}

/// The rows that were set by hand before, without that of the table that the form is about, and with the new one.
fn changed(
    tables: &[TableLine],
    before: Option<&HeaderRow>,
    new: Option<HeaderRow>,
) -> Vec<HeaderRow> {
    let mut headers: Vec<HeaderRow> = tables
        .iter()
        .filter(|table| table.by_hand)
        .filter_map(|table| table.header.clone())
        .filter(|header| Some(header) != before)
        .collect();
    headers.extend(new.filter(|new| !headers.contains(new)));
    headers
}

/// Where somebody goes on: to the table that the row made, else to the first of its sheet, else to the document.
fn address(id: &DocumentId, tables: &[TableLine], sheet: Option<&str>, row: Option<u32>) -> String {
    let own = || {
        let of = tables.iter().filter(|table| table.document == *id);
        of.filter_map(|table| Some((table.index, table.header.as_ref()?)))
            .filter(|(_, header)| header.sheet.as_deref() == sheet)
    };
    let made = own().find(|(_, header)| Some(header.row) == row);
    match made.or_else(|| own().next()) {
        Some((index, _)) => format!("/tables/{id}/{index}"),
        None => format!("/documents/{id}"),
    }
}

async fn set(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let id = DocumentId(id.into_inner());
    let done = async {
        let HeaderForm {
            sheet,
            row: typed,
            before,
        } = form(payload, &context).await?;
        let sheet = Some(sheet).filter(|sheet| !sheet.is_empty());
        let named = |row: u32| HeaderRow {
            sheet: sheet.clone(),
            row,
        };
        let (new, before) = (row(&typed)?, row(&before)?);
        let collection = context.service.document(&id).await?.document.collection;
        let tables = context.service.tables_of(&collection).await?;
        let own: Vec<TableLine> = tables
            .into_iter()
            .filter(|stored| stored.document == id)
            .collect();
        let headers = changed(&own, before.map(named).as_ref(), new.map(named));
        with_headers(&context, &id, headers).await?;
        let tables = context.service.tables_of(&collection).await?;
        Ok::<_, Problem>(address(&id, &tables, sheet.as_deref(), new))
    };
    match done.await {
        Ok(address) => to(&address),
        Err(problem) => problem_page(problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.route("/documents/{id}/header", web::post().to(set));
}
