//! What rule packs and guard said, for a report and for a text that is tried.

use groundwall_core::governance::{
    Consensus, ConsensusOutcome, Governance, GuardReading, GuardState, IntentAnswer, PanelAnswer,
    PanelStand, Uncertainty, UncertaintyBand,
};
use groundwall_core::{Finding, Report, RuleAnswer, RuleState};
use leptos::prelude::*;

/// What an action does, in words.
pub(crate) fn action(name: &str) -> &'static str {
    match name {
        "flag" => "marks it",
        "replace" => "puts its own words in place of the sentence",
        "append" => "adds a note at the end",
        "mask" => "covers it",
        "remove" => "takes the sentence out",
        "correct" => "puts the documents' value in",
        "warn" => "warns the reader",
        "alert" => "tells the server's log",
        "block" => "lets nothing leave",
        "escalate" => "asks for a person",
        _ => "acts",
    }
}

/// "return guarantee".
pub(crate) fn plain(name: &str) -> String {
    name.replace('_', " ")
}

/// Types of what packs found in a sentence.
#[component]
pub(crate) fn FoundTags<'a>(findings: Vec<&'a Finding>) -> Vec<AnyView> {
    let mut names: Vec<String> = findings
        .iter()
        .map(|finding| plain(finding.kind.name()))
        .collect();
    names.sort();
    names.dedup();
    names
        .into_iter()
        .map(|name| view! { <span class="found-tag">{name}</span> }.into_any())
        .collect()
}

/// What packs found in a part of the delivered text.
pub(crate) fn of_part<'a>(report: &'a Report, text: &str, claims: &[u32]) -> Vec<&'a Finding> {
    let within = |finding: &&Finding| {
        let of_claim = claims.contains(&finding.claim);
        match finding.detected.as_deref() {
            Some(words) => text.contains(words) && (of_claim || finding.claim == 0),
            None => of_claim,
        }
    };
    report.findings.iter().filter(within).collect()
}

fn actions(rule: &RuleAnswer) -> String {
    let mut words: Vec<String> = rule
        .actions
        .iter()
        .map(|one| action(one.name()).to_owned())
        .collect();
    words.extend(
        rule.escalation
            .map(|due| format!("within {} minutes", due.within)),
    );
    words.join(", ")
}

/// The answers of rules: broken ones first, then those that hold; how many had nothing to look at.
#[component]
pub(crate) fn RuleAnswers<'a>(answers: &'a [RuleAnswer]) -> Option<AnyView> {
    if answers.is_empty() {
        return None;
    }
    let of = |state: RuleState| answers.iter().filter(move |rule| rule.state == state);
    let rows: Vec<AnyView> = of(RuleState::Broken)
        .chain(of(RuleState::Holds))
        .map(|rule| {
            view! {
                <tr>
                    <th scope="row">{format!("{} {}", rule.pack, rule.rule)}</th>
                    <td>{rule.state.word()}</td>
                    <td>{rule.note.clone()}</td>
                    <td>{actions(rule)}</td>
                </tr>
            }
            .into_any()
        })
        .collect();
    let silent = of(RuleState::NoData).count();
    let label = format!(
        "{} broken, {} hold, {silent} with nothing to look at",
        of(RuleState::Broken).count(),
        of(RuleState::Holds).count()
    );
    let table = (!rows.is_empty()).then(|| {
        view! {
            <div class="scroll" tabindex="0">
                <table>
                    <thead><tr><th scope="col">"Rule"</th><th scope="col">"Answer"</th><th scope="col">"What"</th><th scope="col">"What it does"</th></tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    });
    Some(
        view! { <details class="rules"><summary>{format!("Rules of packs: {label}")}</summary>{table}</details> }
            .into_any(),
    )
}

fn guard_sentence(guard: &GuardReading) -> String {
    let read = match guard.layers.len() {
        1 => "1 layer read it".to_owned(),
        count => format!("{count} layers read it"),
    };
    match guard.state {
        GuardState::Off => {
            "The guard is switched off: nobody looked whether the question gives orders.".to_owned()
        }
        GuardState::Passed => format!("The question asks, and gives no order to the app ({read})."),
        GuardState::Refused => {
            format!("The question gives an order to the app and was not answered ({read}).")
        }
    }
}

/// The guard's decision on the question.
#[component]
pub(crate) fn GuardDecision<'a>(guard: &'a GuardReading) -> AnyView {
    let lines: Vec<AnyView> = guard
        .findings
        .iter()
        .map(|finding| {
            let hidden = finding
                .decoded
                .as_ref()
                .map(|how| format!(", written as {how}"))
                .unwrap_or_default();
            let about = format!(
                ": {} ({}, {})",
                plain(&finding.kind),
                finding.layer,
                format!("{:?}", finding.severity).to_lowercase()
            );
            view! { <li><q>{finding.words.clone()}</q>{hidden}{about}</li> }.into_any()
        })
        .collect();
    let list = (!lines.is_empty()).then(|| view! { <ul>{lines}</ul> });
    let probability = guard
        .probability
        .map(|value| view! { <span class="aside">{format!(" Learned probability of an order: {value:.2}.")}</span> });
    view! { <div class="guard"><p class="label">"Guard"</p><p>{guard_sentence(guard)}{probability}</p>{list}</div> }
        .into_any()
}

/// What the question is after.
#[component]
pub(crate) fn Intents<'a>(intents: &'a [IntentAnswer]) -> Option<AnyView> {
    let lines: Vec<AnyView> = intents
        .iter()
        .map(|intent| {
            let note = intent
                .disclaimer
                .clone()
                .map(|words| view! { " An answer has to say: "<q>{words}</q> });
            view! { <li>{format!("{}, risk {} ({})", intent.name, intent.risk, intent.source)}{note}</li> }
                .into_any()
        })
        .collect();
    (!lines.is_empty())
        .then(|| view! { <p class="label">"What is asked for"</p><ul>{lines}</ul> }.into_any())
}

fn uncertainty_sentence(found: &Uncertainty) -> String {
    let advice = match found.band {
        UncertaintyBand::Serve => "fit to be used as it is",
        UncertaintyBand::Advise => "read the sources before you rely on it",
        UncertaintyBand::Escalate => "have a person look at it",
    };
    format!("Uncertainty {:.2} of 1: {advice}.", found.value)
}

#[component]
fn UncertaintyOf<'a>(found: &'a Uncertainty) -> AnyView {
    let lines: Vec<AnyView> = found
        .signals
        .iter()
        .map(|signal| {
            let value = signal
                .value
                .map_or_else(|| "absent".to_owned(), |value| format!("{value:.3}"));
            view! { <li>{format!("{} {value}: {}", plain(&signal.name), signal.note)}</li> }
                .into_any()
        })
        .collect();
    view! { <p class="label">"How sure"</p><p>{uncertainty_sentence(found)}</p><details><summary>"Its signals"</summary><ul>{lines}</ul></details> }
        .into_any()
}

fn consensus_sentence(found: &Consensus) -> String {
    let answered = found
        .answers
        .iter()
        .filter(|answer| matches!(answer.stand, PanelStand::Agrees | PanelStand::Dissents))
        .count();
    let agree = found
        .answers
        .iter()
        .filter(|answer| answer.stand == PanelStand::Agrees)
        .count();
    let what = match found.outcome {
        ConsensusOutcome::Approved => "they say the same".to_owned(),
        ConsensusOutcome::Majority => format!("{agree} say this"),
        ConsensusOutcome::Partial => {
            format!("only {agree} say this; read the sources before you rely on it")
        }
        ConsensusOutcome::Escalated => {
            "they say different things; have a person look at it".to_owned()
        }
        ConsensusOutcome::NotCompared => "nothing was compared".to_owned(),
    };
    format!(
        "{answered} of {} language models answered: {what}. This took {:.1} s more.",
        found.answers.len(),
        found.added_milliseconds as f64 / 1_000.0
    )
}

fn panel_answer(answer: &PanelAnswer) -> AnyView {
    let stand = match answer.stand {
        PanelStand::Agrees => "agrees",
        PanelStand::Dissents => "says otherwise",
        PanelStand::Failed => "did not answer",
        PanelStand::Late => "did not answer in time",
    };
    let text = answer.text.clone().map(|text| view! { ": "<q>{text}</q> });
    view! { <li>{format!("{} {stand}", answer.model)}{text}</li> }.into_any()
}

/// How far several language models agree, with what each said.
#[component]
fn ConsensusOf<'a>(found: &'a Consensus) -> AnyView {
    let lines: Vec<AnyView> = found.answers.iter().map(panel_answer).collect();
    let note = found.note.clone().map(|note| format!(" {note}"));
    view! {
        <p class="label">"Several language models"</p>
        <p>{consensus_sentence(found)}{note}</p>
        <details><summary>"What each said, not verified"</summary><ul>{lines}</ul></details>
    }
    .into_any()
}

/// All that governed a question and its answer.
#[component]
pub(crate) fn Governed<'a>(governance: &'a Governance) -> AnyView {
    let stale: Vec<AnyView> = governance
        .stale
        .iter()
        .map(|document| {
            let line = format!(
                "{}: stored {} days ago; {} asks for a review every {} days.",
                document.name, document.days, document.tier, document.review_days
            );
            view! { <li>{line}</li> }.into_any()
        })
        .collect();
    let stale = (!stale.is_empty())
        .then(|| view! { <p class="label">"Documents past their review"</p><ul>{stale}</ul> });
    view! {
        <div class="governed">
            {governance.guard.as_ref().map(|guard| view! { <GuardDecision guard=guard /> })}
            <Intents intents=&governance.intents />
            {governance.uncertainty.as_ref().map(|found| view! { <UncertaintyOf found=found /> })}
            {governance.consensus.as_ref().map(|found| view! { <ConsensusOf found=found /> })}
            {stale}
        </div>
    }
    .into_any()
}
