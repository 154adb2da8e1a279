//! Backups are made while a server runs, and are brought back whole or not at all.

use crate::running::{Running, binary};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Output;

fn run(command: &str, to: &Path, data: &Path, more: &[&str]) -> Output {
    binary()
        .arg(command)
        .arg(to)
        .arg("--data-dir")
        .arg(data)
        .args(more)
        .output()
        .unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_backup_of_a_running_server_comes_back_whole() {
    let place = tempfile::tempdir().unwrap();
    let (data, to, other) = (
        place.path().join("data"),
        place.path().join("backups/one"),
        place.path().join("other"),
    );
    let server = Running::start(&data, &[]);
    let original = b"The quay was built in 1931.".to_vec();
    let (status, _) = server.upload(vec![("a.txt", original.clone())]).await;
    assert_eq!(status, 200);
    let (_, answer) = server
        .post("/api/query", &json!({"query": "When was the quay built?"}))
        .await;
    let report = format!("/api/v1/reports/{}", answer["report_id"].as_str().unwrap());
    std::fs::create_dir_all(data.join("hub/blobs")).unwrap();
    std::fs::create_dir_all(data.join("hub/snapshots")).unwrap();
    std::fs::write(data.join("hub/blobs/b"), b"weights").unwrap();
    std::os::unix::fs::symlink("../blobs/b", data.join("hub/snapshots/model")).unwrap();

    let made = run("backup", &to, &data, &[]);
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    assert!(said(&made).contains("[3/3]"), "{}", said(&made));
    assert_eq!(
        names(&to),
        ["hub", "ledger.sqlite", "manifest.json", "passages.sqlite"]
    );
    assert_eq!(
        names(to.parent().unwrap()),
        ["one"],
        "nothing is left beside"
    );
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(to.join("manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["databases"]["ledger.sqlite"], "5");
    assert_eq!(
        manifest["files"]["hub/blobs/b"]["sha256"],
        "9a129038d9a00aed0cf6a7ea059ca50a813449061ab87848cf1a13eafdf33b2c"
    );
    let status_before = server.json("/api/status").await;
    // What comes after the backup is not in it.
    let (status, _) = server
        .upload(vec![("b.txt", b"The crane was sold in 1950.".to_vec())])
        .await;
    assert_eq!(status, 200);

    let again = run("backup", &to, &data, &[]);
    assert_eq!(again.status.code(), Some(2));
    assert!(said(&again).contains("not empty"), "{}", said(&again));
    let locked = run("restore", &to, &data, &["--force"]);
    assert_eq!(locked.status.code(), Some(2));
    assert!(
        said(&locked).contains("another groundwall process"),
        "{}",
        said(&locked)
    );

    let restored = run("restore", &to, &other, &[]);
    assert_eq!(restored.status.code(), Some(0), "{}", said(&restored));
    assert_eq!(
        std::fs::read(other.join("hub/snapshots/model")).unwrap(),
        b"weights"
    );
    let second = Running::start(&other, &[]);
    assert_eq!(second.json("/api/status").await, status_before);
    assert_eq!(
        second.json(&report).await["delivered"],
        "The quay was built in 1931."
    );
    let (status, answer) = second
        .post("/api/query", &json!({"query": "When was the quay built?"}))
        .await;
    assert_eq!((status, answer["state"].as_str()), (200, Some("verified")));
    assert_eq!(second.stop(), Some(0));

    assert_eq!(server.stop(), Some(0));
    let refused = run("restore", &to, &data, &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(said(&refused).contains("--force"), "{}", said(&refused));
    let forced = run("restore", &to, &data, &["--force"]);
    assert_eq!(forced.status.code(), Some(0), "{}", said(&forced));
    let kept = names(&data)
        .into_iter()
        .find(|name| name.starts_with("before-restore-"))
        .unwrap();
    assert!(data.join(&kept).join("passages.sqlite").is_file());
    let server = Running::start(&data, &[]);
    assert_eq!(server.json("/api/status").await, status_before);
    assert_eq!(server.stop(), Some(0));
    let aside = Running::start(&data.join(&kept), &[]);
    assert_eq!(
        aside.json("/api/status").await["uploaded_files"],
        json!(["a.txt", "b.txt"])
    );
}

#[tokio::test]
async fn a_backup_that_changed_is_not_restored() {
    let place = tempfile::tempdir().unwrap();
    let (data, to, other) = (
        place.path().join("data"),
        place.path().join("backup"),
        place.path().join("other"),
    );
    let nothing = run("backup", &to, &data, &[]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(
        said(&nothing).contains("no data directory"),
        "{}",
        said(&nothing)
    );
    std::fs::create_dir(&data).unwrap();
    let nothing = run("backup", &to, &data, &[]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(
        said(&nothing).contains("nothing to back up"),
        "{}",
        said(&nothing)
    );
    assert!(!to.exists());

    let server = Running::start(&data, &[]);
    server
        .upload(vec![("a.txt", b"The quay was built in 1931.".to_vec())])
        .await;
    let within = run("backup", &data.join("backup"), &data, &[]);
    assert_eq!(within.status.code(), Some(2));
    assert!(
        said(&within).contains("lies in the data directory"),
        "{}",
        said(&within)
    );
    assert_eq!(run("backup", &to, &data, &[]).status.code(), Some(0));
    assert_eq!(server.stop(), Some(0));

    let manifest = std::fs::read_to_string(to.join("manifest.json")).unwrap();
    let outward = manifest.replace("\"ledger.sqlite\": {", "\"../ledger.sqlite\": {");
    assert_ne!(outward, manifest);
    std::fs::write(to.join("manifest.json"), &outward).unwrap();
    let refused = run("restore", &to, &other, &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("does not belong"),
        "{}",
        said(&refused)
    );
    std::fs::write(to.join("manifest.json"), &manifest).unwrap();

    let path = to.join("passages.sqlite");
    let whole = std::fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    std::fs::write(&path, &flipped).unwrap();
    let refused = run("restore", &to, &other, &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("passages.sqlite of the backup is not as it was written"),
        "{}",
        said(&refused)
    );
    assert!(!other.exists(), "nothing was begun");
    std::fs::write(&path, &whole).unwrap();

    // As when a restore was killed while it moved files.
    assert_eq!(run("restore", &to, &other, &[]).status.code(), Some(0));
    std::fs::write(other.join("restoring"), b"").unwrap();
    std::fs::remove_file(other.join("passages.sqlite")).unwrap();
    let served = binary()
        .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(&other)
        .output()
        .unwrap();
    assert_eq!(served.status.code(), Some(2));
    assert!(said(&served).contains("cut off"), "{}", said(&served));
    let finished = run("restore", &to, &other, &["--force"]);
    assert_eq!(finished.status.code(), Some(0), "{}", said(&finished));
    let server = Running::start(&other, &[]);
    assert_eq!(
        server.json("/api/status").await["uploaded_files"],
        json!(["a.txt"])
    );

    // A damaged data directory is not backed up.
    let damaged = place.path().join("damaged");
    std::fs::create_dir(&damaged).unwrap();
    std::fs::write(damaged.join("passages.sqlite"), b"").unwrap();
    let refused = run("backup", &place.path().join("b"), &damaged, &[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(
        said(&refused).contains("passages.sqlite is damaged"),
        "{}",
        said(&refused)
    );
    assert!(!place.path().join("b").exists());
}
