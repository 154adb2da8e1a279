//! What ran, with counts and times.

use groundwall_core::Report;
use leptos::prelude::*;

/// "1 window judged", "3 windows judged".
fn counted(count: u32, unit: &str) -> String {
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
                                <span>{stage.name}</span>
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
