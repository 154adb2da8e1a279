//! The guardrail webhook of agentgateway: `POST /request` with a prompt, `POST /response` with what came of it.
//!
//! The gateway tells what is to be done by the fields of the action: with `body` and `status_code` it rejects, with `body` alone it puts other texts in place, with neither
//! it passes.

use super::chat::{Against, Extension, changed, text_of};
use super::collection;
use super::orders::{order_among, said_by_people};
use crate::admission::Kind;
use crate::api::{Shared, json_body};
use crate::context::{Context, in_time};
use crate::http_error::HttpError;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{Problem, ProblemCode, Purpose};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
struct Prompt {
    body: Messages,
}

#[derive(Deserialize)]
struct Messages {
    messages: Vec<Value>,
}

#[derive(Deserialize)]
struct Answer {
    body: Choices,
}

#[derive(Deserialize)]
struct Choices {
    choices: Vec<Value>,
}

/// Texts of a model that one request may bring; each is verified and makes a report.
pub(super) const TEXTS: usize = 64;

/// Says that there are more.
pub(super) fn few(texts: usize) -> Result<(), Problem> {
    if texts <= TEXTS {
        return Ok(());
    }
    Err(Problem::new(
        ProblemCode::TooLarge,
        format!("{texts} texts were sent and the limit is {TEXTS}. Send them in parts."),
    ))
}

fn action(action: &Value) -> HttpResponse {
    HttpResponse::Ok().json(json!({"action": action}))
}

fn rejected(reason: &str, status: StatusCode) -> HttpResponse {
    action(&json!({"body": reason, "status_code": status.as_u16(), "reason": reason}))
}

pub(super) async fn request(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Prompt { body } = json_body(&request, payload, &context).await?;
    let texts = said_by_people(&body.messages);
    let order = if context.settings.policy().checks.instructions {
        order_among(texts, &context).await?
    } else {
        None
    };
    Ok(match order {
        Some(order) => rejected(&order, StatusCode::FORBIDDEN),
        None => action(&json!({"reason": "no orders to the model were found"})),
    })
}

pub(super) async fn response(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Answer { body } = json_body(&request, payload, &context).await?;
    few(body.choices.len())?;
    let named = collection::named(request.headers())?;
    let against = Against::of(
        Extension::default().or_of(named),
        Vec::new(),
        Some("agentgateway"),
        &context,
    )
    .await?;
    let _turn = context.admission.turn(Kind::Judge).await?;
    let seconds = context.config.server.deadline_seconds;
    let work = async { Ok(judged(body.choices, &against, &context).await) };
    Ok(in_time(seconds, work).await??)
}

/// What becomes of the choices: all pass, others take their place, or one of them rejects them all.
async fn judged(
    mut choices: Vec<Value>,
    against: &Against,
    context: &Context,
) -> Result<HttpResponse, Problem> {
    let mut said = Vec::new();
    let mut masked = false;
    for choice in &mut choices {
        let Some(content) = choice.pointer_mut("/message/content") else {
            continue;
        };
        let text = text_of(content);
        if text.trim().is_empty() {
            continue;
        }
        let report = context
            .judge(against.verification(&text, Purpose::Deliver))
            .await?;
        if changed(&report, &text) {
            let Some(delivered) = report.delivered else {
                return Ok(rejected(&report.banner, StatusCode::UNPROCESSABLE_ENTITY));
            };
            *content = Value::String(delivered);
            masked = true;
        }
        said.push(report.banner);
    }
    let reason = said.join(" ");
    Ok(if masked {
        action(&json!({"body": {"choices": choices}, "reason": reason}))
    } else {
        action(&json!({"reason": reason}))
    })
}
