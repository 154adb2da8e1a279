//! The pages: GET shows, POST works and leads on with 303; a form with a fault is shown again with what was typed.

mod asking;
mod batches;
mod calibration;
mod collections;
mod corrections;
mod forms;
mod headers;
mod history;
mod keys;
mod originals;
mod packs;
mod review;
mod settings;
mod sign_in;
mod tables;
mod talk;
mod uploads;

use crate::adapters;
use crate::api::Shared;
use crate::assets;
use crate::guard;
use crate::http_error::{HttpError, RETRY_AFTER, is_passing, shown, status_of};
use crate::samples;
use crate::sending;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page};
use groundwall_core::{Problem, ProblemCode, ReadAs, ReportId};
use groundwall_ports::PortError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::future::Future;

const HTML: &str = "text/html; charset=utf-8";

/// A response that carries its page; [`rendered`] writes it out.
pub(crate) fn html(status: StatusCode, page: Page) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    if is_passing(status) {
        response.insert_header(RETRY_AFTER);
    }
    let mut response = response.content_type(HTML).finish();
    response.extensions_mut().insert(page);
    response
}

/// The middleware that writes pages out. A long report takes a while: not on a thread that serves others. What is long lies in a file until it is read.
pub(crate) async fn rendered(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let context = request.app_data::<Shared>().cloned();
    let mut response = next.call(request).await?.map_into_boxed_body();
    let page: Option<Page> = response.response_mut().extensions_mut().remove();
    let is_page = page.is_some();
    if let Some(page) = page {
        let signed_in = guard::signed_in();
        let html = web::block(move || app::render(&page, &assets::VERSION, signed_in)).await?;
        response = response.map_body(|_, _| BoxBody::new(html));
    }
    let Some(context) = context else {
        return Ok(response);
    };
    let (request, response) = response.into_parts();
    let (response, body) = response.into_parts();
    let response = match sending::spooled(&context, body).await {
        Ok(body) => response.set_body(body),
        Err(problem) if is_page => written_out(problem),
        Err(problem) => adapters::refused(request.path(), problem),
    };
    Ok(ServiceResponse::new(request, response))
}

/// The page of a problem, written out at once, for where no middleware does it.
pub(crate) fn written_out(problem: Problem) -> HttpResponse {
    let (status, page) = page_of(problem);
    HttpResponse::build(status)
        .insert_header(RETRY_AFTER)
        .content_type(HTML)
        .body(app::render(&page, &assets::VERSION, false))
}

pub(crate) fn problem_page(problem: Problem) -> HttpResponse {
    let (status, page) = page_of(shown(problem));
    html(status, page)
}

/// The page of a problem with the status that it has.
fn page_of(problem: Problem) -> (StatusCode, Page) {
    let status = status_of(&problem);
    let page = Page::Problem {
        problem,
        status: status.as_u16(),
    };
    (status, page)
}

/// A page, or the page that says what went wrong.
async fn page(make: impl Future<Output = Result<Page, PortError>>) -> HttpResponse {
    match make.await {
        Ok(page) => html(StatusCode::OK, page),
        Err(error) => problem_page(error.problem),
    }
}

/// What a page's address may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    /// A report whose question or text is put into the form.
    from: Option<String>,
    /// A notice that a form left.
    notice: Option<String>,
    /// The collection that the page is about, by id or name.
    collection: Option<String>,
    /// A document of it that alone is asked.
    document: Option<String>,
}

/// What an address carries; nothing of it where it does not fit.
fn query<T: DeserializeOwned + Default>(request: &HttpRequest) -> T {
    web::Query::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default()
}

/// The page of the documents.
async fn shelf(
    context: &Shared,
    collection: Option<&str>,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> Result<Page, PortError> {
    let choice = collections::choice(context, collection, Vec::new()).await?;
    let tables = context.service.tables_of(&choice.chosen).await?;
    Ok(Page::Upload {
        status: context.service.status_of(&choice.chosen).await?,
        tables,
        notice,
        problem,
        samples: samples::count(),
        choice,
        queue: crate::api::uploads::queue(context).await?,
    })
}

async fn upload(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let query: Query = query(&request);
        let notice = context.notice(query.notice.as_deref());
        shelf(&context, query.collection.as_deref(), notice, None).await
    })
    .await
}

async fn verify(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let Query {
            from,
            mut collection,
            notice,
            ..
        } = query(&request);
        let (text, whole_answer) = match from {
            Some(id) => {
                let report = context.service.report(&ReportId(id)).await?;
                collection = collection.or_else(|| Some(report.collection.0.clone()));
                let read_as = corrections::read_as(&report);
                (
                    report.delivered.unwrap_or_default(),
                    read_as == ReadAs::Answer,
                )
            }
            None => (String::new(), true),
        };
        let choice = collections::choice(&context, collection.as_deref(), Vec::new()).await?;
        Ok(Page::Verify {
            status: context.service.status_of(&choice.chosen).await?,
            text,
            whole_answer,
            problem: None,
            choice,
            batches: context.batches.list(),
            notice: context.notice(notice.as_deref()),
        })
    })
    .await
}

/// The page Verify with what went wrong with a file.
async fn verify_page(context: &Shared, problem: Problem) -> HttpResponse {
    let shown = async {
        let choice = collections::choice(context, None, Vec::new()).await?;
        Ok::<_, PortError>(Page::Verify {
            status: context.service.status_of(&choice.chosen).await?,
            text: String::new(),
            whole_answer: true,
            problem: Some(problem.clone()),
            choice,
            batches: context.batches.list(),
            notice: None,
        })
    };
    match shown.await {
        Ok(page) => html(status_of(&problem), page),
        Err(_) => problem_page(problem),
    }
}

/// Where the part of so many begins that holds a place.
fn start_of(place: usize, many: usize) -> usize {
    place.saturating_sub(place.checked_rem(many).unwrap_or(0))
}

async fn about(context: Shared) -> HttpResponse {
    page(async {
        Ok(Page::About {
            status: context.service.status().await?,
        })
    })
    .await
}

/// The browsable description of the API.
pub(crate) async fn api_docs() -> HttpResponse {
    html(
        StatusCode::OK,
        Page::ApiDocs {
            operations: crate::api::operations(),
        },
    )
}

async fn login() -> HttpResponse {
    html(StatusCode::OK, Page::Login { problem: None })
}

/// Anything that has no address here.
pub(crate) async fn missing(request: HttpRequest) -> Result<HttpResponse, HttpError> {
    if request.method() != actix_web::http::Method::GET
        && request.method() != actix_web::http::Method::HEAD
    {
        return Err(
            Problem::new(ProblemCode::NotFound, "There is nothing at this address.").into(),
        );
    }
    Ok(problem_page(Problem::new(
        ProblemCode::NotFound,
        "There is no page at this address. Ask, Verify, Upload and Reports are above.",
    )))
}

pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/", web::get().to(talk::ask))
        .route("/ask", web::get().to(talk::ask))
        .route("/ask", web::post().to(asking::ask))
        .route("/conversations/{id}", web::get().to(talk::conversation))
        .route("/upload", web::get().to(upload))
        .route("/upload", web::post().to(forms::upload))
        .route("/uploads", web::get().to(uploads::show))
        .route("/uploads", web::post().to(uploads::add))
        .route("/uploads/pause", web::post().to(uploads::pause))
        .route("/uploads/resume", web::post().to(uploads::resume))
        .route("/uploads/forget", web::post().to(uploads::forget))
        .route("/uploads/{id}/retry", web::post().to(uploads::retry))
        .route("/uploads/{id}/remove", web::post().to(uploads::remove))
        .route("/collections", web::get().to(collections::list))
        .route("/collections", web::post().to(collections::create))
        .route("/collections/{id}", web::get().to(collections::show))
        .route(
            "/collections/{id}/name",
            web::post().to(collections::rename),
        )
        .route(
            "/collections/{id}/policy",
            web::post().to(collections::set_policy),
        )
        .route(
            "/collections/{id}/delete",
            web::post().to(collections::delete),
        )
        .route("/samples", web::post().to(forms::load_samples))
        .route("/documents/delete", web::post().to(forms::delete))
        .route("/documents/restore", web::post().to(forms::restore))
        .route("/documents/clear", web::post().to(forms::clear))
        .route("/verify", web::get().to(verify))
        .route("/verify", web::post().to(forms::verify))
        .route("/batches", web::get().to(verify))
        .route("/batches", web::post().to(batches::add))
        .route("/batches/{id}", web::get().to(batches::show))
        .route("/batches/{id}/pause", web::post().to(batches::pause))
        .route("/batches/{id}/resume", web::post().to(batches::resume))
        .route("/batches/{id}/retry", web::post().to(batches::retry))
        .route("/batches/{id}/delete", web::post().to(batches::delete))
        .route("/reports", web::get().to(history::list))
        .route("/reports/{id}", web::get().to(review::report))
        .route("/reports/{id}/disputes", web::post().to(review::dispute))
        .route(
            "/reports/{id}/corrections",
            web::post().to(corrections::correct),
        )
        .route("/review", web::get().to(review::list))
        .route("/review/calibration", web::get().to(calibration::show))
        .route("/review/calibration", web::post().to(calibration::run))
        .route(
            "/review/calibration/{id}/decision",
            web::post().to(calibration::decide),
        )
        .route("/review/decisions", web::post().to(review::decide_many))
        .route("/review/{id}/decision", web::post().to(review::decide))
        .route("/review/{id}/assignee", web::post().to(review::assign))
        .route("/review/{id}/undo", web::post().to(review::undo))
        .route("/reports/{id}/edit", web::get().to(history::edit))
        .route("/reports/{id}/label", web::post().to(history::label))
        .route("/reports/{id}/delete", web::post().to(history::delete))
        .route("/insights", web::get().to(history::insights))
        .route("/packs", web::get().to(packs::show))
        .route("/packs/save", web::get().to(packs::show))
        .route("/packs/save", web::post().to(packs::save))
        .route("/packs/try", web::get().to(packs::show))
        .route("/packs/try", web::post().to(packs::try_out))
        .route("/keys", web::get().to(keys::show))
        .route("/keys", web::post().to(keys::create))
        .route("/keys/{id}/revoke", web::post().to(keys::revoke))
        .route("/settings", web::get().to(settings::show))
        .route("/settings/preview", web::get().to(settings::show))
        .route("/settings/preview", web::post().to(settings::preview))
        .route("/settings/save", web::get().to(settings::show))
        .route("/settings/save", web::post().to(settings::save))
        .route("/settings/reset", web::post().to(settings::reset))
        .route("/settings/model/try", web::get().to(settings::show))
        .route("/settings/model/try", web::post().to(settings::try_model))
        .route("/settings/model/save", web::get().to(settings::show))
        .route("/settings/model/save", web::post().to(settings::save_model))
        .route("/settings/model/forget", web::post().to(settings::forget))
        .route("/settings/further/add", web::get().to(settings::show))
        .route(
            "/settings/further/add",
            web::post().to(settings::add_further),
        )
        .route(
            "/settings/further/remove",
            web::post().to(settings::remove_further),
        )
        .route("/documents/{id}", web::get().to(originals::document))
        .route(
            "/documents/{id}/original",
            web::get().to(originals::original),
        )
        .route("/documents/{id}/header", web::post().to(headers::set))
        .route(
            "/documents/{id}/pages/{number}",
            web::get().to(originals::document_page),
        )
        .route(
            "/documents/{id}/pages/{number}/picture",
            web::get().to(originals::picture),
        )
        .route("/tables", web::get().to(tables::list))
        .route("/tables/{document}/{index}", web::get().to(tables::show))
        .route("/about", web::get().to(about))
        .route("/login", web::get().to(login))
        .route("/login", web::post().to(sign_in::login))
        .route("/logout", web::post().to(sign_in::logout));
}
