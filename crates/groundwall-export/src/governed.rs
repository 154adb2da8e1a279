//! What rule packs and guard said, in an export for people.

use crate::outline::Outline;
use groundwall_core::Report;
use groundwall_core::governance::{Governance, GuardState, UncertaintyBand};

impl Outline {
    /// The guard's decision, the intents, the uncertainty; then what each rule of a pack answered.
    pub(crate) fn governed(&mut self, report: &Report) {
        let rows = report.governance.as_deref().map(facts).unwrap_or_default();
        self.table("What governed it", vec!["What", "Value"], rows);
        let answers = report
            .rules
            .iter()
            .map(|rule| {
                let actions: Vec<&str> = rule.actions.iter().map(|one| one.name()).collect();
                vec![
                    format!("{}/{} {}", rule.pack, rule.version, rule.rule),
                    rule.state.word().to_owned(),
                    rule.note.clone(),
                    actions.join(", "),
                ]
            })
            .collect();
        self.table(
            "Rules of packs",
            vec!["Rule", "Answer", "What", "What it does"],
            answers,
        );
    }
}

fn row(name: &str, value: String) -> Vec<String> {
    vec![name.to_owned(), value]
}

fn facts(governance: &Governance) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    if let Some(guard) = &governance.guard {
        let state = match guard.state {
            GuardState::Off => "switched off",
            GuardState::Passed => "passed",
            GuardState::Refused => "refused as an order to the app",
        };
        let found: Vec<String> = guard
            .findings
            .iter()
            .map(|finding| format!("{}: “{}”", finding.kind.replace('_', " "), finding.words))
            .collect();
        rows.push(row(
            "Guard",
            format!("{state}. {}", found.join("; ")).trim().to_owned(),
        ));
    }
    for intent in &governance.intents {
        let value = format!("{}, risk {} ({})", intent.name, intent.risk, intent.source);
        rows.push(row("Intent", value));
    }
    if let Some(found) = &governance.uncertainty {
        let band = match found.band {
            UncertaintyBand::Serve => "serve",
            UncertaintyBand::Advise => "serve with advice",
            UncertaintyBand::Escalate => "a person has to look",
        };
        rows.push(row("Uncertainty", format!("{:.2}, {band}", found.value)));
    }
    for document in &governance.stale {
        let value = format!(
            "{}: {} days old, review every {} days ({})",
            document.name, document.days, document.review_days, document.tier
        );
        rows.push(row("Past its review", value));
    }
    rows
}
