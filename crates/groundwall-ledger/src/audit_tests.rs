//! The audit log and the queue, on a file.

use crate::SqliteLedger;
use crate::tests::{refuted, report};
use groundwall_audit::Fault;
use groundwall_core::review::{Decided, Dispute, Reason};
use groundwall_core::{
    AuditKind, Decision, Flag, Happening, ReportId, ReviewFilter, ReviewState, Severity, Stretch,
};
use groundwall_ports::{Ledger, Records};
use groundwall_sqlite::{Database, New};
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
async fn ledger(dir: &Path) -> SqliteLedger {
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

async fn faults(ledger: &SqliteLedger) -> Vec<Fault> {
    ledger
        .verify_audit(None)
        .await
        .unwrap()
        .err()
        .unwrap_or_default()
}

#[tokio::test]
async fn every_report_has_its_entry_and_a_changed_one_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = ledger(dir.path()).await;
    for id in ["1", "2", "3"] {
        ledger.record(&report(id, &format!("{id}?"))).await.unwrap();
    }
    let upload = Happening::of(AuditKind::Upload, "taken_in").personal("name", "harbour.txt");
    ledger.note(&upload).await.unwrap();
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
async fn reviews_go_through_their_states_and_each_step_is_an_entry() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = ledger(dir.path()).await;
    let flagged = refuted("2026-01-01T00:00:00Z", "1", "It opened in 1978.", "a.txt");
    ledger.record(&flagged).await.unwrap();
    ledger.record(&report("2", "Fine?")).await.unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1_100));
    let open = ledger.reviews(&ReviewFilter::default()).await.unwrap();
    assert_eq!((open.total, open.open, open.overdue), (1, 1, 1));
    let review = &open.reviews[0];
    assert_eq!(
        (review.state, review.priority, review.overdue),
        (ReviewState::Pending, Severity::High, true)
    );
    let id = flagged.id.clone();
    let taken = ledger.assign(&id, "Berit").await.unwrap().unwrap();
    assert_eq!(taken.state, ReviewState::InReview);
    let decided = Decided {
        decision: Decision::Rejected,
        note: "Page 4 is right.".to_owned(),
        by: String::new(),
    };
    let closed = ledger.decide(&id, &decided).await.unwrap().unwrap();
    assert_eq!(
        (closed.state, closed.decided_by.as_deref(), closed.overdue),
        (ReviewState::Rejected, Some("Berit"), false)
    );
    assert!(ledger.decide(&id, &decided).await.is_err(), "once");
    let insights = ledger.insights("", Stretch::Month).await.unwrap();
    let judged: Vec<(&str, u64, u64)> = insights
        .reviewed
        .iter()
        .map(|one| (one.kind.name(), one.true_finds, one.false_alarms))
        .collect();
    assert_eq!(judged, [("date_mismatch", 1, 0), ("no_evidence", 1, 0)]);
    let undone = ledger.undo(&id).await.unwrap().unwrap();
    assert_eq!((undone.state, undone.note), (ReviewState::InReview, None));
    assert!(ledger.undo(&id).await.is_err());
    assert_eq!(ledger.undo(&ReportId("none".into())).await.unwrap(), None);

    let dispute = Dispute {
        claim: 1,
        note: "The plan says 1978.".to_owned(),
    };
    let disputed = ledger.dispute(&id, &dispute).await.unwrap().unwrap();
    assert_eq!(
        disputed.claims[0].dispute.as_deref(),
        Some("The plan says 1978.")
    );
    let missing = Dispute {
        claim: 7,
        ..dispute.clone()
    };
    assert!(ledger.dispute(&id, &missing).await.is_err());
    assert!(
        ledger
            .dispute(&ReportId("2".into()), &dispute)
            .await
            .is_err(),
        "it has no claims"
    );
    let outcomes: Vec<String> = ledger
        .audit(None, Some(&id), 9)
        .await
        .unwrap()
        .entries
        .into_iter()
        .map(|one| one.entry.outcome)
        .collect();
    assert_eq!(
        outcomes,
        [
            "disputed",
            "taken_back",
            "rejected",
            "assigned",
            "delivered"
        ]
    );
    assert_eq!(faults(&ledger).await, []);
    ledger.delete(&id).await.unwrap();
    assert_eq!(ledger.review(&id).await.unwrap(), None);
    assert_eq!(faults(&ledger).await, []);
}

#[tokio::test]
async fn a_file_of_the_second_version_gets_a_log_and_a_queue() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("l.sqlite");
    let new = New {
        schema: &crate::schema::SECOND,
        meta: &[("schema_version", "2")],
    };
    let old = Database::open(&path, 1, &new).await.unwrap();
    let before = report("1", "Who?");
    let mut tx = old.write().await.unwrap();
    let body = serde_json::to_string(&before).unwrap();
    sqlx::query("INSERT INTO reports VALUES (1, '1', '2026-01-01T10:00:00Z', 'verified', 1, 0, 0, 0, 9, 'Who?', 'Who?', 'who?', 'who?', NULL)")
        .execute(&mut *tx)
        .await
        .unwrap();
    sqlx::query("INSERT INTO bodies VALUES (1, ?)")
        .bind(body)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    old.close().await;

    let ledger = ledger(dir.path()).await;
    assert_eq!(ledger.report(&before.id).await.unwrap(), Some(before));
    assert_eq!(ledger.audit(None, None, 9).await.unwrap().total, 0);
    ledger.record(&report("2", "Who?")).await.unwrap();
    ledger.delete(&ReportId("1".into())).await.unwrap();
    let chain = ledger.verify_audit(None).await.unwrap().unwrap();
    assert_eq!(chain.entries, 2);
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
