//! `groundwall ask`.

use super::ingest::named;
use super::{Done, Format, say, tell, text, told};
use crate::compose;
use crate::config::Config;
use crate::lock::DataDirLock;
use crate::traces::{Traces, Work};
use groundwall_core::policy::PolicyOverride;
use groundwall_core::{Question, ReportState};
use groundwall_ports::FirewallService as _;

pub(super) async fn run(
    config: &Config,
    question: &str,
    collection: Option<&str>,
    format: Format,
) -> anyhow::Result<Done> {
    let mut question = Question::parse(question, PolicyOverride::default())?;
    let _lock = DataDirLock::take(&config.data_dir)?;
    let models = compose::models(config, &say).await?;
    let firewall = compose::firewall(config, models, &config.data_dir).await?;
    if let Some(given) = collection {
        question.collection = named(&firewall, given).await?;
    }
    let traces = Traces::of_command(&config.telemetry);
    let report = told(traces.of(Work::Ask, firewall.ask_watched(question, &tell))).await;
    firewall.close().await;
    traces.close().await;
    let report = report?;
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&report)?),
        Format::Text => print!("{}", text::answer(&report)),
    }
    let passed = matches!(
        report.state,
        ReportState::Verified | ReportState::PartlyVerified
    ) && report.degraded.is_empty();
    Ok(if passed { Done::Passed } else { Done::Below })
}
