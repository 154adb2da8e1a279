//! Verification of claims or an answer that somebody submitted.

use super::compose::{Treatment, compose};
use super::decide::veto;
use super::summary::{count, summarise, tally_sentence, windows_judged};
use crate::Firewall;
use crate::claims::{SentenceClaims, decompose, given};
use crate::firewall::Stages;
use crate::verify::{Verifier, inline_passages};
use groundwall_core::report::Provenance;
use groundwall_core::request::{MAX_CLAIMS_OF_ANSWER, Subject};
use groundwall_core::{
    Claim, Problem, ProblemCode, Report, ReportId, ReportState, Span, Verification,
};
use groundwall_ports::{PortError, Watch};

impl Firewall {
    pub(crate) async fn verification(
        &self,
        request: &Verification,
        watch: Watch<'_>,
    ) -> Result<Report, PortError> {
        request.validate()?;
        let policy = self.policy().overridden(&request.policy)?;
        let mut stages = Stages::start(watch);
        let (text, sentences) = match &request.subject {
            Subject::Answer(answer) => (answer.clone(), decompose(answer)),
            Subject::Claims(claims) => lines(claims),
        };
        let claims: Vec<Claim> = sentences
            .iter()
            .flat_map(|sentence| sentence.claims.clone())
            .collect();
        if claims.len() > MAX_CLAIMS_OF_ANSWER {
            let found = format!(
                "The answer holds {} claims and the limit is {MAX_CLAIMS_OF_ANSWER}. Verify it in parts.",
                claims.len()
            );
            return Err(Problem::new(ProblemCode::TooLarge, found).into());
        }
        stages.end("Decompose", claims.len(), "claims");
        let inline = inline_passages(self, &request.sources)?;
        let moment = (self.parts.clock)();
        let verifier = Verifier {
            firewall: self,
            policy: &policy,
            collection: &request.collection,
            scope: &request.scope,
            candidates: &[],
            inline: &inline,
            search: request.sources.is_empty() || request.beside_collection,
            as_of_year: moment.year,
        };
        stages.begin("Verify");
        let judged = verifier.verify(&claims).await?;
        stages.end("Verify", windows_judged(&judged), "windows judged");
        let composed = compose(&sentences, &judged, Treatment::Keep);
        let summary = summarise(&judged, &policy);
        let state = match summary.support_ratio {
            None => ReportState::NothingToCheck,
            Some(_) if summary.counts.supported == summary.counts.checkable() => {
                ReportState::Verified
            }
            Some(ratio) if ratio >= policy.support_threshold && !veto(&judged) => {
                ReportState::PartlyVerified
            }
            Some(_) => ReportState::NotVerified,
        };
        let mut banner = match state {
            ReportState::NothingToCheck => {
                "There is nothing to check here: no sentence states a fact. That is not a pass."
                    .to_owned()
            }
            _ => tally_sentence(summary.counts),
        };
        if summary.counts.refuted > 0 {
            banner.push_str(&format!(
                " {} refuted by the documents.",
                if summary.counts.refuted == 1 {
                    "1 is".to_owned()
                } else {
                    format!("{} are", summary.counts.refuted)
                }
            ));
        }
        if summary.counts.unverifiable > 0 && state != ReportState::NothingToCheck {
            banner.push_str(&format!(
                " {} cannot be checked and {} outside the count.",
                count(summary.counts.unverifiable, "sentence"),
                if summary.counts.unverifiable == 1 {
                    "is"
                } else {
                    "are"
                }
            ));
        }
        let (stages, elapsed_seconds) = stages.finish();
        Ok(Report {
            id: ReportId(uuid::Uuid::new_v4().to_string()),
            collection: request.collection.clone(),
            created_at: moment.rfc3339,
            conversation: None,
            question: None,
            asked_as: None,
            asked: Vec::new(),
            state,
            banner,
            table: None,
            delivered: Some(text),
            segments: composed.segments,
            citations: composed.citations,
            claims: judged,
            removed: Vec::new(),
            attempts: Vec::new(),
            candidates: Vec::new(),
            stages,
            summary,
            findings: Vec::new(),
            rules: Vec::new(),
            degraded: self.degraded(&policy),
            provenance: Provenance {
                origin: request.origin.clone(),
                ..self.provenance(&policy, &request.collection, None).await?
            },
            elapsed_seconds,
        })
    }
}

/// Given claims as sentences of a text with one claim a line.
fn lines(claims: &[String]) -> (String, Vec<SentenceClaims>) {
    let mut sentences = Vec::new();
    let mut start = 0;
    for text in claims
        .iter()
        .map(|claim| claim.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|claim| !claim.is_empty())
    {
        let span = Span {
            start,
            end: start + text.chars().count(),
        };
        let id = u32::try_from(sentences.len() + 1).unwrap_or(u32::MAX);
        let claim = Claim {
            span,
            ..given(id, &text)
        };
        let gap = if sentences.is_empty() {
            String::new()
        } else {
            "\n".to_owned()
        };
        sentences.push(SentenceClaims {
            gap,
            text,
            span,
            claims: vec![claim],
        });
        start = span.end + 1;
    }
    let text = sentences
        .iter()
        .map(|sentence: &SentenceClaims| sentence.gap.clone() + &sentence.text)
        .collect();
    (text, sentences)
}
