//! What rule packs and guard said, in an export for people.

use crate::outline::Outline;
use groundwall_core::Report;
use groundwall_core::governance::{
    Consensus, ConsensusOutcome, Governance, GuardReading, GuardState, PanelAnswer, PanelStand,
    UncertaintyBand,
};

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
    rows.extend(governance.guard.as_ref().map(guarded));
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
    if let Some(found) = &governance.consensus {
        rows.push(agreed(found));
        rows.extend(found.answers.iter().map(answered));
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

/// What the guard made of the question.
fn guarded(guard: &GuardReading) -> Vec<String> {
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
    let value = format!("{state}. {}", found.join("; "));
    row("Guard", value.trim().to_owned())
}

/// How far several language models say the same.
fn agreed(found: &Consensus) -> Vec<String> {
    let outcome = match found.outcome {
        ConsensusOutcome::Approved => "all say the same",
        ConsensusOutcome::Majority => "most say the same",
        ConsensusOutcome::Partial => "a part says the same",
        ConsensusOutcome::Escalated => "they say different things; a person has to look",
        ConsensusOutcome::NotCompared => "nothing was compared",
    };
    let score = found
        .score
        .map(|score| format!(", {score:.2} in one group"))
        .unwrap_or_default();
    let value = format!("{outcome}{score}, {} ms more", found.added_milliseconds);
    row("Several language models", value)
}

/// What one of these models answered.
fn answered(answer: &PanelAnswer) -> Vec<String> {
    let stand = match answer.stand {
        PanelStand::Agrees => "agrees",
        PanelStand::Dissents => "says otherwise",
        PanelStand::Failed => "did not answer",
        PanelStand::Late => "did not answer in time",
    };
    let text = answer.text.as_deref().map(|text| format!(": “{text}”"));
    let value = format!("{stand}{} ", text.unwrap_or_default());
    row(&answer.model, value.trim().to_owned())
}
