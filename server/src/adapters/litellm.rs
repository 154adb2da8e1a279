//! The generic guardrail API of `LiteLLM`: `POST /beta/litellm_basic_guardrail_api`.
//!
//! What goes to a model is looked through for orders to it; what comes from one is verified. A form that grows: fields that are not known here are left alone.

use super::agentgateway::few;
use super::chat::{Against, Extension, changed, tool_texts};
use super::collection;
use super::orders::order_among;
use crate::admission::Kind;
use crate::api::{Shared, json_body};
use crate::context::in_time;
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{Problem, ProblemCode, Purpose};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GuardrailInput)]
enum Way {
    Request,
    Response,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = GuardrailRequest)]
pub(crate) struct Guardrail {
    #[serde(default)]
    texts: Option<Vec<String>>,
    input_type: Way,
    /// What the configuration of the gateway gives along: the extension field of the proxy.
    #[serde(default)]
    additional_provider_specific_params: Option<Value>,
    /// The conversation, in newer versions: what its tools said are sources.
    #[serde(default)]
    structured_messages: Option<Vec<Value>>,
    #[serde(default)]
    model: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[schema(as = GuardrailAction)]
enum Action {
    Blocked,
    None,
    GuardrailIntervened,
}

#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = GuardrailDecision)]
pub(crate) struct Decision {
    action: Action,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocked_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Vec<String>>,
}

impl Decision {
    fn none() -> Self {
        Self {
            action: Action::None,
            blocked_reason: None,
            texts: None,
        }
    }

    fn blocked(reason: String) -> Self {
        Self {
            action: Action::Blocked,
            blocked_reason: Some(reason),
            texts: None,
        }
    }
}

pub(super) async fn guardrail(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Guardrail {
        texts,
        input_type,
        additional_provider_specific_params: ours,
        structured_messages,
        model,
    } = json_body(&request, payload, &context).await?;
    let texts = texts.unwrap_or_default();
    let ours: Extension = match ours {
        Some(value) if !value.is_null() => serde_json::from_value(value).map_err(|error| {
            Problem::new(
                ProblemCode::Unprocessable,
                format!("additional_provider_specific_params does not fit: {error}. It takes sources, policy, collection and documents."),
            )
        })?,
        Some(_) | None => Extension::default(),
    };
    let tools = tool_texts(&structured_messages.unwrap_or_default());
    let ours = ours.or_of(collection::named(request.headers())?);
    let against = Against::of(ours, tools, model.as_deref(), &context).await?;
    let decision = match input_type {
        Way::Request => {
            let order = if against.policy.checks.instructions {
                order_among(texts, &context).await?
            } else {
                None
            };
            match order {
                Some(order) => Decision::blocked(order),
                None => Decision::none(),
            }
        }
        Way::Response => {
            few(texts.len())?;
            let _turn = context.admission.turn(Kind::Judge).await?;
            let seconds = context.config.server.deadline_seconds;
            let work = async { Ok(verified(texts, &against, &context).await) };
            in_time(seconds, work).await??
        }
    };
    Ok(HttpResponse::Ok().json(decision))
}

/// What becomes of the texts of a response: the worst that becomes of one of them.
async fn verified(
    texts: Vec<String>,
    against: &Against,
    context: &Shared,
) -> Result<Decision, Problem> {
    let mut intervened = false;
    let mut left = Vec::with_capacity(texts.len());
    for text in texts {
        if text.trim().is_empty() {
            left.push(text);
            continue;
        }
        let report = context
            .judge(against.verification(&text, Purpose::Deliver))
            .await?;
        if !changed(&report, &text) {
            left.push(text);
            continue;
        }
        intervened = true;
        match report.delivered {
            Some(delivered) => left.push(delivered),
            None => return Ok(Decision::blocked(report.banner)),
        }
    }
    if !intervened {
        return Ok(Decision::none());
    }
    Ok(Decision {
        action: Action::GuardrailIntervened,
        blocked_reason: None,
        texts: Some(left),
    })
}
