//! Further endpoints answer a question of high risk too: who says the same, and whose draft is taken.

use super::compared::{clash, entailed, same_words, values_alone};
use super::governed::packs_on;
use super::record::Asking;
use crate::Firewall;
use futures::future::join_all;
use groundwall_core::governance::{Consensus, ConsensusOutcome, PanelAnswer, PanelStand};
use groundwall_core::{Draft, Policy, Preset, Problem, Prompt, Question};
use groundwall_governance::consensus::{Groups, outcome};
use groundwall_governance::pack::{IntentRisk, Subject};
use groundwall_ports::{ChatModel, NliModel, PortError};
use groundwall_text::in_another_script;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Endpoints that answer beside the generator.
#[derive(Clone)]
pub struct Panel {
    pub endpoints: Vec<Arc<dyn ChatModel>>,
    /// How long a question waits for them, from its first draft's start.
    pub within: Duration,
}

impl Default for Panel {
    fn default() -> Self {
        Self {
            endpoints: Vec::new(),
            within: Duration::from_secs(20),
        }
    }
}

/// An endpoint's answer, or why there is none.
struct Reply {
    model: String,
    answer: Result<Draft, PanelStand>,
}

/// How far answers follow from each other, and what could not be read.
pub struct Compared {
    pub groups: Groups,
    pub note: Option<String>,
}

/// The first draft, with what became of the comparison.
pub(super) struct Taken {
    pub(super) draft: Draft,
    pub(super) consensus: Consensus,
    /// The generator itself failed: no further draft comes from it.
    pub(super) failed: bool,
}

impl Firewall {
    /// The endpoints that answer this question too; none unless a pack says that it is of high risk.
    pub(super) fn panel_for(
        &self,
        question: &Question,
        policy: &Policy,
    ) -> Result<Option<Arc<Panel>>, Problem> {
        let panel = self.panel();
        if !policy.consensus || policy.preset != Preset::Firewall || panel.endpoints.is_empty() {
            return Ok(None);
        }
        let checked = packs_on(&self.parts.packs, policy)?.check(&Subject {
            parts: &[],
            question: Some(&question.text),
            evidence: None,
        });
        let mut intents = checked.intents.iter();
        let high = intents.any(|intent| intent.risk == IntentRisk::High);
        Ok(high.then_some(panel))
    }

    /// Asks the generator and the panel at the same time, and takes the draft of the largest group.
    pub(super) async fn first_draft(
        &self,
        asking: &mut Asking<'_>,
        prompt: &Prompt,
        panel: &Panel,
    ) -> Result<Taken, PortError> {
        let generator = &self.parts.generator;
        let stages = &mut asking.stages;
        stages.begin("Draft");
        let others = join_all(
            panel
                .endpoints
                .iter()
                .map(|one| said(one, prompt, panel.within)),
        );
        let own = async {
            let draft = generator.draft(prompt).await;
            (draft, Instant::now())
        };
        let ((own, drafted), others) = futures::join!(own, others);
        let length = own.as_ref().map_or(0, |draft| draft.text.chars().count());
        stages.end("Draft", length, "characters");
        stages.begin("Consensus");
        let failed = own.is_err();
        let first = Reply {
            model: match &own {
                Ok(draft) => draft.model.clone(),
                Err(_) => generator.name(),
            },
            answer: own.as_ref().cloned().map_err(|_| PanelStand::Failed),
        };
        let all: Vec<Reply> = std::iter::once(first).chain(others).collect();
        let texts: Vec<(usize, &Draft)> = all
            .iter()
            .enumerate()
            .filter_map(|(place, said)| Some((place, said.answer.as_ref().ok()?)))
            .collect();
        let Some((_, fallback)) = texts.first() else {
            return Err(own
                .err()
                .unwrap_or_else(|| PortError::internal("nobody drafted")));
        };
        let plain: Vec<&str> = texts.iter().map(|(_, draft)| draft.text.trim()).collect();
        let compared = self
            .compared(&asking.question.text, &plain, &asking.policy)
            .await?;
        let taken: Vec<usize> = compared
            .groups
            .taken(0)
            .iter()
            .filter_map(|place| Some(texts.get(*place)?.0))
            .collect();
        let score = compared.groups.score().filter(|_| texts.len() > 1);
        let draft = match taken.iter().min().and_then(|place| all.get(*place)) {
            Some(Reply {
                answer: Ok(draft), ..
            }) => draft.clone(),
            Some(_) | None => (*fallback).clone(),
        };
        let answers = all
            .iter()
            .enumerate()
            .map(|(place, said)| answer(place, said, &taken))
            .collect();
        stages.end("Consensus", texts.len(), "answers compared");
        let consensus = Consensus {
            outcome: score.map_or(ConsensusOutcome::NotCompared, outcome),
            score,
            added_milliseconds: u64::try_from(drafted.elapsed().as_millis()).unwrap_or(u64::MAX),
            answers,
            note: compared.note.filter(|_| score.is_some()),
        };
        tracing::info!(outcome = ?consensus.outcome, score, added = consensus.added_milliseconds, "answers of several endpoints were compared");
        Ok(Taken {
            draft,
            consensus,
            failed,
        })
    }

    /// Groups answers to a question by what follows from what.
    ///
    /// # Errors
    /// Where a model fails otherwise than by not being there.
    pub async fn compared(
        &self,
        question: &str,
        texts: &[&str],
        policy: &Policy,
    ) -> Result<Compared, PortError> {
        let mut follows: HashMap<(usize, usize), f64> = HashMap::new();
        let mut note = None;
        let mut read = Vec::new();
        for (from, premise) in texts.iter().enumerate() {
            for (to, conclusion) in texts.iter().enumerate() {
                if from == to || same_words(premise, conclusion) {
                    follows.insert((from, to), 1.0);
                } else if clash(premise, conclusion) {
                    follows.insert((from, to), 0.0);
                } else if values_alone(premise, conclusion, question)
                    || values_alone(conclusion, premise, question)
                {
                    follows.insert((from, to), 1.0);
                } else if in_another_script(premise) || in_another_script(conclusion) {
                    note = Some("The models do not read this language: only answers with the same words were taken for the same.".to_owned());
                } else {
                    read.push((from, to));
                }
            }
        }
        if !read.is_empty() {
            match self.comparing(policy).await {
                Some(model) => {
                    let found = entailed(model.as_ref(), question, texts, &read).await?;
                    follows.extend(found);
                }
                None => {
                    note = Some("No model was there to compare answers: only those with the same words were taken for the same.".to_owned());
                }
            }
        }
        let of = |from: usize, to: usize| follows.get(&(from, to)).copied().unwrap_or(0.0);
        Ok(Compared {
            groups: Groups::of(texts, of),
            note,
        })
    }

    /// The reader, else the screen; none where neither can judge.
    async fn comparing(&self, policy: &Policy) -> Option<Arc<dyn NliModel>> {
        for model in [&self.questions, &self.parts.nli].into_iter().flatten() {
            if policy.checks.nli && model.ready().await.is_ok() {
                return Some(Arc::clone(model));
            }
        }
        None
    }
}

async fn said(endpoint: &Arc<dyn ChatModel>, prompt: &Prompt, within: Duration) -> Reply {
    let answer = match tokio::time::timeout(within, endpoint.draft(prompt)).await {
        Ok(Ok(draft)) if draft.text.trim().is_empty() => Err(PanelStand::Failed),
        Ok(Ok(draft)) => Ok(draft),
        Ok(Err(error)) => {
            tracing::warn!(%error, endpoint = endpoint.name(), "an endpoint of the panel failed");
            Err(PanelStand::Failed)
        }
        Err(_) => {
            tracing::warn!(
                endpoint = endpoint.name(),
                "an endpoint of the panel was late"
            );
            Err(PanelStand::Late)
        }
    };
    Reply {
        model: answer
            .as_ref()
            .map_or_else(|_| endpoint.name(), |draft| draft.model.clone()),
        answer,
    }
}

fn answer(place: usize, said: &Reply, taken: &[usize]) -> PanelAnswer {
    let (stand, text) = match &said.answer {
        Ok(draft) if taken.contains(&place) => (PanelStand::Agrees, Some(draft.text.clone())),
        Ok(draft) => (PanelStand::Dissents, Some(draft.text.clone())),
        Err(stand) => (*stand, None),
    };
    PanelAnswer {
        model: said.model.clone(),
        stand,
        text,
    }
}

/// What a banner says of the agreement; nothing where all is well. `later`: another draft is delivered than the one that was compared, since the documents did not say
/// what that said.
pub(super) fn remark(consensus: &Consensus, later: bool) -> Option<String> {
    let of = |stand: PanelStand| {
        let all = consensus.answers.iter();
        all.filter(|answer| answer.stand == stand).count()
    };
    let (agree, dissent) = (of(PanelStand::Agrees), of(PanelStand::Dissents));
    let all = agree + dissent;
    if later {
        return Some(format!(
            "{agree} of {all} language models said something else first, which the documents do not say; no other model was asked about this later draft."
        ));
    }
    match consensus.outcome {
        ConsensusOutcome::Approved => None,
        ConsensusOutcome::Majority => Some(format!(
            "{agree} of {all} language models say this; the report shows what the others say."
        )),
        ConsensusOutcome::Partial => Some(format!(
            "Only {agree} of {all} language models say this: read the sources before you rely on it."
        )),
        ConsensusOutcome::Escalated => Some(
            "The language models that were asked say different things: a person has to look at this."
                .to_owned(),
        ),
        ConsensusOutcome::NotCompared => Some(
            "No second language model answered, so nothing was compared: read the sources before you rely on it."
                .to_owned(),
        ),
    }
}
