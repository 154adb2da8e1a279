use crate::components::banner::{state_mark, state_word};
use crate::components::empty_list::EmptyList;
use crate::components::icons::VerdictMark;
use crate::components::leaf::Leaf;
use crate::components::moment::minute;
use crate::components::notices::Notices;
use crate::components::options::Options;
use crate::components::select_field::SelectField;
use crate::components::text_field::TextField;
use crate::page::Notice;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Problem, ReportFilter, ReportLine, ReportPage, ReportState};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// The history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReportsView {
    pub found: ReportPage,
    pub filter: ReportFilter,
    /// Names that can be filtered by.
    pub documents: Vec<String>,
    pub notice: Option<Notice>,
    pub problem: Option<Problem>,
}

/// A part of an address.
pub(crate) fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}

/// Address of a page of the history with the same filter.
fn address(filter: &ReportFilter, after: Option<i64>) -> String {
    let fields = [
        ("search", &filter.search),
        ("state", &filter.state),
        ("document", &filter.document),
        ("from", &filter.from),
        ("to", &filter.to),
        ("tag", &filter.tag),
        ("collection", &filter.collection),
    ];
    let mut parts: Vec<String> = fields
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(name, text)| format!("{name}={}", encoded(text)))
        .collect();
    parts.extend(after.map(|after| format!("after={after}")));
    if parts.is_empty() {
        "/reports".to_owned()
    } else {
        format!("/reports?{}", parts.join("&"))
    }
}

/// "2 of 3 statements supported".
fn supported(counts: VerdictCounts) -> String {
    match counts.checkable() {
        0 => "no statement to check".to_owned(),
        1 => format!("{} of 1 statement supported", counts.supported),
        all => format!("{} of {all} statements supported", counts.supported),
    }
}

fn line(line: &ReportLine) -> impl IntoView + use<> {
    let (class, word) = state_word(line.state);
    let counts = line.counts;
    let made = minute(&line.created_at);
    let tags = line
        .tags
        .iter()
        .map(|tag| {
            let href = format!("/reports?tag={}", encoded(tag));
            view! { <a class="tag" href=href>{tag.clone()}</a> }
        })
        .collect_view();
    view! {
        <li>
            <a class="title" href=format!("/reports/{}", line.id)>{line.title.clone()}</a>
            <span class=format!("state {class}")><VerdictMark mark=state_mark(line.state) />{word}</span>
            <span class="time">
                <span>{format!("{} · {made}", supported(counts))}</span>
                {tags}
                <a href=format!("/reports/{}/edit", line.id)>"Rename, tag, delete"<span class="visually-hidden">{format!(": {}", line.title)}</span></a>
            </span>
        </li>
    }
}

fn form(filter: &ReportFilter, documents: &[String]) -> impl IntoView + use<> {
    let states = ReportState::ALL
        .map(|state| (state.name().to_owned(), state.words().to_owned()))
        .to_vec();
    let states =
        view! { <option value="">"Any"</option><Options choices=states value=&filter.state /> };
    let names = documents
        .iter()
        .map(|name| view! { <option value=name.clone()></option> })
        .collect_view();
    let more = [
        &filter.state,
        &filter.document,
        &filter.from,
        &filter.to,
        &filter.tag,
    ]
    .into_iter()
    .any(|text| !text.is_empty());
    view! {
        <form method="get" action="/reports" class="finder" role="search">
            {(!filter.collection.is_empty()).then(|| view! { <input type="hidden" name="collection" value=filter.collection.clone() /> })}
            <div class="search">
                <label for="search">"Search in questions and answers"</label>
                <input id="search" type="search" name="search" value=filter.search.clone() />
                <button type="submit">"Search"</button>
            </div>
            <details class="filters" open=more>
                <summary>"Filters"</summary>
                <div class="fields">
                    <SelectField id="state" name="state" label="State" options=states />
                    <p><label for="document">"Cites the document"</label><input id="document" name="document" list="names" value=filter.document.clone() /><datalist id="names">{names}</datalist></p>
                    <p><label for="from">"From"</label><input id="from" type="date" name="from" value=filter.from.clone() /></p>
                    <p><label for="to">"To"</label><input id="to" type="date" name="to" value=filter.to.clone() /></p>
                    <TextField id="tag" name="tag" label="Tag" value=filter.tag.clone() />
                </div>
                <p><button type="submit" class="quiet">"Apply filters"</button></p>
            </details>
        </form>
    }
}

/// "3 reports match.", "120 reports."
fn found(page: &ReportPage, filter: &ReportFilter) -> String {
    match (page.total, filter.narrows()) {
        (1, true) => "1 report matches.".to_owned(),
        (total, true) => format!("{total} reports match."),
        (1, false) => "1 report.".to_owned(),
        (total, false) => format!("{total} reports."),
    }
}

pub(crate) fn page(view: &ReportsView) -> AnyView {
    let ReportsView {
        found: found_page,
        filter,
        documents,
        notice,
        problem,
    } = view;
    let narrowed = filter.narrows();
    let list = if found_page.reports.is_empty() {
        let text = if narrowed {
            "No report matches. Try fewer words or filters."
        } else {
            "There are no reports yet. Every question and every verification leaves one here."
        };
        let next = if narrowed {
            ("/reports", "Show all reports")
        } else {
            ("/ask", "Ask a question")
        };
        view! { <EmptyList text=text next=next /> }.into_any()
    } else {
        let lines = found_page
            .reports
            .iter()
            .map(|one| line(one).into_any())
            .collect_view();
        view! {
            <p class="aside">{found(found_page, filter)}{narrowed.then(|| view! { " "<a href="/reports">"Show all"</a> })}</p>
            <ol class="lines">{lines}</ol>
        }
        .into_any()
    };
    let older = found_page.next.map(|next| address(filter, Some(next)));
    let newest = filter.after.map(|_| address(filter, None));
    let turns = older.is_some() || newest.is_some();
    view! {
        <div class="column wide">
            <h1>"Reports"</h1>
            <Notices notice=notice.as_ref() problem=problem.as_ref() />
            {form(filter, documents).into_any()}
            {list}
            {turns
                .then(|| {
                    let links = view! {
                        {newest.map(|href| view! { <a href=href>"Newest reports"</a> })}
                        {older.map(|href| view! { <a href=href rel="next">"Older reports"</a> })}
                    };
                    view! { <Leaf label="Pages of reports" links=links.into_any() /> }
                })}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::address;
    use groundwall_core::ReportFilter;

    #[test]
    fn addresses_keep_the_filter() {
        let filter = ReportFilter {
            search: "a&b=ü".to_owned(),
            state: "verified".to_owned(),
            ..ReportFilter::default()
        };
        assert_eq!(
            address(&filter, Some(7)),
            "/reports?search=a%26b%3D%C3%BC&state=verified&after=7"
        );
        assert_eq!(address(&ReportFilter::default(), None), "/reports");
    }
}
