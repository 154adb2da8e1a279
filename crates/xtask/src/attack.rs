//! `cargo xtask attack [--binary PATH]`: starts the release binary over a throwaway directory on loopback, attacks it in ways that once held it up, and says of each
//! whether it held. Everything is bounded: each connection has its time-outs, and the one process that is ended is the one that was started here.

use anyhow::{Context as _, bail, ensure};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const KEY: &str = "the-key-of-an-attacked-server";
/// Longest wait for any answer.
const PATIENCE: Duration = Duration::from_secs(90);
/// Memory that an attack may cost, in bytes.
const GROWTH: u64 = 100 * 1024 * 1024;
/// Longest wait of others for `/healthz`: generous, since attacks and server share a machine.
const HEALTH: Duration = Duration::from_secs(1);
/// Longest answer that is kept.
const ANSWER: u64 = 1024 * 1024;

/// A server that was started here, and its directory; both are gone when it is dropped.
struct Server {
    child: Child,
    address: SocketAddr,
    dir: PathBuf,
}

impl Server {
    fn start(root: &Path, binary: &Path) -> anyhow::Result<Self> {
        let dir = std::env::temp_dir().join(format!("groundwall-attack-{}", std::process::id()));
        std::fs::create_dir(&dir).with_context(|| format!("cannot create {}", dir.display()))?;
        let mut command = Command::new(binary);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GROUNDWALL") {
                command.env_remove(name);
            }
        }
        let child = command
            .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
            .arg(dir.join("data"))
            .env("GROUNDWALL__SERVER__API_KEY", KEY)
            .current_dir(root)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start {}", binary.display()))?;
        let mut server = Self {
            child,
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            dir,
        };
        let said = server.child.stdout.take().context("no output")?;
        let mut lines = BufReader::new(said).lines().map_while(Result::ok);
        let ready = lines.find_map(|line| {
            line.split_once(" at http://")
                .map(|(_, address)| address.to_owned())
        });
        server.address = ready
            .context("the server ended before it was ready")?
            .parse()?;
        // Keeps the pipe empty.
        std::thread::spawn(move || lines.for_each(drop));
        Ok(server)
    }

    /// Memory of the server itself, in bytes; what reads files is in processes of its own.
    fn memory(&self) -> anyhow::Result<u64> {
        let told = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = told
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))
            .context("no VmRSS")?;
        let kilobytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
        Ok(kilobytes * 1024)
    }

    /// Asks the server to stop; how long that took and what it ended with.
    fn stop(&mut self) -> anyhow::Result<(Duration, Option<i32>)> {
        let started = Instant::now();
        let id = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status()?;
        ensure!(told.success(), "kill does not run");
        while started.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.child.try_wait()? {
                return Ok((started.elapsed(), status.code()));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("it still runs after {} s", started.elapsed().as_secs())
    }

    fn connect(&self) -> anyhow::Result<TcpStream> {
        let stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(10))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(Duration::from_secs(10)))?;
        Ok(stream)
    }

    /// Sends the head of a request with a body of `length` bytes, and `part` of that.
    fn begin(
        &self,
        target: &str,
        headers: &str,
        length: usize,
        part: &[u8],
    ) -> anyhow::Result<TcpStream> {
        let mut stream = self.connect()?;
        let host = self.address;
        let head = format!(
            "{target} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}content-length: {length}\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        // A body that is refused half-way has its answer already.
        let _ = stream.write_all(part);
        Ok(stream)
    }

    /// A whole request with the key.
    fn send(&self, target: &str, kind: &str, body: &[u8]) -> anyhow::Result<Answer> {
        let headers = format!("authorization: Bearer {KEY}\r\ncontent-type: {kind}\r\n");
        answer(self.begin(target, &headers, body.len(), body)?)
    }

    /// What others do meanwhile: the process answers at once, an upload and a verification are served within a while, and until then told when to come again.
    fn others(&self) -> anyhow::Result<()> {
        let started = Instant::now();
        let health = self.send("GET /healthz", "text/plain", b"")?;
        let took = started.elapsed();
        ensure!(health.status == 200, "/healthz answers {}", health.status);
        ensure!(took <= HEALTH, "/healthz took {} ms", took.as_millis());
        let file = form("others.txt", b"The quay was built in 1931.");
        self.served("POST /api/upload", FORM, &file)?;
        let claim = br#"{"claims": ["The quay was built in 1931."]}"#;
        self.served("POST /api/verify", JSON, claim)
    }

    fn served(&self, target: &str, kind: &str, body: &[u8]) -> anyhow::Result<()> {
        let started = Instant::now();
        loop {
            let answer = self.send(target, kind, body)?;
            match answer.status {
                200 => return Ok(()),
                429 | 503 if answer.wait.is_some() && started.elapsed() < PATIENCE => {
                    let wait = answer.wait.unwrap_or(1).clamp(1, 10);
                    std::thread::sleep(Duration::from_secs(wait));
                }
                status => bail!(
                    "{target} answers {status} after {} s",
                    started.elapsed().as_secs()
                ),
            }
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Fails where it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
    }
}

const JSON: &str = "application/json";
/// So much of a form of one file is less than its whole, and more than its head.
const PART: usize = 85;
const FORM: &str = "multipart/form-data; boundary=edge";

/// A form with one file.
fn form(name: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!(
        "--edge\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n"
    );
    [head.as_bytes(), bytes, b"\r\n--edge--\r\n"].concat()
}

struct Answer {
    status: u16,
    /// Seconds after which to come again.
    wait: Option<u64>,
    body: String,
}

/// Reads an answer to its end.
fn answer(stream: TcpStream) -> anyhow::Result<Answer> {
    let mut said = Vec::new();
    let read = stream.take(ANSWER).read_to_end(&mut said);
    let said = String::from_utf8_lossy(&said);
    // A connection that is reset after its answer has given it.
    if said.is_empty() {
        read.context("no answer")?;
    }
    parse(&said)
}

fn parse(said: &str) -> anyhow::Result<Answer> {
    let (head, body) = said.split_once("\r\n\r\n").unwrap_or((said, ""));
    let mut lines = head.lines();
    let status = lines
        .next()
        .and_then(|line| line.split(' ').nth(1)?.parse().ok())
        .context("no answer")?;
    let wait = lines.find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("retry-after")
            .then(|| value.trim().parse().ok())?
    });
    Ok(Answer {
        status,
        wait,
        body: body.to_owned(),
    })
}

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

fn with_key(kind: &str) -> String {
    format!("authorization: Bearer {KEY}\r\ncontent-type: {kind}\r\n")
}

fn idle_uploads(server: &Server) -> anyhow::Result<()> {
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

fn half_pushes(server: &Server) -> anyhow::Result<()> {
    let part = [b"{\"records\": [".to_vec(), vec![b' '; 4_000_000]].concat();
    let begin = |n| {
        let target = format!("PUT /api/v1/tables/half-{n}");
        server.begin(&target, &with_key(JSON), 40_000_000, &part)
    };
    held_open(server, begin, 20)
}

fn slow_downloads(server: &Server) -> anyhow::Result<()> {
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
        let mut stream = server.begin(&target, &with_key("text/plain"), 0, b"")?;
        let mut first = [0; 12];
        stream.read_exact(&mut first)?;
        ensure!(&first == b"HTTP/1.1 200", "a download is refused");
        Ok(stream)
    };
    held_open(server, begin, 30)
}

fn hostile_texts(server: &Server) -> anyhow::Result<()> {
    let length = 99_000;
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
    for pair in texts.chunks(2) {
        std::thread::scope(|scope| -> anyhow::Result<()> {
            let sent: Vec<_> = pair
                .iter()
                .map(|text| {
                    let body = format!("{{\"answer\": \"{text}\"}}");
                    scope.spawn(move || {
                        server.send("POST /api/v1/verifications", JSON, body.as_bytes())
                    })
                })
                .collect();
            while sent.iter().any(|sent| !sent.is_finished()) {
                let started = Instant::now();
                let health = server.send("GET /healthz", "text/plain", b"")?;
                let took = started.elapsed();
                ensure!(
                    health.status == 200 && took <= HEALTH,
                    "/healthz took {} ms meanwhile",
                    took.as_millis()
                );
                std::thread::sleep(Duration::from_millis(100));
            }
            for (sent, text) in sent.into_iter().zip(pair) {
                let start: String = text.chars().take(12).collect();
                let answer = match sent.join() {
                    Ok(answer) => answer.with_context(|| format!("{start}…"))?,
                    Err(_) => bail!("{start}…: the attack itself failed"),
                };
                // Judged, or refused for what it is; never a fault and never the deadline.
                ensure!(
                    matches!(answer.status, 201 | 413 | 422),
                    "{start}… ends in {}",
                    answer.status
                );
            }
            Ok(())
        })?;
    }
    server.others()
}

fn strange_hosts(server: &Server) -> anyhow::Result<()> {
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

fn guessed_keys(server: &Server) -> anyhow::Result<()> {
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

fn hung_up(server: &Server) -> anyhow::Result<()> {
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
fn stopped(server: &mut Server) -> anyhow::Result<()> {
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

type Attack = fn(&Server) -> anyhow::Result<()>;

/// What is tried, and how.
const ATTACKS: [(&str, Attack); 7] = [
    ("strange hosts", strange_hosts),
    ("16 uploads that stop half-way", idle_uploads),
    ("20 pushes of 4 MB that stop half-way", half_pushes),
    ("30 readers of 12 MB who do not read", slow_downloads),
    ("texts of 99 kB made to be slow", hostile_texts),
    ("40 clients that hang up", hung_up),
    ("30 guesses of the key", guessed_keys),
];

/// Attacks and prints what held; an error where something did not.
pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let mut binary = root.join("target/release/groundwall");
    let mut words = words;
    while let Some(word) = words.next() {
        match (word.as_str(), words.next()) {
            ("--binary", Some(path)) => binary = PathBuf::from(path),
            _ => bail!("usage: cargo xtask attack [--binary PATH]"),
        }
    }
    ensure!(
        binary.is_file(),
        "{} is not there; build it with cargo build --release, or name another with --binary",
        binary.display()
    );
    let binary = binary.canonicalize()?;
    let mut server = Server::start(root, &binary)?;
    // The models are loaded and warm before anything is measured.
    server.others().context("before any attack")?;
    let mut failed = 0;
    let mut report = |name: &str, started: Instant, result: anyhow::Result<()>| {
        let seconds = started.elapsed().as_secs_f64();
        let said = match result {
            Ok(()) => "held".to_owned(),
            Err(why) => {
                failed += 1;
                format!("NOT HELD: {why:#}")
            }
        };
        println!("{name:<40} {seconds:>6.1} s  {said}");
    };
    for (name, attack) in ATTACKS {
        let started = Instant::now();
        report(name, started, attack(&server));
    }
    let started = Instant::now();
    report("SIGTERM while much runs", started, stopped(&mut server));
    ensure!(
        failed == 0,
        "{failed} of {} did not hold",
        ATTACKS.len() + 1
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        let said = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 2\r\nx: y\r\n\r\n{}";
        let answer = parse(said).unwrap();
        assert_eq!(
            (answer.status, answer.wait, answer.body.as_str()),
            (429, Some(2), "{}")
        );
        assert!(parse("").is_err() && parse("nonsense").is_err());
        assert_eq!(parse("HTTP/1.1 200 OK\r\n\r\n").unwrap().wait, None);
    }
}
