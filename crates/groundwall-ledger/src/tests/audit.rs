//! The audit log, on a file.

use super::report;
use crate::SqliteLedger;
use groundwall_audit::Fault;
use groundwall_core::review::Reason;
use groundwall_core::{AuditKind, Flag, Happening, ReportId, Severity};
use groundwall_ports::{Ledger, Records};
use std::path::Path;

fn reason(priority: Severity, within: Option<u32>) -> Reason {
    Reason {
        rule: "refuted".to_owned(),
        why: "The documents say otherwise.".to_owned(),
        priority,
        within,
    }
}

/// A ledger that flags what is not verified, due at once.
pub(super) async fn ledger(dir: &Path) -> SqliteLedger {
    let ledger = SqliteLedger::open(&dir.join("l.sqlite")).await.unwrap();
    ledger.told(
        || "Astrid at 192.0.2.1".to_owned(),
        |report| {
            let refuted = report.summary.counts.refuted > 0;
            refuted.then(|| Flag {
                reasons: vec![reason(Severity::High, Some(0))],
                claims: Vec::new(),
            })
        },
        reason(Severity::Medium, Some(60)),
    )
}

async fn sql(ledger: &SqliteLedger, statement: &'static str) -> Result<(), sqlx::Error> {
    let mut tx = ledger.database.write().await.unwrap();
    sqlx::raw_sql(statement).execute(&mut *tx).await?;
    tx.commit().await.unwrap();
    Ok(())
}

pub(super) async fn faults(ledger: &SqliteLedger) -> Vec<Fault> {
    ledger
        .verify_audit(None)
        .await
        .unwrap()
        .err()
        .unwrap_or_default()
}

/// A ledger with three questions and an upload.
async fn three_and_an_upload(dir: &Path) -> SqliteLedger {
    let ledger = ledger(dir).await;
    for id in ["1", "2", "3"] {
        ledger.record(&report(id, &format!("{id}?"))).await.unwrap();
    }
    let upload = Happening::of(AuditKind::Upload, "taken_in").personal("name", "harbour.txt");
    ledger.note(&upload).await.unwrap();
    ledger
}

#[tokio::test]
async fn every_report_has_its_entry() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = three_and_an_upload(dir.path()).await;
    let page = ledger.audit(None, None, 2).await.unwrap();
    let kinds: Vec<AuditKind> = page.entries.iter().map(|one| one.entry.kind).collect();
    assert_eq!(kinds, [AuditKind::Upload, AuditKind::Question]);
    assert_eq!((page.total, page.next), (4, Some(3)));
    assert_eq!(page.entries[0].texts["actor"].text, "Astrid at 192.0.2.1");
    assert_eq!(page.entries[1].texts["question"].text, "3?");
    let of_one = ledger.audit(None, Some(&ReportId("1".into())), 9).await;
    assert_eq!(of_one.unwrap().entries.len(), 1);
    let whole = ledger.verify_audit(page.head.as_deref()).await.unwrap();
    assert_eq!(whole.unwrap().entries, 4);
}

#[tokio::test]
async fn entries_stand_and_what_is_changed_behind_them_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = three_and_an_upload(dir.path()).await;
    for forbidden in [
        "UPDATE audit SET report = 'x' WHERE number = 2",
        "DELETE FROM audit WHERE number = 2",
        "UPDATE audit_texts SET text = 'x'",
    ] {
        assert!(sql(&ledger, forbidden).await.is_err(), "{forbidden}");
    }
    sql(
        &ledger,
        "DROP TRIGGER audit_stands; DROP TRIGGER audit_stays; DROP TRIGGER audit_texts_stand;",
    )
    .await
    .unwrap();
    sql(&ledger, "UPDATE bodies SET body = replace(body, '\"banner\":\"b\"', '\"banner\":\"c\"') WHERE report = 1")
        .await
        .unwrap();
    assert_eq!(
        faults(&ledger).await,
        [Fault::Report {
            number: 1,
            report: "1".to_owned()
        }]
    );
    sql(
        &ledger,
        "UPDATE audit SET entry = replace(entry, 'delivered', 'withheld') WHERE number = 2",
    )
    .await
    .unwrap();
    let found: Vec<Option<u64>> = faults(&ledger).await.iter().map(Fault::number).collect();
    assert_eq!(found[..2], [Some(1), Some(2)]);
    sql(
        &ledger,
        "UPDATE audit_texts SET text = 'other' WHERE number = 3 AND name = 'question'",
    )
    .await
    .unwrap();
    let named = Fault::Text {
        number: 3,
        name: "question".to_owned(),
    };
    assert!(faults(&ledger).await.contains(&named));
    sql(&ledger, "DELETE FROM audit WHERE number = 3")
        .await
        .unwrap();
    let gone = Fault::Removed { first: 3, last: 3 };
    assert!(faults(&ledger).await.contains(&gone));
    sql(&ledger, "DELETE FROM reports WHERE id = '1'")
        .await
        .unwrap();
    let lost = Fault::ReportGone {
        number: 1,
        report: "1".to_owned(),
    };
    assert!(faults(&ledger).await.contains(&lost));
}

#[tokio::test]
async fn a_deleted_report_leaves_no_text_and_a_whole_chain() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = ledger(dir.path()).await;
    let id = ReportId("1".into());
    ledger
        .record(&report("1", "Zanzibarian turnips?"))
        .await
        .unwrap();
    ledger.record(&report("2", "Which pilot?")).await.unwrap();
    assert!(ledger.delete(&id).await.unwrap());
    assert_eq!(faults(&ledger).await, []);
    let page = ledger.audit(None, Some(&id), 9).await.unwrap();
    assert_eq!(page.entries[0].entry.outcome, "deleted");
    assert!(page.entries[1].texts.is_empty());
    let mut exported = String::new();
    let many = ledger.export_audit(|line| {
        exported.push_str(line);
        Ok(())
    });
    assert_eq!(many.await.unwrap(), 3);
    assert!(exported.contains("Which pilot?") && !exported.contains("turnips"));
    let chain = groundwall_audit::file::verify(exported.as_bytes(), None).unwrap();
    assert_eq!(chain.unwrap().head, page.head);
    ledger.delete_before("2027-01-01T00:00:00Z").await.unwrap();
    assert_eq!(faults(&ledger).await, []);
    assert_eq!(ledger.audit(None, None, 9).await.unwrap().total, 4);
}

#[tokio::test]
async fn what_is_signed_off_may_go() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = ledger(dir.path()).await;
    assert_eq!(
        ledger.prune_audit("2999-01-01T00:00:00Z").await.unwrap(),
        None
    );
    for id in ["1", "2", "3"] {
        ledger.record(&report(id, "Who?")).await.unwrap();
    }
    assert_eq!(
        ledger.prune_audit("2001-01-01T00:00:00Z").await.unwrap(),
        None
    );
    assert_eq!(
        ledger.prune_audit("2999-01-01T00:00:00Z").await.unwrap(),
        Some(3)
    );
    let chain = ledger.verify_audit(None).await.unwrap().unwrap();
    assert_eq!((chain.first, chain.entries), (4, 1));
    ledger.record(&report("4", "Who?")).await.unwrap();
    assert_eq!(faults(&ledger).await, []);
}

#[tokio::test]
async fn what_is_done_while_the_log_cannot_be_written_is_in_it_later() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = ledger(dir.path()).await;
    sql(
        &ledger,
        "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    )
    .await
    .unwrap();
    let gone = Happening::of(AuditKind::DocumentsCleared, "deleted");
    ledger.note_done(&gone).await;
    assert_eq!(ledger.audit(None, None, 9).await.unwrap().total, 0);
    sql(&ledger, "DROP TRIGGER full").await.unwrap();
    ledger.record(&report("1", "Who?")).await.unwrap();
    let page = ledger.audit(None, None, 9).await.unwrap();
    assert_eq!(page.total, 2);
    let chain = ledger.verify_audit(None).await.unwrap().unwrap();
    assert_eq!(chain.entries, 2);
}

#[tokio::test]
async fn what_a_kill_cuts_off_is_found_at_the_next_start() {
    let dir = tempfile::tempdir().unwrap();
    let deleted = |outcome: &str| Happening::of(AuditKind::DocumentDeleted, outcome);
    {
        let ledger = ledger(dir.path()).await;
        let first = ledger.begin(&deleted("begun")).await.unwrap();
        ledger.begin(&deleted("second")).await.unwrap();
        let third = ledger.begin(&deleted("third")).await.unwrap();
        ledger.end(first, Some(deleted("deleted"))).await;
        ledger.end(third, None).await;
        assert_eq!(ledger.audit(None, None, 9).await.unwrap().total, 1);
        // Killed here.
    }
    let ledger = ledger(dir.path()).await;
    let left = ledger.unended().await.unwrap();
    let [(begun, happening)] = left.as_slice() else {
        panic!("{left:?}");
    };
    assert_eq!(happening, &deleted("second"));
    ledger.end(begun.clone(), Some(deleted("cut_off"))).await;
    assert!(ledger.unended().await.unwrap().is_empty());
    let page = ledger.audit(None, None, 9).await.unwrap();
    assert_eq!(page.entries[0].entry.outcome, "cut_off");
    assert_eq!(ledger.verify_audit(None).await.unwrap().unwrap().entries, 2);
}

#[tokio::test]
async fn a_change_whose_entry_cannot_be_written_is_not_forgotten_by_a_kill() {
    let dir = tempfile::tempdir().unwrap();
    let cleared = Happening::of(AuditKind::DocumentsCleared, "deleted");
    {
        let ledger = ledger(dir.path()).await;
        let begun = ledger.begin(&cleared).await.unwrap();
        sql(
            &ledger,
            "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk full'); END",
        )
        .await
        .unwrap();
        ledger.end(begun, Some(cleared.clone())).await;
        assert_eq!(ledger.unended().await.unwrap().len(), 1);
        sql(&ledger, "DROP TRIGGER full").await.unwrap();
    }
    let ledger = ledger(dir.path()).await;
    assert_eq!(ledger.unended().await.unwrap().len(), 1);
    // While the program runs the next entry brings it along.
    let begun = ledger.begin(&cleared).await.unwrap();
    let failing =
        "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'disk full'); END";
    sql(&ledger, failing).await.unwrap();
    ledger.end(begun, Some(cleared.clone())).await;
    sql(&ledger, "DROP TRIGGER full").await.unwrap();
    ledger.note(&cleared).await.unwrap();
    assert_eq!(ledger.audit(None, None, 9).await.unwrap().total, 2);
    assert_eq!(ledger.unended().await.unwrap().len(), 1, "that of the kill");
}
