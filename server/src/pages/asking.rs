//! The form of a question: its text, its conversation, and what it is asked of.

use super::choice::choice;
use super::forms::{form, to};
use super::talk::{desk, talk};
use super::{html, problem_page};
use crate::api::Shared;
use crate::http_error::{shown, status_of};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use groundwall_core::{
    ConversationId, DocumentName, PolicyOverride, Problem, ProblemCode, Question, Scope,
};
use groundwall_ports::unwatched;

/// What the form of a question holds. Names of documents stand in it as often as there are some.
#[derive(Default)]
struct AskForm {
    question: String,
    /// The conversation that the question goes on with; without it a new one begins.
    conversation: Option<String>,
    collection: Option<String>,
    /// The collection whose documents the form offered.
    shown: Option<String>,
    documents: Vec<String>,
    /// Only the documents of the collection are to be shown.
    choose: bool,
}

impl AskForm {
    fn of(fields: Vec<(String, String)>) -> Self {
        let mut form = Self::default();
        for (name, value) in fields {
            match name.as_str() {
                "question" => form.question = value,
                "conversation" => form.conversation = Some(value),
                "collection" => form.collection = Some(value),
                "shown" => form.shown = Some(value),
                "document" => form.documents.push(value),
                "choose" => form.choose = true,
                _ => {}
            }
        }
        form
    }

    /// Documents that alone are asked. Those of another collection than the one that is asked now are none.
    fn scope(&self) -> Result<Scope, Problem> {
        let elsewhere = self.shown.is_some() && self.shown != self.collection;
        if elsewhere && self.collection.is_some() && !self.documents.is_empty() && !self.choose {
            return Err(Problem::new(
                ProblemCode::Unprocessable,
                "The ticked documents are of another collection. Choose among those of this one, or ask all of them.",
            ));
        }
        let names = self
            .documents
            .iter()
            .filter(|_| !elsewhere || self.collection.is_none());
        Ok(Scope {
            documents: names
                .map(|name| DocumentName::parse(name))
                .collect::<Result<_, _>>()?,
            ..Scope::default()
        })
    }
}

async fn ask(payload: web::Payload, context: Shared) -> HttpResponse {
    let typed = match form(payload, &context).await {
        Ok(fields) => AskForm::of(fields),
        Err(problem) => return problem_page(problem),
    };
    if typed.choose {
        return asked_again(&context, typed, None).await;
    }
    let answered = async {
        let question = Question::parse(&typed.question, PolicyOverride::default())?;
        let scope = typed.scope()?;
        let conversation = typed.conversation.as_deref().unwrap_or("new");
        let (collection, conversation) = context
            .place(typed.collection.as_deref(), Some(conversation))
            .await?;
        let question = Question {
            collection,
            scope,
            conversation,
            ..question
        };
        context.ask(question, &unwatched).await
    };
    match answered.await {
        Ok(report) => match &report.conversation {
            Some(id) => to(&format!("/conversations/{id}#r-{}", report.id)),
            None => to(&format!("/reports/{}", report.id)),
        },
        Err(problem) => asked_again(&context, typed, Some(shown(problem))).await,
    }
}

/// The page that was asked on, with what was typed.
async fn asked_again(context: &Shared, typed: AskForm, problem: Option<Problem>) -> HttpResponse {
    let status = problem.as_ref().map_or(StatusCode::OK, status_of);
    let going_on = match &typed.conversation {
        Some(id) => {
            let id = ConversationId(id.clone());
            talk(context, &id, typed.question.clone(), problem.clone())
                .await
                .ok()
        }
        None => None,
    };
    if let Some(page) = going_on {
        return html(status, page);
    }
    // Also where the conversation is gone: what was typed stays.
    let documents = typed.scope().map(|scope| scope.documents);
    let page = async {
        let documents = documents.unwrap_or_default();
        let chosen = choice(context, typed.collection.as_deref(), documents).await?;
        desk(context, chosen, typed.question, None, problem.clone()).await
    };
    match (page.await, problem) {
        (Ok(page), _) => html(status, page),
        (Err(_), Some(problem)) => problem_page(problem),
        (Err(error), None) => problem_page(error.problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.route("/ask", web::post().to(ask));
}
