//! A running server and how tests talk to it.

use reqwest::multipart::{Form, Part};
use serde_json::Value;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The repository's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// A file under `data/`.
pub(crate) fn data(path: &str) -> Vec<u8> {
    std::fs::read(root().join("data").join(path)).unwrap()
}

/// The binary, started in the repository's root so that it finds `./models`, with no setting of the machine's.
pub(crate) fn binary() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_groundwall"));
    command.current_dir(root()).stdin(Stdio::null());
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("GROUNDWALL") || text.starts_with("OTEL_") {
            command.env_remove(name);
        }
    }
    command
}

/// [`binary`] from another place, or as another program starts it.
pub(crate) fn instead(program: impl AsRef<std::ffi::OsStr>) -> Command {
    let like = binary();
    let mut command = Command::new(program);
    command.current_dir(root()).stdin(Stdio::null());
    for (name, _) in like.get_envs().filter(|(_, value)| value.is_none()) {
        command.env_remove(name);
    }
    command
}

/// A server over a data directory; it is killed when dropped.
pub(crate) struct Running {
    child: Child,
    pub(crate) base: String,
    pub(crate) client: reqwest::Client,
}

impl Running {
    pub(crate) fn start(data_dir: &Path, settings: &[(&str, &str)]) -> Self {
        let mut command = binary();
        command.envs(settings.iter().copied());
        Self::run(command, data_dir)
    }

    /// Starts what the command starts, with the arguments of a server.
    pub(crate) fn run(mut command: Command, data_dir: &Path) -> Self {
        let mut child = command
            .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
            .arg(data_dir)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut said = String::new();
        let mut base = None;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        for line in lines.by_ref().map_while(Result::ok) {
            if let Some((_, address)) = line
                .split_once(" at http://")
                .filter(|(start, _)| start.starts_with("Ready in"))
            {
                base = Some(format!("http://{address}"));
                break;
            }
            said.push_str(&line);
            said.push('\n');
        }
        // Keeps the pipe empty.
        std::thread::spawn(move || lines.for_each(drop));
        // A connection a request: one that lay idle may be closed by the server in the moment in which it is used again.
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .pool_max_idle_per_host(0)
            .build()
            .unwrap();
        Self {
            child,
            base: base.unwrap_or_else(|| panic!("the server did not start:\n{said}")),
            client,
        }
    }

    /// Ends at once, as when the power fails.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks the server to stop and waits; its exit code.
    pub(crate) fn stop(mut self) -> Option<i32> {
        let id = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap().code()
    }

    pub(crate) fn id(&self) -> rustix::process::Pid {
        rustix::process::Pid::from_child(&self.child)
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    pub(crate) async fn get(&self, path: &str) -> (u16, String) {
        let response = self.client.get(self.url(path)).send().await.unwrap();
        (response.status().as_u16(), response.text().await.unwrap())
    }

    pub(crate) async fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path).await;
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let response = self
            .client
            .post(self.url(path))
            .json(body)
            .send()
            .await
            .unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }

    pub(crate) async fn form(&self, path: &str, fields: &[(&str, &str)]) -> reqwest::Response {
        let mut body = reqwest::Url::parse("http://localhost/").unwrap();
        body.query_pairs_mut().extend_pairs(fields);
        let request = self
            .client
            .post(self.url(path))
            .header("content-type", "application/x-www-form-urlencoded");
        request
            .body(body.query().unwrap_or_default().to_owned())
            .send()
            .await
            .unwrap()
    }

    pub(crate) async fn upload(&self, files: Vec<(&str, Vec<u8>)>) -> (u16, Value) {
        let form = files.into_iter().fold(Form::new(), |form, (name, bytes)| {
            form.part("file", Part::bytes(bytes).file_name(name.to_owned()))
        });
        let response = self
            .client
            .post(self.url("/api/upload"))
            .multipart(form)
            .send()
            .await
            .unwrap();
        (response.status().as_u16(), response.json().await.unwrap())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Fails when it has ended already, as it should in some tests.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every name, text and whole number of what was sent, but for ids, hashes and times: their digits may be any year's.
pub(crate) fn texts(of: &Value) -> Vec<String> {
    match of {
        Value::String(text) if is_id(text) || is_time(text) => Vec::new(),
        Value::String(text) => vec![text.clone()],
        Value::Number(number) if number.is_f64() => Vec::new(),
        Value::Number(number) => vec![number.to_string()],
        Value::Array(all) => all.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields
            .iter()
            .flat_map(|(name, value)| std::iter::once(name.clone()).chain(texts(value)))
            .collect(),
        Value::Null | Value::Bool(_) => Vec::new(),
    }
}

/// Hexadecimal digits, as of an id, a hash, or nanoseconds since 1970.
fn is_id(text: &str) -> bool {
    text.len() >= 16
        && text
            .bytes()
            .all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

/// A time as RFC 3339 writes it, to the seconds and beyond.
fn is_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    (20..=35).contains(&bytes.len())
        && bytes[10] == b'T'
        && bytes.ends_with(b"Z")
        && bytes[..4].iter().all(u8::is_ascii_digit)
}

/// Fails where what was sent says something, in whatever place.
#[track_caller]
pub(crate) fn says_nothing_of(of: &Value, said: &str) {
    let told = texts(of).into_iter().find(|text| text.contains(said));
    assert_eq!(told, None, "{said}: {of}");
}

/// The message of a problem, after a check of its one shape.
pub(crate) fn message(problem: &Value) -> String {
    let message = problem["error"]["message"]
        .as_str()
        .unwrap_or_else(|| panic!("no problem: {problem}"));
    assert_eq!(problem["detail"], problem["error"]["message"]);
    assert!(problem["error"]["code"].is_string());
    message.to_owned()
}

#[test]
fn what_is_said_is_found_and_ids_and_times_are_not() {
    let of = serde_json::json!({
        "id": "3226a3b9-bfb6-53f2-abe5-814a74361931",
        "hash": "0019311931193119",
        "at": "2026-11-26T03:02:59.1931Z",
        "took": 0.1931,
        "1874": {"year": 1931, "text": ["Built in 1932."]},
    });
    let mut found = texts(&of);
    found.retain(|text| text.contains(char::is_numeric));
    found.sort();
    assert_eq!(found, ["1874", "1931", "Built in 1932."]);
}
