//! The log of decisions.

use super::{Shared, on};
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{Problem, ProblemCode, ReportId};
use groundwall_ports::Records as _;
use serde::Deserialize;

/// Entries on a page, without a wish and at most.
const LIMIT: u32 = 50;
const MOST: u32 = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Query {
    before: Option<u64>,
    report: Option<String>,
    limit: Option<u32>,
}

/// A page of the log, newest first.
async fn page(request: HttpRequest, context: Shared) -> Result<HttpResponse, HttpError> {
    let Query {
        before,
        report,
        limit,
    } = super::query(&request, "before, report and limit")?;
    let limit = limit.unwrap_or(LIMIT);
    if !(1..=MOST).contains(&limit) {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            format!("limit must lie between 1 and {MOST}."),
        )
        .into());
    }
    let report = report.map(ReportId);
    let records = context.settings.records();
    Ok(HttpResponse::Ok().json(records.audit(before, report.as_ref(), limit).await?))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.service(on("/api/v1/audit", web::get().to(page)));
}
