//! A language model in process: pulled, set, and verified like any other.

use crate::running::{Running, binary};
use groundwall_testing::{COMMIT, Hub, TINY, Tiny};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const DOCUMENT: &[u8] = b"The Timber Quay was built in 1931. The crane on the Timber Quay lifts 12 tonnes. The quay is 120 metres long and belongs to the municipality.";
const TRUE: &str = "The Timber Quay was built in 1931.";
/// No word of the true one is in it: each word leads to one other.
const FALSE: &str = "Its crane lifts 40 tonnes.";
const ID: &str = "team/tiny-gguf";

async fn groundwall(data: &Path, hub: &Hub, args: &[&str]) -> Output {
    let mut command = tokio::process::Command::from(binary());
    command
        .args(args)
        .arg("--data-dir")
        .arg(data)
        .env("GROUNDWALL__MODELS__HUB_ENDPOINT", hub.url())
        .env("GROUNDWALL__GENERATOR__LOOK_AT", "[]");
    command.stdin(Stdio::null()).output().await.unwrap()
}

/// A hub with a model that says one true sentence and one false one.
async fn hub(dir: &Path) -> Hub {
    let model = Tiny {
        architecture: "qwen2",
        says: &format!("{TRUE} {FALSE}"),
        ends: true,
    }
    .write(dir);
    let files = [
        (TINY, model),
        ("tokenizer.json", dir.join("tokenizer.json")),
    ];
    Hub::start(HashMap::from(files)).await
}

fn said(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[tokio::test]
async fn a_pulled_model_drafts_and_every_claim_of_it_is_verified() {
    let (source, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let hub = hub(source.path()).await;
    let asked = groundwall(data.path(), &hub, &["models", "pull", "generator", ID]).await;
    assert_eq!(asked.status.code(), Some(2));
    assert!(
        said(&asked).contains("licence mit") && said(&asked).contains("--yes"),
        "{}",
        said(&asked)
    );
    assert!(!data.path().join("hub").exists(), "nobody has agreed");
    let args = [
        "models",
        "pull",
        "generator",
        ID,
        "--yes",
        "--format",
        "json",
    ];
    let pulled = groundwall(data.path(), &hub, &args).await;
    assert!(pulled.status.success(), "{}", said(&pulled));
    let shown: Value = serde_json::from_slice(&pulled.stdout).unwrap();
    assert_eq!(
        (&shown["commit"], &shown["file"]),
        (&json!(COMMIT), &json!(TINY))
    );
    let listed = groundwall(data.path(), &hub, &["models"]).await;
    assert!(
        said(&listed).contains(&format!("generator: {ID} (mit)"))
            && said(&listed).contains(shown["sha256"].as_str().unwrap()),
        "{}",
        said(&listed)
    );

    let settings = [
        ("GROUNDWALL__GENERATOR__LOCAL", ID),
        ("GROUNDWALL__GENERATOR__LOCAL_THREADS", "1"),
    ];
    let server = Running::start(data.path(), &settings);
    let (_, about) = server.get("/about").await;
    assert!(about.contains(&format!("{ID} (local)")), "{about}");
    let (code, body) = server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
    assert_eq!(code, 200, "{body}");
    let question = json!({"query": "When was the Timber Quay built?"});
    let (code, answer) = server.post("/api/query", &question).await;
    assert_eq!(code, 200, "{answer}");
    // The same prompt, the same draft: what is false in it is taken out.
    let response = answer["response"].as_str().unwrap();
    assert!(
        response.contains(TRUE) && !response.contains("40 tonnes"),
        "{answer}"
    );
    let report = format!("/api/v1/reports/{}", answer["report_id"].as_str().unwrap());
    let report = server.json(&report).await;
    assert_eq!(report["attempts"][0]["generator"], format!("{ID} (local)"));
}

#[tokio::test]
async fn a_changed_model_drafts_nothing_and_an_unknown_one_does_not_start() {
    let (source, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let hub = hub(source.path()).await;
    let args = ["models", "pull", "generator", ID, "--yes"];
    let pulled = groundwall(data.path(), &hub, &args).await;
    assert!(pulled.status.success(), "{}", said(&pulled));
    let file = said(&pulled)
        .lines()
        .find_map(|line| {
            line.strip_prefix(&format!("{ID} is in "))
                .map(str::to_owned)
        })
        .unwrap();
    let file = Path::new(&file).join(TINY);
    // Still a model by its head, with another byte at its end.
    let mut bytes = std::fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let listed = groundwall(data.path(), &hub, &["models"]).await;
    assert!(
        !listed.status.success() && said(&listed).contains("not what was pulled"),
        "{}",
        said(&listed)
    );
    let server = Running::start(data.path(), &[("GROUNDWALL__GENERATOR__LOCAL", ID)]);
    server.upload(vec![("quay.txt", DOCUMENT.to_vec())]).await;
    let question = json!({"query": "When was the Timber Quay built?"});
    let (code, problem) = server.post("/api/query", &question).await;
    assert!(
        code == 503 && problem.to_string().contains("not what was pulled"),
        "{code} {problem}"
    );

    let unknown = binary()
        .args(["ask", "When?", "--data-dir"])
        .arg(source.path().join("other"))
        .env("GROUNDWALL__GENERATOR__LOCAL", "team/absent")
        .output()
        .unwrap();
    assert!(
        unknown.status.code() == Some(2)
            && said(&unknown).contains("models pull generator team/absent"),
        "{}",
        said(&unknown)
    );
}

/// Something on loopback that names a model to whoever asks, and counts who did.
fn endpoint() -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    std::thread::spawn(move || {
        for socket in listener.incoming() {
            let mut socket = socket.unwrap();
            let mut request = [0; 4_096];
            let read = socket.read(&mut request).unwrap_or(0);
            count.fetch_add(1, Ordering::SeqCst);
            let known = request[..read].starts_with(b"GET /v1/models ");
            let (status, body) = if known {
                ("200 OK", r#"{"data":[{"id":"small-instruct"}]}"#)
            } else {
                ("404 Not Found", "")
            };
            let _ = write!(
                socket,
                "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    (address, asked)
}

#[tokio::test]
async fn an_endpoint_on_loopback_is_offered_and_never_used_unasked() {
    let (address, asked) = endpoint();
    let at = format!("[\"{address}\"]");
    let settings = [("GROUNDWALL__GENERATOR__LOOK_AT", at.as_str())];
    let data = tempfile::tempdir().unwrap();
    let server = Running::start(data.path(), &settings);
    let (_, about) = server.get("/about").await;
    assert!(
        about.contains("without a language model") && asked.load(Ordering::SeqCst) == 0,
        "the built-in generator answers, and nobody was asked"
    );
    let models = |settings: &[(&str, &str)]| {
        let mut command = binary();
        let output = command
            .arg("models")
            .envs(settings.iter().copied())
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", said(&output));
        said(&output)
    };
    let offer = format!(
        "An endpoint answers at http://{address}/v1 (an OpenAI-compatible server); to use it set generator.base_url = \"http://{address}/v1\" and generator.model = \"small-instruct\""
    );
    let listed = models(&settings);
    assert!(listed.contains(&offer), "{listed}");
    let chosen = [settings[0], ("GROUNDWALL__GENERATOR__LOCAL", "some.gguf")];
    assert!(!models(&chosen).contains("An endpoint answers"));
}
