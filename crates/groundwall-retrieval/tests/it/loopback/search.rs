//! Points as the server keeps them: which a filter lets pass, and which come nearest.

use qdrant_client::qdrant::condition::ConditionOneOf;
use qdrant_client::qdrant::r#match::MatchValue;
use qdrant_client::qdrant::point_id::PointIdOptions;
use qdrant_client::qdrant::points_selector::PointsSelectorOneOf;
use qdrant_client::qdrant::value::Kind;
use qdrant_client::qdrant::{
    Condition, DenseVector, Filter, NamedVectorsOutput, PointId, PointStruct, PointsSelector,
    QueryPoints, ScoredPoint, SparseVector, Value, VectorOutput, VectorsOutput, query, vector,
    vector_input, vector_output, vectors, vectors_output,
};
use std::collections::{BTreeMap, HashMap};

pub(super) struct Stored {
    pub(super) payload: HashMap<String, Value>,
    dense: Vec<f32>,
    sparse: SparseVector,
}

pub(super) fn id_of(id: Option<PointId>) -> String {
    match id.and_then(|id| id.point_id_options) {
        Some(PointIdOptions::Uuid(uuid)) => uuid,
        Some(PointIdOptions::Num(number)) => number.to_string(),
        None => String::new(),
    }
}

fn holds(value: Option<&Value>, wanted: &MatchValue) -> bool {
    match (value.and_then(|value| value.kind.as_ref()), wanted) {
        (Some(Kind::StringValue(text)), MatchValue::Keyword(word)) => text == word,
        (Some(Kind::StringValue(text)), MatchValue::Keywords(words)) => {
            words.strings.contains(text)
        }
        (Some(Kind::BoolValue(value)), MatchValue::Boolean(wanted)) => value == wanted,
        (Some(Kind::ListValue(list)), wanted) => {
            list.values.iter().any(|value| holds(Some(value), wanted))
        }
        _ => false,
    }
}

pub(super) fn passes(point: &Stored, filter: Option<&Filter>) -> bool {
    let Some(filter) = filter else { return true };
    assert!(
        filter.should.is_empty() && filter.must_not.is_empty(),
        "only must is played here"
    );
    filter
        .must
        .iter()
        .all(|Condition { condition_one_of }| match condition_one_of {
            Some(ConditionOneOf::Field(field)) => field
                .r#match
                .as_ref()
                .and_then(|wanted| wanted.match_value.as_ref())
                .is_some_and(|wanted| holds(point.payload.get(&field.key), wanted)),
            _ => panic!("this condition is not played here"),
        })
}

pub(super) fn selected(selector: Option<PointsSelector>) -> Filter {
    match selector.and_then(|selector| selector.points_selector_one_of) {
        Some(PointsSelectorOneOf::Filter(filter)) => filter,
        _ => panic!("points are only selected by filter"),
    }
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Qdrant's IDF modifier: ln(1 + (N − n + 0.5) / (n + 0.5)).
fn sparse_scores<'a>(
    table: &'a BTreeMap<String, Stored>,
    query: &SparseVector,
) -> impl Fn(&Stored) -> f32 + use<'a> {
    let weights: HashMap<u32, f32> = query
        .indices
        .iter()
        .zip(&query.values)
        .map(|(index, value)| {
            let with = table
                .values()
                .filter(|point| point.sparse.indices.contains(index))
                .count() as f32;
            (
                *index,
                value * (1.0 + (table.len() as f32 - with + 0.5) / (with + 0.5)).ln(),
            )
        })
        .collect();
    move |point| {
        point
            .sparse
            .indices
            .iter()
            .zip(&point.sparse.values)
            .map(|(index, value)| weights.get(index).copied().unwrap_or(0.0) * value)
            .sum()
    }
}

/// Points that a filter lets pass, where nothing is said of what they should be near.
fn passing(table: &BTreeMap<String, Stored>, request: &QueryPoints) -> Vec<ScoredPoint> {
    table
        .iter()
        .filter(|(_, point)| passes(point, request.filter.as_ref()))
        .take(request.limit.unwrap_or(10) as usize)
        .map(|(id, _)| ScoredPoint {
            id: Some(id.as_str().into()),
            ..ScoredPoint::default()
        })
        .collect()
}

pub(super) fn found(table: &BTreeMap<String, Stored>, request: &QueryPoints) -> Vec<ScoredPoint> {
    let Some(query) = &request.query else {
        return passing(table, request);
    };
    let Some(query::Variant::Nearest(input)) = &query.variant else {
        panic!("only nearest is played here")
    };
    let mut scored: Vec<(f32, &String, &Stored)> =
        match (request.using.as_deref(), input.variant.as_ref()) {
            (Some("dense"), Some(vector_input::Variant::Dense(DenseVector { data }))) => table
                .iter()
                .map(|(id, point)| (dot(&point.dense, data), id, point))
                .collect(),
            (Some("bm25"), Some(vector_input::Variant::Sparse(query))) => {
                let score = sparse_scores(table, query);
                table
                    .iter()
                    .map(|(id, point)| (score(point), id, point))
                    .filter(|(score, ..)| *score > 0.0)
                    .collect()
            }
            other => panic!("no such vector: {:?}", other.0),
        };
    scored.retain(|(_, _, point)| passes(point, request.filter.as_ref()));
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(request.limit.unwrap_or(10) as usize);
    scored
        .into_iter()
        .map(|(score, id, point)| ScoredPoint {
            id: Some(id.as_str().into()),
            payload: point.payload.clone(),
            score,
            vectors: Some(VectorsOutput {
                vectors_options: Some(vectors_output::VectorsOptions::Vectors(
                    NamedVectorsOutput {
                        vectors: HashMap::from([(
                            "dense".to_owned(),
                            VectorOutput {
                                vector: Some(vector_output::Vector::Dense(DenseVector {
                                    data: point.dense.clone(),
                                })),
                                ..VectorOutput::default()
                            },
                        )]),
                    },
                )),
            }),
            ..ScoredPoint::default()
        })
        .collect()
}

pub(super) fn stored(point: PointStruct) -> (String, Stored) {
    let Some(vectors::VectorsOptions::Vectors(named)) =
        point.vectors.and_then(|vectors| vectors.vectors_options)
    else {
        panic!("vectors are named")
    };
    let mut dense = None;
    let mut sparse = None;
    for (name, value) in named.vectors {
        match (name.as_str(), value.vector) {
            ("dense", Some(vector::Vector::Dense(found))) => dense = Some(found.data),
            ("bm25", Some(vector::Vector::Sparse(found))) => sparse = Some(found),
            (name, _) => panic!("no such vector: {name}"),
        }
    }
    (
        id_of(point.id),
        Stored {
            payload: point.payload,
            dense: dense.unwrap_or_default(),
            sparse: sparse.unwrap_or_default(),
        },
    )
}
