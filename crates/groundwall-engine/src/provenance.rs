//! What judges, for a report, and what does not run.

use crate::Firewall;
use crate::answer::packs_on;
use crate::language::lists;
use futures::FutureExt as _;
use groundwall_core::report::Provenance;
use groundwall_core::{Closeness, CollectionId, Policy};
use groundwall_ports::PortError;

impl Firewall {
    /// What judges, for a report.
    pub(crate) async fn provenance(
        &self,
        policy: &Policy,
        collection: &CollectionId,
        generator: Option<String>,
    ) -> Result<Provenance, PortError> {
        let parts = &self.parts;
        Ok(Provenance {
            groundwall: env!("CARGO_PKG_VERSION").to_owned(),
            embedder: Some(parts.embedder.identity().clone()),
            verifier: parts.nli.as_ref().map(|nli| nli.identity().clone()),
            reader: parts
                .reader
                .as_ref()
                .filter(|_| policy.verifier == Closeness::Precise)
                .map(|reader| reader.identity().clone()),
            judge: parts.judge.as_ref().map(|judge| judge.identity().clone()),
            calibrated: parts.judge.is_some()
                || parts
                    .nli
                    .as_ref()
                    .is_some_and(|nli| nli.thresholds().calibrated),
            generator,
            origin: None,
            policy: policy.clone(),
            packs: packs_on(&parts.packs, policy)?.identities(),
            language: Some(lists().to_owned()),
            collection_version: parts.store.stats(collection).await?.version,
        })
    }

    /// What does not run and therefore counts as not passed.
    pub(crate) fn degraded(&self, policy: &Policy) -> Vec<String> {
        let mut degraded = Vec::new();
        if self.parts.nli.is_none() {
            degraded.push(
                "The NLI model is not loaded; claims that it would have judged are unsupported."
                    .to_owned(),
            );
        }
        if let Some(reader) = self
            .parts
            .reader
            .as_ref()
            .filter(|_| policy.verifier == Closeness::Precise)
            && matches!(reader.ready().now_or_never(), Some(Err(_)))
        {
            degraded.push(
                "The reader could not be loaded; claims that it would have judged are unsupported."
                    .to_owned(),
            );
        }
        if policy.second_opinion.ask && self.parts.generator.chat().is_none() {
            degraded.push(
                "Second opinions are switched on, but no chat endpoint is set (generator.base_url); the local verdicts stand.".to_owned(),
            );
        }
        let checks = policy.checks;
        for (name, on) in [
            ("identifiers", checks.identifiers),
            ("numbers", checks.numbers),
            ("dates", checks.dates),
            ("quotes", checks.quotes),
            ("citations", checks.citations),
            ("impossibilities", checks.impossibilities),
            ("self-contradiction", checks.self_contradiction),
            ("patterns", checks.patterns),
            ("assertions", checks.assertions),
            ("NLI", checks.nli),
            ("tables", checks.tables),
        ] {
            if !on {
                degraded.push(format!("The check of {name} is switched off; claims that it would have judged are unsupported."));
            }
        }
        if !checks.instructions {
            degraded.push("The guard against instructions is switched off; questions and passages that give orders to a language model go through.".to_owned());
        }
        degraded
    }
}
