//! The settings page.

use super::forms::{form, to};
use super::{html, problem_page, query, status_of};
use crate::api::Shared;
use crate::http_error::shown;
use crate::settings::{Form, form_of};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page, SettingsView, Tried};
use groundwall_core::{Policy, Problem, ProblemCode};
use groundwall_ports::PortError;
use serde::Deserialize;

/// What the page shows besides what is stored.
#[derive(Default)]
struct Shown {
    /// What was typed into the form of the policy.
    form: Option<Form>,
    /// A policy to be tried on the last report.
    preview: Option<Policy>,
    tried: Option<Tried>,
    /// What was typed of the language model: address and name.
    model: Option<(String, String)>,
    notice: Option<Notice>,
    problem: Option<Problem>,
}

async fn view(context: &Shared, what: Shown) -> Result<Page, PortError> {
    let settings = &context.settings;
    let policy = settings.policy();
    let preview = match &what.preview {
        Some(policy) => settings.preview(policy).await?,
        None => None,
    };
    let mut model = settings.model()?;
    if let Some((base_url, name)) = what.model {
        model.base_url = base_url;
        model.model = name;
    }
    let no_report = what.preview.is_some() && preview.is_none();
    let notice = what.notice.or_else(|| {
        no_report.then(|| Notice {
            text: "There is no report yet to preview this on. Ask a question first.".to_owned(),
            refused: Vec::new(),
        })
    });
    let view = SettingsView {
        form: what.form.unwrap_or_else(|| form_of(&policy)),
        policy: (*policy).clone(),
        fixed: settings.fixed().to_vec(),
        saved: settings.saved().await?,
        preview,
        model,
        tried: what.tried,
    };
    Ok(Page::Settings {
        view: Box::new(view),
        notice,
        problem: what.problem,
    })
}

async fn answer(context: &Shared, what: Shown) -> HttpResponse {
    let status = what.problem.as_ref().map_or(StatusCode::OK, status_of);
    match view(context, what).await {
        Ok(page) => html(status, page),
        Err(error) => problem_page(error.problem),
    }
}

fn said(context: &Shared, text: &str) -> HttpResponse {
    let id = context.leave_notice(Notice {
        text: text.to_owned(),
        refused: Vec::new(),
    });
    to(&format!("/settings?notice={id}"))
}

/// What the address of the page may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    notice: Option<String>,
}

pub(super) async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
    let notice = context.notice(query::<Query>(&request).notice.as_deref());
    answer(
        &context,
        Shown {
            notice,
            ..Shown::default()
        },
    )
    .await
}

fn unknown_button() -> Problem {
    Problem::new(
        ProblemCode::Unprocessable,
        "The form does not say what to do. Load the page again.",
    )
}

/// Previews, saves or resets the policy.
pub(super) async fn policy(payload: web::Payload, context: Shared) -> HttpResponse {
    let form: Form = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let done = async {
        match form.get("do").map(String::as_str) {
            Some("preview") => Ok(Some(context.settings.asked_for(&form)?)),
            Some("save") => {
                let policy = context.settings.asked_for(&form)?;
                context.settings.keep_policy(policy).await?;
                Ok(None)
            }
            Some("reset") => {
                context.settings.reset_policy().await?;
                Ok(None)
            }
            Some(_) | None => Err(PortError::from(unknown_button())),
        }
    };
    match done.await {
        Ok(None) => said(
            &context,
            "The policy was saved. It decides from the next question on.",
        ),
        Ok(preview) => {
            let what = Shown {
                form: Some(form),
                preview,
                ..Shown::default()
            };
            answer(&context, what).await
        }
        Err(error) => {
            let what = Shown {
                form: Some(form),
                problem: Some(shown(error.problem)),
                ..Shown::default()
            };
            answer(&context, what).await
        }
    }
}

#[derive(Deserialize)]
struct ModelForm {
    base_url: String,
    model: String,
    #[serde(default)]
    api_key: String,
    #[serde(default, rename = "do")]
    button: String,
}

/// Tries or saves the language model.
pub(super) async fn model(payload: web::Payload, context: Shared) -> HttpResponse {
    let ModelForm {
        base_url,
        model,
        api_key,
        button,
    } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let settings = &context.settings;
    let done = async {
        match button.as_str() {
            "try" => {
                let trial = settings.try_model(&base_url, &model, &api_key).await?;
                Ok(Some(format!(
                    "It works: {} answered “{}” in {:.1} s. Nothing was saved yet; the key has to be typed again to save it.",
                    trial.model,
                    trial.text,
                    trial.milliseconds as f64 / 1_000.0
                )))
            }
            "save" => {
                settings.keep_model(&base_url, &model, &api_key).await?;
                Ok(None)
            }
            _ => Err(PortError::from(unknown_button())),
        }
    };
    let tried = match done.await {
        Ok(None) => {
            return said(
                &context,
                "The language model was saved. It writes from the next question on.",
            );
        }
        Ok(Some(text)) => Tried { worked: true, text },
        // What the endpoint does wrong is the answer to the question, and no fault of this page.
        Err(error) if error.problem.code == ProblemCode::Unavailable => Tried {
            worked: false,
            text: error.problem.message,
        },
        Err(error) => {
            let what = Shown {
                model: Some((base_url, model)),
                problem: Some(shown(error.problem)),
                ..Shown::default()
            };
            return answer(&context, what).await;
        }
    };
    let what = Shown {
        model: Some((base_url, model)),
        tried: Some(tried),
        ..Shown::default()
    };
    answer(&context, what).await
}

pub(super) async fn forget(context: Shared) -> HttpResponse {
    match context.settings.forget_model().await {
        Ok(()) => said(
            &context,
            "The language model and its key were deleted. Answers are put together from your documents' own sentences.",
        ),
        Err(error) => problem_page(error.problem),
    }
}
