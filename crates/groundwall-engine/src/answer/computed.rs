//! An answer that was computed from a table.

use super::compose::{Treatment, compose};
use super::record::Asking;
use super::summary::summarise;
use crate::Firewall;
use crate::claims::{SentenceClaims, given};
use crate::tables;
use groundwall_core::{Claim, Report, ReportId, ReportState, Span, TableAnswer};
use groundwall_ports::PortError;
use groundwall_tables::View;

impl Firewall {
    /// The report of a question that a table answers. Its one claim is the answer; its evidence are the cells.
    /// `note` is told behind what it was computed from: how the question was read, where that was not plain. It is then not sure that this was asked.
    pub(super) async fn computed(
        &self,
        asking: Asking<'_>,
        answer: TableAnswer,
        views: &[&View],
        note: Option<&str>,
    ) -> Result<Report, PortError> {
        let Asking {
            question,
            policy,
            moment,
            stages,
            asked,
            ..
        } = asking;
        let missing = answer.result.is_missing();
        let text = answer.text.clone();
        let span = Span {
            start: 0,
            end: text.chars().count(),
        };
        // What was stated in the question is answered by yes or no; the answer itself is what the cells say.
        let said = TableAnswer {
            holds: None,
            ..answer.clone()
        };
        let claim = Claim {
            span,
            ..given(1, &text)
        };
        let judged = tables::judged(&claim, said, views);
        let sentence = SentenceClaims {
            gap: String::new(),
            text: text.clone(),
            span,
            claims: vec![claim],
        };
        let composed = compose(&[sentence], std::slice::from_ref(&judged), Treatment::Keep);
        let claims = if missing { Vec::new() } else { composed.kept };
        let summary = summarise(&claims, &policy);
        let partial = !missing && answer.missing.is_some();
        let (state, banner) = match (missing, partial) {
            (true, _) => (ReportState::NotCovered, text.clone()),
            (false, true) => (
                ReportState::PartlyVerified,
                format!(
                    "Computed from {}, in part: one record does not exist.",
                    answer.table
                ),
            ),
            (false, false) => {
                let state = match note {
                    Some(_) => ReportState::PartlyVerified,
                    None => ReportState::Verified,
                };
                (state, format!("Computed from {}.", answer.table))
            }
        };
        let banner = match &answer.compiled_by {
            Some(model) => format!(
                "{banner} The query was proposed by {model}: see that it asks what you asked."
            ),
            None => banner,
        };
        let banner = match note {
            Some(note) => format!("{banner} {note}"),
            None => banner,
        };
        let (stages, elapsed_seconds) = stages.finish();
        Ok(Report {
            id: ReportId(uuid::Uuid::new_v4().to_string()),
            collection: question.collection.clone(),
            scope: question.scope.clone(),
            created_at: moment.rfc3339.clone(),
            conversation: None,
            question: Some(question.text.clone()),
            asked_as: None,
            asked,
            state,
            banner,
            delivered: (!missing).then_some(text),
            segments: if missing {
                Vec::new()
            } else {
                composed.segments
            },
            citations: if missing {
                Vec::new()
            } else {
                composed.citations
            },
            claims,
            table: Some(Box::new(answer)),
            removed: Vec::new(),
            attempts: Vec::new(),
            candidates: Vec::new(),
            stages,
            summary,
            remarks: Vec::new(),
            findings: Vec::new(),
            rules: Vec::new(),
            governance: None,
            degraded: self.degraded(&policy),
            provenance: self
                .provenance(
                    &policy,
                    &question.collection,
                    Some("tables (computed)".to_owned()),
                )
                .await?,
            elapsed_seconds,
        })
    }
}
