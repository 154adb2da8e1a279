//! What holds, in one quiet line: the state as shape, word and colour, then a sentence as a colleague would say it. The meter is the row of the claims' shapes.

use super::icons::{Mark, VerdictMark};
use super::meter::Meter;
use super::place::Place;
use groundwall_core::report::AskedPart;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Report, ReportState, Verdict};
use leptos::prelude::*;

pub(crate) fn state_word(state: ReportState) -> (&'static str, &'static str) {
    match state {
        ReportState::Verified => ("verified", "Verified"),
        ReportState::PartlyVerified => ("partly", "Partly verified"),
        ReportState::NotVerified => ("not", "Not verified"),
        ReportState::NothingToCheck => ("neutral", "Nothing to check"),
        ReportState::NotCovered => ("neutral", "Not covered"),
    }
}

/// The shape of a state, as that of a verdict.
pub(crate) fn state_mark(state: ReportState) -> Mark {
    match state {
        ReportState::Verified => Mark::Verdict(Verdict::Supported),
        ReportState::PartlyVerified => Mark::Verdict(Verdict::Unsupported),
        ReportState::NotVerified => Mark::Verdict(Verdict::Refuted),
        ReportState::NothingToCheck | ReportState::NotCovered => {
            Mark::Verdict(Verdict::Unverifiable)
        }
    }
}

/// "one statement", "3 statements".
pub(crate) fn statements(count: usize) -> String {
    if count == 1 {
        "one statement".to_owned()
    } else {
        format!("{count} statements")
    }
}

/// How many of the statements of a text stand in the documents, and what is wrong with the others.
fn tally(counts: VerdictCounts) -> String {
    let all = counts.checkable();
    let first = match (counts.supported, counts.refuted, all) {
        (1, _, 1) => return "This is in your documents.".to_owned(),
        (0, 1, 1) => return "Your documents contradict this.".to_owned(),
        (0, _, 1) => return "This was not found in your documents.".to_owned(),
        (2, _, 2) => return "Both statements are in your documents.".to_owned(),
        (some, _, all) if some == all => {
            return format!("All {all} statements are in your documents.");
        }
        (0, _, all) => format!("None of {all} statements is in your documents"),
        (1, _, all) => format!("1 of {all} statements is in your documents"),
        (some, _, all) => format!("{some} of {all} statements are in your documents"),
    };
    let verb = |count: u32| if count == 1 { "is" } else { "are" };
    let mut said = vec![first];
    if counts.refuted > 0 {
        said.push(format!(
            "{} {} contradicted",
            counts.refuted,
            verb(counts.refuted)
        ));
    }
    if counts.unsupported > 0 {
        said.push(format!(
            "{} {} not found",
            counts.unsupported,
            verb(counts.unsupported)
        ));
    }
    format!("{}.", said.join("; "))
}

/// What was done to the answer of a question, and which parts of it were found.
fn of_answer(report: &Report, counts: VerdictCounts) -> String {
    let mut said: Vec<String> = Vec::new();
    let asked = &report.asked;
    let missing: Vec<String> = asked
        .iter()
        .filter(|part| part.found == Some(false))
        .map(|part| format!("“{}”", part.text))
        .collect();
    if !missing.is_empty() {
        said.push(format!(
            "{} of {} parts found; not found: {}",
            asked.len().saturating_sub(missing.len()),
            asked.len(),
            missing.join(", ")
        ));
    }
    let removed = report.removed.len();
    if removed > 0 {
        let verb = if removed == 1 { "was" } else { "were" };
        said.push(format!("{} {verb} removed", statements(removed)));
    }
    let failed = counts.checkable().saturating_sub(counts.supported);
    if failed > 0 {
        said.push(tally(counts).trim_end_matches('.').to_owned());
    } else if missing.is_empty() && removed > 0 && counts.supported > 0 {
        said.push("every statement that is left is in your documents".to_owned());
    } else if missing.is_empty() && counts.supported > 0 {
        said.push("every statement is in your documents".to_owned());
    }
    if asked.iter().any(|part| part.found.is_none()) {
        said.push("whether this answers the question was not judged".to_owned());
    } else if asked.iter().any(AskedPart::is_unsure) {
        said.push("whether this answers the question is not sure".to_owned());
    }
    let said = said.join("; ");
    let mut letters = said.chars();
    let first: String = letters
        .next()
        .map(|c| c.to_uppercase().to_string())
        .unwrap_or_default();
    let notes: String = asked
        .iter()
        .filter_map(|part| Some(format!(" {}", part.note.as_ref()?)))
        .collect();
    format!("{first}{}.{notes}", letters.as_str())
}

/// The banner without what stands behind it in lines of its own.
fn without_remarks(report: &Report) -> String {
    let remarks = report.remarks.iter();
    remarks.fold(report.banner.clone(), |banner, remark| {
        banner.replace(&format!(" {remark}"), "")
    })
}

/// What a reader is told beside the state, a line each.
fn remarks(report: &Report) -> Option<AnyView> {
    let lines: Vec<AnyView> = report
        .remarks
        .iter()
        .map(|remark| view! { <p class="remark">{remark.clone()}</p> }.into_any())
        .collect();
    (!lines.is_empty()).then(|| lines.into_any())
}

/// The sentence behind the state.
pub(crate) fn sentence(report: &Report) -> String {
    let counts = VerdictCounts::of(report.claims.iter().map(|claim| claim.verdict));
    let withheld = report.delivered.is_none();
    let drafts = match report.regenerations() {
        0 => String::new(),
        1 => " An earlier version was discarded.".to_owned(),
        more => format!(" {more} earlier versions were discarded."),
    };
    let sentence = match report.state {
        _ if report.table.is_some() => without_remarks(report),
        ReportState::NothingToCheck => without_remarks(report),
        // A rule pack lets nothing leave, and says why.
        ReportState::PartlyVerified | ReportState::NotVerified
            if withheld && !report.remarks.is_empty() =>
        {
            "The answer was withheld.".to_owned()
        }
        ReportState::NotCovered if withheld => report.banner.clone(),
        ReportState::NotCovered => {
            "What the documents say comes near, but does not answer the question.".to_owned()
        }
        ReportState::Verified if report.question.is_none() => tally(counts),
        ReportState::Verified if counts.supported == 1 => "This is in your documents.".to_owned(),
        ReportState::Verified => "Every statement is in your documents.".to_owned(),
        ReportState::PartlyVerified | ReportState::NotVerified if withheld => {
            format!("The answer was withheld. {}", tally(report.summary.counts))
        }
        ReportState::PartlyVerified | ReportState::NotVerified if report.question.is_none() => {
            tally(counts)
        }
        ReportState::PartlyVerified | ReportState::NotVerified => of_answer(report, counts),
    };
    let aside = match counts.unverifiable {
        0 => "",
        _ if report.state == ReportState::NothingToCheck => "",
        1 => " One sentence states no fact and is not counted.",
        _ => " Some sentences state no fact and are not counted.",
    };
    format!("{sentence}{drafts}{aside}")
}

/// State, sentence and meter.
#[component]
pub(crate) fn Banner<'a>(report: &'a Report, at: Place<'a>) -> impl IntoView + use<> {
    let (class, word) = state_word(report.state);
    // Where there is no answer, what is said of it is the answer.
    let lone = if report.delivered.is_none() {
        " lone"
    } else {
        ""
    };
    view! {
        <div class=format!("holds {class}{lone}")>
            <p><VerdictMark mark=state_mark(report.state) /><b class="state">{word}</b>" "<span class="sentence">{sentence(report)}</span></p>
            <Meter report=report at=at />
            {remarks(report)}
        </div>
    }
}
