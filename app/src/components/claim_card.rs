//! A claim card. What failed stands open: the two values side by side, where the documents say so, and their words. What holds is a line that opens.

use super::dispute::Dispute;
use super::governed::past_review;
use super::icons::{Mark, VerdictMark};
use super::marked::{MarkedText, Why, all};
use super::place::Place;
use super::row::{self, RowTable};
use super::table_answer::address;
use crate::page::{address_of, is_stored};
use groundwall_core::report::{OpinionState, Outcome, SecondOpinion};
use groundwall_core::{DocumentId, Evidence, JudgedClaim, Reason, Stance, TableResult, Verdict};
use leptos::prelude::*;

/// What is marked in a claim's own words: what clashes, else what the passage that is quoted does not have.
pub(crate) fn own_marks(claim: &JudgedClaim) -> Vec<(String, Why)> {
    if !claim.failed() {
        return Vec::new();
    }
    let clashing: Vec<String> = claim
        .clashes()
        .filter_map(|finding| finding.detected.clone())
        .collect();
    match &claim.why_not {
        _ if claim.computed.is_some() && clashing.is_empty() => {
            let stated = claim.stated().map(str::to_owned);
            all(&stated.into_iter().collect::<Vec<_>>(), Why::Clash)
        }
        Some(why) if clashing.is_empty() => all(&why.only_claim, Why::Lacks),
        Some(_) | None => all(&clashing, Why::Clash),
    }
}

/// Whether two texts are the same but for marks and spaces around them.
pub(crate) fn same(one: &str, other: &str) -> bool {
    fn bare(text: &str) -> impl Iterator<Item = &str> {
        text.split_whitespace()
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            .filter(|word| !word.is_empty())
    }
    bare(one).eq(bare(other))
}

/// The word of a verdict; what did not run is not "not found".
pub(crate) fn label(claim: &JudgedClaim) -> &'static str {
    let not_run = claim
        .checks
        .iter()
        .any(|check| check.outcome == Outcome::NotRun);
    if claim.failed() && not_run {
        "Not verified"
    } else {
        Mark::of(claim).label()
    }
}

/// A claim that failed, open. `said`: its sentence, where that stands right above; its words are not printed again then.
#[component]
pub(crate) fn ClaimCard<'a>(
    claim: &'a JudgedClaim,
    at: Place<'a>,
    said: Option<&'a str>,
    removed: bool,
) -> AnyView {
    let id = claim.claim.id;
    let by_rule = claim.removed_by.clone();
    let needles = own_marks(claim);
    let own = said.is_none_or(|said| !same(said, &claim.claim.text));
    let text = own.then(|| view! { <MarkedText text=&claim.claim.text needles=&needles /> });
    let clashes: Vec<_> = claim.clashes().collect();
    let versus = versus(claim);
    let (why, needed) = match &by_rule {
        Some(by) => (Some(by.clone()), None),
        None => words(claim, versus.is_some()),
    };
    let (shown, label) = match by_rule {
        Some(_) => (Mark::Verdict(Verdict::Unverifiable), "By a rule"),
        None => (Mark::of(claim), label(claim)),
    };
    let correction = correct(claim, at);
    // The button says what to do.
    let advice = clashes
        .first()
        .filter(|_| correction.is_none())
        .map(|finding| finding.recommendation.clone());
    view! {
        <details class=format!("claim failed {}{}", shown.class(), at.here(id)) id=at.id("c", id) data-claim=at.id("", id) data-note=id open>
            <summary>
                <VerdictMark mark=shown />
                <span class="verdict">{label}{removed.then_some(", removed")}</span>
            </summary>
            <div class="body">
                {text.map(|text| view! { <p class=if removed { "text gone" } else { "text" }>{text}</p> })}
                {versus}
                {why.map(|why| view! { <p class="why">{why}</p> })}
                {quotes(claim, !clashes.is_empty())}
                {needed.map(|text| view! { <p class="needed">{text}</p> })}
                {aged(claim, at)}
                {advice.map(|text| view! { <p class="advice">{text}</p> })}
                {correction}
                {notes(claim)}
                <Dispute report=at.report claim=id field=at.id("d", id) />
                {share(at, id)}
            </div>
        </details>
    }
    .into_any()
}

/// The claim's value, where it states one, and the documents', with the evidence that has theirs.
fn values(claim: &JudgedClaim) -> Option<(Option<String>, String, Option<&Evidence>)> {
    if let Some(finding) = claim.clashes().next() {
        let evidence = finding.evidence.and_then(|at| claim.evidence.get(at));
        return Some((
            finding.detected.clone(),
            finding.expected.clone()?,
            evidence,
        ));
    }
    let answer = claim.computed.as_ref().filter(|_| claim.failed())?;
    let stated = claim.stated().map(str::to_owned);
    Some((stated, answer.result.value()?.to_owned(), None))
}

/// Puts the documents' value into a text that somebody wrote, and has it verified again.
fn correct(claim: &JudgedClaim, at: Place<'_>) -> Option<AnyView> {
    let right = claim.correction().filter(|_| at.corrects)?;
    let (own, theirs) = (right.from.to_owned(), right.to.to_owned());
    Some(
        view! {
            <form method="post" action=format!("/reports/{}/corrections", at.report) class="correct">
                <input type="hidden" name="claim" value=claim.claim.id.to_string() />
                <input type="hidden" name="from" value=own />
                <input type="hidden" name="to" value=theirs.clone() />
                <button type="submit" class="quiet">{format!("Write “{theirs}” instead and verify again")}</button>
            </form>
        }
        .into_any(),
    )
}

/// The address of a claim, open and marked, to be sent to somebody.
pub(crate) fn share(at: Place<'_>, id: u32) -> Option<AnyView> {
    let href = format!("/reports/{}?open={id}#c{id}", at.report);
    (!at.report.is_empty()).then(|| {
        view! { <p class="back"><a class="share" href=href>"Link to this statement"</a></p> }
            .into_any()
    })
}

/// "1978 ↔ 1987": the claim's value and the documents', with the place of theirs.
fn versus(claim: &JudgedClaim) -> Option<AnyView> {
    if let Some(sides) = compared(claim) {
        return Some(sides);
    }
    let (own, theirs, evidence) = values(claim)?;
    let place = evidence
        .or(claim.evidence.first())
        .map_or_else(|| "Your documents".into_any(), |one| place(claim, one));
    let own = own.map(|own| {
        view! {
            <p><span class="label">"The text says"</span><b>{own}</b></p>
            <span class="against" aria-hidden="true">"↔"</span>
        }
    });
    Some(view! { <div class="versus">{own}<p><span class="label">{place}</span><b>{theirs}</b></p></div> }.into_any())
}

/// "Japan 6.23 ↔ China 7.55": the two figures of a table that a claim holds against each other.
fn compared(claim: &JudgedClaim) -> Option<AnyView> {
    let answer = claim.computed.as_ref().filter(|_| claim.failed())?;
    let TableResult::Comparison {
        left,
        right,
        fields,
    } = &answer.result
    else {
        return None;
    };
    let [field] = fields.as_slice() else {
        return None;
    };
    let place = claim.evidence.first().map(|one| place(claim, one));
    let side = |name: &str, value: &str| view! { <p><span class="label">{name.to_owned()}</span><b>{value.to_owned()}</b></p> };
    let (left, right) = (side(left, &field.left), side(right, &field.right));
    Some(view! { <div class="versus">{left}<span class="against" aria-hidden="true">"↔"</span>{right}</div>{place.map(|place| view! { <p class="back">{place}</p> })} }.into_any())
}

/// Where evidence stands, as a link where it can be opened.
pub(crate) fn place(claim: &JudgedClaim, evidence: &Evidence) -> AnyView {
    let window = &evidence.window;
    let said = window.place();
    if let Some(answer) = &claim.computed {
        let href = address(&answer.document, answer.index, &answer.cells);
        return view! { <a class="open" href=href>{said}</a> }.into_any();
    }
    if !is_stored(&window.document) {
        return said.into_any();
    }
    let sentences = (window.first_sentence, window.last_sentence);
    view! { <a class="open" href=address_of(&window.document, Some(sentences))>{said}</a> }
        .into_any()
}

/// The evidence that decided, or that comes nearest; none where a table was computed or nothing comes near.
fn quoted(claim: &JudgedClaim) -> Option<&Evidence> {
    let first = claim.evidence.first().filter(|one| one.coverage > 0.0);
    first.filter(|_| claim.computed.is_none())
}

/// What is quoted; both sides where the documents disagree.
fn quotes(claim: &JudgedClaim, placed: bool) -> AnyView {
    if claim.computed.is_some() {
        return ().into_any();
    }
    let first = |stance: Stance| claim.evidence.iter().find(|one| one.stance == stance);
    if Mark::of(claim) == Mark::Conflict
        && let (Some(one), Some(other)) = (first(Stance::Supports), first(Stance::Refutes))
    {
        return view! {
            <div class="sides">{quote(claim, one, "Says so", false)}{quote(claim, other, "Says otherwise", false)}</div>
        }
        .into_any();
    }
    let Some(evidence) = quoted(claim) else {
        return ().into_any();
    };
    let word = match evidence.stance {
        Stance::Supports => "Says so",
        Stance::Refutes => "Says otherwise",
        Stance::Silent => "Comes nearest",
    };
    quote(claim, evidence, word, placed)
}

/// The words of a piece of evidence; `placed`: where they stand is said already.
pub(crate) fn quote(
    claim: &JudgedClaim,
    evidence: &Evidence,
    word: &'static str,
    placed: bool,
) -> AnyView {
    let expected: Vec<String> = claim
        .clashes()
        .filter_map(|finding| finding.expected.clone())
        .collect();
    let needles = all(&expected, Why::Clash);
    let window = &evidence.window;
    let row = window
        .locator
        .cells
        .as_ref()
        .and_then(|_| row::fields(&window.text));
    let text = match row {
        Some(fields) => view! { <RowTable fields=fields needles=&needles /> }.into_any(),
        None => {
            view! { <blockquote><MarkedText text=&window.text needles=&needles /></blockquote> }
                .into_any()
        }
    };
    let caption = (!placed)
        .then(|| view! { <figcaption><b>{word}</b>": "{place(claim, evidence)}</figcaption> });
    view! { <figure class="evidence">{caption}{text}</figure> }.into_any()
}

/// Whether the reason quotes the document's own denial or rumour, which says more than the words that are missing.
fn quotes_the_document(claim: &JudgedClaim) -> bool {
    match &claim.reason {
        Some(reason) => matches!(reason, Reason::Denied { .. } | Reason::Withheld { .. }),
        // A report from before there were codes.
        None => claim.why.contains('“'),
    }
}

/// Why a claim failed and what would be needed, in as few words as say it.
fn words(claim: &JudgedClaim, valued: bool) -> (Option<String>, Option<String>) {
    if valued {
        // How a figure came about is said; two values of a text speak for themselves.
        return (claim.computed.is_some().then(|| claim.why.clone()), None);
    }
    let Some(why) = &claim.why_not else {
        return (Some(claim.why.clone()), None);
    };
    let ran = label(claim) == Mark::Verdict(Verdict::Unsupported).label();
    // The words are looked for in the passage that is quoted; another place may have them.
    if ran && quoted(claim).is_some() && !why.only_claim.is_empty() && !quotes_the_document(claim) {
        let words: Vec<String> = why
            .only_claim
            .iter()
            .map(|word| format!("“{word}”"))
            .collect();
        return (
            None,
            Some(format!("Not in this passage: {}", words.join(", "))),
        );
    }
    if ran && why.only_claim.is_empty() && claim.evidence.is_empty() {
        return (Some(claim.why.clone()), None);
    }
    (Some(claim.why.clone()), Some(why.needed.clone()))
}

/// Says which of the documents that the claim was judged by are past their review.
pub(crate) fn aged(claim: &JudgedClaim, at: Place<'_>) -> Option<AnyView> {
    let judged_by = |document: &DocumentId| {
        let decides = |one: &&Evidence| one.stance != Stance::Silent;
        let mut decided = claim.evidence.iter().filter(decides);
        decided.any(|one| one.window.document == *document)
    };
    let stale = at.stale.iter().filter(|one| judged_by(&one.document));
    let lines: Vec<AnyView> = stale
        .map(|one| view! { <p class="aside aged">{past_review(one)}</p> }.into_any())
        .collect();
    (!lines.is_empty()).then(|| lines.into_any())
}

/// What was noted of a claim beside its verdict.
pub(crate) fn notes(claim: &JudgedClaim) -> AnyView {
    let hedge = claim.claim.hedge.clone();
    view! {
        {hedge.map(|hedge| view! { <p class="aside">{format!("Hedged (“{hedge}”); the fact behind it was checked.")}</p> })}
        {claim.read_as.as_ref().map(|read| view! { <p class="aside">"Read as: "<q>{read.clone()}</q></p> })}
        {claim.claim.vague.then(|| view! { <p class="aside">"A vague generalisation."</p> })}
        {claim.second_opinion.as_ref().map(second_opinion)}
    }
    .into_any()
}

/// What the chat endpoint said, or why it said nothing.
fn second_opinion(opinion: &SecondOpinion) -> impl IntoView + use<> {
    let reads = match opinion.stance {
        Some(Stance::Supports) => "reads this as supported by the words",
        Some(Stance::Refutes) => "reads this as contradicted by the words",
        Some(Stance::Silent) => "reads this as not stated; the nearest words are",
        None => match opinion.state {
            OpinionState::Failed => "did not answer; the local verdict stands.",
            OpinionState::OverBudget => {
                "was not asked: the budget of this verification was spent. The local verdict stands."
            }
            OpinionState::Void | OpinionState::Asked | OpinionState::Remembered => {
                "gave no words of the document for its opinion, so it does not count; the local verdict stands."
            }
        },
    };
    let words = opinion.stance.is_some().then(|| opinion.words.clone());
    view! { <p class="opinion">"Second opinion: "<b>{opinion.model.clone()}</b>" "{reads}{words.map(|words| view! { " "<q>{words}</q>"." })}</p> }
}
