//! Names and keys that open nothing.

use crate::running::http::answer;
use crate::running::server::{KEY, Server};
use anyhow::{Context as _, bail, ensure};
use std::io::Write as _;
use std::time::Duration;

pub(super) fn strange_hosts(server: &Server) -> anyhow::Result<()> {
    for host in [
        "evil.example.com",
        "[::1].evil.com",
        "127.0.0.1.evil.com",
        "localhost:80:80",
        "localhost@evil.com",
        "",
    ] {
        let mut stream = server.connect()?;
        let head = format!(
            "GET /api/status HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {KEY}\r\nconnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        let status = answer(stream)?.status;
        ensure!(matches!(status, 400 | 403), "{host:?} is answered {status}");
    }
    server.others()
}

pub(super) fn guessed_keys(server: &Server) -> anyhow::Result<()> {
    let kind = "application/x-www-form-urlencoded";
    let login = |key: &str| {
        let (headers, body) = (format!("content-type: {kind}\r\n"), format!("key={key}"));
        answer(server.begin("POST /login", &headers, body.len(), body.as_bytes())?)
    };
    let mut looked_at = 0;
    let mut wait = None;
    for n in 0..30 {
        let answer = login(&format!("guess-{n}"))?;
        match answer.status {
            401 => looked_at += 1,
            429 => wait = answer.wait,
            status => bail!("a wrong key is answered {status}"),
        }
    }
    ensure!(looked_at <= 10, "{looked_at} of 30 guesses were looked at");
    let wait = wait.context("nobody was told to wait")?;
    std::thread::sleep(Duration::from_secs(wait.min(30)));
    let right = login(KEY)?.status;
    ensure!(right == 303, "the right key is answered {right} afterwards");
    server.others()
}
