//! The queue of reviews, on a file.

use super::audit::{faults, ledger};
use super::{refuted, report};
use groundwall_core::review::{Decided, Dispute};
use groundwall_core::{Decision, ReportId, ReviewFilter, ReviewState, Severity, Stretch};
use groundwall_ports::{Ledger as _, Records as _};

fn rejected() -> Decided {
    Decided {
        decision: Decision::Rejected,
        note: "Page 4 is right.".to_owned(),
        by: String::new(),
    }
}

#[tokio::test]
async fn reviews_go_through_their_states() {
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
    assert_eq!(review.asked_by.as_deref(), Some("Astrid at 192.0.2.1"));
    assert_eq!(review.answer.as_deref(), Some("Then."));
    assert_eq!(review.collection.0, "default");
    let id = flagged.id.clone();
    let taken = ledger.assign(&id, "Berit").await.unwrap().unwrap();
    assert_eq!(taken.state, ReviewState::InReview);
    let decided = rejected();
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
    let stretches: Vec<(&str, usize)> = insights
        .reviewed_by_stretch
        .iter()
        .map(|one| (one.start.as_str(), one.findings.len()))
        .collect();
    assert_eq!(stretches, [("2026-01-01", 2)]);
    assert_eq!(insights.reviewed[0].missed, 0);
    let undone = ledger.undo(&id).await.unwrap().unwrap();
    assert_eq!((undone.state, undone.note), (ReviewState::InReview, None));
    assert!(ledger.undo(&id).await.is_err());
    assert_eq!(ledger.undo(&ReportId("none".into())).await.unwrap(), None);
}

#[tokio::test]
async fn a_verdict_is_disputed_and_each_step_is_an_entry() {
    let dir = tempfile::tempdir().unwrap();
    let ledger = ledger(dir.path()).await;
    let flagged = refuted("2026-01-01T00:00:00Z", "1", "It opened in 1978.", "a.txt");
    ledger.record(&flagged).await.unwrap();
    ledger.record(&report("2", "Fine?")).await.unwrap();
    let id = flagged.id.clone();
    ledger.assign(&id, "Berit").await.unwrap();
    ledger.decide(&id, &rejected()).await.unwrap();
    ledger.undo(&id).await.unwrap();
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
