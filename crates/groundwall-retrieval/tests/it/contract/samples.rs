//! Documents about boats, bread and birds, and questions to them.

use groundwall_core::{
    CellKind, CollectionId, Document, DocumentId, DocumentName, Format, Locator, Passage,
    PassageId, Sentence, SentenceKind, Span, Table, TableCell, TableColumn, TableRow,
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

/// A passage of one sentence.
fn passage(document: &DocumentId, name: &DocumentName, index: u32, text: &str) -> Passage {
    let span = Span {
        start: 0,
        end: text.chars().count(),
    };
    let sentence = Sentence {
        index,
        section: 0,
        kind: SentenceKind::Prose,
        text: text.to_owned(),
        span,
        locator: Locator::default(),
    };
    let id = uuid::Uuid::new_v5(
        &uuid::Uuid::NAMESPACE_OID,
        format!("{document}/{index}").as_bytes(),
    );
    Passage {
        id: PassageId(id.to_string()),
        document: document.clone(),
        document_name: name.clone(),
        index,
        span,
        locator: Locator::default(),
        text: text.to_owned(),
        sentences: vec![sentence],
    }
}

pub(crate) fn document(name: &str, texts: &[&str]) -> NewDocument {
    let content = texts.join("\n");
    let id =
        DocumentId(uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, content.as_bytes()).to_string());
    let name = DocumentName::parse(name).unwrap();
    let passages: Vec<Passage> = texts
        .iter()
        .enumerate()
        .map(|(index, text)| passage(&id, &name, index as u32, text))
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
            reviewed_at: None,
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

pub(super) fn row(number: u32) -> TableRow {
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
