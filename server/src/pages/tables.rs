//! The tables, and one of them as it is looked at.

use super::choice::choice;
use super::originals::FIND;
use super::{page, query, start_of};
use crate::admission::Kind;
use crate::api::Shared;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Marked, Page, TableLook, TableView, TablesView};
use groundwall_core::DocumentId;
use serde::Deserialize;

async fn list(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let given = query::<super::Query>(&request).collection;
        let choice = choice(&context, given.as_deref(), Vec::new()).await?;
        let tables = context.service.tables_of(&choice.chosen).await?;
        Ok(Page::Tables(TablesView {
            lines: tables,
            choice,
        }))
    })
    .await
}

/// What the address of a table may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LookQuery {
    /// Cells to be marked, as `F5:F79,F81`.
    cells: String,
    /// Place of the first row that is shown; without it the page holds the first marked row.
    from: Option<usize>,
    /// What a cell of a row has to hold.
    find: String,
    /// Place of the column that the rows are sorted by.
    sort: String,
    /// `down` puts the greatest first.
    order: String,
}

async fn show(
    request: HttpRequest,
    path: web::Path<(String, u32)>,
    context: Shared,
) -> HttpResponse {
    page(async {
        let (document, index) = path.into_inner();
        let LookQuery {
            cells,
            from,
            find,
            sort,
            order,
        } = query(&request);
        let look = TableLook {
            find: find.chars().take(FIND).collect(),
            sort: sort.parse().ok(),
            down: order == "down",
        };
        let _turn = context.admission.turn(Kind::View).await?;
        let stored = context.service.table(&DocumentId(document), index).await?;
        let marked = Marked::parse(&cells);
        // In another order the first marked row stands elsewhere.
        let as_stored = look == TableLook::default();
        let from = from
            .or_else(|| {
                let marked = as_stored.then_some(&marked)?;
                marked
                    .first_row(&stored.table)
                    .map(|row| start_of(row, app::TABLE_ROWS))
            })
            .unwrap_or(0);
        Ok(Page::Table(Box::new(TableView {
            stored,
            marked,
            from,
            look,
        })))
    })
    .await
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/tables", web::get().to(list))
        .route("/tables/{document}/{index}", web::get().to(show));
}
