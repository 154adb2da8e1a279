//! The guard's findings as a report has them.

use super::{Asked, Severity, blocks};
use groundwall_core::Severity as Weight;
use groundwall_core::governance::{GuardFinding, GuardReading, GuardState};
use groundwall_core::policy::GuardLayers;

/// Words of an order that are shown, at most.
pub const SHOWN: usize = 80;

/// A name on the wire.
fn name(value: impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        Ok(_) | Err(_) => String::new(),
    }
}

impl Asked {
    /// The decision on the question, by the layers that were on.
    pub fn reading(self, layers: GuardLayers) -> GuardReading {
        let on = [
            ("patterns", layers.patterns),
            ("classifier", self.probability.is_some()),
            ("structure", layers.structure),
        ];
        let state = if blocks(&self.findings) {
            GuardState::Refused
        } else {
            GuardState::Passed
        };
        let findings = self.findings.into_iter().map(|finding| GuardFinding {
            kind: name(finding.kind),
            layer: name(finding.layer),
            severity: match finding.severity {
                Severity::Low => Weight::Low,
                Severity::Medium => Weight::Medium,
                Severity::High => Weight::High,
            },
            words: finding.what.chars().take(SHOWN).collect(),
            decoded: finding.decoded.map(str::to_owned),
        });
        GuardReading {
            state,
            layers: on
                .into_iter()
                .filter(|(_, on)| *on)
                .map(|(name, _)| name.to_owned())
                .collect(),
            probability: self.probability,
            findings: findings.collect(),
        }
    }
}
