//! A server that is killed at any moment, again and again over one data directory.

use super::fast;
use super::promised::{Event, Promised, delete, queue, upload, verify};
use super::recorded::{check_chain, check_log, drained};
use crate::running::Random;
use crate::running::server::{Folder, PATIENCE, Program, Server};
use anyhow::{Context as _, bail};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Before the kill, in milliseconds, from the moment on at which work begins, or in every other life from the first answer on.
const LONGEST: u64 = 1_500;
/// Every so many kills, one more while the server starts.
const AT_START: u32 = 5;
/// Requests of one client in one life of a server.
const REQUESTS: u32 = 500;
/// Files that one client leaves for later in one life: they are taken much faster than they are read, and all are read before the next kill.
const LATER: u32 = 10;

/// Kills the server so many times while it takes in, deletes and verifies.
pub(super) fn kills(program: &Program, count: u32) -> anyhow::Result<String> {
    let folder = Folder::new()?;
    let mut promised = Promised::default();
    let mut random = Random::of(20);
    for kill in 0..count {
        let mut server = Server::start(fast(program.command()), &folder)?;
        drained(&server, &mut promised)
            .and_then(|()| promised.check_documents(&server))
            .and_then(|()| check_log(&server, &promised))
            .with_context(|| format!("before kill {kill}"))?;
        let pause = Duration::from_millis(random.below(LONGEST));
        for event in life(&mut server, kill, promised.any(), pause)? {
            promised.note(event)?;
        }
        if kill % AT_START == 0 {
            let mut begun = Server::begun(fast(program.command()), &folder)?;
            std::thread::sleep(Duration::from_millis(random.below(LONGEST)));
            begun.kill()?;
        }
    }
    let mut server = Server::start(fast(program.command()), &folder)?;
    drained(&server, &mut promised)?;
    promised.check_documents(&server)?;
    promised.check_reports(&server)?;
    check_log(&server, &promised)?;
    server.stop()?;
    promised.check_files(&folder.data())?;
    check_chain(program, &folder)?;
    Ok(promised.told())
}

/// One client's requests until the server no longer answers; with the first answer `answered` is set.
fn until_cut(answered: &AtomicBool, request: impl Fn(u32) -> Event) -> Vec<Event> {
    let mut events = Vec::new();
    for n in 0..REQUESTS {
        let event = request(n);
        let cut = event.status() == 0;
        answered.store(true, Ordering::Relaxed);
        events.push(event);
        if cut {
            break;
        }
    }
    events
}

/// Waits for the first answer, but not for ever.
fn wait_for(answered: &AtomicBool) {
    let started = Instant::now();
    while !answered.load(Ordering::Relaxed) && started.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Two clients upload, one of them leaves files for later first, and one deletes and verifies, until the kill.
fn life(
    server: &mut Server,
    kill: u32,
    oldest: Option<u32>,
    pause: Duration,
) -> anyhow::Result<Vec<Event>> {
    let pid = server.pid();
    let asked = &*server;
    let answered = &AtomicBool::new(kill % 2 == 1);
    let events = std::thread::scope(|scope| {
        let mut clients = Vec::new();
        for client in 0..2 {
            let first = (kill * 2 + client) * REQUESTS;
            clients.push(scope.spawn(move || {
                until_cut(answered, |n| {
                    let later = client == 1 && n < LATER;
                    let send = if later { queue } else { upload };
                    send(asked, first + n)
                })
            }));
        }
        clients.push(scope.spawn(move || {
            until_cut(answered, |n| match oldest {
                Some(number) if n == 1 => delete(asked, number),
                _ => verify(asked),
            })
        }));
        wait_for(answered);
        std::thread::sleep(pause);
        let killed = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
        let events: Vec<_> = clients
            .into_iter()
            .map(std::thread::ScopedJoinHandle::join)
            .collect();
        killed.map(|()| events)
    })?;
    server.kill()?;
    let mut all = Vec::new();
    for events in events {
        match events {
            Ok(events) => all.extend(events),
            Err(_) => bail!("a client itself failed"),
        }
    }
    Ok(all)
}
