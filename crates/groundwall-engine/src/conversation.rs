//! Conversations: what was asked before, and how the next question is read from it.

use crate::answer::follow_up::{Turn, stand_alone};
use crate::{Firewall, tables};
use groundwall_core::{
    Conversation, ConversationId, Problem, ProblemCode, Question, Report, ReportId,
};
use groundwall_ports::PortError;
use groundwall_tables::of_one_column;

/// Turns that a follow-up may go on from.
const REMEMBERED: usize = 3;
/// Turns that are given whole.
const WHOLE: usize = 20;

impl Firewall {
    /// The last reports of some, oldest first. One that was deleted meanwhile is left out.
    async fn last(&self, ids: &[ReportId], many: usize) -> Result<Vec<Report>, PortError> {
        let mut reports = Vec::new();
        for id in &ids[ids.len().saturating_sub(many)..] {
            reports.extend(self.parts.ledger.report(id).await?);
        }
        Ok(reports)
    }

    /// A question of a conversation as one that stands alone; none where it is one, or where that is not sure.
    pub(crate) async fn read_alone(
        &self,
        question: &Question,
    ) -> Result<Option<String>, PortError> {
        let Some(id) = &question.conversation else {
            return Ok(None);
        };
        let lines = self.parts.ledger.conversation(id).await?;
        // What was answered from one collection is not read with a question to another.
        if lines
            .iter()
            .any(|line| line.collection != question.collection)
        {
            let message = "This conversation is about another collection. Ask without naming one to go on with it, or begin a new conversation.";
            return Err(Problem::new(ProblemCode::Conflict, message).into());
        }
        let ids: Vec<ReportId> = lines.into_iter().map(|line| line.id).collect();
        let before = self.last(&ids, REMEMBERED).await?;
        let turns: Vec<Turn<'_>> = before
            .iter()
            .filter_map(|report| {
                let asked = report.asked_as.as_ref().or(report.question.as_ref())?;
                Some(Turn {
                    question: asked,
                    answer: report.delivered.as_deref().unwrap_or_default(),
                })
            })
            .collect();
        let views = self.views(&question.collection).await?;
        let views = tables::in_scope(&views, &question.scope);
        let same = |name: &str, names: &[String]| of_one_column(&views, name, names);
        Ok(stand_alone(&question.text, &turns, &same))
    }

    pub(crate) async fn whole_conversation(
        &self,
        id: &ConversationId,
    ) -> Result<Conversation, PortError> {
        let lines = self.parts.ledger.conversation(id).await?;
        if lines.is_empty() {
            return Err(Problem::new(
                ProblemCode::NotFound,
                "There is no conversation with this id, or not any more. Ask without it to begin a new one.",
            )
            .into());
        }
        let ids: Vec<ReportId> = lines.iter().map(|line| line.id.clone()).collect();
        let turns = self.last(&ids, WHOLE).await?;
        Ok(Conversation {
            id: id.clone(),
            lines,
            turns,
        })
    }
}
