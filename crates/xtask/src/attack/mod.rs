//! `cargo xtask attack [--binary PATH] [--quick] [ROUND]`: starts the release binary over throwaway directories on loopback, attacks it in ways that once held it up, and says of each
//! whether it held. Everything is bounded: each connection has its time-outs, and the only processes that are ended are those that were started here.

mod disk;
mod entry;
mod faults;
mod held;
mod kills;
mod load;
mod promised;
mod recorded;
mod texts;

use crate::running::server::{Folder, Program, Server};
use anyhow::{Context as _, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: cargo xtask attack [--binary PATH] [--quick] [ROUND]";

/// How much is tried of what can be tried again and again.
struct Extent {
    load: Duration,
    kills: u32,
    cycles: u32,
    /// Changes of files that fail; all where it is none.
    faults: Option<u64>,
    restarts: u64,
}

const WHOLE: Extent = Extent {
    load: Duration::from_secs(20),
    kills: 100,
    cycles: 20,
    faults: None,
    restarts: 40,
};

/// Short enough for every submission, with an unoptimised binary.
const QUICK: Extent = Extent {
    load: Duration::from_secs(5),
    kills: 3,
    cycles: 2,
    faults: Some(10),
    restarts: 2,
};

/// With the small verifier alone: what is written is the same, and more of it in the same time.
fn fast(mut command: Command) -> Command {
    command.env("GROUNDWALL__POLICY__VERIFIER", "fast");
    command
}

/// The table of what was tried and what held.
#[derive(Default)]
struct Table {
    /// A part of the names of the rounds that are wanted; all where it is empty.
    wanted: String,
    tried: usize,
    failed: usize,
}

impl Table {
    fn row(&mut self, name: &str, attack: impl FnOnce() -> anyhow::Result<String>) {
        if !name.contains(&self.wanted) {
            return;
        }
        let started = Instant::now();
        let result = attack();
        let seconds = started.elapsed().as_secs_f64();
        self.tried += 1;
        let said = match result {
            Ok(what) if what.is_empty() => "held".to_owned(),
            Ok(what) => format!("held: {what}"),
            Err(why) => {
                self.failed += 1;
                format!("NOT HELD: {why:#}")
            }
        };
        println!("{name:<40} {seconds:>6.1} s  {said}");
    }
}

type Attack = fn(&Server) -> anyhow::Result<()>;

/// What is tried on one server, and how.
const ATTACKS: [(&str, Attack); 6] = [
    ("strange hosts", entry::strange_hosts),
    ("16 uploads that stop half-way", held::idle_uploads),
    ("20 pushes of 4 MB that stop half-way", held::half_pushes),
    ("30 readers of 12 MB who do not read", held::slow_downloads),
    ("40 clients that hang up", held::hung_up),
    ("30 guesses of the key", entry::guessed_keys),
];

/// Attacks and prints what held; an error where something did not.
pub(crate) fn run(root: &Path, mut words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let mut binary = root.join("target/release/groundwall");
    let mut extent = WHOLE;
    let mut table = Table::default();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => extent = QUICK,
            "--binary" => binary = PathBuf::from(words.next().context(USAGE)?),
            round if !round.starts_with('-') => round.clone_into(&mut table.wanted),
            _ => bail!(USAGE),
        }
    }
    let program = Program::at(root, &binary)?;
    one_server(&program, &extent, &mut table)?;
    table.row(&format!("{} kills at any moment", extent.kills), || {
        kills::kills(&program, extent.kills)
    });
    table.row(&format!("{} times a full disk", extent.cycles), || {
        disk::cycles(&program, extent.cycles)
    });
    table.row("a disk that fails at any change", || {
        faults::faults(&program, extent.faults, extent.restarts)
    });
    let Table { tried, failed, .. } = table;
    ensure!(tried > 0, "no round has {:?} in its name", table.wanted);
    ensure!(failed == 0, "{failed} of {tried} did not hold");
    println!("All {tried} held.");
    Ok(())
}

/// What others notice of attacks on the server that they share.
fn one_server(program: &Program, extent: &Extent, table: &mut Table) -> anyhow::Result<()> {
    let folder = Folder::new()?;
    let mut server = Server::start(program.command(), &folder)?;
    // The models are loaded and warm before anything is measured.
    server.others().context("before any attack")?;
    for (name, attack) in ATTACKS {
        table.row(name, || attack(&server).map(|()| String::new()));
    }
    table.row("texts made to be slow", || {
        texts::hostile_texts(program, &server)
    });
    table.row(
        &format!("50 clients for {} s", extent.load.as_secs()),
        || load::load(program, &server, extent.load),
    );
    table.row("SIGTERM while much runs", || {
        held::stopped(&mut server).map(|()| String::new())
    });
    Ok(())
}
