//! Names and contents: what is replaced, joined, linked and dropped.

use super::{document, found, name, names, query};
use groundwall_core::{CollectionId, DocumentId};
use groundwall_ports::{PassageStore, SearchQuery};

/// Same name, new content: replaced. Same content, new name: one content, two names.
pub(super) async fn replaces_by_name_and_joins_by_content(store: &dyn PassageStore) -> u64 {
    let collection = CollectionId::default();
    store
        .put(document("bread.txt", &["Rye bread is dark."]))
        .await
        .unwrap();
    assert_eq!(
        found(
            store,
            &SearchQuery {
                documents: vec![name("bread.txt")],
                ..query("bread")
            }
        )
        .await,
        ["Rye bread is dark."]
    );
    store
        .put(document("copy.txt", &["Rye bread is dark."]))
        .await
        .unwrap();
    assert_eq!(
        names(store).await,
        [
            vec!["birds.txt"],
            vec!["boats.txt"],
            vec!["bread.txt", "copy.txt"]
        ]
    );
    assert_eq!(store.stats(&collection).await.unwrap().passages, 4);
    let again = store.stats(&collection).await.unwrap().version;
    store
        .put(document("copy.txt", &["Rye bread is dark."]))
        .await
        .unwrap();
    assert_eq!(
        store.stats(&collection).await.unwrap().version,
        again,
        "the same upload again changes nothing"
    );
    again
}

/// Uploads of one name at the same time: each is told what it stored, and one of them is left.
pub(super) async fn takes_rivals_under_one_name(store: &dyn PassageStore) {
    let (collection, shared) = (CollectionId::default(), name("tides.txt"));
    let texts: Vec<String> = (0..20).map(|number| format!("Tide {number}.")).collect();
    let puts = texts
        .iter()
        .map(|text| store.put(document("tides.txt", &[text])));
    for stored in futures::future::join_all(puts).await {
        assert_eq!(stored.unwrap().names, [name("tides.txt")]);
    }
    let tides = SearchQuery {
        documents: vec![name("tides.txt")],
        ..query("tide")
    };
    assert_eq!(found(store, &tides).await.len(), 1);
    // A name that goes back and forth between two contents: whoever comes too late finds nothing to link, and never a fault.
    let (one, other) = (
        document("tides.txt", &["Ebb."]),
        document("tides.txt", &["Flow."]),
    );
    let (one, other, collection, shared) = (&one, &other, &collection, &shared);
    let rivals = (0..10).map(|round| async move {
        let new = if round % 2 == 0 {
            one.clone()
        } else {
            other.clone()
        };
        let linked = store.link(collection, &new.document.id, shared);
        if linked.await.unwrap().is_none() {
            store.put(new).await.unwrap();
        }
    });
    futures::future::join_all(rivals).await;
    assert_eq!(found(store, &tides).await.len(), 1);
    let gone = store.remove(collection, shared).await.unwrap();
    assert_eq!(gone.passages, 1);
}

/// A name alone: for what is stored, and taken from what had it.
pub(super) async fn links_a_name(store: &dyn PassageStore) {
    let collection = CollectionId::default();
    let rye = store
        .documents(&collection)
        .await
        .unwrap()
        .into_iter()
        .find(|document| *document.name() == name("bread.txt"))
        .unwrap()
        .id;
    assert!(
        store
            .link(
                &collection,
                &DocumentId("absent".to_owned()),
                &name("rye.txt")
            )
            .await
            .unwrap()
            .is_none()
    );
    store
        .put(document("old.txt", &["An old text."]))
        .await
        .unwrap();
    let linked = store
        .link(&collection, &rye, &name("old.txt"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(
        linked.names,
        [name("bread.txt"), name("copy.txt"), name("old.txt")]
    );
    assert!(
        !found(store, &query("an old text"))
            .await
            .contains(&"An old text.".to_owned())
    );
    let before = store.stats(&collection).await.unwrap().version;
    assert_eq!(
        store
            .link(&collection, &rye, &name("old.txt"))
            .await
            .unwrap(),
        Some(linked)
    );
    assert_eq!(
        store.stats(&collection).await.unwrap().version,
        before,
        "the same name again changes nothing"
    );
    store.remove(&collection, &name("old.txt")).await.unwrap();
}

/// When a person said that a document holds: kept with it, under every name, and another version of the collection.
pub(super) async fn keeps_a_review(store: &dyn PassageStore) {
    let collection = CollectionId::default();
    let put = store
        .put(document("law.txt", &["A boat pays dues."]))
        .await
        .unwrap();
    assert_eq!(put.reviewed_at, None);
    let before = store.stats(&collection).await.unwrap().version;
    let at = "2026-02-01T00:00:00Z";
    let absent = DocumentId("absent".to_owned());
    assert!(
        store
            .review(&collection, &absent, at)
            .await
            .unwrap()
            .is_none()
    );
    assert_eq!(store.stats(&collection).await.unwrap().version, before);
    let reviewed = store.review(&collection, &put.id, at).await.unwrap();
    assert_eq!(reviewed.unwrap().reviewed_at.as_deref(), Some(at));
    assert_ne!(store.stats(&collection).await.unwrap().version, before);
    store
        .link(&collection, &put.id, &name("old law.txt"))
        .await
        .unwrap();
    let kept = store.document(&collection, &put.id).await.unwrap().unwrap();
    assert_eq!(
        (kept.names.len(), kept.reviewed_at.as_deref()),
        (2, Some(at))
    );
    for under in ["law.txt", "old law.txt"] {
        store.remove(&collection, &name(under)).await.unwrap();
    }
}

/// The content goes with its last name.
pub(super) async fn drops_content_with_its_last_name(store: &dyn PassageStore, before: u64) {
    let collection = CollectionId::default();
    let removed = store.remove(&collection, &name("bread.txt")).await.unwrap();
    assert_eq!((removed.existed, removed.passages), (true, 0));
    let left = store.search(&query("bread")).await.unwrap().candidates;
    assert_eq!(
        left[0].passage.document_name,
        name("copy.txt"),
        "citations use a name that is left"
    );
    let removed = store.remove(&collection, &name("copy.txt")).await.unwrap();
    assert_eq!((removed.existed, removed.passages), (true, 1));
    assert!(
        !found(store, &query("bread"))
            .await
            .iter()
            .any(|text| text.contains("Rye"))
    );
    assert!(
        !store
            .remove(&collection, &name("copy.txt"))
            .await
            .unwrap()
            .existed
    );
    assert_ne!(store.stats(&collection).await.unwrap().version, before);
}
