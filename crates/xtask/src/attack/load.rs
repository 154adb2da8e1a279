//! Many clients at the same time, each with work of its own kind.

use super::held::GROWTH;
use crate::running::clients::{self, Seen, Work};
use crate::running::figures::{Times, busy};
use crate::running::http::{Answer, FORM, JSON, TEXT, form};
use crate::running::server::{Program, Server};
use anyhow::{Context as _, ensure};
use std::time::Duration;

const CLIENTS: usize = 50;
/// Longest wait of `/healthz` for 99 of 100.
const P99: Duration = Duration::from_millis(50);
/// How often the process is asked how it is.
const BETWEEN: Duration = Duration::from_millis(50);
/// Of the uploads that were tried, one in so many is served: two run at a time and one more waits for at most 10 s, so that ten clients with small
/// files, who rest for two seconds when they are sent away, do better than this even where each file takes two seconds.
const SHARE: usize = 5;

/// What a client does.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Ask,
    Verify,
    Upload,
    Push,
    List,
    Health,
}

/// The kinds of ten clients.
const MIX: [Kind; 10] = [
    Kind::Ask,
    Kind::Verify,
    Kind::Upload,
    Kind::Health,
    Kind::Ask,
    Kind::Verify,
    Kind::Upload,
    Kind::List,
    Kind::Ask,
    Kind::Push,
];

fn request(server: &Server, kind: Kind, client: usize, n: usize) -> anyhow::Result<Answer> {
    let year = 1800 + n % 200;
    match kind {
        Kind::Ask => {
            let body = format!("{{\"query\": \"Which quay was built in {year}?\"}}");
            server.send("POST /api/query", JSON, body.as_bytes())
        }
        Kind::Verify => {
            let body = format!("{{\"claims\": [\"Quay {client} was built in {year}.\"]}}");
            server.send("POST /api/verify", JSON, body.as_bytes())
        }
        Kind::Upload => {
            let text = format!("Quay {client} was built in {year} by {n} people. ").repeat(10);
            // The same few names: what is there does not grow without end.
            let name = format!("quay-{client}-{}.txt", n % 3);
            server.send("POST /api/upload", FORM, &form(&name, text.as_bytes()))
        }
        Kind::Push => {
            let body = format!("{{\"records\": [{{\"quay\": \"{client}\", \"boats\": {n}}}]}}");
            let target = format!("PUT /api/v1/tables/boats-{client}");
            server.send(&target, JSON, body.as_bytes())
        }
        Kind::List => {
            let paths = ["/api/v1/documents", "/api/v1/reports", "/readyz", "/upload"];
            server.get(paths[n % paths.len()])
        }
        Kind::Health => server.send("GET /healthz", TEXT, b""),
    }
}

impl Work for Kind {
    fn request(self, server: &Server, client: usize, n: usize) -> anyhow::Result<Answer> {
        request(server, self, client, n)
    }

    fn may_wait(self) -> bool {
        self != Kind::Health
    }

    fn pause(self) -> Duration {
        match self {
            Kind::Health => BETWEEN,
            Kind::Ask | Kind::Verify | Kind::Upload | Kind::Push | Kind::List => Duration::ZERO,
        }
    }
}

/// All clients for a while; what they saw, and the most memory meanwhile.
fn crowd(server: &Server, time: Duration) -> anyhow::Result<(Vec<Seen<Kind>>, u64)> {
    let mut most = 0;
    let look = |memory: u64| most = memory.max(most);
    let mut seen = clients::crowd(server, CLIENTS, &MIX, time, look)?;
    match seen.iter_mut().find_map(|seen| seen.wrong.take()) {
        Some(wrong) => Err(wrong),
        None => Ok((seen, most)),
    }
}

/// The crowd once to be warm, and once to be measured.
pub(super) fn load(program: &Program, server: &Server, time: Duration) -> anyhow::Result<String> {
    crowd(server, time / 4).context("at first")?;
    let before = server.memory()?;
    let (seen, most) = crowd(server, time)?;
    fair(&seen)?;
    let grown = most.saturating_sub(before);
    let health: Times = seen
        .iter()
        .filter(|seen| seen.kind == Kind::Health)
        .flat_map(|seen| seen.took.iter().copied())
        .collect();
    let p99 = health.percentile(99).context("/healthz was not asked")?;
    let said = format!(
        "{}; /healthz p99 {} ms (bar {} ms{}), load of the machine {}, memory at most {} MB over {} MB",
        shares(&seen),
        p99.as_millis(),
        P99.as_millis(),
        if program.optimised {
            ""
        } else {
            ", not held with a debug binary"
        },
        busy(),
        grown / 1_048_576,
        before / 1_048_576
    );
    ensure!(grown <= GROWTH, "memory grew: {said}");
    ensure!(!program.optimised || p99 <= P99, "{said}");
    Ok(said)
}

/// Every client that uploads is served, and all together as often as is fair.
fn fair(seen: &[Seen<Kind>]) -> anyhow::Result<()> {
    let uploads: Vec<&Seen<Kind>> = seen
        .iter()
        .filter(|seen| seen.kind == Kind::Upload)
        .collect();
    let starved = uploads.iter().filter(|seen| seen.served() == 0).count();
    ensure!(
        starved == 0,
        "{starved} of {} who upload were never served",
        uploads.len()
    );
    let served: usize = uploads.iter().map(|seen| seen.served()).sum();
    let tried: usize = uploads.iter().map(|seen| seen.tried()).sum();
    ensure!(
        served * SHARE >= tried,
        "{served} of {tried} uploads were served"
    );
    Ok(())
}

/// Served of tried, by kind.
fn shares(seen: &[Seen<Kind>]) -> String {
    let kinds = [
        Kind::Ask,
        Kind::Verify,
        Kind::Upload,
        Kind::Push,
        Kind::List,
        Kind::Health,
    ];
    let share = |kind: Kind| {
        let of_kind = || seen.iter().filter(move |seen| seen.kind == kind);
        let served: usize = of_kind().map(Seen::served).sum();
        let tried: usize = of_kind().map(Seen::tried).sum();
        format!("{kind:?} {served}/{tried}")
    };
    kinds.map(share).join(", ")
}
