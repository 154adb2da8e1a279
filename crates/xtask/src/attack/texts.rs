//! Texts that are made to be slow.

use crate::running::http::JSON;
use crate::running::server::{Program, Server};
use anyhow::{Context as _, bail, ensure};
use std::time::{Duration, Instant};

/// Characters of a text: nearly as long as an answer may be.
const LENGTH: usize = 99_000;
/// The same for a binary that is compiled to be built quickly. It takes 1.1 s of processor time for 1 kB of the slowest text, in proportion to the length
/// from 300 bytes on, so that the whole length would only take longer and show nothing else.
const SHORT: usize = 4_000;

fn texts(length: usize) -> Vec<String> {
    let units = [
        "a.",
        "1,",
        "([1, (",
        "and 5 m, ",
        "| a | 1 |\\n",
        "e\u{301}\u{316}",
        "A b. ",
    ];
    let mut texts = vec![format!("http://{}", "a.".repeat(length / 2))];
    texts.extend(units.map(|unit| unit.repeat(length / unit.chars().count())));
    texts
}

/// Two texts at a time; meanwhile the process answers others at once.
pub(super) fn hostile_texts(program: &Program, server: &Server) -> anyhow::Result<String> {
    let length = if program.optimised { LENGTH } else { SHORT };
    let mut longest = Duration::ZERO;
    for pair in texts(length).chunks(2) {
        longest = longest.max(judged(server, pair)?);
    }
    server.others()?;
    Ok(format!(
        "{} kB{}, the longest in {:.1} s",
        length / 1_000,
        if program.optimised {
            ""
        } else {
            " with a debug binary instead of 99"
        },
        longest.as_secs_f64()
    ))
}

/// Sends texts at the same time; how long the longest took.
fn judged(server: &Server, texts: &[String]) -> anyhow::Result<Duration> {
    let mut longest = Duration::ZERO;
    std::thread::scope(|scope| {
        let sent: Vec<_> = texts
            .iter()
            .map(|text| {
                let body = format!("{{\"answer\": \"{text}\"}}");
                scope.spawn(move || {
                    let started = Instant::now();
                    let answer = server.send("POST /api/v1/verifications", JSON, body.as_bytes());
                    (answer, started.elapsed())
                })
            })
            .collect();
        while sent.iter().any(|sent| !sent.is_finished()) {
            server.health().context("meanwhile")?;
            std::thread::sleep(Duration::from_millis(100));
        }
        for (sent, text) in sent.into_iter().zip(texts) {
            let start: String = text.chars().take(12).collect();
            let Ok((answer, took)) = sent.join() else {
                bail!("{start}…: the attack itself failed")
            };
            let status = answer.with_context(|| format!("{start}…"))?.status;
            // Judged, or refused for what it is; never a fault and never the deadline.
            ensure!(
                matches!(status, 201 | 413 | 422),
                "{start}… ends in {status} after {:.0} s",
                took.as_secs_f64()
            );
            longest = longest.max(took);
        }
        Ok(longest)
    })
}
