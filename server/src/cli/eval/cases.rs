//! `groundwall eval --cases`: cases with an expected outcome, through the whole product.

use super::super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use async_trait::async_trait;
use groundwall_core::Policy;
use groundwall_engine::Firewall;
use groundwall_eval::cases::{Case, Compares, Counts, Drafts, Figures, Layers, run as judge};
use groundwall_ports::{Generator, PortError};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Its intents, rules and escalations are what the cases ask for.
const PACKS: [&str; 3] = ["core", "student-records", "finance-kr"];

/// The firewall, as it compares answers.
struct Comparing<'a> {
    firewall: &'a Firewall,
    policy: Arc<Policy>,
}

#[async_trait]
impl Compares for Comparing<'_> {
    async fn score(&self, question: &str, answers: &[&str]) -> Result<Option<f64>, PortError> {
        let compared = self
            .firewall
            .compared(question, answers, &self.policy)
            .await?;
        Ok(compared.groups.score())
    }
}

pub(super) async fn run(
    config: &Config,
    path: &Path,
    ablation: bool,
    format: Format,
) -> anyhow::Result<Done> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let cases = Case::parse(&text).map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))?;
    let models = compose::models(config, &say).await?;
    let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
    let drafts = Arc::new(Drafts::default());
    let generator: Arc<dyn Generator> = Arc::<Drafts>::clone(&drafts);
    let firewall = compose::drafted_by(config, models, dir.path(), generator).await?;
    let packs = PACKS.map(str::to_owned);
    let comparing = Comparing {
        firewall: &firewall,
        policy: firewall.policy(),
    };
    let mut all: BTreeMap<&str, Figures> = BTreeMap::new();
    let mut rows = Vec::new();
    for (name, layers) in
        Layers::each(&packs)
            .into_iter()
            .take(if ablation { usize::MAX } else { 1 })
    {
        let mut done = 0;
        let figures = judge(
            &firewall,
            &drafts,
            &comparing,
            &cases,
            &layers,
            |case, outcome| {
                done += 1;
                tracing::debug!(case = case.id, ?outcome, "a case");
                if done % 40 == 0 {
                    say(&format!("{name}: {done} of {}", cases.len()));
                }
            },
        )
        .await?;
        if format == Format::Text && rows.is_empty() {
            print(&figures);
        }
        rows.push((name, figures.all));
        all.insert(name, figures);
    }
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&all)?),
        Format::Text if ablation => print_ablation(&rows),
        Format::Text => {}
    }
    Ok(Done::Passed)
}

fn of(hits: u32, all: u32) -> String {
    if all == 0 {
        return "–".to_owned();
    }
    format!(
        "{hits} of {all} ({:.1} %)",
        100.0 * f64::from(hits) / f64::from(all)
    )
}

fn line(name: &str, counts: &Counts) {
    println!(
        "| {} | {} | {} | {} | {} |",
        name.replace('_', " "),
        of(counts.right(), counts.all()),
        of(counts.served, counts.to_serve),
        of(counts.stopped, counts.to_stop),
        counts.not_run
    );
}

fn print(figures: &Figures) {
    for (title, groups) in [
        ("Category", &figures.by_category),
        ("Language", &figures.by_language),
    ] {
        println!(
            "| {title} | As expected | Served that should be | Stopped that should be | Not run |\n|---|---:|---:|---:|---:|"
        );
        for (name, counts) in groups {
            line(name, counts);
        }
        line("all", &figures.all);
        println!();
    }
    if let Some([median, high, highest]) = figures.times {
        println!(
            "From question to report: p50 {median:.0} ms, p95 {high:.0} ms, p99 {highest:.0} ms (this build, this machine)"
        );
    }
}

fn print_ablation(rows: &[(&str, Counts)]) {
    println!(
        "\n| Layers | As expected | Served that should be | Stopped that should be | Not run |\n|---|---:|---:|---:|---:|"
    );
    for (name, counts) in rows {
        line(name, counts);
    }
}
