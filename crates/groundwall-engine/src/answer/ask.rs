//! A question on its way through the firewall.

use super::about;
use super::announced::announcements;
use super::by_words;
use super::chat;
use super::conclude::Outcome;
use super::draft::Material;
use super::follow_up::is_part;
use super::guarded;
use super::judgement::{Judgement, asked};
use super::named::unsaid_at;
use super::parts::{is_of_another, parts};
use super::rank::{offered, places};
use super::reading::{Found, Reading};
use super::record::Asking;
use super::retrieve::{Retrieved, shown};
use super::runs::{Place, Shelf};
use super::sought::can_answer;
use super::told::Told;
use crate::Firewall;
use crate::stages::Stages;
use crate::tables;
use groundwall_core::report::{AskedPart, Candidate};
use groundwall_core::{DocumentName, Policy, Question, RankedSentence, Report, SentenceKind};
use groundwall_ports::{PortError, ProgressSink};
use groundwall_tables::{Mood, Routed, View, why_not};
use std::sync::Arc;

/// What is told with the answer to a part of a question that could not be put into the one before.
const READ_ALONE: &str =
    "This was read by itself: what it goes on from is not clear. Ask it in full.";

/// What is answered without a search: a remark, or an order to the app.
fn unsearched(question: &Question, policy: &Policy) -> Option<Outcome> {
    if let Some(line) = chat::reply(&question.text) {
        return Some(Outcome::remark(line));
    }
    let order = guarded::order_of(&question.text, policy)?;
    Some(Outcome::refused(&order))
}

/// What a search and the reader found for a question.
struct Sought {
    material: Material,
    asked: Vec<AskedPart>,
    /// Passages that are shown with the answer.
    shown: Vec<Candidate>,
    /// All passages that were fetched.
    candidates: Vec<Candidate>,
    /// Of each part, whether a row of a table answers it.
    by_row: Vec<bool>,
}

impl Sought {
    /// Nothing was found in the texts.
    fn nothing(parts: &[String]) -> Self {
        let nothing = parts.iter().map(|_| Judgement::nothing()).collect();
        Self {
            material: Material {
                sentences: Vec::new(),
                answers: vec![None; parts.len()],
                computed: Vec::new(),
            },
            asked: asked(parts, Some(nothing)),
            shown: Vec::new(),
            candidates: Vec::new(),
            by_row: vec![false; parts.len()],
        }
    }

    /// Takes what tables answer to the parts. Where nobody judged what answers a part, sentences are picked for the whole question.
    fn tell(&mut self, told: &[Option<Told>]) {
        if self.asked.iter().any(|part| part.found.is_none()) {
            return;
        }
        let answers = self.asked.iter_mut().zip(&mut self.material.answers);
        for ((asked, answer), told) in answers.zip(told) {
            if let Some(told) = told {
                *asked = told.part(&asked.text);
                *answer = Some(told.answer.text.clone());
            }
        }
        self.material.computed.clear();
        for told in told.iter().flatten() {
            let computed = &mut self.material.computed;
            // One sentence may answer two parts.
            if computed.iter().all(|one| one.text != told.answer.text) {
                computed.push(told.answer.clone());
            }
        }
    }

    /// Whether what answers are rows of tables alone.
    fn is_by_rows(&self) -> bool {
        let mut found = self
            .asked
            .iter()
            .zip(&self.by_row)
            .filter(|(part, _)| part.found == Some(true))
            .peekable();
        found.peek().is_some() && found.all(|(_, by_row)| *by_row)
    }

    /// Parts of the question that something answers.
    fn found(&self) -> usize {
        let found = |part: &&AskedPart| part.found == Some(true);
        self.asked.iter().filter(found).count()
    }

    /// Whether there is a part that, as the reader judges, nothing answers.
    fn lacks(&self) -> bool {
        self.asked.iter().any(|part| part.found == Some(false))
    }
}

impl Firewall {
    pub(crate) async fn answer(
        &self,
        question: &Question,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        let policy = self
            .policy_of(&question.collection, &question.policy)
            .await?;
        let moment = (self.parts.clock)();
        let mut asking = Asking::of(question, policy, moment, Stages::start(watch));
        if let Some(outcome) = unsearched(question, &asking.policy) {
            return self.report(asking, Vec::new(), outcome).await;
        }
        let mut unclear = None;
        if asking.policy.checks.tables {
            let views = self.views(&question.collection).await?;
            let views = tables::in_scope(&views, &question.scope);
            let routed = self.routed(&views, question, &mut asking.stages).await?;
            match routed {
                Routed::Answer(answer) | Routed::Missing { answer, name: _ } => {
                    // What it goes on from would have been put into it.
                    let alone = question.conversation.is_some() && is_part(&question.text);
                    let note = alone.then_some(READ_ALONE);
                    return self.computed(asking, answer, &views, note).await;
                }
                Routed::Unclear(why) => unclear = Some(why),
                Routed::Text => {
                    unclear = why_not(&views, &question.text, Mood::Question)
                        .map(|why| format!("Your documents do not cover this. {why}"));
                }
            }
            let proposed = self
                .proposed(&views, question, &asking.policy, &mut asking.stages)
                .await;
            if let Some(answer) = proposed {
                return self.computed(asking, answer, &views, None).await;
            }
        }
        self.ask_texts(asking, unclear).await
    }

    /// What the tables make of a question; without a table there is no such step.
    async fn routed(
        &self,
        views: &[&View],
        question: &Question,
        stages: &mut Stages<'_>,
    ) -> Result<Routed, PortError> {
        if views.is_empty() {
            return self.ask_tables(views, question).await;
        }
        stages.begin("Tables");
        let routed = self.ask_tables(views, question).await?;
        let cells = match &routed {
            Routed::Answer(answer) | Routed::Missing { answer, name: _ } => answer.cells.len(),
            Routed::Unclear(_) | Routed::Text => 0,
        };
        stages.end("Tables", cells, "ranges of cells");
        Ok(routed)
    }

    /// Answers from the texts: retrieve, read, draft, verify, decide.
    async fn ask_texts(
        &self,
        mut asking: Asking<'_>,
        unclear: Option<String>,
    ) -> Result<Report, PortError> {
        let parts = parts(&asking.question.text);
        let mut told = self.told_by_tables(&mut asking, &parts).await?;
        let mut sought = match self.seek(&mut asking, &parts, &[]).await? {
            Some(sought) => sought,
            None if told.iter().any(Option::is_some) => Sought::nothing(&parts),
            None => return self.supposed_or_not_covered(asking, unclear).await,
        };
        sought.tell(&told);
        // What nothing answers among all documents, those that the question seems to be about may answer by themselves.
        if sought.lacks() {
            let meant = about::documents(&asking.question.text, &sought.candidates);
            if !meant.is_empty()
                && let Some(mut narrowed) = self.seek(&mut asking, &parts, &meant).await?
            {
                narrowed.tell(&told);
                if narrowed.found() > sought.found() {
                    sought = narrowed;
                }
            }
        }
        asking.candidates.clone_from(&sought.shown);
        // A cell that is asked for says more than its row.
        if parts.len() > 1 {
            for (place, part) in parts.iter().enumerate() {
                let row = sought.by_row.get(place) == Some(&true);
                let open = row || sought.asked[place].found == Some(false);
                let before = place.checked_sub(1);
                let first = before.and_then(|at| Some((parts[at].as_str(), told[at].clone()?)));
                let first = first.as_ref().map(|(text, told)| (*text, told));
                // No table knows what "it" is.
                let of_another = place > 0 && first.is_none() && is_of_another(part);
                if open && told[place].is_none() && !of_another {
                    told[place] = self.part_by_supposing(&mut asking, part, first).await?;
                }
            }
            sought.tell(&told);
        }
        let by_rows = sought.is_by_rows() && told.iter().all(Option::is_none);
        let Sought {
            material, asked, ..
        } = sought;
        asking.asked = asked;
        let question = &asking.question.text;
        if by_rows && let Some(read) = self.by_supposing(&mut asking, question).await? {
            return self.told_as_supposed(asking, read).await;
        }
        if asking.asked.iter().all(|part| part.found == Some(false)) {
            return self.supposed_or_not_covered(asking, unclear).await;
        }
        self.drafted(asking, material).await
    }

    /// Retrieves and reads, in some documents or, where none is named, in all that the question may use; none where nothing comes near.
    async fn seek(
        &self,
        asking: &mut Asking<'_>,
        parts: &[String],
        documents: &[DocumentName],
    ) -> Result<Option<Sought>, PortError> {
        let mut question = asking.question.clone();
        if !documents.is_empty() {
            question.scope.documents = documents.to_vec();
        }
        asking.stages.begin("Retrieve");
        let Retrieved {
            found,
            nearest,
            vectors,
        } = self.retrieve(&question, &asking.policy, parts).await?;
        let mut candidates = found.candidates;
        guarded::mark(&mut candidates, &asking.policy);
        asking.stages.end("Retrieve", candidates.len(), "passages");
        if candidates.is_empty()
            || (found.best_similarity < asking.policy.relevance_threshold
                && found.rare_terms.is_empty())
        {
            asking.candidates = shown(&candidates, &nearest, &[]);
            return Ok(None);
        }
        let passages = candidates.iter().map(|candidate| &candidate.passage);
        let store = &*self.parts.store;
        let namings = self.namings.of(store, &question.collection, passages, &[]);
        let namings = namings.await?;
        let mut without = guarded::orders(&candidates, &asking.policy);
        without.extend(announcements(&candidates, &question.text));
        let shelf = Shelf::of(&candidates, &without, Arc::new(namings));
        let (material, asked, answering) = self
            .read(
                &question,
                parts,
                &vectors,
                (&candidates, &shelf),
                &mut asking.stages,
            )
            .await?;
        let is_row = |place: &Place<'_>| {
            let sentence = shelf.sentence(*place);
            sentence.is_some_and(|sentence| sentence.kind == SentenceKind::Row)
        };
        Ok(Some(Sought {
            material,
            asked,
            shown: shown(
                &candidates,
                &nearest,
                &answering.iter().flatten().copied().collect::<Vec<_>>(),
            ),
            by_row: answering
                .iter()
                .map(|place| place.as_ref().is_some_and(is_row))
                .collect(),
            candidates,
        }))
    }

    /// Has the reader look for what answers each part. Where no reader runs, the sentences nearest to the question are all there is.
    async fn read<'s>(
        &self,
        question: &Question,
        parts: &[String],
        vectors: &[Vec<f32>],
        (candidates, shelf): (&[Candidate], &Shelf<'s>),
        stages: &mut Stages<'_>,
    ) -> Result<(Material, Vec<AskedPart>, Vec<Option<Place<'s>>>), PortError> {
        stages.begin("Read");
        let reading = Reading::open(self, parts).await?;
        let mut sentences: Vec<RankedSentence> = Vec::new();
        let mut found: Vec<Found> = Vec::new();
        for (part, vector) in parts.iter().zip(vectors) {
            let near = self.nearest(part, vector, shelf).await?;
            sentences.extend(offered(&near, shelf));
            if self.reads_by_words(part) {
                found.push(by_words::find(part, &places(&near), shelf));
                continue;
            }
            let Some(reading) = &reading else {
                continue;
            };
            let beside = self
                .beside(reading, &question.text, (part, vector), &found, shelf)
                .await?;
            let of_part = match beside {
                Some(beside) => Some(beside),
                None => reading.find(part, &places(&near), shelf).await?,
            };
            let Some(mut of_part) = of_part else {
                continue;
            };
            let text = of_part.run.map(|run| shelf.read(&run));
            if text.is_some_and(|text| !can_answer(part, &text)) {
                of_part.judgement.refuse();
            }
            if let Some(place) = of_part.place().filter(|_| of_part.answers()) {
                let unsaid = self
                    .unsaid(&question.collection, part, place, candidates)
                    .await?;
                of_part.judgement.lack(unsaid);
            }
            if let Some(run) = of_part.run.filter(|_| of_part.answers()) {
                of_part
                    .judgement
                    .doubt(unsaid_at(part, &run, shelf, candidates));
            }
            found.push(of_part);
        }
        sentences.sort_by(|a, b| b.score.total_cmp(&a.score));
        let judged = found.len() == parts.len();
        stages.end(
            "Read",
            found.iter().filter(|found| found.answers()).count(),
            "parts found",
        );
        let answering = found
            .iter()
            .map(|found| found.place().filter(|_| found.answers()))
            .collect();
        let answers = found
            .iter()
            .zip(parts)
            .map(|(found, part)| {
                let run = found.run.filter(|_| found.answers());
                run.map(|run| shelf.said(&run, part))
            })
            .collect();
        let judgements = found.into_iter().map(|found| found.judgement).collect();
        Ok((
            Material {
                sentences,
                answers,
                computed: Vec::new(),
            },
            asked(parts, judged.then_some(judgements)),
            answering,
        ))
    }

    /// Whether a question is one that no model here reads: that the judge knows the verifier says that both are the bundled ones.
    pub(super) fn reads_by_words(&self, question: &str) -> bool {
        self.parts.judge.is_some() && by_words::is_asked_in_korean(question)
    }

    /// No draft is asked for: nothing in the passages answers.
    pub(super) async fn not_covered(
        &self,
        asking: Asking<'_>,
        unclear: Option<String>,
    ) -> Result<Report, PortError> {
        let banner = if let Some(why) = unclear {
            why
        } else if asking.candidates.is_empty() {
            "There are no documents to answer from. Upload one and ask again.".to_owned()
        } else {
            let unsaid = asking.asked.iter().find_map(|part| part.unsaid.as_deref());
            let why = unsaid
                .map(|name| format!(": the one that comes nearest nowhere says “{name}”"))
                .unwrap_or_default();
            format!("Your documents do not cover this{why}. What comes nearest is below.")
        };
        self.report(asking, Vec::new(), Outcome::not_covered(banner))
            .await
    }
}
