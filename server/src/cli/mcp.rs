//! `groundwall mcp`: the tools of the Model Context Protocol on standard input and output, for a program that starts this one.

use super::{Done, gate, say};
use crate::compose;
use crate::config::Config;
use crate::lock::DataDirLock;
use crate::mcp::{Desk, Lines, Tools};
use crate::traces::Traces;
use anyhow::Context as _;
use groundwall_ports::FirewallService;
use rmcp::ServiceExt as _;
use rmcp::transport::stdio;
use std::path::Path;
use std::sync::Arc;

/// Serves until standard input ends. With `docs` over those alone, in a directory that is gone at the end.
pub(super) async fn run(config: &Config, docs: Option<&Path>) -> anyhow::Result<Done> {
    let temporary = match docs {
        Some(docs) => {
            anyhow::ensure!(docs.exists(), "{} does not exist", docs.display());
            Some(tempfile::tempdir().context("cannot create a temporary directory")?)
        }
        None => None,
    };
    let dir = temporary
        .as_ref()
        .map_or(config.data_dir.as_path(), |dir| dir.path());
    let _lock = DataDirLock::take(dir)?;
    let models = compose::models(config, &say).await?;
    let firewall = compose::firewall(config, models, dir).await?;
    let traces = Traces::of_command(&config.telemetry);
    if let Some(docs) = docs {
        gate::against(&firewall, docs, config.limits.file_bytes, &traces).await?;
    }
    let service: Arc<dyn FirewallService> = Arc::new(firewall);
    let desk = Desk::own(Arc::clone(&service), config, traces);
    let tools = Tools::here(desk.clone());
    say("Ready for messages on standard input.");
    let (input, output) = stdio();
    let lines = Lines::new(tokio::io::BufReader::new(input), output);
    let served = match Box::pin(tools.serve(lines)).await {
        Ok(serving) => serving.waiting().await.map(drop).map_err(Into::into),
        Err(error) => Err(error).context("the session did not begin; send initialize first"),
    };
    service.close().await;
    desk.close().await;
    served.map(|()| Done::Passed)
}
