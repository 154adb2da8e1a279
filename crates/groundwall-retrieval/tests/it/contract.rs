//! What every backend must do. With `QDRANT_URL` set, the suite also runs against that server, in a collection that it clears.

use groundwall_core::{
    CellKind, CollectionId, Document, DocumentId, DocumentName, Format, HiddenBy, HiddenText,
    Locator, Passage, PassageId, Sentence, SentenceKind, Span, Table, TableCell, TableColumn,
    TableRow,
};
use groundwall_ports::{NewDocument, PassageStore, SearchQuery};

pub(crate) const EMBEDDER: &str = "0123456789abcdef";

/// Three dimensions that are easy to think in: boats, bread, birds.
fn vector(text: &str) -> Vec<f32> {
    let count = |words: &[&str]| {
        0.1 + words
            .iter()
            .map(|word| text.to_lowercase().matches(word).count() as f32)
            .sum::<f32>()
    };
    let raw = [
        count(&["boat", "quay", "harbour"]),
        count(&["bread", "oven"]),
        count(&["gull", "tern"]),
    ];
    let norm = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
    raw.map(|value| value / norm).to_vec()
}

pub(crate) fn document(name: &str, texts: &[&str]) -> NewDocument {
    let content = texts.join("\n");
    let id =
        DocumentId(uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, content.as_bytes()).to_string());
    let name = DocumentName::parse(name).unwrap();
    let passages: Vec<Passage> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| {
            let span = Span {
                start: 0,
                end: text.chars().count(),
            };
            let sentence = Sentence {
                index: index as u32,
                section: 0,
                kind: SentenceKind::Prose,
                text: (*text).to_owned(),
                span,
                locator: Locator::default(),
            };
            Passage {
                id: PassageId(
                    uuid::Uuid::new_v5(
                        &uuid::Uuid::NAMESPACE_OID,
                        format!("{id}/{index}").as_bytes(),
                    )
                    .to_string(),
                ),
                document: id.clone(),
                document_name: name.clone(),
                index: index as u32,
                span,
                locator: Locator::default(),
                text: (*text).to_owned(),
                sentences: vec![sentence],
            }
        })
        .collect();
    let vectors = passages
        .iter()
        .map(|passage| vector(&passage.text))
        .collect();
    NewDocument {
        document: Document {
            id,
            collection: CollectionId::default(),
            names: vec![name],
            format: Format::Text,
            sha256: "00".to_owned(),
            bytes: content.len() as u64,
            characters: content.chars().count() as u64,
            passages: passages.len() as u32,
            pages: None,
            added_at: "2026-01-01T00:00:00Z".to_owned(),
            notes: Vec::new(),
        },
        passages,
        vectors,
        tables: Vec::new(),
        hidden: Vec::new(),
        original: b"as it was uploaded".to_vec(),
    }
}

pub(crate) fn name(text: &str) -> DocumentName {
    DocumentName::parse(text).unwrap()
}

pub(crate) fn query(text: &str) -> SearchQuery {
    SearchQuery {
        collection: CollectionId::default(),
        text: text.to_owned(),
        vector: vector(text),
        top_k: 3,
        identifiers: Vec::new(),
        documents: Vec::new(),
    }
}

pub(crate) async fn found(store: &dyn PassageStore, query: &SearchQuery) -> Vec<String> {
    store
        .search(query)
        .await
        .unwrap()
        .candidates
        .into_iter()
        .map(|candidate| candidate.passage.text)
        .collect()
}

pub(crate) async fn names(store: &dyn PassageStore) -> Vec<Vec<String>> {
    let documents = store.documents(&CollectionId::default()).await.unwrap();
    documents
        .iter()
        .map(|document| document.names.iter().map(DocumentName::to_string).collect())
        .collect()
}

fn row(number: u32) -> TableRow {
    let cell = |text: String, kind| {
        Some(TableCell {
            kind,
            text,
            value: None,
        })
    };
    TableRow {
        row: number + 1,
        cells: vec![
            cell(format!("B{number}"), CellKind::Text),
            cell(number.to_string(), CellKind::Number),
        ],
        hidden: number == 1,
    }
}

pub(crate) fn table(rows: &[TableRow]) -> Table {
    let column = |name: &str, column, kind| TableColumn {
        name: name.to_owned(),
        column,
        kind,
        unit: None,
        role: None,
    };
    Table {
        title: vec!["Berths".to_owned()],
        place: Locator::default(),
        header_row: 0,
        records: false,
        by_hand: false,
        columns: vec![
            column("Berth", 0, CellKind::Text),
            column("Depth", 1, CellKind::Number),
        ],
        rows: rows.to_vec(),
        totals: Vec::new(),
    }
}

/// The suite.
#[expect(clippy::too_many_lines, reason = "one contract, step by step")]
pub(crate) async fn contract(store: &dyn PassageStore) {
    let collection = CollectionId::default();
    store.clear(&collection).await.unwrap();
    assert_eq!(store.stats(&collection).await.unwrap().passages, 0);
    let nothing = store.search(&query("boats")).await.unwrap();
    assert!(
        nothing.candidates.is_empty()
            && nothing.rare_terms.is_empty()
            && nothing.best_similarity == 0.0
    );

    store
        .put(document(
            "boats.txt",
            &[
                "Boats lie at the quay.",
                "The harbour has a red boat named LK-42.",
            ],
        ))
        .await
        .unwrap();
    store
        .put(document("bread.txt", &["The oven bakes bread."]))
        .await
        .unwrap();
    store
        .put(document(
            "birds.txt",
            &["Gulls and terns nest on the quay."],
        ))
        .await
        .unwrap();
    let stats = store.stats(&collection).await.unwrap();
    assert_eq!((stats.documents, stats.passages), (3, 4));
    assert_eq!(
        names(store).await,
        [["birds.txt"], ["boats.txt"], ["bread.txt"]]
    );

    // Both kinds of search, ranked, with the cosine of the best.
    let result = store
        .search(&query("Which bread does the oven bake?"))
        .await
        .unwrap();
    assert_eq!(result.candidates[0].passage.text, "The oven bakes bread.");
    assert_eq!(result.candidates[0].rank, 1);
    assert!(
        (result.candidates[0].similarity - result.best_similarity).abs() < 1e-5
            && result.best_similarity > 0.9
    );
    assert!(
        (result.candidates[0].score - 2.0 / 61.0).abs() < 1e-6,
        "first in both lists: {}",
        result.candidates[0].score
    );
    assert_eq!(result.rare_terms, ["bake", "bread", "oven"]);

    // A document's passages come back in order, and none of another's.
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
    assert!(
        store
            .passages(&collection, &DocumentId("absent".to_owned()))
            .await
            .unwrap()
            .is_empty()
    );
    let original = store.original(&collection, &boats.id).await.unwrap();
    assert!(original.is_none_or(|bytes| bytes == b"as it was uploaded"));

    // A scope leaves everything else out; an identifier brings its passage in.
    let scoped = SearchQuery {
        documents: vec![name("birds.txt")],
        ..query("boats at the quay")
    };
    assert_eq!(
        found(store, &scoped).await,
        ["Gulls and terns nest on the quay."]
    );
    let unknown = SearchQuery {
        documents: vec![name("absent.txt")],
        ..query("boats at the quay")
    };
    assert!(found(store, &unknown).await.is_empty());
    let coded = SearchQuery {
        identifiers: vec!["lk-42".to_owned()],
        top_k: 1,
        ..query("gulls")
    };
    let texts = found(store, &coded).await;
    assert_eq!(
        (texts.len(), texts[1].as_str()),
        (2, "The harbour has a red boat named LK-42.")
    );

    // Same name, new content: replaced. Same content, new name: one content, two names.
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

    // A name alone: for what is stored, and taken from what had it.
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

    // The content goes with its last name.
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
    assert_ne!(store.stats(&collection).await.unwrap().version, again);

    // Tables come back whole, under the name that is left, and go with their document.
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

    // Hidden text comes back whole and in order, is never found, and goes with its document.
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

    store
        .put(NewDocument {
            hidden,
            ..document("seen.txt", &["The quay is long."])
        })
        .await
        .unwrap();
    store.clear(&collection).await.unwrap();
    assert!(names(store).await.is_empty() && found(store, &query("boats")).await.is_empty());
}
