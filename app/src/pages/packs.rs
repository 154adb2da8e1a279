use crate::components::area::area;
use crate::components::data_table::DataTable;
use crate::components::found_tags::FoundTags;
use crate::components::governed::{action, plain};
use crate::components::guard_decision::GuardDecision;
use crate::components::intents::Intents;
use crate::components::marked::{MarkedText, Why};
use crate::components::notices::Notices;
use crate::components::options::Options;
use crate::components::post_button::PostButton;
use crate::components::rule_answers::RuleAnswers;
use crate::components::select_field::SelectField;
use crate::components::text_field::TextField;
use crate::packs::{PackExample, PackRule, PackTrial, PackTried, PackView, PacksView};
use groundwall_core::Finding;
use leptos::prelude::*;

/// What a sort of rule is, in words.
fn sort(name: &str) -> &'static str {
    match name {
        "pattern" => "Words to look for",
        "identifier" => "Number of a record",
        "lexicon" => "Known names",
        "numeric" => "Named figure",
        "intent" => "What a question is after",
        "tier" => "Documents of one authority",
        "compliance" => "Rule",
        _ => "Rule of another sort",
    }
}

fn example(example: &PackExample) -> AnyView {
    let question = example
        .question
        .clone()
        .map(|text| view! { <span class="aside">"Asked: "{text}</span><br /> });
    let found = if example.findings.is_empty() {
        "Nothing is found.".to_owned()
    } else {
        let names: Vec<String> = example.findings.iter().map(|name| plain(name)).collect();
        format!("Found: {}.", names.join(", "))
    };
    let left = example
        .text
        .clone()
        .filter(|text| *text != example.input)
        .map(|text| view! { <br /><span class="aside">"What leaves: "</span><q>{text}</q> });
    view! { <li>{question}<q>{example.input.clone()}</q><br /><span class="aside">{found}</span>{left}</li> }
        .into_any()
}

/// The button that switches a rule, and what is said of one that is off.
fn switch(rule: &PackRule, pack: &PackView, fixed: bool) -> Option<AnyView> {
    let on = rule.on?;
    let said = (!on).then(|| view! { <span class="aside">"Off. "</span> });
    let (label, to) = if on {
        ("Switch this rule off", "off")
    } else {
        ("Switch this rule on", "on")
    };
    let action = format!("/packs/{}/{}/{to}", pack.name, rule.id);
    let button = (pack.on && !fixed).then(|| view! { <PostButton action=action label=label /> });
    Some(view! { {said}{button} }.into_any())
}

fn rule(rule: &PackRule, pack: &PackView, fixed: bool) -> AnyView {
    let does: Vec<&str> = rule.actions.iter().map(|name| action(name)).collect();
    let does = (!does.is_empty())
        .then(|| view! { <br /><span class="aside">{format!("Where it is broken: {}.", does.join(", "))}</span> });
    let shown: Vec<AnyView> = rule
        .examples
        .iter()
        .filter_map(|place| pack.examples.get(*place))
        .take(3)
        .map(example)
        .collect();
    let count = if shown.len() == 1 {
        "An example"
    } else {
        "Examples"
    };
    let shown = (!shown.is_empty()).then(
        || view! { <details><summary>{count}</summary><ul class="examples">{shown}</ul></details> },
    );
    view! {
        <li>
            <b>{rule.id.clone()}</b>
            <span class="aside">{format!(" {}", sort(&rule.sort))}</span>
            <br />{rule.text.clone()}{does}{shown}
            {switch(rule, pack, fixed)}
        </li>
    }
    .into_any()
}

fn pack(pack: &PackView, fixed: bool) -> AnyView {
    let from = match (pack.on, pack.shipped) {
        (true, true) => "On. Part of the program.",
        (true, false) => "On. From the directory of your own packs.",
        (false, true) => "Off. Part of the program.",
        (false, false) => "Off. From the directory of your own packs.",
    };
    let also: Vec<&str> = [
        (pack.tables, "names columns and rows of tables"),
        (pack.structured, "checks answers in JSON"),
    ]
    .into_iter()
    .filter(|(has, _)| *has)
    .map(|(_, words)| words)
    .collect();
    let also = (!also.is_empty()).then(|| format!(" It {}.", also.join(" and ")));
    let rules: Vec<AnyView> = pack
        .rules
        .iter()
        .map(|one| rule(one, pack, fixed))
        .collect();
    let off = pack
        .rules
        .iter()
        .filter(|one| one.on == Some(false))
        .count();
    let count = match rules.len() {
        0 => "No rules over texts".to_owned(),
        1 => "1 rule".to_owned(),
        many => format!("{many} rules"),
    };
    let count = if off == 0 {
        count
    } else {
        format!("{count}, {off} switched off")
    };
    let rules = if rules.is_empty() {
        view! { <p class="aside">{count}</p> }.into_any()
    } else {
        view! { <details><summary>{count}</summary><ul class="pack-rules">{rules}</ul></details> }
            .into_any()
    };
    view! {
        <section class="pack" id=format!("pack-{}", pack.name)>
            <h3>{format!("{} {}", pack.name, pack.version)}</h3>
            <p class="aside">{from}{also}" SHA-256 "<code>{pack.sha256.clone()}</code></p>
            {rules}
        </section>
    }
    .into_any()
}

fn switches(view: &PacksView) -> AnyView {
    let boxes: Vec<AnyView> = view
        .packs
        .iter()
        .map(|pack| {
            let off = pack.always || view.fixed;
            view! {
                <label class="switch">
                    <input type="checkbox" name=format!("pack.{}", pack.name) checked=pack.on disabled=off />
                    <span>{pack.name.clone()}<span class="aside">{pack.description.clone()}</span></span>
                </label>
            }
            .into_any()
        })
        .collect();
    let end = if view.fixed {
        view! { <p class="aside">"The configuration (policy.packs) says which are on, and wins over this page."</p> }
            .into_any()
    } else {
        let saved = if view.saved {
            "What is on was saved on this page."
        } else {
            "The configured packs are on."
        };
        view! { <p class="aside">{saved}" A request can still name its own."</p><p class="buttons"><button type="submit">"Save which are on"</button></p> }
            .into_any()
    };
    view! {
        <form method="post" action="/packs/save" class="stacked">
            <fieldset><legend>"Packs that are on"</legend>{boxes}</fieldset>
            {end}
        </form>
    }
    .into_any()
}

fn try_form(view: &PacksView) -> AnyView {
    let PackTried {
        text,
        question,
        evidence,
        with,
    } = view.tried.clone();
    let alone = view
        .packs
        .iter()
        .map(|pack| (pack.name.clone(), format!("{} alone", pack.name)))
        .collect();
    let on = with.is_empty();
    let options = view! { <option value="" selected=on>"Those that are on"</option><Options choices=alone value=&with /> };
    view! {
        <form method="post" action="/packs/try#tried" class="stacked">
            <p>
                <label for="try-text">"Text"</label>
                <textarea id="try-text" name="text" rows="4">{area(&text)}</textarea>
            </p>
            <TextField id="try-question" name="question" label="Question that it answers, if any" value=question />
            <p>
                <label for="try-evidence">"What the documents say, if anything"</label>
                <textarea id="try-evidence" name="evidence" rows="2">{area(&evidence)}</textarea>
            </p>
            <SelectField id="try-with" name="with" label="Packs" options=options />
            <p class="buttons"><button type="submit">"Try it"</button></p>
        </form>
    }
    .into_any()
}

fn found(findings: &[Finding]) -> AnyView {
    if findings.is_empty() {
        return view! { <p>"No rule found anything in it."</p> }.into_any();
    }
    let rows: Vec<AnyView> = findings
        .iter()
        .map(|finding| {
            view! {
                <tr>
                    <td>{plain(finding.kind.name())}</td>
                    <td>{format!("{:?}", finding.severity).to_lowercase()}</td>
                    <td>{finding.detected.clone().unwrap_or_default()}</td>
                    <td>{finding.description.clone()}</td>
                    <td>{finding.source.clone()}</td>
                </tr>
            }
            .into_any()
        })
        .collect();
    view! {
        <DataTable head=["Type", "Severity", "Words", "What", "Rule"] rows=rows />
    }
    .into_any()
}

fn trial(trial: &PackTrial, text: &str) -> AnyView {
    let needles: Vec<(String, Why)> = trial
        .findings
        .iter()
        .filter_map(|finding| Some((finding.detected.clone()?, Why::Rule)))
        .collect();
    let shown = (!text.trim().is_empty()).then(|| {
        view! { <p class="tried-text"><MarkedText text=text needles=&needles /><FoundTags findings=trial.findings.iter().collect() /></p> }
    });
    let left = match (&trial.blocked, &trial.left) {
        (Some(why), _) => {
            view! { <p>{format!("Nothing of it would leave: {why}.")}</p> }.into_any()
        }
        (None, Some(left)) if left == text.trim() => {
            view! { <p>"As an answer it would leave as it is."</p> }.into_any()
        }
        (None, Some(left)) => {
            view! { <p>"As an answer it would leave as: "<q>{left.clone()}</q></p> }.into_any()
        }
        (None, None) => ().into_any(),
    };
    let does: Vec<&str> = trial.actions.iter().map(|name| action(name)).collect();
    let does = (!does.is_empty())
        .then(|| view! { <p>{format!("What the rules do: {}.", does.join(", "))}</p> });
    let warned: Vec<AnyView> = trial
        .warnings
        .iter()
        .map(|line| view! { <li>{line.clone()}</li> }.into_any())
        .collect();
    let warned =
        (!warned.is_empty()).then(|| view! { <p>"The reader is warned:"</p><ul>{warned}</ul> });
    view! {
        <section class="notice" id="tried" aria-label="What came of it">
            {trial.guard.as_ref().map(|guard| view! { <GuardDecision guard=guard /> })}
            <Intents intents=&trial.intents />
            {shown}
            {found(&trial.findings)}
            {does}
            {left}
            {warned}
            <RuleAnswers answers=&trial.rules />
        </section>
    }
    .into_any()
}

pub(crate) fn page(view: &PacksView) -> AnyView {
    let packs: Vec<AnyView> = view.packs.iter().map(|one| pack(one, view.fixed)).collect();
    view! {
        <div class="column settings packs">
            <h1>"Rule packs"</h1>
            <Notices notice=view.notice.as_ref() problem=view.problem.as_ref() />
            <p>"What a trade, a law or a house adds to the checks. A pack finds, marks, covers or puts right; it never makes a statement supported."</p>
            {switches(view)}
            <h2>"Try a text"</h2>
            <p class="aside">"Nothing is kept."</p>
            {try_form(view)}
            {view.trial.as_ref().map(|found| trial(found, &view.tried.text))}
            <h2>"The rules of each pack"</h2>
            {packs}
        </div>
    }
    .into_any()
}
