//! What binds the process that reads untrusted files.

use crate::running::{Running, binary, instead};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A line of /proc/PID/status; none when the process is gone.
fn line(id: u32, name: &str) -> Option<String> {
    let told = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let value = told.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim_start_matches(':').trim().to_owned())
}

fn within(time: Duration, mut is: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < time {
        if is() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    is()
}

fn bound(id: u32) -> bool {
    line(id, "NoNewPrivs").as_deref() == Some("1") && line(id, "Seccomp").as_deref() == Some("2")
}

#[test]
fn the_process_is_bound_before_it_reads_anything() {
    let mut child = binary()
        .arg("extract-worker")
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let id = child.id();
    let is = within(Duration::from_secs(10), || bound(id));
    let told = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    // Its input ends without a request.
    drop(child.stdin.take());
    let ended = child.wait().unwrap();
    assert!(is, "{told}");
    assert_eq!(ended.code(), Some(1));
}

#[test]
fn the_process_dies_with_its_parent() {
    // The input stays open here, so that only the death of the shell between can end the process.
    let mut shell = Command::new("sh")
        .args([
            "-c",
            "exec 3<&0; \"$1\" extract-worker <&3 & echo $!; wait",
            "sh",
            env!("CARGO_BIN_EXE_groundwall"),
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = String::new();
    BufReader::new(shell.stdout.take().unwrap())
        .read_line(&mut told)
        .unwrap();
    let id: u32 = told.trim().parse().unwrap();
    let is = within(Duration::from_secs(10), || bound(id));
    shell.kill().unwrap();
    let input = shell.stdin.take();
    shell.wait().unwrap();
    let gone = within(Duration::from_secs(10), || {
        line(id, "State").is_none_or(|state| state.starts_with('Z') || state.starts_with('X'))
    });
    drop(input);
    assert!(is, "it was bound before its parent ended");
    assert!(gone, "{:?}", line(id, "State"));
}

#[tokio::test]
async fn files_are_read_after_the_program_was_replaced() {
    let built = Path::new(env!("CARGO_BIN_EXE_groundwall"));
    let place = tempfile::tempdir_in(built.parent().unwrap()).unwrap();
    let program = place.path().join("groundwall");
    std::fs::hard_link(built, &program).unwrap();
    let dir = tempfile::tempdir().unwrap();
    let server = Running::run(instead(&program), dir.path());
    std::fs::remove_file(&program).unwrap();
    std::fs::write(&program, "another program").unwrap();
    let (status, body) = server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["total_chunks"], 1);
}

#[tokio::test]
async fn what_binds_the_process_is_logged() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("a.md");
    std::fs::write(&file, "# Quay\n\nThe quay was built in 1931.\n").unwrap();
    let taken = binary()
        .env("RUST_LOG", "groundwall=debug")
        .args(["ingest", "--data-dir"])
        .arg(dir.path().join("data"))
        .arg(&file)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&taken.stderr).into_owned();
    assert_eq!(taken.status.code(), Some(0), "{said}");
    let line = said
        .lines()
        .find(|line| line.contains("confined"))
        .unwrap_or_else(|| panic!("{said}"));
    for part in ["no new privileges", "death with its parent", "seccomp"] {
        assert!(
            line.contains(part) && !line.contains(&format!("no {part} (")),
            "{line}"
        );
    }
    assert!(line.contains("Landlock"), "{line}");
}
