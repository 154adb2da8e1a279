//! The pages: GET shows, POST works and leads on with 303; a form with a fault is shown again with what was typed.

mod asking;
mod batches;
mod calibration;
mod choice;
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
mod shelf;
mod sign_in;
mod tables;
mod talk;
mod uploads;
mod verifying;

use crate::adapters;
use crate::api::Shared;
use crate::assets;
use crate::guard;
use crate::http_error::{HttpError, RETRY_AFTER, is_passing, shown, status_of};
use crate::sending;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{AboutView, ApiDocsView, Page, ProblemView};
use groundwall_core::{Problem, ProblemCode};
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

/// The middleware that answers HEAD as GET: routes know GET alone, and the body of an answer to HEAD is not sent.
pub(crate) async fn without_body(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if *request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    Ok(next.call(request).await?.map_into_boxed_body())
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
    let page = Page::Problem(ProblemView {
        problem,
        status: status.as_u16(),
    });
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

/// Where the part of so many begins that holds a place.
fn start_of(place: usize, many: usize) -> usize {
    place.saturating_sub(place.checked_rem(many).unwrap_or(0))
}

async fn about(context: Shared) -> HttpResponse {
    page(async {
        Ok(Page::About(AboutView {
            status: context.service.status().await?,
        }))
    })
    .await
}

/// The browsable description of the API.
pub(crate) async fn api_docs() -> HttpResponse {
    html(
        StatusCode::OK,
        Page::ApiDocs(ApiDocsView {
            operations: crate::api::operations(),
        }),
    )
}

/// Anything that has no address here.
pub(crate) async fn missing(request: HttpRequest) -> Result<HttpResponse, HttpError> {
    if request.method() != Method::GET {
        return Err(
            Problem::new(ProblemCode::NotFound, "There is nothing at this address.").into(),
        );
    }
    Ok(problem_page(Problem::new(
        ProblemCode::NotFound,
        "There is no page at this address. Ask, Verify, Upload and Reports are above.",
    )))
}

/// Every page, and what its forms do.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config
        .configure(talk::routes)
        .configure(asking::routes)
        .configure(shelf::routes)
        .configure(uploads::routes)
        .configure(collections::routes)
        .configure(verifying::routes)
        .configure(batches::routes)
        .configure(history::routes)
        .configure(review::routes)
        .configure(corrections::routes)
        .configure(calibration::routes)
        .configure(packs::routes)
        .configure(keys::routes)
        .configure(settings::routes)
        .configure(originals::routes)
        .configure(headers::routes)
        .configure(tables::routes)
        .configure(sign_in::routes)
        .route("/about", web::get().to(about));
}
