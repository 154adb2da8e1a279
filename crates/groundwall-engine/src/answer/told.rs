//! Parts of a question that a table answers, where the question as a whole is none for tables: "How many berths are there, and who may use them?"

use super::parts::{is_of_another, is_of_names};
use super::record::Asking;
use super::supposed::how_read;
use crate::{Firewall, tables};
use groundwall_core::report::AskedPart;
use groundwall_core::{Question, TableAnswer};
use groundwall_ports::PortError;
use groundwall_tables::{Found, Routed, View, found, further};

/// What a table answers to a part of a question.
#[derive(Debug, Clone)]
pub(super) struct Told {
    pub(super) answer: TableAnswer,
    /// How surely the reader finds that this was asked, where words of the part were supposed to mean something.
    probability: Option<f32>,
    /// How the part was read then.
    note: Option<String>,
    /// What it found, of which the next part may ask more.
    found: Option<Found>,
}

impl Told {
    /// What a part asks of that which was found for `first`, the part before it.
    fn further(&self, views: &[&View], first: &str, part: &str) -> Option<Self> {
        let found = self.found.as_ref()?;
        let answer = further(views, found, first, part)?;
        // How the part before was read is told once.
        Some(Self {
            answer,
            note: None,
            ..self.clone()
        })
    }

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
            let before = place.checked_sub(1);
            let further =
                before.and_then(|at| told[at].as_ref()?.further(&views, &parts[at], text));
            if further.is_some() {
                told[place] = further;
                continue;
            }
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
                (asking.stages).at_once("Tables", answer.cells.len(), "ranges of cells");
                told[place] = Some(Told {
                    answer,
                    probability: None,
                    note: None,
                    found: found(&views, text),
                });
            }
        }
        Ok(told)
    }

    /// What a part asks of that which a table found for the part before it, or what a supposed reading of it gives; none where neither may be told.
    pub(super) async fn part_by_supposing(
        &self,
        asking: &mut Asking<'_>,
        part: &str,
        before: Option<(&str, &Told)>,
    ) -> Result<Option<Told>, PortError> {
        if let Some((first, told)) = before {
            let views = self.views(&asking.question.collection).await?;
            let views = tables::in_scope(&views, &asking.question.scope);
            if let Some(further) = told.further(&views, first, part) {
                return Ok(Some(further));
            }
        }
        // What it is about stands in the part before it.
        if before.is_some() && is_of_another(part) {
            return Ok(None);
        }
        let read = self.by_supposing(asking, part).await?;
        Ok(read.map(|(supposed, probability)| Told {
            note: Some(how_read(&supposed.told)),
            answer: supposed.answer,
            probability: Some(probability),
            found: Some(supposed.found),
        }))
    }
}
