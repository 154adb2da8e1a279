//! `groundwall mcp`: the tools of the Model Context Protocol on standard input and output, for a program that starts this one.

use super::{Done, gate, say};
use crate::compose;
use crate::config::Config;
use crate::lock::DataDirLock;
use crate::mcp::{Desk, Tools};
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
    if let Some(docs) = docs {
        gate::against(&firewall, docs, config.limits.file_bytes).await?;
    }
    let service: Arc<dyn FirewallService> = Arc::new(firewall);
    let tools = Tools::here(Desk::own(Arc::clone(&service), config));
    say("Ready for messages on standard input.");
    match tools.serve(stdio()).await {
        Ok(serving) => {
            serving.waiting().await?;
        }
        Err(error) => {
            service.close().await;
            return Err(error).context("the session did not begin; send initialize first");
        }
    }
    service.close().await;
    Ok(Done::Passed)
}
