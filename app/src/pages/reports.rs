use crate::components::banner::state_word;
use groundwall_core::report::ReportLine;
use leptos::prelude::*;

pub(crate) fn page(lines: &[ReportLine], search: &str) -> AnyView {
    let list = lines.to_vec();
    let searched = !search.is_empty();
    view! {
        <div class="column wide">
            <h1>"Reports"</h1>
            <form method="get" action="/reports" class="search" role="search">
                <label for="q">"Search in questions and texts"</label>
                <input id="q" type="search" name="q" value=search.to_owned() />
                <button type="submit">"Search"</button>
            </form>
            {if list.is_empty() {
                let text = if searched { "No report matches. Try fewer words." } else { "There are no reports yet. Every question and every verification leaves one here." };
                view! { <p class="empty">{text}</p> }.into_any()
            } else {
                view! {
                    <ol class="lines">
                        {list
                            .into_iter()
                            .map(|line| {
                                let (class, word) = state_word(line.state);
                                view! {
                                    <li>
                                        <a href=format!("/reports/{}", line.id)>{line.title}</a>
                                        <span class=format!("state {class}")>{word}</span>
                                        <span class="time">{format!("{} of {} supported · {}", line.counts.supported, line.counts.checkable(), line.created_at.get(..16).unwrap_or_default().replace('T', " "))}</span>
                                    </li>
                                }
                            })
                            .collect_view()}
                    </ol>
                }
                    .into_any()
            }}
        </div>
    }
    .into_any()
}
