//! Personal data in a request that goes on: masked in every field before it leaves, and put back in what comes.

use crate::context::Context;
use groundwall_governance::personal::Masker;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// What tells the endpoint who asks. A mark would make one person of all who ask.
const WHO: [&str; 3] = ["user", "safety_identifier", "prompt_cache_key"];

/// What of a message is no text; a call of a tool and what it said go by their id.
const NO_TEXT: [&str; 4] = ["role", "type", "id", "tool_call_id"];

/// Bytes of a hash in the name that stands for a person.
const NAME: usize = 12;

/// Goes into the names that stand for persons, so that nobody finds out by trying; another one at each start.
static SALT: LazyLock<[u8; 16]> = LazyLock::new(|| *uuid::Uuid::new_v4().as_bytes());

/// Masks the texts of a value, whatever its form; whether it holds anything to mask.
fn mask(value: &mut Value, masker: &mut Masker, except: &[&str]) -> bool {
    match value {
        Value::String(text) => {
            let masked = masker.mask(text);
            let changed = masked != *text;
            *text = masked;
            changed
        }
        Value::Array(parts) => parts
            .iter_mut()
            .fold(false, |any, part| mask(part, masker, except) | any),
        Value::Object(fields) => fields
            .iter_mut()
            .filter(|(name, _)| !except.contains(&name.as_str()))
            .fold(false, |any, (_, part)| mask(part, masker, except) | any),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// A name that stands for a person: the same for the same person while this server runs, and nothing that leads to them.
fn stands_for(person: &str) -> String {
    let hash = Sha256::new()
        .chain_update(*SALT)
        .chain_update(person)
        .finalize();
    hash.iter()
        .take(NAME)
        .fold("person-".to_owned(), |mut name, byte| {
            let _ = write!(name, "{byte:02x}");
            name
        })
}

/// Masks a request where it leaves this machine; none where it stays, or where the endpoint sees no mark.
pub(super) fn masked(
    fields: &mut Map<String, Value>,
    messages: &mut Vec<Value>,
    context: &Context,
) -> Option<Masker> {
    let address = context.config.generator.base_url.as_deref()?;
    if !context.config.privacy.mask_prompts.holds_for(address) {
        return None;
    }
    let mut masker = Masker::default();
    let mut marks = false;
    // Messages first: their marks have the lowest numbers.
    for message in messages.iter_mut() {
        marks |= mask(message, &mut masker, &NO_TEXT);
    }
    for (name, value) in fields.iter_mut() {
        if !WHO.contains(&name.as_str()) {
            marks |= mask(value, &mut masker, &[]);
        } else if let Value::String(who) = value
            && masker.mask(who) != *who
        {
            *who = stands_for(who);
        }
    }
    if !marks {
        return None;
    }
    messages.insert(
        0,
        json!({"role": "system", "content": crate::masking::NOTE}),
    );
    Some(masker)
}

/// Puts the values back where the endpoint copied their marks.
pub(super) fn unmask(value: &mut Value, masker: &Masker) {
    match value {
        Value::String(text) => *text = masker.unmask(text),
        Value::Array(parts) => parts.iter_mut().for_each(|part| unmask(part, masker)),
        Value::Object(fields) => fields.iter_mut().for_each(|(_, part)| unmask(part, masker)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::stands_for;

    #[test]
    fn a_person_has_one_name_and_no_other_has_it() {
        let ada = stands_for("ada@example.org");
        assert_eq!(ada, stands_for("ada@example.org"));
        assert_ne!(ada, stands_for("bea@example.org"));
        assert!(
            !ada.contains("ada@") && ada.len() == "person-".len() + 24,
            "{ada}"
        );
    }
}
