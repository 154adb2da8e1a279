//! Ask: a new conversation, and one that goes on.

use super::{Query, page, query};
use crate::api::Shared;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page};
use groundwall_core::{ConversationId, Problem, ReportId};
use groundwall_ports::PortError;

/// Conversations in the list beside a page.
const CONVERSATIONS: u32 = 30;

/// The question of a report, to be put into the box.
async fn question_of(id: Option<String>, context: &Shared) -> Result<String, PortError> {
    let Some(id) = id else {
        return Ok(String::new());
    };
    let report = context.service.report(&ReportId(id)).await?;
    Ok(report.question.unwrap_or_default())
}

/// The page of a new conversation.
pub(super) async fn desk(
    context: &Shared,
    question: String,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> Result<Page, PortError> {
    Ok(Page::Ask {
        status: context.service.status().await?,
        question,
        notice,
        problem,
        conversations: context.service.conversations(CONVERSATIONS).await?,
        suggestions: context.service.suggestions().await?,
    })
}

/// The page of a conversation that goes on.
pub(super) async fn talk(
    context: &Shared,
    id: &ConversationId,
    question: String,
    problem: Option<Problem>,
) -> Result<Page, PortError> {
    Ok(Page::Conversation {
        conversation: Box::new(context.service.conversation(id).await?),
        conversations: context.service.conversations(CONVERSATIONS).await?,
        question,
        problem,
    })
}

pub(super) async fn ask(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let query: Query = query(&request);
        let question = question_of(query.from, &context).await?;
        let notice = context.notice(query.notice.as_deref());
        desk(&context, question, notice, None).await
    })
    .await
}

pub(super) async fn conversation(
    request: HttpRequest,
    id: web::Path<String>,
    context: Shared,
) -> HttpResponse {
    page(async {
        let query: Query = query(&request);
        let question = question_of(query.from, &context).await?;
        talk(&context, &ConversationId(id.into_inner()), question, None).await
    })
    .await
}
