//! Further drafts of a prompt, at higher temperatures: how many say the same as the one that is delivered.

use super::record::Asking;
use crate::Firewall;
use futures::StreamExt as _;
use groundwall_core::Prompt;
use groundwall_core::report::Samples;
use groundwall_ports::PortError;
use std::time::Duration;

/// One a sample, each another: a model that always begins its chance at the same place says another thing at another temperature.
const TEMPERATURES: [f32; 5] = [0.7, 0.9, 0.8, 1.0, 0.6];
/// A model in this process lets few wait.
const AT_ONCE: usize = 3;
/// A sample that takes longer is left out.
const WITHIN: Duration = Duration::from_secs(30);

impl Firewall {
    /// Asks for as many samples as the policy has, and counts those that say what `draft` says. None where the policy wants none, no language model drafts, or none came.
    pub(super) async fn sampled(
        &self,
        asking: &mut Asking<'_>,
        prompt: &Prompt,
        draft: Option<&str>,
    ) -> Result<Option<Samples>, PortError> {
        let wanted = usize::try_from(asking.policy.samples).unwrap_or_default();
        let (Some(draft), true) = (draft, wanted > 0 && self.parts.generator.chat().is_some())
        else {
            return Ok(None);
        };
        asking.stages.begin("Sample");
        let sample = |temperature: &f32| {
            let prompt = Prompt {
                temperature: Some(*temperature),
                ..prompt.clone()
            };
            async move { tokio::time::timeout(WITHIN, self.parts.generator.draft(&prompt)).await }
        };
        let mut coming =
            futures::stream::iter(TEMPERATURES.iter().take(wanted).map(sample)).buffered(AT_ONCE);
        let mut samples = Vec::new();
        while let Some(sample) = coming.next().await {
            match sample {
                Ok(Ok(sample)) => samples.push(sample.text),
                Ok(Err(error)) => tracing::warn!(%error, "a sample of an answer failed"),
                Err(_) => tracing::warn!("a sample of an answer was late"),
            }
        }
        let all: Vec<&str> = std::iter::once(draft)
            .chain(samples.iter().map(String::as_str))
            .map(str::trim)
            .collect();
        let compared = self
            .compared(&asking.question.text, &all, &asking.policy)
            .await?;
        let with_it = compared.groups.with(0).len().saturating_sub(1);
        asking.stages.end("Sample", samples.len(), "further drafts");
        let count = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
        Ok((!samples.is_empty()).then_some(Samples {
            drafts: count(samples.len()),
            agree: count(with_it),
        }))
    }
}
