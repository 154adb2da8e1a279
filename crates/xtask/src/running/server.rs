//! A server that is started, asked and ended here.

use super::http::{Answer, FORM, JSON, TEXT, answer, form};
use anyhow::{Context as _, bail, ensure};
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

pub(crate) const KEY: &str = "the-key-of-a-server-under-test";
/// Longest wait for any answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(90);
/// Longest wait for a server to be ready.
const START: Duration = Duration::from_mins(2);
/// Longest wait of others for `/healthz`: generous, since those who ask and the server share a machine.
pub(crate) const HEALTH: Duration = Duration::from_secs(1);

/// The program that is run.
pub(crate) struct Program {
    root: PathBuf,
    binary: PathBuf,
    /// Whether it is compiled to be fast. A binary with "debug" in its path is not, and is not held to bars of speed.
    pub(crate) optimised: bool,
}

impl Program {
    pub(crate) fn at(root: &Path, binary: &Path) -> anyhow::Result<Self> {
        ensure!(
            binary.is_file(),
            "{} is not there; build it with cargo build --release, or name another with --binary",
            binary.display()
        );
        let binary = binary.canonicalize()?;
        Ok(Self {
            root: root.to_owned(),
            optimised: !binary.to_string_lossy().contains("debug"),
            binary,
        })
    }

    /// The program with no setting of this machine's.
    pub(crate) fn command(&self) -> Command {
        self.clean(Command::new(&self.binary))
    }

    /// The same, and a write over the limit of a file's size fails and does not end it.
    pub(crate) fn limited(&self) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"]);
        command.arg(&self.binary);
        self.clean(command)
    }

    fn clean(&self, mut command: Command) -> Command {
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("GROUNDWALL") {
                command.env_remove(name);
            }
        }
        command.current_dir(&self.root);
        command
    }
}

/// A folder under the system's temporary one, with a data directory and the log of its servers; it is gone when this is dropped.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> anyhow::Result<Self> {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("groundwall-xtask-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).with_context(|| format!("cannot create {}", path.display()))?;
        // As the kernel names the files below it.
        Ok(Self(path.canonicalize()?))
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.file("data")
    }

    /// The last line of the log.
    fn last_words(&self) -> String {
        let log = std::fs::read(self.file("log")).unwrap_or_default();
        let log = String::from_utf8_lossy(&log).into_owned();
        log.lines().last().unwrap_or("no word").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A server that was started here; it is killed when this is dropped.
pub(crate) struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts a server over the data directory of a folder and waits until it is ready.
    pub(crate) fn start(command: Command, folder: &Folder) -> anyhow::Result<Self> {
        let mut server = Self::begun(command, folder)?;
        let said = server.child.stdout.take().context("no output")?;
        let (tell, told) = mpsc::channel();
        std::thread::spawn(move || {
            let mut lines = BufReader::new(said).lines().map_while(Result::ok);
            let ready = lines.find_map(|line| Some(line.split_once(" at http://")?.1.to_owned()));
            // Nobody listens where the wait was over.
            let _ = tell.send(ready);
            // Keeps the pipe empty.
            lines.for_each(drop);
        });
        let ready = told
            .recv_timeout(START)
            .context("it is not ready in time")?;
        server.address = ready
            .with_context(|| format!("it ended before it was ready: {}", folder.last_words()))?
            .parse()?;
        Ok(server)
    }

    /// Starts a server and waits for nothing.
    pub(crate) fn begun(mut command: Command, folder: &Folder) -> anyhow::Result<Self> {
        let log = std::fs::File::options()
            .create(true)
            .append(true)
            .open(folder.file("log"))?;
        let child = command
            .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
            .arg(folder.data())
            .env("GROUNDWALL__SERVER__API_KEY", KEY)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .context("the server cannot be started")?;
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        Ok(Self { child, address })
    }

    pub(crate) fn pid(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    /// Memory of the server itself, in bytes; what reads files is in processes of its own.
    pub(crate) fn memory(&self) -> anyhow::Result<u64> {
        super::resident(&self.child.id().to_string())
    }

    /// Ends at once, as when the power fails.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// What it ended with, where it did.
    pub(crate) fn ended(&mut self) -> anyhow::Result<Option<ExitStatus>> {
        Ok(self.child.try_wait()?)
    }

    /// Asks the server to stop; how long that took and what it ended with.
    pub(crate) fn stop(&mut self) -> anyhow::Result<(Duration, Option<i32>)> {
        let started = Instant::now();
        rustix::process::kill_process(self.pid(), rustix::process::Signal::TERM)?;
        while started.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.ended()? {
                return Ok((started.elapsed(), status.code()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!("it still runs after {} s", started.elapsed().as_secs())
    }

    pub(crate) fn connect(&self) -> anyhow::Result<TcpStream> {
        let stream = TcpStream::connect_timeout(&self.address, Duration::from_secs(10))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(Duration::from_secs(10)))?;
        Ok(stream)
    }

    /// Sends the head of a request with a body of `length` bytes, and `part` of that.
    pub(crate) fn begin(
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
    pub(crate) fn send(&self, target: &str, kind: &str, body: &[u8]) -> anyhow::Result<Answer> {
        answer(self.begin(target, &with_key(kind), body.len(), body)?)
    }

    /// A request without a body.
    pub(crate) fn get(&self, path: &str) -> anyhow::Result<Answer> {
        self.send(&format!("GET {path}"), TEXT, b"")
    }

    pub(crate) fn upload(&self, name: &str, bytes: &[u8]) -> anyhow::Result<Answer> {
        self.send("POST /api/upload", FORM, &form(name, bytes))
    }

    /// How long `/healthz` takes; an error where it is over what others bear.
    pub(crate) fn health(&self) -> anyhow::Result<Duration> {
        let started = Instant::now();
        let health = self.get("/healthz")?;
        let took = started.elapsed();
        ensure!(health.status == 200, "/healthz answers {}", health.status);
        ensure!(took <= HEALTH, "/healthz took {} ms", took.as_millis());
        Ok(took)
    }

    /// What others do meanwhile: the process answers at once, an upload and a verification are served within a while, and until then told when to come again.
    pub(crate) fn others(&self) -> anyhow::Result<()> {
        self.health()?;
        let file = form("others.txt", b"The quay was built in 1931.");
        self.served("POST /api/upload", FORM, &file)?;
        let claim = br#"{"claims": ["The quay was built in 1931."]}"#;
        self.served("POST /api/verify", JSON, claim)
    }

    pub(crate) fn served(&self, target: &str, kind: &str, body: &[u8]) -> anyhow::Result<()> {
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
    }
}

pub(crate) fn with_key(kind: &str) -> String {
    format!("authorization: Bearer {KEY}\r\ncontent-type: {kind}\r\n")
}
