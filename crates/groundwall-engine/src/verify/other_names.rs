//! A figure that a claim calls by one of its names and the documents by another: packs know that "net operating income" is the NOI, the models do not.

use super::found::Sought;
use super::run::Verifier;
use crate::answer::packs_on;
use crate::naming::Namings;
use groundwall_core::report::JudgedClaim;
use groundwall_core::{Claim, Preset, Reason, Verdict};
use groundwall_ports::PortError;

impl Verifier<'_> {
    /// Claims that no document says as they stand: the same by the other names of the figures that they name. One that a document says or contradicts then is judged so.
    pub(super) async fn by_other_names(
        &self,
        claims: &[&Claim],
        verdicts: &mut [JudgedClaim],
    ) -> Result<(), PortError> {
        if self.policy.preset != Preset::Firewall {
            return Ok(());
        }
        let packs = packs_on(self.ports.packs, self.policy)?;
        let mut others: Vec<(usize, Claim)> = Vec::new();
        for (place, (claim, judged)) in claims.iter().zip(verdicts.iter()).enumerate() {
            // Documents that disagree do so by whatever name.
            let disputed = matches!(judged.reason, Some(Reason::Conflict { .. }));
            if judged.verdict != Verdict::Unsupported || disputed {
                continue;
            }
            let texts = packs.by_other_names(&claim.text).into_iter();
            others.extend(texts.map(|text| {
                let other = Claim {
                    text,
                    ..(*claim).clone()
                };
                (place, other)
            }));
        }
        if others.is_empty() {
            return Ok(());
        }
        let read: Vec<&Claim> = others.iter().map(|(_, claim)| claim).collect();
        let sought = self.sought(&read).await?;
        let all: Vec<&Sought> = sought.iter().collect();
        let judged = self.by_text(&all, Namings::default()).await?;
        for wanted in [Verdict::Supported, Verdict::Refuted] {
            for ((place, other), judged) in others.iter().zip(&judged) {
                let verdict = &mut verdicts[*place];
                // What a model alone denies of other words it may deny for these words.
                let holds = wanted == Verdict::Supported || judged.decided_by_check();
                if judged.verdict == wanted && holds && verdict.verdict == Verdict::Unsupported {
                    let read_as = judged.read_as.clone();
                    *verdict = JudgedClaim {
                        claim: verdict.claim.clone(),
                        read_as: read_as.or_else(|| Some(other.text.clone())),
                        ..judged.clone()
                    };
                }
            }
        }
        // What the documents have by another name is shown, and rules compare it, also where it settles nothing.
        for ((place, other), judged) in others.iter().zip(judged) {
            let verdict = &mut verdicts[*place];
            if verdict.verdict != Verdict::Unsupported {
                continue;
            }
            for evidence in judged.evidence {
                let window = &evidence.window.text;
                let known = verdict
                    .evidence
                    .iter()
                    .any(|one| one.window == evidence.window);
                if !known && packs.name_the_same(&other.text, window) {
                    verdict.evidence.push(evidence);
                }
            }
        }
        Ok(())
    }
}
