use super::*;
use groundwall_core::Format;
use groundwall_ports::{Ledger as _, Records as _};
use groundwall_retrieval::SqliteStore;

fn document(name: &str) -> NewDocument {
    let text = format!("The text of {name}.");
    let document = Document {
        id: DocumentId(uuid::Uuid::new_v4().to_string()),
        collection: CollectionId::default(),
        names: vec![DocumentName::parse(name).unwrap()],
        format: Format::Text,
        sha256: String::new(),
        bytes: text.len() as u64,
        characters: 0,
        passages: 0,
        pages: None,
        added_at: String::new(),
        reviewed_at: None,
        notes: Vec::new(),
    };
    NewDocument {
        document,
        passages: Vec::new(),
        vectors: Vec::new(),
        tables: Vec::new(),
        hidden: Vec::new(),
        original: text.into_bytes(),
    }
}

async fn whole(dir: &std::path::Path) -> (Whole<SqliteStore>, Arc<SqliteLedger>) {
    let path = dir.join("passages.sqlite");
    let store = SqliteStore::open(&path, "abc", 3);
    let ledger = SqliteLedger::open(&dir.join("ledger.sqlite"))
        .await
        .unwrap();
    let ledger = Arc::new(ledger);
    let whole = Whole::new(store.await.unwrap(), Arc::clone(&ledger));
    (whole, ledger)
}

/// What the log says, oldest first.
async fn outcomes(ledger: &SqliteLedger) -> Vec<String> {
    let page = ledger.audit(None, None, 99).await.unwrap();
    let entries = page.entries.into_iter().rev();
    entries.map(|one| one.entry.outcome).collect()
}

#[tokio::test]
async fn a_change_that_nobody_waits_for_is_ended_and_on_record() {
    let dir = tempfile::tempdir().unwrap();
    let (store, ledger) = whole(dir.path()).await;
    for n in 0..20u64 {
        let put = store.put(document(&format!("{n}.txt")));
        // Given up at one moment or another.
        let _ = tokio::time::timeout(std::time::Duration::from_micros(n * 50), put).await;
    }
    let all = async {
        loop {
            let stored = store.documents(&CollectionId::default()).await.unwrap();
            let known = ledger.audit(None, None, 99).await.unwrap().total;
            if stored.len() == 20 && known == 20 {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), all)
        .await
        .expect("what was begun is stored");
}

#[tokio::test]
async fn what_is_not_there_is_not_deleted() {
    let dir = tempfile::tempdir().unwrap();
    let (store, ledger) = whole(dir.path()).await;
    let of = CollectionId::default();
    let name = DocumentName::parse("quay.txt").unwrap();
    assert!(!store.remove(&of, &name).await.unwrap().existed);
    store.put(document("quay.txt")).await.unwrap();
    assert!(store.remove(&of, &name).await.unwrap().existed);
    assert_eq!(outcomes(&ledger).await, ["taken_in", "deleted"]);
}

#[tokio::test]
async fn a_document_can_be_read_again() {
    let dir = tempfile::tempdir().unwrap();
    let (store, _) = whole(dir.path()).await;
    let of = CollectionId::default();
    let id = store.put(document("sheet.csv")).await.unwrap().id;
    store.outdate(&of, &id).await.unwrap();
    assert_eq!(store.outdated(&of).await.unwrap(), [id]);
}

#[tokio::test]
async fn what_the_end_of_the_program_cut_off_is_told_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let of = CollectionId::default();
    let name = |name: &str| DocumentName::parse(name).unwrap();
    {
        let (store, ledger) = whole(dir.path()).await;
        let kept = store.put(document("kept.txt")).await.unwrap();
        store.put(document("gone.txt")).await.unwrap();
        let gone = store.remove(&of, &name("gone.txt")).await.unwrap();
        assert!(gone.existed);
        assert!(!store.remove(&of, &name("none.txt")).await.unwrap().existed);
        // Begun, and the program ended before or after the change.
        let deleted = |name: &str| {
            Happening::of(AuditKind::DocumentDeleted, "deleted")
                .fact("collection", of.0.clone())
                .personal("name", name)
        };
        let reviewed = |at: &str| {
            Happening::of(AuditKind::DocumentReviewed, "reviewed")
                .fact("document", kept.id.0.clone())
                .fact("collection", of.0.clone())
                .fact("at", at)
        };
        let at = "2026-02-01T00:00:00Z";
        let held = store.review(&of, &kept.id, at).await.unwrap().unwrap();
        assert_eq!(held.reviewed_at.as_deref(), Some(at));
        let other = DocumentId("other".to_owned());
        assert!(store.review(&of, &other, at).await.unwrap().is_none());
        for happening in [
            deleted("kept.txt"),
            deleted("gone.txt"),
            taken_in(&of, &kept.id, &name("kept.txt")),
            taken_in(&of, &other, &name("other.txt")),
            Happening::of(AuditKind::DocumentsCleared, "deleted").fact("collection", "empty"),
            reviewed("2026-02-01T00:00:00Z"),
            reviewed("2026-03-01T00:00:00Z"),
        ] {
            ledger.begin(&happening).await.unwrap();
        }
        assert_eq!(
            outcomes(&ledger).await,
            ["taken_in", "taken_in", "deleted", "reviewed"]
        );
        store.close().await;
        ledger.close().await;
    }
    let (store, ledger) = whole(dir.path()).await;
    for _ in 0..2 {
        store.settle().await.unwrap();
        let told = outcomes(&ledger).await.split_off(4);
        assert_eq!(
            told,
            [
                "cut_off", "deleted", "taken_in", "cut_off", "deleted", "reviewed", "cut_off"
            ]
        );
    }
}
