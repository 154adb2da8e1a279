//! A disk that fails at one change of a file, or from then on: at every change that an upload, a delete and a report make, one after another.

use super::fast;
use super::promised::{Event, Promised, delete, upload, verify};
use super::recorded::{check_chain, check_log};
use crate::running::server::{Folder, Program, Server};
use anyhow::{Context as _, ensure};
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::process::Command;

/// What is loaded into the server.
const LIBRARY: &str = include_str!("fault.c");
/// Input or output error, no space left on device: the same numbers on every Linux.
const ERRORS: [(i64, &str); 2] = [(5, "EIO"), (28, "ENOSPC")];
/// More changes than these are not tried one after another.
const MOST: u64 = 400;

/// The numbers that both sides see; `fault.c` says what they mean.
struct Switch {
    file: File,
    library: PathBuf,
    path: PathBuf,
}

impl Switch {
    /// Compiles the library, with the compiler that SQLite needs as well.
    fn new(folder: &Folder) -> anyhow::Result<Self> {
        let (source, library) = (folder.file("fault.c"), folder.file("fault.so"));
        std::fs::write(&source, LIBRARY)?;
        let compiled = Command::new("cc")
            .args(["-O1", "-Wall", "-Werror", "-shared", "-fPIC", "-o"])
            .args([&library, &source])
            .status()
            .context("there is no C compiler (cc)")?;
        ensure!(compiled.success(), "fault.c does not compile");
        let path = folder.file("switch");
        let file = File::options()
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)?;
        file.set_len(40)?;
        Ok(Self {
            file,
            library,
            path,
        })
    }

    /// A server that is told of the switch; what it starts itself is not.
    fn start(&self, program: &Program, folder: &Folder) -> anyhow::Result<Server> {
        self.set(0, false, 0)?;
        let mut command = fast(program.command());
        command
            .env("LD_PRELOAD", &self.library)
            .env("FAULT_BELOW", folder.data())
            .env("FAULT_SWITCH", &self.path);
        Server::start(command, folder)
    }

    /// Counts from nothing; the change `at` fails, none for 0.
    fn set(&self, at: u64, lasting: bool, error: i64) -> anyhow::Result<()> {
        // Off first: the count goes back before it counts again.
        self.file.write_all_at(&0_i64.to_ne_bytes(), 0)?;
        let numbers = [i64::from(lasting), error, 0, 0];
        let bytes: Vec<u8> = numbers.into_iter().flat_map(i64::to_ne_bytes).collect();
        self.file.write_all_at(&bytes, 8)?;
        self.file.write_all_at(&at.to_ne_bytes(), 0)?;
        Ok(())
    }

    fn number(&self, place: u64) -> anyhow::Result<u64> {
        let mut bytes = [0; 8];
        self.file.read_exact_at(&mut bytes, place * 8)?;
        Ok(u64::from_ne_bytes(bytes))
    }

    fn seen(&self) -> anyhow::Result<u64> {
        self.number(3)
    }

    fn failed(&self) -> anyhow::Result<u64> {
        self.number(4)
    }
}

/// What is tried over one data directory.
struct Trial {
    folder: Folder,
    switch: Switch,
    promised: Promised,
    number: u32,
    /// Answers to requests among which one failed, by status.
    answers: BTreeMap<u16, u32>,
    failed: u64,
}

impl Trial {
    /// An upload, a delete of the document before, and a report.
    fn work(&mut self, server: &Server) -> anyhow::Result<Vec<u16>> {
        self.number += 1;
        let oldest = self.promised.any().context("there is no document")?;
        let requests: [&dyn Fn() -> Event; 3] = [
            &|| upload(server, self.number),
            &|| delete(server, oldest),
            &|| verify(server),
        ];
        let events: Vec<Event> = requests.iter().map(|request| request()).collect();
        let told = events.into_iter().map(|event| self.promised.note(event));
        told.collect()
    }

    /// The same while a change fails. Every answer is honest: it was done, or the disk fails.
    fn failing(
        &mut self,
        server: &Server,
        at: u64,
        lasting: bool,
        error: i64,
    ) -> anyhow::Result<()> {
        self.switch.set(at, lasting, error)?;
        let told = self.work(server)?;
        self.failed += self.switch.failed()?;
        for status in told {
            ensure!(
                matches!(status, 200 | 201 | 507),
                "an answer is {status} (0: none)"
            );
            *self.answers.entry(status).or_default() += 1;
        }
        server.health()?;
        Ok(())
    }

    /// Everything works again, without a restart; and there are documents for the next delete.
    fn mended(&mut self, server: &Server) -> anyhow::Result<()> {
        self.switch.set(0, false, 0)?;
        self.promised.check_documents(server)?;
        let told = self.work(server)?;
        ensure!(
            told.iter().all(|status| matches!(status, 200 | 201)),
            "it answers {told:?}"
        );
        self.number += 1;
        ensure!(self.promised.note(upload(server, self.number))? == 200);
        Ok(())
    }
}

/// Which changes fail, and whether all later ones do, too.
fn chosen(changes: u64, tried: Option<u64>) -> Vec<(u64, bool)> {
    // Each as the only one and as the first of many; both errors in turn.
    let all: Vec<(u64, bool)> = (1..=changes)
        .flat_map(|at| [(at, false), (at, true)])
        .collect();
    let step = tried.map_or(1, |tried| (all.len() as u64).div_ceil(tried.max(1)) | 1);
    all.into_iter().step_by(step as usize).collect()
}

/// Tries every change, or so many of them; in between the server is killed and started again `restarts` times.
pub(super) fn faults(
    program: &Program,
    tried: Option<u64>,
    restarts: u64,
) -> anyhow::Result<String> {
    let folder = Folder::new()?;
    let switch = Switch::new(&folder)?;
    let mut server = switch.start(program, &folder)?;
    let mut trial = Trial {
        folder,
        switch,
        promised: Promised::default(),
        number: 0,
        answers: BTreeMap::new(),
        failed: 0,
    };
    for number in [90_001, 90_002] {
        ensure!(trial.promised.note(upload(&server, number))? == 200);
    }
    trial.mended(&server)?;
    trial.switch.set(0, false, 0)?;
    trial.work(&server)?;
    let changes = trial.switch.seen()?.min(MOST);
    ensure!(
        changes > 0,
        "no change of a file was seen: LD_PRELOAD has no effect"
    );
    let chosen = chosen(changes, tried);
    let every = (chosen.len() as u64).div_ceil(restarts.max(1)).max(1);
    for (turn, (at, lasting)) in chosen.iter().copied().enumerate() {
        let (error, name) = ERRORS[turn % ERRORS.len()];
        let what = || {
            format!(
                "{name} at change {at} of {changes}, {}",
                if lasting { "lasting" } else { "once" }
            )
        };
        trial
            .failing(&server, at, lasting, error)
            .with_context(what)?;
        if turn as u64 % every == every - 1 {
            server.kill()?;
            server = trial.switch.start(program, &trial.folder)?;
            if lasting {
                trial.promised.doubt();
            }
            trial
                .promised
                .check_documents(&server)
                .with_context(|| format!("killed after {}", what()))?;
        }
        trial
            .mended(&server)
            .with_context(|| format!("after {}", what()))?;
    }
    over(program, trial, server, chosen.len())
}

/// A last kill, and everything is compared.
fn over(
    program: &Program,
    mut trial: Trial,
    mut server: Server,
    tried: usize,
) -> anyhow::Result<String> {
    server.kill()?;
    let mut server = Server::start(fast(program.command()), &trial.folder)?;
    trial.promised.check_documents(&server)?;
    trial.promised.check_reports(&server)?;
    check_log(&server, &trial.promised)?;
    server.stop()?;
    trial.promised.check_files(&trial.folder.data())?;
    check_chain(program, &trial.folder)?;
    let answers: Vec<String> = trial
        .answers
        .iter()
        .map(|(status, count)| format!("{count} × {status}"))
        .collect();
    Ok(format!(
        "{tried} tried, {} changes failed, answers {}",
        trial.failed,
        answers.join(", ")
    ))
}
