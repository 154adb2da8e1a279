//! What stands around the JSON: a byte order mark, a code fence, a sentence before and behind.

use super::parser::Parser;
use super::{Fault, RepairKind, Repairs, note};
use serde_json::Value;
use std::ops::Range;

const FENCE: &str = "```";

fn opens(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// The contents of code fences that begin as JSON does. A fence that is not closed reaches to the end.
fn fenced(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut open: Option<usize> = None;
    let mut place = 0;
    let mut take = |range: Range<usize>| {
        if text.get(range.clone()).is_some_and(opens) {
            found.push(range);
        }
    };
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(FENCE) {
            match open.take() {
                Some(start) => take(start..place),
                // A fence may have all on one line: ```json {"a": 1}```
                None => match line.find(['{', '[']) {
                    Some(inner) => {
                        let end = line.rfind(FENCE).filter(|end| *end > inner);
                        let end = end.map(|end| place + end);
                        match end {
                            Some(end) => take(place + inner..end),
                            None => open = Some(place + inner),
                        }
                    }
                    None => open = Some(place + line.len()),
                },
            }
        }
        place += line.len();
    }
    if let Some(start) = open {
        take(start..text.len());
    }
    found
}

/// Reads the one value of a text.
pub(super) fn read(text: &str, repairs: &mut Repairs) -> Result<Value, Fault> {
    let start = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    if text.get(start..).is_some_and(opens) {
        return value(text, start..text.len(), repairs, true);
    }
    let blocks = fenced(text);
    match blocks.as_slice() {
        [block] => {
            note(repairs, RepairKind::Fence, start);
            return value(text, block.clone(), repairs, false);
        }
        [] => {}
        [_, second, ..] => {
            return Err(Fault::at(
                second.start,
                "there are several blocks of JSON, and only one can be the answer",
            ));
        }
    }
    let Some(first) = text.find(['{', '[']) else {
        return Err(Fault::at(
            start.min(text.len()),
            "there is no JSON object and no list",
        ));
    };
    note(repairs, RepairKind::TextAround, start);
    value(text, first..text.len(), repairs, true)
}

/// Reads the value at the start of a range; what follows must not be another one.
fn value(
    text: &str,
    range: Range<usize>,
    repairs: &mut Repairs,
    prose_may_follow: bool,
) -> Result<Value, Fault> {
    let mut parser = Parser::new(text, range, repairs);
    let value = parser.document()?;
    let rest = parser.rest()?;
    let left = text.get(rest.clone()).unwrap_or_default();
    if left.trim().is_empty() {
        return Ok(value);
    }
    if let Some(another) = left.find(['{', '[']) {
        return Err(Fault::at(
            rest.start + another,
            "a second value begins here, and only one can be the answer",
        ));
    }
    if !prose_may_follow || left.contains(['}', ']']) {
        return Err(Fault::at(
            rest.start,
            "something follows the end of the JSON",
        ));
    }
    let kind = if left.trim() == FENCE {
        RepairKind::Fence
    } else {
        RepairKind::TextAround
    };
    note(repairs, kind, rest.start);
    Ok(value)
}
