//! How a report came about: when, by which models, under which policy, in which steps.

use groundwall_core::report::Stage;
use groundwall_core::{ModelIdentity, Report};

fn model(identity: Option<&ModelIdentity>) -> String {
    identity.map_or_else(
        || "not loaded".to_owned(),
        |identity| {
            let hash: String = identity.sha256.chars().take(12).collect();
            format!("{} ({}, sha256 {hash}…)", identity.name, identity.kernel)
        },
    )
}

fn stage(stage: &Stage) -> String {
    format!(
        "{}: {} {}, {} ms",
        stage.name, stage.count, stage.unit, stage.milliseconds
    )
}

pub(super) fn facts(report: &Report) -> Vec<(&'static str, String)> {
    let from = &report.provenance;
    let (counts, policy) = (report.summary.counts, &from.policy);
    let written_by = match &report.question {
        Some(_) => from.generator.clone(),
        None => from.origin.clone(),
    };
    let stages: Vec<String> = report.stages.iter().map(stage).collect();
    vec![
        ("State", report.state.words().to_owned()),
        (
            "Claims",
            format!(
                "{} supported, {} refuted, {} unsupported, {} not checkable",
                counts.supported, counts.refuted, counts.unsupported, counts.unverifiable
            ),
        ),
        (
            "Written by",
            written_by.unwrap_or_else(|| "not stated".to_owned()),
        ),
        ("Screen", model(from.verifier.as_ref())),
        ("Reader", model(from.reader.as_ref())),
        ("Judge", model(from.judge.as_ref())),
        ("Embedder", model(from.embedder.as_ref())),
        (
            "Policy",
            format!(
                "support threshold {}, at most {} regenerations",
                policy.support_threshold, policy.max_regenerations
            ),
        ),
        ("Steps", stages.join("; ")),
        ("Time", format!("{:.2} s", report.elapsed_seconds)),
        (
            "Made",
            format!("{} by Groundwall {}", report.created_at, from.groundwall),
        ),
        ("Report", report.id.to_string()),
    ]
}
