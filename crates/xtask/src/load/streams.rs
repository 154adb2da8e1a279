//! How late the sentences of a streamed answer arrive, and how many are under way at the same time.

use super::answers::{self, Answer, UNSUPPORTED};
use super::endpoint::{DELTA, Endpoint, PACE};
use super::stream::{Fate, Received, Reply, receive};
use crate::running::figures::{Times, busy};
use crate::running::http::{FORM, form};
use crate::running::server::{Folder, Program, Server};
use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Answers before anything is measured, of each kind.
const WARM: usize = 2;
/// Places of a document that is stored.
const PLACES: usize = 8;
/// Longest wait for a turn.
const PATIENCE: Duration = Duration::from_secs(90);
/// Errors that are told in full.
const TOLD: usize = 5;

/// What the answers are verified against.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Against {
    Stored,
    Sent,
}

/// What came of one stream.
struct Outcome {
    received: Received,
    number: usize,
    /// How often it was told to come again.
    sent_away: usize,
    /// How long it took until it had a turn.
    waited: Duration,
}

/// What came of all streams of a row.
#[derive(Default)]
struct Row {
    outcomes: Vec<Outcome>,
    wrong: Vec<String>,
}

/// One server, one endpoint and all answers that they are asked for.
struct Bench {
    server: Server,
    endpoint: Endpoint,
    answers: Vec<Answer>,
}

/// Measures and prints a table; what must never be is returned.
pub(super) fn measure(program: &Program, rounds: &[(usize, usize)]) -> anyhow::Result<Vec<String>> {
    let of_kind = WARM
        + rounds
            .iter()
            .map(|(streams, times)| streams * times)
            .sum::<usize>();
    let answers = answers::answers(2 * of_kind, 11)?;
    let sentences = answers.first().map_or(0, |answer| answer.sentences.len());
    println!(
        "\nStreams: POST /v1/chat/completions, answers of {sentences} sentences of which the sources do not support {UNSUPPORTED}, written {DELTA} letters each {} ms; no sentence comes twice.\n\
         \"added\" is from when the endpoint had written a sentence to its end until the client had it; the first sentence is always a supported one. Times in ms.\n",
        PACE.as_millis()
    );
    let folder = Folder::new()?;
    let endpoint = Endpoint::start(answers.clone())?;
    let mut command = program.command();
    command
        .env("GROUNDWALL__GENERATOR__BASE_URL", endpoint.url())
        .env("GROUNDWALL__GENERATOR__MODEL", "paced");
    let server = Server::start(command, &folder)?;
    store(&server, &answers[..of_kind])?;
    let bench = Bench {
        server,
        endpoint,
        answers,
    };
    println!(
        "{:<24} {:>7} {:>7}  {:>13}  {:>13}  {:>13}  {:>9} {:>8} {:>8} {:>5} {:>9} {:>6} {:>6}",
        "verified against",
        "streams",
        "answers",
        "first, added",
        "from request",
        "each, added",
        "supported",
        "wrong",
        "written",
        "open",
        "429",
        "wait s",
        "errors"
    );
    println!(
        "{:<24} {:>7} {:>7}  {:>13}  {:>13}  {:>13}  {:>9} {:>8} {:>8} {:>5} {:>9} {:>6} {:>6}",
        "",
        "",
        "",
        "p50 / p95",
        "p50 / p95",
        "p50 / p95",
        "released",
        "dropped",
        "p50 s",
        "most",
        "",
        "most",
        ""
    );
    let mut wrong = Vec::new();
    let mut next = 0;
    for against in [Against::Stored, Against::Sent] {
        bench.round(against, next, WARM);
        next += WARM;
        for (streams, times) in rounds {
            bench.endpoint.most_open();
            let mut row = Row::default();
            for _ in 0..*times {
                row.add(bench.round(against, next, *streams));
                next += streams;
            }
            wrong.extend(row.print(&bench, against, *streams));
        }
    }
    println!("\nLoad of the machine afterwards: {}", busy());
    Ok(wrong)
}

/// Uploads the documents of answers, several places to a file.
fn store(server: &Server, answers: &[Answer]) -> anyhow::Result<()> {
    for (number, some) in answers.chunks(PLACES).enumerate() {
        let texts: Vec<&str> = some.iter().map(|answer| answer.document.as_str()).collect();
        let file = form(
            &format!("harbours-{number}.txt"),
            texts.join("\n\n").as_bytes(),
        );
        server.served("POST /api/upload", FORM, &file)?;
    }
    Ok(())
}

impl Against {
    fn name(self) -> &'static str {
        match self {
            Self::Stored => "stored documents",
            Self::Sent => "sources of the request",
        }
    }

    fn request(self, number: usize, answer: &Answer) -> Value {
        let ours = match self {
            Self::Stored => json!({}),
            Self::Sent => json!({"sources": [{"id": answer.place, "text": answer.document}]}),
        };
        let question = Endpoint::question(number, &answer.place);
        json!({
            "model": "paced", "stream": true, "groundwall": ours,
            "messages": [{"role": "user", "content": question}],
        })
    }
}

impl Bench {
    /// So many streams at the same time, for the answers from a number on.
    fn round(&self, against: Against, from: usize, streams: usize) -> Vec<anyhow::Result<Outcome>> {
        std::thread::scope(|scope| {
            let streams: Vec<_> = (from..from + streams)
                .map(|number| scope.spawn(move || self.one(against, number)))
                .collect();
            let joined = streams.into_iter().map(|stream| {
                stream
                    .join()
                    .unwrap_or_else(|_| bail!("the client itself failed"))
            });
            joined.collect()
        })
    }

    /// One stream; who is told to come again does.
    fn one(&self, against: Against, number: usize) -> anyhow::Result<Outcome> {
        let answer = self.answers.get(number).context("no such answer")?;
        let body = against.request(number, answer);
        let begun = Instant::now();
        let mut sent_away = 0;
        while begun.elapsed() < PATIENCE {
            match receive(&self.server, &body, answer)? {
                Reply::Answer(received) => {
                    return Ok(Outcome {
                        waited: received.asked - begun,
                        received,
                        number,
                        sent_away,
                    });
                }
                Reply::Later(wait) => {
                    sent_away += 1;
                    std::thread::sleep(Duration::from_secs(wait.clamp(1, 10)));
                }
            }
        }
        bail!("it had no turn in {} s", PATIENCE.as_secs())
    }
}

impl Row {
    fn add(&mut self, round: Vec<anyhow::Result<Outcome>>) {
        for outcome in round {
            match outcome {
                Ok(outcome) => self.outcomes.push(outcome),
                Err(error) => self.wrong.push(format!("a stream: {error:#}")),
            }
        }
    }

    /// Prints the line of the table; what must never be is returned.
    fn print(mut self, bench: &Bench, against: Against, streams: usize) -> Vec<String> {
        let mut sums = Sums::default();
        for outcome in &self.outcomes {
            sums.add(outcome, bench);
        }
        if let Some(first) = sums.unsaid.first() {
            let count = sums.unsaid.len();
            self.wrong
                .push(format!("{count} sentences without a verdict, as {first:?}"));
        }
        let pair = |times: Vec<Duration>| {
            let times: Times = times.into_iter().collect();
            format!("{} / {}", times.told(50), times.told(95))
        };
        let sent_away: usize = self.outcomes.iter().map(|outcome| outcome.sent_away).sum();
        let waited = self.outcomes.iter().map(|outcome| outcome.waited).max();
        let written: Times = sums.written.into_iter().collect();
        println!(
            "{:<24} {streams:>7} {:>7}  {:>13}  {:>13}  {:>13}  {:>9} {:>8} {:>8.1} {:>5} {sent_away:>9} {:>6.1} {:>6}",
            against.name(),
            self.outcomes.len(),
            pair(sums.first_added),
            pair(sums.from_request),
            pair(sums.added),
            format!("{}/{}", sums.released, sums.supported),
            format!("{}/{}", sums.dropped, sums.unsupported),
            written.percentile(50).unwrap_or_default().as_secs_f64(),
            bench.endpoint.most_open(),
            waited.unwrap_or_default().as_secs_f64(),
            self.wrong.len(),
        );
        self.wrong.truncate(TOLD);
        self.wrong
    }
}

/// What the sentences of a row come to.
#[derive(Default)]
struct Sums {
    first_added: Vec<Duration>,
    from_request: Vec<Duration>,
    added: Vec<Duration>,
    /// How long the endpoint wrote, from the request on.
    written: Vec<Duration>,
    supported: usize,
    released: usize,
    unsupported: usize,
    dropped: usize,
    /// Sentences without a verdict.
    unsaid: Vec<String>,
}

impl Sums {
    fn add(&mut self, outcome: &Outcome, bench: &Bench) {
        let Outcome {
            received, number, ..
        } = outcome;
        let written = bench.endpoint.written(*number);
        if let Some(last) = written.last() {
            self.written.push(*last - received.asked);
        }
        let mut first = None;
        let sentences = &bench.answers[*number].sentences;
        for (at, (sentence, fate)) in sentences.iter().zip(&received.fates).enumerate() {
            let came = match fate {
                Some(Fate::Released(came)) => Some(*came),
                Some(Fate::Dropped(_)) => None,
                None => {
                    self.unsaid.push(sentence.text.clone());
                    continue;
                }
            };
            if sentence.supported {
                self.supported += 1;
                self.released += usize::from(came.is_some());
            } else {
                self.unsupported += 1;
                self.dropped += usize::from(came.is_none());
            }
            let (Some(came), Some(written)) = (came, written.get(at)) else {
                continue;
            };
            let added = came.saturating_duration_since(*written);
            self.added.push(added);
            if at == 0 {
                self.first_added.push(added);
            }
            first.get_or_insert(came);
        }
        self.from_request
            .extend(first.map(|came| came - received.asked));
    }
}
