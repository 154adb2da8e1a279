use super::holdings;
use crate::components::degraded::Degraded;
use groundwall_core::{ModelIdentity, Status};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

const STEPS: [(&str, &str); 7] = [
    (
        "Retrieve",
        "Passages are found by meaning (dense vectors) and by words (BM25), fused by reciprocal rank with k = 60.",
    ),
    (
        "Read",
        "The reader looks for what answers each part of the question. When nothing does, no answer is drafted; what leaves is read once more.",
    ),
    (
        "Draft",
        "The configured generator answers from these passages only.",
    ),
    (
        "Decompose",
        "The draft is taken apart into claims that stand alone.",
    ),
    (
        "Check",
        "Every claim fetches its own windows of one to three sentences. Numbers, dates, names and quotes are compared exactly.",
    ),
    (
        "Judge",
        "Two three-way models say entailment, neutral or contradiction. The screen reads every window; the reader, twice as deep, then reads the windows that matter and their sentences joined. A small judge weighs both. None outvotes a clash or an absence.",
    ),
    (
        "Decide",
        "All supported: released. Most supported and nothing refuted: repaired. Otherwise drafted again, at most twice, then repaired or withheld.",
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
        serde_json::Value::Null
        | serde_json::Value::Number(_)
        | serde_json::Value::Array(_)
        | serde_json::Value::Object(_) => value.to_string(),
    }
}

pub(crate) fn page(view: &AboutView) -> AnyView {
    let AboutView { status } = view;
    let from = &status.provenance;
    let policy = serde_json::to_value(&from.policy)
        .ok()
        .and_then(|value| value.as_object().cloned())
        .unwrap_or_default();
    let calibrated = if from.judge.is_some() {
        "weighed by the judge; its probability is that of a claim which is as likely supported as not"
    } else if from.calibrated {
        "calibrated"
    } else {
        "uncalibrated: temperature 1, support when entailment is the largest label, refutation above one half"
    };
    view! {
        <div class="column">
            <h1>"About this Groundwall"</h1>
            <Degraded lines=&status.degraded />
            <h2>"How a claim is decided"</h2>
            <ol class="steps">{STEPS.map(|(name, text)| view! { <li><b>{name}</b>". "{text}</li> }).into_iter().collect_view()}</ol>
            <h2>"Models"</h2>
            <dl class="models">
                {model("Embedder", from.embedder.as_ref())}
                {model("Screen", from.verifier.as_ref())}
                {model("Reader", from.reader.as_ref())}
                {model("Judge", from.judge.as_ref())}
                <dt>"Scores"</dt><dd>{calibrated}</dd>
                <dt>"Generator"</dt><dd>{status.generator.clone()}</dd>
                <dt>"Store"</dt><dd>{status.store.clone()}": "{holdings(status)}</dd>
                <dt>"Version"</dt><dd>{from.groundwall.clone()}</dd>
            </dl>
            <h2>"Policy in force"</h2>
            <div class="scroll">
                <table class="policy">
                    <tbody>
                        {policy
                            .into_iter()
                            .map(|(name, value)| {
                                let shown = if let serde_json::Value::Object(inner) = &value { inner.iter().map(|(name, value)| format!("{} {}", name.replace('_', " "), plain(value))).collect::<Vec<_>>().join(", ") } else { plain(&value) };
                                view! { <tr><th scope="row">{name.replace('_', " ")}</th><td>{shown}</td></tr> }
                            })
                            .collect_view()}
                    </tbody>
                </table>
            </div>
            <h2>"What to know"</h2>
            <p>"The bundled verifier reads English. It finds what is off topic or plainly contradicted and is weak on close reading: swapped roles and turned antonyms can pass it. Read the quoted evidence before you rely on a verdict."</p>
        </div>
    }
    .into_any()
}
