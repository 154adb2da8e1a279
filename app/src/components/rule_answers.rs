//! The answers of the rules of packs.

use super::data_table::DataTable;
use super::governed::action;
use groundwall_core::{RuleAnswer, RuleState};
use leptos::prelude::*;

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
            <DataTable head=["Rule", "Answer", "What", "What it does"] rows=rows />
        }
    });
    Some(
        view! { <details class="rules"><summary>{format!("Rules of packs: {label}")}</summary>{table}</details> }
            .into_any(),
    )
}
