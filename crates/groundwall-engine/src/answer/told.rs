//! Parts of a question that a table answers, where the question as a whole is none for tables: "How many berths are there, and who may use them?"

use super::parts::{is_of_another, is_of_names};
use super::record::Asking;
use super::supposed::how_read;
use crate::{Firewall, tables};
use groundwall_core::report::AskedPart;
use groundwall_core::{Question, TableAnswer};
use groundwall_ports::PortError;
use groundwall_tables::Routed;

/// What a table answers to a part of a question.
#[derive(Debug, Clone)]
pub(super) struct Told {
    pub(super) answer: TableAnswer,
    /// How surely the reader finds that this was asked, where words of the part were supposed to mean something.
    probability: Option<f32>,
    /// How the part was read then.
    note: Option<String>,
}

impl Told {
    /// The part as a report has it.
    pub(super) fn part(&self, text: &str) -> AskedPart {
        AskedPart {
            text: text.to_owned(),
            found: Some(true),
            probability: self.probability,
            read: None,
            unsaid: None,
            note: self.note.clone(),
        }
    }
}

impl Firewall {
    /// What tables compute of each part of a question; of a question of one part nothing, since that was put to them as it stands.
    pub(super) async fn told_by_tables(
        &self,
        asking: &mut Asking<'_>,
        parts: &[String],
    ) -> Result<Vec<Option<Told>>, PortError> {
        let mut told = vec![None; parts.len()];
        if parts.len() < 2 || !asking.policy.checks.tables {
            return Ok(told);
        }
        let Question {
            collection, scope, ..
        } = asking.question;
        let views = self.views(collection).await?;
        let views = tables::in_scope(&views, scope);
        for (place, text) in parts.iter().enumerate() {
            // No table knows what "it" is, nor what a part without a name is about where texts answer those before it.
            let alone = !is_of_names(text) && told[..place].iter().all(Option::is_none);
            if place > 0 && (is_of_another(text) || alone) {
                continue;
            }
            let part = Question {
                text: text.clone(),
                ..asking.question.clone()
            };
            if let Routed::Answer(answer) = self.ask_tables(&views, &part).await? {
                (asking.stages).end("Tables", answer.cells.len(), "ranges of cells");
                told[place] = Some(Told {
                    answer,
                    probability: None,
                    note: None,
                });
            }
        }
        Ok(told)
    }

    /// What a supposed reading of a part gives; none where none may be told.
    pub(super) async fn part_by_supposing(
        &self,
        asking: &mut Asking<'_>,
        part: &str,
    ) -> Result<Option<Told>, PortError> {
        let read = self.by_supposing(asking, part).await?;
        Ok(read.map(|(supposed, probability)| Told {
            note: Some(how_read(&supposed.told)),
            answer: supposed.answer,
            probability: Some(probability),
        }))
    }
}
