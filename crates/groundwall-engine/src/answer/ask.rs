//! A question on its way through the firewall.

use super::chat;
use super::conclude::{Outcome, conclude};
use super::decide::{Decision, decide, faults};
use super::guarded;
use super::parts::parts;
use super::rank::offered;
use super::reading::{Found, Judgement, Reading, asked};
use super::record::Asking;
use super::runs::{Place, Shelf};
use super::summary::windows_judged;
use crate::Firewall;
use crate::claims::{SentenceClaims, decompose};
use crate::prompts;
use crate::stages::Stages;
use crate::tables;
use crate::verify::Verifier;
use groundwall_checks::identifier;
use groundwall_core::report::{AskedPart, Attempt, Candidate, JudgedClaim};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{
    Claim, Passage, PassageId, Policy, Prompt, Question, RankedSentence, Report,
};
use groundwall_ports::{PortError, SearchQuery, SearchResult, Watch};
use groundwall_tables::{Mood, Routed, why_not};

/// One draft, taken apart and judged.
pub(super) struct Judged {
    pub(super) sentences: Vec<SentenceClaims>,
    pub(super) claims: Vec<JudgedClaim>,
    pub(super) attempt: Attempt,
}

/// Passages that are searched for the answer of a question, for each that a language model is given: reading them costs little, and the one that answers is often not
/// among the nearest.
const WIDER: usize = 3;

/// What the store found for a question and its parts.
struct Retrieved {
    found: SearchResult,
    /// The passages nearest to the question and to each of its parts, as many as the policy says.
    nearest: Vec<PassageId>,
    /// The vector of each part.
    vectors: Vec<Vec<f32>>,
}

/// What is answered without a search: a remark, or an order to the app.
fn unsearched(question: &Question, policy: &Policy) -> Option<Outcome> {
    if let Some(line) = chat::reply(&question.text) {
        return Some(Outcome::remark(line));
    }
    if !policy.checks.instructions {
        return None;
    }
    let order = guarded::order_in(&question.text, policy.guard)?;
    Some(Outcome::refused(&order))
}

/// What the candidates have for a question.
struct Material {
    sentences: Vec<RankedSentence>,
    /// What answers each part, as an answer says it; none where nobody judged, or nothing does.
    answers: Vec<Option<String>>,
}

impl Firewall {
    pub(crate) async fn answer(
        &self,
        question: &Question,
        watch: Watch<'_>,
    ) -> Result<Report, PortError> {
        let policy = self
            .policy_of(&question.collection, &question.policy)
            .await?;
        let moment = (self.parts.clock)();
        let mut stages = Stages::start(watch);
        if let Some(outcome) = unsearched(question, &policy) {
            let asking = Asking::of(question, policy, moment, stages);
            return self.report(asking, Vec::new(), outcome).await;
        }
        let mut unclear = None;
        if policy.checks.tables {
            stages.begin("Tables");
            let views = self.views(&question.collection).await?;
            let views = tables::in_scope(&views, &question.scope);
            match self.ask_tables(&views, question).await? {
                Routed::Answer(answer) | Routed::Missing { answer, name: _ } => {
                    stages.end("Tables", answer.cells.len(), "ranges of cells");
                    return self
                        .computed(question, &policy, &moment, answer, &views, stages)
                        .await;
                }
                Routed::Unclear(why) => unclear = Some(why),
                Routed::Text => {
                    unclear = why_not(&views, &question.text, Mood::Question)
                        .map(|why| format!("Your documents do not cover this. {why}"));
                }
            }
            if let Some(answer) = self.proposed(&views, question, &policy).await {
                stages.end("Proposed query", answer.cells.len(), "ranges of cells");
                return self
                    .computed(question, &policy, &moment, answer, &views, stages)
                    .await;
            }
        }
        self.ask_texts(Asking::of(question, policy, moment, stages), unclear)
            .await
    }

    /// Answers from the texts: retrieve, read, draft, verify, decide.
    async fn ask_texts(
        &self,
        mut asking: Asking<'_>,
        unclear: Option<String>,
    ) -> Result<Report, PortError> {
        let parts = parts(&asking.question.text);
        asking.stages.begin("Retrieve");
        let Retrieved {
            found,
            nearest,
            vectors,
        } = self
            .retrieve(asking.question, &asking.policy, &parts)
            .await?;
        let candidates = found.candidates;
        asking.stages.end("Retrieve", candidates.len(), "passages");
        if candidates.is_empty()
            || (found.best_similarity < asking.policy.relevance_threshold
                && found.rare_terms.is_empty())
        {
            asking.candidates = shown(&candidates, &nearest, &[]);
            return self.not_covered(asking, unclear).await;
        }
        let shelf = Shelf::of(&candidates);
        let (material, asked, answering) = self
            .read(&parts, &vectors, &shelf, &mut asking.stages)
            .await?;
        asking.asked = asked;
        asking.candidates = shown(&candidates, &nearest, &answering);
        if asking.asked.iter().all(|part| part.found == Some(false)) {
            return self.not_covered(asking, unclear).await;
        }
        self.drafted(asking, material).await
    }

    /// Has the reader look for what answers each part. Where no reader runs, the sentences nearest to the question are all there is.
    async fn read<'s>(
        &self,
        parts: &[String],
        vectors: &[Vec<f32>],
        shelf: &Shelf<'s>,
        stages: &mut Stages<'_>,
    ) -> Result<(Material, Vec<AskedPart>, Vec<Place<'s>>), PortError> {
        stages.begin("Read");
        let reading = Reading::open(self, parts).await?;
        let mut sentences: Vec<RankedSentence> = Vec::new();
        let mut found: Vec<Found> = Vec::new();
        for (part, vector) in parts.iter().zip(vectors) {
            let near = self.nearest(part, vector, shelf).await?;
            sentences.extend(offered(&near, shelf));
            let places: Vec<Place> = near.iter().map(|near| near.place).collect();
            if let Some(reading) = &reading {
                found.extend(reading.find(part, &places, shelf).await?);
            }
        }
        sentences.sort_by(|a, b| b.score.total_cmp(&a.score));
        let judged = found.len() == parts.len();
        stages.end(
            "Read",
            found.iter().filter(|found| found.answers()).count(),
            "parts found",
        );
        let judgements: Vec<Judgement> = found.iter().map(|found| found.judgement).collect();
        let answering = found
            .iter()
            .filter(|found| found.answers())
            .filter_map(|found| found.run?.places().next())
            .collect();
        let answers = found
            .iter()
            .zip(parts)
            .map(|(found, part)| {
                let run = found.run.filter(|_| found.answers());
                run.map(|run| shelf.said(&run, part))
            })
            .collect();
        Ok((
            Material { sentences, answers },
            asked(parts, judged.then_some(&judgements)),
            answering,
        ))
    }

    /// Drafts until a draft may leave or no further one may be asked for.
    async fn drafted(
        &self,
        mut asking: Asking<'_>,
        material: Material,
    ) -> Result<Report, PortError> {
        let (question, policy, candidates) = (
            asking.question,
            asking.policy.clone(),
            asking.candidates.clone(),
        );
        let verifier = Verifier {
            firewall: self,
            policy: &policy,
            collection: &question.collection,
            scope: &question.scope,
            candidates: &candidates,
            inline: &[],
            search: true,
            as_of_year: asking.moment.year,
        };
        let with = |prompt: Prompt| Prompt {
            sentences: material.sentences.clone(),
            answers: distinct(&material.answers),
            ..prompt
        };
        // The built-in generator picks sentences: it follows no orders.
        let (given, kept_back) = if self.parts.generator.can_regenerate() {
            guarded::given(&candidates, &policy)
        } else {
            (candidates.clone(), Vec::new())
        };
        asking.kept_back = kept_back;
        let mut attempts: Vec<Judged> = Vec::new();
        let mut prompt = with(prompts::first(&question.text, &given));
        loop {
            let judged = self
                .attempt(&verifier, &prompt, attempts.len(), &mut asking.stages)
                .await?;
            let decision = decide(&judged.claims, &policy);
            let failed: Vec<&JudgedClaim> = judged
                .claims
                .iter()
                .filter(|claim| claim.failed())
                .collect();
            let again = decision == Decision::Regenerate
                && (attempts.len() as u32) < policy.max_regenerations
                && self.parts.generator.can_regenerate();
            prompt = with(prompts::refined(
                &question.text,
                &given,
                &failed,
                &judged.claims,
                policy.prompt_mode,
                |text| {
                    !policy.checks.instructions
                        || guarded::order_in(text, guarded::of_passages(&policy)).is_none()
                },
            ));
            attempts.push(judged);
            if !again {
                let outcome = conclude(&attempts, decision, &policy);
                asking.asked = self.delivered(&asking.asked, &material, &outcome).await?;
                let outcome = outcome.answering(&asking.asked);
                asking.stages.end(
                    "Decide",
                    attempts.len(),
                    if attempts.len() == 1 {
                        "draft"
                    } else {
                        "drafts"
                    },
                );
                return self.report(asking, attempts, outcome).await;
            }
        }
    }

    /// Whether the text that leaves answers each part. What was read already stands in it is not read again.
    async fn delivered(
        &self,
        before: &[AskedPart],
        material: &Material,
        outcome: &Outcome,
    ) -> Result<Vec<AskedPart>, PortError> {
        let parts: Vec<String> = before.iter().map(|part| part.text.clone()).collect();
        let (Some(composed), true) = (
            &outcome.composed,
            before.iter().all(|part| part.found.is_some()),
        ) else {
            return Ok(before.to_vec());
        };
        let Some(reading) = Reading::open(self, &parts).await? else {
            return Ok(asked(&parts, None));
        };
        let text = composed.text();
        let mut judgements: Vec<Judgement> = Vec::new();
        for (part, answer) in before.iter().zip(&material.answers) {
            let whole = answer
                .as_ref()
                .is_some_and(|answer| text.contains(answer.as_str()));
            let Some(judgement) = (if whole {
                Judgement::of(part)
            } else {
                reading.of_text(part, &text).await?
            }) else {
                return Ok(asked(&parts, None));
            };
            judgements.push(judgement);
        }
        Ok(asked(&parts, Some(&judgements)))
    }

    /// Passages for the whole question, then for each of its parts, and the vector of each part.
    async fn retrieve(
        &self,
        question: &Question,
        policy: &Policy,
        parts: &[String],
    ) -> Result<Retrieved, PortError> {
        let texts: Vec<String> = std::iter::once(&question.text)
            .chain(parts)
            .cloned()
            .collect();
        let mut vectors = self.parts.embedder.embed(&texts).await?;
        let query = |text: &str, vector: Vec<f32>| SearchQuery {
            collection: question.collection.clone(),
            text: text.to_owned(),
            vector,
            top_k: WIDER * policy.top_k as usize,
            identifiers: identifier::extract(text)
                .into_iter()
                .map(|identifier| identifier.text)
                .collect(),
            documents: question.scope.documents.clone(),
        };
        let own = vectors.split_off(1);
        let mut found = self
            .parts
            .store
            .search(&query(&question.text, vectors.pop().unwrap_or_default()))
            .await?;
        let nearest_of = |candidates: &[Candidate]| -> Vec<PassageId> {
            let first = candidates.iter().take(policy.top_k as usize);
            first
                .map(|candidate| candidate.passage.id.clone())
                .collect()
        };
        let mut nearest = nearest_of(&found.candidates);
        for (part, vector) in parts.iter().zip(&own).filter(|_| parts.len() > 1) {
            let more = self
                .parts
                .store
                .search(&query(part, vector.clone()))
                .await?;
            found.best_similarity = found.best_similarity.max(more.best_similarity);
            found.rare_terms.extend(more.rare_terms);
            nearest.extend(nearest_of(&more.candidates));
            add(&mut found.candidates, more.candidates);
        }
        Ok(Retrieved {
            found,
            nearest,
            vectors: own,
        })
    }

    async fn attempt(
        &self,
        verifier: &Verifier<'_>,
        prompt: &Prompt,
        before: usize,
        stages: &mut Stages<'_>,
    ) -> Result<Judged, PortError> {
        let drafting = if before == 0 { "Draft" } else { "Draft again" };
        stages.begin(drafting);
        let draft = self.parts.generator.draft(prompt).await?;
        stages.end(drafting, draft.text.chars().count(), "characters");
        let sentences = decompose(&draft.text);
        let claims: Vec<Claim> = sentences
            .iter()
            .flat_map(|sentence| sentence.claims.clone())
            .collect();
        stages.end("Decompose", claims.len(), "claims");
        stages.begin("Verify");
        let claims = verifier.verify(&claims).await?;
        stages.end("Verify", windows_judged(&claims), "windows judged");
        let counts = VerdictCounts::of(claims.iter().map(|claim| claim.verdict));
        let attempt = Attempt {
            number: u32::try_from(before + 1).unwrap_or(u32::MAX),
            generator: draft.model,
            draft: Some(draft.text),
            counts,
            support_ratio: counts.support_ratio(),
            faults: faults(&claims),
            refined_prompt: (before > 0).then(|| prompt.user.clone()),
            claims: claims.clone(),
        };
        Ok(Judged {
            sentences,
            claims,
            attempt,
        })
    }

    /// No draft is asked for: nothing in the passages answers.
    async fn not_covered(
        &self,
        asking: Asking<'_>,
        unclear: Option<String>,
    ) -> Result<Report, PortError> {
        let banner = if let Some(why) = unclear {
            why
        } else if asking.candidates.is_empty() {
            "There are no documents to answer from. Upload one and ask again.".to_owned()
        } else {
            format!(
                "Your documents do not cover this. The nearest {} below; no answer was drafted.",
                if asking.candidates.len() == 1 {
                    "passage is"
                } else {
                    "passages are"
                }
            )
        };
        self.report(asking, Vec::new(), Outcome::not_covered(banner))
            .await
    }
}

/// The passages that come nearest, and those that hold what answers, ranked anew.
fn shown(
    candidates: &[Candidate],
    nearest: &[PassageId],
    answering: &[Place<'_>],
) -> Vec<Candidate> {
    let answers = |passage: &Passage| {
        answering.iter().any(|(document, index)| {
            passage.document == **document
                && passage
                    .sentences
                    .iter()
                    .any(|sentence| sentence.index == *index)
        })
    };
    let kept = candidates
        .iter()
        .filter(|candidate| nearest.contains(&candidate.passage.id) || answers(&candidate.passage));
    let mut shown = Vec::new();
    add(&mut shown, kept.cloned().collect());
    shown
}

/// Adds the candidates that are not there yet, ranked behind those that are.
fn add(candidates: &mut Vec<Candidate>, more: Vec<Candidate>) {
    for candidate in more {
        if !candidates
            .iter()
            .any(|known| known.passage.id == candidate.passage.id)
        {
            let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
            candidates.push(Candidate { rank, ..candidate });
        }
    }
}

/// The answers of the parts, none that another one holds.
fn distinct(answers: &[Option<String>]) -> Vec<String> {
    let all: Vec<&String> = answers.iter().flatten().collect();
    let held = |place: usize| {
        let by = |(other, text): (usize, &&String)| {
            text.contains(all[place].as_str()) && (text.len() > all[place].len() || other < place)
        };
        all.iter()
            .enumerate()
            .any(|(other, text)| other != place && by((other, text)))
    };
    (0..all.len())
        .filter(|place| !held(*place))
        .map(|place| all[place].clone())
        .collect()
}
