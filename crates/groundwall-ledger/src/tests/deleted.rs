//! What is deleted is gone, from the files too.

use super::{refuted, report, report_of};
use crate::SqliteLedger;
use groundwall_core::ReportLabel;
use groundwall_ports::Ledger as _;
use std::path::Path;

fn holds(dir: &Path, text: &str) -> bool {
    std::fs::read_dir(dir).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes
            .windows(text.len())
            .any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
    })
}

#[tokio::test]
async fn what_is_deleted_is_gone_from_the_files() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = SqliteLedger::open(&dir.path().join("l.sqlite"))
        .await
        .unwrap();
    let gone = refuted(
        "2026-01-01T00:00:00Z",
        "1",
        "Zanzibarian turnips",
        "secretpaper.txt",
    );
    ledger.record(&gone).await.unwrap();
    ledger.record(&report("2", "Which pilot?")).await.unwrap();
    let label = ReportLabel {
        title: Some("Codename Walrus".into()),
        tags: Some(vec!["confidentialtag".into()]),
    };
    ledger.label(&gone.id, &label).await.unwrap();
    let texts = [
        "Zanzibarian turnips",
        "secretpaper",
        "Codename Walrus",
        "confidentialtag",
    ];
    for text in texts {
        assert!(holds(dir.path(), text), "{text}");
    }
    assert!(ledger.delete(&gone.id).await.unwrap());
    assert!(!ledger.delete(&gone.id).await.unwrap());
    assert_eq!(ledger.report(&gone.id).await.unwrap(), None);
    for text in texts {
        assert!(!holds(dir.path(), text), "{text}");
    }
    assert!(holds(dir.path(), "Which pilot"));
}

#[tokio::test]
async fn reports_of_before_a_time_are_deleted_and_their_text_is_gone_from_the_files() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let ledger = SqliteLedger::open(&path).await.unwrap();
    let (old, young) = (
        report_of("2026-01-01T23:59:59Z", "1", "Zanzibarian turnips?"),
        report_of("2026-01-02T00:00:00Z", "2", "Which pilot?"),
    );
    ledger.record(&old).await.unwrap();
    ledger.record(&young).await.unwrap();
    assert!(holds(dir.path(), "Zanzibarian turnips"));
    assert_eq!(
        ledger.delete_before("2026-01-02T00:00:00Z").await.unwrap(),
        1
    );
    assert_eq!(
        ledger.delete_before("2026-01-02T00:00:00Z").await.unwrap(),
        0
    );
    assert_eq!(ledger.report(&old.id).await.unwrap(), None);
    assert_eq!(ledger.report(&young.id).await.unwrap(), Some(young));
    assert!(!holds(dir.path(), "Zanzibarian turnips"));
    assert!(holds(dir.path(), "Which pilot"));
}
