//! The full model under `/api/v1`: whole reports instead of summaries.

use super::{Shared, body, collections, events, on};
use crate::admission::Kind;
use crate::context::place;
use crate::http_error::HttpError;
use crate::sending;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::{InlineSource, Subject};
use groundwall_core::{
    ConversationId, ConversationLine, DocumentId, Problem, ProblemCode, Purpose, Question, Report,
    Scope, TableLine, Verification,
};
use groundwall_ports::{FirewallService, ProgressSink};
use serde::{Deserialize, Serialize};

/// Conversations in one response.
const CONVERSATIONS: u32 = 200;

/// One document: its sentences, and apart from them what a reader of the file does not see.
async fn document(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let _turn = context.admission.turn(Kind::View).await?;
    let id = DocumentId(id.into_inner());
    let text = context.service.document(&id).await?;
    Ok(sending::json(text).await?)
}

/// The tables of a collection.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Tables {
    tables: Vec<TableLine>,
}

async fn tables(request: HttpRequest, context: Shared) -> Result<HttpResponse, HttpError> {
    let collection = collections::of_query(&request, &context).await?;
    let tables = context.service.tables_of(&collection).await?;
    Ok(HttpResponse::Ok().json(Tables { tables }))
}

async fn table(
    path: web::Path<(String, String)>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let (document, index) = path.into_inner();
    let no_number = || {
        Problem::new(
            ProblemCode::NotFound,
            "The second part of a table's address is its number in the document, from 0.",
        )
    };
    let index = index.parse().map_err(|_| no_number())?;
    let _turn = context.admission.turn(Kind::View).await?;
    let table = context.service.table(&DocumentId(document), index).await?;
    Ok(sending::json(table).await?)
}

/// A question as programs ask it.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionRequest {
    pub(crate) question: String,
    #[serde(default)]
    pub(crate) policy: PolicyOverride,
    #[serde(default)]
    pub(crate) scope: Scope,
    /// Id or name; without it that of the conversation, else `default`, or the first of a key that does not reach that.
    #[serde(default)]
    pub(crate) collection: Option<String>,
    /// The conversation that the question goes on with, or `new` for one that it begins; without it the question stands alone.
    #[serde(default)]
    pub(crate) conversation: Option<String>,
}

impl QuestionRequest {
    /// The question, with its collection and its conversation looked up.
    pub(crate) async fn read(self, service: &dyn FirewallService) -> Result<Question, Problem> {
        let Self {
            question,
            policy,
            scope,
            collection,
            conversation,
        } = self;
        let (collection, conversation) =
            place(service, collection.as_deref(), conversation.as_deref()).await?;
        Ok(Question {
            scope,
            collection,
            conversation,
            ..Question::parse(&question, policy)?
        })
    }
}

fn created(report: Report) -> HttpResponse {
    HttpResponse::Created()
        .insert_header(("Location", format!("/api/v1/reports/{}", report.id)))
        .json(report)
}

async fn question(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let asked: QuestionRequest = body::json(&request, payload, &context).await?;
    let question = asked.read(&*context.service).await?;
    events::answered(
        &request,
        "report",
        async move |watch: ProgressSink<'_>| Ok(context.ask(question, watch).await?),
        created,
    )
    .await
}

/// A verification as programs ask for it.
#[derive(Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerificationRequest {
    pub(crate) answer: Option<String>,
    pub(crate) claims: Option<Vec<String>>,
    pub(crate) sources: Option<Vec<InlineSource>>,
    pub(crate) ground_truth: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) scope: Scope,
    #[serde(default)]
    pub(crate) policy: PolicyOverride,
    /// Given together with sources: both are searched.
    pub(crate) collection: Option<String>,
    /// Who or what wrote the text.
    pub(crate) origin: Option<String>,
}

impl VerificationRequest {
    /// The verification, with its collection looked up.
    pub(crate) async fn read(self, service: &dyn FirewallService) -> Result<Verification, Problem> {
        let Self {
            answer,
            claims,
            sources,
            ground_truth,
            scope,
            policy,
            collection: given,
            origin,
        } = self;
        let subject = match (answer, claims) {
            (Some(answer), None) => Subject::Answer(answer),
            (None, Some(claims)) => Subject::Claims(claims),
            (Some(_), Some(_)) | (None, None) => {
                return Err(Problem::new(
                    ProblemCode::Unprocessable,
                    "Give either an answer or claims.",
                ));
            }
        };
        let named = given.is_some();
        let mut all = sources.unwrap_or_default();
        for (number, text) in (1u64..).zip(ground_truth.unwrap_or_default()) {
            all.push(InlineSource {
                id: format!("ground-truth-{number}"),
                text,
                title: None,
            });
        }
        Ok(Verification {
            subject,
            beside_collection: named || all.is_empty(),
            sources: all,
            collection: collections::meant(service, given.as_deref()).await?,
            policy,
            scope,
            origin,
            question: None,
            purpose: Purpose::Show,
        })
    }
}

async fn verification(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let asked: VerificationRequest = body::json(&request, payload, &context).await?;
    let verification = asked.read(&*context.service).await?;
    events::answered(
        &request,
        "report",
        async move |watch: ProgressSink<'_>| Ok(context.verify(verification, watch).await?),
        created,
    )
    .await
}

/// The conversation gone on with last first.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Conversations {
    conversations: Vec<ConversationLine>,
}

async fn conversations(context: Shared) -> Result<HttpResponse, HttpError> {
    let conversations = context.service.conversations(CONVERSATIONS).await?;
    Ok(HttpResponse::Ok().json(Conversations { conversations }))
}

/// A line for every question, and the last ones with their whole reports.
async fn conversation(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let id = ConversationId(id.into_inner());
    let conversation = context.service.conversation(&id).await?;
    Ok(sending::json(conversation).await?)
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/v1/documents/{id}", web::get().to(document)))
        .service(on("/api/v1/tables", web::get().to(tables)))
        .service(on("/api/v1/tables/{id}/{index}", web::get().to(table)))
        .service(on("/api/v1/questions", web::post().to(question)))
        .service(on("/api/v1/verifications", web::post().to(verification)))
        .service(on("/api/v1/conversations", web::get().to(conversations)))
        .service(on(
            "/api/v1/conversations/{id}",
            web::get().to(conversation),
        ));
}
