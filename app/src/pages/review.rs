use crate::components::empty_list::EmptyList;
use crate::components::leaf::Leaf;
use crate::components::note_field::NoteField;
use crate::components::notice::NoticeOf;
use crate::components::options::Options;
use crate::components::problem_notice::ProblemNotice;
use crate::components::review::priority;
use crate::components::review_forms::ReviewForms;
use crate::components::review_reasons::ReviewReasons;
use crate::components::review_status::ReviewStatus;
use crate::components::select_field::SelectField;
use crate::components::text_field::TextField;
use crate::components::who;
use crate::page::Notice;
use groundwall_core::review::severity_name;
use groundwall_core::{Problem, ReportId, Review, ReviewFilter, ReviewPage, ReviewState, Severity};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// What a person has to look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReviewView {
    pub found: ReviewPage,
    pub filter: ReviewFilter,
    pub notice: Option<Notice>,
    /// A decision that was just made and can be taken back.
    pub undo: Option<ReportId>,
    pub problem: Option<Problem>,
    /// Whether there is a queue.
    pub on: bool,
}

/// Who asked, and of which documents where some were named.
fn sent(review: &Review) -> Option<AnyView> {
    let by = review.asked_by.as_ref();
    let by = by.map(|by| format!("Sent {}.", who::by(by)));
    let names: Vec<String> = review
        .scope
        .documents
        .iter()
        .map(ToString::to_string)
        .collect();
    let of = (!names.is_empty()).then(|| format!("Only of {}.", names.join(", ")));
    let words: Vec<String> = by.into_iter().chain(of).collect();
    (!words.is_empty()).then(|| view! { <p class="aside">{words.join(" ")}</p> }.into_any())
}

fn case(review: &Review) -> AnyView {
    let id = review.report.0.clone();
    let chosen = review.state.is_open().then(|| {
        let label = format!("Choose “{}”", review.title);
        view! { <input type="checkbox" name="id" value=id.clone() form="many" aria-label=label /> }
    });
    view! {
        <li class="case" id=format!("r-{id}") tabindex="-1">
            <h2>{chosen}<a href=format!("/reports/{id}")>{review.title.clone()}</a></h2>
            <ReviewStatus review=review />
            {sent(review)}
            <ReviewReasons review=review />
            <ReviewForms review=review />
        </li>
    }
    .into_any()
}

fn finder(filter: &ReviewFilter) -> AnyView {
    let severities = [
        Severity::Critical,
        Severity::High,
        Severity::Medium,
        Severity::Low,
    ];
    let owned = |(name, words): (&str, &str)| (name.to_owned(), words.to_owned());
    let states = [("", "Open"), ("all", "All")].into_iter();
    let states = states
        .chain(ReviewState::ALL.map(|state| (state.name(), state.words())))
        .map(owned)
        .collect();
    let priorities = std::iter::once(("", "Any"))
        .chain(severities.map(|one| (severity_name(one), priority(one))))
        .map(owned)
        .collect();
    view! {
        <form method="get" action="/review" class="filters queue-filter" aria-label="Filter">
            <div class="fields">
                <SelectField id="state" name="state" label="State" options=view! { <Options choices=states value=&filter.state /> } />
                <SelectField id="priority" name="priority" label="Priority" options=view! { <Options choices=priorities value=&filter.priority /> } />
                <TextField id="assignee" name="assignee" label="Assigned to" value=filter.assignee.clone() />
                <p><button type="submit" class="quiet">"Apply filters"</button></p>
            </div>
        </form>
    }
    .into_any()
}

/// Several alike, by their boxes.
fn many() -> AnyView {
    view! {
        <form method="post" action="/review/decisions" id="many" class="decide">
            <h2>"Decide all that are chosen"</h2>
            <NoteField id="many-note" label="Note" />
            <button type="submit" name="decision" value="approved" class="quiet">"All are false alarms"</button>
            <button type="submit" name="decision" value="rejected" class="quiet">"All are real problems"</button>
        </form>
    }
    .into_any()
}

/// "3 reports wait, 1 of them too long."
fn told(page: &ReviewPage) -> String {
    let open = match page.open {
        0 => "No report waits for a decision.".to_owned(),
        1 => "1 report waits for a decision".to_owned(),
        more => format!("{more} reports wait for a decision"),
    };
    match (page.open, page.overdue) {
        (0, _) => open,
        (_, 0) => format!("{open}; none is overdue."),
        (_, 1) => format!("{open}; 1 is overdue."),
        (_, late) => format!("{open}; {late} are overdue."),
    }
}

fn address(filter: &ReviewFilter, after: u32) -> String {
    let fields = [
        ("state", filter.state.as_str()),
        ("priority", filter.priority.as_str()),
        ("assignee", filter.assignee.as_str()),
    ];
    let parts: Vec<String> = fields
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| format!("{name}={}&", super::reports::encoded(text)))
        .collect();
    format!("/review?{}after={after}", parts.concat())
}

fn empty(view: &ReviewView) -> AnyView {
    let text = match (view.on, view.filter == ReviewFilter::default()) {
        (false, _) => {
            "The queue is switched off (review.queue in the configuration): nothing is put into it."
        }
        (true, true) => {
            "Nothing waits. A report comes here when something serious was found in it, or when somebody disputes a verdict."
        }
        (true, false) => "No review matches.",
    };
    let next = ("/review?state=all", "Show what was decided");
    view! { <EmptyList text=text next=next /> }.into_any()
}

pub(crate) fn page(view: &ReviewView) -> AnyView {
    let found = &view.found;
    let undo = view.undo.as_ref().map(|id| {
        view! {
            <form method="post" action=format!("/review/{id}/undo")><button type="submit" class="quiet">"Take the decision back"</button></form>
        }
        .into_any()
    });
    let list = if found.reviews.is_empty() {
        empty(view)
    } else {
        let cases: Vec<AnyView> = found.reviews.iter().map(case).collect();
        let open = found.reviews.iter().any(|review| review.state.is_open());
        view! { <ol class="reviews">{cases}</ol>{open.then(many)} }.into_any()
    };
    let next = found.next.map(|after| {
        let links = view! { <a href=address(&view.filter, after) rel="next">"Further reviews"</a> };
        view! { <Leaf label="Pages of reviews" links=links.into_any() /> }
    });
    view! {
        <div class="column wide">
            <h1>"Review"</h1>
            <NoticeOf notice=view.notice.as_ref() undo=undo />
            <ProblemNotice problem=view.problem.as_ref() />
            <p class="lead">{told(found)}</p>
            {finder(&view.filter)}
            {list}
            {next}
            <p class="below"><a href="/review/calibration">"What the decisions say about the settings"</a></p>
            <p class="aside script">"Keys: "<kbd>"j"</kbd>" and "<kbd>"k"</kbd>" go from report to report, "<kbd>"a"</kbd>" is a false alarm, "<kbd>"r"</kbd>" a real problem, "<kbd>"Enter"</kbd>" opens the report."</p>
        </div>
    }
    .into_any()
}
