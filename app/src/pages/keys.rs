use crate::components::empty_line::EmptyLine;
use crate::components::moment::day;
use crate::components::notices::Notices;
use crate::components::page_head::PageHead;
use crate::keys::{KeyFields, KeysView, NewlyMade};
use groundwall_core::key::MAX_NAME;
use groundwall_core::{ApiKey, Collection, CollectionId, KeyScope};
use leptos::prelude::*;

/// What a collection is called; the id of one that is gone.
fn name_of(id: &CollectionId, collections: &[Collection]) -> String {
    let found = collections.iter().find(|one| one.id == *id);
    found.map_or_else(|| id.0.clone(), |one| one.name.clone())
}

/// "read, ask · all collections · 60 requests a minute"
fn bounds(key: &ApiKey, collections: &[Collection]) -> String {
    let scopes: Vec<&str> = key.scopes.iter().map(|scope| scope.name()).collect();
    let reached = if key.collections.is_empty() {
        "all collections".to_owned()
    } else {
        let names = key.collections.iter().map(|id| name_of(id, collections));
        names.collect::<Vec<_>>().join(", ")
    };
    let rate = key
        .per_minute
        .map(|rate| format!(" · {rate} requests a minute"));
    format!(
        "{} · {reached}{}",
        scopes.join(", "),
        rate.unwrap_or_default()
    )
}

fn line(key: &ApiKey, collections: &[Collection]) -> AnyView {
    let end = match &key.revoked_at {
        Some(at) => view! { <span class="state">{format!("revoked {}", day(at))}</span> }.into_any(),
        None => view! {
            <form method="post" action=format!("/keys/{}/revoke", key.id)>
                <button type="submit" class="quiet" aria-label=format!("Revoke {}", key.name)>"Revoke"</button>
            </form>
        }
        .into_any(),
    };
    let about = format!(
        "gw_{}_… · {} · made {}",
        key.id,
        bounds(key, collections),
        day(&key.created_at)
    );
    view! {
        <li>
            <span class="title">{key.name.clone()}</span>
            {end}
            <span class="time"><span>{about}</span></span>
        </li>
    }
    .into_any()
}

/// What a program does with the key: in a shell, and in Python. Each can be copied as a whole.
fn quick_start(new: &NewlyMade) -> [(&'static str, String); 2] {
    let NewlyMade { key, address, .. } = new;
    let shell = format!(
        "curl {address}/api/v1/questions -H 'Authorization: Bearer {key}' \\\n  -H 'Content-Type: application/json' -d '{{\"question\": \"How long is the bridge?\"}}'"
    );
    let python = format!(
        "from openai import OpenAI\n\nclient = OpenAI(base_url=\"{address}/v1\", api_key=\"{key}\")\n\
         question = {{\"role\": \"user\", \"content\": \"How long is the bridge?\"}}\n\
         print(client.chat.completions.create(model=\"any\", messages=[question]).choices[0].message)"
    );
    [
        ("In a shell", shell),
        ("In Python, with a language model set", python),
    ]
}

fn made(new: &NewlyMade) -> AnyView {
    let lines = quick_start(new)
        .map(|(name, code)| view! { <p class="label">{name}</p><pre><code>{code}</code></pre> })
        .into_iter()
        .collect_view();
    view! {
        <section class="notice" role="status" aria-label="The new key">
            <p>{format!("The key “{}” was made. Copy it now: it is not shown again.", new.about.name)}</p>
            <p><code class="whole">{new.key.clone()}</code></p>
            {lines}
        </section>
    }
    .into_any()
}

fn tick(name: &'static str, value: String, label: String, on: bool) -> AnyView {
    view! { <label><input type="checkbox" name=name value=value checked=on />" "{label}</label> }
        .into_any()
}

fn form(typed: &KeyFields, collections: &[Collection]) -> AnyView {
    let scopes = KeyScope::ALL.map(|scope| {
        let label = format!("{}: {}", scope.name(), scope.words());
        tick(
            "scope",
            scope.name().to_owned(),
            label,
            typed.scopes.contains(&scope),
        )
    });
    let reached = collections.iter().map(|one| {
        let on = typed.collections.contains(&one.id.0);
        tick("collection", one.id.0.clone(), one.name.clone(), on)
    });
    view! {
        <form method="post" action="/keys" class="stacked">
            <h2>"New key"</h2>
            <label for="name">"Name of the program or person"</label>
            <input id="name" name="name" required maxlength=MAX_NAME.to_string() value=typed.name.clone() />
            <fieldset><legend>"May"</legend>{scopes.into_iter().collect_view()}</fieldset>
            <fieldset><legend>"Collections that it reaches (none ticked: all, also later ones)"</legend>{reached.collect_view()}</fieldset>
            <label for="per_minute">"Requests in a minute (empty: no limit of its own)"</label>
            <input id="per_minute" name="per_minute" class="short" inputmode="numeric" value=typed.per_minute.clone() />
            <p class="buttons"><button type="submit">"Make the key"</button></p>
        </form>
    }
    .into_any()
}

pub(crate) fn page(view: &KeysView) -> AnyView {
    let lead = if view.required {
        "Every request needs a key: that of the configuration, or one of these."
    } else {
        "On this machine no key is needed. A program that sends one may do only what its key allows. To ask everybody for a key, set server.require_key in the configuration."
    };
    let list = if view.keys.is_empty() {
        view! { <EmptyLine said="There is no key yet." /> }.into_any()
    } else {
        let lines: Vec<AnyView> = view
            .keys
            .iter()
            .map(|key| line(key, &view.collections))
            .collect();
        view! { <ol class="lines">{lines}</ol> }.into_any()
    };
    view! {
        <div class="column wide">
            <PageHead title="Keys" lead=lead />
            <Notices notice=view.notice.as_ref() problem=view.problem.as_ref() />
            {view.new.as_ref().map(made)}
            {list}
            {form(&view.typed, &view.collections)}
        </div>
    }
    .into_any()
}
