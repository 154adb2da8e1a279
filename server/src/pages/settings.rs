//! The settings page.

use super::forms::{form, to};
use super::{html, problem_page, query};
use crate::api::Shared;
use crate::http_error::{shown, status_of};
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

async fn view(context: &Shared, what: Shown) -> Result<SettingsView, PortError> {
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
            undo: None,
        })
    });
    Ok(SettingsView {
        form: what.form.unwrap_or_else(|| form_of(&policy)),
        policy: (*policy).clone(),
        fixed: settings.fixed().to_vec(),
        saved: settings.saved().await?,
        preview,
        model,
        further: settings.further()?,
        tried: what.tried,
        notice,
        problem: what.problem,
    })
}

async fn answer(context: &Shared, what: Shown) -> HttpResponse {
    let status = what.problem.as_ref().map_or(StatusCode::OK, status_of);
    match view(context, what).await {
        Ok(view) => html(status, Page::Settings(Box::new(view))),
        Err(error) => problem_page(error.problem),
    }
}

fn said(context: &Shared, text: &str) -> HttpResponse {
    let id = context.leave_notice(Notice {
        text: text.to_owned(),
        refused: Vec::new(),
        undo: None,
    });
    to(&format!("/settings?notice={id}"))
}

/// What the address of the page may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    notice: Option<String>,
}

async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
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

/// The page again, with what was typed and what is wrong with it.
async fn refused(context: &Shared, form: Form, error: PortError) -> HttpResponse {
    let what = Shown {
        form: Some(form),
        problem: Some(shown(error.problem)),
        ..Shown::default()
    };
    answer(context, what).await
}

/// What the typed policy would make of the last report. Nothing is kept.
async fn preview(payload: web::Payload, context: Shared) -> HttpResponse {
    let form: Form = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    match context.settings.asked_for(&form) {
        Ok(policy) => {
            let what = Shown {
                form: Some(form),
                preview: Some(policy),
                ..Shown::default()
            };
            answer(&context, what).await
        }
        Err(problem) => refused(&context, form, problem.into()).await,
    }
}

/// Keeps the typed policy.
async fn save(payload: web::Payload, context: Shared) -> HttpResponse {
    let form: Form = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let saved = async {
        let policy = context.settings.asked_for(&form)?;
        context.settings.keep_policy(policy).await
    };
    match saved.await {
        Ok(()) => said(
            &context,
            "The policy was saved. It decides from the next question on.",
        ),
        Err(error) => refused(&context, form, error).await,
    }
}

/// Goes back to the configured policy.
async fn reset(context: Shared) -> HttpResponse {
    match context.settings.reset_policy().await {
        Ok(()) => said(&context, "The configured policy is in force again."),
        Err(error) => problem_page(error.problem),
    }
}

#[derive(Deserialize)]
struct ModelForm {
    base_url: String,
    model: String,
    #[serde(default)]
    api_key: String,
}

/// Sends one small prompt to what was typed. What the endpoint does wrong is the answer, and no fault of this page.
async fn try_model(payload: web::Payload, context: Shared) -> HttpResponse {
    let ModelForm {
        base_url,
        model,
        api_key,
    } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let trial = context
        .settings
        .try_model(&base_url, &model, &api_key)
        .await;
    let mut what = Shown {
        model: Some((base_url, model)),
        ..Shown::default()
    };
    match trial {
        Ok(trial) => {
            let text = format!(
                "It works: {} answered “{}” in {:.1} s. Nothing was saved; type the key again to save it.",
                trial.model,
                trial.text,
                trial.milliseconds as f64 / 1_000.0
            );
            what.tried = Some(Tried { worked: true, text });
        }
        Err(error) if error.problem.code == ProblemCode::Unavailable => {
            let text = error.problem.message;
            what.tried = Some(Tried {
                worked: false,
                text,
            });
        }
        Err(error) => what.problem = Some(shown(error.problem)),
    }
    answer(&context, what).await
}

/// Keeps the language model and uses it at once.
async fn save_model(payload: web::Payload, context: Shared) -> HttpResponse {
    let ModelForm {
        base_url,
        model,
        api_key,
    } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let kept = context
        .settings
        .keep_model(&base_url, &model, &api_key)
        .await;
    let what = Shown {
        model: Some((base_url, model)),
        ..Shown::default()
    };
    let done = "The language model was saved. It writes from the next question on.";
    done_or_shown(&context, kept, done, what).await
}

/// What was done, or the page as it was left with what is wrong.
async fn done_or_shown(
    context: &Shared,
    result: Result<(), PortError>,
    done: &str,
    what: Shown,
) -> HttpResponse {
    match result {
        Ok(()) => said(context, done),
        Err(error) => {
            let problem = Some(shown(error.problem));
            answer(context, Shown { problem, ..what }).await
        }
    }
}

async fn forget(context: Shared) -> HttpResponse {
    match context.settings.forget_model().await {
        Ok(()) => said(
            &context,
            "The language model and its key were deleted. Answers are put together from your documents' own sentences.",
        ),
        Err(error) => problem_page(error.problem),
    }
}

/// Adds a language model that answers questions of high risk too.
async fn add_further(payload: web::Payload, context: Shared) -> HttpResponse {
    let ModelForm {
        base_url,
        model,
        api_key,
    } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let added = context
        .settings
        .add_further(&base_url, &model, &api_key)
        .await;
    let done = "The language model was added. It answers questions of high risk from now on.";
    done_or_shown(&context, added, done, Shown::default()).await
}

/// Takes such a model out.
async fn remove_further(payload: web::Payload, context: Shared) -> HttpResponse {
    let ModelForm {
        base_url,
        model,
        api_key: _,
    } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    match context.settings.forget_further(&base_url, &model).await {
        Ok(()) => said(&context, "The language model and its key were removed."),
        Err(error) => problem_page(error.problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/settings", web::get().to(show))
        .route("/settings/preview", web::get().to(show))
        .route("/settings/preview", web::post().to(preview))
        .route("/settings/save", web::get().to(show))
        .route("/settings/save", web::post().to(save))
        .route("/settings/reset", web::post().to(reset))
        .route("/settings/model/try", web::get().to(show))
        .route("/settings/model/try", web::post().to(try_model))
        .route("/settings/model/save", web::get().to(show))
        .route("/settings/model/save", web::post().to(save_model))
        .route("/settings/model/forget", web::post().to(forget))
        .route("/settings/further/add", web::get().to(show))
        .route("/settings/further/add", web::post().to(add_further))
        .route("/settings/further/remove", web::post().to(remove_further));
}
