//! A server that runs on loopback, and those who ask it: what attacks and measurements share.

pub(crate) mod clients;
pub(crate) mod figures;
pub(crate) mod http;
mod random;
pub(crate) mod server;

use anyhow::Context as _;

pub(crate) use random::Random;

/// Memory of a process that is resident, in bytes; `process` is its number or `self`.
pub(crate) fn resident(process: &str) -> anyhow::Result<u64> {
    let told = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = told
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .context("no VmRSS")?;
    let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kilobytes * 1024)
}
