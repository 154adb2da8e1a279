//! The pages of the history: the list, title and tags of a report, its end, and what the reports tell together.

use super::forms::{form, to};
use super::{html, page, problem_page, query};
use crate::api::{Shared, counted};
use crate::http_error::{shown, status_of};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{InsightsView, Notice, Page, ReportEditView, ReportsView};
use groundwall_core::{Problem, ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage};
use groundwall_ports::PortError;
use serde::Deserialize;

/// Names of documents that the filter offers.
const NAMES: usize = 200;

/// What the address of the list may carry. Unlike the API it takes what is empty for absent and what is unknown for nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    #[serde(alias = "q")]
    search: String,
    state: String,
    document: String,
    from: String,
    to: String,
    tag: String,
    collection: String,
    after: String,
    notice: Option<String>,
}

/// Names of the documents there are.
async fn names(context: &Shared) -> Result<Vec<String>, PortError> {
    let documents = context.service.status().await?.documents;
    let names = documents.iter().map(|document| document.name().to_string());
    Ok(names.take(NAMES).collect())
}

async fn list(request: HttpRequest, context: Shared) -> HttpResponse {
    let Query {
        search,
        state,
        document,
        from,
        to,
        tag,
        collection,
        after,
        notice,
    } = query(&request);
    let filter = ReportFilter {
        search,
        state,
        document,
        from,
        to,
        tag,
        collection,
        after: after.parse().ok(),
        ..ReportFilter::default()
    };
    let shown = async {
        let documents = names(&context).await?;
        let notice = context.notice(notice.as_deref());
        let listed = match filter.clone().checked() {
            Ok(filter) => Ok((context.service.reports(filter.clone()).await?, filter)),
            Err(problem) => Err(problem),
        };
        let (status, found, filter, problem) = match listed {
            Ok((found, filter)) => (StatusCode::OK, found, filter, None),
            Err(problem) => (
                status_of(&problem),
                ReportPage::default(),
                filter,
                Some(problem),
            ),
        };
        let page = Page::Reports(ReportsView {
            found,
            filter,
            documents,
            notice,
            problem,
        });
        Ok::<_, PortError>(html(status, page))
    };
    shown
        .await
        .unwrap_or_else(|error| problem_page(error.problem))
}

/// The form of a report, with what was typed.
fn edit_page(line: ReportLine, typed: Option<(String, String)>, problem: Option<Problem>) -> Page {
    let (title, tags) = typed.unwrap_or_else(|| (line.title.clone(), line.tags.join(", ")));
    Page::ReportEdit(ReportEditView {
        line,
        title,
        tags,
        problem,
    })
}

async fn edit(id: web::Path<String>, context: Shared) -> HttpResponse {
    page(async {
        let line = context
            .service
            .report_line(&ReportId(id.into_inner()))
            .await?;
        Ok(edit_page(line, None, None))
    })
    .await
}

#[derive(Deserialize)]
struct LabelForm {
    title: String,
    tags: String,
}

async fn label(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let LabelForm { title, tags } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let id = ReportId(id.into_inner());
    let label = ReportLabel {
        title: Some(title.clone()),
        tags: Some(tags.split(',').map(str::to_owned).collect()),
    };
    match context.service.label_report(&id, label).await {
        Ok(line) => {
            let notice = context.leave_notice(Notice {
                text: format!("“{}” was saved.", line.title),
                refused: Vec::new(),
                undo: None,
            });
            to(&format!("/reports?notice={notice}"))
        }
        Err(error) => {
            let problem = shown(error.problem);
            match context.service.report_line(&id).await {
                Ok(line) => {
                    let status = status_of(&problem);
                    html(status, edit_page(line, Some((title, tags)), Some(problem)))
                }
                Err(_) => problem_page(problem),
            }
        }
    }
}

async fn delete(id: web::Path<String>, context: Shared) -> HttpResponse {
    let id = ReportId(id.into_inner());
    let deleted = async {
        let line = context.service.report_line(&id).await?;
        context.service.delete_report(&id).await?;
        Ok::<_, PortError>(line)
    };
    match deleted.await {
        Ok(line) => {
            let notice = context.leave_notice(Notice {
                text: format!("“{}” was deleted.", line.title),
                refused: Vec::new(),
                undo: None,
            });
            to(&format!("/reports?notice={notice}"))
        }
        Err(error) => problem_page(error.problem),
    }
}

/// What the address of the figures may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DaysQuery {
    days: Option<u32>,
}

async fn insights(request: HttpRequest, context: Shared) -> HttpResponse {
    let DaysQuery { days } = query(&request);
    page(async {
        let insights = counted(&context, days).await?;
        Ok(Page::Insights(InsightsView { insights, days }))
    })
    .await
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/reports", web::get().to(list))
        .route("/reports/{id}/edit", web::get().to(edit))
        .route("/reports/{id}/label", web::post().to(label))
        .route("/reports/{id}/delete", web::post().to(delete))
        .route("/insights", web::get().to(insights));
}
