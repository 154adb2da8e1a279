//! Ask: a new conversation, and one that goes on.

use super::choice::choice;
use super::{Query, page, query};
use crate::api::Shared;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{AskView, Choice, ConversationView, Notice, Page};
use groundwall_core::{CollectionId, ConversationId, DocumentName, Problem, ReportId};
use groundwall_ports::PortError;
use std::time::Duration;
use tokio::time::timeout;

/// Conversations in the list beside a page.
const CONVERSATIONS: u32 = 30;
/// How long a page waits for questions to suggest.
const LOOKING: Duration = Duration::from_millis(300);

/// The question of a report, to be put into the box, with what it was asked of.
async fn question_of(
    id: Option<String>,
    context: &Shared,
) -> Result<Option<(String, CollectionId, Vec<DocumentName>)>, PortError> {
    let Some(id) = id else {
        return Ok(None);
    };
    let report = context.service.report(&ReportId(id)).await?;
    let question = report.question.unwrap_or_default();
    Ok(Some((question, report.collection, report.scope.documents)))
}

/// The page of a new conversation.
pub(super) async fn desk(
    context: &Shared,
    choice: Choice,
    question: String,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> Result<Page, PortError> {
    let suggestions = suggested(context, choice.chosen.clone()).await?;
    Ok(Page::Ask(AskView {
        status: context.service.status_of(&choice.chosen).await?,
        question,
        notice,
        problem,
        conversations: context.service.conversations(CONVERSATIONS).await?,
        suggestions,
        choice,
    }))
}

/// The questions that the documents suggest. Looking for them takes the models' time: whoever waits longer sees none, and the next one sees them.
async fn suggested(context: &Shared, of: CollectionId) -> Result<Vec<String>, PortError> {
    let context = context.clone();
    let mut looking = Box::pin(async move { context.service.suggestions_of(&of).await });
    if let Ok(found) = timeout(LOOKING, &mut looking).await {
        return found;
    }
    actix_web::rt::spawn(async move {
        if let Err(error) = looking.await {
            tracing::warn!(%error, "no questions were found that the documents suggest");
        }
    });
    Ok(Vec::new())
}

/// The page of a conversation that goes on.
pub(super) async fn talk(
    context: &Shared,
    id: &ConversationId,
    question: String,
    problem: Option<Problem>,
) -> Result<Page, PortError> {
    let conversation = context.service.conversation(id).await?;
    let collection = conversation.lines.last().map(|line| &line.collection.0);
    let documents = conversation
        .turns
        .last()
        .map(|turn| turn.scope.documents.clone());
    let of = choice(
        context,
        collection.map(String::as_str),
        documents.unwrap_or_default(),
    )
    .await?;
    Ok(Page::Conversation(Box::new(ConversationView {
        conversation,
        conversations: context.service.conversations(CONVERSATIONS).await?,
        question,
        problem,
        choice: of,
    })))
}

async fn ask(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let Query {
            from,
            notice,
            collection,
            document,
        } = query(&request);
        let before = question_of(from, &context).await?;
        let (question, of) = match before {
            Some((question, of, documents)) => {
                (question, choice(&context, Some(&of.0), documents).await?)
            }
            None => {
                let document = document.as_deref().map(DocumentName::parse).transpose()?;
                let documents = document.into_iter().collect();
                let of = choice(&context, collection.as_deref(), documents).await?;
                (String::new(), of)
            }
        };
        let notice = context.notice(notice.as_deref());
        desk(&context, of, question, notice, None).await
    })
    .await
}

async fn conversation(
    request: HttpRequest,
    id: web::Path<String>,
    context: Shared,
) -> HttpResponse {
    page(async {
        let query: Query = query(&request);
        let before = question_of(query.from, &context).await?;
        let question = before.map(|(question, ..)| question).unwrap_or_default();
        talk(&context, &ConversationId(id.into_inner()), question, None).await
    })
    .await
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/", web::get().to(ask))
        .route("/ask", web::get().to(ask))
        .route("/conversations/{id}", web::get().to(conversation));
}
