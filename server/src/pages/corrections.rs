//! A value of a text that somebody wrote is put right, and the text is verified again.

use super::forms::{form, to};
use super::problem_page;
use crate::api::Shared;
use crate::batches::subject;
use actix_web::{HttpResponse, web};
use groundwall_core::{Problem, ProblemCode, ReadAs, Report, ReportId, Verification};
use groundwall_ports::unwatched;
use serde::Deserialize;

#[derive(Deserialize)]
struct CorrectionForm {
    claim: u32,
    /// What the text says, and what it is to say.
    from: String,
    to: String,
}

/// How the text of a report was read: its claims were lines where each is a sentence of its own and lines part them.
pub(super) fn read_as(report: &Report) -> ReadAs {
    let lines = report
        .claims
        .iter()
        .all(|claim| claim.claim.sentence == claim.claim.text)
        && report.segments.iter().any(|part| part.text.contains('\n'));
    if lines {
        ReadAs::Claims
    } else {
        ReadAs::Answer
    }
}

/// The text with the documents' value in the sentence of a claim; none where it is not sure that this puts it right, or where it is not said once there.
fn corrected(report: &Report, claim: u32, from: &str, to: &str) -> Option<String> {
    let judged = report.claims.iter().find(|one| one.claim.id == claim)?;
    let right = judged.correction()?;
    if (right.from, right.to) != (from, to) {
        return None;
    }
    let place = report
        .segments
        .iter()
        .position(|part| part.claims.contains(&claim) && part.text.matches(from).count() == 1)?;
    let text = report
        .segments
        .iter()
        .enumerate()
        .map(|(number, part)| {
            if number == place {
                part.text.replace(from, to)
            } else {
                part.text.clone()
            }
        })
        .collect();
    Some(text)
}

async fn correct(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let id = ReportId(id.into_inner());
    let verified = async {
        let CorrectionForm {
            claim,
            from,
            to: value,
        } = form(payload, &context).await?;
        let report = context.service.report(&id).await?;
        let text = corrected(&report, claim, &from, &value).ok_or_else(|| {
            Problem::new(
                ProblemCode::Unprocessable,
                "This value cannot be put right by itself: it is not sure that the sentence is right with the other one in its place. Edit the text and verify it again.",
            )
        })?;
        let verification = Verification {
            collection: report.collection.clone(),
            scope: report.scope.clone(),
            ..Verification::of(subject(&text, read_as(&report)))
        };
        context.verify(verification, &unwatched).await
    };
    match verified.await {
        Ok(report) => to(&format!("/reports/{}", report.id)),
        Err(problem) => problem_page(problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.route("/reports/{id}/corrections", web::post().to(correct));
}
