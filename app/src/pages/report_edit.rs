use crate::components::danger::Danger;
use crate::components::moment::day;
use crate::components::page_head::PageHead;
use crate::components::problem_notice::ProblemNotice;
use groundwall_core::history::{MAX_TAGS, MAX_TITLE};
use groundwall_core::{Problem, ReportLine};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Title, tags and deletion of a report; the fields hold what was typed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportEditView {
    pub line: ReportLine,
    pub title: String,
    pub tags: String,
    pub problem: Option<Problem>,
}

/// What is lost with a report.
fn lost(line: &ReportLine) -> String {
    let counts = line.counts;
    let all = counts.checkable().saturating_add(counts.unverifiable);
    let statements = if all == 1 {
        "1 statement".to_owned()
    } else {
        format!("{all} statements")
    };
    format!(
        "This deletes “{}” of {} for good: question, text, every version of it, and the verdicts on {statements} with their evidence. Links to it stop working, and it leaves the figures of Insights. Documents stay; so do files that you exported.",
        line.title,
        day(&line.created_at)
    )
}

pub(crate) fn page(view: &ReportEditView) -> AnyView {
    let ReportEditView {
        line,
        title,
        tags,
        problem,
    } = view;
    let id = line.id.clone();
    view! {
        <div class="column">
            <PageHead title="Rename, tag, delete" lead=view! { <a href=format!("/reports/{id}")>{line.title.clone()}</a> } />
            <ProblemNotice problem=problem.as_ref() />
            <form method="post" action=format!("/reports/{id}/label") class="stacked">
                <p>
                    <label for="title">"Title"</label>
                    <input id="title" name="title" value=title.clone() maxlength=MAX_TITLE.to_string() aria-describedby="title-help" />
                    <span class="aside" id="title-help">"Its name in the list. Leave it empty to name it by its question. The report itself stays as it was recorded."</span>
                </p>
                <p>
                    <label for="tags">"Tags"</label>
                    <input id="tags" name="tags" value=tags.clone() aria-describedby="tags-help" />
                    <span class="aside" id="tags-help">{format!("At most {MAX_TAGS}, with commas between them.")}</span>
                </p>
                <button type="submit">"Save title and tags"</button>
            </form>
            <Danger label="Delete this report" action=format!("/reports/{id}/delete") said=view! { <p>{lost(line)}</p> } button="Delete this report for good" />
        </div>
    }
    .into_any()
}
