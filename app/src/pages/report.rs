use crate::components::attempts::attempts;
use crate::components::banner::banner;
use crate::components::claim_card::claim_card;
use crate::components::notices;
use crate::components::prose::prose;
use crate::components::stages::stages;
use crate::components::table_answer::table_answer;
use crate::page::{address_of, is_stored};
use groundwall_core::report::{Candidate, Citation, OpinionState};
use groundwall_core::{DocumentId, Finding, Report, ReportState};
use leptos::prelude::*;

fn sources(citations: &[Citation]) -> Option<impl IntoView + use<>> {
    let list = citations.to_vec();
    (!list.is_empty()).then(|| {
        view! {
            <section class="sources" aria-label="Sources">
                <h2>"Sources"</h2>
                <ol>
                    {list
                        .into_iter()
                        .map(|citation| {
                            view! {
                                <li id=format!("cite{}", citation.number)>
                                    <blockquote>{citation.quote}</blockquote>
                                    <p class="place">{opened(citation.place, &citation.document, citation.sentences)}</p>
                                </li>
                            }
                        })
                        .collect_view()}
                </ol>
            </section>
        }
    })
}

/// A place that leads to the sentence in its document, where that is stored.
fn opened(place: String, document: &DocumentId, sentences: Option<(u32, u32)>) -> AnyView {
    match sentences.filter(|_| is_stored(document)) {
        Some(sentences) => {
            view! { <a href=address_of(document, Some(sentences))>{place}</a> }.into_any()
        }
        None => place.into_any(),
    }
}

fn candidates(report: &Report) -> Option<impl IntoView + use<>> {
    let list: Vec<Candidate> = report.candidates.clone();
    let open = report.state == ReportState::NotCovered;
    (!list.is_empty()).then(|| {
        view! {
            <details class="candidates" open=open>
                <summary>{format!("{} passages retrieved", list.len())}</summary>
                <ol>
                    {list
                        .into_iter()
                        .map(|candidate| {
                            let place = candidate.passage.locator.to_string();
                            let name = candidate.passage.document_name.to_string();
                            view! {
                                <li>
                                    <p class="place">{if place.is_empty() { name } else { format!("{name}, {place}") }}<span class="time">{format!("cosine {:.2}", candidate.similarity)}</span></p>
                                    <blockquote>{candidate.passage.text}</blockquote>
                                </li>
                            }
                        })
                        .collect_view()}
                </ol>
            </details>
        }
    })
}

/// How often the chat endpoint was asked about undecided claims, and what came of it.
fn opinions(report: &Report) -> String {
    let given: Vec<_> = report
        .claims
        .iter()
        .chain(&report.removed)
        .filter_map(|claim| claim.second_opinion.as_ref())
        .collect();
    let count = |state: OpinionState| {
        given
            .iter()
            .filter(|opinion| opinion.state == state)
            .count()
    };
    if !report.provenance.policy.second_opinion.ask {
        return "not asked for".to_owned();
    }
    let words = [
        (OpinionState::Asked, "answered"),
        (OpinionState::Remembered, "remembered"),
        (OpinionState::Void, "void"),
        (OpinionState::Failed, "not answered"),
        (OpinionState::OverBudget, "over budget"),
    ];
    let told: Vec<String> = words
        .iter()
        .filter(|(state, _)| count(*state) > 0)
        .map(|(state, word)| format!("{} {word}", count(*state)))
        .collect();
    if told.is_empty() {
        "no claim was left undecided".to_owned()
    } else {
        told.join(", ")
    }
}

fn provenance(report: &Report) -> impl IntoView + use<> {
    let from = &report.provenance;
    let model = |identity: &Option<groundwall_core::ModelIdentity>| {
        identity
            .as_ref()
            .map_or("not loaded".to_owned(), |identity| {
                format!(
                    "{} ({}, sha256 {}…)",
                    identity.name,
                    identity.kernel,
                    identity.sha256.chars().take(12).collect::<String>()
                )
            })
    };
    let written_by = report.question.as_ref().map_or_else(
        || from.origin.clone().unwrap_or("not stated".to_owned()),
        |_| from.generator.clone().unwrap_or_default(),
    );
    let rows = [
        ("Written by", written_by),
        ("Screen", model(&from.verifier)),
        ("Reader", model(&from.reader)),
        ("Judge", model(&from.judge)),
        ("Embedder", model(&from.embedder)),
        ("Second opinion", opinions(report)),
        (
            "Scores",
            if from.calibrated {
                "calibrated".to_owned()
            } else {
                "uncalibrated".to_owned()
            },
        ),
        (
            "Policy",
            format!(
                "τ {}, at most {} regenerations",
                from.policy.support_threshold, from.policy.max_regenerations
            ),
        ),
        (
            "Made",
            format!("{} by Groundwall {}", report.created_at, from.groundwall),
        ),
        ("Report", report.id.to_string()),
    ];
    view! {
        <details class="provenance">
            <summary>"How this was judged"</summary>
            <dl>{rows.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).into_iter().collect_view()}</dl>
        </details>
    }
}

fn findings(report: &Report) -> Option<impl IntoView + use<>> {
    let list: Vec<Finding> = report
        .claims
        .iter()
        .chain(&report.removed)
        .flat_map(|claim| claim.findings.clone())
        .collect();
    (!list.is_empty()).then(|| {
        view! {
            <details class="findings">
                <summary>{if list.len() == 1 { "1 finding".to_owned() } else { format!("{} findings", list.len()) }}</summary>
                <div class="scroll">
                    <table>
                        <thead><tr><th scope="col">"Claim"</th><th scope="col">"Type"</th><th scope="col">"Severity"</th><th scope="col">"Certainty"</th><th scope="col">"What"</th></tr></thead>
                        <tbody>
                            {list
                                .into_iter()
                                .map(|finding| {
                                    view! {
                                        <tr>
                                            <td><a href=format!("#c{}", finding.claim)>{finding.claim}</a></td>
                                            <td>{finding.kind.name().replace('_', " ")}</td>
                                            <td>{format!("{:?}", finding.severity).to_lowercase()}</td>
                                            <td>{format!("{:?}", finding.certainty).to_lowercase()}</td>
                                            <td>{finding.description}</td>
                                        </tr>
                                    }
                                })
                                .collect_view()}
                        </tbody>
                    </table>
                </div>
            </details>
        }
    })
}

pub(crate) fn page(report: &Report) -> AnyView {
    let (title, again) = match &report.question {
        Some(question) => (question.clone(), format!("/ask?from={}", report.id)),
        None => (
            "Verification".to_owned(),
            format!("/verify?from={}", report.id),
        ),
    };
    let label = if report.question.is_some() {
        "Edit the question and ask again"
    } else {
        "Edit the text and verify again"
    };
    let first_failed = report
        .claims
        .iter()
        .chain(&report.removed)
        .find(|claim| claim.failed())
        .map(|claim| claim.claim.id);
    let cards = report
        .claims
        .iter()
        .map(|claim| claim_card(claim, false, first_failed == Some(claim.claim.id)))
        .collect_view();
    let removed = report
        .removed
        .iter()
        .map(|claim| claim_card(claim, true, first_failed == Some(claim.claim.id)))
        .collect_view();
    let has_text = !report.segments.is_empty();
    let any_removed = !report.removed.is_empty();
    let elapsed = format!("{:.2} s", report.elapsed_seconds);
    let regenerations = report.regenerations();
    view! {
        <article class="report">
            <header>
                <h1>{title}</h1>
                <p class="aside">
                    {elapsed}
                    {(regenerations > 0).then(|| format!(" · {regenerations} {}", if regenerations == 1 { "regeneration" } else { "regenerations" }))}
                    " · "<a href=again>{label}</a>
                </p>
            </header>
            {banner(report)}
            {notices::degraded(&report.degraded)}
            {report.table.as_ref().map(|answer| table_answer(answer))}
            {has_text
                .then(|| {
                    view! {
                        <div class="spread">
                            <section class="answer" aria-label="Text">{prose(report)}{sources(&report.citations)}</section>
                            <section class="margin" aria-label="Claims">
                                {cards}
                                {any_removed.then(|| view! { <h2>"Taken out"</h2> })}
                                {removed}
                            </section>
                        </div>
                    }
                })}
            {attempts(report)}
            {findings(report)}
            {candidates(report)}
            {stages(report)}
            {provenance(report)}
        </article>
    }
    .into_any()
}
