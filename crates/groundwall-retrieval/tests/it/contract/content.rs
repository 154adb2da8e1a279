//! What a document brings comes back whole and goes with it: passages, tables, hidden text.

use super::samples::row;
use super::{document, found, name, query, table};
use groundwall_core::{CollectionId, DocumentId, HiddenBy, HiddenText, Locator, TableRow};
use groundwall_ports::{NewDocument, PassageStore};

/// A document's passages come back in order, and none of another's.
pub(super) async fn gives_documents_back(store: &dyn PassageStore) {
    let collection = CollectionId::default();
    let boats = store
        .documents(&collection)
        .await
        .unwrap()
        .into_iter()
        .find(|document| *document.name() == name("boats.txt"))
        .unwrap();
    let alone = store.document(&collection, &boats.id).await.unwrap();
    assert_eq!(alone.as_ref(), Some(&boats), "one document, as in the list");
    let absent = DocumentId("absent".to_owned());
    assert_eq!(store.document(&collection, &absent).await.unwrap(), None);
    let texts: Vec<String> = store
        .passages(&collection, &boats.id)
        .await
        .unwrap()
        .into_iter()
        .map(|passage| passage.text)
        .collect();
    assert_eq!(
        texts,
        [
            "Boats lie at the quay.",
            "The harbour has a red boat named LK-42."
        ]
    );
    let beginning = |id: DocumentId, count: u32| async move {
        let first = store.beginning(&CollectionId::default(), &id, count).await;
        first
            .unwrap()
            .into_iter()
            .map(|passage| passage.text)
            .collect::<Vec<_>>()
    };
    assert_eq!(beginning(boats.id.clone(), 1).await, texts[..1]);
    assert_eq!(beginning(boats.id.clone(), 9).await, texts);
    assert!(beginning(absent, 1).await.is_empty());
    assert!(
        store
            .passages(&collection, &DocumentId("absent".to_owned()))
            .await
            .unwrap()
            .is_empty()
    );
    // A store that does not tell gives none.
    let vectors = store.vectors(&collection, &boats.id).await.unwrap();
    let mut known: Vec<&str> = vectors.iter().map(|(text, _)| text.as_str()).collect();
    known.sort_unstable();
    assert!(known.is_empty() || known == texts, "{known:?}");
    let whole = vectors.iter().all(|(_, vector)| !vector.is_empty());
    assert!(whole, "{vectors:?}");
    let original = store.original(&collection, &boats.id).await.unwrap();
    assert!(original.is_none_or(|bytes| bytes == b"as it was uploaded"));
}

/// Tables come back whole, under the name that is left, and go with their document.
pub(super) async fn keeps_tables(store: &dyn PassageStore) {
    let collection = CollectionId::default();
    let many: Vec<TableRow> = (0..1_200).map(row).collect();
    let tables = vec![table(&many[..3]), table(&many)];
    store
        .put(NewDocument {
            tables: tables.clone(),
            ..document("berths.csv", &["Berth: 1. Depth: 2."])
        })
        .await
        .unwrap();
    let stored = store.tables(&collection).await.unwrap();
    assert_eq!(
        stored
            .iter()
            .map(|stored| (stored.document_name.as_str(), stored.index))
            .collect::<Vec<_>>(),
        [("berths.csv", 0), ("berths.csv", 1)]
    );
    assert_eq!(
        stored
            .into_iter()
            .map(|stored| stored.table)
            .collect::<Vec<_>>(),
        tables
    );
    assert!(!found(store, &query("boats")).await.is_empty());
    store
        .remove(&collection, &name("berths.csv"))
        .await
        .unwrap();
    assert!(store.tables(&collection).await.unwrap().is_empty());
}

/// Hidden text comes back whole and in order, is never found, and goes with its document.
pub(super) async fn keeps_hidden_text_apart(store: &dyn PassageStore) -> Vec<HiddenText> {
    let collection = CollectionId::default();
    let hidden: Vec<HiddenText> = (0..1_200)
        .map(|number| HiddenText {
            by: HiddenBy::Color,
            text: format!("Nobody sees zebra {number}."),
            locator: Locator::default(),
        })
        .collect();
    let new = NewDocument {
        hidden: hidden.clone(),
        ..document("seen.txt", &["The quay is long."])
    };
    let id = new.document.id.clone();
    store.put(new).await.unwrap();
    assert_eq!(store.hidden(&collection, &id).await.unwrap(), hidden);
    assert!(
        !found(store, &query("zebra"))
            .await
            .iter()
            .any(|text| text.contains("zebra"))
    );
    store.remove(&collection, &name("seen.txt")).await.unwrap();
    assert!(store.hidden(&collection, &id).await.unwrap().is_empty());
    hidden
}
