//! A document's text, its pages as they look, and its bytes.

use super::{page, problem_page, query, start_of};
use crate::admission::Kind;
use crate::api::Shared;
use crate::sending;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{DocumentPageView, DocumentView, Page};
use groundwall_core::{Document, DocumentId, Format, Problem, ProblemCode, Sentence};
use groundwall_ports::PortError;
use serde::Deserialize;

/// Sentences that are marked on one page, at most.
const TEXTS: usize = 50;
/// Letters that are searched for, at most.
pub(super) const FIND: usize = 200;

/// What the address of a document may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct DocumentQuery {
    /// First and last sentence to be marked, as `12-13`.
    sentences: String,
    /// Place of the first sentence that is shown; without it the page holds the first marked one.
    from: Option<usize>,
    /// Words that are searched in it.
    find: String,
    /// How many times as wide as the screen a page is drawn.
    zoom: u8,
}

/// First and last of `12-13`.
fn range(sentences: &str) -> Option<(u32, u32)> {
    let (first, last) = sentences.split_once('-')?;
    Some((first.parse().ok()?, last.parse().ok()?))
}

async fn document(request: HttpRequest, id: web::Path<String>, context: Shared) -> HttpResponse {
    page(async {
        let DocumentQuery {
            sentences,
            from,
            find,
            ..
        } = query(&request);
        let _turn = context.admission.turn(Kind::View).await?;
        let text = context
            .service
            .document(&DocumentId(id.into_inner()))
            .await?;
        let marked = range(&sentences);
        let place = marked.and_then(|(first, _)| {
            text.sentences
                .iter()
                .position(|sentence| sentence.index == first)
        });
        let from = from
            .or_else(|| place.map(|place| start_of(place, app::DOCUMENT_SENTENCES)))
            .unwrap_or(0);
        let tables = if text.tables {
            let mut all = context.service.tables_of(&text.document.collection).await?;
            all.retain(|table| table.document == text.document.id);
            all
        } else {
            Vec::new()
        };
        Ok(Page::Document(Box::new(DocumentView {
            text,
            marked,
            from,
            tables,
            find: find.chars().take(FIND).collect(),
        })))
    })
    .await
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
        let DocumentQuery {
            sentences, zoom, ..
        } = query(&request);
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
        Ok(Page::DocumentPage(DocumentPageView {
            document,
            view,
            marked,
            zoom: zoom.clamp(1, app::PAGE_ZOOM),
        }))
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

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/documents/{id}", web::get().to(document))
        .route("/documents/{id}/original", web::get().to(original))
        .route(
            "/documents/{id}/pages/{number}",
            web::get().to(document_page),
        )
        .route(
            "/documents/{id}/pages/{number}/picture",
            web::get().to(picture),
        );
}
