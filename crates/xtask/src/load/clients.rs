//! What many clients see who all ask at the same time, and what the server needs meanwhile.

use super::answers::{self, Answer as Made};
use crate::running::clients::{Seen, Work, crowd};
use crate::running::figures::{Times, busy};
use crate::running::http::{Answer, FORM, JSON, TEXT, form};
use crate::running::server::{Folder, Program, Server};
use std::time::{Duration, Instant};

const CLIENTS: usize = 200;
/// How often each of those asks who would otherwise ask without a pause.
const BETWEEN: Duration = Duration::from_millis(50);
/// Memory by which the server may grow from a quarter of the time to its end, in bytes.
const FLAT: u64 = 32 * 1024 * 1024;
/// The 99th of 100 may take so many times as long as the 50th.
const SPREAD: u32 = 3;
/// Places that documents tell of.
const PLACES: usize = 80;
/// Errors that are told in full.
const TOLD: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Verify,
    Ask,
    List,
    Health,
}

const KINDS: [Kind; 4] = [Kind::Verify, Kind::Ask, Kind::List, Kind::Health];

/// The kinds of ten clients.
const MIX: [Kind; 10] = [
    Kind::Verify,
    Kind::Ask,
    Kind::Verify,
    Kind::List,
    Kind::Ask,
    Kind::Verify,
    Kind::Health,
    Kind::Ask,
    Kind::Verify,
    Kind::List,
];

/// What a client asks about.
#[derive(Clone, Copy)]
struct Task<'a> {
    kind: Kind,
    places: &'a [Made],
}

impl std::fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.kind.fmt(f)
    }
}

impl Work for Task<'_> {
    fn request(self, server: &Server, client: usize, n: usize) -> anyhow::Result<Answer> {
        // Of all requests no two have the same: what is remembered answers nobody.
        let number = 100 + client + n * CLIENTS;
        let place = &self.places[number % self.places.len()].place;
        match self.kind {
            Kind::Verify => {
                let said = format!("The inner harbour of {place} has berths for {number} boats.");
                let body = serde_json::json!({"answer": said}).to_string();
                server.send("POST /api/v1/verifications", JSON, body.as_bytes())
            }
            Kind::Ask => {
                let said = format!("How deep is the basin of {place} for ship {number}?");
                let body = serde_json::json!({"query": said}).to_string();
                server.send("POST /api/query", JSON, body.as_bytes())
            }
            Kind::List => {
                let paths = ["/api/v1/documents", "/api/v1/reports", "/readyz", "/upload"];
                server.get(paths[n % paths.len()])
            }
            Kind::Health => server.send("GET /healthz", TEXT, b""),
        }
    }

    fn may_wait(self) -> bool {
        match self.kind {
            Kind::Verify | Kind::Ask => true,
            Kind::List | Kind::Health => false,
        }
    }

    fn pause(self) -> Duration {
        match self.kind {
            Kind::Verify | Kind::Ask => Duration::ZERO,
            Kind::List | Kind::Health => BETWEEN,
        }
    }
}

/// The memory of the server on its way, in bytes.
struct Memory {
    start: u64,
    quarter: u64,
    end: u64,
    most: u64,
}

/// Measures and prints a table; what must never be is returned.
pub(super) fn measure(program: &Program, time: Duration) -> anyhow::Result<Vec<String>> {
    println!(
        "\nClients: {CLIENTS} at the same time for {} s, each one request after the other on a connection of its own; who is told to come again (429, 503) does so then.",
        time.as_secs()
    );
    let places = answers::answers(PLACES, 12)?;
    let folder = Folder::new()?;
    let server = Server::start(program.command(), &folder)?;
    let texts: Vec<&str> = places.iter().map(|made| made.document.as_str()).collect();
    let file = form("harbours.txt", texts.join("\n\n").as_bytes());
    server.served("POST /api/upload", FORM, &file)?;
    server.others()?;
    let tasks = MIX.map(|kind| Task {
        kind,
        places: &places,
    });
    let start = server.memory()?;
    let begun = Instant::now();
    let (mut quarter, mut most) = (start, start);
    let seen = crowd(&server, CLIENTS, &tasks, time, |memory| {
        if begun.elapsed() <= time / 4 {
            quarter = memory;
        }
        most = most.max(memory);
    })?;
    let memory = Memory {
        start,
        quarter,
        end: server.memory()?,
        most,
    };
    server.health()?;
    table(&seen);
    let mut wrong: Vec<String> = seen
        .iter()
        .filter_map(|seen| seen.wrong.as_ref())
        .map(|wrong| format!("a client: {wrong:#}"))
        .collect();
    let failed = wrong.len();
    wrong.truncate(TOLD);
    println!(
        "{failed} of {CLIENTS} clients saw something else than success, or 429 or 503 with Retry-After."
    );
    wrong.extend(flat(&memory));
    println!("Load of the machine afterwards: {}", busy());
    Ok(wrong)
}

/// Prints what each kind came to.
fn table(seen: &[Seen<Task<'_>>]) {
    println!(
        "\n{:<8} {:>7} {:>8} {:>9} {:>11} {:>8} {:>8}  p99 within {SPREAD} x p50",
        "", "clients", "served", "429, 503", "never served", "p50 ms", "p99 ms"
    );
    for kind in KINDS {
        let of_kind: Vec<&Seen<Task<'_>>> =
            seen.iter().filter(|seen| seen.kind.kind == kind).collect();
        let times: Times = of_kind
            .iter()
            .flat_map(|seen| seen.took.iter().copied())
            .collect();
        let sent_away: usize = of_kind.iter().map(|seen| seen.sent_away).sum();
        let never = of_kind.iter().filter(|seen| seen.served() == 0).count();
        println!(
            "{:<8} {:>7} {:>8} {sent_away:>9} {never:>12} {:>8} {:>8}  {}",
            format!("{kind:?}"),
            of_kind.len(),
            times.count(),
            times.told(50),
            times.told(99),
            spread(&times)
        );
    }
}

/// Whether the slowest are within what is asked for.
fn spread(times: &Times) -> String {
    match (times.percentile(50), times.percentile(99)) {
        (Some(p50), Some(p99)) => {
            let ratio = p99.as_secs_f64() / p50.as_secs_f64().max(f64::EPSILON);
            let held = if p99 <= p50 * SPREAD { "yes" } else { "MISSED" };
            format!("{held} ({ratio:.1})")
        }
        _ => "MISSED (nothing served)".to_owned(),
    }
}

/// Prints the memory; what is wrong with it is returned.
fn flat(memory: &Memory) -> Option<String> {
    let megabytes = |bytes: u64| bytes / (1024 * 1024);
    println!(
        "Memory (RSS): {} MiB at the start, {} after a quarter, {} at the end, {} at most; from a quarter to the end it may grow by {}.",
        megabytes(memory.start),
        megabytes(memory.quarter),
        megabytes(memory.end),
        megabytes(memory.most),
        megabytes(FLAT)
    );
    let grown = memory.end.saturating_sub(memory.quarter);
    (grown > FLAT).then(|| format!("memory grew by {} MiB", megabytes(grown)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slowest_are_held_against_the_middle() {
        let of = |many: &[u64]| -> String {
            spread(&many.iter().map(|ms| Duration::from_millis(*ms)).collect())
        };
        assert_eq!(of(&[10, 10, 30]), "yes (3.0)");
        assert_eq!(of(&[10, 10, 31]), "MISSED (3.1)");
        assert!(of(&[]).starts_with("MISSED"));
    }

    #[test]
    fn memory_may_grow_at_first_and_not_later() {
        let of = |quarter: u64, end: u64| {
            flat(&Memory {
                start: 1,
                quarter,
                end,
                most: end,
            })
        };
        assert_eq!(of(FLAT * 9, FLAT * 10), None);
        assert!(of(FLAT, FLAT * 2 + 1).is_some());
        assert_eq!(of(FLAT * 10, FLAT), None);
    }
}
