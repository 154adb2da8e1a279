//! A disk that takes nothing more.

use super::fast;
use super::promised::{Promised, delete, queue, upload, verify};
use super::recorded::{check_chain, check_log, drained};
use crate::running::Random;
use crate::running::server::{Folder, Program, Server};
use anyhow::{Context as _, ensure};
use rustix::process::{Resource, Rlimit, prlimit};

/// No file of the server grows over so many bytes; lifted by `None`.
fn limit(server: &Server, bytes: Option<u64>) -> anyhow::Result<()> {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    prlimit(Some(server.pid()), Resource::Fsize, limit)?;
    Ok(())
}

/// So many cycles of a disk that fills and has room again.
pub(super) fn cycles(program: &Program, count: u32) -> anyhow::Result<String> {
    let folder = Folder::new()?;
    let mut server = Server::start(fast(program.limited()), &folder)?;
    let mut promised = Promised::default();
    let mut random = Random::of(20);
    for number in 0..2 {
        ensure!(promised.note(upload(&server, number))? == 200);
    }
    for cycle in 0..count {
        let number = 10 + cycle * 10;
        // Nothing at all, or so little more that it ends within the work.
        let room = if cycle % 2 == 0 {
            0
        } else {
            log_length(&folder) + random.below(40_000)
        };
        limit(&server, Some(room))?;
        full(&server, &mut promised, number, room)
            .and_then(|()| promised.check_documents(&server))
            .with_context(|| format!("full, cycle {cycle}"))?;
        limit(&server, None)?;
        roomy(&server, &mut promised, number + 5)
            .and_then(|()| promised.check_documents(&server))
            .with_context(|| format!("with room again, cycle {cycle}"))?;
    }
    server.kill()?;
    let mut server = Server::start(fast(program.command()), &folder)?;
    promised.check_documents(&server).context("after a kill")?;
    promised.check_reports(&server)?;
    check_log(&server, &promised)?;
    server.stop()?;
    promised.check_files(&folder.data())?;
    check_chain(program, &folder)?;
    Ok(promised.told())
}

/// Bytes of the log of the passages.
fn log_length(folder: &Folder) -> u64 {
    let log = folder.data().join("passages.sqlite-wal");
    std::fs::metadata(log).map_or(0, |log| log.len())
}

/// Uploads, deletes and reports are refused with 507, or served where there was room for them.
fn full(server: &Server, promised: &mut Promised, number: u32, room: u64) -> anyhow::Result<()> {
    let oldest = promised.any().context("there is no document")?;
    for event in [
        upload(server, number),
        upload(server, number + 1),
        queue(server, number + 2),
        delete(server, oldest),
        verify(server),
    ] {
        let status = promised.note(event)?;
        let served = room > 0 && matches!(status, 200..=202);
        ensure!(status == 507 || served, "an answer is {status}");
    }
    server.health()?;
    Ok(())
}

/// Everything works.
fn roomy(server: &Server, promised: &mut Promised, number: u32) -> anyhow::Result<()> {
    let oldest = promised.any().context("there is no document")?;
    for event in [
        upload(server, number),
        upload(server, number + 1),
        queue(server, number + 2),
        delete(server, oldest),
        verify(server),
    ] {
        let status = promised.note(event)?;
        ensure!(matches!(status, 200..=202), "an answer is {status}");
    }
    drained(server, promised)
}
