//! An answer of eight claims, models and index warm, claims that were never seen, against collections of several sizes.

use super::{Part, material, quantile};
use crate::cli::say;
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use groundwall_core::policy::{Closeness, PolicyOverride};
use groundwall_core::request::Subject;
use groundwall_core::{Report, Verification};
use groundwall_engine::Firewall;
use groundwall_eval::corpus::Rng;
use groundwall_ports::{Embedder as _, FirewallService as _};
use serde_json::json;
use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

/// Answers that are timed; more come before them to warm up.
const ANSWERS: usize = 30;
const WARM: usize = 3;
const CLAIMS: usize = 8;

pub(super) async fn run(
    config: &Config,
    sizes: &[usize],
    write: Option<&Path>,
) -> anyhow::Result<Part> {
    let (mut lines, mut figures) = (Vec::new(), Vec::new());
    let mut out = write
        .map(File::create)
        .transpose()
        .context("--write-windows")?;
    let models = compose::models(config, &say).await?;
    let material = material::Material::load(&models.embedder).await?;
    for size in sizes {
        let dir = tempfile::tempdir()?;
        drop(
            material::fill(
                dir.path(),
                models.embedder.identity(),
                models.embedder.dimensions(),
                &mut material.corpus(1),
                *size,
                |_| {},
            )
            .await?,
        );
        for verifier in [Closeness::Precise, Closeness::Fast] {
            // A firewall of its own: what the other one has read is not remembered.
            let firewall = compose::throwaway(config, models.clone(), dir.path()).await?;
            firewall.upload(crate::samples::all()).await?;
            let policy = PolicyOverride {
                verifier: Some(verifier),
                ..PolicyOverride::default()
            };
            let (line, figure) = measure(
                &firewall,
                policy,
                answers(&material.sentences),
                *size,
                &mut out,
            )
            .await?;
            lines.push(line);
            figures.push(figure);
        }
    }
    Ok(Part {
        name: "verification",
        lines,
        figures: json!(figures),
    })
}

/// Verifies the answers one after the other; what it came to, in words and figures.
async fn measure(
    firewall: &Firewall,
    policy: PolicyOverride,
    answers: Vec<String>,
    size: usize,
    out: &mut Option<File>,
) -> anyhow::Result<(String, serde_json::Value)> {
    let (mut times, mut counts) = (Vec::new(), [0usize; 5]);
    for (round, answer) in answers.into_iter().enumerate() {
        let started = Instant::now();
        let report = firewall
            .verify(Verification {
                policy: policy.clone(),
                ..Verification::of(Subject::Answer(answer))
            })
            .await?;
        let seconds = started.elapsed().as_secs_f64();
        if round < WARM {
            continue;
        }
        times.push(seconds);
        for (sum, count) in counts.iter_mut().zip(counted(&report)) {
            *sum += count;
        }
        if let Some(out) = out {
            writeln!(
                out,
                "{}",
                json!({"passages": size, "verifier": policy.verifier, "seconds": seconds, "claims": judged_against(&report)})
            )?;
        }
    }
    times.sort_by(f64::total_cmp);
    let [p50, p95] = [0.5, 0.95].map(|share| 1_000.0 * quantile(&times, share));
    let [claims, windows, judged, read, supported] =
        counts.map(|count| count as f64 / ANSWERS as f64);
    let name = if policy.verifier == Some(Closeness::Fast) {
        "fast"
    } else {
        "precise"
    };
    let line = format!(
        "verification of {claims:.1} claims against {size} passages, {name}: p50 {p50:.0} ms, p95 {p95:.0} ms ({windows:.1} windows, {judged:.1} judged, {read:.1} texts read, {supported:.1} claims supported)"
    );
    let figure = json!({
        "passages": size, "verifier": name, "claims": claims, "p50_ms": p50, "p95_ms": p95, "windows_judged": judged, "texts_read": read, "supported": supported,
    });
    Ok((line, figure))
}

/// Claims, windows, windows that were judged, texts that were read, and claims that are supported.
fn counted(report: &Report) -> [usize; 5] {
    let evidence = || report.claims.iter().flat_map(|claim| &claim.evidence);
    let judged = evidence().filter(|evidence| evidence.nli.is_some()).count();
    let read = evidence()
        .filter(|evidence| evidence.read.is_some())
        .count()
        + report.claims.iter().flat_map(|claim| &claim.joined).count();
    let supported = report
        .claims
        .iter()
        .filter(|claim| claim.verdict == groundwall_core::Verdict::Supported)
        .count();
    [
        report.claims.len(),
        evidence().count(),
        judged,
        read,
        supported,
    ]
}

/// Each claim with the windows that it was judged against.
fn judged_against(report: &Report) -> Vec<serde_json::Value> {
    report
        .claims
        .iter()
        .map(|claim| json!({"claim": claim.claim.text, "windows": claim.evidence.iter().map(|evidence| &evidence.window.text).collect::<Vec<_>>()}))
        .collect()
}

/// Answers made of sentences of the samples, each used once: as they stand, with a number changed, with a word from elsewhere, with a word left out.
fn answers(sentences: &[String]) -> Vec<String> {
    let mut rng = Rng::new(3);
    let mut pool: Vec<&String> = sentences.iter().collect();
    let mut answers = Vec::new();
    while answers.len() < ANSWERS + WARM {
        let mut claims = Vec::new();
        while claims.len() < CLAIMS {
            if pool.is_empty() {
                pool = sentences.iter().collect();
            }
            let sentence = pool.swap_remove(rng.below(pool.len()));
            let mut words: Vec<String> = sentence.split_whitespace().map(str::to_owned).collect();
            let middle = 2 + rng.below(words.len().saturating_sub(3));
            match claims.len() % 4 {
                0 => {}
                1 => {
                    if let Some(number) = words.iter_mut().find(|word| word.parse::<u32>().is_ok())
                    {
                        *number = (number.parse::<u32>().unwrap_or(0) + 3 + rng.below(40) as u32)
                            .to_string();
                    }
                }
                2 => {
                    let other = &sentences[rng.below(sentences.len())];
                    let taken = other
                        .split_whitespace()
                        .rfind(|word| word.len() > 5)
                        .unwrap_or("harbour");
                    taken.trim_end_matches('.').clone_into(&mut words[middle]);
                }
                _ => drop(words.remove(middle)),
            }
            claims.push(words.join(" "));
        }
        answers.push(claims.join(" "));
    }
    answers
}
