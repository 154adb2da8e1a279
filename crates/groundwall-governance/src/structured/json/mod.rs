//! JSON as models write it. What can be meant in one way only is put right, and told; the rest is refused with its place.
//! Time is linear in the text; depth is bounded.

mod envelope;
mod parser;
mod scalar;
#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Deepest nesting that is read.
pub const DEPTH: usize = 64;

/// What was put right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RepairKind {
    /// A code fence around the JSON.
    Fence,
    /// Words before or behind it.
    TextAround,
    Comment,
    TrailingComma,
    SingleQuotes,
    CurlyQuotes,
    BareKey,
    /// `True`, `False` and `None`.
    PythonWord,
    /// A line break or another control character within a string.
    ControlCharacter,
    /// `\'` within a string.
    Escape,
    /// A number with leading zeros is kept as text.
    LeadingZeros,
    /// A number of more digits than a number can hold is kept as text.
    LongNumber,
    /// A key that stands twice with one value.
    RepeatedKey,
    /// It ends early: what is open was closed, a value that may be incomplete left out.
    CutOff,
}

/// One kind of repair: how often, and where first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Repair {
    pub kind: RepairKind,
    pub count: usize,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

/// A text that is no JSON, and cannot be read as one in one way only.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct JsonError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    pub reason: String,
}

/// What was read.
#[derive(Debug, Clone, PartialEq)]
pub struct Repaired {
    /// An object or a list.
    pub value: Value,
    pub repairs: Vec<Repair>,
}

/// An error with its place in bytes.
struct Fault {
    place: usize,
    reason: String,
}

impl Fault {
    fn at(place: usize, reason: impl Into<String>) -> Self {
        Self {
            place,
            reason: reason.into(),
        }
    }
}

/// Kinds of repairs with their number and the place of the first.
type Repairs = BTreeMap<RepairKind, (usize, usize)>;

fn note(repairs: &mut Repairs, kind: RepairKind, place: usize) {
    repairs.entry(kind).or_insert((0, place)).0 += 1;
}

/// Line and column of a byte, from 1; columns count characters.
fn position(text: &str, place: usize) -> (usize, usize) {
    let before = text.get(..place).unwrap_or(text);
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let column = before.get(start..).map_or(0, |line| line.chars().count());
    (before.matches('\n').count() + 1, column + 1)
}

/// Reads an object or a list out of what a model wrote.
///
/// # Errors
/// Where it is no JSON and can be meant in more than one way.
pub fn read(text: &str) -> Result<Repaired, JsonError> {
    let mut repairs = Repairs::new();
    let value = envelope::read(text, &mut repairs).map_err(|fault| {
        let (line, column) = position(text, fault.place);
        JsonError {
            line,
            column,
            reason: fault.reason,
        }
    })?;
    let mut repairs: Vec<(usize, Repair)> = repairs
        .into_iter()
        .map(|(kind, (count, place))| {
            let (line, column) = position(text, place);
            let repair = Repair {
                kind,
                count,
                line,
                column,
            };
            (place, repair)
        })
        .collect();
    repairs.sort_by_key(|(place, _)| *place);
    let repairs = repairs.into_iter().map(|(_, repair)| repair).collect();
    Ok(Repaired { value, repairs })
}
