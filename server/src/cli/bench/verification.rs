//! An answer of eight claims, models and index warm, claims that were never seen, against collections of several sizes.

use super::{Part, material, quantile};
use crate::cli::say;
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use groundwall_core::Verification;
use groundwall_core::request::Subject;
use groundwall_eval::corpus::Dice;
use groundwall_ports::{Embedder as _, FirewallService as _};
use serde_json::json;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

/// Answers that are timed; more come before them to warm up.
const ANSWERS: usize = 30;
const WARM: usize = 3;
const CLAIMS: usize = 8;

pub(super) async fn run(config: &Config, sizes: &[usize], write: Option<&Path>) -> anyhow::Result<Part> {
    let (mut lines, mut figures) = (Vec::new(), Vec::new());
    let mut out = write.map(std::fs::File::create).transpose().context("--write-windows")?;
    let models = compose::models(config, &say).await?;
    let material = material::Material::load(&models.embedder).await?;
    for size in sizes {
        let dir = tempfile::tempdir()?;
        drop(
            material::fill(dir.path(), models.embedder.identity(), models.embedder.dimensions(), &mut material.corpus(1), *size, |_| {})
                .await?,
        );
        let firewall = compose::throwaway(config, models.clone(), dir.path()).await?;
        firewall.upload(crate::samples::all()).await?;
        let answers = answers(&material.sentences);
        let (mut times, mut counts, mut windows) = (Vec::new(), [0usize; 3], 0usize);
        for (round, answer) in answers.into_iter().enumerate() {
            let started = Instant::now();
            let report = firewall.verify(Verification::of(Subject::Answer(answer))).await?;
            let seconds = started.elapsed().as_secs_f64();
            if round < WARM {
                continue;
            }
            times.push(seconds);
            counts[0] += report.claims.len();
            let evidence = || report.claims.iter().flat_map(|claim| &claim.evidence);
            windows += evidence().count();
            counts[1] += evidence().filter(|evidence| evidence.nli.is_some()).count();
            counts[2] += report.claims.iter().filter(|claim| claim.verdict == groundwall_core::Verdict::Supported).count();
            if let Some(out) = &mut out {
                let claims: Vec<_> = report
                    .claims
                    .iter()
                    .map(|claim| json!({"claim": claim.claim.text, "windows": claim.evidence.iter().map(|evidence| &evidence.window.text).collect::<Vec<_>>()}))
                    .collect();
                writeln!(out, "{}", json!({"passages": size, "seconds": seconds, "claims": claims}))?;
            }
        }
        times.sort_by(f64::total_cmp);
        let [p50, p95] = [0.5, 0.95].map(|share| 1_000.0 * quantile(&times, share));
        let [claims, judged, supported] = counts.map(|count| count as f64 / ANSWERS as f64);
        lines.push(format!(
            "verification of {claims:.1} claims against {size} passages: p50 {p50:.0} ms, p95 {p95:.0} ms ({:.1} windows, {judged:.1} judged, {supported:.1} claims supported)",
            windows as f64 / ANSWERS as f64
        ));
        figures.push(
            json!({"passages": size, "claims": claims, "p50_ms": p50, "p95_ms": p95, "windows_judged": judged, "supported": supported}),
        );
    }
    Ok(Part { name: "verification", lines, figures: json!(figures) })
}

/// Answers made of sentences of the samples, each used once: as they stand, with a number changed, with a word from elsewhere, with a word left out.
fn answers(sentences: &[String]) -> Vec<String> {
    let mut dice = Dice::new(3);
    let mut pool: Vec<&String> = sentences.iter().collect();
    let mut answers = Vec::new();
    while answers.len() < ANSWERS + WARM {
        let mut claims = Vec::new();
        while claims.len() < CLAIMS {
            if pool.is_empty() {
                pool = sentences.iter().collect();
            }
            let sentence = pool.swap_remove(dice.below(pool.len()));
            let mut words: Vec<String> = sentence.split_whitespace().map(str::to_owned).collect();
            let middle = 2 + dice.below(words.len().saturating_sub(3));
            match claims.len() % 4 {
                0 => {}
                1 => {
                    if let Some(number) = words.iter_mut().find(|word| word.parse::<u32>().is_ok()) {
                        *number = (number.parse::<u32>().unwrap_or(0) + 3 + dice.below(40) as u32).to_string();
                    }
                }
                2 => {
                    let other = &sentences[dice.below(sentences.len())];
                    let taken = other.split_whitespace().rfind(|word| word.len() > 5).unwrap_or("harbour");
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
