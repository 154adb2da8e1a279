//! SQL rows to values and back.

use crate::memory::{Entry, Memory};
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, HiddenText, Passage, StoredTable,
};
use groundwall_ports::PortError;
use groundwall_sqlite::Write;
pub(super) use groundwall_sqlite::fault as db;
use sqlx::sqlite::SqliteRow;
use sqlx::{Executor, Row, Sqlite, SqlitePool};
use std::collections::{BTreeMap, HashMap};

pub(super) fn json(error: serde_json::Error) -> PortError {
    PortError::internal(format!("stored value: {error}"))
}

pub(super) fn floats_to_bytes(values: &[f32]) -> Vec<u8> {
    values
        .iter()
        .flat_map(|value| value.to_le_bytes())
        .collect()
}

fn words(bytes: &[u8]) -> impl Iterator<Item = [u8; 4]> + '_ {
    bytes
        .chunks_exact(4)
        .map(|chunk| [chunk[0], chunk[1], chunk[2], chunk[3]])
}

pub(super) fn weights_to_bytes(weights: &BTreeMap<u32, f32>) -> Vec<u8> {
    weights
        .iter()
        .flat_map(|(term, weight)| [term.to_le_bytes(), weight.to_le_bytes()].concat())
        .collect()
}

fn weights(bytes: &[u8]) -> impl Iterator<Item = (u32, f32)> + '_ {
    let (terms, values) = (words(bytes).step_by(2), words(bytes).skip(1).step_by(2));
    terms
        .zip(values)
        .map(|(term, weight)| (u32::from_le_bytes(term), f32::from_le_bytes(weight)))
}

/// Reads all vectors and weights into memory.
pub(super) async fn load(
    pool: &SqlitePool,
    dimensions: usize,
) -> Result<HashMap<String, Memory>, PortError> {
    use futures::TryStreamExt as _;
    let mut all: HashMap<String, Memory> = HashMap::new();
    let mut stream = sqlx::query(
        "SELECT p.row, p.id, p.document, p.vector, p.weights, d.collection FROM passages p JOIN documents d ON d.id = p.document ORDER BY p.row",
    )
    .fetch(pool);
    while let Some(row) = stream.try_next().await.map_err(db)? {
        let vector: Vec<f32> = words(row.get("vector")).map(f32::from_le_bytes).collect();
        if vector.len() != dimensions {
            return Err(PortError::internal(
                "database: a vector has the wrong length; restore the data directory from a copy",
            ));
        }
        let entry = Entry {
            key: key(row.get("id"))?,
            row: row.get("row"),
            document: row.get("document"),
        };
        let memory = all
            .entry(row.get("collection"))
            .or_insert_with(|| Memory::new(dimensions));
        memory.push(entry, &vector, weights(row.get("weights")));
    }
    all.values_mut().for_each(Memory::shrink);
    Ok(all)
}

/// The key of a passage.
pub(super) fn key(id: &str) -> Result<uuid::Uuid, PortError> {
    uuid::Uuid::parse_str(id)
        .map_err(|_| PortError::internal(format!("database: the passage id {id:?} is not a UUID")))
}

/// Rows in their order in a statement; they are numbers of ours.
fn list(rows: &[i64]) -> String {
    rows.iter()
        .map(i64::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// Dot products of the query with the vectors of some rows, by row.
pub(super) async fn similarities(
    pool: &SqlitePool,
    rows: &[i64],
    query: &[f32],
) -> Result<HashMap<i64, f32>, PortError> {
    let found = sqlx::query(sqlx::AssertSqlSafe(format!(
        "SELECT row, vector FROM passages WHERE row IN ({})",
        list(rows)
    )))
    .fetch_all(pool)
    .await
    .map_err(db)?;
    let product = |vector: &[u8]| {
        words(vector)
            .map(f32::from_le_bytes)
            .zip(query)
            .map(|(a, b)| a * b)
            .sum()
    };
    Ok(found
        .iter()
        .map(|row| (row.get("row"), product(row.get("vector"))))
        .collect())
}

/// Passages of some rows under the first name of their document, by row. A row that is gone has none.
pub(super) async fn passages(
    pool: &SqlitePool,
    rows: &[i64],
) -> Result<HashMap<i64, Passage>, PortError> {
    let found = sqlx::query(sqlx::AssertSqlSafe(format!(
        "SELECT p.row, p.body, (SELECT name FROM names n WHERE n.document = p.document ORDER BY n.added LIMIT 1) AS name FROM passages p WHERE p.row IN ({})",
        list(rows)
    )))
    .fetch_all(pool)
    .await
    .map_err(db)?;
    let mut passages = HashMap::with_capacity(found.len());
    for row in found {
        let mut passage: Passage = serde_json::from_str(row.get("body")).map_err(json)?;
        passage.document_name = DocumentName::parse(row.get("name")).map_err(PortError::from)?;
        passages.insert(row.get("row"), passage);
    }
    Ok(passages)
}

pub(super) async fn document_of(
    tx: &mut Write,
    collection: &CollectionId,
    name: &DocumentName,
) -> Result<Option<String>, PortError> {
    sqlx::query_scalar("SELECT document FROM names WHERE collection = ? AND name = ?")
        .bind(&collection.0)
        .bind(name.as_str())
        .fetch_optional(&mut **tx)
        .await
        .map_err(db)
}

pub(super) async fn exists(
    database: impl Executor<'_, Database = Sqlite>,
    id: &DocumentId,
) -> Result<bool, PortError> {
    let found: Option<String> = sqlx::query_scalar("SELECT id FROM documents WHERE id = ?")
        .bind(&id.0)
        .fetch_optional(database)
        .await
        .map_err(db)?;
    Ok(found.is_some())
}

/// Whether an earlier version read a document.
pub(super) async fn is_outdated(
    database: impl Executor<'_, Database = Sqlite>,
    id: &DocumentId,
) -> Result<bool, PortError> {
    let found: Option<String> =
        sqlx::query_scalar("SELECT document FROM outdated WHERE document = ?")
            .bind(&id.0)
            .fetch_optional(database)
            .await
            .map_err(db)?;
    Ok(found.is_some())
}

/// Documents of a collection that an earlier version read.
pub(super) async fn outdated(
    pool: &SqlitePool,
    collection: &CollectionId,
) -> Result<Vec<DocumentId>, PortError> {
    let found: Vec<String> = sqlx::query_scalar(
        "SELECT o.document FROM outdated o JOIN documents d ON d.id = o.document WHERE d.collection = ? ORDER BY o.document",
    )
    .bind(&collection.0)
    .fetch_all(pool)
    .await
    .map_err(db)?;
    Ok(found.into_iter().map(DocumentId).collect())
}

pub(super) async fn bump(tx: &mut Write, collection: &CollectionId) -> Result<(), PortError> {
    sqlx::query("INSERT INTO collections (id, version) VALUES (?, 1) ON CONFLICT (id) DO UPDATE SET version = version + 1")
        .bind(&collection.0)
        .execute(&mut **tx)
        .await
        .map_err(db)?;
    Ok(())
}

pub(super) async fn version(
    pool: &SqlitePool,
    collection: &CollectionId,
) -> Result<u64, PortError> {
    let version: Option<i64> = sqlx::query_scalar("SELECT version FROM collections WHERE id = ?")
        .bind(&collection.0)
        .fetch_optional(pool)
        .await
        .map_err(db)?;
    Ok(version
        .and_then(|version| u64::try_from(version).ok())
        .unwrap_or(0))
}

/// A document with its current names; none where it has none. Within a transaction that writes, it is what that leaves: behind its end another writer may have
/// taken the names.
pub(super) async fn document(
    database: impl Executor<'_, Database = Sqlite>,
    id: &DocumentId,
) -> Result<Option<Document>, PortError> {
    let found = sqlx::query(
        "SELECT d.id, d.body, n.name FROM documents d JOIN names n ON n.document = d.id WHERE d.id = ? ORDER BY n.added",
    )
    .bind(&id.0)
    .fetch_all(database)
    .await
    .map_err(db)?;
    Ok(grouped(&found)?.into_iter().next())
}

/// Documents of a collection with their current names, or the one that is asked for, in one query whatever their number.
pub(super) async fn documents(
    pool: &SqlitePool,
    collection: &CollectionId,
    only: Option<&DocumentId>,
) -> Result<Vec<Document>, PortError> {
    let query = match only {
        None => sqlx::query(
            "SELECT d.id, d.body, n.name FROM documents d JOIN names n ON n.document = d.id WHERE d.collection = ? ORDER BY d.id, n.added",
        )
        .bind(&collection.0),
        Some(id) => sqlx::query(
            "SELECT d.id, d.body, n.name FROM documents d JOIN names n ON n.document = d.id WHERE d.collection = ? AND d.id = ? ORDER BY n.added",
        )
        .bind(&collection.0)
        .bind(&id.0),
    };
    grouped(&query.fetch_all(pool).await.map_err(db)?)
}

/// Documents of rows with one name each; those of one document stand together.
fn grouped(rows: &[SqliteRow]) -> Result<Vec<Document>, PortError> {
    let mut documents: Vec<Document> = Vec::new();
    for row in rows {
        let id: &str = row.get("id");
        let name = DocumentName::parse(row.get("name")).map_err(PortError::from)?;
        match documents.last_mut() {
            Some(last) if last.id.0 == id => last.names.push(name),
            Some(_) | None => {
                let mut document: Document = serde_json::from_str(row.get("body")).map_err(json)?;
                document.names = vec![name];
                documents.push(document);
            }
        }
    }
    Ok(documents)
}

/// All tables of a collection under the first names of their documents.
pub(super) async fn tables(
    pool: &SqlitePool,
    collection: &CollectionId,
) -> Result<Vec<StoredTable>, PortError> {
    let found = sqlx::query(
        "SELECT t.document, t.place, t.body, (SELECT name FROM names n WHERE n.document = t.document ORDER BY n.added LIMIT 1) AS name
         FROM tables t JOIN documents d ON d.id = t.document WHERE d.collection = ?",
    )
    .bind(&collection.0)
    .fetch_all(pool)
    .await
    .map_err(db)?;
    let mut tables = Vec::with_capacity(found.len());
    for row in found {
        tables.push(StoredTable {
            document: DocumentId(row.get("document")),
            document_name: DocumentName::parse(row.get("name")).map_err(PortError::from)?,
            index: u32::try_from(row.get::<i64, _>("place")).unwrap_or(u32::MAX),
            table: serde_json::from_str(row.get("body")).map_err(json)?,
        });
    }
    tables.sort_by(|a, b| (&a.document_name, a.index).cmp(&(&b.document_name, b.index)));
    Ok(tables)
}

/// What a reader of a document does not see, in order.
pub(super) async fn hidden(
    pool: &SqlitePool,
    collection: &CollectionId,
    document: &DocumentId,
) -> Result<Vec<HiddenText>, PortError> {
    let body: Option<String> =
        sqlx::query_scalar("SELECT h.body FROM hidden h JOIN documents d ON d.id = h.document WHERE d.collection = ? AND d.id = ?")
            .bind(&collection.0)
            .bind(&document.0)
            .fetch_optional(pool)
            .await
            .map_err(db)?;
    body.map_or_else(
        || Ok(Vec::new()),
        |body| serde_json::from_str(&body).map_err(json),
    )
}

/// The first passages of a document, in order, at most `count`: they are stored in theirs.
pub(super) async fn passages_of(
    pool: &SqlitePool,
    collection: &CollectionId,
    document: &DocumentId,
    count: u32,
) -> Result<Vec<Passage>, PortError> {
    let bodies: Vec<String> =
        sqlx::query_scalar("SELECT p.body FROM passages p JOIN documents d ON d.id = p.document WHERE d.collection = ? AND d.id = ? ORDER BY p.row LIMIT ?")
            .bind(&collection.0)
            .bind(&document.0)
            .bind(count)
            .fetch_all(pool)
            .await
            .map_err(db)?;
    let mut passages: Vec<Passage> = bodies
        .iter()
        .map(|body| serde_json::from_str(body))
        .collect::<Result<_, _>>()
        .map_err(json)?;
    passages.sort_by_key(|passage| passage.index);
    Ok(passages)
}

/// The texts of a document's passages with their vectors.
pub(super) async fn vectors_of(
    pool: &SqlitePool,
    collection: &CollectionId,
    document: &DocumentId,
) -> Result<Vec<(String, Vec<f32>)>, PortError> {
    let found = sqlx::query("SELECT p.body, p.vector FROM passages p JOIN documents d ON d.id = p.document WHERE d.collection = ? AND d.id = ?")
        .bind(&collection.0)
        .bind(&document.0)
        .fetch_all(pool)
        .await
        .map_err(db)?;
    found
        .iter()
        .map(|row| {
            let passage: Passage = serde_json::from_str(row.get("body")).map_err(json)?;
            let vector: Vec<f32> = words(row.get("vector")).map(f32::from_le_bytes).collect();
            Ok::<_, PortError>((passage.text, vector))
        })
        .collect()
}
