//! The six endpoints whose fields never change (docs/contract.md, The six endpoints). Everything of their shapes is in this folder.

mod files;

pub(crate) use files::receive;
pub(super) use files::{ClearBody, DeleteBody, DeleteRequest, UploadBody};
use files::{clear, delete, upload};
pub(super) use files::{multipart_only, none_taken, received};

use super::{Shared, body, on};
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::policy::PolicyOverride;
use groundwall_core::report::Candidate;
use groundwall_core::request::Subject;
use groundwall_core::{
    DocumentName, Evidence, JudgedClaim, Question, Report, ReportState, Verdict, Verification,
};
use groundwall_ports::unwatched;
use serde::{Deserialize, Serialize};

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct StatusBody {
    document_chunks: u32,
    documents_loaded: Vec<String>,
    uploaded_files: Vec<String>,
    similarity_threshold: f32,
    firewall_threshold: f64,
}

async fn status(context: Shared) -> Result<HttpResponse, HttpError> {
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

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct QueryRequest {
    query: String,
    similarity_threshold: Option<f32>,
    firewall_threshold: Option<f64>,
    top_k: Option<u32>,
}

#[derive(Serialize, utoipa::ToSchema)]
struct QueryClaim {
    text: String,
    is_supported: bool,
    #[schema(required)]
    similarity_score: Option<f32>,
    entailment_label: &'static str,
    #[schema(required)]
    best_evidence: Option<String>,
    #[schema(required)]
    evidence_source: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
struct QueryEvidence {
    content: String,
    similarity_score: f32,
    source: String,
    rank: u32,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct QueryBody {
    query: String,
    response: String,
    is_verified: bool,
    #[schema(required)]
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

/// How near the first window of a claim is to it.
fn similarity(claim: &JudgedClaim) -> Option<f32> {
    claim.evidence.first()?.similarity
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

impl QueryClaim {
    fn of(claim: &JudgedClaim, floor: f32) -> Self {
        let best = best(claim, floor);
        Self {
            text: claim.claim.text.clone(),
            is_supported: claim.verdict == Verdict::Supported,
            similarity_score: similarity(claim),
            entailment_label: label(claim),
            best_evidence: best.map(|evidence| evidence.window.text.clone()),
            evidence_source: best.map(|evidence| evidence.window.place()),
        }
    }
}

impl QueryEvidence {
    fn of(candidate: &Candidate) -> Self {
        Self {
            content: candidate.passage.text.clone(),
            similarity_score: candidate.similarity,
            source: candidate.passage.document_name.to_string(),
            rank: candidate.rank,
        }
    }
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
                .map(|claim| QueryClaim::of(claim, floor))
                .collect(),
            evidence: report.candidates.iter().map(QueryEvidence::of).collect(),
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

async fn query(
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

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerifyRequest {
    claims: Vec<String>,
    top_k: Option<u32>,
}

#[derive(Serialize, utoipa::ToSchema)]
struct VerifyResult {
    text: String,
    is_supported: bool,
    #[schema(required)]
    similarity_score: Option<f32>,
    entailment_label: &'static str,
    #[schema(required)]
    best_evidence: Option<String>,
    why: String,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct VerifyBody {
    results: Vec<VerifyResult>,
    supported: u32,
    total: u32,
    #[schema(required)]
    ratio: Option<f64>,
    report_id: String,
}

async fn verify(
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
            similarity_score: similarity(claim),
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

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/status", web::get().to(status)))
        .service(on("/api/query", web::post().to(query)))
        .service(on("/api/verify", web::post().to(verify)))
        .service(on("/api/upload", web::post().to(upload)))
        .service(on("/api/clear-uploads", web::post().to(clear)))
        .service(on("/api/delete-file", web::post().to(delete)));
}
