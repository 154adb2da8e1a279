use crate::components::danger::Danger;
use crate::components::lines::Lines;
use crate::components::notice_box::{NoticeBox, Tells};
use crate::components::notices::Notices;
use crate::components::policy_choices::{
    ACTIONS, ChoiceOptions, Choices, DRAFTS, PROMPTS, READERS, SAMPLES, YES_NO,
};
use crate::components::text_field::TextField;
use crate::settings::{
    CHECKS, FurtherModel, ModelFrom, ModelView, Preview, SettingsView, Tried, field_label,
};
use groundwall_core::{Closeness, FinalAction, Policy, Preset, PromptMode};
use leptos::prelude::*;

const UNITS: Choices = &[
    ("share", "% of the document's value"),
    ("absolute", "in the statement's unit"),
];
/// A further unit, of percentages alone.
const POINTS: (&str, &str) = ("points", "percentage points");

fn percent(share: f64) -> String {
    let text = format!("{:.2}", share * 100.0);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

/// The policy as sentences.
fn words(policy: &Policy) -> Vec<String> {
    let drafts = match policy.max_regenerations {
        0 => "Otherwise the answer is not written again".to_owned(),
        1 => "Otherwise the answer is written again, once".to_owned(),
        most => format!("Otherwise the answer is written again, at most {most} times"),
    };
    let end = match policy.final_action {
        FinalAction::Repair => "what failed is taken out and the rest released",
        FinalAction::Notes => "the text is released with a note behind each failed statement",
        FinalAction::Withhold => "nothing is released",
    };
    let prompt = match policy.prompt_mode {
        PromptMode::Strict => "What is written again may say only what the documents say.",
        PromptMode::Acknowledge => {
            "What is written again may also say what the documents do not cover."
        }
    };
    let reading = match (policy.preset, policy.verifier) {
        (Preset::Firewall, Closeness::Precise) => {
            "Two models read each statement against the documents; the second reads closely what the checks have not settled."
        }
        (Preset::Firewall, Closeness::Fast) => {
            "One model reads each statement against the documents; nothing is read closely."
        }
        (Preset::SimilarityNli | Preset::Cosine | Preset::Nli, _) => {
            "A rule for benchmarks is in force instead of the firewall's own."
        }
    };
    let value = serde_json::to_value(policy.checks).unwrap_or_default();
    let off: Vec<&str> = CHECKS
        .into_iter()
        .filter(|(name, ..)| value.get(name).and_then(serde_json::Value::as_bool) == Some(false))
        .map(|(_, label, _)| label)
        .collect();
    let checks = if off.is_empty() {
        "Every check is on.".to_owned()
    } else {
        format!(
            "Switched off: {}. What they would have judged counts as not supported.",
            off.join(", ").to_lowercase()
        )
    };
    vec![
        "A text whose every statement is supported is released as it is.".to_owned(),
        format!(
            "When at least {} of the statements are supported and the documents contradict none, what failed is taken out or put right at once.",
            percent(policy.support_threshold)
        ),
        format!("{drafts}; after that {end}. {prompt}"),
        reading.to_owned(),
        checks,
    ]
}

const FIXED: &str = "Set in the configuration, which wins.";

/// A list with its label; one that the configuration has cannot be changed.
fn choice(view: &SettingsView, name: &'static str, choices: Choices) -> impl IntoView + use<> {
    let label = field_label(name);
    let (value, fixed) = (view.value(name), view.is_fixed(name));
    view! {
        <p>
            <label for=name>{label}</label>
            <select id=name name=name disabled=fixed><ChoiceOptions choices=choices value=&value /></select>
            {fixed.then(|| view! { <span class="aside">{FIXED}</span> })}
        </p>
    }
}

fn band(view: &SettingsView, name: &'static str, points: bool) -> impl IntoView + use<> {
    let field = format!("tolerances.{name}");
    let label = field_label(&field).to_owned();
    let of_unit = format!("Unit for {}", label.to_lowercase());
    let unit = format!("{field}.unit");
    let (value, chosen, fixed) = (view.value(&field), view.value(&unit), view.is_fixed(&field));
    let options = UNITS
        .iter()
        .chain(points.then_some(&POINTS))
        .map(|(name, words)| {
            let now = chosen == *name;
            view! { <option value=*name selected=now>{*words}</option> }
        })
        .collect_view();
    view! {
        <p>
            <label for=field.clone()>{label}</label>
            <span class="pair">
                <input id=field.clone() name=field inputmode="decimal" value=value disabled=fixed />
                <select name=unit aria-label=of_unit disabled=fixed>{options}</select>
            </span>
            {fixed.then(|| view! { <span class="aside">{FIXED}</span> })}
        </p>
    }
}

/// A field that holds a share in percent.
fn share(view: &SettingsView, name: &'static str) -> impl IntoView + use<> {
    let label = field_label(name);
    let (value, fixed) = (view.value(name), view.is_fixed(name));
    view! {
        <p>
            <label for=name>{label}</label>
            <input id=name name=name class="short" inputmode="decimal" value=value disabled=fixed />
            {fixed.then(|| view! { <span class="aside">{FIXED}</span> })}
        </p>
    }
}

fn switches(view: &SettingsView) -> impl IntoView + use<> {
    CHECKS
        .map(|(name, label, what)| {
            let field = format!("checks.{name}");
            let (on, fixed) = (view.form.contains_key(&field), view.is_fixed(&field));
            view! {
                <label class="switch">
                    <input type="checkbox" name=field checked=on disabled=fixed />
                    <span>{label}<span class="aside">{if fixed { format!("{what} {FIXED}") } else { what.to_owned() }}</span></span>
                </label>
            }
        })
        .into_iter()
        .collect_view()
}

fn preview(preview: &Preview) -> impl IntoView + use<> {
    let told = preview
        .told
        .iter()
        .map(|line| view! { <li>{line.clone()}</li> })
        .collect_view();
    let untold = &preview.untold;
    let again = if preview.asked {
        format!("/ask?from={}", preview.report)
    } else {
        format!("/verify?from={}", preview.report)
    };
    let state = match preview.then {
        Some(then) if then == preview.now => format!("It stays {}.", then.words().to_lowercase()),
        Some(then) => format!(
            "{} would be {}.",
            preview.now.words(),
            then.words().to_lowercase()
        ),
        None => format!(
            "{} then; with these values the answer would be written again.",
            preview.now.words()
        ),
    };
    let open = (!untold.is_empty()).then(|| {
        view! {
            <p>"What its record does not tell:"</p>
            <Lines lines=untold />
            <p><a href=again>{if preview.asked { "Ask it again" } else { "Verify it again" }}</a>" once the values are saved."</p>
        }
    });
    view! {
        <section class="notice" id="preview" aria-label="Preview">
            <p><b>"On your last report: "</b><a href=format!("/reports/{}", preview.report)>{preview.title.clone()}</a></p>
            <p class="outcome">{state}</p>
            <ul>{told}</ul>
            {open}
        </section>
    }
}

fn policy_form(view: &SettingsView) -> impl IntoView + use<> {
    let saved = match view.saved {
        0 => "Nothing was changed on this page: the configured values are in force.".to_owned(),
        1 => "1 value was saved on this page.".to_owned(),
        many => format!("{many} values were saved on this page."),
    };
    let fixed = (!view.fixed.is_empty()).then(|| {
        format!(
            "The configuration (file or environment) sets {} and wins over this page.",
            view.fixed.join(", ")
        )
    });
    let reset = (view.saved > 0).then(|| {
        view! { <button type="submit" formaction="/settings/reset" class="quiet">"Back to the configured values"</button> }
    });
    view! {
        <form method="post" action="/settings/preview#preview" class="stacked">
            <p class="aside">{saved}{fixed.map(|text| format!(" {text}"))}" A request can still bring a policy of its own."</p>
            <h3>"Decision"</h3>
            {share(view, "support_threshold").into_any()}
            {share(view, "support_probability").into_any()}
            {choice(view, "max_regenerations", DRAFTS).into_any()}
            {choice(view, "final_action", ACTIONS).into_any()}
            {choice(view, "prompt_mode", PROMPTS).into_any()}
            {choice(view, "verifier", READERS).into_any()}
            {choice(view, "samples", SAMPLES).into_any()}
            {choice(view, "look_up_addresses", YES_NO).into_any()}
            <h3>"Tolerances"</h3>
            <p class="aside">"How far a number may lie from the document's and still count as equal. 0 leaves only rounding. Counts, years, quotations and cells of tables are always exact."</p>
            {band(view, "currency", false).into_any()}
            {band(view, "percentage", true).into_any()}
            {band(view, "ratio", false).into_any()}
            {share(view, "tolerances.approximate").into_any()}
            <fieldset>
                <legend>"Checks"</legend>
                <p class="aside">"What a check that is off would have judged counts as not supported, and reports say so."</p>
                {switches(view).into_any()}
            </fieldset>
            {view.preview.as_ref().map(|found| preview(found).into_any())}
            <p class="buttons">
                <button type="submit" formaction="/settings/preview#preview" class="quiet">"Preview on the last report"</button>
                <button type="submit" formaction="/settings/save">"Save as the default"</button>
                {reset}
            </p>
        </form>
    }
}

fn tried(tried: &Tried) -> impl IntoView + use<> {
    let tells = if tried.worked {
        Tells::Done
    } else {
        Tells::Failed
    };
    view! { <NoticeBox tells=tells said=view! { <p>{tried.text.clone()}</p> } /> }
}

fn model_fields(model: &ModelView) -> impl IntoView + use<> {
    let key = if model.has_key {
        "A key is stored and is never shown. Leave this empty to keep it; it is dropped when the address moves to another host."
    } else {
        "Leave this empty where the endpoint wants none."
    };
    view! {
        <form method="post" action="/settings/model/try#model" class="stacked" autocomplete="off">
            <p>
                <label for="base_url">"Address"</label>
                <input id="base_url" name="base_url" type="url" required value=model.base_url.clone() placeholder="https://api.example.com/v1" aria-describedby="base-help" />
                <span class="aside" id="base-help">"Of an OpenAI-compatible API, such as http://127.0.0.1:11434/v1 for Ollama. Questions and passages are sent there; personal data is masked first where it is not this machine."</span>
            </p>
            <TextField id="model-name" name="model" label="Model" required=true value=model.model.clone() />
            <p>
                <label for="api_key">"Key"</label>
                <input id="api_key" name="api_key" type="password" autocomplete="off" aria-describedby="key-help" />
                <span class="aside" id="key-help">{key}</span>
            </p>
            <p class="buttons">
                <button type="submit" formaction="/settings/model/try#model" class="quiet">"Try it"</button>
                <button type="submit" formaction="/settings/model/save#model">"Save and use it"</button>
            </p>
        </form>
    }
}

fn model(view: &SettingsView) -> impl IntoView + use<> {
    let model = &view.model;
    let fields = match model.from {
        ModelFrom::Nobody => view! {
            <p>"None is set: answers are put together from sentences of your documents. With one, they are written, and checked all the same."</p>
            {model_fields(model).into_any()}
        }
        .into_any(),
        ModelFrom::Page => view! {
            <p>"Answers are written by "<b>{model.in_use.clone()}</b>"."</p>
            {model_fields(model).into_any()}
            <Danger label="Forget the language model" action="/settings/model/forget" said=view! { <p>"This deletes the address, the model's name and the key. Answers are then put together from sentences of your documents."</p> } button="Forget the language model and its key" />
        }
        .into_any(),
        ModelFrom::Configuration => {
            let at = (!model.base_url.is_empty()).then(|| format!(" at {}", model.base_url));
            view! { <p>"Answers are written by "<b>{model.in_use.clone()}</b>{at}". This is set in the configuration (generator.base_url or generator.local), which wins; take it out there to set it here."</p> }
                .into_any()
        }
    };
    view! {
        <section id="model" aria-labelledby="model-heading">
            <h2 id="model-heading">"Language model"</h2>
            {view.tried.as_ref().map(|what| tried(what).into_any())}
            {fields}
            {further(&view.further).into_any()}
        </section>
    }
}

/// A further model, and the button that takes it out.
fn further_line(model: &FurtherModel) -> AnyView {
    let name = format!("{} at {}", model.model, model.base_url);
    if model.fixed {
        return view! { <li>{name}<span class="aside">{FIXED}</span></li> }.into_any();
    }
    let label = format!("Remove {}", model.model);
    view! {
        <li>
            <form method="post" action="/settings/further/remove">
                {name}
                <input type="hidden" name="base_url" value=model.base_url.clone() />
                <input type="hidden" name="model" value=model.model.clone() />
                <button type="submit" class="quiet" aria-label=label>"Remove"</button>
            </form>
        </li>
    }
    .into_any()
}

/// Models that answer questions of high risk too.
fn further(models: &[FurtherModel]) -> impl IntoView + use<> {
    let list = (!models.is_empty()).then(|| {
        let lines: Vec<AnyView> = models.iter().map(further_line).collect();
        view! { <ul>{lines}</ul> }
    });
    view! {
        <div id="further">
            <h3>"Further language models"</h3>
            <p class="aside">"They answer a question that a rule pack calls one of high risk too, and the answers are compared. Such a question and its passages are sent to each of them."</p>
            {list}
            <details>
                <summary>"Add a language model"</summary>
                <form method="post" action="/settings/further/add#further" class="stacked" autocomplete="off">
                    <p>
                        <label for="further-url">"Address"</label>
                        <input id="further-url" name="base_url" type="url" required placeholder="https://api.example.com/v1" />
                    </p>
                    <p>
                        <label for="further-model">"Model"</label>
                        <input id="further-model" name="model" required />
                    </p>
                    <p>
                        <label for="further-key">"Key"</label>
                        <input id="further-key" name="api_key" type="password" autocomplete="off" />
                    </p>
                    <p class="buttons"><button type="submit">"Add it"</button></p>
                </form>
            </details>
        </div>
    }
}

pub(crate) fn page(view: &SettingsView) -> AnyView {
    let sentences = words(&view.policy)
        .into_iter()
        .map(|line| view! { <li>{line}</li> })
        .collect_view();
    view! {
        <div class="column settings">
            <h1>"Settings"</h1>
            <Notices notice=view.notice.as_ref() problem=view.problem.as_ref() />
            <section aria-labelledby="policy-heading">
                <h2 id="policy-heading">"How answers are decided"</h2>
                <ul class="words">{sentences}</ul>
                {policy_form(view).into_any()}
            </section>
            {model(view).into_any()}
        </div>
    }
    .into_any()
}
