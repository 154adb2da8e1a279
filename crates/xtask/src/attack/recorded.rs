//! The queue of uploads and the audit log, held against what a server acknowledged.

use super::promised::Promised;
use crate::running::server::{Folder, PATIENCE, Program, Server};
use anyhow::{Context as _, bail, ensure};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Waits until every file that was taken for later is read. None may have failed.
pub(super) fn drained(server: &Server, promised: &mut Promised) -> anyhow::Result<()> {
    let started = Instant::now();
    loop {
        let queue = server.get("/api/v1/uploads")?.json()?;
        let files = queue["files"].as_array().context("no files")?;
        for file in files {
            ensure!(
                file["state"] != "failed",
                "{} was taken and not read: {}",
                file["name"],
                file["reason"]
            );
        }
        if queue["left"] == 0 {
            promised.read_all();
            return Ok(());
        }
        ensure!(
            started.elapsed() < PATIENCE,
            "{} files still wait after {} s",
            queue["left"],
            PATIENCE.as_secs()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Whether the log's last word on each document is that it is there.
fn last_words(server: &Server) -> anyhow::Result<BTreeMap<String, bool>> {
    let mut last = BTreeMap::new();
    let mut before = String::new();
    loop {
        let page = server
            .get(&format!("/api/v1/audit?limit=200{before}"))?
            .json()?;
        for one in page["entries"].as_array().context("no entries")? {
            let entry = &one["entry"];
            let there = match (entry["kind"].as_str(), entry["outcome"].as_str()) {
                (Some("upload"), Some("taken_in" | "read_again")) => true,
                (Some("document_deleted"), Some("deleted")) => false,
                _ => continue,
            };
            let name = one["texts"]["name"]["text"].as_str();
            // Newest first.
            last.entry(name.context("an entry has no name")?.to_owned())
                .or_insert(there);
        }
        match page["next"].as_u64() {
            Some(next) => before = format!("&before={next}"),
            None => return Ok(last),
        }
    }
}

/// The log says of every document what became of it, whoever was told.
pub(super) fn check_log(server: &Server, promised: &Promised) -> anyhow::Result<()> {
    let said = last_words(server)?;
    for (name, there) in promised.settled() {
        let said = said.get(&name).copied();
        ensure!(
            said.unwrap_or(false) == there,
            "{name} is {}, and the audit log says {}",
            if there { "there" } else { "not there" },
            match said {
                Some(true) => "that it was taken in",
                Some(false) => "that it was deleted",
                None => "nothing of it",
            }
        );
    }
    Ok(())
}

/// After a server was stopped: the chain is whole, and every report as it was recorded.
pub(super) fn check_chain(program: &Program, folder: &Folder) -> anyhow::Result<()> {
    let mut command = program.command();
    command.args(["audit", "verify", "--data-dir"]);
    let told = command.arg(folder.data()).output()?;
    if told.status.success() {
        return Ok(());
    }
    bail!(
        "groundwall audit verify: {}{}",
        String::from_utf8_lossy(&told.stdout),
        String::from_utf8_lossy(&told.stderr)
    )
}
