//! The page of what decisions say about the policy, and its forms.

use super::forms::{form, to};
use super::{page, problem_page, query};
use crate::api::Shared;
use crate::calibration;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{CalibrationView, Notice, Page};
use groundwall_core::Problem;
use groundwall_core::calibration::Verdict;
use serde::Deserialize;

const ADDRESS: &str = "/review/calibration";

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    notice: Option<String>,
}

async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
    let Query { notice } = query(&request);
    page(async {
        Ok(Page::Calibration(Box::new(CalibrationView {
            found: calibration::read(&context.settings).await?,
            fixed: context.settings.fixed().to_vec(),
            notice: context.notice(notice.as_deref()),
        })))
    })
    .await
}

fn done(context: &Shared, text: String) -> HttpResponse {
    let notice = context.leave_notice(Notice {
        text,
        refused: Vec::new(),
        undo: None,
    });
    to(&format!("{ADDRESS}?notice={notice}"))
}

async fn run(context: Shared) -> HttpResponse {
    match calibration::run(&context.settings).await {
        Ok(found) => {
            let open = found.open().count();
            let text = match open {
                0 => "The decisions speak for no change.".to_owned(),
                1 => "1 change is proposed. Nothing is changed until you accept it.".to_owned(),
                many => {
                    format!("{many} changes are proposed. Nothing is changed until you accept one.")
                }
            };
            done(&context, text)
        }
        Err(error) => problem_page(error.problem),
    }
}

#[derive(Deserialize)]
struct DecisionForm {
    decision: Verdict,
}

async fn decide(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let decided = async {
        let DecisionForm { decision } = form(payload, &context).await?;
        let done = calibration::decide(&context.settings, &id, decision).await;
        done.map_err(|error| error.problem)?;
        Ok::<_, Problem>(decision)
    };
    match decided.await {
        Ok(Verdict::Accepted) => done(
            &context,
            "The change is in force from the next request on. Settings shows it and can take it back.".to_owned(),
        ),
        Ok(Verdict::Rejected) => done(&context, "The proposal is rejected; nothing was changed.".to_owned()),
        Err(problem) => problem_page(problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/review/calibration", web::get().to(show))
        .route("/review/calibration", web::post().to(run))
        .route("/review/calibration/{id}/decision", web::post().to(decide));
}
