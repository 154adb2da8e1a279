use crate::components::banner::{state_mark, state_word};
use crate::components::danger::Danger;
use crate::components::empty_line::EmptyLine;
use crate::components::icons::VerdictMark;
use crate::components::leaf::Leaf;
use crate::components::moment::minute;
use crate::components::paging::Paging;
use crate::components::post_button::PostButton;
use crate::components::queue::time;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Batch, BatchLine, BatchRow, ReadAs, ReportState, RowState};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Rows on one page.
pub const ROWS: usize = 100;

/// A file of many answers, and what became of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BatchView {
    pub batch: Batch,
    /// Place of the first row that is shown.
    pub from: usize,
    /// Whether only answers are shown that do not hold as a whole.
    pub look: bool,
}

/// "40 answers".
fn answers(count: u32) -> String {
    if count == 1 {
        "1 answer".to_owned()
    } else {
        format!("{count} answers")
    }
}

/// "12 of 40 answers to go, about 2 minutes left"
pub(crate) fn left(line: &BatchLine) -> String {
    let BatchLine {
        rows,
        waiting,
        paused,
        ..
    } = line;
    match (waiting, paused) {
        (0, _) => answers(*rows),
        (waiting, true) => format!("paused, {waiting} of {} to go", answers(*rows)),
        (waiting, false) => {
            let about = line
                .seconds_left
                .map(|seconds| format!(", about {} left", time(seconds)))
                .unwrap_or_default();
            format!("{waiting} of {} to go{about}", answers(*rows))
        }
    }
}

/// How many of a text's statements hold, in few words.
fn statements(counts: VerdictCounts) -> String {
    let all = counts.checkable();
    let mut said = vec![match all {
        0 => "no statement to check".to_owned(),
        all => format!("{} of {all} found", counts.supported),
    }];
    if counts.refuted > 0 {
        said.push(format!("{} contradicted", counts.refuted));
    }
    if counts.unsupported > 0 {
        said.push(format!("{} not found", counts.unsupported));
    }
    said.join(", ")
}

/// Whether the file has no text there: nothing that could be verified, now or later.
fn is_empty(row: &BatchRow) -> bool {
    row.state == RowState::Failed && row.beginning.is_empty()
}

fn row(row: &BatchRow) -> AnyView {
    let (class, state) = match (row.state, row.outcome) {
        (RowState::Done, Some(outcome)) => {
            let (class, word) = state_word(outcome);
            (
                class,
                view! { <VerdictMark mark=state_mark(outcome) />" "{word} }.into_any(),
            )
        }
        (RowState::Waiting, _) => ("waiting", "Waiting".into_any()),
        _ if is_empty(row) => ("failed", "No text".into_any()),
        (RowState::Failed, _) | (RowState::Done, None) => {
            ("failed", "Could not be verified".into_any())
        }
    };
    let name = (!row.name.is_empty()).then(|| view! { <b>{row.name.clone()}</b>" " });
    let number = row.number;
    let said = match (&row.reason, row.counts) {
        (Some(reason), _) => view! { <span class="reason">{reason.clone()}</span> }.into_any(),
        (None, Some(counts)) => statements(counts).into_any(),
        (None, None) => ().into_any(),
    };
    let report = row.report.as_ref().map(|report| {
        view! { <a href=format!("/reports/{report}") aria-label=format!("Report of answer {number}")>"Report"</a> }
    });
    view! {
        <tr class=class>
            <td class="number">{number}</td>
            <th scope="row">{name}<span class="beginning">{row.beginning.clone()}</span></th>
            <td class="state">{state}</td>
            <td>{said}</td>
            <td>{report}</td>
        </tr>
    }
    .into_any()
}

/// Of how many answers what became, each with its shape. `empty`: rows without a text.
fn tally(line: &BatchLine, empty: u32) -> AnyView {
    let outcomes = ReportState::ALL
        .into_iter()
        .zip(line.outcomes)
        .filter(|(_, count)| *count > 0)
        .map(|(state, count)| {
            let (class, word) = state_word(state);
            view! { <li class=class><VerdictMark mark=state_mark(state) />" "<b>{count}</b>" "{word}</li> }
        })
        .collect_view();
    let counted = |count: u32, words: &'static str| {
        (count > 0).then(|| view! { <li class="failed"><b>{count}</b>{words}</li> })
    };
    let failed = counted(line.failed.saturating_sub(empty), " could not be verified");
    let empty = counted(empty, " without a text");
    view! { <ul class="tally">{outcomes}{failed}{empty}</ul> }.into_any()
}

/// What can be done with a batch as a whole.
fn actions(line: &BatchLine, empty: u32) -> AnyView {
    let base = format!("/batches/{}", line.id);
    let act = |what: &'static str, label: &'static str| {
        view! { <PostButton action=format!("{base}/{what}") label=label /> }
    };
    let switch = match (line.waiting, line.paused) {
        (0, _) => None,
        (_, true) => Some(act("resume", "Go on")),
        (_, false) => Some(act("pause", "Pause after this answer")),
    };
    let again = (line.failed > empty).then(|| act("retry", "Try again what could not be verified"));
    let export = format!("/api/v1{base}/export?format=");
    view! {
        <div class="actions">{switch}{again}</div>
        <p class="files">
            <span>"Table of results as"</span>
            <a href=format!("{export}csv") download="">"CSV"</a>
            <a href=format!("{export}json") download="">"JSON"</a>
        </p>
        <p class="files"><a href="/verify#many">"Verify another file"</a></p>
    }
    .into_any()
}

/// How far it is; kept up to date by script as long as something waits.
fn progress(batch: &Batch, empty: u32, address: &str) -> AnyView {
    let line = &batch.line;
    let through = line.rows.saturating_sub(line.waiting);
    let running = line.waiting > 0;
    let said = match (line.waiting, line.paused) {
        (0, _) => format!("{}, every one is through.", answers(line.rows)),
        (waiting, true) => format!(
            "Paused: {through} of {} through, {waiting} to go.",
            answers(line.rows)
        ),
        (_, false) => {
            let about = line
                .seconds_left
                .map(|seconds| format!(", about {} left", time(seconds)))
                .unwrap_or_default();
            format!("{through} of {} through{about}.", answers(line.rows))
        }
    };
    view! {
        <p class="outcome" role="status">{said}</p>
        {running.then(|| view! {
            <progress max=line.rows value=through aria-label="Answers that are through"></progress>
            <p class="unscripted"><a href=address.to_owned()>"See how far it is now"</a></p>
        })}
        {tally(line, empty)}
    }
    .into_any()
}

fn pages(base: &str, look: bool, from: usize, shown: usize, all: usize) -> Option<AnyView> {
    let end = from.saturating_add(shown);
    let link = |from: usize, label: &'static str| {
        let look = if look { "&look=1" } else { "" };
        (format!("{base}?from={from}{look}"), label)
    };
    (all > ROWS).then(|| {
        let said = if shown == 0 {
            "No rows. ".to_owned()
        } else {
            format!("Rows {} to {end} of {all}. ", from.saturating_add(1))
        };
        let before = (from > 0).then(|| link(from.saturating_sub(ROWS), "Earlier"));
        let behind = (end < all).then(|| link(end, "Later"));
        view! { <Paging said=said before=before behind=behind /> }.into_any()
    })
}

pub(crate) fn page(view: &BatchView) -> AnyView {
    let BatchView { batch, from, look } = view;
    let (from, look) = (*from, *look);
    let line = &batch.line;
    let base = format!("/batches/{}", line.id);
    let needs = |row: &&BatchRow| {
        row.state == RowState::Failed
            || row
                .outcome
                .is_some_and(|outcome| outcome != ReportState::Verified)
    };
    let listed: Vec<&BatchRow> = batch
        .answers
        .iter()
        .filter(|row| !look || needs(row))
        .collect();
    let empty = batch.answers.iter().filter(|row| is_empty(row)).count();
    let empty = u32::try_from(empty).unwrap_or(u32::MAX);
    let looked = batch.answers.iter().filter(needs).count();
    let shown: Vec<AnyView> = listed
        .iter()
        .skip(from)
        .take(ROWS)
        .map(|one| row(one))
        .collect();
    let (count, all) = (shown.len(), listed.len());
    let how = match line.read_as {
        ReadAs::Answer => "Each read as a whole answer",
        ReadAs::Claims => "Each read as one claim per line",
    };
    let at = minute(&line.added_at);
    let here = if look {
        format!("{base}?look=1")
    } else {
        base.clone()
    };
    let current = |now: bool| now.then_some("page");
    let looks = view! {
        <a href=base.clone() aria-current=current(!look)>{format!("All {}", line.rows)}</a>
        <a href=format!("{base}?look=1") aria-current=current(look)>{format!("{looked} to look at")}</a>
    };
    view! {
        <div class="column wide">
            <h1>{line.name.clone()}</h1>
            <div class="batch" data-live=(line.waiting > 0 && !line.paused).then(|| format!("{here}{}from={from}", if look { "&" } else { "?" }))>
                {progress(batch, empty, &here)}
                {actions(line, empty)}
                <Leaf label="Rows" links=looks.into_any() />
                <div class="scroll" tabindex="0" role="region" aria-label="Results">
                    <table class="results">
                        <thead><tr>
                            <th scope="col" class="number">"Row"</th><th scope="col">"Answer"</th><th scope="col">"State"</th><th scope="col">"Statements"</th>
                            <th scope="col"><span class="visually-hidden">"Report"</span></th>
                        </tr></thead>
                        <tbody>{shown}</tbody>
                    </table>
                </div>
                {(all == 0).then(|| view! { <EmptyLine said="Nothing to look at so far." /> })}
                {pages(&base, look, from, count, all)}
            </div>
            <p class="aside below">{how}", against the documents at the time. Sent "{at}"."</p>
            <Danger label="Delete this table" action=format!("{base}/delete") said=view! { <p>{format!("The table and the texts of {} are deleted for good. Reports stay.", answers(line.rows))}</p> } button=format!("Delete {}", line.name) />
        </div>
    }
    .into_any()
}
