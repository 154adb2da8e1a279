use super::holdings;
use crate::components::degraded::Degraded;
use crate::components::generator::written_by;
use groundwall_core::{ModelIdentity, Status};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

const STEPS: [(&str, &str); 7] = [
    (
        "Find passages",
        "Passages of your documents are found by meaning and by words, and both lists become one.",
    ),
    (
        "Read them",
        "A model looks in them for what answers each part of the question. Where nothing does, no answer is written.",
    ),
    (
        "Write",
        "The answer is put together from sentences of these passages or, where a language model is set up, written from them alone.",
    ),
    (
        "Find the statements",
        "The answer, or the text that you paste, is taken apart into statements that can be checked one by one.",
    ),
    (
        "Compare",
        "For each statement the sentences are looked up that can decide it. Numbers, dates, names and quotations are compared exactly, and what a table can tell is computed again.",
    ),
    (
        "Judge",
        "Two models read the statement beside these sentences: does it follow from them, do they contradict it, or neither? The second reads more closely. A third weighs what both say. No model outvotes another value or a missing name.",
    ),
    (
        "Decide",
        "Where every statement holds, the answer is shown as it is. Otherwise what failed is taken out, or the answer is written again or held back.",
    ),
];

/// How this server is set up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AboutView {
    pub status: Status,
}

fn model(role: &'static str, identity: Option<&ModelIdentity>) -> impl IntoView + use<> {
    let Some(identity) = identity.cloned() else {
        return view! { <dt>{role}</dt><dd>"not loaded"</dd> }.into_any();
    };
    view! {
        <dt>{role}</dt>
        <dd>
            {identity.name}<br />
            <span class="aside">{format!("revision {}, {}, {}", identity.revision, identity.license, identity.kernel)}</span><br />
            <code>{identity.sha256}</code>
        </dd>
    }
    .into_any()
}

/// A value as a reader writes it: on or off, and no more digits than were set.
fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
        serde_json::Value::Number(number) if number.is_f64() => number
            .as_f64()
            .map_or_else(String::new, |number| (number as f32).to_string()),
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        serde_json::Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| format!("{} {}", name.replace('_', " "), plain(value)))
            .collect::<Vec<_>>()
            .join(", "),
        serde_json::Value::Null => "not set".to_owned(),
        serde_json::Value::Number(_) => value.to_string(),
    }
}

pub(crate) fn page(view: &AboutView) -> AnyView {
    let AboutView { status } = view;
    let from = &status.provenance;
    let policy = serde_json::to_value(&from.policy)
        .ok()
        .and_then(|value| value.as_object().cloned())
        .unwrap_or_default();
    let rows = policy
        .into_iter()
        .map(|(name, value)| {
            view! { <tr><th scope="row">{name.replace('_', " ")}</th><td>{plain(&value)}</td></tr> }
        })
        .collect_view();
    let calibrated = if from.judge.is_some() {
        "weighed by the judge; 50 % means that a statement is as likely supported as not"
    } else if from.calibrated {
        "calibrated"
    } else {
        "not calibrated: a statement is supported where that is the likeliest of the three, and contradicted above one half"
    };
    view! {
        <div class="column">
            <h1>"About this server"</h1>
            <Degraded lines=&status.degraded />
            <h2>"How a statement is decided"</h2>
            <ol class="steps">{STEPS.map(|(name, text)| view! { <li><b>{name}</b>". "{text}</li> }).into_iter().collect_view()}</ol>
            <h2>"Models"</h2>
            <dl class="models">
                {model("Finds by meaning (embedder)", from.embedder.as_ref())}
                {model("Reads first (screen)", from.verifier.as_ref())}
                {model("Reads closely (reader)", from.reader.as_ref())}
                {model("Weighs (judge)", from.judge.as_ref())}
                <dt>"Probabilities"</dt><dd>{calibrated}</dd>
                <dt>"Answers"</dt><dd>{written_by(&status.generator)}</dd>
                <dt>"Storage"</dt><dd>{status.store.clone()}": "{holdings(status)}</dd>
                <dt>"Version"</dt><dd>{from.groundwall.clone()}</dd>
            </dl>
            <h2>"Policy in force"</h2>
            <p>"What it does stands in "<a href="/settings">"Settings"</a>" in words. Here are its values, by the names of the API."</p>
            <div class="scroll"><table class="policy"><tbody>{rows}</tbody></table></div>
            <h2>"What to know"</h2>
            <p>"The models read English. A wrong statement can pass where only the kind of a thing, a similar name, or who did what to whom was changed; a right one can be missed where it is put in quite other words. Read the quoted words before you rely on a verdict."</p>
        </div>
    }
    .into_any()
}
