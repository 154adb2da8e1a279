//! A chat endpoint on loopback that writes known answers at the pace of a model and notes when it had written each sentence.

use super::answers::Answer;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two deltas.
pub(super) const PACE: Duration = Duration::from_millis(12);
/// Letters of a delta. A sentence begins with a delta of its own.
pub(super) const DELTA: usize = 4;
/// Longest request, in bytes.
const REQUEST: u64 = 1024 * 1024;
/// Longest wait for a request, and for who does not read.
const PATIENCE: Duration = Duration::from_secs(20);

/// What is written, and what was.
struct Board {
    answers: Vec<Answer>,
    /// For each answer, when the last letter of each of its sentences had been written.
    written: Mutex<Vec<Vec<Instant>>>,
    open: AtomicUsize,
    most_open: AtomicUsize,
    over: AtomicBool,
}

/// The endpoint; it takes nobody any more when this is dropped.
pub(super) struct Endpoint {
    address: SocketAddr,
    board: Arc<Board>,
}

impl Endpoint {
    /// Listens on a free port for those who ask for one of these answers.
    pub(super) fn start(answers: Vec<Answer>) -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let board = Arc::new(Board {
            written: Mutex::new(vec![Vec::new(); answers.len()]),
            answers,
            open: AtomicUsize::new(0),
            most_open: AtomicUsize::new(0),
            over: AtomicBool::new(false),
        });
        let shared = Arc::clone(&board);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if shared.over.load(Ordering::SeqCst) {
                    return;
                }
                let board = Arc::clone(&shared);
                // A firewall that goes away ends its answer; what it misses is seen at the other side.
                std::thread::spawn(move || board.serve(stream).ok());
            }
        });
        Ok(Self { address, board })
    }

    /// The base address of the endpoint.
    pub(super) fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// What somebody says who wants an answer.
    pub(super) fn question(number: usize, place: &str) -> String {
        format!("Question {number}: what is known of the harbour of {place}?")
    }

    /// When each sentence of an answer had been written.
    pub(super) fn written(&self, number: usize) -> Vec<Instant> {
        let written = self.board.written.lock();
        let written = written.unwrap_or_else(PoisonError::into_inner);
        written.get(number).cloned().unwrap_or_default()
    }

    /// The most answers that were being written at the same time since this was last asked.
    pub(super) fn most_open(&self) -> usize {
        self.board.most_open.swap(0, Ordering::SeqCst)
    }
}

impl Drop for Endpoint {
    fn drop(&mut self) {
        self.board.over.store(true, Ordering::SeqCst);
        // Wakes who waits for the next one.
        let _ = TcpStream::connect_timeout(&self.address, Duration::from_secs(1));
    }
}

impl Board {
    fn serve(&self, mut stream: TcpStream) -> anyhow::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let Some(number) = asked_for(&request(&stream)?).filter(|n| *n < self.answers.len()) else {
            stream.write_all(
                b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
            )?;
            return Ok(());
        };
        let open = self.open.fetch_add(1, Ordering::SeqCst) + 1;
        self.most_open.fetch_max(open, Ordering::SeqCst);
        let written = self.write(&mut stream, number);
        self.open.fetch_sub(1, Ordering::SeqCst);
        written
    }

    fn write(&self, stream: &mut TcpStream, number: usize) -> anyhow::Result<()> {
        stream.write_all(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
        )?;
        let event = |delta: Value, finish: Value| {
            let chunk = json!({
                "id": format!("chatcmpl-{number}"), "object": "chat.completion.chunk", "created": 1, "model": "paced",
                "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
            });
            format!("data: {chunk}\n\n")
        };
        stream.write_all(
            event(json!({"role": "assistant", "content": ""}), Value::Null).as_bytes(),
        )?;
        let answer = self.answers.get(number).context("no such answer")?;
        for (at, sentence) in answer.sentences.iter().enumerate() {
            for delta in deltas(&sentence.text, at > 0) {
                std::thread::sleep(PACE);
                stream.write_all(event(json!({"content": delta}), Value::Null).as_bytes())?;
            }
            let now = Instant::now();
            let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
            written[number].push(now);
        }
        let end = event(json!({}), json!("stop")) + "data: [DONE]\n\n";
        stream.write_all(end.as_bytes())?;
        Ok(())
    }
}

/// A sentence in parts of a few letters, with the space before it where it is not the first.
fn deltas(sentence: &str, spaced: bool) -> Vec<String> {
    let letters: Vec<char> = spaced
        .then_some(' ')
        .into_iter()
        .chain(sentence.chars())
        .collect();
    letters.chunks(DELTA).map(String::from_iter).collect()
}

/// The body of a request.
fn request(stream: &TcpStream) -> anyhow::Result<Value> {
    let mut reader = BufReader::new(stream).take(REQUEST);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse()?;
        }
    }
    let mut body = Vec::new();
    reader.take(length).read_to_end(&mut body)?;
    serde_json::from_slice(&body).context("the request is no JSON")
}

/// The number of the answer that the last message asks for.
fn asked_for(request: &Value) -> Option<usize> {
    let said = request["messages"].as_array()?.last()?["content"].as_str()?;
    let (number, _) = said.strip_prefix("Question ")?.split_once(':')?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_cut_and_whole_again() {
        assert_eq!(deltas("It is red.", false), ["It i", "s re", "d."]);
        assert_eq!(deltas("It is red.", true).concat(), " It is red.");
    }

    #[test]
    fn an_answer_is_asked_for_by_its_number() {
        let asking = |text: &str| json!({"messages": [{"role": "user", "content": text}]});
        assert_eq!(
            asked_for(&asking(&Endpoint::question(7, "Norvik"))),
            Some(7)
        );
        assert_eq!(asked_for(&asking("Hello")), None);
        assert_eq!(asked_for(&json!({})), None);
    }
}
