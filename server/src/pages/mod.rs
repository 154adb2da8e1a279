//! The pages: GET shows, POST works and leads on with 303; a form with a fault is shown again with what was typed.

mod forms;

use crate::admission::Kind;
use crate::api::Shared;
use crate::assets;
use crate::guard;
use crate::http_error::{COME_AGAIN, HttpError, is_passing, shown};
use crate::{samples, sending};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::{StatusCode, header};
use actix_web::middleware::Next;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Marked, Page, TableLine};
use groundwall_core::{Document, DocumentId, Format, Problem, ProblemCode, ReportId, Sentence};
use groundwall_ports::PortError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::future::Future;

/// Sentences that are marked on one page, at most.
const TEXTS: usize = 50;
/// Lines of the history on one page.
const LINES: u32 = 200;

const HTML: &str = "text/html; charset=utf-8";

/// A response that carries its page; [`rendered`] writes it out.
pub(crate) fn html(status: StatusCode, page: Page) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    if is_passing(status) {
        response.insert_header(COME_AGAIN);
    }
    let mut response = response.content_type(HTML).finish();
    response.extensions_mut().insert(page);
    response
}

/// The middleware that writes pages out. A long report takes a while: not on a thread that serves others.
pub(crate) async fn rendered(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let mut response = next.call(request).await?.map_into_boxed_body();
    let page: Option<Page> = response.response_mut().extensions_mut().remove();
    let Some(page) = page else {
        return Ok(response);
    };
    let signed_in = guard::signed_in();
    let html = web::block(move || app::render(&page, &assets::VERSION, signed_in)).await?;
    Ok(response.map_body(|_, _| BoxBody::new(html)))
}

/// The page of a problem, written out at once, for where no middleware does it.
pub(crate) fn written_out(problem: Problem) -> HttpResponse {
    let mut response = HttpResponse::build(status_of(&problem));
    response
        .insert_header(COME_AGAIN)
        .content_type(HTML)
        .body(app::render(
            &Page::Problem { problem },
            &assets::VERSION,
            false,
        ))
}

fn status_of(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

pub(crate) fn problem_page(problem: Problem) -> HttpResponse {
    let problem = shown(problem);
    let status = status_of(&problem);
    html(status, Page::Problem { problem })
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
    /// Words of the search.
    q: Option<String>,
}

/// What an address carries; nothing of it where it does not fit.
fn query<T: DeserializeOwned + Default>(request: &HttpRequest) -> T {
    web::Query::from_query(request.query_string())
        .map(web::Query::into_inner)
        .unwrap_or_default()
}

async fn ask(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let query: Query = query(&request);
        let question = match query.from {
            Some(id) => context
                .service
                .report(&ReportId(id))
                .await?
                .question
                .unwrap_or_default(),
            None => String::new(),
        };
        Ok(Page::Ask {
            status: context.service.status().await?,
            question,
            notice: context.notice(query.notice.as_deref()),
            problem: None,
        })
    })
    .await
}

async fn upload(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let notice = context.notice(query::<Query>(&request).notice.as_deref());
        Ok(Page::Upload {
            status: context.service.status().await?,
            notice,
            problem: None,
            samples: samples::count(),
        })
    })
    .await
}

async fn verify(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let (text, whole_answer) = match query::<Query>(&request).from {
            Some(id) => {
                let report = context.service.report(&ReportId(id)).await?;
                let lines = report
                    .claims
                    .iter()
                    .all(|claim| claim.claim.sentence == claim.claim.text)
                    && report.segments.iter().any(|part| part.text.contains('\n'));
                (report.delivered.unwrap_or_default(), !lines)
            }
            None => (String::new(), true),
        };
        Ok(Page::Verify {
            status: context.service.status().await?,
            text,
            whole_answer,
            problem: None,
        })
    })
    .await
}

async fn reports(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let search = query::<Query>(&request)
            .q
            .unwrap_or_default()
            .trim()
            .to_owned();
        Ok(Page::Reports {
            lines: context.service.reports(&search, LINES).await?,
            search,
        })
    })
    .await
}

async fn report(id: web::Path<String>, context: Shared) -> HttpResponse {
    page(async {
        Ok(Page::Report {
            report: Box::new(context.service.report(&ReportId(id.into_inner())).await?),
        })
    })
    .await
}

/// What the address of a document may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DocumentQuery {
    /// First and last sentence to be marked, as `12-13`.
    sentences: String,
    /// Place of the first sentence that is shown; without it the page holds the first marked one.
    from: Option<usize>,
}

/// First and last of `12-13`.
fn range(sentences: &str) -> Option<(u32, u32)> {
    let (first, last) = sentences.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

async fn document(request: HttpRequest, id: web::Path<String>, context: Shared) -> HttpResponse {
    page(async {
        let DocumentQuery { sentences, from } = query(&request);
        let text = Box::new(
            context
                .service
                .document(&DocumentId(id.into_inner()))
                .await?,
        );
        let marked = range(&sentences);
        let place = marked.and_then(|(first, _)| {
            text.sentences
                .iter()
                .position(|sentence| sentence.index == first)
        });
        let from = from
            .or_else(|| place.map(|place| start_of(place, app::DOCUMENT_SENTENCES)))
            .unwrap_or(0);
        Ok(Page::Document { text, marked, from })
    })
    .await
}

/// Where the part of so many begins that holds a place.
fn start_of(place: usize, many: usize) -> usize {
    place.saturating_sub(place.checked_rem(many).unwrap_or(0))
}

/// The original of a document that has pages to look at.
async fn paged(id: String, context: &Shared) -> Result<(Document, Vec<u8>), PortError> {
    let (document, bytes) = context.service.original(&DocumentId(id)).await?;
    if document.format != Format::Pdf {
        let message = format!(
            "Only pages of PDFs can be shown as they look; {} is {}. Its text can be read instead.",
            document.name(),
            document.format
        );
        return Err(Problem::new(ProblemCode::NotFound, message).into());
    }
    Ok((document, bytes))
}

async fn document_page(
    request: HttpRequest,
    path: web::Path<(String, u32)>,
    context: Shared,
) -> HttpResponse {
    page(async {
        let (id, number) = path.into_inner();
        let DocumentQuery { sentences, .. } = query(&request);
        let marked = range(&sentences);
        let _turn = context.admission.turn(Kind::View).await?;
        let (document, bytes) = paged(id, &context).await?;
        let mut wanted = Vec::new();
        if let Some((first, last)) = marked {
            let text = context.service.document(&document.id).await?;
            // What began on the page before may go on here.
            let near = |page: Option<u32>| {
                page.is_some_and(|page| page == number || page.checked_add(1) == Some(number))
            };
            let asked = |sentence: &Sentence| {
                (first..=last).contains(&sentence.index) && near(sentence.locator.page)
            };
            wanted.extend(text.sentences.into_iter().filter(asked).take(TEXTS));
        }
        let texts = wanted
            .iter()
            .map(|sentence| sentence.text.clone())
            .collect();
        let mut view = context.reader.page(bytes, number, texts).await?;
        let mut of = wanted.iter();
        view.marks.retain(|mark| {
            of.next()
                .is_none_or(|sentence| sentence.locator.page == Some(number))
                || !mark.areas.is_empty()
        });
        Ok(Page::DocumentPage {
            document,
            view,
            marked,
        })
    })
    .await
}

async fn picture(path: web::Path<(String, u32)>, context: Shared) -> HttpResponse {
    let (id, number) = path.into_inner();
    let drawn = async {
        let _turn = context.admission.turn(Kind::View).await?;
        let (_, bytes) = paged(id, &context).await?;
        let png = context.reader.picture(bytes, number).await?;
        let mut response = HttpResponse::Ok();
        response.content_type("image/png");
        sending::answer(&context, response, png).await
    };
    drawn
        .await
        .unwrap_or_else(|error| problem_page(error.problem))
}

/// The bytes of a document as they were uploaded, always as a download: what somebody uploaded is never shown as a page of this site.
async fn original(id: web::Path<String>, context: Shared) -> HttpResponse {
    let sent = async {
        // Only until it lies in a file: a slow reader keeps nobody from theirs.
        let _turn = context.admission.turn(Kind::View).await?;
        let id = DocumentId(id.into_inner());
        let (document, bytes) = context.service.original(&id).await?;
        let name = document
            .name()
            .as_str()
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .to_owned();
        let disposition = header::ContentDisposition {
            disposition: header::DispositionType::Attachment,
            parameters: vec![header::DispositionParam::FilenameExt(
                header::ExtendedValue {
                    charset: header::Charset::Ext("UTF-8".to_owned()),
                    language_tag: None,
                    value: name.into_bytes(),
                },
            )],
        };
        let mut response = HttpResponse::Ok();
        response
            .content_type("application/octet-stream")
            .insert_header(disposition);
        sending::answer(&context, response, bytes).await
    };
    sent.await
        .unwrap_or_else(|error| problem_page(error.problem))
}

async fn tables(context: Shared) -> HttpResponse {
    page(async {
        Ok(Page::Tables {
            lines: context
                .service
                .tables()
                .await?
                .iter()
                .map(TableLine::from)
                .collect(),
        })
    })
    .await
}

/// What the address of a table may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct TableQuery {
    /// Cells to be marked, as `F5:F79,F81`.
    cells: String,
    /// Place of the first row that is shown; without it the page holds the first marked row.
    from: Option<usize>,
}

async fn table(
    request: HttpRequest,
    path: web::Path<(String, u32)>,
    context: Shared,
) -> HttpResponse {
    page(async {
        let (document, index) = path.into_inner();
        let TableQuery { cells, from } = query(&request);
        let stored = Box::new(context.service.table(&DocumentId(document), index).await?);
        let marked = Marked::parse(&cells);
        let from = from
            .or_else(|| {
                marked
                    .first_row(&stored.table)
                    .map(|row| start_of(row, app::TABLE_ROWS))
            })
            .unwrap_or(0);
        Ok(Page::Table {
            stored,
            marked,
            from,
        })
    })
    .await
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
        .route("/", web::get().to(ask))
        .route("/ask", web::get().to(ask))
        .route("/ask", web::post().to(forms::ask))
        .route("/upload", web::get().to(upload))
        .route("/upload", web::post().to(forms::upload))
        .route("/samples", web::post().to(forms::load_samples))
        .route("/documents/delete", web::post().to(forms::delete))
        .route("/documents/clear", web::post().to(forms::clear))
        .route("/verify", web::get().to(verify))
        .route("/verify", web::post().to(forms::verify))
        .route("/reports", web::get().to(reports))
        .route("/reports/{id}", web::get().to(report))
        .route("/documents/{id}", web::get().to(document))
        .route("/documents/{id}/original", web::get().to(original))
        .route(
            "/documents/{id}/pages/{number}",
            web::get().to(document_page),
        )
        .route(
            "/documents/{id}/pages/{number}/picture",
            web::get().to(picture),
        )
        .route("/tables", web::get().to(tables))
        .route("/tables/{document}/{index}", web::get().to(table))
        .route("/about", web::get().to(about))
        .route("/login", web::get().to(login))
        .route("/login", web::post().to(forms::login))
        .route("/logout", web::post().to(forms::logout));
}
