//! Answers of JSON: an array, or a value on each line.

use super::table::is_messages;
use super::{NAMES, Places, given, plain};
use crate::extract::unreadable;
use groundwall_core::{GivenAnswer, NoText, Problem};
use serde_json::{Map, Value};

/// Each value of the file.
pub(super) fn read(
    lines: bool,
    content: &str,
    column: Option<&str>,
) -> Result<Vec<GivenAnswer>, Problem> {
    if lines {
        return Ok(content
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(place, line)| {
                let place = format!("line {}", place.saturating_add(1));
                match serde_json::from_str(line) {
                    Ok(value) => one(&value, column, &place),
                    Err(error) => refused(place, format!("This line is no JSON: {error}.")),
                }
            })
            .collect());
    }
    let whole: Value = serde_json::from_str(content)
        .map_err(|error| unreadable(&format!("This is no JSON: {error}.")))?;
    let list = match &whole {
        Value::Array(list) => list,
        Value::Object(fields) => fields.values().find_map(Value::as_array).ok_or_else(|| {
            unreadable("There is no list of answers in this file. Write them as a JSON array, or one JSON value on each line.")
        })?,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            return Err(unreadable("There is no list of answers in this file. Write them as a JSON array, or one JSON value on each line."));
        }
    };
    Ok(list
        .iter()
        .enumerate()
        .map(|(place, value)| one(value, column, &format!("entry {}", place.saturating_add(1))))
        .collect())
}

fn refused(name: String, why: String) -> GivenAnswer {
    GivenAnswer {
        name,
        text: Err(NoText(why)),
    }
}

/// What a value says as text.
fn said(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(parts) => {
            let parts: Vec<&str> = parts
                .iter()
                .filter_map(|part| part.as_str().or_else(|| part.get("text")?.as_str()))
                .collect();
            (!parts.is_empty()).then(|| parts.join("\n"))
        }
        Value::Null | Value::Bool(_) | Value::Object(_) => None,
    }
}

/// The last message of the model, in a list of messages or of choices.
fn last_message(fields: &Map<String, Value>) -> Option<String> {
    let list = fields
        .iter()
        .find_map(|(name, value)| value.as_array().filter(|_| is_messages(name)))?;
    list.iter().rev().find_map(|one| {
        let message = one.get("message").unwrap_or(one);
        let author = message
            .get("role")
            .or_else(|| message.get("from"))?
            .as_str()?;
        let ours = NAMES.author.contains(&plain(author));
        ours.then(|| said(message.get("content").or_else(|| message.get("value"))?))?
    })
}

fn one(value: &Value, column: Option<&str>, place: &str) -> GivenAnswer {
    let fields = match value {
        Value::String(text) => return given("", text),
        Value::Object(fields) => fields,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {
            return refused(
                place.to_owned(),
                "This is neither a text nor an object.".to_owned(),
            );
        }
    };
    let names: Vec<&str> = fields.keys().map(String::as_str).collect();
    let places = Places::of(&names, column);
    let at = |place: usize| said(fields.get(*names.get(place)?)?);
    let name = places
        .and_then(|places| places.name)
        .or_else(|| super::place_of(&NAMES.name, &names))
        .and_then(at)
        .unwrap_or_default();
    let text = places
        .and_then(|places| at(places.answer))
        .or_else(|| last_message(fields).filter(|_| column.is_none()));
    match text {
        Some(text) => given(&name, &text),
        None => refused(
            if name.is_empty() {
                place.to_owned()
            } else {
                name
            },
            match column {
                Some(column) => format!("It has no text in the field “{column}”."),
                None => format!(
                    "None of its fields is known to hold the answer: {}. Name the field as the column of the answers.",
                    names.join(", ")
                ),
            },
        ),
    }
}
