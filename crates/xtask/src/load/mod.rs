//! `cargo xtask load [--binary PATH] [--streams] [--clients] [--seconds N] [--quick]`: starts the release binary over a throwaway directory on loopback and measures it under load.
//!
//! `--streams` is how late the sentences of streamed answers arrive, with 1, 8 and 32 streams at the same time; `--clients` is what 200 clients see in two minutes, or in N
//! seconds; without either it is both. A bar that is missed is said to be missed. An error is what must never be: a status other than success or "come again", a stream that
//! breaks off, a server that ends, memory that grows.

mod answers;
mod clients;
mod endpoint;
mod stream;
mod streams;

use crate::running::figures::busy;
use crate::running::server::Program;
use anyhow::{Context as _, bail, ensure};
use std::path::{Path, PathBuf};
use std::time::Duration;

const USAGE: &str =
    "usage: cargo xtask load [--binary PATH] [--streams] [--clients] [--seconds N] [--quick]";

/// How much is measured.
struct Extent {
    /// Streams at the same time, and how often.
    rounds: [(usize, usize); 3],
    /// How long the clients go on.
    time: Duration,
}

const WHOLE: Extent = Extent {
    rounds: [(1, 20), (8, 5), (32, 3)],
    time: Duration::from_mins(2),
};

/// Enough to see that it works.
const QUICK: Extent = Extent {
    rounds: [(1, 2), (8, 1), (32, 1)],
    time: Duration::from_secs(10),
};

/// What is asked for on the command line.
struct Wanted {
    binary: PathBuf,
    extent: Extent,
    streams: bool,
    clients: bool,
}

fn wanted(root: &Path, mut words: impl Iterator<Item = String>) -> anyhow::Result<Wanted> {
    let mut wanted = Wanted {
        binary: root.join("target/release/groundwall"),
        extent: WHOLE,
        streams: false,
        clients: false,
    };
    let mut time = None;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--quick" => wanted.extent = QUICK,
            "--streams" => wanted.streams = true,
            "--clients" => wanted.clients = true,
            "--binary" => wanted.binary = PathBuf::from(words.next().context(USAGE)?),
            "--seconds" => {
                let seconds: u64 = words.next().context(USAGE)?.parse().context(USAGE)?;
                ensure!(
                    (1..=3_600).contains(&seconds),
                    "--seconds is from 1 to 3600"
                );
                time = Some(Duration::from_secs(seconds));
            }
            _ => bail!(USAGE),
        }
    }
    if let Some(time) = time {
        wanted.extent.time = time;
    }
    if !wanted.streams && !wanted.clients {
        (wanted.streams, wanted.clients) = (true, true);
    }
    Ok(wanted)
}

/// Measures and prints; an error where something happened that must never.
pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let wanted = wanted(root, words)?;
    let program = Program::at(root, &wanted.binary)?;
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    println!(
        "{cores} cores for the server and those who ask; {} {}; load of the machine before: {}",
        wanted.binary.display(),
        if program.optimised {
            "is optimised"
        } else {
            "is NOT optimised, and its figures say nothing"
        },
        busy()
    );
    let mut wrong = Vec::new();
    if wanted.streams {
        wrong.extend(streams::measure(&program, &wanted.extent.rounds)?);
    }
    if wanted.clients {
        wrong.extend(clients::measure(&program, wanted.extent.time)?);
    }
    for what in &wrong {
        println!("NEVER ALLOWED: {what}");
    }
    ensure!(wrong.is_empty(), "{} things must never be", wrong.len());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_is_measured() {
        let read = |line: &str| wanted(Path::new("/r"), line.split_whitespace().map(str::to_owned));
        let all = read("").unwrap();
        assert!(all.streams && all.clients && all.extent.time == WHOLE.time);
        assert_eq!(all.binary, Path::new("/r/target/release/groundwall"));
        let some = read("--seconds 30 --clients --quick --binary /b").unwrap();
        assert!(some.clients && !some.streams && some.binary == Path::new("/b"));
        assert_eq!(some.extent.time, Duration::from_secs(30));
        assert_eq!(some.extent.rounds, QUICK.rounds);
        for wrong in ["--seconds", "--seconds 0", "--seconds x", "everything"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
