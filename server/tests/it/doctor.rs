//! `groundwall doctor`: what is in order, and what is not.

use crate::running::binary;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

/// Exit code and what was said, as JSON.
fn looked(dir: &Path, settings: &[(&str, &str)]) -> (Option<i32>, Value) {
    let mut command = binary();
    command.envs(settings.iter().copied());
    let done = command
        .args(["doctor", "--format", "json", "--data-dir"])
        .arg(dir)
        .output()
        .unwrap();
    let said = serde_json::from_slice(&done.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&done.stderr));
    });
    (done.status.code(), said)
}

/// A check by its name.
fn check<'a>(said: &'a Value, name: &str) -> &'a Value {
    let all = said["checks"].as_array().unwrap();
    all.iter()
        .find(|check| check["name"] == name)
        .unwrap_or_else(|| panic!("no {name}: {said}"))
}

/// A data directory with a document.
fn filled() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let text = dir.path().join("quay.txt");
    std::fs::write(&text, "The Timber Quay was built in 1931.").unwrap();
    let done = binary()
        .arg("ingest")
        .arg(&text)
        .arg("--data-dir")
        .arg(dir.path().join("data"))
        .output()
        .unwrap();
    assert!(done.status.success());
    dir
}

#[test]
fn a_good_directory_is_in_order() {
    let dir = filled();
    let data = dir.path().join("data");
    let (code, said) = looked(&data, &[]);
    for name in [
        "configuration",
        "data directory",
        "clock",
        "store",
        "ledger",
        "audit log",
        "models",
        "embedder",
        "verifier",
        "reader",
    ] {
        assert_eq!(check(&said, name)["state"], "ok", "{said}");
    }
    // What the kernel and the disk of this machine allow is theirs to say.
    let worst = |state: &Value| {
        ["ok", "warning", "failed"]
            .iter()
            .position(|one| state == one)
    };
    let worst = said["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| worst(&check["state"]));
    assert_eq!(
        code,
        worst
            .max()
            .unwrap()
            .map(|worst| i32::try_from(worst).unwrap())
    );
    let reader = check(&said, "file reader")["said"].as_str().unwrap();
    assert!(reader.contains("no new privileges"), "{reader}");

    let text = binary()
        .args(["doctor", "--data-dir"])
        .arg(&data)
        .output()
        .unwrap();
    let text = String::from_utf8(text.stdout).unwrap();
    assert_eq!(
        text.lines().count(),
        said["checks"].as_array().unwrap().len()
    );
    assert!(
        text.lines().all(|line| ["ok ", "warning ", "failed "]
            .iter()
            .any(|word| line.starts_with(word))),
        "{text}"
    );
}

#[test]
fn a_broken_directory_is_told_part_by_part() {
    let dir = filled();
    let data = dir.path().join("data");
    std::fs::set_permissions(&data, std::fs::Permissions::from_mode(0o755)).unwrap();
    let ledger = data.join("ledger.sqlite");
    let whole = std::fs::read(&ledger).unwrap();
    std::fs::write(data.join("passages.sqlite"), "no database").unwrap();
    std::fs::write(&ledger, &whole[..whole.len() / 2]).unwrap();
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}/v1", closed.local_addr().unwrap());
    drop(closed);
    let (code, said) = looked(&data, &[("GROUNDWALL__GENERATOR__BASE_URL", &nobody)]);
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(said["state"], "failed");
    for (name, state, todo) in [
        ("data directory", "warning", "chmod 700"),
        ("store", "failed", "restore"),
        ("ledger", "failed", "restore"),
        ("chat endpoint", "failed", "generator.base_url"),
    ] {
        let check = check(&said, name);
        assert_eq!(check["state"], state, "{check}");
        assert!(check["todo"].as_str().unwrap().contains(todo), "{check}");
    }
    let left = std::fs::read(&ledger).unwrap();
    assert_eq!(
        left.len(),
        whole.len() / 2,
        "nothing is put right by itself"
    );
    let (code, said) = looked(&data, &[("GROUNDWALL__POLICY__SUPPORT_THRESHOLD", "7")]);
    assert_eq!(code, Some(2));
    let check = check(&said, "configuration");
    assert_eq!(check["state"], "failed", "{said}");
    let (code, said) = looked(
        &data,
        &[
            ("GROUNDWALL__MODELS__DIR", "/nowhere"),
            ("GROUNDWALL__STORE__QDRANT_URL", &nobody),
        ],
    );
    assert_eq!(code, Some(2));
    for name in ["models", "qdrant"] {
        assert_eq!(self::check(&said, name)["state"], "failed", "{said}");
    }
}
