//! A passage as a point, and a point as a passage.

use super::failed;
use crate::bm25::weights;
use crate::terms::terms;
use groundwall_core::{Document, DocumentName, Passage};
use groundwall_ports::PortError;
use qdrant_client::Payload;
use qdrant_client::qdrant::{
    NamedVectors, PointStruct, ScoredPoint, Vector, point_id::PointIdOptions, value::Kind,
};
use std::collections::HashMap;

/// What a stored point says of its document; private to this backend.
pub(super) struct Stored {
    pub(super) document: Document,
    pub(super) passage: Passage,
}

pub(super) fn point(
    document: &Document,
    body: &str,
    passage: &Passage,
    vector: &[f32],
) -> Result<PointStruct, PortError> {
    let (indices, values): (Vec<u32>, Vec<f32>) = weights(&passage.text).into_iter().unzip();
    let vectors = NamedVectors::default()
        .add_vector("dense", Vector::new_dense(vector.to_vec()))
        .add_vector("bm25", Vector::new_sparse(indices, values));
    let mut unique = terms(&passage.text);
    unique.sort_unstable();
    unique.dedup();
    let names: Vec<&str> = document.names.iter().map(DocumentName::as_str).collect();
    let payload: Payload = serde_json::json!({
        "document": document.id.0, "names": names, "body": body, "head": passage.index == 0, "live": false, "terms": unique,
        "passage": serde_json::to_string(passage).map_err(failed)?,
    })
    .try_into()
    .map_err(failed)?;
    Ok(PointStruct::new(passage.id.0.clone(), vectors, payload))
}

pub(super) fn stored(
    payload: &HashMap<String, qdrant_client::qdrant::Value>,
) -> Result<Stored, PortError> {
    let text = |key: &str| match payload.get(key).and_then(|value| value.kind.as_ref()) {
        Some(Kind::StringValue(text)) => Ok(text.as_str()),
        _ => Err(failed(format!("a point has no {key}"))),
    };
    let document: Document = serde_json::from_str(text("body")?).map_err(failed)?;
    let mut passage: Passage = serde_json::from_str(text("passage")?).map_err(failed)?;
    passage.document_name = document.name().clone();
    Ok(Stored { document, passage })
}

/// Table, part and body of a point that holds rows or hidden texts.
pub(super) fn table_part(
    payload: &HashMap<String, qdrant_client::qdrant::Value>,
) -> Result<(i64, i64, String), PortError> {
    let value = |key: &str| payload.get(key).and_then(|value| value.kind.clone());
    match (value("table"), value("part"), value("rows")) {
        (
            Some(Kind::IntegerValue(table)),
            Some(Kind::IntegerValue(part)),
            Some(Kind::StringValue(rows)),
        ) => Ok((table, part, rows)),
        _ => Err(failed("a point of a table lacks a part")),
    }
}

pub(super) fn dense_of(point: &ScoredPoint) -> Option<Vec<f32>> {
    use qdrant_client::qdrant::{vector_output, vectors_output};
    match point.vectors.as_ref()?.vectors_options.as_ref()? {
        vectors_output::VectorsOptions::Vectors(named) => {
            match named.vectors.get("dense")?.vector.as_ref()? {
                vector_output::Vector::Dense(dense) => Some(dense.data.clone()),
                vector_output::Vector::Sparse(_) | vector_output::Vector::MultiDense(_) => None,
            }
        }
        vectors_output::VectorsOptions::Vector(_) => None,
    }
}

pub(super) fn uuid(point: &ScoredPoint) -> Option<&str> {
    match point.id.as_ref()?.point_id_options.as_ref()? {
        PointIdOptions::Uuid(uuid) => Some(uuid),
        PointIdOptions::Num(_) => None,
    }
}
