//! Requests that are begun and not ended, answers that are asked for and not read.

use crate::running::http::{FORM, JSON, PART, TEXT, form};
use crate::running::server::{Server, with_key};
use anyhow::{Context as _, ensure};
use std::io::Read as _;
use std::net::TcpStream;
use std::time::Duration;

/// Memory that an attack may cost, in bytes.
pub(super) const GROWTH: u64 = 100 * 1024 * 1024;

/// Keeps what an attack holds open while others go on, and looks at the memory.
fn held_open(
    server: &Server,
    begin: impl Fn(usize) -> anyhow::Result<TcpStream>,
    count: usize,
) -> anyhow::Result<()> {
    let before = server.memory()?;
    let mut open = Vec::new();
    for n in 0..count {
        open.push(begin(n)?);
    }
    std::thread::sleep(Duration::from_millis(500));
    let grown = server.memory()?.saturating_sub(before);
    server.others()?;
    drop(open);
    ensure!(
        grown <= GROWTH,
        "memory grew by {} MB",
        grown / (1024 * 1024)
    );
    Ok(())
}

pub(super) fn idle_uploads(server: &Server) -> anyhow::Result<()> {
    let part = form("idle.txt", b"The quay");
    let begin = |_| {
        server.begin(
            "POST /api/upload",
            &with_key(FORM),
            1_000_000,
            &part[..PART],
        )
    };
    held_open(server, begin, 16)
}

pub(super) fn half_pushes(server: &Server) -> anyhow::Result<()> {
    let part = [b"{\"records\": [".to_vec(), vec![b' '; 4_000_000]].concat();
    let begin = |n| {
        let target = format!("PUT /api/v1/tables/half-{n}");
        server.begin(&target, &with_key(JSON), 40_000_000, &part)
    };
    held_open(server, begin, 20)
}

pub(super) fn slow_downloads(server: &Server) -> anyhow::Result<()> {
    let page = format!(
        "<html><body><p>The pier was built in 1932.</p><!--{}--></body></html>",
        "x".repeat(12_000_000)
    );
    server.served(
        "POST /api/upload",
        FORM,
        &form("pier.html", page.as_bytes()),
    )?;
    let listed = server.send("GET /api/v1/documents", JSON, b"")?.body;
    // The document whose names hold the page; its id is the last one before them.
    let (before, _) = listed
        .split_once("pier.html")
        .context("the page is not listed")?;
    let id = before
        .rsplit_once("\"id\":\"")
        .and_then(|(_, id)| id.split('"').next())
        .context("the page has no id")?;
    let target = format!("GET /documents/{id}/original");
    let begin = |_| {
        let mut stream = server.begin(&target, &with_key(TEXT), 0, b"")?;
        let mut first = [0; 12];
        stream.read_exact(&mut first)?;
        ensure!(&first == b"HTTP/1.1 200", "a download is refused");
        Ok(stream)
    };
    held_open(server, begin, 30)
}

pub(super) fn hung_up(server: &Server) -> anyhow::Result<()> {
    let claims: Vec<String> = (0..200)
        .map(|n| format!("\"The quay number {n} was built in {} by hand.\"", 1700 + n))
        .collect();
    let body = format!("{{\"claims\": [{}]}}", claims.join(","));
    for _ in 0..40 {
        drop(server.begin(
            "POST /api/verify",
            &with_key(JSON),
            body.len(),
            body.as_bytes(),
        )?);
    }
    server.others()
}

/// Stops the server while much is under way.
pub(super) fn stopped(server: &mut Server) -> anyhow::Result<()> {
    let idle = form("idle.txt", b"The quay");
    let mut open = Vec::new();
    for _ in 0..4 {
        open.push(server.begin(
            "POST /api/upload",
            &with_key(FORM),
            1_000_000,
            &idle[..PART],
        )?);
        let text = "The quay was built in 1931 and the pier in 1932. ".repeat(1_500);
        let body = format!("{{\"answer\": \"{text}\"}}");
        open.push(server.begin(
            "POST /api/v1/verifications",
            &with_key(JSON),
            body.len(),
            body.as_bytes(),
        )?);
    }
    std::thread::sleep(Duration::from_millis(500));
    let (took, code) = server.stop()?;
    drop(open);
    ensure!(
        took < Duration::from_secs(10) && code == Some(0),
        "it ended after {:.1} s with {code:?}",
        took.as_secs_f64()
    );
    Ok(())
}
