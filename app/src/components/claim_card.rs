//! A claim card: verdict and why in one line; opens to the evidence, every check, and last the scores.

use super::icons::{Mark, mark};
use super::marked::marked;
use super::table_answer::address;
use crate::page::{address_of, is_stored};
use groundwall_core::report::JoinedReading;
use groundwall_core::report::{CheckOutcome, OpinionState, Outcome, SecondOpinion, WhyNot};
use groundwall_core::{Evidence, FindingKind, JudgedClaim, NliLabel, NliScores, Stance};
use leptos::prelude::*;

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Silent => "nothing to check",
        Outcome::Clash => "clash",
        Outcome::Absent => "absent",
        Outcome::Warning => "note",
        Outcome::NotRun => "not run",
    }
}

/// One claim. `removed` cards say that their sentence was taken out of the answer.
pub(crate) fn claim_card(claim: &JudgedClaim, removed: bool, open: bool) -> impl IntoView + use<> {
    let id = claim.claim.id;
    let shown = Mark::of(claim);
    let clashes = claim.findings.iter().filter(|finding| {
        finding.expected.is_some() && finding.kind != FindingKind::SelfContradiction
    });
    let detected: Vec<String> = clashes
        .clone()
        .filter_map(|finding| finding.detected.clone())
        .collect();
    let expected: Vec<String> = clashes
        .filter_map(|finding| finding.expected.clone())
        .collect();
    let evidence: Vec<Evidence> = claim.evidence.clone();
    // Where no value clashes, the words that differ are marked.
    let differing = claim.why_not.clone().filter(|_| expected.is_empty());
    let (detected, expected) = differing.map_or((detected, expected), |why| {
        (why.only_claim, why.only_sentence)
    });
    let advice: Vec<String> = claim
        .findings
        .iter()
        .filter(|_| claim.failed())
        .map(|finding| finding.recommendation.clone())
        .take(1)
        .collect();
    let computed = claim.computed.is_some();
    let hedge = claim.claim.hedge.clone();
    view! {
        <details class=format!("claim {}", shown.class()) id=format!("c{id}") data-claim=id.to_string() open=open>
            <summary>
                {mark(shown)}
                <span class="verdict">{shown.class()}{removed.then_some(", removed")}</span>
                <span class="text">{marked(&claim.claim.text, &detected)}</span>
                <span class="why">{claim.why.clone()}</span>
            </summary>
            <div class="body">
                {hedge.map(|hedge| view! { <p class="aside">{format!("Hedged (“{hedge}”); the fact behind it was checked.")}</p> })}
                {claim.read_as.as_ref().map(|read| view! { <p class="aside">"Read as: "<q>{read.clone()}</q></p> })}
                {claim.claim.vague.then(|| view! { <p class="aside">"A vague generalisation."</p> })}
                {evidence.iter().take(3).map(|evidence| evidence_view(evidence, &expected, &detected, !computed)).collect_view()}
                {claim.computed.as_ref().map(|answer| {
                    let href = address(&answer.document, answer.index, &answer.cells);
                    view! { <p><a href=href>"Show the cells in the table"</a></p> }
                })}
                {claim.why_not.clone().map(|why| why_not(why, &expected))}
                {advice.into_iter().map(|text| view! { <p class="advice">{text}</p> }).collect_view()}
                {claim.second_opinion.as_ref().map(second_opinion)}
                {checks(&claim.checks)}
                {scores(&evidence, &claim.joined, claim.probability)}
                <p class="back"><a href=format!("#s{id}")>"Back to the sentence"</a></p>
            </div>
        </details>
    }
}

/// Why the documents do not support the claim; `differing` are the words of the sentence that are marked.
fn why_not(why: WhyNot, differing: &[String]) -> impl IntoView + use<> {
    view! {
        <div class="why-not">
            <h4>"Why not?"</h4>
            {why.sentence.map(|sentence| view! { <p>"Nearest sentence: "<q>{marked(&sentence, differing)}</q></p> })}
            <p>{why.needed}</p>
        </div>
    }
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

fn evidence_view(
    evidence: &Evidence,
    expected: &[String],
    detected: &[String],
    linked: bool,
) -> impl IntoView + use<> {
    let word = match evidence.stance {
        Stance::Supports => "Supports",
        Stance::Refutes => "Refutes",
        Stance::Silent => "Nearest",
    };
    let needles = [expected, detected].concat();
    let window = &evidence.window;
    let place = if linked && is_stored(&window.document) {
        let href = address_of(
            &window.document,
            Some((window.first_sentence, window.last_sentence)),
        );
        view! { <a href=href>{window.place()}</a> }.into_any()
    } else {
        window.place().into_any()
    };
    view! {
        <figure class="evidence">
            <blockquote>{marked(&evidence.window.text, &needles)}</blockquote>
            <figcaption><b>{word}</b>" · "{place}</figcaption>
        </figure>
    }
}

fn checks(checks: &[CheckOutcome]) -> Option<impl IntoView + use<>> {
    let lines = checks.to_vec();
    (!lines.is_empty()).then(|| {
        view! {
            <table class="checks">
                <caption>"Checks"</caption>
                <tbody>
                    {lines
                        .into_iter()
                        .map(|line| view! { <tr><th scope="row">{line.check}</th><td>{outcome_word(line.outcome)}</td><td>{line.note}</td></tr> })
                        .collect_view()}
                </tbody>
            </table>
        }
    })
}

/// The largest of three labels with its probability.
fn label(scores: NliScores) -> String {
    let (word, score) = match scores.label() {
        NliLabel::Entailment => ("entailment", scores.entailment),
        NliLabel::Neutral => ("neutral", scores.neutral),
        NliLabel::Contradiction => ("contradiction", scores.contradiction),
    };
    format!("{word} {score:.2}")
}

fn scores(
    evidence: &[Evidence],
    joined: &[JoinedReading],
    probability: f32,
) -> Option<impl IntoView + use<>> {
    let shown = |scores: Option<NliScores>| scores.map_or("–".to_owned(), label);
    let mut rows: Vec<[String; 5]> = evidence
        .iter()
        .map(|evidence| {
            let similarity = evidence
                .similarity
                .map_or("–".to_owned(), |similarity| format!("{similarity:.2}"));
            [
                evidence.window.place(),
                shown(evidence.nli),
                shown(evidence.read),
                similarity,
                format!("{:.2}", evidence.coverage),
            ]
        })
        .collect();
    let none = || "–".to_owned();
    rows.extend(joined.iter().map(|joined| {
        let words = joined.text.split_whitespace().count();
        [
            format!("{words} words read together"),
            none(),
            label(joined.nli),
            none(),
            none(),
        ]
    }));
    (!rows.is_empty()).then(|| {
        view! {
            <details class="scores">
                <summary>"Scores"</summary>
                <div class="scroll">
                    <table>
                        <thead><tr><th>"Window"</th><th>"Screen"</th><th>"Reader"</th><th>"Cosine"</th><th>"Words covered"</th></tr></thead>
                        <tbody>
                            {rows.into_iter().map(|cells| view! { <tr>{cells.map(|cell| view! { <td>{cell}</td> })}</tr> }).collect_view()}
                        </tbody>
                    </table>
                </div>
                <p>{format!("Probability of support: {probability:.2}")}</p>
            </details>
        }
    })
}
