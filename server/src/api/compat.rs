//! The six endpoints whose fields never change (SPEC 8). Everything of their shapes is in this file.

use super::{Shared, body, events};
use crate::admission::Kind;
use crate::http_error::{HttpError, shown};
use crate::multipart::{self, Form};
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::Subject;
use groundwall_core::{
    CollectionId, DocumentName, Evidence, JudgedClaim, Problem, ProblemCode, Question, Report,
    ReportState, Verdict, Verification,
};
use groundwall_ports::{UploadOutcome, Watch, unwatched};
use serde::{Deserialize, Serialize};

#[derive(Serialize)]
struct StatusBody {
    document_chunks: u32,
    documents_loaded: Vec<String>,
    uploaded_files: Vec<String>,
    similarity_threshold: f32,
    firewall_threshold: f64,
}

pub(crate) async fn status(context: Shared) -> Result<HttpResponse, HttpError> {
    let status = context.service.status().await?;
    let policy = &status.provenance.policy;
    Ok(HttpResponse::Ok().json(StatusBody {
        document_chunks: status.passages,
        documents_loaded: status
            .documents
            .iter()
            .map(|document| document.name().to_string())
            .collect(),
        uploaded_files: status
            .documents
            .iter()
            .flat_map(|document| document.names.iter().map(DocumentName::to_string))
            .collect(),
        similarity_threshold: policy.similarity_threshold,
        firewall_threshold: policy.support_threshold,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QueryRequest {
    query: String,
    similarity_threshold: Option<f32>,
    firewall_threshold: Option<f64>,
    top_k: Option<u32>,
}

#[derive(Serialize)]
struct QueryClaim {
    text: String,
    is_supported: bool,
    similarity_score: Option<f32>,
    entailment_label: &'static str,
    best_evidence: Option<String>,
    evidence_source: Option<String>,
}

#[derive(Serialize)]
struct QueryEvidence {
    content: String,
    similarity_score: f32,
    source: String,
    rank: u32,
}

#[derive(Serialize)]
struct QueryBody {
    query: String,
    response: String,
    is_verified: bool,
    support_ratio: Option<f64>,
    total_claims: u32,
    supported_claims: u32,
    regeneration_attempts: u32,
    claims: Vec<QueryClaim>,
    evidence: Vec<QueryEvidence>,
    elapsed_seconds: f64,
    report_id: String,
    state: ReportState,
}

/// Best evidence of a claim: its first window, unless that lies below the similarity floor and decided nothing.
fn best(claim: &JudgedClaim, floor: f32) -> Option<&Evidence> {
    claim.evidence.first().filter(|evidence| {
        evidence.stance != groundwall_core::Stance::Silent
            || evidence
                .similarity
                .is_some_and(|similarity| similarity >= floor)
    })
}

fn label(claim: &JudgedClaim) -> &'static str {
    if claim.computed.is_some() && claim.verdict == Verdict::Supported {
        return "DATA_VERIFIED";
    }
    claim
        .verdict
        .api_label(claim.evidence.iter().any(|evidence| {
            evidence.nli.is_some() || evidence.stance != groundwall_core::Stance::Silent
        }))
}

impl QueryBody {
    /// The released text alone; what was withheld has the last attempt's ratio and no words.
    fn of(report: Report) -> Self {
        let floor = report.provenance.policy.similarity_threshold;
        let claims = &report.claims;
        let total = claims
            .iter()
            .filter(|claim| claim.verdict.is_checkable())
            .count() as u32;
        let supported = claims
            .iter()
            .filter(|claim| claim.verdict == Verdict::Supported)
            .count() as u32;
        let withheld = report.delivered.is_none();
        let last = report
            .attempts
            .last()
            .and_then(|attempt| attempt.support_ratio);
        let ratio = if withheld {
            last
        } else {
            (total > 0).then(|| f64::from(supported) / f64::from(total))
        };
        Self {
            is_verified: report.is_verified(),
            support_ratio: ratio,
            total_claims: total,
            supported_claims: supported,
            regeneration_attempts: report.regenerations(),
            claims: claims
                .iter()
                .map(|claim| QueryClaim {
                    text: claim.claim.text.clone(),
                    is_supported: claim.verdict == Verdict::Supported,
                    similarity_score: claim
                        .evidence
                        .first()
                        .and_then(|evidence| evidence.similarity),
                    entailment_label: label(claim),
                    best_evidence: best(claim, floor).map(|evidence| evidence.window.text.clone()),
                    evidence_source: best(claim, floor).map(|evidence| evidence.window.place()),
                })
                .collect(),
            evidence: report
                .candidates
                .iter()
                .map(|candidate| QueryEvidence {
                    content: candidate.passage.text.clone(),
                    similarity_score: candidate.similarity,
                    source: candidate.passage.document_name.to_string(),
                    rank: candidate.rank,
                })
                .collect(),
            elapsed_seconds: report.elapsed_seconds,
            report_id: report.id.to_string(),
            state: report.state,
            response: match report.delivered {
                // Whoever reads the text alone must learn that it answers something else.
                Some(text) if report.state == ReportState::NotCovered => {
                    format!("{}\n\n{text}", report.banner)
                }
                Some(text) => text,
                None => report.banner,
            },
            query: report.question.unwrap_or_default(),
        }
    }
}

pub(crate) async fn query(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let QueryRequest {
        query,
        similarity_threshold,
        firewall_threshold,
        top_k,
    } = body::json(&request, payload, &context).await?;
    let policy = PolicyOverride {
        similarity_threshold,
        support_threshold: firewall_threshold,
        top_k,
        ..PolicyOverride::default()
    };
    let question = Question::parse(&query, policy)?;
    let report = context.ask(question, &unwatched).await?;
    Ok(HttpResponse::Ok().json(QueryBody::of(report)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VerifyRequest {
    claims: Vec<String>,
    top_k: Option<u32>,
}

#[derive(Serialize)]
struct VerifyResult {
    text: String,
    is_supported: bool,
    similarity_score: Option<f32>,
    entailment_label: &'static str,
    best_evidence: Option<String>,
    why: String,
}

#[derive(Serialize)]
struct VerifyBody {
    results: Vec<VerifyResult>,
    supported: u32,
    total: u32,
    ratio: Option<f64>,
    report_id: String,
}

pub(crate) async fn verify(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let VerifyRequest { claims, top_k } = body::json(&request, payload, &context).await?;
    let verification = Verification {
        policy: PolicyOverride {
            top_k,
            ..PolicyOverride::default()
        },
        ..Verification::of(Subject::Claims(claims))
    };
    let report = context.verify(verification, &unwatched).await?;
    let floor = report.provenance.policy.similarity_threshold;
    let counts = report.summary.counts;
    let results = report
        .claims
        .iter()
        .map(|claim| VerifyResult {
            text: claim.claim.text.clone(),
            is_supported: claim.verdict == Verdict::Supported,
            similarity_score: claim
                .evidence
                .first()
                .and_then(|evidence| evidence.similarity),
            entailment_label: label(claim),
            best_evidence: best(claim, floor).map(|evidence| evidence.window.text.clone()),
            why: claim.why.clone(),
        })
        .collect();
    Ok(HttpResponse::Ok().json(VerifyBody {
        results,
        supported: counts.supported,
        total: counts.checkable(),
        ratio: counts.support_ratio(),
        report_id: report.id.to_string(),
    }))
}

#[derive(Serialize)]
struct UploadedFile {
    filename: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunks_added: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct UploadBody {
    filename: String,
    file_type: &'static str,
    chunks_added: u32,
    total_chunks: u32,
    files: Vec<UploadedFile>,
}

/// Ingests what a multipart form brought, into the given collection or the one that the form names; shared with the upload page.
pub(crate) async fn receive(
    context: &Shared,
    form: Form,
    collection: Option<String>,
    watch: Watch<'_>,
) -> Result<(CollectionId, Vec<UploadOutcome>), HttpError> {
    let multipart::Received {
        files,
        refused,
        held,
        collection: named,
        ..
    } = multipart::read(form, context.config.limits.file_bytes).await?;
    let given = collection.or(named);
    let into = super::collections::named(context, given.as_deref()).await?;
    let mut outcomes = context
        .upload_into(Kind::Upload, &into, files, watch)
        .await?;
    drop(held);
    outcomes.extend(refused);
    for outcome in &mut outcomes {
        if let Err(problem) = &mut outcome.result {
            *problem = shown(problem.clone());
        }
    }
    Ok((into, outcomes))
}

/// Refuses what is no form with files.
pub(super) fn multipart_only(request: &HttpRequest) -> Result<(), Problem> {
    let kind = request
        .headers()
        .get("content-type")
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if !kind.to_lowercase().starts_with("multipart/form-data") {
        return Err(Problem::new(
            ProblemCode::UnsupportedMedia,
            "Send multipart/form-data with the files in the field \"file\".",
        ));
    }
    Ok(())
}

pub(crate) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    multipart_only(&request)?;
    let form = Form::new(request.headers(), context.arriving(payload));
    let work = async move |watch: Watch<'_>| taken_in(&context, form, watch).await;
    events::answered(&request, "uploaded", work, |body| {
        HttpResponse::Ok().json(body)
    })
    .await
}

/// What is said when none of the files was taken in, with a line for each of several. A full disk is no fault of the files.
pub(super) fn none_taken(problems: &[(&str, &Problem)]) -> Problem {
    if let [(_, problem)] = problems {
        return (*problem).clone();
    }
    let full = problems
        .iter()
        .find(|(_, problem)| problem.code == ProblemCode::InsufficientStorage);
    let problem = match full {
        Some((_, problem)) => Problem::new(problem.code, problem.message.clone()),
        None => Problem::new(
            ProblemCode::Unprocessable,
            "None of the files could be read.",
        ),
    };
    let line = |(name, problem): &(&str, &Problem)| format!("{name}: {problem}");
    problem.with_details(problems.iter().map(line).collect())
}

async fn taken_in(context: &Shared, form: Form, watch: Watch<'_>) -> Result<UploadBody, HttpError> {
    let default = Some(crate::access::current().home().0);
    let (_, outcomes) = receive(context, form, default, watch).await?;
    let Some((name, first)) = outcomes.iter().find_map(|outcome| {
        outcome
            .result
            .as_ref()
            .ok()
            .map(|document| (outcome.name.clone(), document))
    }) else {
        let problems: Vec<(&str, &Problem)> = outcomes
            .iter()
            .filter_map(|outcome| {
                outcome
                    .result
                    .as_ref()
                    .err()
                    .map(|problem| (outcome.name.as_str(), problem))
            })
            .collect();
        return Err(none_taken(&problems).into());
    };
    let total = context.service.ready().await?.passages;
    Ok(UploadBody {
        filename: name,
        file_type: first.format.extension(),
        chunks_added: first.passages,
        total_chunks: total,
        files: outcomes
            .iter()
            .map(|outcome| UploadedFile {
                filename: outcome.name.clone(),
                file_type: outcome
                    .result
                    .as_ref()
                    .ok()
                    .map(|document| document.format.extension()),
                chunks_added: outcome
                    .result
                    .as_ref()
                    .ok()
                    .map(|document| document.passages),
                error: outcome
                    .result
                    .as_ref()
                    .err()
                    .map(|problem| problem.message.clone()),
            })
            .collect(),
    })
}

#[derive(Serialize)]
struct ClearBody {
    status: &'static str,
    total_chunks: u32,
}

pub(crate) async fn clear(context: Shared) -> Result<HttpResponse, HttpError> {
    context.service.clear().await?;
    Ok(HttpResponse::Ok().json(ClearBody {
        status: "cleared",
        total_chunks: context.service.ready().await?.passages,
    }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DeleteRequest {
    filename: String,
}

#[derive(Serialize)]
struct DeleteBody {
    deleted: String,
    remaining_files: Vec<String>,
    total_chunks: u32,
}

pub(crate) async fn delete(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let DeleteRequest { filename } = body::json(&request, payload, &context).await?;
    let name = DocumentName::parse(&filename)?;
    context.service.delete(&name).await?;
    let status = context.service.status().await?;
    Ok(HttpResponse::Ok().json(DeleteBody {
        deleted: name.to_string(),
        remaining_files: status
            .documents
            .iter()
            .flat_map(|document| document.names.iter().map(DocumentName::to_string))
            .collect(),
        total_chunks: status.passages,
    }))
}
