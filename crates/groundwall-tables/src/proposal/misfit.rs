//! Why a proposal is dropped.

use crate::run::Nothing;

/// Why a proposal is dropped, in words for a log.
#[derive(Debug, thiserror::Error)]
pub enum Misfit {
    #[error("no query was proposed")]
    NoQuery,
    #[error("the proposal has another form: {0}")]
    Form(#[source] serde_json::Error),
    #[error("it names a table that there is not")]
    NoTable,
    #[error("there is no column “{0}”")]
    NoColumn(String),
    #[error("there is no record “{0}”")]
    NoRecord(String),
    #[error("there is no comparison “{0}”")]
    NoComparison(String),
    #[error("“{text}” is no {kind} for {column}")]
    Value {
        text: String,
        kind: &'static str,
        column: String,
    },
    #[error("{0} cannot be compared in this way")]
    Comparison(String),
    #[error("“{text}” stands in no cell of {column}")]
    NoCell { text: String, column: String },
    #[error("it must name one column")]
    Columns,
    #[error("it names no column to order by")]
    NoOrder,
    #[error("texts have no order")]
    TextsInOrder,
    #[error("it names no record, or too many")]
    Records,
    #[error("it names records that the query does not use")]
    UnusedRecords,
    #[error("a share needs a condition")]
    ShareOfAll,
    #[error("numbers make no groups")]
    GroupsOfNumbers,
    #[error("groups can be counted or computed over, nothing else")]
    Groups,
    #[error("{function} of {column} says nothing")]
    Meaningless {
        function: &'static str,
        column: String,
    },
    /// It was run and gave nothing.
    #[error(transparent)]
    Nothing(#[from] Nothing),
}
