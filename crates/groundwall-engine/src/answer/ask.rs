//! A question on its way through the firewall.

use super::compose::{Composed, Treatment, compose};
use super::decide::{Decision, decide, faults};
use super::sought::Sought;
use super::summary::{count, summarise, tally_sentence, windows_judged};
use crate::Firewall;
use crate::claims::{SentenceClaims, decompose};
use crate::firewall::{Moment, Stages};
use crate::prompts;
use crate::tables;
use crate::verify::Verifier;
use groundwall_checks::identifier;
use groundwall_checks::words::ContentWords;
use groundwall_core::report::{Attempt, Candidate, JudgedClaim};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{
    Claim, FinalAction, Policy, Prompt, Question, RankedSentence, Report, ReportId, ReportState, Sentence, SentenceKind,
};
use groundwall_ports::{PortError, SearchQuery, SearchResult, Watch};
use groundwall_tables::Routed;

/// Sentences offered to a generator that only picks.
const OFFERED: usize = 8;

/// One draft, taken apart and judged.
struct Judged {
    sentences: Vec<SentenceClaims>,
    claims: Vec<JudgedClaim>,
    attempt: Attempt,
}

/// What leaves the server.
struct Outcome {
    state: ReportState,
    banner: String,
    composed: Option<Composed>,
    withheld: bool,
}

/// A sentence that begins with a pronoun says nothing alone: the sentence before it comes along.
fn with_antecedent(sentence: &Sentence, neighbours: &[Sentence]) -> String {
    let first = sentence.text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let dangling = ["it", "its", "he", "she", "his", "her", "they", "their", "this", "these", "there"].contains(&first.as_str());
    let before = neighbours.iter().find(|other| {
        dangling && other.kind == SentenceKind::Prose && other.section == sentence.section && other.index + 1 == sentence.index
    });
    before.map_or_else(|| sentence.text.clone(), |before| format!("{} {}", before.text, sentence.text))
}

impl Firewall {
    pub(crate) async fn answer(&self, question: &Question, watch: Watch<'_>) -> Result<Report, PortError> {
        let policy = self.parts.policy.overridden(&question.policy)?;
        let moment = (self.parts.clock)();
        let mut stages = Stages::start(watch);
        let mut unclear = None;
        if policy.checks.tables {
            stages.begin("Tables");
            let views = self.views(&question.collection).await?;
            let views = tables::in_scope(&views, &question.scope);
            match self.ask_tables(&views, question).await? {
                Routed::Answer(answer) | Routed::Missing { answer, name: _ } => {
                    stages.end("Tables", answer.cells.len(), "ranges of cells");
                    return self.computed(question, &policy, &moment, answer, &views, stages).await;
                }
                Routed::Unclear(why) => unclear = Some(why),
                Routed::Text => {}
            }
            if let Some(answer) = self.proposed(&views, question, &policy).await {
                stages.end("Proposed query", answer.cells.len(), "ranges of cells");
                return self.computed(question, &policy, &moment, answer, &views, stages).await;
            }
        }
        stages.begin("Retrieve");
        let vector = self.parts.embedder.embed(std::slice::from_ref(&question.text)).await?.pop().unwrap_or_default();
        let found = self.retrieve(question, &policy, vector.clone()).await?;
        stages.end("Retrieve", found.candidates.len(), "passages");
        if found.candidates.is_empty() || (found.best_similarity < policy.relevance_threshold && found.rare_terms.is_empty()) {
            return self.not_covered(question, &policy, &moment, found, unclear, stages).await;
        }
        let sentences = self.rank_sentences(&question.text, &vector, &found.candidates).await?;
        let verifier = Verifier {
            firewall: self,
            policy: &policy,
            collection: &question.collection,
            scope: &question.scope,
            candidates: &found.candidates,
            inline: &[],
            search: true,
            as_of_year: moment.year,
        };
        let mut attempts: Vec<Judged> = Vec::new();
        let mut prompt = prompts::first(&question.text, &found.candidates, sentences.clone());
        loop {
            let judged = self.attempt(&verifier, &prompt, attempts.len(), &mut stages).await?;
            let decision = decide(&judged.claims, &policy);
            let failed: Vec<&JudgedClaim> = judged.claims.iter().filter(|claim| claim.failed()).collect();
            let again = decision == Decision::Regenerate
                && (attempts.len() as u32) < policy.max_regenerations
                && self.parts.generator.can_regenerate();
            prompt = prompts::refined(&question.text, &found.candidates, sentences.clone(), &failed, &judged.claims, policy.prompt_mode);
            attempts.push(judged);
            if !again {
                let outcome = conclude(&attempts, decision, &policy);
                stages.end("Decide", attempts.len(), if attempts.len() == 1 { "draft" } else { "drafts" });
                return self.report(question, &policy, &moment, found, attempts, outcome, stages).await;
            }
        }
    }

    async fn retrieve(&self, question: &Question, policy: &Policy, vector: Vec<f32>) -> Result<SearchResult, PortError> {
        let query = SearchQuery {
            collection: question.collection.clone(),
            text: question.text.clone(),
            vector,
            top_k: policy.top_k as usize,
            identifiers: identifier::extract(&question.text).into_iter().map(|identifier| identifier.text).collect(),
            documents: question.scope.documents.clone(),
        };
        self.parts.store.search(&query).await
    }

    /// The sentences of the candidates that answer the question best, by covered words and similarity.
    async fn rank_sentences(&self, question: &str, vector: &[f32], candidates: &[Candidate]) -> Result<Vec<RankedSentence>, PortError> {
        let words = ContentWords::of(question);
        let sought = Sought::by(question);
        let mut pool: Vec<(String, f32)> = Vec::new();
        for candidate in candidates {
            for sentence in candidate
                .passage
                .sentences
                .iter()
                .filter(|sentence| sentence.kind != SentenceKind::Heading && sentence.text.split_whitespace().count() >= 3)
            {
                let heading = sentence.locator.heading.join(" ");
                let text = with_antecedent(sentence, &candidate.passage.sentences);
                let coverage = words.coverage(&format!("{text} {heading}"));
                if !pool.iter().any(|(known, _)| *known == text) {
                    pool.push((text, coverage));
                }
            }
        }
        pool.sort_by(|a, b| b.1.total_cmp(&a.1));
        pool.truncate(3 * OFFERED);
        let texts: Vec<String> = pool.iter().map(|(text, _)| text.clone()).collect();
        let vectors = self.parts.embedder.embed(&texts).await?;
        let mut ranked: Vec<RankedSentence> = pool
            .into_iter()
            .zip(vectors)
            .map(|((text, coverage), other)| {
                let similarity = other.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>();
                RankedSentence { score: sought.weight(&text, question) * (coverage + similarity), text }
            })
            .collect();
        ranked.sort_by(|a, b| b.score.total_cmp(&a.score));
        ranked.truncate(OFFERED);
        Ok(ranked)
    }

    async fn attempt(&self, verifier: &Verifier<'_>, prompt: &Prompt, before: usize, stages: &mut Stages<'_>) -> Result<Judged, PortError> {
        let drafting = if before == 0 { "Draft" } else { "Draft again" };
        stages.begin(drafting);
        let draft = self.parts.generator.draft(prompt).await?;
        stages.end(drafting, draft.text.chars().count(), "characters");
        let sentences = decompose(&draft.text);
        let claims: Vec<Claim> = sentences.iter().flat_map(|sentence| sentence.claims.clone()).collect();
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
        Ok(Judged { sentences, claims, attempt })
    }

    async fn not_covered(
        &self,
        question: &Question,
        policy: &Policy,
        moment: &Moment,
        found: SearchResult,
        unclear: Option<String>,
        stages: Stages<'_>,
    ) -> Result<Report, PortError> {
        let banner = if let Some(why) = unclear {
            why
        } else if found.candidates.is_empty() {
            "There are no documents to answer from. Upload one and ask again.".to_owned()
        } else {
            format!(
                "Your documents do not cover this. The nearest {} below; no answer was drafted.",
                if found.candidates.len() == 1 { "passage is" } else { "passages are" }
            )
        };
        let outcome = Outcome { state: ReportState::NotCovered, banner, composed: None, withheld: false };
        self.report(question, policy, moment, found, Vec::new(), outcome, stages).await
    }

    #[expect(clippy::too_many_arguments, reason = "the record takes everything that happened")]
    async fn report(
        &self,
        question: &Question,
        policy: &Policy,
        moment: &Moment,
        found: SearchResult,
        attempts: Vec<Judged>,
        outcome: Outcome,
        stages: Stages<'_>,
    ) -> Result<Report, PortError> {
        let Outcome { state, banner, composed, withheld } = outcome;
        let last: Vec<JudgedClaim> = attempts.last().map(|judged| judged.claims.clone()).unwrap_or_default();
        let summary = summarise(&last, policy);
        let mut attempts: Vec<Attempt> = attempts.into_iter().map(|judged| judged.attempt).collect();
        if withheld {
            attempts.iter_mut().for_each(redact);
        }
        let (delivered, segments, citations, claims, removed) = match composed {
            Some(composed) => (Some(composed.text()), composed.segments, composed.citations, composed.kept, composed.removed),
            None => (None, Vec::new(), Vec::new(), Vec::new(), Vec::new()),
        };
        let (stages, elapsed_seconds) = stages.finish();
        Ok(Report {
            id: ReportId(uuid::Uuid::new_v4().to_string()),
            collection: question.collection.clone(),
            created_at: moment.rfc3339.clone(),
            question: Some(question.text.clone()),
            state,
            banner,
            table: None,
            delivered,
            segments,
            citations,
            claims,
            removed,
            attempts,
            candidates: found.candidates,
            stages,
            summary,
            degraded: self.degraded(policy),
            provenance: self.provenance(policy, &question.collection, Some(self.parts.generator.name())).await?,
            elapsed_seconds,
        })
    }
}

/// Withheld text does not leave the server: only figures and the kinds of fault stay.
fn redact(attempt: &mut Attempt) {
    let mut kinds: Vec<String> =
        attempt.claims.iter().flat_map(|claim| &claim.findings).map(|finding| finding.kind.name().replace('_', " ")).collect();
    kinds.sort();
    kinds.dedup();
    attempt.faults = kinds;
    attempt.draft = None;
    attempt.refined_prompt = None;
    attempt.claims = Vec::new();
}

/// The end of the last attempt: release, repair, notes or withhold.
fn conclude(attempts: &[Judged], decision: Decision, policy: &Policy) -> Outcome {
    let last = &attempts[attempts.len() - 1];
    let counts = last.attempt.counts;
    let tries = if attempts.len() > 1 {
        format!(" {} were discarded before.", count(attempts.len() as u32 - 1, "draft")).replace("1 draft were", "1 draft was")
    } else {
        String::new()
    };
    let withhold = || Outcome {
        state: ReportState::NotVerified,
        banner: format!(
            "The answer was withheld: {}{tries} Nothing in it could be released.",
            tally_sentence(counts).trim_end_matches('.').to_lowercase() + "."
        ),
        composed: None,
        withheld: true,
    };
    match decision {
        Decision::NothingToCheck => Outcome {
            state: ReportState::NothingToCheck,
            banner: "There is nothing to check in this answer: no sentence states a fact. That is not a pass.".to_owned(),
            composed: Some(compose(&last.sentences, &last.claims, Treatment::Keep)),
            withheld: false,
        },
        Decision::Release => Outcome {
            state: ReportState::Verified,
            banner: format!("{}{tries}", tally_sentence(counts)),
            composed: Some(compose(&last.sentences, &last.claims, Treatment::Keep)),
            withheld: false,
        },
        Decision::Regenerate if policy.final_action == FinalAction::Withhold => withhold(),
        Decision::Regenerate if policy.final_action == FinalAction::Notes => {
            let below = counts.support_ratio().is_none_or(|ratio| ratio < policy.support_threshold);
            Outcome {
                state: if below { ReportState::NotVerified } else { ReportState::PartlyVerified },
                banner: format!("{} The others are marked with notes.{tries}", tally_sentence(counts)),
                composed: Some(compose(&last.sentences, &last.claims, Treatment::Note)),
                withheld: false,
            }
        }
        Decision::Repair | Decision::Regenerate => {
            let composed = compose(&last.sentences, &last.claims, Treatment::Drop);
            let kept = VerdictCounts::of(composed.kept.iter().map(|claim| claim.verdict));
            if kept.checkable() == 0 {
                return withhold();
            }
            let removed = composed.removed.len() as u32;
            let why = composed.removed.first().map(|claim| format!(" {}", claim.why)).unwrap_or_default();
            let was = if removed == 1 { "1 was removed:".to_owned() } else { format!("{removed} were removed, the first because:") };
            Outcome {
                state: ReportState::PartlyVerified,
                banner: format!("{} {was}{why}{tries}", tally_sentence(counts)),
                composed: Some(composed),
                withheld: false,
            }
        }
    }
}
