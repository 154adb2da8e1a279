//! What ran, with counts and times.

use groundwall_core::Report;
use leptos::prelude::*;

/// What the steps and what they count are called by the engine, and in words. The script tells them as well.
const WORDS: [(&str, &str); 10] = [
    ("Retrieve", "Find passages"),
    ("Read", "Read them"),
    ("Tables", "Compute from tables"),
    ("Draft", "Write"),
    ("Decompose", "Find the statements"),
    ("Verify", "Check each statement"),
    ("Consensus", "Compare the models"),
    ("claims", "statements"),
    ("drafts", "versions"),
    ("windows judged", "places read"),
];

fn words(name: &str) -> &str {
    WORDS
        .iter()
        .find(|(known, _)| *known == name)
        .map_or(name, |(_, words)| words)
}

/// All words, for the script.
pub(crate) fn all_words() -> String {
    serde_json::to_string(&std::collections::BTreeMap::from(WORDS)).unwrap_or_default()
}

/// "1 place read", "3 places read".
fn counted(count: u32, unit: &str) -> String {
    let unit = words(unit);
    let (noun, rest) = unit
        .split_once(' ')
        .map_or((unit, String::new()), |(noun, rest)| {
            (noun, format!(" {rest}"))
        });
    let noun = if count == 1 {
        noun.trim_end_matches('s')
    } else {
        noun
    };
    format!("{count} {noun}{rest}")
}

#[component]
pub(crate) fn Stages<'a>(report: &'a Report) -> impl IntoView + use<> {
    let lines = report.stages.clone();
    let total = format!("{:.2} s", report.elapsed_seconds);
    view! {
        <div class="stages">
            <p class="label">"What ran"</p>
            <ol>
                {lines
                    .into_iter()
                    .map(|stage| {
                        view! {
                            <li>
                                <span>{words(&stage.name).to_owned()}</span>
                                <span>{counted(stage.count, &stage.unit)}</span>
                                <span class="time">{format!("{} ms", stage.milliseconds)}</span>
                            </li>
                        }
                    })
                    .collect_view()}
                <li class="total"><span>"Elapsed"</span><span></span><span class="time">{total}</span></li>
            </ol>
        </div>
    }
}
