//! Drafts until one may leave.

use super::by_words;
use super::conclude::{Outcome, conclude};
use super::decide::{Decision, decide, faults};
use super::guarded;
use super::judged::Judged;
use super::judgement::{Judgement, asked};
use super::reading::Reading;
use super::record::Asking;
use super::summary::windows_judged;
use super::undivided::undivided;
use crate::Firewall;
use crate::claims::decompose;
use crate::prompts;
use crate::stages::Stages;
use crate::verify::Verifier;
use groundwall_core::report::{AskedPart, Attempt, JudgedClaim};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Claim, Draft, Prompt, RankedSentence, Report, TableAnswer};
use groundwall_ports::PortError;

/// What the candidates have for a question.
pub(super) struct Material {
    pub(super) sentences: Vec<RankedSentence>,
    /// What answers each part, as an answer says it; none where nobody judged, or nothing does.
    pub(super) answers: Vec<Option<String>>,
    /// Those of them that tables computed.
    pub(super) computed: Vec<TableAnswer>,
}

impl Firewall {
    /// Drafts until a draft may leave or no further one may be asked for.
    pub(super) async fn drafted(
        &self,
        mut asking: Asking<'_>,
        material: Material,
    ) -> Result<Report, PortError> {
        let (question, policy) = (asking.question, asking.policy.clone());
        let panel = self.panel_for(question, &policy)?;
        let given = guarded::given(&asking.candidates);
        let candidates = asking.candidates.clone();
        let verifier = Verifier {
            ports: self.verifying(),
            policy: &policy,
            collection: &question.collection,
            scope: &question.scope,
            candidates: &candidates,
            inline: &[],
            computed: &material.computed,
            search: true,
            as_of_year: asking.moment.year,
            asked: &question.text,
        };
        let with = |prompt: Prompt| Prompt {
            sentences: material.sentences.clone(),
            answers: distinct(&material.answers),
            ..prompt
        };
        let mut attempts: Vec<Judged> = Vec::new();
        let mut prompt = with(prompts::first(&question.text, &given, &material.computed));
        let mut ready = None;
        let mut failed_itself = false;
        if let Some(panel) = panel {
            let taken = self.first_draft(&mut asking, &prompt, &panel).await?;
            ready = Some(taken.draft);
            failed_itself = taken.failed;
            asking.consensus = Some(taken.consensus);
        }
        loop {
            let mut draft = match ready.take() {
                Some(draft) => draft,
                None => {
                    self.draft(&prompt, attempts.len(), &mut asking.stages)
                        .await?
                }
            };
            let asked = (question.text.as_str(), &policy);
            self.read_by_packs(&mut draft, asked, &given, &mut asking.drafted)?;
            let judged = self
                .attempt(
                    &verifier,
                    &prompt,
                    draft,
                    attempts.len(),
                    &mut asking.stages,
                )
                .await?;
            let decision = decide(&judged.claims, &policy);
            let failed: Vec<&JudgedClaim> = judged
                .claims
                .iter()
                .filter(|claim| claim.failed())
                .collect();
            let again = decision == Decision::Regenerate
                && (attempts.len() as u32) < policy.max_regenerations
                && !failed_itself
                && self.parts.generator.chat().is_some();
            let refined = with(prompts::refined(
                &question.text,
                &given,
                &failed,
                &judged.claims,
                policy.prompt_mode,
                |text| guarded::order_in(text, &policy).is_none(),
            ));
            attempts.push(judged);
            if !again {
                let outcome = conclude(&attempts, decision, &policy);
                if let (Some(last), true) = (attempts.last_mut(), outcome.composed.is_some()) {
                    last.attempt.samples = self
                        .sampled(&mut asking, &prompt, last.attempt.draft.as_deref())
                        .await?;
                }
                asking.asked = self.delivered(&asking.asked, &material, &outcome).await?;
                let outcome = outcome.answering(&asking.asked).noted(&asking.asked);
                asking.stages.at_once(
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
            prompt = refined;
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
        let reading = Reading::open(self, &parts).await?;
        let text = composed.text();
        let mut judgements: Vec<Judgement> = Vec::new();
        for (part, answer) in before.iter().zip(&material.answers) {
            let whole = answer
                .as_ref()
                .is_some_and(|answer| text.contains(answer.as_str()));
            let judgement = if whole {
                Judgement::of(part)
            } else if self.reads_by_words(&part.text) {
                let answer = answer.as_deref().unwrap_or_default();
                Some(by_words::of_text(&part.text, &text, answer))
            } else if let Some(reading) = &reading {
                reading.of_text(part, &text).await?
            } else {
                None
            };
            let Some(judgement) = judgement else {
                return Ok(asked(&parts, None));
            };
            judgements.push(judgement);
        }
        let mut asked = asked(&parts, Some(judgements));
        for (part, before) in asked.iter_mut().zip(before) {
            part.note = before.note.clone().filter(|_| part.found == Some(true));
        }
        Ok(asked)
    }

    async fn draft(
        &self,
        prompt: &Prompt,
        before: usize,
        stages: &mut Stages<'_>,
    ) -> Result<Draft, PortError> {
        let drafting = if before == 0 { "Draft" } else { "Draft again" };
        stages.begin(drafting);
        let draft = self.parts.generator.draft(prompt).await?;
        stages.end(drafting, draft.text.chars().count(), "characters");
        Ok(draft)
    }

    async fn attempt(
        &self,
        verifier: &Verifier<'_>,
        prompt: &Prompt,
        draft: Draft,
        before: usize,
        stages: &mut Stages<'_>,
    ) -> Result<Judged, PortError> {
        stages.begin("Decompose");
        let sentences = undivided(
            decompose(&draft.text),
            verifier.candidates,
            verifier.computed,
        );
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
            token_entropy: draft.token_entropy,
            samples: None,
        };
        Ok(Judged {
            sentences,
            claims,
            attempt,
        })
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
