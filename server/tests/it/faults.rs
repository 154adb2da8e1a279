//! Damaged databases and disks that take nothing more.

use crate::running::{Running, binary, instead, message};
use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::json;
use std::path::Path;

fn refused(dir: &Path) -> String {
    let served = binary()
        .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(dir)
        .output()
        .unwrap();
    assert_eq!(served.status.code(), Some(2));
    String::from_utf8_lossy(&served.stderr).into_owned()
}

#[tokio::test]
async fn a_damaged_database_is_refused_by_name() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let (status, _) = server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    assert_eq!(status, 200);
    assert_eq!(server.stop(), Some(0));
    for name in ["passages.sqlite", "ledger.sqlite"] {
        let log = std::fs::metadata(dir.path().join(format!("{name}-wal")));
        assert_eq!(
            log.map_or(0, |log| log.len()),
            0,
            "the log is emptied at the end"
        );
        let path = dir.path().join(name);
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[5] ^= 0xff;
        for damaged in [Vec::new(), flipped, whole[..whole.len() / 2].to_vec()] {
            std::fs::write(&path, &damaged).unwrap();
            let said = refused(dir.path());
            assert!(
                said.contains(&format!("{name} is damaged")) && said.contains("groundwall restore"),
                "{said}"
            );
            assert_eq!(
                std::fs::read(&path).unwrap().len(),
                damaged.len(),
                "it is left as it is"
            );
        }
        std::fs::write(&path, whole).unwrap();
    }
    let server = Running::start(dir.path(), &[]);
    assert_eq!(
        server.json("/api/status").await["uploaded_files"],
        json!(["a.txt"])
    );
}

/// No file of the process grows; lifted by `None`.
fn limit(server: &Running, bytes: Option<u64>) {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    prlimit(Some(server.id()), Resource::Fsize, limit).unwrap();
}

#[tokio::test]
async fn a_disk_that_takes_nothing_more_undoes_nothing_and_needs_no_restart() {
    let dir = tempfile::tempdir().unwrap();
    // A write over the limit is to fail and not to end the process.
    let mut command = instead("sh");
    command.args([
        "-c",
        "trap '' XFSZ; exec \"$@\"",
        "sh",
        env!("CARGO_BIN_EXE_groundwall"),
    ]);
    let server = Running::run(command, dir.path());
    let text = |number: u32| format!("Pier {number} was built in {}.", 1900 + number).into_bytes();
    for number in 0..3 {
        let name = format!("{number}.txt");
        assert_eq!(
            server.upload(vec![(name.as_str(), text(number))]).await.0,
            200
        );
    }
    for cycle in 0..5 {
        limit(&server, Some(0));
        for number in 10..13 {
            let name = format!("{number}.txt");
            let (status, problem) = server.upload(vec![(name.as_str(), text(number))]).await;
            assert_eq!(status, 507, "{problem}");
            assert_eq!(problem["error"]["code"], "insufficient_storage");
            assert!(message(&problem).contains("nothing of this was stored"));
        }
        let (status, several) = server
            .upload(vec![("20.txt", text(20)), ("21.txt", text(21))])
            .await;
        assert_eq!(status, 507, "{several}");
        assert_eq!(several["error"]["details"].as_array().unwrap().len(), 2);
        let (status, _) = server
            .post("/api/delete-file", &json!({"filename": "0.txt"}))
            .await;
        assert_eq!(status, 507);
        let files = server.json("/api/status").await["uploaded_files"].clone();
        assert_eq!(files, json!(["0.txt", "1.txt", "2.txt"]), "cycle {cycle}");

        limit(&server, None);
        let (status, body) = server.upload(vec![("10.txt", text(10))]).await;
        assert_eq!(status, 200, "{body}");
        for name in ["10.txt", "0.txt"] {
            let (status, _) = server
                .post("/api/delete-file", &json!({"filename": name}))
                .await;
            assert_eq!(status, 200);
        }
        assert_eq!(server.upload(vec![("0.txt", text(0))]).await.0, 200);
        let (status, asked) = server
            .post("/api/query", &json!({"query": "When was pier 2 built?"}))
            .await;
        assert_eq!(status, 200, "{asked}");
    }
    let before = server.json("/api/status").await;
    server.kill();
    let server = Running::start(dir.path(), &[]);
    assert_eq!(server.json("/api/status").await, before);
}

#[tokio::test]
async fn deleted_text_is_gone_from_the_data_directory() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[]);
    let secret = "zzygymarnaut";
    let (status, _) = server
        .upload(vec![(
            "a.txt",
            format!("The {secret} was built in 1931. It is {secret} of iron.").into_bytes(),
        )])
        .await;
    assert_eq!(status, 200);
    let holds = || {
        std::fs::read_dir(dir.path()).unwrap().any(|file| {
            let bytes = std::fs::read(file.unwrap().path()).unwrap_or_default();
            bytes
                .windows(secret.len())
                .any(|window| window == secret.as_bytes())
        })
    };
    assert!(holds());
    let (status, _) = server
        .post("/api/delete-file", &json!({"filename": "a.txt"}))
        .await;
    assert_eq!(status, 200);
    assert!(!holds(), "while the server runs");
    assert_eq!(server.stop(), Some(0));
    assert!(!holds());
}

#[tokio::test]
async fn reports_are_kept_for_as_long_as_is_set() {
    let dir = tempfile::tempdir().unwrap();
    let server = Running::start(dir.path(), &[("GROUNDWALL__REPORTS__KEEP_DAYS", "30")]);
    server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    let (status, answer) = server
        .post("/api/query", &json!({"query": "When was the quay built?"}))
        .await;
    assert_eq!(status, 200);
    let address = format!("/api/v1/reports/{}", answer["report_id"].as_str().unwrap());
    assert_eq!(server.stop(), Some(0));
    let server = Running::start(dir.path(), &[("GROUNDWALL__REPORTS__KEEP_DAYS", "30")]);
    assert_eq!(server.get(&address).await.0, 200, "it is young");
    assert_eq!(server.stop(), Some(0));
    let zero = binary()
        .env("GROUNDWALL__REPORTS__KEEP_DAYS", "0")
        .arg("config")
        .output()
        .unwrap();
    assert_eq!(zero.status.code(), Some(2));
}

#[test]
fn what_a_killed_fresh_server_left_is_cleaned_up() {
    let temporary = tempfile::tempdir().unwrap();
    let fresh = || {
        use std::io::BufRead as _;
        let mut child = binary()
            .args(["serve", "--fresh", "--addr", "127.0.0.1:0"])
            .env("TMPDIR", temporary.path())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let lines = std::io::BufReader::new(child.stdout.take().unwrap()).lines();
        let ready = lines
            .map_while(Result::ok)
            .any(|line| line.starts_with("Ready in"));
        assert!(ready);
        child
    };
    let folders = || std::fs::read_dir(temporary.path()).unwrap().count();
    let mut first = fresh();
    let mut second = fresh();
    assert_eq!(folders(), 2, "one that is in use stays");
    for child in [&mut first, &mut second] {
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let mut third = fresh();
    let left = folders();
    third.kill().unwrap();
    third.wait().unwrap();
    assert_eq!(left, 1);
}

#[test]
fn a_fresh_server_says_that_the_data_directory_of_the_flag_is_not_used() {
    use std::io::BufRead as _;
    let named = tempfile::tempdir().unwrap();
    let mut child = binary()
        .args(["serve", "--fresh", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(named.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let first = std::io::BufReader::new(child.stderr.take().unwrap())
        .lines()
        .next();
    child.kill().unwrap();
    child.wait().unwrap();
    let first = first.unwrap().unwrap();
    let name = named.path().to_string_lossy();
    assert!(
        first.contains(&*name) && first.contains("is not used: --fresh"),
        "{first}"
    );
    assert_eq!(std::fs::read_dir(named.path()).unwrap().count(), 0);
}
