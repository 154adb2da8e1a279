//! Many clients at the same time, each with work of its own kind.

use super::http::Answer;
use super::server::Server;
use anyhow::{Context as _, anyhow};
use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Longest rest of a client who was told to come again, in seconds.
const REST: u64 = 5;
/// Time between two looks at the memory of the server.
const LOOK: Duration = Duration::from_millis(100);

/// What a client does again and again.
pub(crate) trait Work: Copy + Debug + Send + Sync {
    /// Sends request `n` of a client.
    fn request(self, server: &Server, client: usize, n: usize) -> anyhow::Result<Answer>;
    /// Whether the server may tell it to come again.
    fn may_wait(self) -> bool;
    /// How long a client rests after an answer.
    fn pause(self) -> Duration;
}

/// What one client saw.
pub(crate) struct Seen<W> {
    pub(crate) kind: W,
    pub(crate) sent_away: usize,
    /// How long each answer took that served it.
    pub(crate) took: Vec<Duration>,
    /// What it must not see; it stopped there.
    pub(crate) wrong: Option<anyhow::Error>,
}

impl<W> Seen<W> {
    pub(crate) fn served(&self) -> usize {
        self.took.len()
    }

    pub(crate) fn tried(&self) -> usize {
        self.took.len() + self.sent_away
    }
}

/// One client, until the time is over.
fn client<W: Work>(server: &Server, kind: W, number: usize, until: Instant) -> Seen<W> {
    let mut seen = Seen {
        kind,
        sent_away: 0,
        took: Vec::new(),
        wrong: None,
    };
    let mut n = 0;
    while Instant::now() < until {
        let started = Instant::now();
        let answer = match kind.request(server, number, n) {
            Ok(answer) => answer,
            Err(error) => {
                seen.wrong = Some(error.context(format!("{kind:?}")));
                break;
            }
        };
        n += 1;
        match (answer.status, answer.wait) {
            (200..=299, _) => {
                seen.took.push(started.elapsed());
                std::thread::sleep(kind.pause());
            }
            (429 | 503, Some(wait)) if kind.may_wait() => {
                seen.sent_away += 1;
                std::thread::sleep(Duration::from_secs(wait.clamp(1, REST)));
            }
            (status, wait) => {
                seen.wrong = Some(anyhow!(
                    "{kind:?} is answered {status}, Retry-After {wait:?}"
                ));
                break;
            }
        }
    }
    seen
}

/// So many clients for a while, whose kinds follow each other in turn; what they saw. `look` is shown the memory of the server again and again meanwhile.
pub(crate) fn crowd<W: Work>(
    server: &Server,
    count: usize,
    kinds: &[W],
    time: Duration,
    mut look: impl FnMut(u64),
) -> anyhow::Result<Vec<Seen<W>>> {
    let until = Instant::now() + time;
    std::thread::scope(|scope| {
        let clients: Vec<_> = kinds
            .iter()
            .cycle()
            .take(count)
            .enumerate()
            .map(|(number, kind)| scope.spawn(move || client(server, *kind, number, until)))
            .collect();
        while clients.iter().any(|client| !client.is_finished()) {
            look(server.memory()?);
            std::thread::sleep(LOOK);
        }
        clients
            .into_iter()
            .map(|client| client.join().ok().context("a client itself failed"))
            .collect()
    })
}
