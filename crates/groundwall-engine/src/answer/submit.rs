//! Verification of claims or an answer that somebody submitted.

use super::compose::{Composed, Treatment, compose};
use super::conclude::{Outcome, conclude, withheld};
use super::decide::{decide, veto};
use super::governed::Drafted;
use super::judged::Judged;
use super::summary::{count, summarise, tally_sentence, windows_judged};
use crate::Firewall;
use crate::claims::{SentenceClaims, decompose, given};
use crate::stages::Stages;
use crate::verify::{Verifier, inline_passages};
use groundwall_core::report::{Attempt, JudgedClaim, Provenance, Summary};
use groundwall_core::request::{MAX_CLAIMS_OF_ANSWER, Subject};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{
    Claim, FinalAction, Policy, Problem, ProblemCode, Purpose, Report, ReportId, ReportState, Span,
    Verification,
};
use groundwall_ports::{PortError, ProgressSink};

impl Firewall {
    pub(crate) async fn verification(
        &self,
        request: &Verification,
        watch: ProgressSink<'_>,
    ) -> Result<Report, PortError> {
        request.validate()?;
        let policy = self.policy_of(&request.collection, &request.policy).await?;
        let mut stages = Stages::start(watch);
        let moment = (self.parts.clock)();
        let inline = inline_passages(self, &request.sources)?;
        let verifier = Verifier {
            ports: self.verifying(),
            policy: &policy,
            collection: &request.collection,
            scope: &request.scope,
            candidates: &[],
            inline: &inline,
            computed: &[],
            search: request.sources.is_empty() || request.beside_collection,
            as_of_year: moment.year,
            asked: "",
        };
        let mut read = Read::of(request, &request.subject, &verifier, &mut stages).await?;
        let mut drafted = Drafted::default();
        let right = self.with_values_put_right(request, &policy, &read.judged, &mut drafted)?;
        if let Some(right) = right {
            read = Read::of(request, &Subject::Answer(right), &verifier, &mut stages).await?;
        }
        let Read {
            text,
            sentences,
            judged,
        } = read;
        let summary = summarise(&judged, &policy);
        let outcome = match &request.purpose {
            Purpose::Show => shown(&text, &sentences, judged, &summary, &policy),
            Purpose::Deliver => {
                delivered(sentences, judged, &policy, request.origin.as_deref(), false)
            }
            Purpose::Piece { before: _ } => {
                delivered(sentences, judged, &policy, request.origin.as_deref(), true)
            }
            Purpose::Cut { left } => cut(&sentences, &judged, left),
        };
        let (stages, elapsed_seconds) = stages.finish();
        Ok(Report {
            id: ReportId(uuid::Uuid::new_v4().to_string()),
            collection: request.collection.clone(),
            scope: request.scope.clone(),
            created_at: moment.rfc3339,
            conversation: None,
            question: None,
            asked_as: None,
            asked: Vec::new(),
            state: outcome.state,
            banner: outcome.banner,
            table: None,
            delivered: outcome.text,
            segments: outcome.composed.segments,
            citations: outcome.composed.citations,
            claims: outcome.claims,
            removed: outcome.composed.removed,
            attempts: Vec::new(),
            candidates: Vec::new(),
            stages,
            summary,
            remarks: Vec::new(),
            findings: drafted.findings,
            rules: drafted.rules,
            governance: None,
            degraded: self.degraded(&policy),
            provenance: Provenance {
                origin: request.origin.clone(),
                ..self.provenance(&policy, &request.collection, None).await?
            },
            elapsed_seconds,
        })
    }
}

/// A text as it is read, and what becomes of its claims.
struct Read {
    text: String,
    sentences: Vec<SentenceClaims>,
    judged: Vec<JudgedClaim>,
}

impl Read {
    async fn of(
        request: &Verification,
        subject: &Subject,
        verifier: &Verifier<'_>,
        stages: &mut Stages<'_>,
    ) -> Result<Self, PortError> {
        stages.begin("Decompose");
        let (text, sentences) = match (subject, &request.purpose) {
            (Subject::Answer(answer), Purpose::Piece { before }) => {
                (answer.clone(), piece(before, answer))
            }
            (
                Subject::Answer(answer),
                Purpose::Show | Purpose::Deliver | Purpose::Cut { left: _ },
            ) => (answer.clone(), decompose(answer)),
            (Subject::Claims(claims), _) => lines(claims),
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
        stages.begin("Verify");
        let judged = verifier.verify(&claims).await?;
        stages.end("Verify", windows_judged(&judged), "windows judged");
        Ok(Self {
            text,
            sentences,
            judged,
        })
    }
}

/// What is said of a text that was verified, and what of it leaves.
struct Told {
    state: ReportState,
    banner: String,
    text: Option<String>,
    composed: Composed,
    claims: Vec<JudgedClaim>,
}

/// A text as it was submitted, with its verdicts.
fn shown(
    text: &str,
    sentences: &[SentenceClaims],
    judged: Vec<JudgedClaim>,
    summary: &Summary,
    policy: &Policy,
) -> Told {
    let state = match summary.support_ratio {
        None => ReportState::NothingToCheck,
        Some(_) if summary.counts.supported == summary.counts.checkable() => ReportState::Verified,
        Some(ratio) if ratio >= policy.support_threshold && !veto(&judged) => {
            ReportState::PartlyVerified
        }
        Some(_) => ReportState::NotVerified,
    };
    Told {
        state,
        banner: banner(state, summary.counts),
        text: Some(text.to_owned()),
        composed: compose(sentences, &judged, Treatment::Keep),
        claims: judged,
    }
}

/// A text as the policy lets it leave. What is withheld is in no part of the report.
fn delivered(
    sentences: Vec<SentenceClaims>,
    judged: Vec<JudgedClaim>,
    policy: &Policy,
    origin: Option<&str>,
    piece: bool,
) -> Told {
    let decision = decide(&judged, policy);
    let attempt = attempt_of(&judged, origin.unwrap_or_default().to_owned());
    let last = Judged {
        sentences,
        claims: judged,
        attempt,
    };
    let Outcome {
        state,
        banner,
        composed,
        withheld: nothing_leaves,
    } = conclude(std::slice::from_ref(&last), decision, policy);
    let text = composed.as_ref().map(Composed::text);
    let mut composed = composed.unwrap_or_else(Composed::nothing);
    if nothing_leaves && piece && policy.final_action != FinalAction::Withhold {
        // Of a text on its way this sentence is left out; what others of it say goes on.
        composed.removed = last
            .claims
            .into_iter()
            .filter(JudgedClaim::failed)
            .collect();
    }
    Told {
        state,
        banner,
        text,
        claims: std::mem::take(&mut composed.kept),
        composed,
    }
}

/// A text of which the sentences before the last one have left, and nothing more does.
fn cut(sentences: &[SentenceClaims], judged: &[JudgedClaim], left: &str) -> Told {
    let counts = VerdictCounts::of(judged.iter().map(|claim| claim.verdict));
    if left.trim().is_empty() {
        return Told {
            state: ReportState::NotVerified,
            banner: withheld(counts, ""),
            text: None,
            composed: Composed::nothing(),
            claims: Vec::new(),
        };
    }
    let before = sentences.split_last().map_or(&[][..], |(_, before)| before);
    let mut composed = compose(before, judged, Treatment::Keep);
    Told {
        state: ReportState::NotVerified,
        banner: format!(
            "{} The text ends before a sentence that could not be released: it and all behind it are withheld.",
            tally_sentence(counts)
        ),
        text: Some(left.to_owned()),
        claims: std::mem::take(&mut composed.kept),
        composed,
    }
}

/// A submitted text as the one attempt that there is.
fn attempt_of(claims: &[JudgedClaim], generator: String) -> Attempt {
    let counts = VerdictCounts::of(claims.iter().map(|claim| claim.verdict));
    Attempt {
        number: 1,
        generator,
        draft: None,
        claims: Vec::new(),
        counts,
        support_ratio: counts.support_ratio(),
        faults: Vec::new(),
        refined_prompt: None,
        token_entropy: None,
        samples: None,
    }
}

fn banner(state: ReportState, counts: VerdictCounts) -> String {
    let mut banner = match state {
        ReportState::NothingToCheck => {
            "There is nothing to check here: no sentence states a fact. That is not a pass."
                .to_owned()
        }
        ReportState::Verified
        | ReportState::PartlyVerified
        | ReportState::NotVerified
        | ReportState::NotCovered => tally_sentence(counts),
    };
    if counts.refuted > 0 {
        banner.push_str(&format!(
            " {} refuted by the documents.",
            if counts.refuted == 1 {
                "1 is".to_owned()
            } else {
                format!("{} are", counts.refuted)
            }
        ));
    }
    // With nothing but these the sentence before says it.
    if counts.unsupported > 0 && counts.unsupported < counts.checkable() {
        banner.push_str(&format!(
            " {} not found in them.",
            if counts.unsupported == 1 {
                "1 was".to_owned()
            } else {
                format!("{} were", counts.unsupported)
            }
        ));
    }
    if counts.unverifiable > 0 && state != ReportState::NothingToCheck {
        banner.push_str(&format!(
            " {} cannot be checked and {} outside the count.",
            count(counts.unverifiable, "sentence"),
            if counts.unverifiable == 1 {
                "is"
            } else {
                "are"
            }
        ));
    }
    banner
}

/// The sentences of a piece, read with what stood before it. Their spans count from the piece's first character.
fn piece(before: &str, text: &str) -> Vec<SentenceClaims> {
    let first = before.chars().count();
    let whole = decompose(&format!("{before}{text}"));
    if whole
        .iter()
        .any(|sentence| sentence.span.start < first && first < sentence.span.end)
    {
        // The piece goes on with a sentence that has left: what is read has to be what is delivered.
        return decompose(text);
    }
    whole
        .into_iter()
        .filter(|sentence| sentence.span.start >= first)
        .map(|mut sentence| {
            let shift = |span: Span| Span {
                start: span.start.saturating_sub(first),
                end: span.end.saturating_sub(first),
            };
            sentence.span = shift(sentence.span);
            for claim in &mut sentence.claims {
                claim.span = shift(claim.span);
            }
            sentence
        })
        .collect()
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

#[cfg(test)]
mod tests {
    use super::banner;
    use groundwall_core::ReportState;
    use groundwall_core::verdict::VerdictCounts;

    #[test]
    fn the_banner_accounts_for_every_statement() {
        let counts = VerdictCounts {
            supported: 6,
            refuted: 5,
            unsupported: 1,
            unverifiable: 0,
        };
        assert_eq!(
            banner(ReportState::NotVerified, counts),
            "6 of 12 claims are supported. 5 are refuted by the documents. 1 was not found in them."
        );
        let alone = VerdictCounts {
            supported: 0,
            refuted: 0,
            unsupported: 1,
            unverifiable: 0,
        };
        assert_eq!(
            banner(ReportState::NotVerified, alone),
            "The claim is not supported."
        );
    }
}
